"""What stands beside the enemy: the castle, the piles, and everybody at the table."""

from __future__ import annotations

from textual.content import Content

from ...core import Card, Rank, View, is_royal, rank_of
from ...i18n.speech import sentence
from ..place import Player
from ..wide import wide
from .ink import card_ink, cards_ink, cut
from .panel import Panel
from .sight import Sight

__all__ = ["SidePanel"]

ROYALS = (Rank.JACK, Rank.QUEEN, Rank.KING)
LARGE = 13


class SidePanel(Panel):
    def draw(self, sight: Sight, width: int, height: int) -> list[Content]:
        space = [Content("")] if height >= LARGE else []
        return [
            *_castle(sight),
            *space,
            *_piles(sight, width),
            *space,
            *(_player(sight, seat, width) for seat in range(sight.view.rules.players)),
        ]


def _castle(sight: Sight) -> list[Content]:
    """Return the royals to come, a line a rank."""
    labels = [sight.t("tui.castle"), "", ""]
    column = wide(labels[0]) + 1
    lines = []
    for label, rank in zip(labels, ROYALS, strict=True):
        royals = [card for card in sight.view.royals if rank_of(card) is rank]
        none = Content.styled("–", "$soft")
        cards = cards_ink(royals) if royals else none
        lines.append(Content.styled(label + " " * (column - wide(label)), "$soft") + cards)
    return lines


def _piles(sight: Sight, width: int) -> list[Content]:
    view, t = sight.view, sight.t
    tavern = Content.assemble((t("web.tavern") + " ", "$soft"), (str(view.tavern_count), "bold"))
    top = top_royal(view)
    if top is not None:
        tavern += Content(" ") + Content.styled("▲", "$soft") + card_ink(top)
    discard = Content.assemble((t("web.discard") + " ", "$soft"), (str(len(view.discard)), "bold"))
    together = tavern + Content("   ") + discard
    lines = [together] if together.cell_length <= width else [tavern, discard]
    if view.rules.flips:
        flips = "X " * view.flips + "· " * (view.rules.flips - view.flips)
        lines.append(Content.assemble((t("tui.app.flips") + " ", "$soft"), (flips, "bold $jester")))
    return lines


def top_royal(view: View) -> Card | None:
    """Return the royal on top of the tavern that everybody saw go there (R28)."""
    if not view.tavern or not view.tavern[0].layer:
        return None
    layer = view.layers[view.tavern[0].layer]
    return layer[0] if len(layer) == 1 and is_royal(layer[0]) else None


def _player(sight: Sight, seat: int, width: int) -> Content:
    view, player, t = sight.view, sight.players[seat], sight.t
    turn = view.turn == seat and view.outcome is None
    mark, style = ("▶", "bold $gold") if turn else (" ", "")
    notes = _notes(sight, seat, player)
    count = f"{view.hands[seat].count}"
    name = sentence(sight.names[seat])
    if sight.is_you(seat):
        name = f"{name} ({t('player.self')})" if player.name else t("web.you")
    number = f"{seat + 1} " if view.rules.players > 1 else ""
    room = width - 4 - len(number) - len(count) - (wide(notes) + 1 if notes else 0)
    line = Content.assemble((f"{mark} {number}", style or "$soft"), (cut(name, room), style))
    line += Content.assemble(("  " + count, "bold"))
    return line + Content.styled(" " + notes, "$soft") if notes else line


def _notes(sight: Sight, seat: int, player: Player) -> str:
    t = sight.t
    if player.stand_in:
        return t("web.seat.stand_in")
    if not player.present:
        votes = f" {len(player.votes)}×" if player.votes else ""
        return t("web.seat.away") + votes
    return t("web.seat.yielded") if sight.view.yielded[seat] else ""
