"""People in front of the page, for browser tests: they see what it shows and touch what it offers, nothing else."""

from __future__ import annotations

import math
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, ViewportSize, WebSocket, expect
from playwright.sync_api import TimeoutError as TookTooLong

ROOT = Path(__file__).parent.parent
SCREENS = Path(__file__).parent / "browser" / "screens"
KEEPS_SCREENS = bool(os.environ.get("MERGEMAKER_SCREENS"))  # few runs need the pictures
# Milliseconds and pixels: a little more than the page takes for one press that was meant once.
QUICK, NEAR = 550, 45
QUICK_KEY = 300
DESKTOP: ViewportSize = {"width": 1400, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 820, "height": 1180}

_AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
_TURNED = "version => document.querySelector('[data-testid=table]')?.dataset.version !== version"
_ASKED = """() => document.querySelector('[data-testid=table]')?.dataset.decision
    || document.querySelector('[data-testid=end]')"""


class Person:
    """Somebody at a page, and everything that page was told by the server."""

    def __init__(self, page: Page, url: str, *, touch: bool = False) -> None:
        self.page = page
        self._touch: Callable[[Locator], None] = Locator.tap if touch else Locator.click
        self._pressed: tuple[float, float, float] | None = None  # when and where
        self._entered = 0.0  # when Enter was pressed
        self.url = url
        self.heard: list[str] = []
        self.sent: list[str] = []
        self.errors: list[str] = []
        page.on("websocket", self._listen)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _listen(self, wire: WebSocket) -> None:
        wire.on("framereceived", lambda text: self.heard.append(str(text)))
        wire.on("framesent", lambda text: self.sent.append(str(text)))

    def press(self, what: Locator) -> None:
        """Touches something as people do: not at once what has just appeared where they touched something else."""
        box = what.bounding_box()
        at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) if box else (0.0, 0.0)
        if self._pressed is not None and math.dist(at, self._pressed[1:]) < NEAR:
            self.page.wait_for_timeout(max(0.0, QUICK - (time.monotonic() - self._pressed[0]) * 1000))
        self._touch(what)
        self._pressed = (time.monotonic(), *at)

    def key(self, name: str) -> None:
        """Presses a key as people do: Enter not twice within a blink, which the page takes for one press."""
        if name == "Enter":
            self.page.wait_for_timeout(max(0.0, QUICK_KEY - (time.monotonic() - self._entered) * 1000))
            self._entered = time.monotonic()
        self.page.keyboard.press(name)

    def visit(self, path: str) -> None:
        """Opens a page of ours."""
        self.page.goto(self.url + path)

    def play_now(self, level: str = "random", name: str = "Ann") -> str:
        """One click on the home page; answers with the table's id."""
        self.visit("/")
        self.page.get_by_label("against three bots").select_option(level)
        self.page.get_by_label("your name").fill(name)
        self.page.get_by_role("button", name="Play now").click()
        self.page.wait_for_selector("[data-testid=table]")
        return self.table

    def make_table(self, **wish: Any) -> str:
        """A table made over the page's own connection; the form is another test's matter."""
        self.visit("/")
        path = self.page.evaluate(
            """async wish => {
                const me = await (await fetch('/api/me')).json();
                const post = async (path, body) => (await fetch(path, {method: 'POST', body: JSON.stringify(body),
                    headers: {'Content-Type': 'application/json', 'X-CSRF-Token': me.csrf}})).json();
                const made = await post('/api/tables', wish);
                return made.path ?? JSON.stringify(made);
            }""",
            {"name": "Ann", **wish},
        )
        self.visit(path)
        return self.table

    @property
    def table(self) -> str:
        """The id of the table that is open."""
        return self.page.url.rsplit("/", 1)[1].split("?")[0]

    # At the table.

    @property
    def version(self) -> str:
        """What the page says the table's version is."""
        return self.page.get_attribute("[data-testid=table]", "data-version") or ""

    @property
    def hand(self) -> list[str]:
        """The tiles in hand, as shown."""
        return [str(tile.get_attribute("data-tile")) for tile in self.page.locator(".hand button").all()]

    def asked(self, timeout: float = 30_000) -> str:
        """Waits until something is asked of this person: the decision, or `over`."""
        self.page.wait_for_function(_ASKED, timeout=timeout)
        table = self.page.query_selector("[data-testid=table]")
        return (table.get_attribute("data-decision") or "over") if table else "over"

    def is_asked(self) -> str:
        """The decision that is this person's now, if any."""
        table = self.page.query_selector("[data-testid=table]")
        return (table.get_attribute("data-decision") or "") if table else "over"

    def decide(self, *, merging: bool = False, ending: bool = True) -> str:
        """Makes one decision by pointing and clicking; answers with which."""
        decision = self.asked()
        if decision == "over":
            return decision
        before = self.version
        bar = self.page.locator(".bar")
        confirm = bar.locator(".body .button.main")
        end = bar.get_by_role("button", name="Announce end")
        if ending and end.count():
            self.press(end)
            self.press(self.page.get_by_role("button", name="Announce the end"))
        elif decision == "place":
            self._pick_tile(merging)
            self.press(confirm)
        elif decision == "buy":
            # Pairs of this and that: whoever is keen on mergers wants something to trade.
            more = bar.get_by_role("button", name=re.compile(": more$"), disabled=False)
            for _ in range(2):
                if more.count():
                    self._touch(more.nth(int(before) // 7 % more.count()))
            self.press(confirm)
        elif decision in ("trade", "sell"):
            trade = bar.get_by_role("button", name=re.compile(r"^Trade \d"))
            self.press((trade if trade.count() else bar.get_by_role("button", name="Sell all")).first)
            self.press(bar.get_by_role("button", name="Confirm"))
        elif decision == "exchange":
            self.press(bar.get_by_role("button", name="Exchange"))
        else:
            self.press(bar.locator(".choice").first)
        self.page.wait_for_function(_TURNED, arg=before)
        return decision

    def _pick_tile(self, merging: bool) -> None:
        merger = self.page.locator(".hand button:has(.merges)")
        playable = self.page.locator(".hand button:not(.unplayable)")
        wanted = merger if merging and merger.count() else playable
        # A second touch would place the tile at once.
        if wanted.count() and wanted.first.get_attribute("aria-pressed") == "false":
            self.press(wanted.first)

    def play_to_the_end(self) -> list[str]:
        """Decides until the game is over; answers with the decisions."""
        made: list[str] = []
        while (decision := self.decide()) != "over":
            made.append(decision)
            assert len(made) < 600
        return made

    def close_dialog(self) -> None:
        """Closes what lies open by its key, and waits until it has: keys go to it until then."""
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    # Looking.

    def screenshot(self, name: str) -> None:
        """Keeps a picture of the screen for people to look at, where they want to."""
        if not KEEPS_SCREENS:
            return
        SCREENS.mkdir(exist_ok=True)
        self.page.screenshot(path=SCREENS / f"{name}.png", animations="disabled")

    def screenshots(self, name: str) -> None:
        """Keeps a picture of the screen at both sizes, the window's own last."""
        if not KEEPS_SCREENS:
            return
        size = self.page.viewport_size or DESKTOP
        for word, other in (("phone", PHONE), ("desktop", DESKTOP)):
            self.page.set_viewport_size(other)
            self.screenshot(f"{name}-{word}")
        self.page.set_viewport_size(size)

    def serious_findings(self, *rules: str) -> list[str]:
        """What axe-core finds serious on the page as it is, or outside of its landmarks; by some of its rules only."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(_AXE.read_text())
        # Fetching style sheets and media once more takes a third of its time, for rules about films and locked phones.
        found: list[str] = self.page.evaluate(
            """async rules => (await axe.run(document, {resultTypes: ['violations'], preload: false,
                    ...(rules.length ? {runOnly: rules} : {})})).violations
                .filter(one => ['serious', 'critical'].includes(one.impact)
                    || ['landmark-one-main', 'region'].includes(one.id))
                .map(one => `${one.id}: ${one.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(' | ')}`)""",
            rules,
        )
        return found

    def findings_in_both_lights(self) -> list[str]:
        """The same in light and, as for its colours, in dark, as which the page is left."""
        self.page.emulate_media(color_scheme="light")
        found = self.serious_findings()
        self.page.emulate_media(color_scheme="dark")
        return found + [f"dark: {one}" for one in self.serious_findings("color-contrast", "link-in-text-block")]

    def scrolls_sideways(self) -> bool:
        """Whether the page is wider than its window and stays so: what is drawn to measure follows a moment later."""
        try:
            self.page.wait_for_function("document.documentElement.scrollWidth <= innerWidth", timeout=10_000)
        except TookTooLong:
            return True
        return False

    def look_at(self, path: str, heading: str, picture: str) -> None:
        """Opens a page and looks at it: at both sizes, with axe."""
        self.visit(path)
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(heading)
        self.page.wait_for_load_state("networkidle")
        assert self.serious_findings() == [], path
        self.screenshots(picture)
        assert not self.scrolls_sideways(), path
