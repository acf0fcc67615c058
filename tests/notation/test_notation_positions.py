"""Positions as one line, with and without what the cards do not show."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings

from openregicide.core import JESTER, Ending, Game, Phase, RuleSet, apply, plays_of, view_for
from openregicide.errors import InvalidStateError, NotationError
from openregicide.notation import format_rfen, parse_cards, parse_move, parse_rfen
from support.random_games import games, random_game

TAVERN = "AD2D3D4D5D6D7D8D9DTDAS2S3S4S5S6S7S8S9STS"
CASTLE = "JSJCJHJDQCQDQHQSKCKDKHKS"
HANDS = "AC2C3C4C5C/AH2H3H4H5H"
ROYALS = "JCJDJHJSQCQDQHQSKCKDKHKS"
DISCARD = "6C6H7C7H8C8H9C9HTCTH"
TWO = f"p0 00 0 {CASTLE} - {HANDS} {TAVERN} {DISCARD} 12"
"""Two players, nothing played against the first jack yet."""

STRUCK = TWO.replace("p0", "d0").replace(f"- {HANDS}", "2C/3C4C AC5C/AH2H3H4H5H")
"""A position whose table holds 2C, then 3C and 4C: not a legal play, and so refused."""

PLAYED = TWO.replace("p0", "d0").replace(f"- {HANDS}", "2C AC3C4C5C/AH2H3H4H5H")
"""Seat 0 played the two of clubs; thirteen points in hand are enough for the jack's ten."""


def swapped(old: str, new: str, *, text: str = TWO) -> str:
    assert old in text, old
    return text.replace(old, new, 1)


# Pairs


@settings(max_examples=60)
@given(games())
@example(random_game(RuleSet(players=4), 4))
@example(random_game(RuleSet(players=4, attack=(0, 0, 0), hand_limit=10), 5))
def test_a_written_position_reads_as_itself(game: Game) -> None:
    for ply in range(game.ply + 1):
        state = game.at(ply)
        text = format_rfen(state)
        again = parse_rfen(text, game.rules)
        if state.ending not in (Ending.CANNOT_PAY, Ending.CANNOT_ACT):
            assert again.key() == state.key()
        # How a game was lost is not in the nine fields; everything on the table is.
        assert again.key()[1:] == state.key()[1:]
        assert again.ply == state.ply
        assert format_rfen(again) == text


@settings(max_examples=40)
@given(games())
@example(random_game(RuleSet(players=4, attack=(0, 0, 0), hand_limit=10), 5))
def test_with_its_memory_a_position_gives_every_seat_the_same_view(game: Game) -> None:
    for ply in range(game.ply + 1):
        state = game.at(ply)
        text = format_rfen(state, memory=True)
        again = parse_rfen(text, game.rules)
        assert format_rfen(again, memory=True) == text
        assert plays_of(again) == plays_of(state)
        for seat in (None, *range(game.rules.players)):
            assert view_for(again, seat) == view_for(state, seat)


@settings(max_examples=30)
@given(games())
def test_every_place_in_a_line_is_one_of_its_fields(game: Game) -> None:
    state = game.state
    words = format_rfen(state, memory=True).split(" ")
    assert len(words) == 11
    assert all(words)
    stuck = state.ending == Ending.CANNOT_ACT
    assert words[0][0] == ("s" if stuck else format_rfen(state)[0])
    assert words[0][1:] + " ".join(words[1:9]) == format_rfen(state)[1:].replace(" ", "", 1)


# Examples


def test_the_fields_of_a_position_say_where_everything_lies() -> None:
    state = parse_rfen(PLAYED)
    assert Phase(state.phase) is Phase.DISCARD
    assert state.seat == 0
    assert (state.yielded, state.flips, state.ply) == (0, 0, 12)
    assert tuple(state.castle_cards()) == parse_cards(CASTLE, ordered=True)
    assert tuple(state.tavern_cards()) == parse_cards(TAVERN, ordered=True)
    assert plays_of(state) == ((None, parse_cards("2C")),)
    # Damage, shield and what is due follow from the table.
    assert (state.damage, state.shield, state.due) == (4, 0, 10)
    assert state.rules == RuleSet(players=2)


def test_a_position_that_was_read_can_be_played_on() -> None:
    state = parse_rfen(PLAYED)
    apply(state, parse_move("d3C4C5C"))
    assert format_rfen(state) == swapped(
        "d0", "p1", text=PLAYED.replace("AC3C4C5C", "AC").replace(DISCARD, "3C4C5C" + DISCARD)
    ).replace(" 12", " 13")


