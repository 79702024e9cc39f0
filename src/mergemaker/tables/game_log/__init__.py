"""A table's log and all that follows from it: the game it adds up to, sealed until its end, the views of the seats, the
clocks, and the log in sentences. Nothing here waits or knows who is connected."""
