"""The server with other versions of uvicorn and websockets than the pinned ones: the oldest allowed and the newest.

They are installed into a folder that a server's process finds first, which needs the network: in the soak only.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from databases import sqlite_url
from servers import Client, Process

OLDEST = ("uvicorn==0.30.0", "websockets==12.0")
NEWEST = ("uvicorn", "websockets")
WHICH = "from mergemaker.web.transport.socket_protocol import socket_protocol; print(socket_protocol().__name__)"


@pytest.mark.soak
@pytest.mark.parametrize("versions", [OLDEST, NEWEST], ids=["oldest", "newest"])
async def test_a_person_plays_a_bot_over_other_versions_of_the_libraries(tmp_path: Path, versions: tuple[str, ...]):
    folder = tmp_path / "other"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder)]
    subprocess.run([*install, *versions], check=True)
    found_first = {**os.environ, "PYTHONPATH": str(folder)}
    which = subprocess.run([sys.executable, "-c", WHICH], env=found_first, capture_output=True, text=True, check=True)
    if versions == OLDEST:
        assert which.stdout.strip() == "PlainSocket"
    server = await Process(sqlite_url(tmp_path), environment=found_first).ready()
    try:
        ann = await Client.new(server.served, "Ann")
        table = (await ann.post("/api/play-now", level="clerk"))["table"]["id"]
        async with ann.at(table) as seat:
            for _ in range(8):
                view = seat.latest["view"]
                while seat.latest["view"]["to_act"] != view["seat"]:
                    await seat.hear("update")
                assert (await seat.play(seat.latest["view"]["actions"][0]))["type"] == "ack"
                await seat.hear("update")
        await ann.close()
        assert server.stop() == 0
    finally:
        if server.process.poll() is None:
            server.kill()
