"""How a position is judged: from the board's survey to each seat's chance to win, with weights that are data."""
