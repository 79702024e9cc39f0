"""A complete bot in the standard library alone: mergemaker arena --bots "cmd:python3 examples/stdio_bot.py,clerk,…"."""

import json
import sys

LIKED = {"merges": 3, "founds": 2, "grows": 1, "loose": 0}


def choose(view, actions):
    """Merge, found or grow if possible; buy what is cheapest; end the game when nobody is richer."""
    mine = view["players"][view["seat"]]["worth"]
    if "end" in actions and mine and mine >= max(player["worth"] for player in view["players"]):
        return "end"
    if view["decision"] == "place" and (playable := [tile for tile in view["hand"] if tile["playable"]]):
        return "place " + max(playable, key=lambda tile: LIKED[tile["effect"]])["tile"]
    if view["decision"] == "buy":
        price = {"buy " + chain["name"]: chain["price"] for chain in view["chains"]}
        shares = [action for action in actions if action in price]
        return min(shares, key=price.get) if shares else "done"
    return actions[-1]  # the most that can be sold or traded, or any chain


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"protocol": 1, "name": "example"}), flush=True)
    elif message["type"] == "decide":
        print(json.dumps({"action": choose(message["view"], message["actions"])}), flush=True)
    elif message["type"] == "bye":
        break
