"""Every parser against text that nobody wrote for it.

Whatever the text, a parser answers with an object or with a `NotationError`; whatever it
accepts is written back as the very same text. No crash, no hang, no second spelling.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openregicide.core import Companions, RuleSet, Talk
from openregicide.errors import IllegalMoveError, NotationError
from openregicide.notation import (
    format_action,
    format_card,
    format_cards,
    format_move,
    format_rfen,
    format_rules,
    format_seed,
    format_view,
    load_game,
    parse_action,
    parse_card,
    parse_cards,
    parse_move,
    parse_rfen,
    parse_rules,
    parse_seed,
    parse_view,
    read_cards,
    read_record,
    write_record,
)
from support.random_games import random_game

T = TypeVar("T")

# A check reads a text; what is accepted must be written as it was read.


def check_card(text: str) -> None:
    assert format_card(parse_card(text)) == text


def check_cards(text: str) -> None:
    assert format_cards(parse_cards(text)) == text


def check_ordered_cards(text: str) -> None:
    assert format_cards(parse_cards(text, ordered=True)) == text


def check_typed_cards(text: str) -> None:
    cards = read_cards(text)
    assert parse_cards(format_cards(cards)) == cards


def check_move(text: str) -> None:
    assert format_move(parse_move(text)) == text


def check_action(text: str) -> None:
    assert format_action(parse_action(text)) == text


def check_rules(text: str) -> None:
    # Rules may be typed in any order; what they are written as is the only spelling for records.
    rules = parse_rules(text)
    written = format_rules(rules)
    assert parse_rules(written) == rules
    assert format_rules(parse_rules(written)) == written
    assert written.startswith("players=")


def check_position(text: str) -> None:
    memory = text.count(" ") > 8
    states = read_under_all_rules(parse_rfen, text)
    assert {format_rfen(state, memory=memory) for state in states} == {text}


def check_view(text: str) -> None:
    views = read_under_all_rules(parse_view, text)
    assert {format_view(view) for view in views} == {text}


def read_under_all_rules(parse: Callable[[str, RuleSet | None], T], text: str) -> list[T]:
    """Return what the text means under the rules that allow it; complain if none do."""
    found = []
    problem: NotationError | None = None
    for rules in (None, *RULES):
        try:
            found.append(parse(text, rules))
        except NotationError as error:
            problem = error
    if problem is not None and not found:
        raise problem
    return found


def check_seed(text: str) -> None:
    assert format_seed(parse_seed(text)) == text


def check_record(text: str) -> None:
    record = read_record(text)
    try:
        written = write_record(record)
    except IllegalMoveError:
        # The text is a record; the game in it is not one.
        return
    again = read_record(written)
    # A record may be laid out by hand; written, it has one spelling.
    assert (again.tokens, again.tags, again.rules) == (record.tokens, record.tags, record.rules)
    assert again.start.key() == record.start.key()
    assert write_record(again) == written


def check_game(text: str) -> None:
    game = load_game(text)
    assert load_game(write_record(game.record())).state.key() == game.state.key()


CHECKS: list[Callable[[str], None]] = [
    check_card,
    check_cards,
    check_ordered_cards,
    check_typed_cards,
    check_move,
    check_action,
    check_rules,
    check_position,
    check_view,
    check_seed,
    check_record,
    check_game,
]

RULES = (
    RuleSet(players=1, solo_yield=True),
    RuleSet(players=2, jesters=2, attack=(3, 4, 5), health=(10, 12, 14)),
    RuleSet(players=3, companions=Companions.MANY, talk=Talk.OPEN, hand_limit=8),
    RuleSet(players=4, attack=(0, 0, 0), health=(9, 9, 9)),
)


def attempt(check: Callable[[str], None], text: str) -> bool:
    """Return whether the text was accepted; anything but a `NotationError` is a failure."""
    try:
        check(text)
    except (NotationError, IllegalMoveError) as error:
        problem = error
    else:
        return True
    if isinstance(problem, IllegalMoveError):
        assert check is check_game
        assert problem.values["ply"] in range(10_000)
    else:
        assert 0 <= problem.at <= len(problem.text)
    assert "." in problem.code
    return False


@cache
def corpus(check: Callable[[str], None]) -> tuple[str, ...]:
    """Return valid texts for a check."""
    every = [random_game(rules, seed) for rules in RULES for seed in range(4)]
    states = [game.at(ply) for game in every for ply in range(0, game.ply + 1, 5)]
    actions = [token.action for game in every for token in game.tokens]
    records = [write_record(game.record({"Player0": 'A "b" \\ ö'})) for game in every]
    short = [
        write_record(game.branch(min(ply, game.ply)).record()) for game in every for ply in (0, 9)
    ]
    texts: dict[Callable[[str], None], list[str]] = {
        check_card: ["7S", "TH", "X", "AC", "KD"],
        check_cards: ["7S", "3H3S", "AC8DX", "XX", "2C3D4H5S"],
        check_ordered_cards: ["7S", "3S3H", "X8DAC", "XX", "5S4H3D2C"],
        check_typed_cards: ["7s", "10h 3♠, x", "a♣ + 8♦\ufe0f", "xX", "2c,3d,4h,5s"],
        check_move: [format_action(a) for a in actions if isinstance(a, int)],
        check_action: [format_action(a) for a in actions],
        check_rules: [
            *map(format_rules, RULES),
            "players=1 jesters=1 flips=1",
            "hand_limit=6 players=3",
        ],
        check_position: [format_rfen(s, memory=memory) for s in states for memory in (False, True)],
        check_view: [
            format_view(game.view(seat))
            for game in every
            for seat in (None, *range(game.rules.players))
        ],
        check_seed: [format_seed(seed) for seed in (0, 1, 2**128 - 1, 0xABCDEF << 64)],
        check_record: records + short,
        check_game: records + short,
    }
    return tuple(texts[check])


ALPHABET = 'A23456789TJQKCDHSXYpdynjhes-/.?[]*=, "\\\n\r\t\x000１７٣०²ſı♠♥\ufe0f\ud800'
odd_text = st.text(ALPHABET, max_size=40) | st.text(max_size=40)


@st.composite
def mutated(draw: st.DrawFn, check: Callable[[str], None]) -> str:
    """Valid text with a few slices deleted, inserted, replaced, swapped or doubled."""
    texts = corpus(check)
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        length = draw(st.sampled_from([1, 1, 2, 2, 4, 12, 100]))
        piece = text[start : start + length]
        before, after = text[:start], text[start + length :]
        match draw(st.sampled_from(["delete", "insert", "replace", "swap", "double", "other"])):
            case "delete":
                text = before + after
            case "insert":
                text = before + draw(st.text(ALPHABET, min_size=1, max_size=3)) + piece + after
            case "replace":
                text = before + draw(st.text(ALPHABET, max_size=length)) + after
            case "swap":
                other = draw(st.integers(0, len(after)))
                text = before + after[other : other + length] + after[:other] + piece
                text += after[other + length :]
            case "double":
                text = before + piece + piece + after
            case _:
                text = before + draw(st.sampled_from(texts))[start : start + length] + after
    return text


# A hang of a parser shows as a hang of the test; no time is measured on these noisy machines.


@pytest.mark.parametrize("check", CHECKS)
def test_valid_text_is_accepted(check: Callable[[str], None]) -> None:
    texts = corpus(check)
    assert len(texts) > 3
    assert all(attempt(check, text) for text in texts)


@pytest.mark.parametrize("check", CHECKS)
@settings(max_examples=150)
@given(text=odd_text)
def test_odd_text_is_refused_or_written_back(check: Callable[[str], None], text: str) -> None:
    attempt(check, text)


@pytest.mark.parametrize("check", CHECKS)
@settings(max_examples=200)
@given(data=st.data())
def test_damaged_text_is_refused_or_written_back(
    check: Callable[[str], None], data: st.DataObject
) -> None:
    attempt(check, data.draw(mutated(check)))


@pytest.mark.parametrize("check", CHECKS)
@settings(max_examples=40)
@given(data=st.data())
def test_text_of_another_kind_is_refused_or_written_back(
    check: Callable[[str], None], data: st.DataObject
) -> None:
    other = data.draw(st.sampled_from(CHECKS))
    attempt(check, data.draw(st.sampled_from(corpus(other))))


ENDLESS = [
    piece * (50_000 // len(piece))
    for piece in (" ", "0", "/", "-", "?", "[", "3H", "X", ".", "9", "\\", '"', "players=1 ")
]


@pytest.mark.parametrize("check", CHECKS)
def test_very_long_text_is_refused(check: Callable[[str], None]) -> None:
    for text in ENDLESS:
        assert not attempt(check, text)
        # People may leave as many blanks between cards, and behind a record, as they like.
        lenient = check in (check_typed_cards, check_record, check_game)
        blanks = lenient and not text.strip()
        assert attempt(check, corpus(check)[0] + text) == blanks
    for text in (" ".join(["0"] * 8 + [piece]) for piece in ENDLESS):
        assert not attempt(check, text)
        assert not attempt(check, f"{text} {text} -")


@pytest.mark.parametrize("piece", ENDLESS)
def test_a_very_long_field_of_a_line_is_refused(piece: str) -> None:
    for check in (check_position, check_view):
        words = corpus(check)[-1].split(" ")
        for field in range(len(words)):
            text = " ".join([*words[:field], words[field] + piece, *words[field + 1 :]])
            assert not attempt(check, text)
            text = " ".join([*words[:field], piece, *words[field + 1 :]])
            assert not attempt(check, text)
