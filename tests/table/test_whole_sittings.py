"""Whole games at a table, through its journal: what was stored tells everything."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openregicide.core import Game, RuleSet
from openregicide.notation import format_action, format_rules, load_game, parse_move
from openregicide.protocol import Chat, Return, Say, Vote
from openregicide.table.entries import Moved, decode_entry, encode_entry
from openregicide.table.finished import FinishedSeat
from openregicide.table.hashes import seed_hash
from openregicide.table.options import rules_data
from openregicide.table.table import Table
from support.random_games import rule_sets
from support.sittings import (
    NAMES,
    NOW,
    STAND_IN,
    Sitting,
    device_of,
    everything,
    request_id,
    sitting,
    token_of,
)


def loaded(at: Sitting) -> Table:
    return Table.load("TABLE", [decode_entry(encode_entry(entry)) for entry in at.journal])


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("with_bots", [False, True])
def test_a_loaded_table_is_the_live_one_at_every_step(players: int, with_bots: bool) -> None:
    at = sitting(players, bots=range(1, players, 2) if with_bots else ())
    for _ in range(2):
        at.begin()
        while at.table.running:
            at.move()
            assert everything(loaded(at)) == everything(at.table)
        at.ask(0, Chat(request_id(), "once more"))
    assert at.table.game is not None
    assert at.table.game.number == 2


@pytest.mark.parametrize("players", [2, 4])
def test_decisions_change_nothing(players: int) -> None:
    at = sitting(players)
    at.begin()
    while at.table.running:
        mover = at.table.mover
        assert mover is not None
        before = everything(at.table)
        text, version = at.some_move(), at.table.version
        at.table.clock_move(mover.seat, text, version=version, now=NOW)
        at.decide(mover.seat, Say(request_id(), "hello"))
        assert everything(at.table) == before
        at.move(text)


def test_a_table_outlives_whatever_people_do() -> None:
    at = sitting(3, bots=[2])
    at.begin()
    for _ in range(4):
        at.move()
    at.present[1] = False
    for _ in range(2):
        at.ask(0, Vote(request_id(), 1))
    assert at.table.seats[1].stand_in == STAND_IN
    at.move()
    at.present[1] = True
    at.ask(1, Return(request_id()))
    at.play()
    assert everything(loaded(at)) == everything(at.table)


@settings(max_examples=30, deadline=None)
@given(rule_sets(), st.integers(0, 2**32))
def test_a_table_plays_the_game_that_its_seed_deals(rules: RuleSet, seed: int) -> None:
    at = sitting(rules.players, rules=rules_data(rules), seed=seed)
    at.begin()
    game = at.table.game
    assert game is not None
    assert at.table.rules == rules
    twin = Game.new(rules, int(game.seed, 16), first=game.first)
    while at.table.running:
        [entry] = at.move()
        assert isinstance(entry, Moved)
        ply = twin.ply
        twin.push(parse_move(entry.move))
        healed = [format_action(token.action) for token in twin.tokens[ply + 1 :]]
        assert [entry.heal] == (healed or [""])
        assert game.state.key() == twin.state.key()
    assert game.tokens == twin.tokens
    assert game.outcome == twin.outcome


def test_the_heals_after_a_restart_are_still_those_of_the_seed() -> None:
    at = sitting(2, seed=3)
    at.begin()
    while at.table.running:
        at.table = loaded(at)
        at.move()
    finished = at.table.finished()
    assert finished is not None
    assert load_game(finished.record).seed_checks
    assert any(isinstance(entry, Moved) and entry.heal for entry in at.journal)


# History


def test_a_finished_game_is_handed_over_once() -> None:
    at = sitting(2, bots=[1])
    assert at.table.finished() is None
    at.begin()
    assert at.table.finished() is None
    at.play()
    finished = at.table.finished()
    game = at.table.game
    assert finished is not None
    assert game is not None
    assert game.outcome is not None
    assert (finished.id, finished.table, finished.number) == (game.id, "TABLE", 1)
    assert (finished.rules, finished.players) == (format_rules(at.table.rules), 2)
    assert (finished.seed, finished.seed_hash) == (game.seed, seed_hash(game.seed))
    assert (finished.won, finished.medal) == (game.outcome.won, game.outcome.medal)
    assert (finished.kills, finished.plies) == (game.state.castle_at, len(game.tokens))
    assert (finished.started_at, finished.ended_at) == (NOW, NOW)
    assert finished.seats == (
        FinishedSeat(0, NAMES[0], device_of(NAMES[0]), ""),
        FinishedSeat(1, "", "", "random"),
    )
    at.ask(0, Say(request_id(), "good_game"))
    assert at.table.finished() is None


def test_the_record_of_a_finished_game_can_be_checked() -> None:
    at = sitting(3, bots=[2], seed=12)
    at.begin()
    at.play()
    finished = at.table.finished()
    assert finished is not None
    game = load_game(finished.record)
    assert game.seed_checks
    for tag in (
        f'[SeedHash "{seed_hash(finished.seed)}"]',
        f'[Player1 "{NAMES[0]}"]',
        '[Player3 "random"]',
        '[Date "2027-01-15"]',
    ):
        assert tag in finished.record


def test_names_with_quotes_can_be_written_down() -> None:
    at = sitting(2, people=1)
    hashed = "0" * 64
    at.absorb(at.table.sit('Q"uo\\te"', None, token_hash=hashed, now=NOW))
    at.begin()
    at.play()
    finished = at.table.finished()
    assert finished is not None
    assert load_game(finished.record).outcome is not None
    assert finished.seats[1].name == 'Q"uo\\te"'


def test_a_stand_in_does_not_take_the_game_from_its_player() -> None:
    at = sitting(2)
    at.begin()
    at.present[1] = False
    at.ask(0, Vote(request_id(), 1))
    at.play()
    finished = at.table.finished()
    assert finished is not None
    assert finished.seats[1] == FinishedSeat(1, NAMES[1], device_of(NAMES[1]), "")


def test_the_hash_of_a_seed_is_that_of_its_digits() -> None:
    assert seed_hash("0" * 32) == (
        "84e0c0eafaa95a34c293f278ac52e45ce537bab5e752a00e6959a13ae103b65a"
    )


def test_tokens_open_their_own_seat_only() -> None:
    at = sitting(3, bots=[1])
    assert at.table.check_token(token_of(NAMES[0])) == 0
    assert at.table.check_token(token_of(NAMES[1])) == 2
    assert at.table.check_token(token_of("Eve")) is None
    assert at.table.check_token("") is None
    assert at.table.check_token("\u00e9") is None
