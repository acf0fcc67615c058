"""Deals as Python makes them, for whatever computes them again: hashes, stream, cards, heals.

Every vector says what goes in and what has to come out. Cards are texts as in a record; the two
jesters look the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec import to_builtins

from openregicide.core import (
    Card,
    Game,
    Heal,
    Phase,
    RuleSet,
    announce,
    cards_in,
    first_by_seed,
    legal_moves,
    new_state,
)
from openregicide.core.dice import Stream
from openregicide.core.options import Mulligan
from openregicide.notation import format_card, format_rules
from openregicide.table.deals import FairDeal, commitment
from openregicide.table.hashes import seed_hash
from openregicide.table.options import rules_data

__all__ = ["deal_vectors"]

WORDS = 200
BOUNDS = (1, 2, 3, 4, 5, 11, 12, 40, 41, 42, 54, 3 << 30)
"""The last one throws away a word in four."""
HEALS = 3


def deal_vectors(seed: int = 18, count: int = 40) -> dict[str, Any]:
    """Return all vectors; the seed decides everything."""
    dice = Random(seed)
    return {
        "hashes": [_hash(dice) for _ in range(8)],
        "streams": [_stream(dice, label) for label in ("deal", "first", "heal 0", "heal 41")],
        "deals": [_deal(dice, number) for number in range(count)],
    }


def _text(dice: Random) -> str:
    return dice.randbytes(32).hex()


def _hash(dice: Random) -> dict[str, Any]:
    """A secret and shares, what commits to them, and the seed that they make."""
    secret = _text(dice)
    shares = {str(seat): _text(dice) for seat in range(4) if dice.random() < 0.6}
    seed = FairDeal(secret, shares=shares).seed.hex()
    return {
        "secret": secret,
        "secret_hash": commitment(secret),
        "shares": [shares.get(str(seat), "") for seat in range(4)],
        "pledges": [
            commitment(shares[str(seat)]) if str(seat) in shares else "" for seat in range(4)
        ],
        "seed": seed,
        "seed_hash": seed_hash(seed),
    }


def _stream(dice: Random, label: str) -> dict[str, Any]:
    """The first words of a stream, and numbers below bounds from another one like it."""
    seed = dice.randbytes(32)
    words, numbers = Stream(seed, label), Stream(seed, label)
    return {
        "seed": seed.hex(),
        "label": label,
        "words": [words.word() for _ in range(WORDS)],
        "below": [[n, numbers.below(n)] for _ in range(5) for n in BOUNDS],
    }


def _deal(dice: Random, number: int) -> dict[str, Any]:
    rules = _rules(dice, number)
    seed = dice.randbytes(32)
    first = first_by_seed(rules, seed)
    state = new_state(rules, seed, first=first)
    return {
        "seed": seed.hex(),
        "rules": format_rules(rules),
        "options": to_builtins(rules_data(rules)),
        "first": first,
        "castle": [format_card(Card(card)) for card in state.castle_cards()],
        "tavern": [format_card(Card(card)) for card in state.tavern_cards()],
        "hands": [
            [format_card(card) for card in cards_in(state.hands[seat])]
            for seat in range(rules.players)
        ],
        "heals": list(_heals(dice, rules, seed, first)),
    }


def _rules(dice: Random, number: int) -> RuleSet:
    """Each number of players in turn; every other deal by rules that are not the book's."""
    players = 1 + number % 4
    if number % 8 < 4:
        return RuleSet(players=players)
    return RuleSet(
        players=players,
        jesters=dice.choice((0, 1, 2)),
        hand_limit=dice.randint(3, 9),
        mulligan=dice.choice(tuple(Mulligan)),
    )


def _heals(dice: Random, rules: RuleSet, seed: bytes, first: int) -> Iterator[dict[str, Any]]:
    """Play at random, and tell what the first heals move."""
    game, told = Game.new(rules, seed, first=first), 0
    while game.outcome is None and told < HEALS:
        before, move = game.state.copy(), dice.choice(legal_moves(game.state))
        game.push(move)
        announce(before, move)
        if before.phase == Phase.HEAL:
            told += 1
            heal = game.tokens[-1].action
            assert isinstance(heal, Heal)
            yield {
                "ply": before.ply,
                "discard": [format_card(card) for card in cards_in(before.discard)],
                "count": before.heal_count(),
                "cards": [format_card(card) for card in heal],
            }
