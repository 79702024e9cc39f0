/** A review in words and signs: the same classes, with the same signs, as docs/do/review.md has them. */

import type { DecisionVerdict, Draw, GamePoint } from "./protocol";

export const SIGNS: Record<string, string> = { best: "✓", good: "·", inaccuracy: "?!", mistake: "?", blunder: "??" };
export const GRADES = ["best", "good", "inaccuracy", "mistake", "blunder"] as const;

/** Each seat's colour by day and by night; bands are also told apart by their order and their names. */
export const SEATS: readonly (readonly [string, string])[] = [
  ["#4c6fa5", "#7f9fd0"], ["#c98b3c", "#d8a763"], ["#5d9b73", "#83bf98"],
  ["#a65c7b", "#cf8aa6"], ["#7d74ad", "#a79fd4"], ["#8c8468", "#b5ad90"],
];

export const costly = (verdict: DecisionVerdict): boolean => ["inaccuracy", "mistake", "blunder"].includes(verdict.grade);

/** 42 % */
export const percent = (chance: number): string => `${Math.round(100 * chance)} %`.replace("-", "−");

/** +12 points of chance */
export function points(change: number): string {
  const whole = Math.round(100 * change);
  return `${whole > 0 ? "+" : whole < 0 ? "−" : ""}${Math.abs(whole)}`;
}

/** A draw in a sentence. */
export function drawn(draw: Draw, names: readonly string[]): string {
  if (draw.seat === null) return `The market holds ${draw.what}.`;
  const who = names[draw.seat] ?? "";
  if (draw.kind === "opening") return `${who} opens with ${draw.what}.`;
  if (draw.kind === "tile") return `${who} draws ${draw.what}.`;
  if (draw.kind === "forced") return `${who} has no choice but “${draw.what}”.`;
  return `${who} is dealt ${draw.what}.`;
}

/** Where the bands of a moment begin and end, from the bottom up: the last seat lies lowest. */
export function stacked(chances: readonly number[]): number[] {
  const edges: number[] = new Array<number>(chances.length + 1).fill(0);
  for (let seat = chances.length - 1; seat >= 0; seat--) edges[seat] = (edges[seat + 1] ?? 0) + (chances[seat] ?? 0);
  return edges;
}

/** What kinds of decisions are called, in the order of a turn. */
export const KINDS: Record<string, string> = {
  place: "Placing a tile", found: "Founding", survivor: "Choosing the survivor", absorb: "Order of a merger",
  trade: "Trading", sell: "Selling", exchange: "Dead tiles", buy: "Buying", end: "Ending the game",
};

/** A picture as a PNG file, twice its size, from the address of an SVG image of our own. */
export async function asPng(address: string): Promise<Blob> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.naturalWidth, 2 * image.naturalHeight];
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob((png) => (png ? done(png) : failed(new Error("The picture can’t be made here."))), "image/png"));
}

export interface AccuracyPoint { number: number; accuracy: number; mean: number; won: number }

/** Games that could be judged, in their order, each with the mean accuracy of the last five up to it. */
export function overTime(games: readonly GamePoint[]): AccuracyPoint[] {
  const judged = games.filter((game) => game.accuracy !== null);
  return judged.map((game, at) => {
    const lately = judged.slice(Math.max(0, at - 4), at + 1).map((one) => one.accuracy ?? 0);
    return { number: game.number, accuracy: game.accuracy ?? 0, won: game.won, mean: lately.reduce((sum, one) => sum + one, 0) / lately.length };
  });
}
