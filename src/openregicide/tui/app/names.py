"""What a screen calls the players, and how it says whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

from ...core import Move, Phase, View, move_seat
from ...i18n import Catalogue
from ...i18n.speech import sentence
from ..tables.model import Player
from ..words import names

__all__ = ["Speech", "names_of"]


def names_of(t: Catalogue, players: Sequence[Player]) -> tuple[str, ...]:
    """Return a label for every seat, also for those without a name."""
    return tuple(
        t("ui.seat.free") if player.free else name or t("player.name", number=seat + 1)
        for seat, (player, name) in enumerate(zip(players, names.names_of(t, players), strict=True))
    )


class Speech(names.Speech):
    """Sentences for a seat, or for spectators."""

    def turn(self, view: View) -> str:
        """Return what the game waits for."""
        if view.phase is Phase.OVER:
            return self.t("ui.turn.over")
        if view.phase is Phase.HEAL:
            return sentence(self.t("phase.heal"))
        return self._said_of(view.turn, f"ui.turn.{view.phase.name.lower()}", due=view.due)

    def preview_next(self, move: Move) -> str:
        """Return who will go next."""
        return self._said_of(move_seat(move), "preview.next")
