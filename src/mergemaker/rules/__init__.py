"""The game itself, pure and compiled: no clock, no I/O but an edition's file, no randomness but what is passed in."""
