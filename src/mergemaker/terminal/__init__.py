"""Play in a terminal: one person against bots, or several at one keyboard, without a server.

`plain_mode` asks line by line, `terminal_app` is the screen; both sit on a `Session`, which plays, saves and takes
back. Nobody, person or bot, gets to see more than `Game.view` of their own seat.
"""
