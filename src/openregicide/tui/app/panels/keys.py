"""The last line: the keys that work now; each can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.events import Click
from textual.widget import Widget

from ...words.wide import wide

__all__ = ["Key", "KeyBar"]

GAP = 2


@dataclass(frozen=True, slots=True)
class Key:
    """A key, what it does, and the screen's action for it."""

    key: str
    label: str
    action: str = ""
    strong: bool = False

    @property
    def width(self) -> int:
        return wide(self.key) + 1 + wide(self.label)


class KeyBar(Widget):
    ALLOW_SELECT = False

    def __init__(self, keys: Sequence[Key] = ()) -> None:
        super().__init__()
        self.keys: Sequence[Key] = keys

    def show(self, keys: Sequence[Key]) -> None:
        self.keys = tuple(keys)
        self.refresh()

    def placed(self) -> list[tuple[int, Key]]:
        """Return the keys that fit, each with its column."""
        found: list[tuple[int, Key]] = []
        column = 1
        for key in self.keys:
            if column + key.width <= self.size.width:
                found.append((column, key))
                column += key.width + GAP
        return found

    def render(self) -> Content:
        content = Content("")
        for column, key in self.placed():
            content += Content(" " * (column - content.cell_length))
            style = "bold reverse $gold" if key.strong else "bold $gold"
            label = "bold reverse $gold" if key.strong else ""
            content += Content.assemble((key.key, style), (" " + key.label, label))
        return content

    async def on_click(self, event: Click) -> None:
        for column, key in self.placed():
            if column <= event.x < column + key.width and key.action:
                await self.screen.run_action(key.action)
                return
