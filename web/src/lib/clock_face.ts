/** What a running clock shows: the decision's own seconds first, then the reserve, and a warning before the end. */

import { clock } from "./format";
import type { Clock, SeatClock } from "./protocol";

const WARN = 10_000; // milliseconds before the end
const WARN_DAYS = 3_600_000;

export interface ClockFace {
  time: string;
  note: string; // what is left besides, or that the reserve runs
  state: "calm" | "reserve" | "urgent" | "out";
}

/** The face of a clock that runs; null of one that stands still. `now` is the server's time. */
export function clockFace(kind: Clock, time: SeatClock | null | undefined, now: number): ClockFace | null {
  if (!time?.deadline) return null;
  const left = time.deadline - now;
  if (left <= 0) return { time: "0:00", note: "time is out", state: "out" };
  if (kind.kind === "days") return { time: clock(left), note: "", state: left < WARN_DAYS ? "urgent" : "calm" };
  const own = left - time.reserve;
  if (own > 0) {
    const note = time.reserve ? `then ${clock(time.reserve)} reserve` : "";
    return { time: clock(own), note, state: own <= WARN && !time.reserve ? "urgent" : "calm" };
  }
  return { time: clock(left), note: "of your reserve", state: left <= WARN ? "urgent" : "reserve" };
}
