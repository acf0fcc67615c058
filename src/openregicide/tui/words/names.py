"""The names of people and bots at a table, and sentences that use them."""

from __future__ import annotations

from collections.abc import Sequence

from ...bots import OUR_BOTS
from ...i18n import Catalogue
from ...i18n.speech import joined, sentence
from ...table.names import names_for_bots
from ..tables.model import Happening, Player
from .narrator import Narrator

__all__ = ["OFFERED", "Speech", "bot_name", "names_of"]

OFFERED = OUR_BOTS[1:]
"""The bots that a menu offers; nobody wants a random one at the table."""


def bot_name(t: Catalogue, spec: str) -> str:
    """Return what a bot is like, for people; the spec of one that is not ours."""
    name = spec.partition(":")[0]
    return t(f"ui.bot.{name}") if name in OUR_BOTS else t("ui.bot.unknown", spec=spec)


def names_of(t: Catalogue, players: Sequence[Player]) -> tuple[str, ...]:
    """Return a name for every seat, empty where there is none."""
    called = names_for_bots(["" if each.is_bot else each.name for each in players])
    return tuple(
        name if each.is_bot else each.name for each, name in zip(players, called, strict=True)
    )


class Speech(Narrator):
    """Sentences for a seat, or for spectators, in which people and bots have names."""

    def __init__(self, t: Catalogue, seat: int | None, names: Sequence[str] = ()) -> None:
        """:param names: by seat, empty where there is none."""
        super().__init__(t, seat)
        self.names = names

    def name(self, seat: int) -> str:
        """Return a player's own name; empty if there is none."""
        return self.names[seat] if seat < len(self.names) else ""

    def player(self, seat: int) -> str:
        return self.name(seat) or super().player(seat)

    def numbered(self, seat: int) -> str:
        name = self.name(seat)
        return self.t("tui.numbered", number=seat + 1, name=name) if name else str(seat + 1)

    def happening(self, happening: Happening) -> str:
        """Return a sentence for a happening; empty if it need not be said."""
        t, seat = self.t, happening.seat
        match happening.what:
            case "created" | "prepared" | "faced":
                return ""
            case "moved":
                clock = [t("ui.change.clock")] if happening.by == "clock" else []
                return joined(t, [*clock, self.events(happening.events)])
            case "configured" if happening.lamp is not None:
                key = "ui.change.lamp_lit" if happening.lamp else "ui.change.lamp_out"
                return self._said_of(seat, key)
            case "began" | "configured":
                return t(f"ui.change.{happening.what}")
            case "said":
                text = t(f"ui.phrase.{happening.phrase}", count=happening.count)
                return self._said_of(seat, "ui.change.said", text=text)
            case "chatted":
                return self._said_of(seat, "ui.change.said", text=happening.text)
            case "voted":
                key = "ui.change.voted" if happening.wanted else "ui.change.unvoted"
                return self._said_of(seat, key, other=self._other(happening.about))
            case "give_up_voted":
                key = "give_up_voted" if happening.wanted else "give_up_objected"
                return self._said_of(seat, f"ui.change.{key}")
            case "gave_up":
                return t("ui.change.gave_up")
            case "seated":
                name = happening.name
                known = bot_name(t, name) if happening.by == "bot" else name
                return sentence(t("ui.change.seated", seat=known or self._other(seat)))
            case _:
                return self._said_of(seat, f"ui.change.{happening.what}")

    def went(self, seat: int) -> str:
        """Say that a player is away."""
        return self._said_of(seat, "tui.went_away")

    def came(self, seat: int) -> str:
        """Say that a player is back."""
        return self._said_of(seat, "tui.came_back")

    def _other(self, seat: int | None) -> str:
        return self.t("player.self") if seat is None or seat == self.seat else self.player(seat)
