"""What a run plays: the rules, the bot in each seat, and the seed that decides all chance.

Game 17 is determined by the plan and the number 17, so it does not matter which process plays it,
or when, or whether it is played again next year.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from ..bots import Bot, make_bot
from ..bots.api.match import Match, play_match
from ..bots.api.specs import tidy_spec
from ..core import Generator, RuleSet
from ..core.rng import SEED_BITS
from ..errors import InvalidOptionError
from ..notation import format_rules, format_seed, parse_generator_seed, parse_rules

__all__ = ["Plan"]


@dataclass(frozen=True, slots=True)
class Plan:
    """:raises InvalidOptionError: the number of bots is not the number of players."""

    rules: RuleSet
    seats: tuple[str, ...]
    """The spec of each seat's bot."""
    seed: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "seats", tuple(map(tidy_spec, self.seats)))
        if len(self.seats) != self.rules.players:
            raise InvalidOptionError(
                "match.seats", count=len(self.seats), players=self.rules.players
            )

    def make_bots(self) -> list[Bot]:
        """Make a separate bot for each seat, so that no two share a memory.

        :raises InvalidOptionError: see `make_bot`.
        """
        return [make_bot(spec) for spec in self.seats]

    def deal_seed(self, number: int) -> int:
        """Return the seed that a game is dealt from."""
        return self._derive(number, "deal")

    def dice(self, number: int) -> list[Generator]:
        """Return the generators for the bots of a game, one per seat."""
        return [Generator(self._derive(number, f"dice {seat}")) for seat in range(len(self.seats))]

    def play(self, number: int, bots: Sequence[Bot]) -> Match:
        """Play one game of the plan; games are numbered from 1."""
        return play_match(self.rules, self.deal_seed(number), bots, self.dice(number))

    def as_json(self) -> dict[str, object]:
        return {
            "rules": format_rules(self.rules),
            "seats": list(self.seats),
            "seed": format_seed(self.seed),
        }

    @classmethod
    def from_json(cls, data: dict[str, object]) -> Plan:
        """Read what `as_json` wrote.

        :raises ValueError: it is something else; also `KeyError` and `TypeError`.
        """
        seats = data["seats"]
        if not isinstance(seats, list):
            raise TypeError("seats")
        return cls(
            parse_rules(str(data["rules"])), tuple(seats), parse_generator_seed(str(data["seed"]))
        )

    def _derive(self, number: int, purpose: str) -> int:
        # A digest, so that one of these numbers does not reveal the others: a bot that studies its
        # dice must not learn the deal.
        text = f"openregicide arena/{format_seed(self.seed)}/{number}/{purpose}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[: SEED_BITS // 8], "big")
