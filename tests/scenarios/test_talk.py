"""R22 and R27: what the engine has to do with talk, which is little: it keeps the option."""

from __future__ import annotations

from openregicide.core import Generator, RuleSet, State, Talk, new_state, random_move
from openregicide.core import apply as make


def test_R27_a_table_is_strict_unless_it_says_otherwise() -> None:
    assert RuleSet(players=3).talk is Talk.STRICT
    assert RuleSet(players=3, talk=Talk.OPEN).talk is Talk.OPEN


def test_R27_talk_changes_nothing_in_the_game() -> None:
    def end(talk: Talk) -> State:
        state = new_state(RuleSet(players=3, talk=talk), 11)
        chooser = Generator(5)
        while state.outcome() is None:
            make(state, random_move(state, chooser))
        return state

    assert end(Talk.STRICT).key() == end(Talk.OPEN).key()
