"""Bots that misbehave, as programs: run as `python strange_bots.py crash|hang|lie|babble|old|chatty|many|dead`.

`chatty` plays well but prints whatever comes to its mind; `many` plays one game after the other and keeps a log of
what it was told in the file that is named behind it.
"""

import json
import os
import sys
import threading
from pathlib import Path

HOW = sys.argv[1]
LOG = sys.argv[2] if len(sys.argv) > 2 else os.devnull

if HOW == "dead":
    sys.exit("I will not play")
if HOW == "chatty":
    sys.stdout.write("Chatty 1.0 – loading …\n{}\n[1, 2]\n")


def say(**answer):
    sys.stdout.write(json.dumps(answer) + "\n")


with Path(LOG).open("a") as log:
    for line in sys.stdin:
        log.write(f"{os.getpid()} {line}")
        log.flush()
        message = json.loads(line)
        if message["type"] == "hello":
            say(protocol=1 if HOW != "old" else 0, name=f"the {HOW} one", many_games=HOW == "many")
        elif message["type"] == "decide":
            if HOW == "crash":
                sys.exit(3)
            if HOW == "hang":
                threading.Event().wait()
            if HOW == "lie":
                say(action="place 99Z")
            if HOW == "babble":
                sys.stdout.write("I would rather not say\n")
            if HOW == "chatty":
                sys.stdout.write("thinking …\n" + json.dumps({"score": 3}) + "\n")
            if HOW in ("chatty", "many"):
                say(action=message["actions"][0])
            if HOW == "chatty":
                say(action="place 99Z", id=message["id"])  # once more, which nobody asked
        elif message["type"] == "bye":
            break
        sys.stdout.flush()
