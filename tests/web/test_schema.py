"""The schema is true: whatever fits it, or nearly does, is answered as it says, and never with a 5xx."""

import asyncio
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import OpenAPI

from mergemaker.web.app import APIS, handlers_of
from mergemaker.web.typescript import typescript
from servers import Client, Served

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("examples", [2, pytest.param(300, marks=pytest.mark.soak)])
async def test_nothing_that_the_schema_allows_breaks_the_server(examples: int, server: Served):
    ann = await Client.new(server, "Ann")
    table = (await ann.post("/api/play-now", bots=1))["table"]["id"]
    account = await ann.post("/api/accounts", name="Robot")
    # A host of the server, with a tournament and a season, so that what is asked of them gets as far as it can.
    await server.context.desk.store.act("command line", "enter", account["id"], "", 1)
    program = {"Authorization": f"Bearer {account['token']}"}
    known = {"table_id": table}
    for kind in ("tournaments", "seasons"):
        made = await ann.http.post(f"/api/{kind}", json={"title": "Spring"}, headers=program)
        known[kind] = made.json()["id"]
    seen: dict[str, set[int]] = {}
    await asyncio.to_thread(try_everything, server, known, account["token"], seen, examples)
    assert len(seen) > 20
    assert (await ann.get("/health"))["status"] == "ok"
    await ann.close()


async def test_the_document_is_made_once_and_beside_the_event_loop(server: Served, monkeypatch: pytest.MonkeyPatch):
    made_in: list[threading.Thread] = []
    real = OpenAPIConfig.to_openapi_schema

    def noted(config: OpenAPIConfig) -> OpenAPI:
        made_in.append(threading.current_thread())
        return real(config)

    monkeypatch.setattr(OpenAPIConfig, "to_openapi_schema", noted)
    ann = await Client.new(server, "Ann")
    first = await ann.get("/schema/openapi.json")
    assert "/api/tournaments/{club_id}/draw" in first["paths"]
    assert await ann.get("/schema/openapi.json") == first
    assert len(made_in) == 1
    assert made_in[0] is not threading.main_thread()  # where games are played


def try_everything(server: Served, known: dict[str, str], token: str, seen: dict[str, set[int]], examples: int) -> None:
    # Takes a second to import, which every process of the tests would spend before its first test.
    import schemathesis
    from schemathesis import GenerationMode

    schema = schemathesis.openapi.from_url(f"{server.http}/schema/openapi.json", timeout=120)
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]
        try_one(operation, GenerationMode.POSITIVE, known, token, seen, examples)
        # Any text fits into a path; to look for one that does not would take most of the time.
        if list(operation.body) or list(operation.query):
            try_one(operation, GenerationMode.NEGATIVE, known, token, seen, examples)


def try_one(
    operation: Any, mode: Any, known: dict[str, str], token: str, seen: dict[str, set[int]], examples: int
) -> None:
    @settings(
        max_examples=examples, phases=[Phase.generate], suppress_health_check=list(HealthCheck), database=None,
        derandomize=True, deadline=None,
    )  # fmt: skip
    @given(operation.as_strategy(generation_mode=mode))
    def holds(case: Any) -> None:
        for name in case.path_parameters or ():
            kind = operation.path.split("/")[2] if name == "club_id" else name
            case.path_parameters[name] = known.get(kind, case.path_parameters[name])
        answer = case.call(headers={"Authorization": f"Bearer {token}"}, timeout=120)
        seen.setdefault(operation.label, set()).add(answer.status_code)
        assert answer.status_code < 500, f"{operation.label}: {answer.text}"
        if answer.status_code >= 400:
            assert set(answer.json()) == {"code", "text"}, answer.text
        elif mode.is_positive:
            case.validate_response(answer, checks=[_conforms])

    holds()


def _conforms(context: Any, response: Any, case: Any) -> None:
    from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

    status_code_conformance(context, response, case)
    response_schema_conformance(context, response, case)


def test_every_setting_is_documented():
    from mergemaker.web.settings import PREFIX, Settings

    text = (ROOT / "docs" / "do" / "hosting.md").read_text()
    for field in Settings.__struct_fields__:
        assert f"`{PREFIX}{field.upper()}`" in text, field


def test_every_path_is_in_the_protocol():
    text = (ROOT / "docs" / "look-up" / "protocol.md").read_text()
    for handler in (handler for room in APIS for handler in handlers_of(room)):
        for path in handler.paths:
            shown = (
                path.replace("{table_id:str}", "ID")
                .replace("{seat:int}", "N")
                .replace("{name:str}", "NAME")
                .replace("{handle:str}", "HANDLE")
                .replace("{circle_id:str}", "ID")
                .replace("{club_id:str}", "CLUB")
                .replace("{digest:str}", "DIGEST")
            )
            assert shown in text, shown


def test_types_for_the_front_end_come_from_the_structs():
    made = subprocess.run([sys.executable, ROOT / "scripts" / "make-types"], capture_output=True, text=True, check=True)
    assert made.stdout == typescript()
    assert "export interface View" in made.stdout
    file = ROOT / "web" / "src" / "lib" / "protocol.ts"
    if file.exists():
        assert file.read_text() == made.stdout, "run scripts/make-types > web/src/lib/protocol.ts"
