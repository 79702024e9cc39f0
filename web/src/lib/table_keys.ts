/** Keys of the table are for the table: not while somebody types, and not behind an open dialog. */

const QUICK = 250; // milliseconds within which a second Enter belongs to the first

export function forTable(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const at = event.target as HTMLElement | null;
  if (at?.closest?.("input:not([type=range], [type=checkbox], [type=radio]), textarea, select")) return false;
  return document.querySelector("dialog[open]") === null;
}

/** 1 to 9 for the keys of the top row and the number pad, whatever Shift makes of them; a key held down counts once. */
export function digit(event: KeyboardEvent): number {
  return event.repeat ? 0 : Number(/^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] ?? 0);
}

let last: { question: unknown; at: number } | null = null;

/** Enter that confirms the decision, rather than presses whatever has the focus. One press answers one question. */
export function confirms(event: KeyboardEvent, question: unknown): boolean {
  if (event.key !== "Enter" || event.repeat) return false;
  if ((event.target as HTMLElement | null)?.closest?.("button, a, summary, [role=gridcell]") != null) return false;
  const doubled = last !== null && last.question !== question && event.timeStamp - last.at < QUICK;
  last = { question: doubled ? last?.question : question, at: event.timeStamp };
  return !doubled;
}
