import { describe, expect, test } from "vitest";
import { PressGuard } from "../src/lib/press_guard";

const place = { name: "Place" };
const buy = { name: "Buy nothing" };

describe("two quick presses on one spot", () => {
  test("do not press a button that has appeared under the finger", () => {
    const guard = new PressGuard();
    expect(guard.allows({ target: place, at: 1000, x: 200, y: 700 })).toBe(true);
    expect(guard.allows({ target: buy, at: 1180, x: 203, y: 698 })).toBe(false);
  });
  test("press one and the same button twice", () => {
    const guard = new PressGuard();
    expect(guard.allows({ target: place, at: 1000, x: 200, y: 700 })).toBe(true);
    expect(guard.allows({ target: place, at: 1100, x: 200, y: 700 })).toBe(true);
  });
  test("go on meaning the first button for as long as the finger goes on", () => {
    const guard = new PressGuard();
    guard.allows({ target: place, at: 1000, x: 200, y: 700 });
    expect(guard.allows({ target: buy, at: 1300, x: 200, y: 700 })).toBe(false);
    expect(guard.allows({ target: buy, at: 1600, x: 200, y: 700 })).toBe(false);
    expect(guard.allows({ target: buy, at: 2200, x: 200, y: 700 })).toBe(true);
  });
});

test("a press elsewhere, or after a moment, counts", () => {
  const guard = new PressGuard();
  guard.allows({ target: place, at: 1000, x: 200, y: 700 });
  expect(guard.allows({ target: buy, at: 1100, x: 320, y: 700 })).toBe(true);
  guard.allows({ target: place, at: 2000, x: 200, y: 700 });
  expect(guard.allows({ target: buy, at: 2501, x: 200, y: 700 })).toBe(true);
});
