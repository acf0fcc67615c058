"""A view as lines: the enemy, the piles, the other players, and the viewer's hand."""

from __future__ import annotations

from collections.abc import Sequence

from ...core import Card, Suit, View, is_jester, rank_of, suit_of
from ...i18n import Catalogue
from ...i18n.speech import SYMBOLS, card_text, sentence
from .cards import bar, draw, draw_hand, row_of
from .names import Speech
from .wide import padded, wide, wrapped

__all__ = ["discard_lines", "enemy_number", "hand_lines", "table_lines"]

ROYALS = 12
LABELS = ("health", "attack", "table", "castle", "tavern", "others")
BEHIND_LABEL = 2
BAR = 20
BESIDE = "  "
"""The gap between a card and the text beside it."""


def enemy_number(view: View) -> int:
    """Return which enemy this is, from 1 to 12."""
    return ROYALS - len(view.royals)


def table_lines(t: Catalogue, view: View, width: int, names: Sequence[str] = ()) -> list[str]:
    """Return everything on the table that is open to all.

    :param names: by seat, empty for those who have none.
    """
    words = Speech(t, view.seat, names)
    lines = [_title(words, view, width), *_enemy(words, view, width)]
    lines += _labelled(t, "castle", _castle(view) or t("tui.castle_none"), width)
    lines += _labelled(t, "tavern", _piles(t, view), width)
    if view.rules.players > 1:
        lines += _labelled(t, "others", _others(words, view), width)
    return lines


def hand_lines(t: Catalogue, view: View, width: int) -> list[str]:
    """Return the viewer's own hand, drawn, with numbers beneath."""
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
            lines.append(f"  {padded(name, 11)} {row_of(cards)}")
    jesters = sum(map(is_jester, view.discard))
    if jesters:
        lines.append(f"  {padded(t('rank.jester'), 11)} {' '.join('X' * jesters)}")
    return lines


def _title(words: Speech, view: View, width: int) -> str:
    parts = [words.t("tui.title", enemy=enemy_number(view))]
    if view.rules.players > 1 and view.seat is not None:
        parts.insert(0, _seat_title(words, view.seat))
    title = f"── {' · '.join(parts)} "
    return title + "─" * (width - 1 - wide(title))


def _seat_title(words: Speech, seat: int) -> str:
    return words.name(seat) or words.t("tui.title_player", number=seat + 1)


def _enemy(words: Speech, view: View, width: int) -> list[str]:
    if view.enemy is None:
        return []
    t = words.t
    left = view.health - view.damage
    health = bar(left, view.health, BAR) + " " + t("tui.health_of", left=left, full=view.health)
    card = draw(view.enemy)
    beside = width - len(card[0]) - len(BESIDE)
    facts = [
        sentence(words.card(view.enemy)),
        *_labelled(t, "health", health, beside),
        *_labelled(t, "attack", _attack(t, view), beside),
        *wrapped(_immunity(t, view, words), beside - 1),
        *_labelled(t, "table", _plays(words, view) or t("tui.table_none"), beside),
    ]
    card += [" " * len(card[0])] * (len(facts) - len(card))
    return [drawn + BESIDE + fact for drawn, fact in zip(card, facts, strict=True)]


def _attack(t: Catalogue, view: View) -> str:
    assert view.enemy is not None
    if not view.shield:
        return t("tui.attack_plain", attack=view.attack)
    return t("tui.attack_shielded", attack=view.attack, full=view.full_attack, shield=view.shield)


def _immunity(t: Catalogue, view: View, words: Speech) -> str:
    if view.immune is None:
        return t("tui.immunity_broken")
    return t("tui.immune", suit=words.suit(view.immune), symbol=SYMBOLS[view.immune])


def _plays(words: Speech, view: View) -> str:
    """Return the plays against this enemy, in order; with several players, who made them."""
    alone = view.rules.players == 1
    return " · ".join(
        row_of(cards) if alone or by is None else _play_by(words, by, row_of(cards))
        for by, cards in view.table
    )


def _play_by(words: Speech, seat: int, cards: str) -> str:
    name = words.name(seat)
    if name:
        return words.t("tui.play_by_name", name=name, cards=cards)
    return words.t("tui.play_by", number=seat + 1, cards=cards)


def _castle(view: View) -> str:
    """Return the royals to come, jacks before queens before kings."""
    ranks: dict[int, list[Card]] = {}
    for card in view.royals:
        ranks.setdefault(rank_of(card), []).append(card)
    return " · ".join(row_of(cards) for cards in ranks.values())


def _piles(t: Catalogue, view: View) -> str:
    tavern = t("tui.tavern_count", count=view.tavern_count)
    if view.tavern_top is not None:
        tavern = t("tui.tavern_top", tavern=tavern, card=card_text(view.tavern_top))
    piles = t("tui.piles", tavern=tavern, discard=len(view.discard))
    if view.rules.flips:
        piles += " · " + t("tui.flips", number=view.flips)
    return piles


def _others(words: Speech, view: View) -> str:
    """Return the other players in turn order; for spectators, all of them."""
    t, players = words.t, view.rules.players
    others = (*range(view.turn, players), *range(view.turn))
    if view.seat is not None:
        others = (*range(view.seat + 1, players), *range(view.seat))
    texts = []
    for seat in others:
        other = _other(words, seat, view.hands[seat].count)
        texts.append(t("tui.other_yielded", other=other) if view.yielded[seat] else other)
    return " · ".join(texts)


def _other(words: Speech, seat: int, count: int) -> str:
    if words.name(seat):
        return words.t("tui.other_named", name=words.numbered(seat), count=count)
    return words.t("tui.other", number=seat + 1, count=count)


def _labelled(t: Catalogue, name: str, text: str, width: int) -> list[str]:
    """Return a text after its label, wrapped with a hanging indent."""
    room = max(wide(t(f"tui.{label}")) for label in LABELS) + BEHIND_LABEL
    label = padded(t(f"tui.{name}"), room)
    return wrapped(text, width - 1, indent=label, hang=" " * room)
