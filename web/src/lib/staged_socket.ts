/**
 * The other end of a table's socket where there is no table on a server: lessons and puzzles answer in its place, so that
 * everything on the table's page works as it does in a game.
 */

import type { FromServer } from "./protocol";
import type { Wire } from "./table_socket";

export interface Asked {
  do: string;
  id: string;
  actions?: string[];
}

export class StagedSocket {
  private wire: Wire | undefined;

  constructor(
    private readonly begin: () => void,
    private readonly hear: (asked: Asked) => void,
  ) {}

  connect(): Wire {
    const wire: Wire = {
      // Answered a moment later, as by any server: the socket sets its clocks after it has sent something.
      send: (text) => queueMicrotask(() => this.take(JSON.parse(text) as Asked)),
      close: () => {},
      onopen: null,
      onmessage: null,
      onclose: null,
    };
    this.wire = wire;
    this.begin();
    return wire;
  }

  say(message: FromServer): void {
    this.wire?.onmessage?.({ data: JSON.stringify(message) });
  }

  drop(): void {
    this.wire = undefined;
  }

  private take(asked: Asked): void {
    if (asked.do === "ping") this.say({ type: "pong", id: asked.id, now: Date.now() });
    else if (asked.do === "play") this.hear(asked);
  }
}
