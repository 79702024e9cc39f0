/** The board's squares, for drawing it: names as the server writes them, 5C, and where they lie. */

export const COLUMNS = 12;
export const ROWS = 9;
export const LETTERS = "ABCDEFGHI";

export interface Square {
  name: string;
  column: number; // from 0
  row: number;
}

export function squareName(column: number, row: number): string {
  return `${column + 1}${LETTERS[row] ?? ""}`;
}

export const SQUARES: readonly Square[] = Array.from({ length: COLUMNS * ROWS }, (_, at) => {
  const column = at % COLUMNS;
  const row = Math.floor(at / COLUMNS);
  return { name: squareName(column, row), column, row };
});

export function squareAt(name: string): Square | undefined {
  const row = LETTERS.indexOf(name.slice(-1));
  const column = Number(name.slice(0, -1)) - 1;
  return SQUARES[row * COLUMNS + column];
}
