/** One table as this page knows it: fed by the socket, read by everything on the table's page. */

import { moment } from "./api";
import { mergeTurns, news } from "./log_turns";
import { LONGEST, type MergerMoment, mergerMoment } from "./merger_moment";
import type { ChatLine, Entry, FromServer, Moment, Result, SeatClock, Table, Turn, View, Welcome, Update, You } from "./protocol";
import { type Answer, browser, type Line, type Surroundings, TableSocket } from "./table_socket";

export interface Change {
  seat: number;
  money: number;
  key: number;
  turn: number; // whose purchases are told together
}

const CHANGE_SHOWN = 2200;

export class TableState {
  table: Table | null = $state.raw(null);
  you: You | null = $state.raw(null);
  view: View | null = $state.raw(null);
  version = $state(0);
  turns: Turn[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  unread = $state(0);
  clocks: (SeatClock | null)[] = $state.raw([]);
  result: Result | null = $state.raw(null);
  line: Line = $state("connecting");
  lineText = $state("");
  /** The server's clock less ours. */
  ahead = $state(0);
  lastTile: string | null = $state(null);
  changes: Change[] = $state.raw([]);
  /** What a screen reader is told. */
  said = $state("");
  /** A refusal or other short notice, shown as it is. */
  notice = $state("");
  hint: { actions: string[]; text: string } | null = $state.raw(null);
  /** The tile, of one's own hand, that is picked up. */
  picked: string | null = $state(null);
  /** An earlier moment that is looked at. */
  moment: Moment | null = $state.raw(null);
  /** A merger that is being shown, for two seconds at most. */
  merger: MergerMoment | null = $state.raw(null);
  /** Whether the game ended before the eyes of whoever looks, so that the end is shown and not only its result. */
  sawEnd = $state(false);
  sending = $state(false);
  onMyTurn: () => void = () => {};
  /** Whether a decision may be played, for whoever wants to ask first. */
  beforePlay: ((actions: string[]) => Promise<boolean>) | null = null;
  onMoment: (what: "merger" | "end") => void = () => {};

  private socket: TableSocket;
  private key = 0;
  private decided = 0; // counts decisions: the answer to an earlier one says nothing about the next
  private noticeTimer: () => void = () => {};
  private changeTimer: () => void = () => {};
  private mergerTimer: () => void = () => {};

  constructor(
    readonly id: string,
    private readonly around: Surroundings = browser,
  ) {
    this.socket = new TableSocket(
      `/ws/tables/${id}`,
      () => (this.table && this.version > 0 ? this.version : null),
      (message) => this.hear(message),
      (line, why) => {
        this.line = line;
        this.lineText = why;
      },
      around,
    );
  }

  open(): void {
    this.socket.open();
  }

  close(): void {
    this.socket.close();
  }

  get mine(): boolean {
    return this.view !== null && this.view.to_act !== null && this.view.to_act === this.you?.seat;
  }

  get shownView(): View | null {
    return this.moment?.view ?? this.view;
  }

  async play(actions: string[]): Promise<boolean> {
    // One decision at a time: a second click while the first is on its way is not a second decision.
    if (this.sending) return false;
    this.sending = true;
    const decided = ++this.decided;
    this.hint = null;
    const allowed = !this.beforePlay || (await this.beforePlay(actions));
    const answer = allowed && (await this.ask({ do: "play", version: this.version, actions }));
    if (decided === this.decided) {
      this.sending = false;
      if (answer) this.picked = null;
    }
    return answer;
  }

  undo(): Promise<boolean> {
    return this.ask({ do: "undo", version: this.version });
  }

  say(text: string): Promise<boolean> {
    return this.ask({ do: "chat", text });
  }

  comeBack(): Promise<boolean> {
    return this.ask({ do: "return" });
  }

  /** A bot plays for one's own seat, or for that of somebody who is away. */
  standIn(seat: number | null = null): Promise<boolean> {
    return this.ask({ do: "stand-in", seat });
  }

  /** The show is over, or somebody has seen enough of it. */
  endMerger(): void {
    this.mergerTimer();
    this.merger = null;
  }

  mute(seat: number | null, muted: boolean): Promise<boolean> {
    return this.ask({ do: "mute", seat, muted });
  }

  async askHint(): Promise<void> {
    const answer = await this.socket.ask({ do: "hint" });
    if ("action" in answer) {
      if (answer.version !== this.version) return;
      this.hint = { actions: [answer.action, ...(answer.line ?? [])], text: answer.text };
      this.said = answer.text;
      const tile = answer.action.startsWith("place ") ? answer.action.slice(6) : null;
      if (tile) this.picked = tile;
    } else this.tellRefusal(answer);
  }

  /** How many seconds a bot should take for a tile where one plays alone against bots. */
  setPace(seconds: number | null): void {
    this.socket.mention({ do: "pace", seconds });
  }

  present(here: boolean): void {
    this.socket.mention({ do: "presence", here });
  }

  async lookAt(version: number): Promise<void> {
    if (version === this.version) {
      this.moment = null;
      return;
    }
    try {
      this.moment = await moment(this.id, version);
    } catch (problem) {
      this.tell((problem as Error).message);
    }
  }

  tell(text: string): void {
    this.notice = text;
    this.noticeTimer();
    this.noticeTimer = this.around.later(6000, () => (this.notice = ""));
  }

  private async ask(message: { do: string } & Record<string, unknown>): Promise<boolean> {
    const answer = await this.socket.ask(message);
    this.tellRefusal(answer);
    return "ok" in answer && answer.ok;
  }

  private tellRefusal(answer: Answer): void {
    if ("ok" in answer && !answer.ok) this.tell(answer.text);
  }

  private hear(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        return this.welcome(message);
      case "update":
        return this.update(message);
      case "table":
        this.table = message.table;
        this.you = message.you;
        this.ahead = message.now - Date.now();
        this.clocks = message.table.seats.map((seat) => seat.clock);
        this.result ??= message.table.result;
        return;
      case "chat":
        this.chat = [...this.chat, message.line];
        this.unread += 1;
        return;
      case "refusal":
        if (message.id === null) this.tell(message.text);
    }
  }

