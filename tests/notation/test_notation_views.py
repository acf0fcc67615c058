"""Views as one line: what a seat knows, and nothing more."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings

from openregicide.core import Game, RuleSet, view_for
from openregicide.errors import InvalidStateError
from openregicide.notation import format_rfen, format_view, parse_cards, parse_rfen, parse_view
from support.random_games import games, random_game

POSITION = (
    "d0 00 0 JSJCJHJDQCQDQHQSKCKDKHKS 2C AC3C4C5C/AH2H3H4H5H "
    "AD2D3D4D5D6D7D8D9DTDAS2S3S4S5S6S7S8S9STS 6C6H7C7H8C8H9C9HTCTH 12"
)
MEMORY = f"{POSITION} 1 5D6D7D/ADAH/TD"
OWN = (
    "d0 00 0 JS[JCJDJH][QCQDQHQS][KCKDKHKS] 2C AC3C4C5C/?4.[ADAH]1 "
    "[ADAH]1.?3.[5D6D7D].?2.TD.?10 6C6H7C7H8C8H9C9HTCTH 12 1 0"
)
BY_ZERO = OWN.replace(" 12 1 ", " 12 0 ")
SPECTATOR = OWN.replace("AC3C4C5C/", "?4/")[:-1] + "-"


def swapped(old: str, new: str, *, text: str = OWN) -> str:
    assert old in text, old
    return text.replace(old, new, 1)


# Pairs


@settings(max_examples=40)
@given(games())
@example(random_game(RuleSet(players=4, attack=(0, 0, 0), hand_limit=10), 5))
@example(random_game(RuleSet(players=1), 8))
def test_a_written_view_reads_as_itself(game: Game) -> None:
    for ply in range(game.ply + 1):
        for seat in (None, *range(game.rules.players)):
            view = view_for(game.at(ply), seat)
            text = format_view(view)
            assert parse_view(text, game.rules) == view
            assert len(text.split(" ")) == 11


@settings(max_examples=40)
@given(games())
def test_a_view_shares_its_open_fields_with_the_position(game: Game) -> None:
    whole = format_rfen(game.state, memory=True).split(" ")
    for seat in (None, *range(game.rules.players)):
        words = format_view(game.view(seat)).split(" ")
        for field in (0, 1, 2, 4, 7, 8, 9):
            assert words[field] == whole[field]
        if seat is not None:
            assert words[5].split("/")[seat] == whole[5].split("/")[seat]
        assert words[10] == ("-" if seat is None else str(seat))


# Examples


def test_a_seat_sees_its_own_hand_and_groups_of_the_rest() -> None:
    state = parse_rfen(MEMORY)
    assert format_view(view_for(state, 0)) == OWN
    assert parse_view(OWN) == view_for(state, 0)


def test_a_spectator_sees_no_hand() -> None:
    state = parse_rfen(MEMORY)
    assert format_view(view_for(state, None)) == SPECTATOR
    view = parse_view(SPECTATOR)
    assert view.seat is None
    assert [hand.count for hand in view.hands] == [4, 5]


def test_who_holds_one_card_of_a_group_of_two_knows_where_the_other_lies() -> None:
    text = format_view(view_for(parse_rfen(MEMORY), 1))
    assert text.split(" ")[5:7] == ["?4/AH2H3H4H5H", "AD.?3.[5D6D7D].?2.TD.?10"]
    assert parse_view(text).tavern[0].count == 1


def test_the_royals_to_come_have_no_order_within_their_rank() -> None:
    view = parse_view(OWN)
    assert view.enemy == parse_cards("JS")[0]
    assert view.royals == parse_cards("JCJDJHQCQDQHQSKCKDKHKS")


def test_the_last_royal_of_a_rank_needs_no_brackets() -> None:
    text = "p0 00 0 JSJC[QCQDQHQS][KCKDKHKS] - AC2C3C4C5C/?5 ?20 6C6H7C7H8C8H9C9HTCTHJDJH 12 - 0"
    view = parse_view(text)
    assert view.royals[0] == parse_cards("JC")[0]
    assert format_view(view) == text


# Strictness


@pytest.mark.parametrize(
    ("text", "code", "field"),
    [
        ("", "position.fields", None),
        (POSITION, "position.fields", None),
        (OWN[:-2], "position.fields", None),
        (OWN + " -", "position.fields", None),
        # The viewer
        (OWN[:-1] + "2", "seat.unknown", "seat"),
        (OWN[:-1] + "x", "position.seat", "seat"),
        (OWN[:-1] + "00", "position.seat", "seat"),
        (OWN[:-1] + "?", "position.seat", "seat"),
        # Their view has the own hand open, and no other
        (OWN[:-1] + "1", "view.own_hand", "hands"),
        (swapped("AC3C4C5C/", "?4/"), "view.own_hand", "hands"),
        (swapped("AC3C4C5C/", "[AC3C4C5C]/"), "view.own_hand", "hands"),
        (OWN[:-1] + "-", "position.spelling", "hands"),
        # The castle
        (swapped("[JCJDJH]", "JCJDJH"), "position.spelling", "castle"),
        (swapped("[JCJDJH]", "[JDJCJH]"), "card.order", "castle"),
        (swapped("[JCJDJH]", "[JCJDJH"), "view.bracket", "castle"),
        (swapped("JS[JCJDJH]", "[JCJDJH]JS"), "position.spelling", "castle"),
        (swapped("[JCJDJH]", "[]"), "card.rank", "castle"),
        (swapped("JS[JCJDJH]", "QC[JCJDJH]"), "position.card_twice", "hands"),
        # Numbers that do not add up
        (swapped("?10", "?11"), "view.unseen_count", "tavern"),
        (swapped("?4.", "?3."), "view.unseen_count", "tavern"),
        (swapped("[ADAH]1.?3", "[ADAH].?3"), "view.group_count", "tavern"),
        (swapped("[5D6D7D]", "[5D6D7D]2"), "view.group_count", "tavern"),
        (swapped("?10", "?0"), "view.count", "tavern"),
        (swapped("?10", "?"), "view.count", "tavern"),
        (swapped("?10", "?010"), "view.count", "tavern"),
        (swapped("?10", "?100"), "card.rank", "tavern"),
        (swapped("?10", "?99"), "view.count", "tavern"),
        (swapped("[5D6D7D]", "[5D6D7D]0"), "view.count", "tavern"),
        # Cards twice
        (swapped("TD", "AC"), "position.card_twice", "hands"),
        (swapped("TD", "JS"), "position.card_twice", "hands"),
        (swapped("TD", "X"), "position.card_twice", "hands"),
        (swapped("[5D6D7D]", "[5D5D6D]"), "card.twice", "tavern"),
        # The same said in another way
        (swapped("?10", "?4.?6"), "position.spelling", "tavern"),
        (swapped("?10", "?4?6"), "position.spelling", "tavern"),
        (swapped("[5D6D7D]", "[5D6D7D]3"), "position.spelling", "tavern"),
        (swapped("TD.", "[TD]."), "position.spelling", "tavern"),
        (swapped("AC3C4C5C/", "AC.3C.4C.5C/"), "position.spelling", "hands"),
        (swapped("?4.[ADAH]1", "[ADAH]1.?4"), "position.spelling", "hands"),
        (swapped("[5D6D7D]", "[7D6D5D]"), "card.order", "tavern"),
        (swapped("TD.?10", "TD.?10."), "card.rank", "tavern"),
        (swapped("[5D6D7D]", "(5D6D7D)"), "card.rank", "tavern"),
        # What a position may not say either
        (swapped("d0", "D0"), "position.phase", "phase"),
        (swapped("d0", "n0"), "position.other_player", "phase"),
        (swapped("d0", "n0", text=BY_ZERO), "position.no_jester_played", "phase"),
        (swapped("d0", "h0", text=BY_ZERO), "position.no_heal", "phase"),
        (swapped("d0", "s0"), "position.not_over", "phase"),
        (swapped(" 12 1 ", " 012 1 "), "position.ply", "ply"),
        (swapped(" 12 1 ", " 12 - "), "position.seats_of_plays", "by"),
        (swapped(" 12 1 ", " 12 11 "), "position.seats_of_plays", "by"),
        (swapped(" 12 1 ", " 12 3 "), "seat.unknown", "by"),
    ],
)
def test_no_other_text_is_a_view(text: str, code: str, field: str | None) -> None:
    with pytest.raises(InvalidStateError) as caught:
        parse_view(text)
    error = caught.value
    assert (error.code, error.values.get("field")) == (code, field)
    assert error.text == text
    if field is not None:
        start, end = place_of(field, text)
        assert start <= error.at <= end


FIELDS = [
    *("phase", "yielded", "flips", "castle", "table", "hands", "tavern", "discard", "ply"),
    *("by", "seat"),
]


def place_of(field: str, text: str) -> tuple[int, int]:
    """Return where a field begins and ends."""
    words = text.split(" ")
    index = FIELDS.index(field)
    start = sum(len(word) + 1 for word in words[:index])
    return start, start + len(words[index])


def test_a_wrong_spelling_is_told_the_right_one() -> None:
    with pytest.raises(InvalidStateError) as caught:
        parse_view(swapped("?10", "?4.?6"))
    assert caught.value.values["expected"] == OWN.split(" ")[6]


def test_of_others_nobody_knows_whether_they_could_pay() -> None:
    lost = swapped("d0", "e0", text=SPECTATOR)
    assert parse_view(lost).outcome is not None
    # The own hand is known, and would have paid.
    with pytest.raises(InvalidStateError) as caught:
        parse_view(swapped("d0", "e0"))
    assert caught.value.code == "position.not_over"


def test_a_solo_player_with_a_flip_left_is_not_over_even_to_a_spectator() -> None:
    solo = "{} JS[JCJDJH][QCQDQHQS][KCKDKHKS] 2C ?4 ?25 6C6H7C7H8C8H9C9HTCTH 12 0 -"
    assert parse_view(solo.format("e0 0 0")).outcome is not None
    with pytest.raises(InvalidStateError) as caught:
        parse_view(solo.format("e0 0 1"))
    assert caught.value.code == "position.not_over"
    with pytest.raises(InvalidStateError) as caught:
        parse_view(solo.format("s0 0 0"))
    assert caught.value.code == "position.not_stuck"
