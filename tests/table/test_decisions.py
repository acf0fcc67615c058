"""What a table allows whom and when, and with which code it refuses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pytest
from msgspec import structs

from openregicide.core import Outcome, Phase, Talk, legal_moves
from openregicide.errors import (
    IllegalMoveError,
    InvalidMoveError,
    InvalidOptionError,
    RegicideError,
    TableError,
)
from openregicide.notation import format_move, read_record
from openregicide.protocol import (
    AFTER_JESTER,
    PHRASES,
    PUBLIC_FACTS,
    Begin,
    Chat,
    Configure,
    Leave,
    MakeMove,
    NewTable,
    Return,
    RulesData,
    Say,
    SeatBot,
    TableSettings,
    Vote,
)
from openregicide.table.entries import (
    Began,
    BotSeated,
    Chatted,
    Configured,
    Created,
    Entry,
    Moved,
    Returned,
    Said,
    Seated,
    StoodIn,
    Unseated,
    Voted,
)
from openregicide.table.table import Table
from openregicide.table.views import update_for
from support.sittings import NOW, STAND_IN, Sitting, everything, request_id, sitting

EASY = RulesData(2, attack=[0, 0, 0], health=[1, 1, 1])
"""Every attack fells an enemy and nothing strikes, so most games are won."""


def refused(do: Callable[[], list[Entry]]) -> RegicideError:
    with pytest.raises(RegicideError) as caught:
        do()
    return caught.value


def kinds(entries: list[Entry]) -> list[type[Entry]]:
    return [type(entry) for entry in entries]


def running(players: int = 2, **options: object) -> Sitting:
    at = sitting(players, **options)  # type: ignore[arg-type]
    at.begin(first=0)
    return at


def end(at: Sitting) -> Outcome:
    """Play a game to its end."""
    at.begin()
    at.play()
    assert at.table.game is not None
    assert at.table.game.outcome is not None
    return at.table.game.outcome


def won() -> Sitting:
    """A table at which a game was won."""
    at = sitting(2, rules=EASY)
    while not end(at).won:
        pass
    return at


def won_by(seat: int) -> Sitting:
    at = won()
    while at.table.champion != seat:
        end(at)
    return at


def legal_texts(at: Sitting) -> list[str]:
    assert at.table.game is not None
    return [format_move(move) for move in legal_moves(at.table.game.state)]


# Making a table


def created(new: NewTable) -> list[Entry]:
    at = sitting()
    return Table.create(new, token_hash="0" * 64, now=NOW, fresh=at.fresh)


def settings_for(players: int, **rules: object) -> TableSettings:
    return TableSettings(RulesData(players, **rules))  # type: ignore[arg-type]


def test_whoever_makes_a_table_sits_in_the_first_seat_that_is_not_a_bots() -> None:
    entries = created(NewTable("Ann", settings_for(3), bots={"0": "random", "2": "greedy"}))
    assert kinds(entries) == [Created, BotSeated, BotSeated, Seated]
    assert [entry.seat for entry in entries] == [None, 0, 2, 1]
    table = Table.load("T", entries)
    assert table.host == 1
    assert not table.running


def test_the_settings_of_a_new_table_leave_nothing_out() -> None:
    [entry, _] = created(NewTable("Ann", settings_for(3, jesters=2)))
    assert isinstance(entry, Created)
    assert entry.settings.rules == RulesData(
        3, jesters=2, flips=0, hand_limit=6, attack=[10, 15, 20], health=[20, 30, 40]
    )


def test_a_game_may_begin_at_once() -> None:
    bots = {"1": "random"}
    entries = created(NewTable("Ann", settings_for(2), bots=bots, begin=True, first=1))
    assert isinstance(entries[-1], Began)
    assert entries[-1].first == 1
    assert Table.load("T", entries).running


@pytest.mark.parametrize(
    ("new", "code"),
    [
        (NewTable("Ann", settings_for(2), begin=True), "table.seats_free"),
        (NewTable("Ann", settings_for(2), bots={"2": "random"}), "seat.unknown"),
        (NewTable("Ann", settings_for(2), bots={"x": "random"}), "seat.unknown"),
        (NewTable("Ann", settings_for(2), bots={"0": "random", "1": "random"}), "table.full"),
        (NewTable("Ann", settings_for(2), bots={"0": "a\nb"}), "bot.unprintable"),
        (NewTable("Ann", settings_for(2), bots={"0": " "}), "bot.unprintable"),
        (NewTable("\u202e", settings_for(2)), "name.character"),
        (NewTable("Ann", settings_for(4, hand_limit=12)), "option.out_of_range"),
        (NewTable("Ann", settings_for(1), begin=True, first=1), "seat.unknown"),
    ],
)
def test_a_table_that_cannot_be_made(new: NewTable, code: str) -> None:
    assert refused(lambda: created(new)).code == code


# Sitting down


def test_a_person_gets_the_seat_they_ask_for_or_any_that_is_free() -> None:
    at = sitting(4, people=1)
    hashed = "1" * 64
    assert at.table.sit("Eve", 3, token_hash=hashed, now=NOW) == [
        Seated(at=NOW, seat=3, name="Eve", token_hash=hashed)
    ]
    [entry] = at.table.sit(" Eve  A ", None, token_hash=hashed, device="d", now=NOW)
    assert entry == Seated(at=NOW, seat=1, name="Eve A", token_hash=hashed, device="d")


@pytest.mark.parametrize(
    ("name", "seat", "code"),
    [
        ("Eve", 0, "seat.taken"),
        ("Eve", 3, "seat.unknown"),
        ("Eve", -1, "seat.unknown"),
        ("ann", 2, "name.taken"),
        ("", 2, "name.empty"),
    ],
)
def test_a_seat_that_cannot_be_had(name: str, seat: int, code: str) -> None:
    at = sitting(3, people=2)
    before = everything(at.table)
    assert refused(lambda: at.table.sit(name, seat, token_hash="", now=NOW)).code == code
    assert everything(at.table) == before


@pytest.mark.parametrize("at", [sitting(2), running(2)], ids=["between games", "during a game"])
def test_a_full_table_has_no_seat(at: Sitting) -> None:
    assert refused(lambda: at.table.sit("Eve", None, token_hash="", now=NOW)).code == "table.full"


# Moves


def test_a_move_becomes_an_entry_that_knows_its_request() -> None:
    at = running()
    text = at.some_move()
    [entry] = at.ask(0, MakeMove("abc", at.table.version, text))
    assert isinstance(entry, Moved)
    assert (entry.seat, entry.move, entry.by) == (0, text, "player")
    assert (entry.request, entry.asked_by, entry.at) == ("abc", 0, NOW)


def test_there_is_nothing_to_move_without_a_game() -> None:
    at = sitting()
    assert at.refusal(0, MakeMove("a", at.table.version, "y")).code == "table.no_game"


def test_nobody_moves_once_the_game_is_over() -> None:
    at = won()
    for seat in (0, 1):
        assert at.refusal(seat, MakeMove("a", at.table.version, "y")).code == "table.no_game"


def test_a_move_out_of_turn_is_refused() -> None:
    at = running()
    error = at.refusal(1, MakeMove("a", at.table.version, at.some_move()))
    assert (error.code, error.values) == ("move.not_your_turn", {"seat": 1, "expected": 0})


@pytest.mark.parametrize("text", ["", "q", "p", "p1", "h3C", "y "])
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    at = running()
    assert isinstance(at.refusal(0, MakeMove("a", at.table.version, text)), InvalidMoveError)


@pytest.mark.parametrize(
    ("text", "code"), [("n0", "move.wrong_phase"), ("pKS", "move.not_in_hand")]
)
def test_a_move_that_the_rules_refuse_is_refused(text: str, code: str) -> None:
    at = running()
    error = at.refusal(0, MakeMove("a", at.table.version, text))
    assert isinstance(error, IllegalMoveError)
    assert error.code == code


def test_a_move_that_answers_an_older_game_is_stale() -> None:
    at = running()
    seen = at.table.version
    text = at.some_move()
    at.move(text)
    # Whoever's turn it is now, and whatever became of the cards.
    for seat in (0, 1):
        error = at.refusal(seat, MakeMove("a", seen, text))
        assert (error.code, error.values) == ("move.stale", {"version": at.table.version})


def test_a_move_from_the_future_is_stale() -> None:
    at = running()
    assert at.refusal(0, MakeMove("a", at.table.version + 1, at.some_move())).code == "move.stale"


def test_a_move_as_the_game_ends_is_stale_first() -> None:
    at = won()
    assert at.refusal(0, MakeMove("a", at.table.version - 1, "y")).code == "move.stale"


def test_talk_does_not_make_a_move_stale() -> None:
    at = running()
    seen = at.table.version
    at.ask(1, Say("hi", "hello"))
    assert at.table.version == seen + 1
    assert kinds(at.ask(0, MakeMove("a", seen, at.some_move()))) == [Moved]


# Repeats


def test_a_request_that_was_done_is_known_again() -> None:
    at = running()
    assert at.table.answered(0, "abc") is None
    at.ask(0, MakeMove("abc", at.table.version, at.some_move()))
    then = at.table.version
    at.ask(1, Say("other", "hello"))
    assert at.table.answered(0, "abc") == then
    assert at.table.answered(1, "abc") is None
    assert at.table.answered(1, "other") == then + 1


def test_a_request_that_was_refused_is_not() -> None:
    at = running()
    at.refusal(1, MakeMove("abc", at.table.version, "y"))
    assert at.table.answered(1, "abc") is None


def test_a_request_of_several_entries_led_to_the_last_of_them() -> None:
    at = sitting(2)
    assert kinds(at.ask(0, SeatBot("abc", 1, "random"))) == [Unseated, BotSeated]
    assert at.table.answered(0, "abc") == at.table.version


def test_what_the_host_did_to_a_seat_is_the_hosts_request() -> None:
    at = sitting(3, people=2)
    at.ask(0, SeatBot("abc", 2, "random"))
    assert at.table.answered(0, "abc") == at.table.version
    assert at.table.answered(2, "abc") is None


def test_the_next_person_in_a_seat_has_requests_of_their_own() -> None:
    at = sitting(2)
    at.ask(1, Say("1", "hello"))
    at.ask(1, Leave("2"))
    at.absorb(at.table.sit("Eve", 1, token_hash="", now=NOW))
    assert at.table.answered(1, "1") is None
    assert at.table.answered(1, "2") is None


def test_only_so_many_requests_are_remembered() -> None:
    at = sitting(1)
    for number in range(100):
        at.ask(0, Say(f"n{number}", "hello"))
    known = [number for number in range(100) if at.table.answered(0, f"n{number}") is not None]
    assert known == list(range(68, 100))
    assert at.table.answered(0, "n99") == at.table.version


# Talk


@pytest.mark.parametrize("phrase", PHRASES)
def test_R27_ready_made_phrases_may_always_be_said(phrase: str) -> None:
    for at in (sitting(), running(), won()):
        [entry] = at.ask(1, Say(request_id(), phrase))
        assert isinstance(entry, Said)
        assert (entry.seat, entry.phrase) == (1, phrase)


def everybody_sees(at: Sitting, seat: int) -> dict[str, int]:
    """Return the facts that a spectator reads off the table."""
    view = update_for(at.table, None, since=None).view
    assert view is not None
    return {
        "my_cards": view.hands[seat].count,
        "tavern_cards": view.tavern,
        "discard_cards": len(view.discard),
        "enemy_left": view.health - view.damage,
    }


def test_R27_public_facts_have_the_number_that_everybody_sees_at_that_moment() -> None:
    at = running(3)
    heard = set()
    while at.table.running:
        for seat in range(3):
            facts = everybody_sees(at, seat)
            assert set(facts) == set(PUBLIC_FACTS)
            for phrase, number in facts.items():
                [entry] = at.ask(seat, Say(request_id(), phrase))
                assert isinstance(entry, Said)
                assert entry.count == number
                told = update_for(at.table, 0, since=at.table.version - 1).news
                assert [(each.phrase, each.count) for each in told] == [(phrase, number)]
                heard.add((phrase, number))
        at.move()
    assert len(heard) > 20


@pytest.mark.parametrize("phrase", PUBLIC_FACTS)
def test_R27_there_are_no_facts_without_a_game(phrase: str) -> None:
    for at in (sitting(), won()):
        assert at.refusal(1, Say(request_id(), phrase)).code == "talk.no_game"


def test_other_phrases_have_no_number() -> None:
    [entry] = running().ask(1, Say("a", "hello"))
    assert isinstance(entry, Said)
    assert entry.count is None


def test_a_phrase_that_does_not_exist_is_refused() -> None:
    error = running().refusal(0, Say("a", "my_hand_is_bad"))
    assert (error.code, error.values) == ("talk.unknown_phrase", {"phrase": "my_hand_is_bad"})


@pytest.mark.parametrize("phrase", AFTER_JESTER)
def test_R22_who_would_like_to_go_next_is_said_after_a_jester_only(phrase: str) -> None:
    at = sitting(4, seed=2)
    assert at.refusal(1, Say("a", phrase)).code == "talk.not_now"
    at.begin()
    jesters = 0
    while jesters < 2:
        if not at.table.running:
            at.begin()
        assert at.table.game is not None
        if at.table.game.state.phase == Phase.NAME_NEXT:
            jesters += 1
            assert kinds(at.decide(1, Say("a", phrase))) == [Said]
            at.move()
            if at.table.running:
                assert at.refusal(1, Say("a", phrase)).code == "talk.not_now"
        elif "pX" in legal_texts(at):
            assert at.refusal(1, Say("a", phrase)).code == "talk.not_now"
            at.move("pX")
        else:
            at.move()


def test_R27_free_talk_is_for_between_games() -> None:
    at = sitting()
    [entry] = at.ask(1, Chat("a", " one\n more? "))
    assert isinstance(entry, Chatted)
    assert entry.text == "one more?"
    at.begin()
    assert at.refusal(1, Chat("b", "I have a king")).code == "talk.strict"
    at.play()
    assert kinds(at.ask(1, Chat("c", "well"))) == [Chatted]


def test_R27_at_an_open_table_everything_may_be_said() -> None:
    at = running(rules=RulesData(2, talk=Talk.OPEN))
    assert kinds(at.ask(1, Chat("a", "I have a king"))) == [Chatted]


def test_a_message_that_cannot_be_shown_is_refused() -> None:
    assert sitting().refusal(0, Chat("a", "\u202e")).code == "talk.character"


# Beginning, and who goes first


def test_only_the_host_begins() -> None:
    assert sitting().refusal(1, Begin("a")).code == "table.host_only"


def test_a_game_needs_everybody() -> None:
    error = sitting(3, people=1).refusal(0, Begin("a"))
    assert (error.code, error.values) == ("table.seats_free", {"count": 2})


def test_one_game_at_a_time() -> None:
    assert running().refusal(0, Begin("a")).code == "table.game_running"


def test_the_first_player_has_to_be_one() -> None:
    assert sitting(2).refusal(0, Begin("a", 2)).code == "seat.unknown"


def first_of(at: Sitting, first: int | None = None) -> int:
    [entry] = at.decide(0, Begin(request_id(), first))
    assert isinstance(entry, Began)
    return entry.first


def test_R4_the_host_picks_who_goes_first() -> None:
    at = sitting(4)
    assert [first_of(at, seat) for seat in range(4)] == [0, 1, 2, 3]


def test_R4_chance_decides_if_nobody_does() -> None:
    at = sitting(4)
    assert {first_of(at) for _ in range(60)} == {0, 1, 2, 3}


def test_R4_whoever_defeated_the_last_king_begins_the_rematch() -> None:
    at = won()
    assert at.table.game is not None
    assert at.table.game.outcome is not None
    champion = at.table.game.outcome.seat
    assert [first_of(at), first_of(at, 0), first_of(at, 1)] == [champion] * 3


def test_R4_a_lost_game_changes_nothing_about_that() -> None:
    at = won()
    champion = at.table.champion
    assert champion is not None
    settings = TableSettings(RulesData(2, attack=[250, 250, 250], health=[250, 250, 250]))
    at.ask(0, Configure(request_id(), settings))
    assert not end(at).won
    assert first_of(at, 1 - champion) == champion


def test_R4_the_newest_won_game_counts() -> None:
    at = won()
    champions = set()
    for _ in range(20):
        outcome = end(at)
        if outcome.won:
            assert first_of(at, 1 - outcome.seat) == outcome.seat
            champions.add(outcome.seat)
    assert champions == {0, 1}


def test_R4_a_daily_deal_says_itself_who_begins() -> None:
    at = won()
    champion = at.table.champion
    assert champion is not None
    for first in (0, 1):
        deal = replace(at.fresh(), first=first, daily="2026-02-03")
        [entry] = at.table.decide(
            0,
            Begin(request_id()),
            now=NOW,
            present=at.present,
            vote_in=lambda _: 0.0,
            stand_in=STAND_IN,
            fresh=partial(replace, deal),
        )
        assert isinstance(entry, Began)
        assert entry.first == first


@pytest.mark.parametrize("with_bot", [False, True])
def test_R4_is_about_the_player_and_not_the_chair(with_bot: bool) -> None:
    at = won_by(1)
    if with_bot:
        at.ask(0, SeatBot(request_id(), 1, "random"))
    else:
        at.ask(1, Leave(request_id()))
        at.absorb(at.table.sit("Eve", 1, token_hash="", now=NOW))
    assert first_of(at, 0) == 0


def test_R4_somebody_else_who_comes_or_goes_does_not_matter() -> None:
    at = won_by(0)
    at.ask(0, SeatBot(request_id(), 1, "random"))
    assert first_of(at, 1) == 0


# Seats and settings


def test_the_host_seats_replaces_and_removes_bots() -> None:
    at = sitting(2, people=1)
    assert kinds(at.ask(0, SeatBot("a", 1, "random"))) == [BotSeated]
    assert kinds(at.ask(0, SeatBot("b", 1, "greedy"))) == [BotSeated]
    assert at.table.seats[1].bot == "greedy"
    assert kinds(at.ask(0, SeatBot("c", 1))) == [Unseated]
    assert at.table.seats[1].free


def test_the_host_may_give_a_persons_seat_to_a_bot_or_free_it() -> None:
    at = sitting(3)
    assert kinds(at.ask(0, SeatBot("a", 1, "random"))) == [Unseated, BotSeated]
    assert kinds(at.ask(0, SeatBot("b", 2))) == [Unseated]
    assert at.table.check_token("token-of-Ben-which-is-long") is None


@pytest.mark.parametrize(
    ("seat", "request_", "code"),
    [
        (1, SeatBot("a", 2, "random"), "table.host_only"),
        (0, SeatBot("a", 0, "random"), "seat.own"),
        (0, SeatBot("a", 2), "seat.free"),
        (0, SeatBot("a", 3, "random"), "seat.unknown"),
        (0, SeatBot("a", 2, "a\u202eb"), "bot.unprintable"),
        (1, Configure("a", settings_for(3)), "table.host_only"),
        (0, Configure("a", settings_for(2)), "table.players_fixed"),
        (0, Configure("a", settings_for(3, hand_limit=12, jesters=0, flips=2)), None),
    ],
)
def test_what_a_host_cannot_do(seat: int, request_: SeatBot | Configure, code: str | None) -> None:
    error = sitting(3, people=2).refusal(seat, request_)
    assert error.code == code if code else isinstance(error, InvalidOptionError)


@pytest.mark.parametrize(
    "request_", [SeatBot("a", 1, "random"), SeatBot("a", 1), Configure("a", settings_for(2))]
)
def test_a_game_keeps_its_seats_and_rules(request_: SeatBot | Configure) -> None:
    assert running().refusal(0, request_).code == "table.game_running"


def test_the_host_changes_the_rules_between_games() -> None:
    at = sitting(2)
    [entry] = at.ask(0, Configure("a", TableSettings(RulesData(2, hand_limit=5), clock=30)))
    assert isinstance(entry, Configured)
    assert entry.settings.rules.jesters == 0
    assert at.table.rules.hand_limit == 5
    assert at.table.settings.clock == 30
    at.begin()
    assert at.table.game is not None
    assert at.table.game.state.rules.hand_limit == 5


def test_people_leave_between_games_only() -> None:
    assert running().refusal(1, Leave("a")).code == "table.game_running"
    at = sitting(2)
    assert at.ask(1, Leave("a")) == [Unseated(at=NOW, seat=1, request="a", asked_by=1)]
    assert at.table.seats[1].free


def test_the_host_passes_to_the_next_person() -> None:
    at = sitting(4, bots=[1])
    at.ask(0, Leave("a"))
    assert at.table.host == 2
    at.ask(3, Leave("b"))
    at.ask(2, Leave("c"))
    assert at.table.host is None
    at.absorb(at.table.sit("Eve", 3, token_hash="", now=NOW))
    assert at.table.host == 3
    at.absorb(at.table.sit("Fay", 0, token_hash="", now=NOW))
    assert at.table.host == 3


# Votes and stand-ins


def away(at: Sitting, *seats: int) -> Sitting:
    at.present = [seat not in seats for seat in range(len(at.table.seats))]
    return at


def test_more_than_half_of_the_others_put_a_bot_in() -> None:
    at = away(running(4), 3)
    assert kinds(at.ask(0, Vote("a", 3))) == [Voted]
    assert at.table.seats[3].votes == {0}
    assert not at.table.seats[3].stand_in
    entries = at.ask(1, Vote("b", 3))
    assert kinds(entries) == [Voted, StoodIn]
    assert at.table.answered(1, "b") == at.table.version
    assert at.table.seats[3].stand_in == STAND_IN
    assert at.table.seats[3].votes == set()


def test_half_is_not_enough() -> None:
    at = away(running(3), 2)
    assert kinds(at.ask(0, Vote("a", 2))) == [Voted]
    assert kinds(at.ask(0, Vote("b", 2))) == [Voted]
    assert kinds(at.ask(1, Vote("c", 2))) == [Voted, StoodIn]


@pytest.mark.parametrize(("bots", "absent"), [((1, 2), (3,)), ((), (1, 2, 3))])
def test_who_is_there_alone_has_to_ask_twice(bots: Sequence[int], absent: Sequence[int]) -> None:
    at = away(running(4, bots=bots), *absent)
    assert not at.table.asked_alone(3, at.present)
    assert kinds(at.ask(0, Vote("a", 3))) == [Voted]
    assert at.table.asked_alone(3, at.present)
    assert not at.table.seats[3].stand_in
    assert kinds(at.ask(0, Vote("b", 3))) == [Voted, StoodIn]


def test_to_ask_twice_is_nothing_while_another_may_vote() -> None:
    at = away(running(3), 2)
    at.ask(0, Vote("a", 2))
    assert not at.table.asked_alone(2, at.present)
    assert kinds(at.ask(0, Vote("b", 2))) == [Voted]
    # Seat 1 goes away as well.
    away(at, 1, 2)
    assert at.table.asked_alone(2, at.present)
    assert kinds(at.ask(0, Vote("c", 2))) == [Voted, StoodIn]


def test_the_vote_of_one_who_went_away_is_not_the_first_of_the_one_who_stayed() -> None:
    at = away(running(3), 2)
    at.ask(1, Vote("a", 2))
    away(at, 1, 2)
    assert kinds(at.ask(0, Vote("b", 2))) == [Voted]
    assert kinds(at.ask(0, Vote("c", 2))) == [Voted, StoodIn]


def test_a_vote_that_comes_too_early_changes_nothing() -> None:
    at = away(running(3), 2)
    at.vote_in = 17.2
    refused = at.refusal(0, Vote("a", 2))
    assert (refused.code, refused.values) == ("vote.too_early", {"seat": 2, "seconds": 18})
    assert at.table.seats[2].votes == set()
    # To take one back is never too early.
    at.vote_in = 0.0
    at.ask(0, Vote("b", 2))
    at.vote_in = 5.0
    at.ask(0, Vote("c", 2, bot=False))
    assert at.table.seats[2].votes == set()


def test_a_vote_can_be_taken_back() -> None:
    at = away(running(3), 2)
    at.ask(0, Vote("a", 2))
    at.ask(0, Vote("b", 2, bot=False))
    assert at.table.seats[2].votes == set()
    assert kinds(at.ask(1, Vote("c", 2))) == [Voted]


def test_votes_lapse_when_their_person_shows_up() -> None:
    at = away(running(4), 3)
    at.ask(0, Vote("a", 3))
    at.absorb(at.table.shown_up(3, now=NOW))
    assert at.table.seats[3].votes == set()
    assert at.table.shown_up(3, now=NOW) == []


def test_votes_lapse_at_the_end() -> None:
    at = away(running(4), 3)
    at.ask(0, Vote("a", 3))
    at.play()
    assert at.table.seats[3].votes == set()


def test_what_cannot_be_voted() -> None:
    at = sitting(3, bots=[2])
    assert at.refusal(0, Vote("a", 1)).code == "table.no_game"
    at.begin(first=0)
    assert at.refusal(0, Vote("a", 0)).code == "seat.own"
    assert at.refusal(0, Vote("a", 2)).code == "seat.not_a_person"
    assert at.refusal(0, Vote("a", 3)).code == "seat.unknown"
    assert at.refusal(0, Vote("a", 1)).code == "seat.present"
    for name in ("b", "c"):
        away(at, 1).ask(0, Vote(name, 1))
    assert at.refusal(0, Vote("d", 1)).code == "seat.has_stand_in"


def with_stand_in() -> Sitting:
    """Seat 0 is to move and away."""
    at = away(running(2), 0)
    for name in ("v", "w"):
        at.ask(1, Vote(name, 0))
    away(at)
    return at


def test_a_stand_in_moves_and_its_person_does_not() -> None:
    at = with_stand_in()
    assert at.table.mover == (0, STAND_IN)
    assert at.refusal(0, MakeMove("a", at.table.version, at.some_move())).code == "seat.stand_in"
    [entry] = at.move()
    assert isinstance(entry, Moved)
    assert entry.by == "bot"


def test_whoever_returns_moves_again() -> None:
    at = with_stand_in()
    assert kinds(at.ask(0, Return("b"))) == [Returned]
    assert at.table.mover == (0, "")
    text, version = at.some_move(), at.table.version
    error = refused(lambda: at.table.bot_move(0, text, version=version, now=NOW))
    assert (error.code, error.values) == ("seat.no_bot", {"seat": 0})
    assert kinds(at.move(text)) == [Moved]


def test_there_is_nothing_to_return_to_without_a_stand_in() -> None:
    assert running().refusal(0, Return("a")).code == "seat.no_stand_in"


# Bots and the clock


def test_whose_move_it_is() -> None:
    at = sitting(2, bots=[1])
    assert at.table.mover is None
    at.begin(first=1)
    assert at.table.mover == (1, "random")
    at.play(until=lambda table: table.mover is not None and table.mover.seat == 0)
    assert at.table.mover == (0, "")
    at.play()
    assert at.table.mover is None


def test_a_bot_that_was_too_slow_is_refused() -> None:
    at = sitting(2, bots=[1])
    at.begin(first=1)
    text, version = at.some_move(), at.table.version
    at.absorb(at.table.clock_move(1, text, version=version, now=NOW))
    error = refused(lambda: at.table.bot_move(1, text, version=version, now=NOW))
    assert error.code == "move.stale"


def test_moves_that_bots_were_late_for_are_counted_in_the_record() -> None:
    at = running(2, bots=[1])
    late = 0
    while at.table.running:
        mover = at.table.mover
        assert mover is not None
        version, text, late = at.table.version, at.some_move(), late + bool(mover.bot)
        if mover.bot:
            at.absorb(at.table.bot_move(1, text, version=version, now=NOW, late=True))
        else:
            at.move()
    finished = at.table.finished()
    assert finished is not None
    assert late
    assert read_record(finished.record).tags["LateBots"] == str(late)


def test_the_clock_moves_for_a_person() -> None:
    at = running()
    text, version = at.some_move(), at.table.version
    [entry] = at.table.clock_move(0, text, version=version, now=NOW)
    assert isinstance(entry, Moved)
    assert (entry.by, entry.request, entry.asked_by) == ("clock", "", None)
    error = refused(lambda: at.table.clock_move(1, text, version=version, now=NOW))
    assert isinstance(error, TableError)
    assert error.code == "move.not_your_turn"


def test_a_lamp_lit_before_does_not_shine_on_a_ranked_game() -> None:
    """A table of the daily deal keeps its settings when the next day's deal is ranked again."""
    at = running(1)
    game = at.table.game
    assert game is not None
    at.table.settings = structs.replace(at.table.settings, hints=True)
    assert at.table.view_for_hint(0, at.table.version).seat == 0
    game.ranked = True
    with pytest.raises(TableError) as caught:
        at.table.view_for_hint(0, at.table.version)
    assert caught.value.code == "hint.ranked"
