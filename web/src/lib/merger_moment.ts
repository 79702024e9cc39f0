/** What a merger looks like: which chains are joined, who is paid what by which, and which squares change hands. */

import type { Entry, Event, View } from "./protocol";
import { squareAt } from "./squares";

export interface Payment {
  chain: string;
  seat: number | null; // null: the market, in games for two
  money: number;
  place: string;
}

export interface Taken {
  square: string;
  chain: string; // that had it before
  delay: number; // milliseconds after the first
}

export interface MergerMoment {
  key: number;
  tile: string | null;
  lit: string[]; // the chains that the tile joins
  payments: Payment[];
  taken: Taken[];
}

export const LONGEST = 2000; // milliseconds; the whole of it
export const LANDS = 120;
export const PAYS = 350; // when the first sum sets out
export const TRAVELS = 700;
const APART = 140;
const ALL_SET_OUT = 500; // after the first, the last has set out
const SPREAD_STEP = 70;
const SPREAD_MOST = 500;

/** When a payment sets out. */
export function setsOut(number: number, of: number): number {
  return PAYS + number * Math.min(APART, ALL_SET_OUT / Math.max(1, of));
}

/** When the absorbed squares begin to change: after the sums are on their way, or at once if there are none. */
export function spreadsAt(moment: MergerMoment): number {
  return moment.payments.length ? PAYS + TRAVELS : PAYS;
}

/** The moment that a change of the game is, if it is a merger's. The end has its own. */
export function mergerMoment(before: View, now: View, entries: readonly Entry[], key: number): MergerMoment | null {
  const events: Event[] = entries.flatMap((entry) => entry.events ?? []);
  if (events.some((event) => event.kind === "ended")) return null;
  const merged = events.filter((event) => event.kind === "merged");
  const absorbed = new Set(events.filter((event) => event.kind === "absorbed").map((event) => event.chain));
  if (merged.length === 0 && absorbed.size === 0) return null;
  const tile = events.findLast((event) => event.kind === "placed")?.tile ?? now.merger?.tile ?? before.merger?.tile ?? before.placed ?? null;
  const payments = events
    .filter((event) => event.kind === "bonus")
    .map((event) => ({ chain: event.chain ?? "", seat: event.seat ?? null, money: event.money ?? 0, place: event.place ?? "" }));
  const from = tile ? squareAt(tile) : undefined;
  const taken = Object.entries(before.board)
    .filter(([square, chain]) => absorbed.has(chain) && now.board[square] !== chain)
    .map(([square, chain]) => {
      const there = squareAt(square);
      const steps = from && there ? Math.abs(from.column - there.column) + Math.abs(from.row - there.row) - 1 : 0;
      return { square, chain, delay: Math.min(SPREAD_MOST, Math.max(0, steps) * SPREAD_STEP) };
    });
  const lit = [...new Set([...merged.flatMap((event) => [...(event.chains ?? []), event.survivor ?? ""]), ...payments.map(({ chain }) => chain)])];
  return { key, tile, lit: lit.filter(Boolean), payments, taken };
}
