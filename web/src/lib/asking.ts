/** What is asked of whom, in a sentence: the action bar's heading and the page's title. */

import { listed, plural } from "./format";
import type { View } from "./protocol";

const DOING: Record<string, string> = {
  place: "is placing a tile",
  found: "is founding a chain",
  survivor: "is choosing which chain survives",
  absorb: "is choosing which chain is absorbed next",
  trade: "is deciding about shares",
  sell: "is deciding about shares",
  buy: "is buying",
  exchange: "is deciding about dead tiles",
};

export function doing(view: View): string {
  if (view.to_act === null || view.decision === null) return "The game is over";
  const name = view.names[view.to_act] ?? "";
  const of = (view.decision === "trade" || view.decision === "sell") && view.merger?.absorbed;
  return of ? `${name} is deciding about ${of} shares` : `${name} ${DOING[view.decision] ?? "is deciding"}`;
}

/** A word for a chip beside a player. */
export function doingWord(view: View): string {
  const words: Record<string, string> = {
    place: "placing", found: "founding", survivor: "merging", absorb: "merging", trade: "trading", sell: "selling",
    buy: "buying", exchange: "exchanging",
  };
  return words[view.decision ?? ""] ?? "";
}

/** The question to this page's own seat. */
export function question(view: View): string {
  const merger = view.merger;
  switch (view.decision) {
    case "place":
      return view.actions.includes("skip") ? "None of your tiles can be placed now." : "Your turn. Place a tile.";
    case "found":
      return `${view.placed ?? "Your tile"} founds a chain. Which one?`;
    case "survivor":
      return `${view.placed ?? "Your tile"} merges chains of equal size. Which one survives?`;
    case "absorb":
      return "Which chain is absorbed next?";
    case "trade":
    case "sell": {
      const who = view.mover === view.seat ? "You merged" : `${view.names[view.mover]} merged`;
      return `${who} ${merger?.absorbed} into ${merger?.survivor}. What about your ${view.disposal?.held ?? 0} ${merger?.absorbed}?`;
    }
    case "buy":
      return view.buying?.chains.length ? `Buy up to ${plural(view.buying.left, "share")}.` : "There is nothing more to buy.";
    case "exchange": {
      const dead = view.hand.filter((tile) => tile.effect === "dead").map((tile) => tile.tile);
      return `${listed(dead)} ${dead.length === 1 ? "is" : "are"} dead. Exchange ${dead.length === 1 ? "it" : "them"}?`;
    }
    default:
      return "The game is over.";
  }
}
