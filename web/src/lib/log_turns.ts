/** The log's turns, kept by number as the protocol says. */

import type { Turn } from "./protocol";

/** Turns after an update: those of the same number are replaced, those after the last of the new ones are gone. */
export function mergeTurns(have: readonly Turn[], came: readonly Turn[]): Turn[] {
  if (came.length === 0) return [...have];
  const last = Math.max(...came.map((turn) => turn.turn));
  const replaced = new Set(came.map((turn) => turn.turn));
  const kept = have.filter((turn) => turn.turn < last && !replaced.has(turn.turn));
  return [...kept, ...came].sort((a, b) => a.turn - b.turn);
}

/** The sentences of `came` that `have` does not have: what a screen reader is told. */
export function news(have: readonly Turn[], came: readonly Turn[]): string[] {
  const known = new Map(have.map((turn) => [turn.turn, new Set(turn.lines.map((line) => `${line.version} ${line.text}`))]));
  return came.flatMap((turn) =>
    turn.lines.filter((line) => !known.get(turn.turn)?.has(`${line.version} ${line.text}`)).map((line) => line.text),
  );
}
