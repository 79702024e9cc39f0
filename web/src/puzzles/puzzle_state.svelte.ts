/** A puzzle on the real table: the position is the server's, and so is the answer to whatever is tried. */

import { askPuzzle, tryPuzzle } from "../lib/api";
import type { PuzzleAnswer, PuzzleAsked } from "../lib/protocol";
import { type Asked, StagedSocket } from "../lib/staged_socket";
import { browser, type Surroundings } from "../lib/table_socket";
import { TableState } from "../lib/table_state.svelte";

export class PuzzleState {
  readonly game: TableState;
  asked: PuzzleAsked | null = $state.raw(null);
  /** The last answer that came to a verdict, or why it could not be played. */
  answer: PuzzleAnswer | null = $state.raw(null);
  /** What the rating came to by the try that counted. */
  change: number | null = $state(null);
  trouble = $state("");
  tries = $state(0);

  private tried: string[] = [];
  private readonly socket = new StagedSocket(
    () => void this.show(),
    (asked) => void this.hear(asked),
  );

  /** `where` is `next` with what is wished for, `daily`, or a puzzle's id. */
  constructor(
    readonly where: string,
    around: Surroundings = browser,
  ) {
    this.game = new TableState(`puzzle-${where}`, { ...around, connect: () => this.socket.connect() });
  }

  open(): void {
    this.game.open();
  }

  close(): void {
    this.game.close();
    this.socket.drop();
  }

  get done(): boolean {
    return this.answer?.done ?? false;
  }

  /** Shows the solution, which counts as not solved. */
  async giveUp(): Promise<void> {
    await this.ask({ tried: this.tried, give_up: true, day: this.asked?.day ?? null });
  }

  private async show(): Promise<void> {
    try {
      this.asked = await askPuzzle(this.where);
      this.trouble = "";
      this.socket.say(this.asked.welcome);
    } catch (problem) {
      this.trouble = (problem as Error).message;
    }
  }

  private async hear(asked: Asked): Promise<void> {
    const refusal = { type: "refusal", id: asked.id, code: "puzzle", text: "", version: this.game.version } as const;
    if (this.done) return this.socket.say({ ...refusal, text: "This puzzle is over. Press Next for another." });
    try {
      const answer = await this.ask({ tried: this.tried, actions: asked.actions ?? [], day: this.asked?.day ?? null });
      const last = answer.updates.at(-1);
      // What is drawn after the answer is no part of the puzzle: then the table stays as it was.
      if (!last) return this.socket.say(refusal);
      this.socket.say({ type: "ack", id: asked.id, version: last.version, again: false });
      for (const update of answer.updates) this.socket.say(update);
    } catch (problem) {
      this.socket.say({ ...refusal, text: (problem as Error).message });
    }
  }

  private async ask(wish: Parameters<typeof tryPuzzle>[1]): Promise<PuzzleAnswer> {
    const answer = await tryPuzzle(this.asked?.puzzle.id ?? "", wish);
    if (answer.verdict === "right" || answer.verdict === "almost") this.tried = [...answer.tried];
    this.change ??= answer.change;
    this.answer = answer;
    this.tries += 1;
    return answer;
  }
}
