"""The application for watching a record."""

from __future__ import annotations

from ...core import Game
from ...i18n import Catalogue
from .frame import Frame
from .screens.replay import ReplayScreen

__all__ = ["WatchApp"]


class WatchApp(Frame):
    def __init__(self, game: Game, t: Catalogue, *, color: bool = True, theme: str = "") -> None:
        super().__init__(t, color=color, theme=theme)
        self.game = game

    def on_mount(self) -> None:
        self.push_screen(ReplayScreen(self.game, self.t), lambda _: self.exit())
