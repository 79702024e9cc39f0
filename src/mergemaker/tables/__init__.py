"""One live game: who sits where, whose clock runs, what each seat may see, and the log that is the only truth."""
