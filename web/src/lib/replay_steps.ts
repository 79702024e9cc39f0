/** The moments of a replay at which to stop: a purchase of three shares is one step, not three. */

import type { Frame, Turn } from "./protocol";

const verb = (frame: Frame | undefined) => frame?.action?.split(" ")[0] ?? "";

/** What is decided in one go: the shares of a basket, and what is traded and sold of one chain. */
const GOES_ON: Record<string, readonly string[]> = { buy: ["buy", "done"], trade: ["sell"] };

/** The versions to stop at, the deal and the last one among them. */
export function stops(frames: readonly Frame[]): number[] {
  return frames.flatMap((frame, at) => {
    const next = frames[at + 1];
    const goesOn = next !== undefined && next.seat === frame.seat && (GOES_ON[verb(frame)] ?? []).includes(verb(next));
    return goesOn ? [] : [at];
  });
}

/** The stop after or before a moment; the moment itself if there is none. */
export function stepFrom(all: readonly number[], at: number, step: 1 | -1): number {
  return (step === 1 ? all.find((stop) => stop > at) : all.findLast((stop) => stop < at)) ?? at;
}

/** The stop at which a moment's step ends. */
export function stopOf(all: readonly number[], at: number): number {
  return all.find((stop) => stop >= at) ?? at;
}

/** The end of the turn after a moment's, or of the one before; the moment itself if there is none. */
export function turnFrom(turns: readonly Turn[], at: number, step: 1 | -1): number {
  const ends = turns.map((turn) => turn.last);
  return stepFrom(ends, at, step);
}

/** What is told of a moment: the sentences that became complete since the stop before it. */
export function caption(turns: readonly Turn[], all: readonly number[], at: number): string {
  const before = stepFrom(all, at, -1);
  const lines = turns.flatMap((turn) => turn.lines);
  const told = lines.filter((line) => line.version <= at && (line.version > before || (at === 0 && line.version === 0)));
  return told.map((line) => line.text).join(" ");
}
