"""Whole games with fair deals, as a browser is told of them: for the checks in JavaScript."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

from msgspec import to_builtins

from openregicide.bots import make_bot
from openregicide.core import Game, Generator, RuleSet, first_by_seed, view_for
from openregicide.protocol import DealInfo
from openregicide.server.web.replays import steps_of
from openregicide.table.deals import FairDeal, commitment
from openregicide.table.hashes import seed_hash
from openregicide.table.options import rules_data

__all__ = ["digest_vectors", "told_games"]

LONGEST = 300
"""Longer than two blocks of either hash."""


def digest_vectors(seed: int, count: int = 60) -> list[list[str]]:
    """Return random bytes with their SHA-256 and the beginning of their SHAKE-256."""
    dice = Random(seed)
    lengths = [0, 55, 56, 63, 64, 119, 120, 135, 136, 137, 272]
    lengths += [dice.randrange(LONGEST) for _ in range(count)]
    return [
        [
            text.hex(),
            hashlib.sha256(text).hexdigest(),
            hashlib.shake_256(text).hexdigest(dice.randrange(1, LONGEST)),
        ]
        for text in map(dice.randbytes, lengths)
    ]


def told_games(seed: int, count: int = 12) -> list[dict[str, Any]]:
    """Return games of every number of players, seen by a seat or, every fifth time, by nobody."""
    dice = Random(seed)
    return [_told(dice, number) for number in range(count)]


def _told(dice: Random, number: int) -> dict[str, Any]:
    players = 1 + number % 4
    rules = RuleSet(players=players, jesters=dice.choice((0, 2)) if players > 1 else 0)
    if number % 3 == 0:
        # Weak enemies, so that castles fall and royals come back from the tavern.
        rules = RuleSet(players=players, attack=(2, 3, 4), health=(10, 12, 15))
    people = [seat for seat in range(players) if seat == 0 or dice.random() < 0.6]
    shares = {str(seat): dice.randbytes(32).hex() for seat in people}
    pledges = {seat: commitment(share) for seat, share in shares.items()}
    deal = FairDeal(dice.randbytes(32).hex(), pledges, shares)
    first = first_by_seed(rules, deal.seed)
    game = Game.new(rules, deal.seed, first=first)
    bot, generator = make_bot("policy"), Generator(dice.getrandbits(64))
    while game.outcome is None:
        game.push(bot.choose(view_for(game.state, game.state.seat), generator))
    viewer = None if number % 5 == 4 else dice.choice(people)
    told: dict[str, Any] = {
        "seat": viewer,
        "rules": rules_data(rules),
        "first": first,
        "seed": deal.seed.hex(),
        "seed_hash": seed_hash(deal.seed.hex()),
        "deal": DealInfo(
            game=f"game{number}",
            secret_hash=commitment(deal.secret),
            pledges=[pledges.get(str(each), "") for each in range(players)],
            shares=[shares.get(str(each), "") for each in range(players)],
            secret=deal.secret,
        ),
        "steps": steps_of(game, viewer),
    }
    builtins: dict[str, Any] = to_builtins(told)
    return builtins
