"""What playing and watching a record share: the theme, the window's size, quitting."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.geometry import Size

from ...i18n import Catalogue
from .themes import NIGHT, PLAIN, THEMES
from .window import SmallScreen, too_small

__all__ = ["Frame"]

LOOK_SECONDS = 0.25


class Frame(App[None]):
    """An application with our themes, in one language."""

    CSS_PATH = "app.tcss"
    TITLE = "OpenRegicide"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave_all", "", show=False, priority=True)
    ]

    def __init__(self, t: Catalogue, *, color: bool = True, theme: str = "") -> None:
        """:param color: if false, only shapes and letters distinguish things."""
        super().__init__()
        self.t = t
        for each in THEMES:
            self.register_theme(each)
        known = {each.name for each in THEMES}
        self.theme = PLAIN.name if not color else theme if theme in known else NIGHT.name

    def on_ready(self) -> None:
        # Screens come and go while the window is too small; each has to be covered.
        self.set_interval(LOOK_SECONDS, lambda: self.fit_window(self.size))

    def on_resize(self, event: Resize) -> None:
        self.fit_window(event.size)

    def fit_window(self, size: Size) -> None:
        """Cover a screen that has too little room, and uncover it when it has enough."""
        if not self.is_running:
            # On exit the screens close before the timer stops: there may be none left.
            return
        screen = self.screen
        if not too_small(size):
            if isinstance(screen, SmallScreen):
                screen.dismiss(None)
        elif isinstance(screen, SmallScreen):
            screen.say(size)
        else:
            self.push_screen(SmallScreen(self.t))

    async def action_leave_all(self) -> None:
        """Leave at once, whatever is on the screen."""
        self.exit()
