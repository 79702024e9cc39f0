import { expect, test } from "vitest";
import { COUNTING, counted } from "../src/lib/money_count.svelte";

test("an amount counts up in hundreds, never back, and ends where it should", () => {
  const seen = [0, 50, 100, 200, 400, COUNTING - 1, COUNTING, 2 * COUNTING].map((elapsed) => counted(6300, elapsed));
  expect(seen[0]).toBe(0);
  expect(seen.slice(-2)).toEqual([6300, 6300]);
  expect([...seen].sort((a, b) => a - b)).toEqual(seen);
  expect(seen.every((amount) => amount % 100 === 0)).toBe(true);
  expect(counted(6300, 200)).toBeGreaterThan(0);
  expect(counted(6300, 100)).toBeLessThan(6300);
});
