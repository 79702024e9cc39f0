/**
 * What a seat has picked so far in a decision, and the actions that say so. What may be picked, and what it costs or
 * brings, comes with the view (`actions`, `buying`, `disposal`); here it is only added up.
 */

import type { Buyable, Buying, Disposal } from "./protocol";

/** The arguments of the actions of one kind: `buy` → the chains that can be bought, `found` → those to be founded. */
export function offered(actions: readonly string[], verb: string): string[] {
  return actions.filter((action) => action.startsWith(`${verb} `)).map((action) => action.slice(verb.length + 1));
}

export type Basket = Readonly<Record<string, number>>;

export function basketCount(basket: Basket): number {
  return Object.values(basket).reduce((sum, count) => sum + count, 0);
}

export function basketTotal(basket: Basket, buying: Buying): number {
  return buying.chains.reduce((sum, { chain, price }) => sum + (basket[chain] ?? 0) * price, 0);
}

/** Why no further share of a chain fits into the basket, as the server says it; nothing if one does. */
export function whyNoMore(buying: Buying, basket: Basket, offer: Buyable): string {
  if (basketCount(basket) >= buying.left) return buying.share_limit;
  if (basketTotal(basket, buying) + offer.price > buying.money) return buying.money_limit;
  return (basket[offer.chain] ?? 0) >= offer.most ? offer.bank_limit : "";
}

export function basketActions(basket: Basket): string[] {
  const shares = Object.entries(basket).flatMap(([chain, count]) => Array<string>(count).fill(`buy ${chain}`));
  return [...shares, "done"];
}

/** The basket that actions would fill, as far as the server allows it. */
export function adviseBasket(buying: Buying, actions: readonly string[]): Basket {
  return offered(actions, "buy").reduce<Basket>((basket, chain) => {
    const offer = buying.chains.find((one) => one.chain === chain);
    return offer && !whyNoMore(buying, basket, offer) ? { ...basket, [chain]: (basket[chain] ?? 0) + 1 } : basket;
  }, {});
}

/** How many shares are traded and how many sold; the others are held. */
export interface Parting {
  trade: number;
  sell: number;
}

export const KEEP: Parting = { trade: 0, sell: 0 };

/** What may be given up in trade, from none upward. */
export function tradeable(disposal: Disposal): number[] {
  return [0, ...disposal.trades.map(({ shares }) => shares).filter((shares) => shares > 0)];
}

/** The parting with the next trade that is offered, or the one before; sold shares give way. */
export function withTrade(disposal: Disposal, parting: Parting, to: number): Parting {
  const trade = tradeable(disposal).findLast((shares) => shares <= to) ?? 0;
  return { trade, sell: Math.min(parting.sell, disposal.held - trade) };
}

/** The parting with another number sold; it never takes from what is traded. */
export function withSale(disposal: Disposal, parting: Parting, sell: number): Parting {
  return { ...parting, sell: Math.min(disposal.held - parting.trade, Math.max(0, sell)) };
}

/** What a parting brings: shares of the survivor, and money. */
export function brings(disposal: Disposal, parting: Parting): { shares: number; money: number } {
  const shares = disposal.trades.find((trade) => trade.shares === parting.trade)?.gets ?? 0;
  return { shares, money: parting.sell * disposal.price };
}

export function partingActions(disposal: Disposal, parting: Parting): string[] {
  const sale = `sell ${parting.sell}`;
  return disposal.trades.length ? [`trade ${parting.trade}`, sale] : [sale];
}
