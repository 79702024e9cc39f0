/** A tournament as its socket tells it; fetched where the socket can't be had. `now` is the server's clock. */

import { whoAmI } from "../lib/api";
import type { TournamentShown } from "../lib/protocol";
import { tournament } from "./club_api";

export class TournamentState {
  page: TournamentShown | null = $state.raw(null);
  said = $state("");
  now = $state(Date.now());
  private ahead = 0; // of the server's clock
  private wire: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ticking: ReturnType<typeof setInterval> | undefined;
  private closed = false;

  constructor(readonly id: string) {}

  async open(): Promise<void> {
    this.closed = false;
    this.ticking = setInterval(() => (this.now = Date.now() - this.ahead), 1000);
    try {
      await whoAmI(); // the socket says who one is by the cookie
      this.take(await tournament(this.id));
    } catch (problem) {
      this.said = (problem as Error).message;
      return;
    }
    if (!this.closed) this.connect();
  }

  take(page: TournamentShown): void {
    if (this.page && page.version < this.page.version) return; // an answer that was overtaken
    this.page = page;
    this.ahead = Date.now() - page.now;
    this.now = page.now;
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const wire = new WebSocket(`${scheme}://${location.host}/ws/tournaments/${encodeURIComponent(this.id)}`);
    this.wire = wire;
    wire.onmessage = (event) => this.take(JSON.parse(String(event.data)) as TournamentShown);
    wire.onclose = () => {
      if (this.closed || wire !== this.wire) return;
      this.timer = setTimeout(() => {
        tournament(this.id).then((page) => this.take(page), () => {});
        this.connect();
      }, 3000);
    };
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.ticking);
    this.wire?.close();
  }
}
