/**
 * Two quick presses on one spot answer one question. After a decision the next one's button often lies where the last
 * one lay; the second half of a double tap, or of a nervous click, must not press it.
 */

const QUICK = 500; // milliseconds
const NEAR = 40; // pixels

interface Press {
  target: unknown;
  at: number;
  x: number;
  y: number;
}

export class PressGuard {
  private last: Press | null = null;

  /** Whether a press counts: not if something else lay on that spot a moment ago. */
  allows(press: Press): boolean {
    const last = this.last;
    const again = last !== null && press.at - last.at < QUICK && Math.hypot(press.x - last.x, press.y - last.y) < NEAR;
    const surprises = again && last.target !== press.target;
    // A finger that goes on tapping goes on meaning what it tapped first.
    this.last = surprises ? { ...press, target: last.target } : press;
    return !surprises;
  }
}

/** Stops a click that should not count; for a window's capturing listener. */
export function guardClicks(guard: PressGuard, event: MouseEvent): void {
  if (event.detail === 0) return; // a key pressed it
  const target = (event.target as Element | null)?.closest?.("button, a, input, select, label, summary") ?? null;
  if (guard.allows({ target, at: event.timeStamp, x: event.clientX, y: event.clientY }) || target === null) return;
  event.stopPropagation();
  event.preventDefault();
}
