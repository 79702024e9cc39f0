import type { View } from "./protocol";

/** A word for a chip beside a player. */
export function doingWord(view: View): string {
  const words: Record<string, string> = {
    place: "placing", found: "founding", survivor: "merging", absorb: "merging", trade: "trading", sell: "selling",
    buy: "buying", exchange: "exchanging",
  };
  return words[view.decision ?? ""] ?? "";
}
