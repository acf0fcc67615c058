"""The first line: whose turn it is, and the state of the table."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from ...words.wide import wide
from .ink import cut

__all__ = ["TitleBar"]


class TitleBar(Widget):
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self.left, self.right, self.ink = "", "", ""

    def show(self, left: str, right: str, *, strong: bool = False, bad: bool = False) -> None:
        """Say something on both sides.

        :param strong: somebody here has to act.
        :param bad: something is wrong.
        """
        self.left, self.right = left, right
        self.ink = "reverse $bad" if bad else "reverse $gold" if strong else "$gold"
        self.refresh()

    def render(self) -> Content:
        right = cut(self.right, self.size.width // 2)
        left = cut(self.left, self.size.width - wide(right) - 4)
        space = self.size.width - wide(left) - wide(right) - 2
        return Content.styled(f" {left}{' ' * space}{right} ", f"bold {self.ink}")
