"""What clubs offer over HTTP is in the protocol's page."""

from pathlib import Path

from mergemaker.web import clubs_api, desk_api, turns_api

ROOT = Path(__file__).parent.parent.parent


def test_every_path_of_clubs_is_in_the_protocol():
    text = (ROOT / "docs" / "look-up" / "protocol.md").read_text()
    for handler in (*clubs_api.HANDLERS, *turns_api.HANDLERS, *desk_api.HANDLERS):
        for path in handler.paths:
            assert path.replace("{club_id:str}", "CLUB").replace("{table_id:str}", "ID") in text, path
