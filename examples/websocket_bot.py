"""A program that plays at a mergemaker table over WebSocket: websocket_bot.py http://localhost:8000 TABLE [TOKEN]

It needs the package `websockets` and nothing of mergemaker's. Its opinion on Acquire: any legal move will do.
"""

import asyncio
import json
import random
import sys
import urllib.request
import uuid

from websockets.asyncio.client import connect


def post(server, path, body, token=None):
    """Posts JSON, with the account's token if there is one, and reads the answer."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(server + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def choose(view):
    """The place to put some cleverness: `view` is all that this seat may know."""
    return random.choice(view["actions"])


async def play(server, table, token):
    """Plays a game to its end; returns the result."""
    address = f"{server.replace('http', 'ws', 1)}/ws/tables/{table}"
    async with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        async for text in socket:
            message = json.loads(text)
            if message.get("result") or message.get("table", {}).get("result"):
                return message.get("result") or message["table"]["result"]
            if message["type"] in ("welcome", "update"):
                latest = message
            elif message["type"] == "refusal":  # too often, or somebody was faster: have another look in a moment
                await asyncio.sleep(1)
            else:
                continue
            view = latest["view"]  # None before the start
            if view and view["actions"]:
                ident = str(uuid.uuid4())
                said = {"do": "play", "id": ident, "version": latest["version"], "actions": [choose(view)]}
                await socket.send(json.dumps(said))
    return None  # the server went away


def main(server, table, token=None):
    """Makes an account if there is none, takes a seat, and plays."""
    token = token or post(server, "/api/accounts", {"name": "Example"})["token"]
    post(server, f"/api/tables/{table}/join", {}, token)
    print(asyncio.run(play(server, table, token)))


if __name__ == "__main__":
    main(*sys.argv[1:])