def test_yields_are_a_digit_a_seat() -> None:
    assert parse_rfen(swapped(" 00 ", " 01 ")).yielded == 0b10
    assert parse_rfen(swapped(" 00 ", " 10 ")).yielded == 0b01


def test_the_rules_decide_how_many_cards_there_are() -> None:
    rules = RuleSet(players=2, jesters=2)
    text = swapped(TAVERN, "X" + TAVERN + "X")
    state = parse_rfen(text, rules)
    assert [min(card, JESTER) for card in state.tavern_cards()].count(JESTER) == 2
    assert format_rfen(state) == text
    with pytest.raises(InvalidStateError):
        parse_rfen(text)


def test_with_its_memory_a_lost_game_says_whether_its_player_was_stuck_or_could_not_pay() -> None:
    solo = (
        "{}0 0 0 JSJCJHJDQCQDQHQSKCKDKHKS 2C - ADAC"
        "2D3D4D5D6D7D8D9DTDAS2S3S4S5S6S7S8S9STS3C4C5CAH2H3H4H5H 6C6H7C7H8C8H9C9HTCTH 5 0 -"
    )
    unpaid, stuck = (parse_rfen(solo.format(verb)) for verb in "es")
    assert unpaid.ending == Ending.CANNOT_PAY
    assert unpaid.due == 10
    assert stuck.ending == Ending.CANNOT_ACT
    assert stuck.due == 0
    for verb, state in (("e", unpaid), ("s", stuck)):
        assert format_rfen(state, memory=True) == solo.format(verb)
        # Without it the line only says that the game is over.
        assert format_rfen(state) == solo.format("e").removesuffix(" 0 -")
    assert parse_rfen(format_rfen(stuck)).ending == Ending.CANNOT_ACT


def test_memory_says_who_played_and_what_is_known_as_a_group() -> None:
    text = f"{PLAYED} 1 5D6D7D/ADAH"
    state = parse_rfen(text)
    assert plays_of(state) == ((1, parse_cards("2C")),)
    assert format_rfen(state, memory=True) == text
    layers = view_for(state, 0).layers
    assert parse_cards("5D6D7D") in layers
    assert parse_cards("ADAH") in layers
    assert parse_rfen(f"{PLAYED} ? -").key() == parse_rfen(PLAYED).key()


def test_the_second_jester_in_a_group_is_a_y() -> None:
    rules = RuleSet(players=2, jesters=2)
    text = swapped(TAVERN, "X" + TAVERN + "X")
    for groups in ("X", "Y", "XY", "2SY", "2SX/3SY", "2SY/3SX"):
        state = parse_rfen(f"{text} - {groups}", rules)
        assert format_rfen(state, memory=True) == f"{text} - {groups}"


# Strictness

FIELDS = [
    *("phase", "yielded", "flips", "castle", "table", "hands", "tavern", "discard", "ply"),
    *("by", "groups"),
]
SPACES = TWO.replace(" ", "  ")


