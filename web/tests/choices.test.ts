import { describe, expect, test } from "vitest";
import * as choices from "../src/lib/choices";
import type { View } from "../src/lib/protocol";
import views from "./views.json";

const buying = structuredClone(views.buy) as unknown as View;
const trading = structuredClone(views.trade) as unknown as View;

describe("a basket", () => {
  const chain = buying.chains.find(({ name }) => buying.actions.includes(`buy ${name}`))!;
  const seat = buying.seat!;

  test("becomes one action for each share, and done", () => {
    expect(choices.basketActions({ Tower: 2, Luxor: 1 })).toEqual(["buy Tower", "buy Tower", "buy Luxor", "done"]);
    expect(choices.basketActions({})).toEqual(["done"]);
    expect(choices.basketActions({ Tower: 0 })).toEqual(["done"]);
  });

  test("costs the sum of its prices", () => {
    expect(choices.basketTotal({ [chain.name]: 2 }, buying.chains)).toBe(2 * chain.price);
  });

  test("takes no more than the limit, the bank and the money allow, and says which", () => {
    const rich = { ...buying, players: buying.players.map((player) => ({ ...player, money: 99_000 })) };
    const limit = buying.buy_limit - buying.bought;
    expect(choices.whyNoMore(rich, {}, chain)).toBe("");
    expect(choices.whyNoMore(rich, { [chain.name]: limit }, chain)).toMatch(/shares a turn/);
    expect(choices.whyNoMore(rich, { [chain.name]: 1 }, { ...chain, bank: 1 })).toMatch(/bank/);
    const poor = { ...buying, players: buying.players.map((player) => (player.seat === seat ? { ...player, money: chain.price } : player)) };
    expect(choices.whyNoMore(poor, { [chain.name]: 1 }, chain)).toMatch(/money/);
  });

  test("takes nothing that the server does not offer", () => {
    expect(choices.whyNoMore({ ...buying, actions: ["done"] }, {}, chain)).not.toBe("");
  });
});

describe("a disposal", () => {
  const limits = { held: 7, trades: [0, 2, 4] };

  test("is read from what is offered", () => {
    expect(choices.disposalLimits(trading)).toEqual({ held: 3, trades: [0, 2] });
  });

  test("trades in pairs, up to what is offered, and what is sold gives way", () => {
    expect(choices.withTrade(limits, { trade: 0, sell: 0 }, 3)).toEqual({ trade: 2, sell: 0 });
    expect(choices.withTrade(limits, { trade: 0, sell: 7 }, 99)).toEqual({ trade: 4, sell: 3 });
    expect(choices.withTrade(limits, { trade: 2, sell: 0 }, -1)).toEqual({ trade: 0, sell: 0 });
  });

  test("sells what is not traded", () => {
    expect(choices.withSale(limits, { trade: 4, sell: 0 }, 9)).toEqual({ trade: 4, sell: 3 });
    expect(choices.withSale(limits, { trade: 4, sell: 1 }, -2)).toEqual({ trade: 4, sell: 0 });
  });

  test("says both numbers where trading is asked, and the sale alone where it is not", () => {
    expect(choices.disposalActions(trading, { trade: 2, sell: 1 })).toEqual(["trade 2", "sell 1"]);
    expect(choices.disposalActions({ ...trading, decision: "sell" }, { trade: 0, sell: 1 })).toEqual(["sell 1"]);
  });
});
