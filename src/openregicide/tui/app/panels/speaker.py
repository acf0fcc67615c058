"""Between enemy and hand: the latest news, and a preview of the next move."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from .ink import paragraph
from .panel import Panel
from .scene import Scene

__all__ = ["SpeakerPanel"]


class SpeakerPanel(Panel):
    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.news: Sequence[str] = ()
        self.said = ""
        self.style_said = ""

    def tell(self, scene: Scene | None, news: Sequence[str], said: str, style: str = "") -> None:
        """Show a text beneath the latest news."""
        self.news, self.said, self.style_said = tuple(news), said, style
        self.show(scene)

    def draw(self, scene: Scene, width: int, height: int) -> list[Content]:
        said = paragraph(self.said, width - 2, self.style_said) if self.said else []
        said = said[:height]
        room = height - len(said) - 1
        told: list[Content] = []
        for text in self.news:
            told += paragraph(text, width - 2, "$soft", hang="  ")
        shown = told[-room:] if room > 0 else []
        blank = [Content("")] * max(room - len(shown), 0)
        rule = [Content.styled("─" * width, "$line")] if room >= 0 else []
        return [*blank, *shown, *rule, *(Content(" ") + line for line in said)]
