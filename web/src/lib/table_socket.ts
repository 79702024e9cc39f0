/**
 * The wire to one table. It keeps the connection, connects again when it breaks, and carries what is said to the
 * server exactly once: a message keeps its id until it is answered, and is sent again with that id after a break,
 * which the server answers without doing it twice.
 */

import type { FromServer, Hint } from "./protocol";

export type Line = "connecting" | "open" | "lost" | "closed";

/** What the wire needs of a WebSocket; tests pass their own. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
}

export interface Surroundings {
  connect(url: string): Wire;
  later(ms: number, then: () => void): () => void; // answers with how to call it off
  newId(): string;
}

export type Answer = { ok: true; version: number } | { ok: false; code: string; text: string } | Hint;

interface Pending {
  text: string;
  hurried: number; // how often the server asked to slow down
  answer(said: Answer): void;
}

/** Close codes after which there is nothing to try again, and what they mean to a person. */
const REFUSED_FOR_GOOD = new Map([
  [4400, "The server could not understand this page. Load it again."],
  [4401, "The server does not know who you are. Load the page again."],
  [4403, "The server takes no connections from pages of this address."],
  [4404, "There is no such table."],
]);
const SLOWEST = 10_000;
const QUIET = 20_000; // after so long without a word the server is asked whether it is there
const PATIENCE = 8_000;
const SLOWER = 500; // before a message that came too soon is sent again; twice as long each time
const MOST_HURRIED = 5;

export class TableSocket {
  line: Line = "connecting";
  private wire: Wire | undefined;
  private ready = false; // after the welcome
  private tries = 0;
  private pending = new Map<string, Pending>();
  private callOff: () => void = () => {};
  private callOffPing: () => void = () => {};

  constructor(
    private readonly path: string,
    private readonly version: () => number | null, // the last one this page has
    private readonly heard: (message: FromServer) => void,
    private readonly changed: (line: Line, why: string) => void,
    private readonly around: Surroundings,
  ) {}

  open(): void {
    this.callOff();
    const version = this.version();
    const wire = this.around.connect(version === null ? this.path : `${this.path}?version=${version}`);
    this.wire = wire;
    this.ready = false;
    wire.onmessage = (event) => wire === this.wire && this.hear(event.data);
    wire.onclose = (event) => wire === this.wire && this.broken(event.code, event.reason);
    wire.onopen = () => wire === this.wire && this.listen();
  }

  /** Says something that wants an answer. It is kept until the answer comes, however often the line breaks. */
  ask(message: { do: string } & Record<string, unknown>): Promise<Answer> {
    const id = this.around.newId();
    const text = JSON.stringify({ ...message, id });
    return new Promise((answer) => {
      this.pending.set(id, { text, hurried: 0, answer });
      if (this.ready) this.wire?.send(text);
    });
  }

  /** Says something that matters only now. */
  mention(message: { do: string } & Record<string, unknown>): void {
    if (this.ready) this.wire?.send(JSON.stringify(message));
  }

  get waiting(): number {
    return this.pending.size;
  }

  /** Drops the connection and makes a new one that catches up. */
  again(): void {
    this.drop();
    this.set("lost", "Catching up.");
    this.open();
  }

  close(): void {
    this.drop();
    this.set("closed", "");
  }

  private drop(): void {
    this.callOff();
    this.callOffPing();
    const wire = this.wire;
    this.wire = undefined;
    this.ready = false;
    wire?.close();
  }

  private set(line: Line, why: string): void {
    this.line = line;
    this.changed(line, why);
  }

  private hear(text: string): void {
    const message = JSON.parse(text) as FromServer;
    this.listen();
    if (message.type === "welcome") {
      this.tries = 0;
      this.ready = true;
      this.set("open", "");
      this.heard(message);
      for (const { text } of this.pending.values()) this.wire?.send(text);
      return;
    }
    if (message.type === "ack" || message.type === "refusal" || message.type === "hint") {
      const pending = message.id === null ? undefined : this.pending.get(message.id);
      if (message.type === "refusal" && message.code === "too-often" && pending && this.waits(pending)) return;
      if (message.id !== null) this.pending.delete(message.id);
      if (message.type === "ack") pending?.answer({ ok: true, version: message.version });
      else if (message.type === "hint") pending?.answer(message);
      else pending?.answer({ ok: false, code: message.code, text: message.text });
    }
    this.heard(message);
  }

  /** Nothing was done because it came too soon: the same message goes again, unless the server has had enough. */
  private waits(pending: Pending): boolean {
    if (pending.hurried >= MOST_HURRIED) return false;
    const wire = this.wire; // after a break the welcome sends it again
    this.around.later(SLOWER * 2 ** pending.hurried++, () => wire === this.wire && this.ready && wire?.send(pending.text));
    return true;
  }

  private listen(): void {
    this.callOffPing();
    this.callOffPing = this.around.later(QUIET, () => {
      this.mention({ do: "ping", id: this.around.newId() });
      this.callOffPing = this.around.later(PATIENCE, () => this.broken(1006, "")); // a dead line, not yet noticed
    });
  }

  private broken(code: number, reason: string): void {
    this.drop();
    const refusal = REFUSED_FOR_GOOD.get(code);
    if (refusal !== undefined) {
      const text = reason || refusal;
      for (const { answer } of this.pending.values()) answer({ ok: false, code: "closed", text });
      this.pending.clear();
      this.set("closed", text);
      return;
    }
    this.set("lost", "The connection is lost. Trying again.");
    const wait = Math.min(SLOWEST, 300 * 2 ** this.tries++);
    this.callOff = this.around.later(wait, () => this.open());
  }
}

export const browser: Surroundings = {
  connect(path) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new WebSocket(`${scheme}://${location.host}${path}`) as unknown as Wire;
  },
  later(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  // randomUUID wants a secure page, and a table on a home network is often not one.
  newId: () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join(""),
};
