"""The discard pile, which is open to everyone."""

from __future__ import annotations

from textual.content import Content

from ....core import Suit, View, is_jester, suit_of
from ....i18n import Catalogue
from ....i18n.speech import SYMBOLS
from ...words.wide import wide
from .ink import SUITS, cards_ink

__all__ = ["discard_lines"]


def discard_lines(t: Catalogue, view: View) -> list[Content]:
    """Return the discard pile by suit; jesters last."""
    if not view.discard:
        return [Content(t("ui.discard.none"))]
    names = {suit: f"{SYMBOLS[suit]} {t(f'suit.{suit.name.lower()}')}" for suit in Suit}
    column = max(*map(wide, names.values()), wide(t("rank.jester"))) + 2
    lines = []
    for suit, name in names.items():
        cards = [card for card in view.discard if suit_of(card) is suit]
        if cards:
            label = Content.styled(name + " " * (column - wide(name)), SUITS[suit])
            lines.append(label + cards_ink(cards))
    jesters = [card for card in view.discard if is_jester(card)]
    if jesters:
        name = t("rank.jester")
        label = Content.styled(name + " " * (column - wide(name)), SUITS[None])
        lines.append(label + cards_ink(jesters))
    return lines
