import { beforeEach, describe, expect, test } from "vitest";
import type { Update, View, Welcome } from "../src/lib/protocol";
import { TableState } from "../src/lib/table_state.svelte";
import { FakeAround } from "./around";
import views from "./views.json";

const view = (name: keyof typeof views) => structuredClone(views[name]) as unknown as View;
const table = { seats: [], result: null } as unknown as Welcome["table"];
const you = { seat: 1, host: false, may_chat: true, may_undo: false };

function welcome(version: number, seen: View): Partial<Welcome> & { type: "welcome" } {
  return { type: "welcome", now: 0, table, you, version, since: 0, view: seen, turns: [], entries: [], chat: [] };
}
function update(version: number, seen: View): Partial<Update> & { type: "update" } {
  const entry = { version, kind: "action", seat: 0, action: "done", by: "bot", at: 0, events: [], undoes: null } as const;
  return { type: "update", version, entries: [{ ...entry, events: [] }], view: seen, turns: [], you, clocks: [], result: null, now: 0 };
}

describe("a table", () => {
  let around: FakeAround;
  let game: TableState;

  beforeEach(() => {
    around = new FakeAround();
    game = new TableState("t", around);
    game.open();
    around.wire.say(welcome(5, view("buy")));
  });

  test("knows its view and version from the welcome", () => {
    expect(game.version).toBe(5);
    expect(game.view?.decision).toBe("buy");
  });

  test("takes an update that follows", () => {
    around.wire.say(update(6, view("place")));
    expect(game.version).toBe(6);
    expect(around.wires).toHaveLength(1);
  });

  test("connects again from the version it has when an update is missing", () => {
    around.wire.say(update(8, view("place")));
    expect(game.version).toBe(5);
    expect(around.wire.url).toBe("/ws/tables/t?version=5");
  });

  test("does not take an update that it has already", () => {
    around.wire.say(update(5, view("place")));
    expect(game.view?.decision).toBe("buy");
    expect(around.wires).toHaveLength(1);
  });

  test("sends one decision at a time", async () => {
    const first = game.play(["done"]);
    expect(await game.play(["done"])).toBe(false);
    expect(around.wire.sent).toHaveLength(1);
    around.wire.say({ type: "ack", id: "id-1", version: 6, again: false });
    expect(await first).toBe(true);
    expect(game.sending).toBe(false);
  });

  test("takes the next decision once the last one is told, though its answer is late", async () => {
    const first = game.play(["done"]);
    const told = update(6, view("place"));
    around.wire.say({ ...told, entries: [{ ...told.entries![0]!, seat: you.seat }] });
    const second = game.play(["place 1A"]);
    expect(around.wire.sent).toMatchObject([{ version: 5 }, { version: 6, actions: ["place 1A"] }]);
    around.wire.say({ type: "ack", id: "id-1", version: 6, again: false });
    expect(await first).toBe(true);
    expect(game.sending).toBe(true);
    around.wire.say({ type: "ack", id: "id-2", version: 7, again: false });
    expect(await second).toBe(true);
    expect(game.sending).toBe(false);
  });

  test("keeps a decision on its way when somebody else does something", () => {
    void game.play(["done"]);
    around.wire.say(update(6, view("buy")));
    expect(game.sending).toBe(true);
  });

  test("shows a refusal as it is, and lets the player decide again", async () => {
    const asked = game.play(["buy Tower"]);
    around.wire.say({ type: "refusal", id: "id-1", code: "cannot-afford", text: "A share costs $500.", version: 5 });
    expect(await asked).toBe(false);
    expect(game.notice).toBe("A share costs $500.");
    expect(game.sending).toBe(false);
    around.pass(6000);
    expect(game.notice).toBe("");
  });

  test("shows who got how much for a moment", () => {
    const next = view("buy");
    const paid = next.players[2]!;
    next.players[2] = { ...paid, money: (paid.money ?? 0) + 3000 };
    around.wire.say(update(6, next));
    expect(game.changes).toMatchObject([{ seat: 2, money: 3000 }]);
    around.pass(3000);
    expect(game.changes).toEqual([]);
  });

  test("adds up what one turn costs: three shares are one purchase", () => {
    for (const [version, spent] of [[6, 300], [7, 600], [8, 900]] as const) {
      const next = view("buy");
      next.players[2] = { ...next.players[2]!, money: (view("buy").players[2]!.money ?? 0) - spent };
      around.wire.say(update(version, next));
    }
    expect(game.changes).toMatchObject([{ seat: 2, money: -900 }]);
  });

  test("says what somebody else took back", () => {
    const undone = update(6, view("place"));
    undone.entries = [{ ...undone.entries![0]!, kind: "undo", action: "undo", seat: 0, undoes: 5 }];
    around.wire.say(undone);
    expect(game.notice).toBe("Somebody took back the last decision.");
  });

  test("knows whether the end came before one's eyes", () => {
    const moments: string[] = [];
    game.onMoment = (what) => moments.push(what);
    const result = { money: [], winners: [], end: "announced", standing: [], won: "", why: "" };
    around.wire.say({ ...update(6, view("place")), result });
    expect([game.sawEnd, moments]).toEqual([true, ["end"]]);
    const later = new TableState("t", around);
    later.open();
    around.wire.say({ ...welcome(9, view("place")), table: { ...table, result } });
    expect(later.sawEnd).toBe(false);
  });

  test("calls when a decision becomes one's own, once", () => {
    let calls = 0;
    game.onMyTurn = () => calls++;
    const mine = { ...view("place"), seat: 1, to_act: 1 };
    around.wire.say(update(6, { ...mine, to_act: 0 }));
    around.wire.say(update(7, mine));
    around.wire.say(update(8, mine));
    expect(calls).toBe(1);
  });
});
