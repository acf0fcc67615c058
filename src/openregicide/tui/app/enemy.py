"""The enemy: its card, what is left of it, and what was played against it."""

from __future__ import annotations

from textual.content import Content

from ...core import View, rank_of
from ...i18n.speech import SYMBOLS, sentence
from .figures import enemy_card, hand_card
from .ink import bar, beside, cards_ink, cut, paragraph, signs
from .panel import Panel
from .sight import Sight

__all__ = ["EnemyPanel"]

LARGE = 15
"""Rows from which on the card is drawn larger, and the plays as cards beneath it."""


class EnemyPanel(Panel):
    def draw(self, sight: Sight, width: int, height: int) -> list[Content]:
        view, t = sight.view, sight.t
        if view.enemy is None:
            return paragraph(t("ending.last_king"), width, "bold $good")
        if height < LARGE:
            card = enemy_card(view.enemy, 14, 9)
            return beside([card, _facts(sight, width - 16)], "  ")
        card = enemy_card(view.enemy, 21, 14)
        above = beside([card, _spread(sight, width - 23)], "  ")
        return [*above, Content(""), *_drawn_plays(sight, width, height - len(above) - 1)]


def _facts(sight: Sight, width: int) -> list[Content]:
    return [
        *_name(sight),
        *_health(sight, width),
        *_attack(sight, width),
        _immunity(sight),
        *_plays(sight, width),
    ]


def _spread(sight: Sight, width: int) -> list[Content]:
    """Return the same where there is room between the lines."""
    blank = Content("")
    return [
        *_name(sight),
        blank,
        *_health(sight, width),
        blank,
        *_attack(sight, width),
        blank,
        _immunity(sight),
    ]


def _name(sight: Sight) -> list[Content]:
    assert sight.view.enemy is not None
    return [Content.styled(sentence(sight.speech.card(sight.view.enemy)), "bold $gold")]


def _health(sight: Sight, width: int) -> list[Content]:
    view, seen, t = sight.view, sight.preview, sight.t
    left = view.health - view.damage
    bite = 0 if seen is None else max(min(seen.damage_after - view.damage, left), 0)
    figures = [(t("tui.health") + " ", "$soft"), (f"{left}/{view.health}", "bold")]
    if bite:
        figures.append((f" → {left - bite}", "bold $bite"))
    return [Content.assemble(*figures), bar(left, view.health, width, "$blood", bite)]


def _attack(sight: Sight, width: int) -> list[Content]:
    view, seen, t = sight.view, sight.preview, sight.t
    full = full_attack(view)
    after = view.attack if seen is None else max(full - max(seen.shield_after, view.shield), 0)
    figures = [(t("tui.attack") + " ", "$soft"), (f"{view.attack}/{full}", "bold")]
    if after < view.attack:
        figures.append((f" → {after}", "bold $bite"))
    if view.shield:
        figures.append((f"  {t('web.enemy.shield')} {view.shield}", "$steel"))
    drawn = bar(view.attack, full, width, "$steel", view.attack - after)
    return [Content.assemble(*figures), drawn]


def full_attack(view: View) -> int:
    """Return what the enemy strikes for without a shield."""
    assert view.enemy is not None
    return view.rules.attack[rank_of(view.enemy) - 10]


def _immunity(sight: Sight) -> Content:
    view, t = sight.view, sight.t
    if view.immune is None:
        return Content.styled(t("web.enemy.immunity_broken"), "$good")
    text = t("web.enemy.immune", suit=sight.speech.suit(view.immune))
    return signs(f"{text} {SYMBOLS[view.immune]}")


def _plays(sight: Sight, width: int) -> list[Content]:
    """Return the plays against this enemy, in order, in company with who made them."""
    view = sight.view
    if not view.table:
        return paragraph(sight.t("tui.app.no_plays"), width, "$soft")
    alone = view.rules.players == 1
    lines = [Content("")]
    for by, cards in view.table:
        play = cards_ink(cards)
        if by is not None and not alone:
            mark = "" if by == view.seat else f"{by + 1}:"
            play = Content.styled(mark, "$soft") + play
        room = width - lines[-1].cell_length
        if play.cell_length + 3 > room and lines[-1]:
            lines.append(play)
        else:
            lines[-1] = (
                lines[-1] + Content.styled(" · ", "$soft") if lines[-1] else lines[-1]
            ) + play
    return lines


def _drawn_plays(sight: Sight, width: int, height: int) -> list[Content]:
    """Return the plays as cards; where they are too many, as a list."""
    view, t = sight.view, sight.t
    if not view.table:
        return _plays(sight, width)
    title = Content.styled(t("web.played"), "$soft")
    columns: list[list[Content]] = []
    for by, cards in view.table:
        for card in cards:
            lines = hand_card(card, 7, 5)
            if by is not None and view.rules.players > 1 and card is cards[0]:
                name = sight.names[by]
                lines.append(Content.styled(cut(name, 7), "$soft"))
            columns.append(lines)
    rows = beside(columns, " ")
    fits = rows and rows[0].cell_length <= width and len(rows) < height
    return [title, *rows] if fits else [title, *_plays(sight, width)]
