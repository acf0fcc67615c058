"""The enemy: its card, its health and attack, and the plays against it."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from ....i18n.speech import SYMBOLS, sentence
from ...words.wide import wide
from .figures import enemy_card, hand_card
from .ink import bar, beside, cards_ink, cut, paragraph
from .panel import Panel
from .scene import Scene

__all__ = ["EnemyPanel"]

LARGE = 15
"""With at least this many rows, the plays are drawn as cards beneath the enemy."""
BESIDE = 18
"""Columns that the text beside the enemy needs; its card is larger if there is room for both."""


class EnemyPanel(Panel):
    def draw(self, scene: Scene, width: int, height: int) -> list[Content]:
        view, t = scene.view, scene.t
        if view.enemy is None:
            return paragraph(t("ending.last_king"), width, "bold $good")
        columns, rows = (21, 14) if height >= LARGE and width - 23 >= BESIDE else (14, 9)
        card = enemy_card(view.enemy, columns, rows)
        room = width - columns - 2
        if height < LARGE:
            return beside([card, _facts(scene, room)], "  ")
        above = beside([card, _spread(scene, room)], "  ")
        return [*above, Content(""), *_drawn_plays(scene, width, height - len(above) - 1)]


def _facts(scene: Scene, width: int) -> list[Content]:
    return [
        *_name(scene, width),
        *_health(scene, width),
        *_attack(scene, width),
        *_immunity(scene, width),
        *_plays(scene, width),
    ]


def _spread(scene: Scene, width: int) -> list[Content]:
    """Return the same where there is room between the lines."""
    blank = Content("")
    return [
        *_name(scene, width),
        blank,
        *_health(scene, width),
        blank,
        *_attack(scene, width),
        blank,
        *_immunity(scene, width),
    ]


def _name(scene: Scene, width: int) -> list[Content]:
    assert scene.view.enemy is not None
    return paragraph(sentence(scene.speech.card(scene.view.enemy)), width, "bold $gold")


def _health(scene: Scene, width: int) -> list[Content]:
    view, seen, t = scene.view, scene.preview, scene.t
    left = view.health - view.damage
    bite = 0 if seen is None else max(min(seen.damage_after - view.damage, left), 0)
    figures = [(t("tui.health") + " ", "$soft"), (f"{left}/{view.health}", "bold")]
    if bite:
        figures.append((f" → {left - bite}", "bold $bite"))
    return [*_fitted(figures, width), bar(left, view.health, width, "$blood", bite)]


def _attack(scene: Scene, width: int) -> list[Content]:
    view, seen, t = scene.view, scene.preview, scene.t
    full = view.full_attack
    after = view.attack if seen is None else max(full - max(seen.shield_after, view.shield), 0)
    figures = [(t("tui.attack") + " ", "$soft"), (f"{view.attack}/{full}", "bold")]
    if after < view.attack:
        figures.append((f" → {after}", "bold $bite"))
    if view.shield:
        figures.append((f"  {t('ui.enemy.shield')} {view.shield}", "$steel"))
    drawn = bar(view.attack, full, width, "$steel", view.attack - after)
    return [*_fitted(figures, width), drawn]


def _fitted(figures: Sequence[tuple[str, str]], width: int) -> list[Content]:
    """Return styled texts in as many lines as they need, without breaking any."""
    lines = [Content("")]
    for text, style in figures:
        if lines[-1] and lines[-1].cell_length + wide(text) > width:
            lines.append(Content.styled(text.lstrip(), style))
        else:
            lines[-1] += Content.styled(text, style)
    return lines


def _immunity(scene: Scene, width: int) -> list[Content]:
    view, t = scene.view, scene.t
    if view.immune is None:
        return paragraph(t("ui.enemy.immunity_broken"), width, "$good")
    text = t("ui.enemy.immune", suit=scene.speech.suit(view.immune))
    return paragraph(f"{text} {SYMBOLS[view.immune]}", width)


def _plays(scene: Scene, width: int) -> list[Content]:
    """Return the plays against this enemy, in order; with several players, who made them."""
    view = scene.view
    if not view.table:
        return paragraph(scene.t("tui.app.no_plays"), width, "$soft")
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


def _drawn_plays(scene: Scene, width: int, height: int) -> list[Content]:
    """Return the plays as cards; if there are too many, as a list."""
    view, t = scene.view, scene.t
    if not view.table:
        return _plays(scene, width)
    title = Content.styled(t("ui.played"), "$soft")
    columns = []
    for by, cards in view.table:
        play = beside([hand_card(card, 7, 5) for card in cards])
        if by is not None and view.rules.players > 1:
            name = t("ui.you") if scene.is_you(by) else sentence(scene.names[by])
            play.append(Content.styled(cut(f"{by + 1} {name}", play[0].cell_length), "$soft"))
        columns.append(play)
    rows = beside(columns)
    fits = rows and rows[0].cell_length <= width and len(rows) < height
    return [title, *rows] if fits else [title, *_plays(scene, width)]
