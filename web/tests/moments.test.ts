import { describe, expect, test } from "vitest";
import { awayText, patienceLeft, since, whyBot } from "../src/lib/absence_words";
import { clockFace } from "../src/lib/clock_face";
import { adviseBasket } from "../src/lib/decision_choices";
import { LONGEST, mergerMoment, setsOut, spreadsAt, TRAVELS } from "../src/lib/merger_moment";
import { payOutSteps, resultText, totals } from "../src/lib/pay_out";
import type { Buying, ChainView, Entry, Result, Seat, Table, View } from "../src/lib/protocol";

const entry = (...events: Entry["events"] & object): Entry => ({ version: 1, kind: "action", seat: 0, action: "place 4A", by: "player", at: 0, events, undoes: null });
const view = (board: Record<string, string>): View => ({ board, merger: null, placed: null }) as unknown as View;

describe("a merger", () => {
  const before = view({ "1A": "Tower", "2A": "Tower", "4A": "Luxor", "5A": "Luxor", "6A": "Luxor" });
  const events: Entry["events"] = [
    { kind: "placed", seat: 0, tile: "3A" },
    { kind: "merged", seat: 0, chain: "Tower", chains: ["Luxor"], survivor: "Tower" },
    { kind: "bonus", seat: 1, chain: "Luxor", money: 3000, place: "majority" },
    { kind: "bonus", seat: 0, chain: "Luxor", money: 1500, place: "minority" },
  ];
  test("lights its chains up and pays its bonuses", () => {
    const moment = mergerMoment(before, before, [entry(...events)], 7);
    expect(moment).toMatchObject({ key: 7, tile: "3A", lit: ["Luxor", "Tower"], taken: [] });
    expect(moment?.payments).toEqual([
      { chain: "Luxor", seat: 1, money: 3000, place: "majority" },
      { chain: "Luxor", seat: 0, money: 1500, place: "minority" },
    ]);
  });
  test("changes the absorbed squares from the tile outward", () => {
    const now = view({ "1A": "Tower", "2A": "Tower", "3A": "Tower", "4A": "Tower", "5A": "Tower", "6A": "Tower" });
    const moment = mergerMoment(before, now, [entry(...events, { kind: "absorbed", chain: "Luxor", survivor: "Tower" })], 1);
    expect(moment?.taken.map(({ square, delay }) => [square, delay])).toEqual([["4A", 0], ["5A", 70], ["6A", 140]]);
  });
  test("takes two seconds at most, however many are paid", () => {
    const payments = Array.from({ length: 18 }, (_, seat) => ({ chain: "Luxor", seat, money: 100, place: "majority" }));
    expect(setsOut(17, 18) + TRAVELS).toBeLessThanOrEqual(LONGEST);
    expect(spreadsAt({ key: 1, tile: null, lit: [], payments, taken: [] }) + 500 + 250).toBeLessThanOrEqual(LONGEST);
  });
  test("is nothing else: no other turn, and not the end, which has its own", () => {
    expect(mergerMoment(before, before, [entry({ kind: "placed", tile: "9I" })], 1)).toBeNull();
    expect(mergerMoment(before, before, [entry(...events, { kind: "ended", how: "announced" })], 1)).toBeNull();
  });
});

