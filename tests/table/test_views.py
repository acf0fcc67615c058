"""What a reader is told: everything that is theirs to know, once, and nothing else."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openregicide.core import (
    EventKind,
    Game,
    Phase,
    RuleSet,
    legal_moves,
    moves_of,
    preview,
    view_for,
)
from openregicide.notation import format_move, format_view, parse_move, parse_view
from openregicide.protocol import (
    Change,
    Chat,
    Configure,
    HandData,
    Leave,
    LegalMove,
    Message,
    PreviewData,
    Return,
    RulesData,
    Say,
    SeatBot,
    SeatInfo,
    TableSettings,
    Update,
    Vote,
)
from openregicide.table.entries import Moved
from openregicide.table.options import rules_data, rules_of
from openregicide.table.views import legal_moves_for, table_info, update_for, view_data
from support.random_games import games, rule_sets
from support.scenario import table
from support.sittings import NAMES, NOW, STAND_IN, Sitting, request_id, sitting

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Message).decode


def told(at: Sitting, viewer: int | None, since: int | None) -> Update:
    """What a reader is told, after its way over the wire."""
    update = update_for(at.table, viewer, since=since)
    assert decode(encode(update)) == update
    return update


def last_change(at: Sitting) -> Change:
    """The last thing that happened, as a spectator is told."""
    [change] = told(at, None, at.table.version - 1).news
    return change


# Rules


@given(rule_sets())
def test_rules_travel_there_and_back(rules: RuleSet) -> None:
    data = rules_data(rules)
    assert rules_of(data) == rules
    assert rules_of(msgspec.json.decode(encode(data), type=RulesData)) == rules
    assert None not in msgspec.structs.astuple(data)


def test_rules_that_are_left_out_follow_the_rulebook() -> None:
    assert rules_of(RulesData(3)) == RuleSet(players=3)
    assert rules_of(RulesData(1, jesters=1)) == RuleSet(players=1, jesters=1)


# Views


@settings(max_examples=40)
@given(games(), st.integers(0, 4))
def test_a_view_travels_whole(game: Game, viewer: int) -> None:
    view = game.view(viewer if viewer < game.rules.players else None)
    data = view_data(view)
    assert data.text == format_view(view)
    assert parse_view(data.text, game.rules) == view
    assert [hand.count for hand in data.hands] == [hand.count for hand in view.hands]
    assert "".join(data.discard) in data.text
    assert data.tavern == view.tavern_count


def test_the_fields_of_a_view() -> None:
    before = table("4C9H", "X", "TD", enemy="QS", played=("3H", "5D"), by=(1, 0), tavern="2C")
    data = view_data(before.view(0))
    assert (data.seat, data.phase, data.turn, data.ply) == (0, "play", 0, 0)
    assert (data.enemy, data.health, data.damage, data.attack) == ("QS", 30, 8, 15)
    assert (data.shield, data.immune, data.due, data.flips) == (0, "S", 0, 0)
    assert data.hands == [HandData(2, ["4C", "9H"]), HandData(1), HandData(1)]
    assert [(play.seat, play.cards) for play in data.table] == [(1, ["3H"]), (0, ["5D"])]
    assert (data.may_yield, data.yielded) == (True, [False] * 3)
    assert data.royals == ["QC", "QD", "QH", "KC", "KD", "KH", "KS"]
    assert (data.top, data.medal, data.ending) == (None, None, None)


def test_R16_a_royal_that_fell_exactly_is_known_to_lie_on_top() -> None:
    after = table("8HTC", "9D", enemy="JS", played=("TH", "2H")).do("p8H")
    for seat in (0, 1, None):
        assert view_data(after.view(seat)).top == "JS"


def test_the_end_is_told_with_its_medal() -> None:
    after = table("9H9S", castle="KC", played=("KH", "TD", "2D"), flips=1).do("p9H")
    data = view_data(after.view(0))
    assert (data.phase, data.ending, data.medal) == ("over", "last_king", "silver")
    lost = table("2H", "9D").do("p2H")
    data = view_data(lost.view(1))
    assert (data.phase, data.ending, data.medal) == ("over", "cannot_pay", None)


# Moves


@settings(max_examples=40)
@given(games())
def test_every_legal_move_comes_with_its_preview(game: Game) -> None:
    state = game.state
    view = view_for(state, state.seat)
    moves = legal_moves_for(view)
    if game.outcome is None and view.phase is not Phase.HEAL:
        # A large hand is told only the discards without a card to spare.
        large = view.phase is Phase.DISCARD and len(view.hands[state.seat].cards) > 8
        legal = moves_of(view, minimal=True) if large else legal_moves(state)
        assert [move.move for move in moves] == [format_move(move) for move in legal]
    else:
        assert moves == []
    for move in moves:
        seen = preview(view, parse_move(move.move))
        said = msgspec.structs.asdict(move.preview)
        assert said.pop("draws") == (list(seen.draws) if seen.draw else [])
        assert said == {name: getattr(seen, name) for name in said}
    for other in range(state.players):
        if other != state.seat:
            assert legal_moves_for(view_for(state, other)) == []


def test_a_move_says_no_more_than_there_is_to_say() -> None:
    before = table("4D9HTC", "9D", enemy="JC", played=("4S",), phase="d")
    [move] = [m for m in legal_moves_for(before.view(0)) if m.move == "d4D9H"]
    assert move == LegalMove("d4D9H", PreviewData(damage_after=4, shield_after=4, paid=13))
    assert encode(move) == (
        b'{"move":"d4D9H","preview":{"damage_after":4,"shield_after":4,"paid":13}}'
    )


# The table


def test_who_sits_at_a_table_is_everybodys_to_know() -> None:
    at = sitting(4, bots=[1], people=2)
    info = table_info(at.table)
    assert info.seats == [
        SeatInfo("person", NAMES[0]),
        SeatInfo("bot", "random", called="Bruno"),
        SeatInfo("person", NAMES[1]),
        SeatInfo("free"),
    ]
    assert (info.id, info.host, info.game) == ("TABLE", 0, None)
    assert info.settings.rules.hand_limit == 5


def test_votes_and_stand_ins_are_shown() -> None:
    at = sitting(3)
    at.begin()
    at.present[2] = False
    at.ask(1, Vote("a", 2))
    assert table_info(at.table).seats[2] == SeatInfo("person", NAMES[2], votes=[1])
    at.ask(0, Vote("b", 2))
    assert table_info(at.table).seats[2] == SeatInfo("person", NAMES[2], stand_in=STAND_IN)


def test_the_seed_is_shown_once_the_game_is_over() -> None:
    at = sitting(2)
    at.begin(first=1)
    game = at.table.game
    assert game is not None
    info = table_info(at.table).game
    assert info is not None
    assert (info.number, info.id, info.first, info.seed_hash) == (1, game.id, 1, game.seed_hash)
    assert (info.seed, info.result) == (None, None)
    at.play()
    info = table_info(at.table).game
    assert info is not None
    assert (info.seed, info.result) == (game.seed, "lost")


def test_a_game_is_shown_with_the_rules_it_was_played_by() -> None:
    at = sitting(2)
    at.begin()
    at.play()
    at.ask(0, Configure("a", TableSettings(RulesData(2, hand_limit=3))))
    update = told(at, 0, None)
    assert update.table is not None
    assert update.table.game is not None
    assert update.view is not None
    assert update.table.settings.rules.hand_limit == 3
    rules = rules_of(update.table.game.rules)
    assert rules.hand_limit == 7
    assert format_view(parse_view(update.view.text, rules)) == update.view.text


# What happened


def test_every_kind_of_change_is_told() -> None:
    at = sitting(3, bots=[1])
    version = at.table.version
    news = told(at, None, 0).news
    assert [change.what for change in news] == ["created", "seated", "seated", "seated"]
    assert news[1] == Change(2, "seated", NOW, 1, "random", by="bot")
    assert news[3] == Change(4, "seated", NOW, 2, NAMES[1])
    at.ask(2, Say("a", "hello"))
    assert last_change(at) == Change(version + 1, "said", NOW, 2, phrase="hello")
    at.ask(2, Chat("b", "so"))
    assert last_change(at) == Change(version + 2, "chatted", NOW, 2, text="so")
    at.ask(0, Configure("c", at.table.settings))
    assert last_change(at) == Change(version + 3, "configured", NOW, 0)
    at.begin(first=0)
    assert last_change(at) == Change(version + 4, "began", NOW, 0)
    at.present[0] = False
    at.ask(2, Vote("d", 0))
    # Seat 2 is there alone, and asks twice.
    at.ask(2, Vote("e", 0))
    voted, again, stood_in = told(at, None, version + 4).news
    assert voted == Change(version + 5, "voted", NOW, 2, about=0, wanted=True)
    assert again == Change(version + 6, "voted", NOW, 2, about=0, wanted=True)
    assert stood_in == Change(version + 7, "stood_in", NOW, 0, STAND_IN)
    at.ask(0, Return("r"))
    assert last_change(at) == Change(version + 8, "returned", NOW, 0)
    [entry] = at.move()
    assert isinstance(entry, Moved)
    change = last_change(at)
    assert (change.what, change.seat, change.move, change.by) == ("moved", 0, entry.move, "player")
    assert change.events[0].seat == 0
    at.play()
    at.ask(2, Leave("f"))
    assert last_change(at) == Change(at.table.version, "unseated", NOW, 2)
    at.ask(0, SeatBot("g", 2, "greedy"))
    assert last_change(at).name == "greedy"


def test_cards_that_were_drawn_are_told_to_who_drew_them() -> None:
    at = sitting(3, seed=4)
    at.begin()
    drawn = 0
    while drawn < 10:
        if not at.table.running:
            at.begin()
        at.move()
        events = at.table.memory.last(1)[0].events
        for viewer in (0, 1, 2, None):
            [change] = told(at, viewer, at.table.version - 1).news
            assert len(change.events) == len(events)
            for event, said in zip(events, change.events, strict=True):
                hidden = event.kind is EventKind.DREW and event.seat != viewer
                assert len(said.cards) == (0 if hidden else len(event.cards))
                drawn += hidden


# Updates


def test_a_newcomer_is_told_everything() -> None:
    at = sitting(2)
    update = told(at, 1, None)
    assert (update.full, update.seat, update.version) == (True, 1, at.table.version)
    assert len(update.news) == at.table.version
    assert update.table == table_info(at.table)
    assert (update.view, update.moves) == (None, None)
    at.begin(first=1)
    update = told(at, 1, None)
    assert update.view is not None
    assert update.moves
    assert told(at, 0, None).moves == []
    assert told(at, None, None).moves == []
    assert told(at, None, None).seat is None


def test_a_reader_who_knows_everything_is_told_nothing() -> None:
    at = sitting(2)
    at.begin()
    assert told(at, 0, at.table.version) == Update(at.table.version)


def test_only_what_changed_is_told() -> None:
    at = sitting(2)
    at.begin(first=0)
    seen = at.table.version
    at.ask(1, Say("a", "hello"))
    update = told(at, 0, seen)
    assert (update.full, len(update.news)) == (False, 1)
    assert (update.table, update.view, update.moves) == (None, None, None)
    at.move()
    update = told(at, 0, seen)
    assert len(update.news) == 2
    assert update.table is None
    assert update.view is not None
    assert update.moves is not None
    assert told(at, 0, seen + 1).news == update.news[1:]


def test_the_end_of_a_game_changes_the_table_too() -> None:
    at = sitting(2)
    at.begin()
    at.play()
    update = told(at, 0, at.table.version - 1)
    assert update.table is not None
    assert update.table.game is not None
    assert update.table.game.seed is not None
    assert update.moves == []


def test_whoever_was_away_too_long_is_told_everything() -> None:
    at = sitting(1)
    for _ in range(80):
        at.ask(0, Say(request_id(), "hello"))
    version = at.table.version
    assert len(told(at, 0, version - 64).news) == 64
    assert not told(at, 0, version - 64).full
    update = told(at, 0, version - 65)
    assert update.full
    assert [change.version for change in update.news] == list(range(version - 63, version + 1))


@pytest.mark.parametrize("ahead", [1, 1000])
def test_whoever_knows_more_than_the_table_is_told_everything(ahead: int) -> None:
    """A reader whose table went back to an older copy of the disk."""
    at = sitting(2)
    assert told(at, 0, at.table.version + ahead).full


def test_updates_in_steps_say_what_one_full_update_says() -> None:
    at = sitting(3, bots=[2])
    viewers: list[int | None] = [0, 1, None]
    at.begin()
    seen = {viewer: told(at, viewer, None) for viewer in viewers}
    news = {viewer: list(seen[viewer].news) for viewer in viewers}
    while at.table.running:
        before = at.table.version
        at.move()
        for viewer in viewers:
            update = told(at, viewer, before)
            news[viewer] += update.news
            changed = {
                name: value
                for name in ("table", "view", "moves")
                if (value := getattr(update, name)) is not None
            }
            seen[viewer] = msgspec.structs.replace(seen[viewer], **changed)
    for viewer in viewers:
        full = told(at, viewer, None)
        assert (seen[viewer].table, seen[viewer].view) == (full.table, full.view)
        assert seen[viewer].moves == full.moves
        assert news[viewer][-len(full.news) :] == full.news
