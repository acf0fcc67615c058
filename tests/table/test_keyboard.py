"""Tables whose people all sit at one keyboard, and hints."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from openregicide.core import Generator, view_for
from openregicide.errors import RegicideError
from openregicide.notation import load_game, read_record
from openregicide.protocol import Begin, MakeMove, RulesData, TableSettings, TakeBack
from openregicide.table.entries import (
    BotSeated,
    CarriedOver,
    Created,
    Entry,
    Seated,
    decode_entry,
    encode_entry,
)
from openregicide.table.table import Table
from openregicide.table.views import table_info
from support.sittings import NOW, Sitting, request_id

MILD = RulesData(1, attack=[3, 4, 5])
NOBODY: Mapping[int, str] = {}


def at_keyboard(
    rules: RulesData,
    *,
    bots: Mapping[int, str] = NOBODY,
    names: Mapping[int, str] = NOBODY,
    hints: bool = True,
) -> Sitting:
    at = Sitting(Table("HERE"), [], [True] * rules.players, Generator(3))
    settings = TableSettings(rules, hints=hints)
    at.absorb(Table.lay(settings, bots=bots, names=names, now=NOW))
    return at


def take_back(at: Sitting) -> list[Entry]:
    return at.decide(0, TakeBack(request_id(), at.table.version))


def refused(what: Callable[[], object]) -> str:
    with pytest.raises(RegicideError) as caught:
        what()
    return caught.value.code


def position(table: Table) -> tuple[object, ...]:
    game = table.game
    assert game is not None
    return game.state.key(), game.state.generator.words(), list(game.tokens), game.exact


# Sitting down


def test_people_sit_in_every_seat_that_is_no_bots_with_a_name_or_without() -> None:
    at = at_keyboard(RulesData(4), bots={2: "greedy"}, names={0: " Ann  A ", 2: "No", 3: "ann a"})
    assert [type(entry) for entry in at.journal] == [Created, BotSeated, Seated, Seated, Seated]
    assert [seat.name for seat in at.table.seats] == ["Ann A", "", "", "ann a"]
    assert [seat.person for seat in at.table.seats] == [True, True, False, True]
    assert not any(seat.free for seat in at.table.seats)
    assert at.table.host == 0
    assert [seat.holder for seat in table_info(at.table).seats] == [
        "person", "person", "bot", "person",
    ]  # fmt: skip
    # Nothing opens a seat that has no token.
    assert at.table.check_token("") is None


@pytest.mark.parametrize(
    ("bots", "names", "code"),
    [
        ({2: "greedy"}, {}, "seat.unknown"),
        ({}, {-1: "Ann"}, "seat.unknown"),
        ({0: "greedy", 1: "greedy"}, {}, "table.full"),
        ({1: "gr\needy"}, {}, "bot.unprintable"),
        ({}, {0: "x" * 30}, "name.too_long"),
    ],
)
def test_a_table_at_a_keyboard_that_cannot_be(
    bots: dict[int, str], names: dict[int, str], code: str
) -> None:
    assert refused(lambda: at_keyboard(RulesData(2), bots=bots, names=names)) == code


def test_the_record_names_those_who_have_a_name() -> None:
    at = at_keyboard(RulesData(3), bots={1: "greedy"}, names={2: "Cleo"})
    at.begin()
    at.play()
    finished = at.table.finished()
    assert finished is not None
    tags = read_record(finished.record).tags
    assert {tag: text for tag, text in tags.items() if tag not in ("Date", "SeedHash")} == {
        "Player2": "greedy",
        "Player3": "Cleo",
    }


# Taking back


def test_a_move_is_taken_back_with_all_that_it_did() -> None:
    at = at_keyboard(MILD)
    at.begin()
    before = []
    while at.table.running:
        before.append((position(at.table), at.some_move()))
        at.move(before[-1][1])
        if not at.table.running:
            break
        version = at.table.version
        at.absorb(take_back(at))
        assert position(at.table) == before[-1][0]
        assert at.table.version == at.table.game_version == version + 1
        at.move(before[-1][1])
    game = at.table.game
    assert game is not None
    assert game.undone == len(before) - 1 > 10
    assert "1" in game.exact or "0" in game.exact
    # Everything there was, one after the other.
    loaded = Table.load("HERE", [decode_entry(encode_entry(entry)) for entry in at.journal])
    assert position(loaded) == position(at.table)
    finished = loaded.finished()
    assert finished is not None
    assert read_record(finished.record).tags["Undone"] == str(game.undone)
    assert load_game(finished.record).seed_checks


def test_a_move_that_saw_what_was_taken_back_is_stale() -> None:
    at = at_keyboard(MILD)
    at.begin()
    at.move()
    version, text = at.table.version, at.some_move()
    at.absorb(take_back(at))
    late = MakeMove(request_id(), version, text)
    assert refused(lambda: at.decide(0, late)) == "move.stale"


def test_taking_back_needs_a_game_and_a_move() -> None:
    alone = at_keyboard(MILD)
    assert refused(lambda: take_back(alone)) == "table.no_game"
    alone.begin()
    assert refused(lambda: take_back(alone)) == "game.nothing_to_undo"
    alone.play()
    assert refused(lambda: take_back(alone)) == "table.no_game"


# A game that was kept as a record


def test_R4_a_champion_that_was_carried_over_begins_the_next_game() -> None:
    at = at_keyboard(RulesData(2))
    at.begin(first=0)
    tags = {"Date": "2026-01-31 18:45:02", "Event": "Friday"}
    at.absorb([CarriedOver(at=NOW, champion=1, undone=2, tags=tags)])
    at.play()
    finished = at.table.finished()
    assert finished is not None
    assert not finished.won
    told = read_record(finished.record).tags
    assert {"Undone": "2", **tags}.items() <= told.items()
    at.begin(first=0)
    game = at.table.game
    assert game is not None
    assert (game.first, game.undone, game.notes) == (1, 0, {})


# Hints


def test_a_hint_is_made_of_what_its_seat_sees() -> None:
    at = at_keyboard(RulesData(2))
    assert refused(lambda: at.table.view_for_hint(0, at.table.version)) == "hint.not_now"
    at.begin(first=1)
    version, game = at.table.version, at.table.game
    assert game is not None
    assert at.table.view_for_hint(1, version) == view_for(game.state, 1)
    assert refused(lambda: at.table.view_for_hint(0, version)) == "hint.not_now"
    at.move()
    assert refused(lambda: at.table.view_for_hint(1, version)) == "move.stale"


def test_a_table_with_hints_off_gives_none() -> None:
    at = at_keyboard(RulesData(1), hints=False)
    at.ask(0, Begin(request_id()))
    assert refused(lambda: at.table.view_for_hint(0, at.table.version)) == "hint.off"