@pytest.mark.parametrize(
    ("text", "code", "field"),
    [
        # How many fields
        ("", "position.fields", None),
        (TWO[:-3], "position.fields", None),
        (TWO + " -", "position.fields", None),
        (TWO + " - - -", "position.fields", None),
        (" " + TWO, "position.fields", None),
        (TWO + " ", "position.fields", None),
        (SPACES, "position.fields", None),
        (TWO.replace(" ", "\t"), "position.fields", None),
        # Phase and seat
        (swapped("p0", "P0"), "position.phase", "phase"),
        (swapped("p0", "x0"), "position.phase", "phase"),
        (swapped("p0", "p"), "position.seat", "phase"),
        (swapped("p0", "p00"), "position.phase", "phase"),
        (swapped("p0", "p٠"), "position.seat", "phase"),
        (swapped("p0", "p2"), "seat.unknown", "phase"),
        # Yields
        (swapped(" 00 ", " 0 "), "position.players", "yielded"),
        (swapped(" 00 ", " 000 "), "position.players", "yielded"),
        (swapped(" 00 ", " - "), "position.yielded", "yielded"),
        (swapped(" 00 ", " 02 "), "position.yielded", "yielded"),
        # Flips
        (swapped(" 0 ", " 1 "), "position.flips", "flips"),
        (swapped(" 0 ", " 00 "), "position.flips", "flips"),
        (swapped(" 0 ", " - "), "position.flips", "flips"),
        # Castle
        (swapped(CASTLE, CASTLE[2:]), "position.card_missing", "tavern"),
        (swapped(CASTLE, "QC" + CASTLE), "card.twice", "castle"),
        (swapped("JSJCJHJDQC", "QCJCJHJDJS"), "position.castle_order", "castle"),
        (swapped(CASTLE, CASTLE.lower()), "card.rank", "castle"),
        # Table
        (swapped(" - ", " -/- "), "card.rank", "table"),
        (swapped(" - ", " / "), "card.rank", "table"),
        (swapped("2C AC", "2C/ AC", text=PLAYED), "card.rank", "table"),
        (STRUCK, "combo.mixed_ranks", "table"),
        # Hands
        (swapped("AC2C", "2CAC"), "card.order", "hands"),
        (swapped("AC2C", "ACAC"), "card.twice", "hands"),
        (swapped("AC2C", "AC2H"), "position.card_twice", "hands"),
        # One hand makes it a solo game, where the yields do not fit.
        (swapped(HANDS, HANDS.replace("/", "")), "card.order", "hands"),
        (swapped(HANDS, "AC2C3C4C5C"), "position.players", "yielded"),
        (swapped(HANDS, HANDS + "/"), "card.rank", "hands"),
        (swapped(HANDS, HANDS + "/-/-/-"), "option.out_of_range", None),
        # Tavern and discard pile
        (swapped(TAVERN, TAVERN[2:]), "position.card_missing", "tavern"),
        (swapped(TAVERN, "AC" + TAVERN), "position.card_twice", "tavern"),
        (swapped(TAVERN, "X" + TAVERN), "position.card_twice", "tavern"),
        (swapped(TAVERN, TAVERN + "."), "position.tavern", "tavern"),
        (swapped(DISCARD, "6H6C" + DISCARD[4:]), "card.order", "discard"),
        (swapped(DISCARD, "AC" + DISCARD), "position.card_twice", "discard"),
        (swapped(DISCARD, DISCARD[:-2]), "position.card_missing", "tavern"),
        # Ply
        (swapped(" 12", " 012"), "position.ply", "ply"),
        (swapped(" 12", " -"), "position.ply", "ply"),
        (swapped(" 12", " -1"), "position.ply", "ply"),
        (swapped(" 12", " 1.5"), "position.ply", "ply"),
        (swapped(" 12", " ١٢"), "position.ply", "ply"),
        (swapped(" 12", " 1000001"), "position.ply", "ply"),
        (swapped(" 12", " 12345678"), "position.ply", "ply"),
        (TWO + "\n", "position.ply", "ply"),
        # Memory
        (TWO + " 0 -", "position.seats_of_plays", "by"),
        (PLAYED + " - -", "position.seats_of_plays", "by"),
        (PLAYED + " 2 -", "seat.unknown", "by"),
        (PLAYED + " x -", "position.seat", "by"),
        (PLAYED + " 0 /", "card.rank", "groups"),
        (PLAYED + " 0 -/AD", "position.spelling", "groups"),
        (PLAYED + " 0 6DAD", "position.spelling", "groups"),
        (PLAYED + " 0 ADAD", "position.spelling", "groups"),
        (PLAYED + " 0 AD/AD", "position.spelling", "groups"),
        (PLAYED + " 0 6C", "position.spelling", "groups"),
        (PLAYED + " 0 KS", "position.spelling", "groups"),
        (PLAYED + " 0 Y", "position.spelling", "groups"),
    ],
)
def test_no_other_text_is_a_position(text: str, code: str, field: str | None) -> None:
    with pytest.raises(InvalidStateError) as caught:
        parse_rfen(text)
    error = caught.value
    assert (error.code, error.values.get("field")) == (code, field)
    assert error.text == text
    if field is not None:
        start, end = place_of(field, text)
        assert start <= error.at <= end


def place_of(field: str, text: str) -> tuple[int, int]:
    """Return where a field begins and ends."""
    words = text.split(" ")
    index = FIELDS.index(field)
    start = sum(len(word) + 1 for word in words[:index])
    return start, start + len(words[index])


