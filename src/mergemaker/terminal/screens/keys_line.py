"""The last line of a screen: the keys that mean something now. A click on one does what the key does."""

from __future__ import annotations

from rich.text import Text
from textual.events import Click
from textual.widgets import Static

KEY = "bold magenta"  # reads on light and on dark


class KeysLine(Static):
    """Shows the screen's keys; `refresh_keys` when others may mean something."""

    DEFAULT_CSS = "KeysLine { dock: bottom; width: 100%; height: 1; background: ansi_default; }"

    def __init__(self) -> None:
        super().__init__()
        self._spans: list[tuple[int, int, str]] = []

    def on_mount(self) -> None:
        """Shows the first keys."""
        self.refresh_keys()

    def refresh_keys(self) -> None:
        """Shows what the keys do now."""
        text = Text(no_wrap=True, overflow="ellipsis")
        self._spans.clear()
        told: set[str] = set()
        offers = getattr(self.screen, "offers", lambda action: True)
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if (
                binding.show
                and active.enabled
                and offers(binding.action)
                and binding.action not in told
                and binding.description
            ):
                told.add(binding.action)
                start = len(text)
                text.append(f" {self.app.get_key_display(binding)}", KEY)
                text.append(f" {binding.description} ")
                self._spans.append((start, len(text), binding.action))
        self.update(text, layout=False)

    async def on_click(self, event: Click) -> None:
        """Does what the key under the mouse does."""
        event.stop()
        for start, end, action in self._spans:
            if start <= event.x < end:
                await self.app.run_action(action, default_namespace=self.screen)
                return
