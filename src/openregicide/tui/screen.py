"""A view as lines: the enemy, the piles, the others, and one's own hand."""

from __future__ import annotations

import textwrap

from ..core import Card, Suit, View, is_jester, rank_of, suit_of
from ..i18n import Catalogue
from ..i18n.speech import SYMBOLS, card_text, sentence
from .cards import bar, draw, draw_hand, row_of
from .words import Words

__all__ = ["discard_lines", "enemy_number", "hand_lines", "table_lines"]

ROYALS = 12
LABEL = 8
BAR = 20
BESIDE = "  "
"""Between a card and what is said about it."""


def enemy_number(view: View) -> int:
    """Return which enemy this is, from 1 to 12."""
    return ROYALS - len(view.royals)


def table_lines(t: Catalogue, view: View, width: int) -> list[str]:
    """Return everything on the table that is open to all."""
    lines = [_title(t, view, width), *_enemy(t, view, width)]
    lines += _labelled(t("tui.castle"), _castle(view) or t("tui.castle_none"), width)
    lines += _labelled(t("tui.tavern"), _piles(t, view), width)
    if view.rules.players > 1:
        lines += _labelled(t("tui.others"), _others(t, view), width)
    return lines


def hand_lines(t: Catalogue, view: View, width: int) -> list[str]:
    """Return the viewer's own hand, drawn, with positions beneath."""
    assert view.seat is not None
    cards = view.hands[view.seat].cards
    return draw_hand(cards, width) if cards else [t("tui.hand_empty")]


def discard_lines(t: Catalogue, view: View) -> list[str]:
    """Return the discard pile by suit; jesters last."""
    lines = []
    for suit in Suit:
        cards = [card for card in view.discard if suit_of(card) is suit]
        if cards:
            name = f"{SYMBOLS[suit]} {t(f'suit.{suit.name.lower()}')}"
            lines.append(f"  {name:<11} {row_of(cards)}")
    jesters = sum(map(is_jester, view.discard))
    if jesters:
        lines.append(f"  {t('rank.jester'):<11} {' '.join('X' * jesters)}")
    return lines


def _title(t: Catalogue, view: View, width: int) -> str:
    words = [t("tui.title", enemy=enemy_number(view))]
    if view.rules.players > 1 and view.seat is not None:
        words.insert(0, t("tui.title_player", number=view.seat + 1))
    title = f"── {' · '.join(words)} "
    return title + "─" * (width - 1 - len(title))


def _enemy(t: Catalogue, view: View, width: int) -> list[str]:
    if view.enemy is None:
        return []
    words = Words(t, view.seat)
    left = view.health - view.damage
    health = bar(left, view.health, BAR) + " " + t("tui.health_of", left=left, full=view.health)
    card = draw(view.enemy)
    beside = width - len(card[0]) - len(BESIDE)
    facts = [
        sentence(words.card(view.enemy)),
        *_labelled(t("tui.health"), health, beside),
        *_labelled(t("tui.attack"), _attack(t, view), beside),
        _immunity(t, view, words),
        *_labelled(t("tui.table"), _plays(t, view) or t("tui.table_none"), beside),
    ]
    card += [" " * len(card[0])] * (len(facts) - len(card))
    return [drawn + BESIDE + fact for drawn, fact in zip(card, facts, strict=True)]


def _attack(t: Catalogue, view: View) -> str:
    assert view.enemy is not None
    if not view.shield:
        return t("tui.attack_plain", attack=view.attack)
    full = view.rules.attack[rank_of(view.enemy) - 10]
    return t("tui.attack_shielded", attack=view.attack, full=full, shield=view.shield)


def _immunity(t: Catalogue, view: View, words: Words) -> str:
    if view.immune is None:
        return t("tui.immunity_broken")
    return t("tui.immune", suit=words.suit(view.immune), symbol=SYMBOLS[view.immune])


def _plays(t: Catalogue, view: View) -> str:
    """Return the plays against this enemy, in order; in company with who made them."""
    if view.rules.players == 1:
        return " · ".join(row_of(cards) for _, cards in view.table)
    return " · ".join(
        row_of(cards) if by is None else t("tui.play_by", number=by + 1, cards=row_of(cards))
        for by, cards in view.table
    )


def _castle(view: View) -> str:
    """Return the royals to come, jacks before queens before kings."""
    ranks: dict[int, list[Card]] = {}
    for card in view.royals:
        ranks.setdefault(rank_of(card), []).append(card)
    return " · ".join(row_of(cards) for cards in ranks.values())


def _piles(t: Catalogue, view: View) -> str:
    tavern = t("tui.tavern_count", count=view.tavern_count)
    if view.tavern:
        top = view.tavern[0]
        if top.layer and len(view.layers[top.layer]) == 1:
            # R28: an exactly defeated royal, which everybody saw go there.
            tavern = t("tui.tavern_top", tavern=tavern, card=card_text(view.layers[top.layer][0]))
    piles = t("tui.piles", tavern=tavern, discard=len(view.discard))
    if view.rules.flips:
        piles += " · " + t("tui.flips", number=view.flips)
    return piles


def _others(t: Catalogue, view: View) -> str:
    """Return the other players in the order of their turns."""
    players = view.rules.players
    start = view.turn if view.seat is None else view.seat
    words = []
    for seat in (*range(start + 1, players), *range(start)):
        other = t("tui.other", number=seat + 1, count=view.hands[seat].count)
        words.append(t("tui.other_yielded", other=other) if view.yielded[seat] else other)
    return " · ".join(words)


def _labelled(label: str, text: str, width: int) -> list[str]:
    """Return a text behind its label, wrapped under itself."""
    return textwrap.wrap(
        text,
        width - 1,
        initial_indent=label.ljust(LABEL),
        subsequent_indent=" " * LABEL,
        break_on_hyphens=False,
    )
