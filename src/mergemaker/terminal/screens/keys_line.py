"""The last line of a screen: the keys that mean something now. A click on one does what the key does.

Where the window is too narrow for all of them in a line, they take a second.
"""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text
from textual.events import Click, Resize
from textual.widgets import Static

KEY = "bold magenta"  # reads on light and on dark


class KeysLine(Static):
    """Shows the screen's keys; `refresh_keys` when others may mean something."""

    DEFAULT_CSS = "KeysLine { dock: bottom; width: 100%; height: 1; background: ansi_default; }"

    def __init__(self) -> None:
        super().__init__()
        self._spans: list[tuple[int, int, int, str]] = []  # the row, from where to where, and what is done

    def on_mount(self) -> None:
        """Shows the first keys."""
        self.refresh_keys()

    def on_resize(self, event: Resize) -> None:
        """Takes as many lines as are needed now."""
        self.refresh_keys()

    @property
    def rows(self) -> int:
        """How many lines the keys take."""
        return self._spans[-1][0] + 1 if self._spans else 1

    def refresh_keys(self) -> None:
        """Shows what the keys do now."""
        text = Text(no_wrap=True, overflow="ellipsis")
        self._spans.clear()
        told: set[str] = set()
        offers = getattr(self.screen, "offers", lambda action: True)
        row = start = 0
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
                key, does = f" {self.app.get_key_display(binding)}", f" {binding.description} "
                if start and start + cell_len(key + does) > self.screen.size.width + 1:  # its last sign is a space
                    text.append("\n")
                    row, start = row + 1, 0
                text.append(key, KEY)
                text.append(does)
                end = start + cell_len(key + does)
                self._spans.append((row, start, end, binding.action))
                start = end
        self.styles.height = self.rows
        self.update(text)

    async def on_click(self, event: Click) -> None:
        """Does what the key under the mouse does."""
        event.stop()
        for row, start, end, action in self._spans:
            if row == event.y and start <= event.x < end:
                await self.app.run_action(action, default_namespace=self.screen)
                return