@pytest.mark.parametrize(
    ("text", "at"),
    [
        (swapped("AC2C", "AC2c"), TWO.index("AC2C") + 3),
        (swapped(DISCARD, "6C6H7C7H8H8C9C9HTCTH"), TWO.index(DISCARD) + 10),
        (swapped(" 00 ", " 0x "), 4),
        (swapped("p0", "p00"), 2),
    ],
)
def test_an_error_names_the_character(text: str, at: int) -> None:
    with pytest.raises(InvalidStateError) as caught:
        parse_rfen(text)
    assert caught.value.at == at


def test_an_error_keeps_its_values() -> None:
    with pytest.raises(InvalidStateError) as caught:
        parse_rfen(swapped(TAVERN, TAVERN[2:]))
    assert caught.value.values["card"] == parse_cards("AD")[0]
    with pytest.raises(InvalidStateError) as caught:
        parse_rfen(TWO + " -")
    assert (caught.value.values["count"], caught.value.values["expected"]) == (10, 9)


@pytest.mark.parametrize(
    ("text", "code", "field"),
    [
        (swapped("p0", "n0"), "position.no_jester_played", "phase"),
        (swapped("p0", "h0"), "position.no_heal", "phase"),
        (swapped("p0", "e0"), "position.not_over", "phase"),
        (swapped("p0", "s0"), "position.phase", "phase"),
        (swapped("p0", "s0") + " - -", "position.not_over", "phase"),
        # A club does not heal.
        (swapped("d0", "h0", text=PLAYED), "position.no_heal", "phase"),
        (swapped("d0", "n0", text=PLAYED), "position.no_jester_played", "phase"),
        # Seat 1 played, so seat 0 has nobody to name.
        (PLAYED.replace("d0", "n0") + " 1 -", "position.other_player", "phase"),
        # A hand worth one cannot pay ten.
        (
            PLAYED.replace("AC3C4C5C/", "AC/").replace(DISCARD, "3C4C5C" + DISCARD),
            "position.should_be_over",
            "phase",
        ),
        # Without an enemy there is only the end, and nothing on the table.
        (
            swapped(CASTLE, "-").replace(DISCARD, DISCARD + ROYALS),
            "position.no_enemy",
            "castle",
        ),
        (
            swapped(CASTLE, "-", text=PLAYED)
            .replace("d0", "e0")
            .replace(DISCARD, DISCARD + ROYALS),
            "position.no_enemy",
            "table",
        ),
    ],
)
def test_no_game_can_come_to_this(text: str, code: str, field: str) -> None:
    with pytest.raises(InvalidStateError) as caught:
        parse_rfen(text)
    assert (caught.value.code, caught.value.values["field"]) == (code, field)
    assert caught.value.at == place_of(field, text)[0]


def test_an_enemy_with_as_much_damage_as_health_would_have_fallen() -> None:
    text = swapped(f"- {HANDS}", f"TC/TH {HANDS}").replace("TCTH 12", " 12").replace("  ", " ")
    with pytest.raises(InvalidStateError) as caught:
        parse_rfen(text)
    assert caught.value.code == "position.enemy_should_have_fallen"
    assert caught.value.at == place_of("table", text)[0]


def test_a_hand_over_the_limit_is_refused() -> None:
    text = swapped("AC2C3C4C5C/", "AC2C3C4C5C6C6H7C/").replace(DISCARD, DISCARD[6:])
    with pytest.raises(InvalidStateError) as caught:
        parse_rfen(text)
    assert caught.value.code == "position.hand_limit"
    assert parse_rfen(text, RuleSet(players=2, hand_limit=8)).hand_limit == 8


def test_a_shield_that_holds_leaves_nothing_to_discard() -> None:
    text = (
        "d0 00 0 JCJSJHJDQCQDQHQSKCKDKHKS TS AC2C3C4C5C/AH2H3H4H5H "
        f"{TAVERN.replace('TS', '')} {DISCARD} 1"
    )
    with pytest.raises(InvalidStateError) as caught:
        parse_rfen(text)
    assert caught.value.code == "position.nothing_due"


def test_the_hands_must_be_as_many_as_the_players() -> None:
    with pytest.raises(InvalidStateError) as caught:
        parse_rfen(TWO, RuleSet(players=3))
    assert caught.value.code == "position.players"
    assert caught.value.at == place_of("hands", TWO)[0]


def test_an_impossible_position_is_a_notation_error_too() -> None:
    with pytest.raises(NotationError):
        parse_rfen(swapped("p0", "n0"))
