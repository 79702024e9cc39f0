"""Strangers' files, house rules and records: read beside the event loop, for a limited time, at their sender's cost."""

import asyncio
import itertools
import json
import string
from pathlib import Path
from typing import Any

import httpx
import pytest

from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.editions.edition_file import EditionError
from mergemaker.tables.processes import input_reader
from mergemaker.tables.processes.input_reader import InputReader, TooSlow
from mergemaker.tables.protocol.refusals import Refusal
from mergemaker.web.transport.rate_limits import Limit
from quick_tables import QuickBotPool
from servers import Client, Served, served

GOLDEN = Path(__file__).parent.parent / "golden" / "1999.jsonl"
OWN = 'name = "short"\nbase = "1999"\n[turn]\nbuy = 5\n'


def slow_toml() -> str:
    """A table a thousand names deep, with thousands of keys in it: minutes of a parser's time in a small file."""
    keys = map("".join, itertools.product(string.ascii_lowercase, repeat=3))
    lines = (f"{key}.b=1" for key in itertools.islice(keys, 12_000))
    return "\n".join((f"[{'.'.join('a' * 998)}]", *lines))


@pytest.mark.parametrize(
    "text",
    [
        slow_toml(),
        "a.b.c.d.e.f.g.h.i = 1",
        "a = {b.\"c\\\"'\".d.e.f.g.h.i.j.'k' = 1}",
        "[a . b . c . d . e . f . g . h . i]",
    ],
    ids=["a long header", "a key", "a table in a line", "a header"],
)
def test_a_name_of_very_many_parts_is_not_even_parsed(text: str):
    with pytest.raises(EditionError, match="more than 8 parts"):
        Edition.from_toml(text.encode())


def test_prose_with_dots_is_no_long_name():
    text = OWN.replace('"short"\n', '"short"\ndescription = "One. Two. Three... Four. 5. 6. 7. 8. 9. Ten."\n')
    assert Edition.from_toml(text.encode()).turn.buy == 5


async def test_files_are_read_in_a_process_of_their_own(server: Served):
    ann = await Client.new(server, "Ann")
    assert (await ann.post("/api/editions/check", rules=OWN))["buy_limit"] == 5
    assert (await ann.post("/api/tables", seats=[None, None], rules=OWN))["table"]["house_rules"]
    assert (await ann.post("/api/editions/check", 400, rules="name ="))["code"] == "bad-rules"
    assert (await ann.post("/api/editions/check", 400, rules="x = " + "[" * 1500))["code"] == "bad-rules"
    record = json.loads(GOLDEN.read_text().splitlines()[0])
    replay = await ann.post("/api/replay", record=record, eyes=0)
    assert (replay["eyes"], replay["versions"]) == (0, len(record["actions"]))
    assert (await ann.post("/api/replay", 400, record={"format": 1}))["code"] == "bad-record"
    assert (await ann.post("/api/verify", 400, record=record))["code"] == "bad-record"  # without a proof
    reader = server.context.reader
    assert reader._process is not None
    reader._process.process.kill()
    await reader._process.process.wait()
    assert (await ann.post("/api/editions/check", 503, rules=OWN))["code"] == "busy"
    assert (await ann.post("/api/editions/check", rules=OWN))["buy_limit"] == 5  # a new process


class SlowProcess:
    """Reads for ever."""

    def __init__(self) -> None:
        self.ended = False

    async def answer_to(self, question: bytes) -> bytes:
        await asyncio.Event().wait()
        return question

    async def end(self) -> None:
        self.ended = True


async def test_what_takes_too_long_is_given_up_with_its_process(monkeypatch: pytest.MonkeyPatch):
    reader, process = InputReader(), SlowProcess()
    reader._process = process  # type: ignore[assignment]
    monkeypatch.setattr(input_reader, "LONGEST", 0.05)
    reading = [asyncio.create_task(reader.read("ann", "rules", "x")) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal, match="still being read") as third:
        await reader.read("ann", "rules", "x")
    assert third.value.status == 429
    with pytest.raises(TooSlow):
        await reading[0]
    assert process.ended
    reading[1].cancel()
    await asyncio.gather(reading[1], return_exceptions=True)
    await reader.close()


