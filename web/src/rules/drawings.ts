/**
 * The chains of the drawn examples. A letter is a part: T and L are low, A, W and F are in the middle, I and C are high;
 * each edition has its own chains play them.
 */

import type { Chain } from "../lib/protocol";

export interface Player {
  name: string;
  sign: string;
  hex: string;
}
export type Cast = Readonly<Record<string, Player>>;

const PARTS: readonly Player[] = [
  { sign: "T", name: "Tower", hex: "#d9a520" },
  { sign: "L", name: "Luxor", hex: "#c8453c" },
  { sign: "A", name: "American", hex: "#2f5da8" },
  { sign: "W", name: "Worldwide", hex: "#8a5a3b" },
  { sign: "F", name: "Festival", hex: "#3f8f4f" },
  { sign: "I", name: "Imperial", hex: "#b0458f" },
  { sign: "C", name: "Continental", hex: "#3ba0b8" },
];

/** Who plays which part: the chain with that letter if there is one, and the others in their order. */
export function castOf(chains: readonly Chain[]): Cast {
  const free = chains.filter((chain) => !PARTS.some((part) => part.sign === chain.sign));
  return Object.fromEntries(
    PARTS.map((part) => [part.sign, chains.find((chain) => chain.sign === part.sign) ?? free.shift() ?? part]),
  );
}

/** A text in which {T} is whoever plays T. */
export function named(text: string, cast: Cast): string {
  return text.replace(/\{([A-Z])\}/g, (_, part: string) => cast[part]?.name ?? part);
}