describe("the end", () => {
  const chain = (name: string, size: number) => ({ name, size }) as ChainView;
  const result: Result = {
    money: [9000, 12000, 7000], winners: [1], end: "announced", won: "Bob wins with $12,000.", why: "",
    standing: [
      { seat: 1, name: "Bob", place: 1, cash: 4000, total: 12000, chains: [{ chain: "Tower", bonus: 3000, shares: 5, sale: 5000 }] },
      { seat: 0, name: "Ann", place: 2, cash: 6000, total: 9000, chains: [{ chain: "Tower", bonus: 1500, shares: 1, sale: 1000 }, { chain: "Luxor", bonus: 0, shares: 1, sale: 500 }] },
      { seat: 2, name: "Cid", place: 3, cash: 7000, total: 7000, chains: [] },
    ],
  };
  const steps = payOutSteps(result.standing ?? [], [chain("Luxor", 3), chain("Tower", 9), chain("Imperial", 0)]);
  test("is paid chain by chain", () => {
    expect(steps.map(({ chain }) => chain.name)).toEqual(["Luxor", "Tower"]);
    expect([0, 1, 2].map((done) => totals(result.standing ?? [], steps, done))).toEqual([[4000, 6000, 7000], [4000, 6500, 7000], [12000, 9000, 7000]]);
  });
  test("is told to each in the second person", () => {
    expect([0, 1, 2, null].map((seat) => resultText(result, seat))).toEqual([
      "Second of three, $3,000 behind", "You win by $3,000", "Third of three, $5,000 behind", "Bob wins with $12,000",
    ]);
    const tied = { ...result, standing: result.standing?.map((one) => ({ ...one, place: 1, total: 9000 })) ?? [] };
    expect(resultText(tied, 0)).toBe("You share the win");
  });
});

describe("a clock", () => {
  const live = { kind: "live", seconds: 30, reserve: 60, days: 3 } as const;
  test("shows the decision's seconds, then the reserve, and warns", () => {
    const at = (now: number) => clockFace(live, { deadline: 100_000, reserve: 60_000 }, now);
    expect(at(15_000)).toEqual({ time: "0:25", note: "then 1:00 reserve", state: "calm" });
    expect(at(50_000)).toEqual({ time: "0:50", note: "of your reserve", state: "reserve" });
    expect(at(92_000)?.state).toBe("urgent");
    expect(at(100_500)).toEqual({ time: "0:00", note: "time is out", state: "out" });
  });
  test("that stands still shows nothing", () => {
    expect(clockFace(live, { deadline: null, reserve: 5 }, 0)).toBeNull();
    expect(clockFace(live, null, 0)).toBeNull();
  });
});

describe("who is away", () => {
  const seat = { seat: 1, kind: "person", name: "Bob", away_since: 1_000_000, stand_in: false, absence: "" } as Seat;
  const table = { seats: [{ ...seat, seat: 0, name: "Ann", away_since: null }, seat], clock: { kind: "none" }, patience: 60 } as unknown as Table;
  test("is said with since when", () => {
    expect(awayText(table, 1_000_000 + 200_000, 0)).toMatch(/^Away: Bob since \d\d:\d\d \(3 min\)\.$/);
    expect(awayText(table, 1_200_000, 0, 1)).toBe("");
    expect(since(0, 3 * 86_400_000, 0)).toBe("for 3 days");
  });
  test("is waited for as long as the host says, and not where a clock runs", () => {
    expect(patienceLeft(table, seat, 1_045_000)).toBe(15_000);
    expect(patienceLeft(table, seat, 1_061_000)).toBe(0);
    expect(patienceLeft({ ...table, clock: { kind: "live" } }, seat, 1_061_000)).toBeNull();
  });
  test("is why a bot plays", () => {
    const why = (absence: Seat["absence"], you = false) => whyBot({ ...seat, absence }, you);
    expect(why("time")).toBe("Bob’s time ran out, so a bot plays until Bob returns.");
    expect(why("time", true)).toBe("Your time ran out, so a bot plays until you return.");
    expect(why("others", true)).toBe("You were away, so the others let a bot play until you return.");
    expect(why("own")).toBe("A bot plays for Bob, as Bob asked, until Bob returns.");
    expect(why("resigned")).toBe("Bob resigned; a bot plays to the end.");
  });
});

test("advice fills the basket as far as the server allows", () => {
  const chains = [{ chain: "Tower", price: 300, most: 1, bank_limit: "none left" }, { chain: "Luxor", price: 200, most: 9, bank_limit: "" }];
  const buying = { chains, left: 3, money: 5000, share_limit: "three", money_limit: "money" } as unknown as Buying;
  expect(adviseBasket(buying, ["buy Tower", "buy Tower", "buy Luxor", "done"])).toEqual({ Tower: 1, Luxor: 1 });
  expect(adviseBasket(buying, ["done"])).toEqual({});
});
