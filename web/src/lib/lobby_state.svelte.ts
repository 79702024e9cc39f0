/** The lists of the home page, kept up to date by the lobby's socket; fetched once where that can't be had. */

import { lobby as fetchLobby } from "./api";
import type { Lobby } from "./protocol";

export class LobbyState {
  lists: Lobby | null = $state.raw(null);
  private wire: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  open(): void {
    this.closed = false;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const wire = new WebSocket(`${scheme}://${location.host}/ws/lobby`);
    this.wire = wire;
    wire.onmessage = (event) => {
      const said = JSON.parse(String(event.data)) as Lobby;
      if (said.type === "lobby") this.lists = said;
    };
    wire.onclose = () => {
      if (this.closed || wire !== this.wire) return;
      fetchLobby().then((lists) => (this.lists = lists), () => {});
      this.timer = setTimeout(() => this.open(), 5000);
    };
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.wire?.close();
  }
}
