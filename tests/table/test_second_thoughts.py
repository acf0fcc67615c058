"""Taking a move back, giving up, and the same cards once more: what the table allows, and shows."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openregicide.core import EventKind, Phase, RuleSet, legal_moves
from openregicide.notation import format_move, load_game, read_record
from openregicide.protocol import (
    Begin,
    Chat,
    Configure,
    GiveUp,
    MakeMove,
    Return,
    RulesData,
    Say,
    TableSettings,
    TakeBack,
    Vote,
)
from openregicide.table.entries import (
    Began,
    GaveUp,
    GiveUpVoted,
    decode_entry,
    encode_entry,
)
from openregicide.table.options import rules_data
from openregicide.table.table import Fresh, Table
from openregicide.table.views import table_info, update_for
from openregicide.verify import Verdict, verify_record
from support.random_games import rule_sets
from support.sittings import NOW, Sitting, everything, request_id, sitting

MILD = RulesData(2, attack=[1, 1, 1])
HARMLESS = RulesData(1, attack=[3, 4, 5])


def take_back(at: Sitting) -> TakeBack:
    return TakeBack(request_id(), at.table.version)


def give_up(at: Sitting, *, wanted: bool = True) -> GiveUp:
    return GiveUp(request_id(), at.table.version, wanted)


def views(table: Table) -> list[object]:
    """What everyone sees of the game, and may do."""
    seen = [update_for(table, seat, since=None) for seat in (*range(len(table.seats)), None)]
    return [(each.view, each.moves) for each in seen]


def loaded(at: Sitting) -> Table:
    return Table.load("TABLE", [decode_entry(encode_entry(entry)) for entry in at.journal])


def offered(at: Sitting) -> list[bool | None]:
    table = at.table
    return [
        update_for(table, seat, since=None).may_undo for seat in (*range(len(table.seats)), None)
    ]


def until(at: Sitting, *kinds: str) -> str:
    """Play at random until a move of such a kind can be made; return it, unmade."""
    while at.table.running:
        game = at.table.game
        assert game is not None
        for move in legal_moves(game.state):
            text = format_move(move)
            if text[0] in kinds:
                return text
        at.move()
    raise AssertionError("the game is over")


# Taking back


REVEALING = {
    EventKind.DREW,
    EventKind.HEALED,
    EventKind.FLIPPED,
    EventKind.DEFEATED,
    EventKind.REVEALED,
    EventKind.WON,
    EventKind.LOST,
}


@settings(max_examples=60, deadline=None)
@given(rule_sets(), st.integers(0, 2**32), st.data())
def test_only_what_revealed_nothing_is_taken_back_and_leaves_no_trace(
    rules: RuleSet, seed: int, data: st.DataObject
) -> None:
    """After every move of a random game: who may take it back, and what everyone then sees."""
    at = sitting(rules.players, rules=rules_data(rules), seed=seed)
    at.begin()
    back = 0
    while at.table.running and back < 60:
        mover = at.table.mover
        assert mover is not None
        before = views(at.table)
        tokens = len(at.table.game.tokens) if at.table.game else 0
        version = at.table.version
        text = at.some_move()
        entries = at.decide(mover.seat, MakeMove(request_id(), version, text))
        events = at.absorb(entries)
        hidden = any(event.kind in REVEALING for event in events)
        shown = rules.players > 1 and any(event.kind is EventKind.PLAYED for event in events)
        for seat in range(rules.players):
            allowed = seat == mover.seat and at.table.running and not hidden and not shown
            assert update_for(at.table, seat, since=None).may_undo is allowed
            if not allowed:
                assert at.refusal(seat, take_back(at)).code in (
                    "undo.too_late",
                    "undo.revealed",
                    "table.no_game",
                )
        if hidden or shown or not at.table.running or not data.draw(st.booleans()):
            continue
        # Nothing that the mover did not know, or anybody else may not know, has come up.
        before_own, after_own = before[mover.seat], views(at.table)[mover.seat]
        assert isinstance(before_own, tuple)
        assert isinstance(after_own, tuple)
        assert before_own[0].tavern == after_own[0].tavern
        assert before_own[0].royals == after_own[0].royals
        assert set(after_own[0].hands[mover.seat].cards) <= set(
            before_own[0].hands[mover.seat].cards
        )
        assert at.ask(mover.seat, take_back(at)) == [at.journal[-1]]
        back += 1
        assert views(at.table) == before
        game = at.table.game
        assert game is not None
        assert len(game.tokens) == tokens
        assert offered(at) == [False] * rules.players + [None]
        # Twice in a row would be across somebody else's move.
        code = "undo.too_late" if tokens else "game.nothing_to_undo"
        assert at.refusal(mover.seat, take_back(at)).code == code
        assert everything(loaded(at)) == everything(at.table)
        at.move(text)
    game = at.table.game
    assert game is not None
    assert game.undone == back
    finished = loaded(at).finished()
    if finished is None:
        return
    record = read_record(finished.record)
    assert record.tags.get("Undone") == (str(back) if back else None)
    assert all(check.verdict is not Verdict.FAILED for check in verify_record(record))
    assert load_game(finished.record).ply == game.state.ply


def test_a_yield_can_be_taken_back_until_anybody_else_has_acted() -> None:
    at = sitting(3, bots=[2], rules=RulesData(3, attack=[0, 0, 0]))
    at.begin(first=0)
    at.move("y")
    assert offered(at) == [True, False, False, None]
    # A phrase is about nobody's cards.
    at.ask(1, Say(request_id(), "thanks"))
    assert offered(at) == [True, False, False, None]
    assert at.refusal(1, take_back(at)).code == "undo.too_late"
    at.move("y")
    assert offered(at) == [False, True, False, None]
    assert at.refusal(0, take_back(at)).code == "undo.too_late"
    at.move()
    assert offered(at) == [False] * 3 + [None]
    assert at.refusal(1, take_back(at)).code == "undo.too_late"


def test_what_somebody_said_aloud_cannot_be_unheard() -> None:
    at = sitting(2, rules=RulesData(2, attack=[0, 0, 0], talk="open"))  # type: ignore[arg-type]
    at.begin(first=0)
    at.move("y")
    at.ask(0, Chat(request_id(), "oh"))
    assert offered(at) == [True, False, None]
    at.ask(1, Chat(request_id(), "I have three hearts"))
    assert offered(at) == [False, False, None]
    assert at.refusal(0, take_back(at)).code == "undo.too_late"


def test_a_version_from_before_the_move_is_too_late() -> None:
    at = sitting(2, rules=RulesData(2, attack=[0, 0, 0]))
    at.begin(first=0)
    version = at.table.version
    at.move("y")
    assert at.refusal(0, TakeBack(request_id(), version)).code == "undo.too_late"


def test_a_play_in_company_stays() -> None:
    at = sitting(2, rules=RulesData(2, health=[99, 99, 99]))
    at.begin(first=0)
    at.move(until(at, "p"))
    mover = at.journal[-1].seat
    assert mover is not None
    code = at.refusal(mover, take_back(at)).code
    assert code == ("undo.revealed" if at.table.running else "table.no_game")


def test_whoever_was_named_after_a_jester_can_be_named_again() -> None:
    at = sitting(4, rules=RulesData(4, attack=[0, 0, 0]))
    at.begin()
    text = until(at, "n")
    mover = at.table.mover
    assert mover is not None
    before = views(at.table)
    at.move(text)
    assert at.ask(mover.seat, take_back(at)) == [at.journal[-1]]
    assert views(at.table) == before
    at.move("n2")


def test_what_a_bot_or_the_clock_did_is_nobodys_to_take_back() -> None:
    at = sitting(2, rules=RulesData(2, attack=[0, 0, 0]))
    at.begin(first=0)
    at.absorb(at.table.clock_move(0, "y", version=at.table.version, now=NOW))
    assert at.refusal(0, take_back(at)).code == "undo.too_late"


def test_whose_seat_a_bot_plays_takes_the_seat_back_first() -> None:
    at = sitting(2, rules=RulesData(2, attack=[0, 0, 0]))
    at.begin(first=0)
    at.move("y")
    at.present[0] = False
    at.ask(1, Vote(request_id(), 0))
    at.ask(1, Vote(request_id(), 0))
    assert at.refusal(0, take_back(at)).code == "seat.stand_in"
    at.ask(0, Return(request_id()))
    at.ask(0, take_back(at))


def ranked(at: Sitting) -> None:
    entries = at.table.decide(
        0,
        Begin(request_id()),
        now=NOW,
        present=at.present,
        vote_in=lambda _: 0.0,
        stand_in="",
        fresh=lambda: Fresh(game="daily", seed=b"s" * 32, daily="2026-11-19", ranked=True),
    )
    at.absorb(entries)


def test_in_a_ranked_game_every_move_stays() -> None:
    at = sitting(2, rules=RulesData(2, attack=[0, 0, 0]))
    ranked(at)
    at.move("y")
    assert offered(at) == [False, False, None]
    assert at.refusal(0, take_back(at)).code == "undo.ranked"


def test_without_a_move_there_is_nothing_to_take_back() -> None:
    at = sitting(2)
    assert at.refusal(0, take_back(at)).code == "table.no_game"
    at.begin()
    assert at.refusal(0, take_back(at)).code == "game.nothing_to_undo"


def test_several_at_one_keyboard_may_take_back_what_revealed_nothing() -> None:
    settings_ = TableSettings(RulesData(2, attack=[0, 0, 0]))
    at = Sitting(Table("HERE"), [], [True] * 2)
    at.absorb(Table.lay(settings_, bots={}, names={}, now=NOW))
    at.begin(first=0)
    at.move("y")
    assert at.table.undoable == 0
    at.ask(0, take_back(at))
    assert at.table.undoable is None


# Giving up


def test_alone_a_game_is_given_up_at_once_and_is_lost() -> None:
    at = sitting(1, rules=HARMLESS)
    at.begin()
    at.move()
    assert [type(each) for each in at.ask(0, give_up(at))] == [GiveUpVoted, GaveUp]
    game = table_info(at.table).game
    assert game is not None
    assert (game.result, game.given_up, game.giving_up) == ("lost", True, [])
    assert game.seed is not None
    update = update_for(at.table, 0, since=None)
    assert (update.moves, update.may_undo) == ([], False)
    assert at.table.mover is None
    for request in (give_up(at), give_up(at, wanted=False), take_back(at)):
        assert at.refusal(0, request).code == "table.no_game"
    assert at.refusal(0, MakeMove(request_id(), at.table.version, "y")).code == "table.no_game"
    finished = at.table.finished()
    assert finished is not None
    assert not finished.won
    assert everything(loaded(at)) == everything(at.table)
    at.begin()
    assert at.table.running


def test_the_record_of_a_game_given_up_can_be_read_and_checked_by_anyone() -> None:
    at = sitting(2, rules=MILD)
    at.begin()
    for _ in range(5):
        at.move()
    for seat in (0, 1):
        at.ask(seat, give_up(at))
    finished = at.table.finished()
    assert finished is not None
    record = read_record(finished.record)
    assert (record.result, record.tags["Ending"]) == ("*", "given_up")
    assert all(check.verdict is not Verdict.FAILED for check in verify_record(record))
    assert load_game(finished.record).outcome is None


def test_together_a_game_ends_when_all_who_are_there_want_it() -> None:
    at = sitting(4, bots=[3])
    at.begin()
    at.present[2] = False
    assert [type(each) for each in at.ask(0, give_up(at))] == [GiveUpVoted]
    assert at.refusal(0, give_up(at)).code == "vote.twice"
    game = table_info(at.table).game
    assert game is not None
    assert (game.giving_up, game.result) == ([0], None)
    at.ask(1, give_up(at))
    assert not at.table.running


def test_somebody_whose_connection_just_broke_is_still_asked() -> None:
    at = sitting(2)
    at.begin()
    at.present[1], at.vote_in = False, 20.0
    at.ask(0, give_up(at))
    assert at.table.running
    assert at.refusal(0, give_up(at)).code == "vote.twice"
    at.vote_in = 0.0
    at.ask(0, give_up(at))
    assert not at.table.running


def test_an_objection_ends_the_vote_whoever_makes_it() -> None:
    at = sitting(3)
    at.begin()
    assert at.refusal(1, give_up(at, wanted=False)).code == "vote.nothing"
    at.ask(0, give_up(at))
    at.ask(1, give_up(at))
    at.ask(2, give_up(at, wanted=False))
    game = table_info(at.table).game
    assert game is not None
    assert game.giving_up == []
    at.ask(0, give_up(at))
    at.ask(0, give_up(at, wanted=False))
    assert not at.table.game or not at.table.game.giving_up


def test_the_vote_lapses_with_a_players_move_and_not_with_a_bots() -> None:
    at = sitting(3, bots=[1], rules=RulesData(3, attack=[0, 0, 0]))
    at.begin(first=1)

    def voters() -> list[int]:
        game = table_info(at.table).game
        assert game is not None
        return game.giving_up

    at.ask(0, give_up(at))
    at.move("y")
    assert voters() == [0]
    shown = at.table.info_version
    at.move("y")
    # The table is sent again, or nobody would know.
    assert at.table.info_version > shown
    assert voters() == []
    at.ask(0, give_up(at))
    at.ask(2, take_back(at))
    assert voters() == []


def test_a_vote_about_an_earlier_game_does_not_count_for_the_next() -> None:
    at = sitting(2)
    at.begin()
    old = at.table.version
    for seat in (0, 1):
        at.ask(seat, give_up(at))
    at.begin()
    assert at.refusal(0, GiveUp(request_id(), old)).code == "move.stale"


def test_nothing_is_said_or_hinted_about_a_game_given_up() -> None:
    at = sitting(4, rules=RulesData(4, attack=[0, 0, 0]))
    at.begin()
    until(at, "n")
    for seat in range(4):
        at.ask(seat, give_up(at))
    game = at.table.game
    assert game is not None
    assert game.state.phase == Phase.NAME_NEXT
    assert at.refusal(0, Say(request_id(), "like_to_go_next")).code == "talk.not_now"


# The same cards


def test_the_same_cards_are_the_same_game_once_more() -> None:
    at = sitting(2, rules=MILD)
    at.begin(first=1)
    first = at.table.game
    assert first is not None
    start = views(at.table)
    at.play()
    assert [type(each) for each in at.ask(0, Begin(request_id(), again=True))] == [Began]
    again = at.table.game
    assert again is not None
    assert again.id != first.id
    assert (again.seed, again.first, again.number) == (first.seed, 1, 2)
    assert views(at.table) == start
    info = table_info(at.table).game
    assert info is not None
    assert (info.again, info.seed, info.deal, info.ranked) == (first.id, None, None, False)
    at.play()
    finished = loaded(at).finished()
    assert finished is not None
    record = read_record(finished.record)
    assert record.tags["Again"] == first.id
    assert all(check.verdict is not Verdict.FAILED for check in verify_record(record))


def test_the_same_cards_need_a_game_that_is_over_and_the_host() -> None:
    at = sitting(2)
    assert at.refusal(0, Begin(request_id(), again=True)).code == "again.none"
    at.begin()
    assert at.refusal(0, Begin(request_id(), again=True)).code == "table.game_running"
    for seat in (0, 1):
        at.ask(seat, give_up(at))
    assert at.refusal(1, Begin(request_id(), again=True)).code == "table.host_only"


@pytest.mark.parametrize(
    ("changed", "same"),
    [({"attack": [1, 1, 1], "health": [5, 5, 5]}, True), ({"hand_limit": 5}, False)],
)
def test_kinder_rules_keep_the_cards_unless_they_deal_others(
    changed: dict[str, object], same: bool
) -> None:
    at = sitting(2)
    at.begin()
    for seat in (0, 1):
        at.ask(seat, give_up(at))
    rules = msgspec.convert({"players": 2} | changed, RulesData)
    at.ask(0, Configure(request_id(), msgspec.structs.replace(at.table.settings, rules=rules)))
    if same:
        at.ask(0, Begin(request_id(), again=True))
        assert at.table.running
    else:
        assert at.refusal(0, Begin(request_id(), again=True)).code == "again.other_rules"
