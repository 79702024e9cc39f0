/**
 * What a seat has picked so far in a decision, and the actions that say so. What may be picked is read from the
 * view's `actions`; amounts beyond the first share are bounded by the view's own numbers, and the server has the
 * last word.
 */

import type { ChainView, View } from "./protocol";

/** The arguments of the actions of one kind: `buy` → the chains that can be bought, `trade` → numbers. */
export function offered(actions: readonly string[], verb: string): string[] {
  return actions.filter((action) => action.startsWith(`${verb} `)).map((action) => action.slice(verb.length + 1));
}

export type Basket = Readonly<Record<string, number>>;

export function basketCount(basket: Basket): number {
  return Object.values(basket).reduce((sum, count) => sum + count, 0);
}

export function basketTotal(basket: Basket, chains: readonly ChainView[]): number {
  return chains.reduce((sum, chain) => sum + (basket[chain.name] ?? 0) * chain.price, 0);
}

/** Why no further share of a chain fits into the basket; nothing if one does. */
export function whyNoMore(view: View, basket: Basket, chain: ChainView): string {
  if (!view.actions.includes(`buy ${chain.name}`)) return "can’t be bought now";
  if (basketCount(basket) >= view.buy_limit - view.bought) return `no more than ${view.buy_limit} shares a turn`;
  if ((basket[chain.name] ?? 0) >= chain.bank) return "the bank has no more";
  const money = view.seat === null ? null : (view.players[view.seat]?.money ?? null);
  if (money !== null && basketTotal(basket, view.chains) + chain.price > money) return "not enough money";
  return "";
}

export function basketActions(basket: Basket): string[] {
  const shares = Object.entries(basket).flatMap(([chain, count]) => Array<string>(count).fill(`buy ${chain}`));
  return [...shares, "done"];
}

export interface Disposal {
  trade: number; // shares given up, even
  sell: number;
}

export interface DisposalLimits {
  held: number;
  trades: number[]; // what may be traded; empty where trading is not asked
}

export function disposalLimits(view: View): DisposalLimits {
  const absorbed = view.chains.find((chain) => chain.name === view.merger?.absorbed);
  const held = (view.seat === null ? 0 : absorbed?.holdings[view.seat]) ?? 0;
  return { held, trades: offered(view.actions, "trade").map(Number) };
}

/** The disposal with another number traded; sold shares give way. */
export function withTrade(limits: DisposalLimits, disposal: Disposal, trade: number): Disposal {
  const most = Math.max(0, ...limits.trades);
  const even = Math.min(most, Math.max(0, trade - (trade % 2)));
  return { trade: even, sell: Math.min(disposal.sell, limits.held - even) };
}

/** The disposal with another number sold; it never takes from what is traded. */
export function withSale(limits: DisposalLimits, disposal: Disposal, sell: number): Disposal {
  return { ...disposal, sell: Math.min(limits.held - disposal.trade, Math.max(0, sell)) };
}

export function disposalActions(view: View, disposal: Disposal): string[] {
  const sale = `sell ${disposal.sell}`;
  return view.decision === "trade" ? [`trade ${disposal.trade}`, sale] : [sale];
}
