/**
 * A lesson on the real table. The table's state is fed by a socket; here the other end of that socket is the lesson, so
 * that everything on the table's page works as it does in a game.
 */

import { Refusal, tryLesson, whoAmI } from "../lib/api";
import type { LessonAnswer } from "../lib/protocol";
import { moves } from "../lib/settings.svelte";
import { type Asked, StagedSocket } from "../lib/staged_socket";
import { browser, type Surroundings } from "../lib/table_socket";
import { TableState } from "../lib/table_state.svelte";
import { keepProgress, leftAt } from "./lesson_progress.svelte";

const PACE = 1600; // milliseconds that a part of the script stands before the next

export class LessonState {
  readonly game: TableState;
  answer: LessonAnswer | null = $state.raw(null);
  /** What was said to the last try, and whether it was right. */
  reply = $state("");
  right: boolean | null = $state(null);
  /** What somebody else is doing just now; then nothing is asked yet. */
  telling = $state("");
  /** Why the lesson can't be shown. */
  trouble = $state("");
  tries = $state(0);

  private readonly socket = new StagedSocket(
    () => void this.show(leftAt(this.name)),
    (asked) => void this.hear(asked),
  );
  private hurry: () => void = () => {};

  constructor(
    readonly name: string,
    private readonly around: Surroundings = browser,
  ) {
    this.game = new TableState(`lesson-${name}`, { ...around, connect: () => this.socket.connect() });
  }

  open(): void {
    this.game.open();
  }

  close(): void {
    this.game.close();
    this.socket.drop();
    this.hurry();
  }

  /** From the start again. */
  async again(): Promise<void> {
    this.hurry();
    keepProgress(this.name, [], false);
    await this.show([]);
  }

  /** Goes on at once while others play. */
  skipWaiting(): void {
    this.hurry();
  }

  private async show(tried: string[]): Promise<void> {
    try {
      const answer = await tryLesson(this.name, { tried, name: await myName() });
      this.trouble = "";
      this.reply = "";
      this.right = null;
      this.telling = "";
      this.answer = answer;
      if (answer.welcome) this.socket.say(answer.welcome);
    } catch (problem) {
      // A lesson that was rewritten since begins anew.
      if (problem instanceof Refusal && problem.code === "lesson-changed" && tried.length) return this.show([]);
      this.trouble = (problem as Error).message;
    }
  }

  private async hear(asked: Asked): Promise<void> {
    if (!this.answer) return;
    const refusal = { type: "refusal", id: asked.id, code: "lesson", text: "", version: this.game.version } as const;
    try {
      const tried = [...this.answer.tried];
      const answer = await tryLesson(this.name, { tried, actions: asked.actions ?? [], name: await myName() });
      this.right = answer.right;
      this.reply = answer.reply;
      this.tries += 1;
      if (!answer.right) return this.socket.say(refusal);
      keepProgress(this.name, answer.tried, answer.done);
      this.socket.say({ type: "ack", id: asked.id, version: answer.updates.at(-1)?.version ?? 0, again: false });
      await this.follow(answer);
    } catch (problem) {
      this.socket.say({ ...refusal, text: (problem as Error).message });
    }
  }

  /** Shows what happened, part by part, slowly enough to be read. */
  private async follow(answer: LessonAnswer): Promise<void> {
    for (const [at, update] of answer.updates.entries()) {
      const told = answer.told[at] ?? "";
      if (told) {
        await this.pause();
        this.telling = told;
      }
      this.socket.say(update);
    }
    if (this.telling) await this.pause();
    this.telling = "";
    this.answer = answer;
  }

  private pause(): Promise<void> {
    if (!moves()) return Promise.resolve();
    return new Promise((go) => {
      const callOff = this.around.later(PACE, go);
      this.hurry = () => {
        callOff();
        this.hurry = () => {};
        go();
      };
    });
  }
}

async function myName(): Promise<string | null> {
  return (await whoAmI()).name;
}

