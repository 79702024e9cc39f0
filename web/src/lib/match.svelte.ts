/** Looking for a game in the background, on whichever page one is: it asks every few seconds, and tells when one is found. */

import { get, post } from "./api";
import type { Seek, Seeking } from "./protocol";
import { alertTurn } from "./turn_alerts";

const KEY = "mergemaker.seeking";
const EVERY = 3000;

export const match: { now: Seeking | null } = $state({ now: null });
let timer: ReturnType<typeof setTimeout> | undefined;

function note(now: Seeking): void {
  const before = match.now?.table;
  match.now = now;
  try {
    if (now.seeking || now.table) localStorage.setItem(KEY, "1");
    else localStorage.removeItem(KEY);
  } catch {
    // Then it is looked for as long as the page is open.
  }
  if (now.table && now.table !== before) alertTurn("Your game is ready", "Come to the table.");
  clearTimeout(timer);
  if (now.seeking) timer = setTimeout(() => void look(), EVERY);
}

async function look(): Promise<void> {
  try {
    note(await get<Seeking>("/api/match"));
  } catch {
    timer = setTimeout(() => void look(), 2 * EVERY); // the server is away; go on when it is back
  }
}

export async function seek(wish: Seek): Promise<void> {
  note(await post<Seeking>("/api/match", wish));
}

export async function stopSeeking(): Promise<void> {
  note(await post<Seeking>("/api/match/stop"));
}

/** After a page was loaded anew: go on with what was begun before. */
export function resumeSeeking(): void {
  try {
    if (localStorage.getItem(KEY)) void look();
  } catch {
    // Nothing was kept.
  }
}
