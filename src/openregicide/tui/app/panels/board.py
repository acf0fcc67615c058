"""The layout of the panels, for games and replays alike."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal

from .enemy import EnemyPanel
from .hand import HandPanel
from .keys import KeyBar
from .log import LogPanel
from .side import SidePanel
from .speaker import SpeakerPanel
from .title import TitleBar

__all__ = ["lay_out"]


def lay_out() -> ComposeResult:
    """Yield the panels of a table; the stylesheet hides some when there is little room."""
    yield TitleBar()
    with Horizontal(id="board"):
        yield EnemyPanel(id="enemy")
        yield SidePanel(id="side")
        yield LogPanel(id="log")
    yield SpeakerPanel(id="speaker")
    yield HandPanel(id="hand")
    yield KeyBar()
