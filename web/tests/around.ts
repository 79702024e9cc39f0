/** Surroundings for a socket under test: the wires it makes, and time that passes when the test says so. */

import type { FromServer } from "../src/lib/protocol";
import type { Surroundings, Wire } from "../src/lib/table_socket";

export class FakeWire implements Wire {
  sent: { do: string; id?: string; version?: number; actions?: string[] }[] = [];
  closed = false;
  onopen: Wire["onopen"] = null;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;
  constructor(readonly url: string) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
  say(message: Partial<FromServer> & { type: string }): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(code = 1006): void {
    this.onclose?.({ code, reason: "" });
  }
}

export class FakeAround implements Surroundings {
  wires: FakeWire[] = [];
  private timers: { at: number; then: () => void }[] = [];
  private now = 0;
  private ids = 0;
  connect(url: string): FakeWire {
    const wire = new FakeWire(url);
    this.wires.push(wire);
    return wire;
  }
  later(ms: number, then: () => void): () => void {
    const timer = { at: this.now + ms, then };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((other) => other !== timer));
  }
  newId(): string {
    return `id-${++this.ids}`;
  }
  pass(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const next = this.timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.now = next.at;
      next.then();
    }
    this.now = end;
  }
  get wire(): FakeWire {
    const last = this.wires.at(-1);
    if (!last) throw new Error("nothing connected yet");
    return last;
  }
}
