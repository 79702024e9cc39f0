/** The end in steps: everybody's cash, then chain by chain what it pays, and what each player has by then. */

import { dollars } from "./format";
import type { ChainView, Result, Standing } from "./protocol";

export interface Paid {
  bonus: number;
  shares: number;
  sale: number;
}

export interface PayOutStep {
  chain: ChainView;
  at: number; // its place in the edition's table
  paid: (Paid | null)[]; // by the order of the standing
}

/** The chains that pay somebody, in the order of the edition's table. */
export function payOutSteps(standing: readonly Standing[], chains: readonly ChainView[]): PayOutStep[] {
  return chains.flatMap((chain, at) => {
    const paid = standing.map((one) => one.chains.find((of) => of.chain === chain.name) ?? null);
    return chain.size > 0 && paid.some((one) => one && one.bonus + one.sale > 0) ? [{ chain, at, paid }] : [];
  });
}

/** What each player has after so many chains have paid. */
export function totals(standing: readonly Standing[], steps: readonly PayOutStep[], done: number): number[] {
  return standing.map((one, column) =>
    steps.slice(0, done).reduce((sum, { paid }) => sum + (paid[column] ? paid[column].bonus + paid[column].sale : 0), one.cash),
  );
}

const PLACES = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"];
const COUNTS = ["none", "one", "two", "three", "four", "five", "six"];

/** The result for whoever looks: You win by $3,400; Third of four. Watchers hear who won. */
export function resultText(result: Result, seat: number | null): string {
  const standing = result.standing ?? [];
  const mine = standing.find((one) => one.seat === seat);
  if (!mine) return (result.won ?? "").replace(/\.$/, "");
  const others = standing.filter((one) => one.seat !== seat);
  const best = Math.max(...others.map((one) => one.total));
  if (mine.place === 1) {
    const tied = others.filter((one) => one.place === 1).length;
    return tied ? "You share the win" : `You win by ${dollars(mine.total - best)}`;
  }
  const tied = others.some((one) => one.place === mine.place);
  return `${tied ? "Shared " : ""}${tied ? PLACES[mine.place - 1]?.toLowerCase() : PLACES[mine.place - 1]} of ${COUNTS[standing.length]}, ${dollars(best - mine.total)} behind`;
}
