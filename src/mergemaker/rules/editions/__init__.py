"""Editions: one data file for each box of the game, and what reads and checks such a file.

Nothing outside this room knows an edition by its name.
"""
