/** Keys of the table are for the table: not while somebody types, and not behind an open dialog. */

export function forTable(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const at = event.target as HTMLElement | null;
  if (at?.closest?.("input:not([type=range], [type=checkbox], [type=radio]), textarea, select")) return false;
  return document.querySelector("dialog[open]") === null;
}

/** 1 to 9 for the keys of the top row and the number pad, whatever Shift makes of them. */
export function digit(event: KeyboardEvent): number {
  return Number(/^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] ?? 0);
}

/** Enter that confirms the decision, rather than presses whatever has the focus. */
export function confirms(event: KeyboardEvent): boolean {
  if (event.key !== "Enter") return false;
  return (event.target as HTMLElement | null)?.closest?.("button, a, summary, [role=gridcell]") == null;
}
