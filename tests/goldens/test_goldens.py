"""Whole games, compared line by line with what they were when someone last read them."""

from __future__ import annotations

import pytest

from openregicide.core import EventKind, Game, MoveKind, Phase, Token, move_kind
from openregicide.notation import parse_action, parse_rfen, parse_rules, parse_view
from support.playthrough import FOLDER, GOLDENS, golden_game, path_of, retell

NAMES = list(GOLDENS)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_goes_as_it_always_went(name: str) -> None:
    expected = path_of(name).read_text().splitlines()
    for number, (now, then) in enumerate(zip(retell(golden_game(name)), expected, strict=False), 1):
        assert now == then, f"{name}, line {number}; if that is meant: make goldens"
    assert len(retell(golden_game(name))) == len(expected)


def test_every_golden_game_has_its_file_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_lines_of_a_golden_game_can_be_read_and_played(name: str) -> None:
    lines = path_of(name).read_text().splitlines()
    rules = parse_rules(lines[0].partition(" ; ")[0])
    game: Game | None = None
    for line in lines[1:-1]:
        match line[:2]:
            case "= ":
                state = parse_rfen(line[2:], rules)
                if game is None:
                    game = Game(state)
                assert game.state.key() == state.key()
            case "? ":
                assert game is not None
                assert parse_view(line[2:], rules) == game.view(game.state.seat)
            case "" | "  ":
                pass
            case _:
                assert game is not None
                actor, move = line.split(" ")
                game.replay(Token(None if actor == "*" else int(actor), parse_action(move)))
    assert game is not None
    assert game.outcome is not None


def test_the_golden_games_show_every_kind_of_event_and_move() -> None:
    games = [golden_game(name) for name in NAMES]
    assert {game.rules.players for game in games} == {1, 2, 3, 4}
    events = {event.kind for game in games for some in game.events for event in some}
    assert events == set(EventKind)
    moves = {
        move_kind(token.action)
        for game in games
        for token in game.tokens
        if isinstance(token.action, int)
    }
    assert moves == set(MoveKind)
    phases = {Phase(game.at(ply).phase) for game in games for ply in range(game.ply + 1)}
    assert phases == set(Phase)
    assert {game.outcome and game.outcome.ending for game in games} >= {1, 2, 3}


def test_the_files_are_small_enough_to_read() -> None:
    for name in NAMES:
        assert path_of(name).stat().st_size < 40_000
