"""Bots at a server's tables: a bounded number of processes that decide, and what is played where none can."""
