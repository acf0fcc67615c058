"""The option `mulligan`: a deal without diamonds is dealt again (R3)."""

from __future__ import annotations

import pytest

from openregicide.core import Game, RuleSet, State, Suit, cards_in, new_state, suit_of
from openregicide.core.options import Mulligan
from openregicide.notation import format_rules, load_game, parse_rules, read_record, write_record
from openregicide.verify import Verdict, verify_record

SEEDS = range(400)


def dry_hands(state: State) -> int:
    """How many hands hold no diamond."""
    hands = [cards_in(state.hands[seat]) for seat in range(state.players)]
    return sum(all(suit_of(card) != Suit.DIAMONDS for card in hand) for hand in hands)


def deals(players: int, mulligan: str, hand_limit: int = -1) -> list[State]:
    rules = RuleSet(players=players, mulligan=Mulligan(mulligan), hand_limit=hand_limit)
    return [new_state(rules, seed) for seed in SEEDS]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_R3_a_deal_is_accepted_by_the_hands_without_diamonds(players: int) -> None:
    # With three cards a hand is often without.
    dealt = {word: deals(players, word, hand_limit=3) for word in ("off", "all", "any")}
    dry = {word: {dry_hands(state) for state in states} for word, states in dealt.items()}
    assert dry == {
        "off": set(range(players + 1)),
        "all": set(range(players)),
        "any": {0},
    }


@pytest.mark.parametrize("mulligan", ["all", "any"])
def test_R3_a_deal_that_is_accepted_stays_as_it_is(mulligan: str) -> None:
    again = 0
    for plain, other in zip(deals(2, "off"), deals(2, mulligan), strict=True):
        accepted = dry_hands(plain) <= (1 if mulligan == "all" else 0)
        assert (plain.key() == other.key()) == accepted
        # Only the tavern is shuffled again.
        assert plain.castle_cards() == other.castle_cards()
        again += not accepted
    assert again > 0


def test_R3_one_card_each_must_be_a_diamond_for_everybody() -> None:
    for state in deals(4, "any", hand_limit=1):
        assert dry_hands(state) == 0


def test_the_option_is_in_the_record_and_the_record_can_be_checked() -> None:
    rules = RuleSet(players=2, mulligan=Mulligan.ANY)
    seed = next(seed for seed in SEEDS if dry_hands(new_state(RuleSet(players=2), seed)))
    game = Game.new(rules, seed)
    while game.outcome is None:
        game.push(game.legal_moves()[0])
    text = write_record(game.record())
    assert '[Rules "players=2 mulligan=any"]' in text
    assert load_game(text).seed_checks
    assert {check.verdict for check in verify_record(read_record(text))} == {
        Verdict.PASSED,
        Verdict.UNKNOWN,  # No hash was announced.
    }
    # The same cards under other rules are not what the seed deals.
    other = read_record(text.replace(" mulligan=any", ""))
    assert {check.code: check.verdict for check in verify_record(other)}["deal"] is Verdict.FAILED


def test_the_option_is_spelled_by_its_words() -> None:
    for word in Mulligan:
        rules = RuleSet(players=3, mulligan=word)
        assert parse_rules(f"players=3 mulligan={word.value}") == rules
        assert parse_rules(format_rules(rules)) == rules
