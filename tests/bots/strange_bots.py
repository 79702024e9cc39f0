"""Bots that misbehave, as programs: run as `python strange_bots.py crash|hang|lie|babble`."""

import json
import sys
import threading

HOW = sys.argv[1]

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        sys.stdout.write(json.dumps({"protocol": 1 if HOW != "old" else 0}) + "\n")
    elif message["type"] == "decide":
        if HOW == "crash":
            sys.exit(3)
        if HOW == "hang":
            threading.Event().wait()
        if HOW == "lie":
            sys.stdout.write(json.dumps({"action": "place 99Z"}) + "\n")
        if HOW == "babble":
            sys.stdout.write("I would rather not say\n")
    elif message["type"] == "bye":
        break
    sys.stdout.flush()
