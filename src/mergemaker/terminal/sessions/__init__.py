"""A game at one terminal, apart from what is shown: who sits where, what was played and can be taken back, where it is
saved, and lessons and puzzles that are played like games."""
