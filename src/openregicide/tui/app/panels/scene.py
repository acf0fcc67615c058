"""A scene: what the panels draw. It holds nothing that the player at the screen may not see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....core import Preview, View
from ....i18n import Catalogue
from ...tables.model import Player
from ..names import Speech

__all__ = ["Scene"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    t: Catalogue
    view: View
    names: Sequence[str]
    """The names to show, by seat."""
    players: Sequence[Player]
    preview: Preview | None = None
    """What the selected move will do."""

    nobody_is_you: bool = False
    """Whether it is only watched, so that even the viewer's own seat goes by its name."""

    @property
    def speech(self) -> Speech:
        return Speech(self.t, self.view.seat, self.names)

    def is_you(self, seat: int) -> bool:
        """Tell whether a seat is that of the player at the screen."""
        return seat == self.view.seat and not self.nobody_is_you
