"""The log beside the table, on wide screens."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from .ink import paragraph
from .panel import Panel
from .scene import Scene

__all__ = ["LogPanel"]


class LogPanel(Panel):
    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.paragraphs: Sequence[str] = ()

    def tell(self, scene: Scene | None, paragraphs: Sequence[str]) -> None:
        self.paragraphs = tuple(paragraphs)
        self.show(scene)

    def draw(self, scene: Scene, width: int, height: int) -> list[Content]:
        lines: list[Content] = []
        # From the newest back, so that a long game costs no more than a short one.
        for number, text in enumerate(reversed(self.paragraphs)):
            lines = [*paragraph(text, width, "" if number == 0 else "$soft", hang="  "), *lines]
            if len(lines) >= height - 1:
                break
        t = scene.t
        title = Content.styled(t("ui.log"), "bold $gold")
        return [title, *lines[-(height - 1) :]]
