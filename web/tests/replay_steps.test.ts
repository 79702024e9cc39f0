import { expect, test } from "vitest";
import type { Frame, Turn } from "../src/lib/protocol";
import { caption, stepFrom, stopOf, stops, turnFrom } from "../src/lib/replay_steps";

const frame = (seat: number, action: string | null) => ({ seat, action }) as Frame;
const frames = [
  frame(0, null), frame(0, "place 5C"), frame(0, "buy Tower"), frame(0, "buy Tower"), frame(0, "done"),
  frame(1, "place 6C"), frame(1, "trade 2"), frame(1, "sell 1"), frame(2, "sell 0"), frame(1, "buy Luxor"), frame(2, "place 1A"),
];
const turns = [
  { turn: 0, first: 0, last: 0, lines: [{ text: "Ann goes first.", version: 0 }] },
  { turn: 1, first: 1, last: 4, lines: [{ text: "Ann places 5C.", version: 1 }, { text: "Ann buys 2 shares of Tower for $600.", version: 3 }, { text: "Ann draws a tile.", version: 4 }] },
  { turn: 2, first: 5, last: 9, lines: [{ text: "Bob places 6C.", version: 5 }, { text: "Bob trades and sells.", version: 7 }, { text: "Bob buys.", version: 9 }] },
  { turn: 3, first: 10, last: 10, lines: [] },
] as unknown as Turn[];
const all = stops(frames);

test("a basket and a parting with shares are one step each", () => {
  expect(all).toEqual([0, 1, 4, 5, 7, 8, 9, 10]);
  expect([stepFrom(all, 1, 1), stepFrom(all, 4, -1), stepFrom(all, 10, 1), stepFrom(all, 0, -1)]).toEqual([4, 1, 10, 0]);
  expect(stopOf(all, 2)).toBe(4);
});
test("what is told is what happened since the step before, and never something older", () => {
  expect(caption(turns, all, 4)).toBe("Ann buys 2 shares of Tower for $600. Ann draws a tile.");
  expect(caption(turns, all, 0)).toBe("Ann goes first.");
  expect(caption(turns, all, 8)).toBe("");
});
test("turns are gone through by their ends", () => {
  expect([turnFrom(turns, 1, 1), turnFrom(turns, 4, 1), turnFrom(turns, 9, -1), turnFrom(turns, 10, 1)]).toEqual([4, 9, 4, 10]);
});
