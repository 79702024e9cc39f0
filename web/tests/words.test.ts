import { describe, expect, test } from "vitest";
import { drawn, squareText } from "../src/board/drawing";
import { doing, question } from "../src/lib/asking";
import { contrast, inkOn } from "../src/lib/colour";
import { ago, clock, dollars, listed, plural, shortNames } from "../src/lib/format";
import { mergeTurns, news } from "../src/lib/log";
import type { Turn, View } from "../src/lib/protocol";
import { squareAt, SQUARES } from "../src/lib/squares";
import { RULINGS, rulingsOf } from "../src/rules/rulings";
import views from "./views.json";

const view = (name: keyof typeof views) => structuredClone(views[name]) as unknown as View;

test("money, lists and times are written as people read them", () => {
  expect(dollars(4200)).toBe("$4,200");
  expect(dollars(-600)).toBe("−$600");
  expect(listed(["a", "b", "c"])).toBe("a, b and c");
  expect(plural(1, "tile")).toBe("1 tile");
  expect([clock(42_000), clock(725_000), clock(3_600_000), clock(2 * 86_400_000), clock(-5)]).toEqual(["0:42", "12:05", "1:00:00", "2 days", "0:00"]);
  expect([ago(0, 30_000), ago(0, 300_000), ago(0, 7_200_000)]).toEqual(["just now", "5 min ago", "2 hours ago"]);
});

test("names cut for a column stay different", () => {
  expect(shortNames(["Ann", "Broker 1", "Broker 2"])).toEqual(["Ann", "Bro 1", "Bro 2"]);
  const alike = shortNames(["Alexandra", "Alexander"]);
  expect(new Set(alike).size).toBe(2);
});

describe("the log", () => {
  const turn = (number: number, ...texts: string[]): Turn => ({
    turn: number, seat: 0, first: 1, last: 2, merger: false, lines: texts.map((text, at) => ({ text, version: at + 1 })),
  });

  test("replaces turns by number and drops what an undo took away", () => {
    const have = [turn(0, "deal"), turn(1, "a"), turn(2, "b"), turn(3, "c")];
    expect(mergeTurns(have, [turn(2, "b", "more")]).map((one) => one.turn)).toEqual([0, 1, 2]);
    expect(mergeTurns(have, [turn(4, "d")]).map((one) => one.turn)).toEqual([0, 1, 2, 3, 4]);
    expect(mergeTurns(have, [])).toEqual(have);
  });

  test("tells a screen reader only what is new", () => {
    expect(news([turn(1, "a")], [turn(1, "a", "b"), turn(2, "c")])).toEqual(["b", "c"]);
  });
});

describe("the board", () => {
  test("has 108 squares with the names of the game", () => {
    expect(SQUARES).toHaveLength(108);
    expect([SQUARES[0]?.name, SQUARES[107]?.name, squareAt("5C")?.column, squareAt("5C")?.row]).toEqual(["1A", "12I", 4, 2]);
  });

  test("joins the squares of a chain and gives it one headquarters", () => {
    const seen = view("trade");
    const squares = drawn(seen.board, seen.chains, seen.set_aside, seen.hand);
    const american = squares.filter((at) => at.chain?.name === "American");
    expect(american.map((at) => at.square.name)).toEqual(["9H", "10H", "11H", "12H"]);
    expect(american.map((at) => at.right)).toEqual([true, true, true, false]);
    expect(american.filter((at) => at.headquarters).map((at) => at.square.name)).toEqual(["9H"]);
  });

  test("says in words what lies on a square", () => {
    const seen = view("trade");
    const text = Object.fromEntries(drawn(seen.board, seen.chains, ["1A"], seen.hand).map((at) => [at.square.name, squareText(at)]));
    expect(text["1A"]).toBe("1A, set aside, stays empty");
    expect(text["2A"]).toBe("2A, loose tile");
    expect(text["9H"]).toBe("9H, American, 4 tiles");
    expect(text["1H"]).toBe("1H, your tile. Stays loose.");
  });
});

test("every chain's letter can be read on its colour", () => {
  const palette = ["#c8453c", "#d9a520", "#2f5da8", "#8a5a3b", "#3f8f4f", "#b0458f", "#3ba0b8", "#d9772b", "#2a9d8f", "#7a4fb0"];
  for (const hex of palette) expect(contrast(hex, inkOn(hex)), hex).toBeGreaterThanOrEqual(4.5);
});

test("a decision is a sentence", () => {
  expect(question(view("trade"))).toBe("You merged Continental into Imperial. What about your 3 Continental?");
  expect(doing(view("trade"))).toBe("Bob is deciding about Continental shares");
  expect(question(view("place"))).toBe("Your turn. Place a tile.");
});

test("every edition has each ruling once, and every ruling a text", () => {
  for (const edition of ["1962", "1999", "tournament", "2023-classic", "2023-tycoon", "online"]) {
    const ids = rulingsOf(edition).map((ruling) => ruling.id);
    expect(new Set(ids).size, edition).toBe(ids.length);
  }
  const all = new Set(RULINGS.map((ruling) => ruling.id));
  for (let number = 1; number <= 23; number++) expect(all, `R${number}`).toContain(`R${number}`);
});
