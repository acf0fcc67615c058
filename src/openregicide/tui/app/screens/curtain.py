"""The curtain between two people at one keyboard: a screen that shows no hand."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Middle
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from ....i18n import Catalogue
from ....i18n.speech import sentence
from ..panels.keys import Key, KeyBar

__all__ = ["CurtainScreen"]


class CurtainScreen(Screen[bool]):
    """Dismissed with true when the next player sits down, with false to leave."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter,space", "rise", ""), ("q", "leave", "")]

    def __init__(self, t: Catalogue, name: str) -> None:
        super().__init__()
        self.t = t
        self.next_name = name

    def compose(self) -> ComposeResult:
        t = self.t
        fold = Content.styled("░ " * 24, "bold")
        with Middle():
            yield Static(fold, classes="centred")
            yield Static("")
            yield Static(Content.styled(sentence(self.next_name), "bold"), classes="centred")
            yield Static(t("tui.app.curtain", seat=self.next_name), classes="centred", markup=False)
            yield Static("")
            yield Static(fold, classes="centred")
        yield KeyBar(
            [
                Key("⏎", t("tui.app.key.sit"), "rise", strong=True),
                Key("q", t("tui.app.key.leave"), "leave"),
            ]
        )

    def action_rise(self) -> None:
        self.dismiss(True)

    def action_leave(self) -> None:
        self.dismiss(False)
