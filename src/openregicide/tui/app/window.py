"""The size of the window, and the screen that covers one that is too small."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Middle
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Static

from ...i18n import Catalogue

__all__ = ["LEAST", "SmallScreen", "is_large", "too_small"]

LEAST = Size(80, 24)
LARGE = Size(110, 34)


def too_small(size: Size) -> bool:
    return size.width < LEAST.width or size.height < LEAST.height


def is_large(size: Size) -> bool:
    """Tell whether there is room for larger cards and a log beside them."""
    return size.width >= LARGE.width and size.height >= LARGE.height


class SmallScreen(ModalScreen[None]):
    def __init__(self, t: Catalogue) -> None:
        super().__init__()
        self.t = t
        # Made here, because the window may change before the screen is composed.
        self._text = Static("", classes="centred")

    def compose(self) -> ComposeResult:
        with Middle():
            yield self._text

    def on_mount(self) -> None:
        self.say(self.app.size)

    def say(self, size: Size) -> None:
        """Say how large the window is, and how large it has to be."""
        text = self.t(
            "tui.app.too_small",
            columns=size.width,
            rows=size.height,
            least_columns=LEAST.width,
            least_rows=LEAST.height,
        )
        self._text.update(Content(text))
