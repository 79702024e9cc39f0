/**
 * The coach beside one's seat: cards for what happens the first time, a question before a decision that costs much, a
 * word after a good one, and what happened since one's last turn. All of it comes from the server, which asks for no
 * more than the seat sees; whatever goes wrong with it, the game goes on.
 */

import { coachCards, coachWord } from "../lib/api";
import type { Card } from "../lib/protocol";
import { settings } from "../lib/settings.svelte";
import type { TableState } from "../lib/table_state.svelte";

const KEY = "mergemaker.coach";
const PATIENCE = 3000; // milliseconds: then the decision is played without a word

export interface Concern {
  text: string;
  instead: string;
  actions: string[];
}

function remembered(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((moment): moment is string => typeof moment === "string") : [];
  } catch {
    return [];
  }
}

export class CoachState {
  cards: Card[] = $state.raw([]);
  concern: Concern | null = $state.raw(null);
  good = $state("");
  recap: string[] = $state.raw([]);

  private seen = new Set(remembered());
  private heard = 0; // the version up to which cards were looked for
  private meant = ""; // a decision that is played although the coach was against it
  private told = 0; // the last turn of the log that was there when one's own began

  constructor(private readonly game: TableState) {
    game.beforePlay = (actions) => this.lets(actions);
  }

  get here(): boolean {
    return settings.coach !== "off" && this.game.table?.hints === true && this.game.view?.seat !== null;
  }

  /** Something is asked of this seat. */
  async asked(): Promise<void> {
    const { view, turns, id, version } = this.game;
    this.concern = null;
    if (!this.here || !view) return;
    if (view.decision === "place") {
      if (settings.coach === "full") this.recap = this.since();
      this.told = turns.at(-1)?.turn ?? 0;
    }
    const since = this.heard;
    this.heard = version;
    try {
      const { cards } = await coachCards(id, since);
      const fresh = cards.filter((card) => !this.seen.has(card.moment) && !this.cards.some((one) => one.moment === card.moment));
      if (this.here) this.cards = [...this.cards, ...fresh];
    } catch {
      // No card this time.
    }
  }

  /** What the others did since one's last turn, in the words of the log. */
  private since(): string[] {
    const mine = this.game.view?.seat;
    const last = this.game.turns.findLast((turn) => turn.seat === mine && turn.turn <= this.told)?.turn ?? 0;
    if (last === 0) return [];
    return this.game.turns
      .filter((turn) => turn.turn > last && turn.seat !== mine)
      .flatMap((turn) => turn.lines.map((line) => line.text))
      .filter((text) => !/ draws? /.test(text));
  }

  /** Whether a decision may be played: not while the coach has a question about it. */
  private async lets(actions: string[]): Promise<boolean> {
    this.good = "";
    this.recap = [];
    // Whoever goes on has had the card before their eyes: it gives way, and the board is free again.
    if (this.cards[0]) this.read(this.cards[0]);
    const text = actions.join();
    const again = this.meant === text;
    this.meant = "";
    this.concern = null;
    if (!this.here || settings.coach !== "full" || again) return true;
    try {
      const late = new Promise<null>((go) => setTimeout(() => go(null), PATIENCE));
      const word = await Promise.race([coachWord(this.game.id, { version: this.game.version, actions }), late]);
      if (word?.concern) {
        this.concern = { text: word.concern, instead: word.instead, actions };
        this.game.said = `${word.concern} ${word.instead}`;
        return false;
      }
      this.good = word?.good ?? "";
    } catch {
      // Then it is played without a word.
    }
    return true;
  }

  /** Plays what the coach had a question about. */
  insist(): void {
    const actions = this.concern?.actions;
    this.concern = null;
    if (!actions) return;
    this.meant = actions.join();
    void this.game.play(actions);
  }

  thinkAgain(): void {
    this.concern = null;
  }

  /** A card was read, and never comes again in this browser. */
  read(card: Card): void {
    this.seen.add(card.moment);
    this.cards = this.cards.filter((one) => one !== card);
    try {
      localStorage.setItem(KEY, JSON.stringify([...this.seen]));
    } catch {
      // Then it comes again.
    }
  }
}
