/** What is drawn where: the board of a view, square by square. */

import { inkOn } from "../lib/ink_colour";
import type { ChainView, TileEffect } from "../lib/protocol";
import { COLUMNS, SQUARES, type Square } from "../lib/squares";

export const CELL = 40;
export const LEFT = 17;
export const TOP = 16;
export const WIDTH = LEFT + 12 * CELL + 3;
export const HEIGHT = TOP + 9 * CELL + 3;

export const x = (square: Square) => LEFT + square.column * CELL;
export const y = (square: Square) => TOP + square.row * CELL;

export interface DrawnChain {
  name: string;
  sign: string;
  hex: string;
  ink: string;
  at: number; // its place in the edition's table, which gives it its hatch
  size: number;
  safe: boolean;
}

export interface Drawn {
  square: Square;
  what: "empty" | "loose" | "chain" | "aside";
  chain: DrawnChain | null;
  headquarters: boolean;
  right: boolean; // the same chain goes on to the right,
  below: boolean; // and below,
  whole: boolean; // and on the square between
  mine: TileEffect | null;
}

type ChainLike = Pick<ChainView, "name" | "sign" | "hex" | "size" | "safe">;

export function drawn(
  board: Readonly<Record<string, string>>,
  chains: readonly ChainLike[],
  aside: readonly string[] = [],
  hand: readonly TileEffect[] = [],
): Drawn[] {
  const known = new Map(
    chains.map(({ name, sign, hex, size, safe }, at) => [name, { name, sign, hex, ink: inkOn(hex), at, size, safe }]),
  );
  const mine = new Map(hand.map((tile) => [tile.tile, tile]));
  const headed = new Set<string>();
  return SQUARES.map((square, index) => {
    const what = board[square.name];
    const chain = what === undefined ? null : (known.get(what) ?? null);
    // The headquarters stand on the chain's first square in reading order, so that they hardly ever move.
    const headquarters = chain !== null && !headed.has(chain.name);
    if (chain) headed.add(chain.name);
    const right = square.column + 1 < COLUMNS ? SQUARES[index + 1] : undefined;
    const below = SQUARES[index + COLUMNS];
    const same = (other: Square | undefined) => chain !== null && other !== undefined && board[other.name] === chain.name;
    const between = right && SQUARES[index + COLUMNS + 1];
    return {
      square,
      what: chain ? "chain" : what === "loose" ? "loose" : aside.includes(square.name) ? "aside" : "empty",
      chain,
      headquarters,
      right: same(right),
      below: same(below),
      whole: same(right) && same(below) && same(between),
      mine: mine.get(square.name) ?? null,
    };
  });
}

function looksAlike(a: Drawn, b: Drawn): boolean {
  const chain = a.chain?.name === b.chain?.name && (!a.headquarters || (a.chain?.size === b.chain?.size && a.chain?.safe === b.chain?.safe));
  const shape = a.what === b.what && a.headquarters === b.headquarters && a.right === b.right && a.below === b.below && a.whole === b.whole;
  return shape && chain && a.mine?.text === b.mine?.text && a.mine?.effect === b.mine?.effect && a.mine?.playable === b.mine?.playable;
}

/** The squares of now, those that look as before being the same objects: what has not changed is not drawn again. */
export function steady(before: readonly Drawn[], now: readonly Drawn[]): readonly Drawn[] {
  if (before.length !== now.length) return now;
  let changed = false;
  const kept = now.map((at, index) => {
    const was = before[index]!;
    if (looksAlike(was, at)) return was;
    changed = true;
    return at;
  });
  return changed ? kept : before;
}

/** A square in words, for screen readers. */
export function squareText(at: Drawn): string {
  const name = at.square.name;
  if (at.mine) return `${name}, your tile. ${at.mine.text}`;
  if (at.chain) return `${name}, ${at.chain.name}${at.headquarters ? `, ${at.chain.size} tiles${at.chain.safe ? ", safe" : ""}` : ""}`;
  return `${name}, ${{ empty: "empty", loose: "loose tile", aside: "set aside, stays empty", chain: "" }[at.what]}`;
}
