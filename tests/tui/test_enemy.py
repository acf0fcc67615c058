"""Words about the enemy are never cut off, however narrow its panel is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from openregicide.core import Game, Generator, Preview, RuleSet, View, moves_of, preview
from openregicide.i18n import PLURALS, Catalogue
from openregicide.tui.app.panels.enemy import EnemyPanel
from openregicide.tui.app.panels.scene import Scene

NAMES = ("Ann", "Bob", "Cy", "Di")
NARROWEST = {9: 48, 20: 36}
"""By the panel's rows: its columns in a window of 80, and of 110 with a log beside it."""


def sights() -> Iterator[tuple[View, Preview | None]]:
    """Yield views of random games against enemies with and without their immunity."""
    dice = Generator(3)
    for seed in range(8):
        game = Game.new(RuleSet(players=4), seed=seed)
        while game.outcome is None:
            view = game.view(game.state.seat)
            moves = moves_of(view)
            move = moves[dice.random_below(len(moves))]
            yield view, preview(view, move) if view.due == 0 else None
            game.push(move)


@pytest.mark.parametrize("language", PLURALS)
@pytest.mark.parametrize("height", NARROWEST)
def test_no_word_about_the_enemy_is_cut(language: str, height: int) -> None:
    t = Catalogue(language)
    broken = shielded = 0
    for view, seen in sights():
        scene = Scene(t=t, view=view, names=NAMES, players=(), preview=seen)
        width = NARROWEST[height]
        for room in (width, width + 5, width + 12):
            for line in EnemyPanel().draw(scene, room, height):
                assert line.cell_length <= room, str(line)
        broken += view.immune is None
        shielded += bool(view.shield)
    assert broken
    assert shielded


@pytest.mark.parametrize("watched", [False, True])
def test_plays_say_whose_they_are(watched: bool) -> None:
    seen = set()
    for view, _ in sights():
        scene = Scene(t=Catalogue("en"), view=view, names=NAMES, players=(), nobody_is_you=watched)
        drawn = "\n".join(line.plain for line in EnemyPanel().draw(scene, 200, 40))
        for by, _ in view.table:
            if by is not None:
                yours = by == view.seat and not watched
                assert f"{by + 1} {'You' if yours else NAMES[by]}" in drawn
                seen.add(yours)
    assert seen == {False, not watched}