  private welcome(message: Welcome): void {
    const first = this.table === null;
    this.table = message.table;
    this.you = message.you;
    this.chat = message.chat;
    this.ahead = message.now - Date.now();
    this.clocks = message.table.seats.map((seat) => seat.clock);
    this.result = message.table.result;
    const turns = message.since === 0 ? message.turns : mergeTurns(this.turns, message.turns);
    if (!first) this.said = news(this.turns, message.turns).join(" ");
    this.turns = turns;
    this.version = message.version;
    if (message.view) this.show(message.view, message.entries);
  }

  private update(message: Update): void {
    const begins = message.entries[0]?.version;
    if (begins !== undefined && begins !== this.version + 1) {
      if (message.version <= this.version) return; // heard already
      this.socket.again(); // something in between was missed
      return;
    }
    this.said = news(this.turns, message.turns).join(" ");
    this.turns = mergeTurns(this.turns, message.turns);
    this.you = message.you;
    this.clocks = message.clocks;
    this.ahead = message.now - Date.now();
    if (message.result) {
      if (!this.result && this.view) {
        this.sawEnd = true;
        this.onMoment("end");
      }
      this.result = message.result;
    }
    this.version = message.version;
    // What was decided is done, though its answer may be later than what everybody is told: the next question counts.
    if (message.entries.some((entry) => entry.seat === this.you?.seat)) this.sending = false;
    this.tellUndone(message.entries);
    this.show(message.view, message.entries);
  }

  private show(view: View, entries: readonly Entry[]): void {
    const before = this.view;
    this.view = view;
    this.hint = null;
    const placed = entries.flatMap((entry) => entry.events).filter((event) => event.kind === "placed");
    this.lastTile = view.placed ?? placed.at(-1)?.tile ?? this.lastTile;
    if (this.lastTile && !(this.lastTile in view.board)) this.lastTile = null; // undone
    if (this.picked && !view.hand.some((tile) => tile.tile === this.picked)) this.picked = null;
    if (before) {
      this.showChanges(before, view);
      this.showMerger(before, view, entries);
    }
    const asked = view.to_act !== null && view.to_act === view.seat;
    const wasAsked = before?.to_act === view.seat && before?.decision === view.decision;
    if (asked && !wasAsked) this.onMyTurn();
  }

  /** What somebody else took back would otherwise only be missing. */
  private tellUndone(entries: readonly Entry[]): void {
    const undone = entries.findLast((entry) => entry.kind === "undo" && entry.seat !== this.you?.seat);
    if (undone) this.tell(`${this.table?.seats[undone.seat]?.name ?? "Somebody"} took back the last decision.`);
  }

  private showMerger(before: View, now: View, entries: readonly Entry[]): void {
    const moment = mergerMoment(before, now, entries, ++this.key);
    if (!moment) return;
    this.endMerger();
    this.merger = moment;
    if (moment.payments.length) this.onMoment("merger");
    this.mergerTimer = this.around.later(LONGEST, () => (this.merger = null));
  }

  private showChanges(before: View, now: View): void {
    const changes: Change[] = [];
    for (const player of now.players) {
      const had = before.players[player.seat]?.money;
      if (player.money !== null && had !== null && had !== undefined && player.money !== had)
        changes.push(this.withShown({ seat: player.seat, money: player.money - had, key: ++this.key, turn: this.turns.at(-1)?.turn ?? 0 }));
    }
    if (changes.length === 0) return;
    const changed = new Set(changes.map((change) => change.seat));
    this.changes = [...this.changes.filter((change) => !changed.has(change.seat)), ...changes];
    this.changeTimer();
    this.changeTimer = this.around.later(CHANGE_SHOWN, () => (this.changes = []));
  }

  /** A change together with what is still shown of the same turn: three shares are one purchase. */
  private withShown(change: Change): Change {
    const shown = this.changes.find(({ seat, turn }) => seat === change.seat && turn === change.turn);
    const alike = shown && Math.sign(shown.money) === Math.sign(change.money);
    return alike ? { ...change, money: shown.money + change.money } : change;
  }
}
