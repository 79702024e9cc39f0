import { describe, expect, test } from "vitest";
import * as choices from "../src/lib/decision_choices";
import type { Buying, Disposal, View } from "../src/lib/protocol";
import views from "./views.json";

const KEEP = choices.KEEP;

describe("a basket", () => {
  const tower = { chain: "Tower", price: 200, most: 3, bank_limit: "The bank has 3 shares of Tower, no more." };
  const luxor = { chain: "Luxor", price: 700, most: 1, bank_limit: "The bank has one share of Luxor, no more." };
  const limits = { share_limit: "3 shares can be bought, no more.", money_limit: "You have $1,300." };
  const buying: Buying = { left: 3, money: 1300, chains: [tower, luxor], ...limits };

  test("becomes one action for each share, and done", () => {
    expect(choices.basketActions({ Tower: 2, Luxor: 1 })).toEqual(["buy Tower", "buy Tower", "buy Luxor", "done"]);
    expect(choices.basketActions({})).toEqual(["done"]);
    expect(choices.basketActions({ Tower: 0 })).toEqual(["done"]);
  });

  test("costs the sum of the prices that the server named", () => {
    expect(choices.basketTotal({ Tower: 2, Luxor: 1 }, buying)).toBe(1100);
  });

  test("takes no more than the server allows in all, of a chain and for the money, and says why in its words", () => {
    expect(choices.whyNoMore(buying, {}, tower)).toBe("");
    expect(choices.whyNoMore(buying, { Tower: 3 }, luxor)).toBe(buying.share_limit);
    expect(choices.whyNoMore({ ...buying, money: 9000 }, { Luxor: 1 }, luxor)).toBe(luxor.bank_limit);
    expect(choices.whyNoMore(buying, { Luxor: 1 }, luxor)).toBe(buying.money_limit);
    expect(choices.whyNoMore(buying, { Luxor: 1 }, tower)).toBe("");
  });
});

describe("a parting with shares", () => {
  const trades = [{ shares: 0, gets: 0 }, { shares: 2, gets: 1 }, { shares: 4, gets: 2 }];
  const disposal: Disposal = { chain: "Luxor", survivor: "Tower", held: 7, price: 300, owned: 1, money: 500, trades, limit: "" };

  test("is read from the view", () => {
    const trading = structuredClone(views.trade) as unknown as View;
    expect(choices.tradeable(trading.disposal!)).toEqual([0, 2]);
    expect(trading.disposal!.held).toBe(3);
  });

  test("trades what is offered, and what is sold gives way", () => {
    expect(choices.withTrade(disposal, KEEP, 3)).toEqual({ trade: 2, sell: 0 });
    expect(choices.withTrade(disposal, { trade: 0, sell: 7 }, 99)).toEqual({ trade: 4, sell: 3 });
    expect(choices.withTrade(disposal, { trade: 2, sell: 0 }, -1)).toEqual(KEEP);
  });

  test("sells what is not traded", () => {
    expect(choices.withSale(disposal, { trade: 4, sell: 0 }, 9)).toEqual({ trade: 4, sell: 3 });
    expect(choices.withSale(disposal, { trade: 4, sell: 1 }, -2)).toEqual({ trade: 4, sell: 0 });
  });

  test("brings the shares and the money that the server named", () => {
    expect(choices.brings(disposal, { trade: 4, sell: 3 })).toEqual({ shares: 2, money: 900 });
    expect(choices.brings({ ...disposal, trades: [] }, { trade: 0, sell: 1 })).toEqual({ shares: 0, money: 300 });
  });

  test("says both numbers where trading is asked, and the sale alone where it is not", () => {
    expect(choices.partingActions(disposal, { trade: 2, sell: 1 })).toEqual(["trade 2", "sell 1"]);
    expect(choices.partingActions({ ...disposal, trades: [] }, { trade: 0, sell: 1 })).toEqual(["sell 1"]);
  });
});
