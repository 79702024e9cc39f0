import { beforeEach, describe, expect, test } from "vitest";
import type { FromServer } from "../src/lib/protocol";
import { type Line, TableSocket } from "../src/lib/table_socket";
import { FakeAround } from "./around";

describe("the wire to a table", () => {
  let around: FakeAround;
  let heard: FromServer[];
  let lines: Line[];
  let version: number | null;
  let socket: TableSocket;

  beforeEach(() => {
    around = new FakeAround();
    heard = [];
    lines = [];
    version = null;
    socket = new TableSocket("/ws/tables/t", () => version, (m) => heard.push(m), (line) => lines.push(line), around);
    socket.open();
  });

  test("asks for everything first, and after a break for what came since", () => {
    expect(around.wire.url).toBe("/ws/tables/t");
    around.wire.say({ type: "welcome" });
    version = 7;
    around.wire.breaks();
    around.pass(300);
    expect(around.wires).toHaveLength(2);
    expect(around.wire.url).toBe("/ws/tables/t?version=7");
  });

  test("says nothing before the welcome", () => {
    void socket.ask({ do: "play", version: 0, actions: ["place 5C"] });
    expect(around.wire.sent).toEqual([]);
    around.wire.say({ type: "welcome" });
    expect(around.wire.sent).toHaveLength(1);
  });

  test("sends an unanswered action again under its own id, and an answered one never", async () => {
    around.wire.say({ type: "welcome" });
    const answer = socket.ask({ do: "play", version: 3, actions: ["done"] });
    const first = around.wire.sent[0];
    around.wire.breaks();
    around.pass(300);
    around.wire.say({ type: "welcome" });
    expect(around.wire.sent).toEqual([first]);
    around.wire.say({ type: "ack", id: "id-1", version: 4, again: true });
    expect(await answer).toEqual({ ok: true, version: 4 });
    around.wire.breaks();
    around.pass(10_000);
    around.wire.say({ type: "welcome" });
    expect(around.wire.sent).toEqual([]);
    expect(socket.waiting).toBe(0);
  });

  test("brings a refusal back with its sentence", async () => {
    around.wire.say({ type: "welcome" });
    const answer = socket.ask({ do: "play", version: 3, actions: ["buy Tower"] });
    around.wire.say({ type: "refusal", id: "id-1", code: "stale", text: "The game has moved on.", version: 5 });
    expect(await answer).toEqual({ ok: false, code: "stale", text: "The game has moved on." });
  });

  test("sends what came too soon again under its own id, later each time, and then brings the refusal", async () => {
    around.wire.say({ type: "welcome" });
    const answer = socket.ask({ do: "chat", text: "hello" });
    const refusal = { type: "refusal", id: "id-1", code: "too-often", text: "Slow down.", version: 5 } as const;
    for (const wait of [500, 1000, 2000, 4000, 8000]) {
      const before = around.wire.sent.length;
      around.wire.say(refusal);
      around.pass(wait - 1);
      expect(around.wire.sent).toHaveLength(before);
      around.pass(1);
      expect(around.wire.sent).toHaveLength(before + 1);
      expect(around.wire.sent.at(-1)).toEqual(around.wire.sent[0]);
    }
    expect(heard.map((message) => message.type)).toEqual(["welcome"]); // nobody need know of it
    around.wire.say(refusal);
    expect(await answer).toEqual({ ok: false, code: "too-often", text: "Slow down." });
  });

  test("leaves it to the welcome to send what came too soon, if the line breaks meanwhile", () => {
    around.wire.say({ type: "welcome" });
    void socket.ask({ do: "chat", text: "hello" });
    around.wire.say({ type: "refusal", id: "id-1", code: "too-often", text: "Slow down.", version: 5 });
    around.wire.breaks();
    around.pass(300);
    around.wire.say({ type: "welcome" });
    around.pass(1000);
    expect(around.wire.sent.map((message) => message.id)).toEqual(["id-1"]);
  });

  test("waits longer after each failed attempt, up to a limit, and starts afresh after a welcome", () => {
    const waits = [300, 600, 1200, 2400, 4800, 9600, 10_000, 10_000];
    for (const wait of waits) {
      const before = around.wires.length;
      around.wire.breaks();
      around.pass(wait - 1);
      expect(around.wires).toHaveLength(before);
      around.pass(1);
      expect(around.wires).toHaveLength(before + 1);
    }
    around.wire.say({ type: "welcome" });
    const before = around.wires.length;
    around.wire.breaks();
    around.pass(300);
    expect(around.wires).toHaveLength(before + 1);
  });

  test("gives up where the server refuses for good, and answers what was asked", async () => {
    const answer = socket.ask({ do: "chat", text: "hello" });
    around.wire.breaks(4404);
    around.pass(60_000);
    expect(around.wires).toHaveLength(1);
    expect(lines.at(-1)).toBe("closed");
    expect(await answer).toMatchObject({ ok: false, text: "There is no such table." });
  });

  test("asks a quiet server whether it is there, and connects again when no answer comes", () => {
    around.wire.say({ type: "welcome" });
    around.pass(20_000);
    expect(around.wire.sent.at(-1)?.do).toBe("ping");
    around.wire.say({ type: "pong", id: "id-1", now: 0 });
    around.pass(19_000);
    expect(around.wires).toHaveLength(1);
    around.pass(1_000 + 8_000 + 300);
    expect(around.wires).toHaveLength(2);
    expect(lines).toContain("lost");
  });

  test("hears nothing from a wire it has left", () => {
    const old = around.wire;
    old.say({ type: "welcome" });
    socket.again();
    old.say({ type: "chat" });
    old.breaks();
    expect(heard.map((message) => message.type)).toEqual(["welcome"]);
    around.pass(60_000);
    expect(around.wires).toHaveLength(2);
  });
});
