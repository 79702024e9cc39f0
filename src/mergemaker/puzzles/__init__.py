"""Puzzles: positions of strong games where one action is far better than the others. See docs/puzzles.md."""
