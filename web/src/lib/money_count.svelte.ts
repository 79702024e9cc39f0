/** An amount that counts up: short, ended by any key or touch, and at its end at once where nothing may move. */

import { moves } from "./settings.svelte";

export const COUNTING = 600; // milliseconds
const UNIT = 100; // money in this game is in hundreds

/** What has been counted after a time: quick first, then slower, in whole units. */
export function counted(amount: number, elapsed: number): number {
  const part = Math.min(1, Math.max(0, elapsed / COUNTING));
  return part === 1 ? amount : Math.round((amount * (1 - (1 - part) ** 3)) / UNIT) * UNIT;
}

export class Count {
  shown = $state(0);
  private frame = 0;

  constructor(private readonly amount: number) {
    this.shown = amount > 0 && moves() ? 0 : amount;
  }

  /** Counts, until it is called off. */
  run(): () => void {
    if (this.shown === this.amount) return () => {};
    const begun = performance.now();
    const end = () => {
      cancelAnimationFrame(this.frame);
      this.shown = this.amount;
      for (const touch of ["keydown", "pointerdown"]) removeEventListener(touch, end, true);
    };
    const step = (now: number) => {
      this.shown = counted(this.amount, now - begun);
      if (this.shown === this.amount) end();
      else this.frame = requestAnimationFrame(step);
    };
    for (const touch of ["keydown", "pointerdown"]) addEventListener(touch, end, true);
    this.frame = requestAnimationFrame(step);
    return end;
  }
}
