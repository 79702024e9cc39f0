/** Who is away and since when, and why a bot plays for somebody, in sentences. Times are the server's. */

import { clock } from "./format";
import type { Seat, Table } from "./protocol";

/** Since when, as a clock on this wall shows it, and for how long. */
export function since(then: number, now: number, ahead: number): string {
  const time = new Date(then - ahead).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const minutes = Math.floor((now - then) / 60_000);
  const day = 24 * 60;
  if (minutes >= day) return `for ${Math.floor(minutes / day)} ${minutes < 2 * day ? "day" : "days"}`;
  return minutes < 1 ? `since ${time}` : `since ${time} (${minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`})`;
}

export function isAway(seat: Seat): boolean {
  return seat.kind === "person" && seat.away_since !== null && !seat.stand_in;
}

/** Everybody who is away, in one sentence; nothing if nobody is. */
export function awayText(table: Table, now: number, ahead: number, but: number | null = null): string {
  const away = table.seats.filter((seat) => isAway(seat) && seat.seat !== but);
  const told = away.map((seat) => `${seat.name} ${since(seat.away_since ?? now, now, ahead)}`);
  return told.length ? `Away: ${told.join(", ")}.` : "";
}

/** In how many milliseconds others may send a bot for somebody who is away; null where a clock looks after that. */
export function patienceLeft(table: Table, seat: Seat, now: number): number | null {
  if (table.clock.kind !== "none" || seat.away_since === null) return null;
  return Math.max(0, seat.away_since + table.patience * 1000 - now);
}

/** How long one waits for somebody who is away. */
export function patienceWords(seconds: number): string {
  if (seconds === 3600) return "an hour";
  if (seconds === 60) return "a minute";
  return seconds % 60 ? `${seconds} seconds` : `${seconds / 60} minutes`;
}

export function waitText(left: number): string {
  return `In ${clock(left)} a bot may play for them.`;
}

/** Why a bot plays for a seat. */
export function whyBot(seat: Seat, you: boolean): string {
  const who = you ? "you" : (seat.name ?? "");
  const whose = you ? "Your" : `${seat.name}’s`;
  switch (seat.absence) {
    case "time":
      return `${whose} time ran out, so a bot plays until ${you ? "you return" : `${who} returns`}.`;
    case "others":
      return `${you ? "You were" : `${who} was`} away, so the others let a bot play until ${you ? "you return" : `${who} returns`}.`;
    case "resigned":
      return `${who} resigned; a bot plays to the end.`;
    case "removed":
      return `The host removed ${who}; a bot plays to the end.`;
    case "round":
      return "Time was called for the round, so bots play the game out. What counts is how it stood.";
    default:
      return `A bot plays for ${who}, as ${you ? "you" : who} asked, until ${you ? "you return" : `${who} returns`}.`;
  }
}
