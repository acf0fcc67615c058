"""Large cards, with suit sign and letter, so that they need neither colour nor a font."""

from __future__ import annotations

from textual.content import Content

from ....core import Card, Rank, is_companion, is_jester, is_royal, rank_of, suit_of, value_of
from ....i18n.speech import SYMBOLS, card_text
from ...words.cards import typed
from .ink import PAPER

__all__ = ["banner", "enemy_card", "hand_card"]

ROUND = "╭─╮│╰╯"
HEAVY = "┏━┓┃┗┛"
DASHED = "┌┄┐┆└┘"

CROWNS = {
    Rank.JACK: ("  ▄██▄  ", " ▐█▄▄█▌ ", "▄▄████▄▄"),
    Rank.QUEEN: ("▖  ▟▙  ▗", "▜▙▟██▙▟▛", " ▀▀▀▀▀▀ "),
    Rank.KING: ("█  ▟▙  █", "█▙▟██▙▟█", "████████"),
}
"""A cap, a diadem, a crown."""


def hand_card(
    card: Card,
    width: int,
    height: int,
    *,
    number: str = "",
    chosen: bool = False,
    dimmed: bool = False,
    pointed: bool = False,
) -> list[Content]:
    """Return the lines of a card of the hand, with the key that selects it in its lower edge.

    :param dimmed: it does not go with what is selected.
    :param pointed: the arrow keys are at it.
    """
    frame = HEAVY if chosen else DASHED if dimmed else ROUND
    ground = "$paper-dim" if dimmed else "$paper"
    edge = f"{'bold $paper-hearts' if chosen else '$edge'} on {ground}"
    ink = "$dim-ink" if dimmed else f"bold {PAPER[suit_of(card)]}"
    inside = width - 2
    rows = [""] * (height - 2)
    rows[0] = card_text(card).ljust(inside)
    rows[-1] = typed(card).rjust(inside)
    if height > 5:
        rows[len(rows) // 2] = _sign(card).center(inside)
    note = f"={value_of(card)}" if is_royal(card) or is_jester(card) or is_companion(card) else ""
    if note:
        index = len(rows) // 2 + (height > 5)
        rows[index] = note.center(inside)
    lines = [Content.styled(frame[0] + frame[1] * inside + frame[2], edge)]
    for i, row in enumerate(rows):
        style = f"{ink if i in (0, len(rows) - 1) or '=' not in row else '$paper-soft'} on {ground}"
        lines.append(
            Content.assemble((frame[3], edge), (row.ljust(inside), style), (frame[3], edge))
        )
    return [*lines, _lower_edge(frame, inside, number, edge, ground, pointed=pointed)]


def _lower_edge(
    frame: str, inside: int, number: str, edge: str, ground: str, *, pointed: bool
) -> Content:
    label = f"▸{number}◂" if pointed else number
    left = (inside - len(label)) // 2
    right = inside - len(label) - left
    return Content.assemble(
        (frame[4] + frame[1] * left, edge),
        (label, f"{'bold reverse' if pointed else 'bold'} $paper-soft on {ground}"),
        (frame[1] * right + frame[5], edge),
    )


def _sign(card: Card) -> str:
    suit = suit_of(card)
    return "X" if suit is None else SYMBOLS[suit]


def enemy_card(card: Card, width: int, height: int) -> list[Content]:
    """Return the lines of a royal, with its headgear."""
    ink, edge = f"bold {PAPER[suit_of(card)]} on $paper", "$edge on $paper"
    inside = width - 2
    rows = [""] * (height - 2)
    rows[0] = " " + card_text(card)
    rows[-1] = (typed(card) + " ").rjust(inside)
    middle = (len(rows) - 4) // 2
    crown = CROWNS.get(rank_of(card), ())
    for i, row in enumerate((*crown, _sign(card))):
        rows[middle + i] = row.center(inside)
    lines = [Content.styled("╭" + "─" * inside + "╮", edge)]
    for row in rows:
        lines.append(Content.assemble(("│", edge), (row.ljust(inside), ink), ("│", edge)))
    return [*lines, Content.styled("╰" + "─" * inside + "╯", edge)]


def banner() -> list[Content]:
    """Return the game's name between crowns."""
    names = ("", "R E G I C I D E", "")
    jack, queen, king = (CROWNS[rank] for rank in (Rank.JACK, Rank.QUEEN, Rank.KING))
    return [
        Content.assemble(
            (jack[row], "$clubs"),
            "   ",
            (queen[row], "$hearts"),
            (names[row].center(25), "bold $gold"),
            (king[row], "$spades"),
            "   ",
            (jack[row], "$diamonds"),
        )
        for row in range(3)
    ]
