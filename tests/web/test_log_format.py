"""Logs say what happened in a form a program can read, and give no secret away."""

import asyncio
import json
import logging
import os
import subprocess
import sys
from pathlib import Path

from databases import sqlite_url
from mergemaker.web.log_format import JsonFormatter, TextFormatter
from servers import Client, Served, free_port


async def test_a_server_that_logs_everything_logs_no_secret(tmp_path: Path):
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "mergemaker",
        "serve",
        "--port",
        str(port),
        "--log",
        "json",
        "--log-level",
        "debug",
    ]
    environment = {**os.environ, "MERGEMAKER_DATABASE": sqlite_url(tmp_path), "MERGEMAKER_SECRET": "sesame" * 6}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    server = Served(port)
    try:
        ann = await _when_ready(server)
        account = await ann.post("/api/accounts", name="Robot")
        link = await ann.post("/api/me/link")
        table = (await ann.post("/api/play-now", level="random"))["table"]["id"]
        async with ann.at(table) as socket:
            await socket.say("chat", text="a private word")
        await ann.http.get(f"{link['path']}?x=1")
        private = [
            ann.csrf,
            ann.cookie.partition("=")[2],
            account["token"],
            link["path"],
            table,
            "sesame",
            "private word",
        ]
        await ann.close()
    finally:
        process.terminate()
        _, logged = await asyncio.to_thread(process.communicate)
    lines = [json.loads(line) for line in logged.splitlines()]
    assert any(line["what"] == "serving" for line in lines)
    for secret in private:
        assert secret not in logged


async def _when_ready(server: Served) -> Client:
    async with asyncio.timeout(60):
        while True:
            try:
                return await Client.new(server, "Ann")
            except Exception:
                await asyncio.sleep(0.1)


def test_both_formats_carry_the_facts():
    record = logging.LogRecord("mergemaker.web", logging.WARNING, "", 0, "a bot could not decide", (), None)
    record.__dict__["level_of_bot"] = "mogul"
    assert "level_of_bot=mogul" in TextFormatter().format(record)
    assert json.loads(JsonFormatter().format(record))["level_of_bot"] == "mogul"
