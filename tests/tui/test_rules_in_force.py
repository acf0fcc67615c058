"""The terminal's help says what holds at this table, and nothing else."""

from __future__ import annotations

import pytest

from openregicide.core import Companions, RuleSet, Talk, new_state, view_for
from openregicide.core.options import Mulligan
from openregicide.i18n import PLURALS, Catalogue
from openregicide.tui.app.screens.help import help_lines
from openregicide.tui.words.guide import help_text, rules_text
from openregicide.tui.words.in_force import rules_in_force

T = Catalogue()
SOLO = RuleSet(players=1)
FOUR = RuleSet(players=4)


def full_screen(t: Catalogue, rules: RuleSet | None) -> str:
    return "".join(line.plain for line in help_lines(t, rules, 2000))


@pytest.mark.parametrize("language", PLURALS)
@pytest.mark.parametrize(
    "rules",
    [
        SOLO,
        RuleSet(players=1, solo_yield=True, jesters=1),
        RuleSet(players=2, talk=Talk.OPEN, hand_limit=9),
        RuleSet(players=4, companions=Companions.MANY, attack=(1, 2, 3), health=(4, 5, 6)),
        None,
    ],
    ids=repr,
)
def test_every_fact_is_in_both_kinds_of_help(language: str, rules: RuleSet | None) -> None:
    t = Catalogue(language)
    facts = rules_in_force(t, rules)
    assert len(facts) >= 5
    for fact in facts:
        assert fact in full_screen(t, rules)
        assert fact in rules_text(t, rules)


@pytest.mark.parametrize(
    ("rules", "key", "other"),
    [
        (SOLO, "ui.help.no_yield", "ui.help.yield_alone"),
        (RuleSet(players=1, solo_yield=True), "ui.help.yield_alone", "ui.help.no_yield"),
        (FOUR, "ui.help.yield", "ui.help.no_yield"),
        (FOUR, "ui.help.sets", "ui.help.sets_many"),
        (RuleSet(players=4, companions=Companions.MANY), "ui.help.sets_many", "ui.help.sets"),
        (FOUR, "ui.help.talk_strict", "ui.help.talk_open"),
        (RuleSet(players=4, talk=Talk.OPEN), "ui.help.talk_open", "ui.help.talk_strict"),
        (FOUR, "ui.help.jester", "ui.help.jester_alone"),
        (RuleSet(players=1, jesters=1), "ui.help.jester_alone", "ui.help.jester"),
        (
            RuleSet(players=2, mulligan=Mulligan.ANY),
            "option.mulligan.any.rule",
            "option.mulligan.all.rule",
        ),
    ],
)
def test_an_option_changes_what_is_said(rules: RuleSet, key: str, other: str) -> None:
    facts = rules_in_force(T, rules)
    assert T.strict(key) in facts
    assert T.strict(other) not in facts


def test_numbers_are_those_of_the_table() -> None:
    rules = RuleSet(players=1, attack=(1, 2, 3), health=(40, 50, 60), hand_limit=11, flips=1)
    royals, limit, *_, flips = rules_in_force(T, rules)
    assert all(number in royals for number in ("1", "2", "3", "40", "50", "60"))
    assert "11" in limit
    assert flips == T.strict("ui.help.flips", count=1)
    assert T.strict("ui.help.jesters", count=2) in rules_in_force(T, FOUR)


def test_what_a_table_does_not_have_is_not_explained() -> None:
    two = rules_in_force(T, RuleSet(players=2))
    assert T.strict("ui.help.jester") not in two
    assert not any("flip" in fact for fact in two)
    assert not any("flip" in fact for fact in rules_in_force(T, RuleSet(players=1, flips=0)))
    assert T.strict("ui.help.talk_strict") not in rules_in_force(T, SOLO)


def test_keys_of_no_use_at_this_table_are_not_listed() -> None:
    def keys(rules: RuleSet | None) -> set[str]:
        return {line.plain.split(" ")[0] for line in help_lines(T, rules, 78)}

    assert {"y", "f"} <= keys(None)
    assert {"y", "f"} & keys(SOLO) == {"f"}
    assert {"y", "f"} & keys(RuleSet(players=1, solo_yield=True, flips=0)) == {"y"}
    assert {"y", "f"} & keys(FOUR) == {"y"}


def test_what_can_be_typed_follows_the_companions_of_the_table() -> None:
    for companions, key in (("pair", "ui.help.sets"), ("many", "ui.help.sets_many")):
        rules = RuleSet(players=2, companions=Companions(companions))
        view = view_for(new_state(rules, 1), 0)
        assert T.strict(key) in help_text(T, view)
