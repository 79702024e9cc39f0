"""Passkeys in a real browser, for tests: Chromium's virtual authenticator, and an address that may have passkeys."""

from __future__ import annotations

import itertools
from typing import Any

from playwright.sync_api import CDPSession, Page, expect

from browsing import Person


def authenticator(page: Page) -> tuple[CDPSession, str]:
    """A device that keeps passkeys and confirms them at once."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    made: dict[str, Any] = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, str(made["authenticatorId"])


def by_name(person: Person) -> Person:
    """Browsers know passkeys by a name, not by a number."""
    person.url = person.url.replace("127.0.0.1", "localhost")
    return person


_numbers = itertools.count(1)


def unused(name: str) -> str:
    """A handle like this name that nobody has yet, also when a test is tried again."""
    return f"{name}{next(_numbers)}"


def keep_games(person: Person, name: str) -> str:
    """A guest becomes an account, with a handle like this name; returns it."""
    handle = unused(name)
    authenticator(person.page)
    person.visit("/account")
    person.page.get_by_label("A handle, by which others find you").fill(handle)
    person.page.get_by_role("button", name="Keep my games").click()
    person.page.get_by_role("button", name="I have kept them").click()
    expect(person.page.get_by_role("heading", level=1)).to_have_text(handle)
    return handle
