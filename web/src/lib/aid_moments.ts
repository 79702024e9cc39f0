/** The moments of a view: what is being decided and what else stands out, by the names that the player aid's lines have. */

import type { View } from "./protocol";

export function momentsNow(view: View): Set<string> {
  const now = new Set<string>(view.hand.map((tile) => tile.effect).filter((effect) => effect === "dead" || effect === "eighth"));
  if (view.decision) now.add(view.decision);
  if (view.merger) now.add("merger");
  if (view.chains.some((chain) => chain.safe)) now.add("safe");
  if (view.end_in_sight || view.announced) now.add("end");
  return now;
}
