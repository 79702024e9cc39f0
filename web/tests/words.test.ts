import { describe, expect, test } from "vitest";
import { drawn, squareText, steady } from "../src/board/drawn_squares";
import { doingWord } from "../src/lib/decision_words";
import { contrast, inkOn } from "../src/lib/ink_colour";
import { ago, clock, dollars, listed, plural, shortNames } from "../src/lib/format";
import { mergeTurns, news } from "../src/lib/log_turns";
import type { Chain, Turn, View } from "../src/lib/protocol";
import { squareAt, SQUARES } from "../src/lib/squares";
import { castOf, named } from "../src/rules/drawings";
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

  test("draws again only what looks otherwise", () => {
    const seen = view("trade");
    const squares = (board: View["board"], chains = seen.chains) => drawn(board, chains, seen.set_aside, seen.hand);
    const before = squares(seen.board);
    expect(steady(before, squares({ ...seen.board }))).toBe(before);
    const grown = seen.chains.map((chain) => (chain.name === "American" ? { ...chain, size: 5 } : chain));
    const after = steady(before, squares({ ...seen.board, "8H": "American" }, grown));
    const changed = after.filter((at, index) => at !== before[index]).map((at) => at.square.name);
    expect(changed).toEqual(["8H", "9H"]); // the new square, and the one that was the headquarters
    const other = seen.hand.map((tile) => (tile.tile === "1H" ? { ...tile, text: "Dead.", playable: false } : tile));
    expect(steady(before, drawn(seen.board, seen.chains, seen.set_aside, other)).filter((at, index) => at !== before[index])).toHaveLength(1);
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

test("what a player is doing has a word for a chip", () => {
  expect([doingWord(view("trade")), doingWord(view("place"))]).toEqual(["trading", "placing"]);
});

test("the rulings' drawings are played by the edition's own chains", () => {
  const chains = ["Sackson", "Zeta", "America", "Hydra", "Fusion", "Phoenix", "Quantum"].map((name) => ({ name, sign: name[0], hex: "#c8453c" }));
  const cast = castOf(chains as unknown as Chain[]);
  expect(new Set(Object.values(cast).map((one) => one.name)).size).toBe(7);
  expect(named("{A} absorbs {F}", cast)).toBe("America absorbs Fusion");
  expect(named("{T} absorbs {L}", castOf([]))).toBe("Tower absorbs Luxor");
});