def test_a_caller_pays_for_the_time_that_a_request_took():
    now = [0.0]
    limit = Limit(12, 0.5, clock=lambda: now[0])
    assert limit.take("ann") == 0
    limit.charge("ann", 50)
    assert limit.take("ann") == pytest.approx((1 + 50 - 11) / 0.5)
    assert limit.take("bob") == 0
    now[0] = 80
    assert limit.take("ann") == 0


async def test_a_slow_file_uses_up_its_senders_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async with served(tmp_path, bot_pool=QuickBotPool(), limits=1) as server:
        process = SlowProcess()
        server.context.reader._process = process  # type: ignore[assignment]
        monkeypatch.setattr(input_reader, "LONGEST", 0.01)
        ann = await Client.new(server, "Ann")
        assert (await ann.post("/api/editions/check", 400, rules=OWN))["text"] == "That takes too long to read."
        assert (await ann.post("/api/editions/check", 429, rules=OWN))["code"] == "too-often"


async def test_posts_of_other_sites_and_other_kinds_are_refused_everywhere(server: Served):
    ann = await Client.new(server, "Ann")
    table = (await ann.post("/api/play-now", bots=1))["table"]["id"]
    async with httpx.AsyncClient(base_url=server.http) as http:
        schema = (await http.get("/schema/openapi.json")).json()
        posts = [path for path, methods in schema["paths"].items() if "post" in methods]
        assert len(posts) >= 16
        for path in posts:
            address = path.replace("{table_id}", table).replace("{seat}", "1")

            async def sent(headers: dict[str, str], body: bytes = b"{}", address: str = address) -> tuple[int, Any]:
                answer = await http.post(address, content=body, headers=headers)
                return answer.status_code, answer.json()["code"]

            json_type = {"Content-Type": "application/json"}
            assert await sent({**json_type, "Origin": "https://evil.example"}) == (403, "origin")
            assert await sent({**json_type, "Sec-Fetch-Site": "cross-site"}) == (403, "origin")
            assert await sent({**json_type, "Sec-Fetch-Site": "same-site"}) == (403, "origin")
            for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
                assert await sent({"Content-Type": kind}) == (415, "bad-message"), (path, kind)


async def test_text_that_is_not_utf8_is_refused(server: Served):
    ann = await Client.new(server, "Ann")
    for path in ("/api/me", "/api/play-now", "/api/tables", "/api/accounts", "/api/editions/check", "/api/replay"):
        for body in (
            b'{"name": "\xff"}',
            b'{"rules": "\xc3\x28"}',
            b'{"\xff": 1}',
            b'{"record": "\xed\xa0\x80"}',
        ):
            headers = {"X-CSRF-Token": ann.csrf, "Content-Type": "application/json"}
            answer = await ann.http.post(path, content=body, headers=headers)
            assert answer.status_code == 400, (path, body, answer.text)
            assert answer.json()["code"] == "bad-message"


@pytest.mark.soak
async def test_eight_slow_files_at_once_hold_up_nobody(server: Served):
    """A real flood: files that take as long as files can, without a cookie, while somebody asks whether all is well."""
    deep = "\n".join(f"k{at}={{a.b.c.d.e.f.g=1}}" for at in range(3900))
    async with httpx.AsyncClient(base_url=server.http, timeout=60) as http:
        await http.post("/api/editions/check", json={"rules": OWN})  # the process starts
        files = [asyncio.create_task(http.post("/api/editions/check", json={"rules": deep})) for _ in range(8)]
        answers = 0
        while not all(file.done() for file in files):
            assert (await http.get("/health")).status_code == 200
            answers += 1
        assert {file.result().status_code for file in files} <= {400, 429}
        assert answers > len(files)
