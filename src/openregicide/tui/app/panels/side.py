"""Beside the enemy: the castle, the piles, and the players."""

from __future__ import annotations

from textual.content import Content

from ....core import Rank, rank_of
from ....i18n.speech import sentence
from ...tables.model import Player
from ...words.wide import wide
from .ink import card_ink, cards_ink, cut
from .panel import Panel
from .scene import Scene

__all__ = ["SidePanel"]

ROYALS = (Rank.JACK, Rank.QUEEN, Rank.KING)
LARGE = 13


class SidePanel(Panel):
    def draw(self, scene: Scene, width: int, height: int) -> list[Content]:
        space = [Content("")] if height >= LARGE else []
        return [
            *_castle(scene),
            *space,
            *_piles(scene, width),
            *space,
            *(_player(scene, seat, width) for seat in range(scene.view.rules.players)),
        ]


def _castle(scene: Scene) -> list[Content]:
    """Return the royals to come, one line for each rank."""
    labels = [scene.t("tui.castle"), "", ""]
    column = wide(labels[0]) + 1
    lines = []
    for label, rank in zip(labels, ROYALS, strict=True):
        royals = [card for card in scene.view.royals if rank_of(card) is rank]
        none = Content.styled("–", "$soft")
        cards = cards_ink(royals) if royals else none
        lines.append(Content.styled(label + " " * (column - wide(label)), "$soft") + cards)
    return lines


def _piles(scene: Scene, width: int) -> list[Content]:
    view, t = scene.view, scene.t
    tavern = Content.assemble((t("ui.tavern") + " ", "$soft"), (str(view.tavern_count), "bold"))
    if view.tavern_top is not None:
        tavern += Content(" ") + Content.styled("▲", "$soft") + card_ink(view.tavern_top)
    discard = Content.assemble((t("ui.discard") + " ", "$soft"), (str(len(view.discard)), "bold"))
    together = tavern + Content("   ") + discard
    lines = [together] if together.cell_length <= width else [tavern, discard]
    if view.rules.flips:
        flips = "X " * view.flips + "· " * (view.rules.flips - view.flips)
        lines.append(Content.assemble((t("tui.app.flips") + " ", "$soft"), (flips, "bold $jester")))
    return lines


def _player(scene: Scene, seat: int, width: int) -> Content:
    view, player, t = scene.view, scene.players[seat], scene.t
    turn = view.turn == seat and view.outcome is None
    mark, style = ("▶", "bold $gold") if turn else (" ", "")
    notes = _notes(scene, seat, player)
    count = f"{view.hands[seat].count}"
    name = sentence(scene.names[seat])
    if scene.is_you(seat):
        name = f"{name} ({t('player.self')})" if player.name else t("ui.you")
    number = f"{seat + 1} " if view.rules.players > 1 else ""
    room = width - 4 - len(number) - len(count) - (wide(notes) + 1 if notes else 0)
    line = Content.assemble(
        (f"{mark} ", style), (number, f"bold $seat-{seat + 1}"), (cut(name, room), style)
    )
    line += Content.assemble(("  " + count, "bold"))
    return line + Content.styled(" " + notes, "$soft") if notes else line


def _notes(scene: Scene, seat: int, player: Player) -> str:
    t = scene.t
    if player.stand_in:
        return t("ui.seat.stand_in")
    if not player.present:
        votes = f" {len(player.votes)}×" if player.votes else ""
        return t("ui.seat.away") + votes
    return t("ui.seat.yielded") if scene.view.yielded[seat] else ""
