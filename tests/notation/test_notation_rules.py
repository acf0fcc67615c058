"""Rules as text: the number of players, and whatever differs from the rulebook."""

from __future__ import annotations

import pytest
from hypothesis import given

from openregicide.core import Companions, RuleSet, Talk
from openregicide.errors import InvalidRecordError, InvalidStateError
from openregicide.notation import format_rules, parse_rules
from support.random_games import rule_sets

EXAMPLES = [
    ("players=1", RuleSet(players=1)),
    ("players=4", RuleSet(players=4)),
    ("players=2 companions=many", RuleSet(players=2, companions=Companions.MANY)),
    ("players=3 talk=open", RuleSet(players=3, talk=Talk.OPEN)),
    ("players=1 solo_yield=on", RuleSet(players=1, solo_yield=True)),
    ("players=1 jesters=2 flips=0", RuleSet(players=1, jesters=2)),
    ("players=1 flips=0", RuleSet(players=1, flips=0)),
    ("players=3 jesters=0 hand_limit=7", RuleSet(players=3, jesters=0, hand_limit=7)),
    (
        "players=2 attack=8,12,16 health=15,25,35",
        RuleSet(players=2, attack=(8, 12, 16), health=(15, 25, 35)),
    ),
]


@pytest.mark.parametrize(("text", "rules"), EXAMPLES)
def test_rules_are_the_players_and_what_was_changed(text: str, rules: RuleSet) -> None:
    assert format_rules(rules) == text
    assert parse_rules(text) == rules


@given(rule_sets())
def test_written_rules_read_as_themselves(rules: RuleSet) -> None:
    assert parse_rules(format_rules(rules)) == rules


def test_people_may_state_the_options_in_any_order_and_the_usual_ones_too() -> None:
    typed = "hand_limit=6 solo_yield=off talk=open players=3 jesters=1"
    assert parse_rules(typed) == RuleSet(players=3, talk=Talk.OPEN)
    assert format_rules(parse_rules(typed)) == "players=3 talk=open"


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("", "rules.option", 0),
        ("players", "rules.option", 0),
        ("Players=3", "rules.option", 0),
        (" players=3", "rules.option", 0),
        ("players=3 ", "rules.option", 10),
        ("players=3  talk=open", "rules.option", 10),
        ("players=3\ttalk=open", "rules.number", 8),
        ("players=3 chat=open", "rules.option", 10),
        ("players=3 players=3", "rules.option_twice", 10),
        ("players=3 players=4", "rules.option_twice", 10),
        ("talk=open", "rules.players_missing", 0),
        ("players=", "rules.number", 8),
        ("players=03", "rules.number", 8),
        ("players=+3", "rules.number", 8),
        ("players=-1", "rules.number", 8),
        ("players=3.0", "rules.number", 8),
        ("players=٣", "rules.number", 8),
        ("players=²", "rules.number", 8),
        ("players=1_0", "rules.number", 8),
        ("players=99999", "rules.number", 8),
        ("players=0", "option.out_of_range", 0),
        ("players=5", "option.out_of_range", 0),
        ("players=2 jesters=3", "option.out_of_range", 10),
        ("players=2 flips=1", "option.out_of_range", 10),
        ("players=1 jesters=1 flips=2", "option.out_of_range", 20),
        ("players=4 hand_limit=11", "option.out_of_range", 10),
        ("players=2 hand_limit=0", "option.out_of_range", 10),
        ("players=2 companions=all", "option.unknown_value", 10),
        ("players=2 talk=OPEN", "option.unknown_value", 10),
        ("players=1 solo_yield=true", "option.not_on_or_off", 21),
        ("players=1 solo_yield=", "option.not_on_or_off", 21),
        ("players=2 attack=10,15", "option.not_three_numbers", 10),
        ("players=2 attack=10,15,20,25", "option.not_three_numbers", 10),
        ("players=2 attack=10,15,", "rules.number", 23),
        ("players=2 attack=10, 15,20", "rules.number", 20),
        ("players=2 attack=10,015,20", "rules.number", 20),
        ("players=2 attack=10,15,251", "option.out_of_range", 10),
        ("players=2 health=0,30,40", "option.out_of_range", 10),
    ],
)
def test_other_rules_are_refused_at_their_place(text: str, code: str, at: int) -> None:
    with pytest.raises(InvalidRecordError) as caught:
        parse_rules(text)
    assert (caught.value.code, caught.value.at, caught.value.text) == (code, at, text)


def test_an_error_says_what_would_do() -> None:
    with pytest.raises(InvalidRecordError) as caught:
        parse_rules("players=2 hand_limit=13")
    values = caught.value.values
    assert (values["option"], values["value"]) == ("hand_limit", 13)
    assert (values["least"], values["most"]) == (1, 12)


def test_whoever_reads_rules_may_say_which_error_they_want() -> None:
    with pytest.raises(InvalidStateError):
        parse_rules("players=9", InvalidStateError)
