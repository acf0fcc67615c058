"""The summary of many games."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..bots.api.match import Thinking
from .results import GameResult

__all__ = ["MEDALS", "Summary", "summarize", "wilson_interval"]

MEDALS = ("gold", "silver", "bronze")

Z95 = 1.959963984540054
"""The normal quantile for a two-sided 95 % interval."""


def wilson_interval(wins: int, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a win rate: sound near 0 and 1, and for few games."""
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    spread = Z95 * Z95 / games
    middle = (rate + spread / 2) / (1 + spread)
    half = math.sqrt(spread * (rate * (1 - rate) + spread / 4)) / (1 + spread)
    # With no wins the bound is exactly 0, with only wins exactly 1, whatever rounding says.
    low = 0.0 if wins == 0 else max(0.0, middle - half)
    high = 1.0 if wins == games else min(1.0, middle + half)
    return low, high


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    games: int
    wins: int
    medals: dict[str, int]
    """Solo wins by medal (R31)."""
    kills: int
    moves: int
    lost_to: Counter[str]
    """How many games each enemy won."""
    faults: tuple[GameResult, ...]
    thinking: tuple[Thinking, ...]
    """By seat."""

    @property
    def win_rate(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson_interval(self.wins, self.games)

    @property
    def thought(self) -> Thinking:
        return sum(self.thinking, Thinking())

    def as_json(self) -> dict[str, object]:
        total = self.thought
        return {
            "games": self.games,
            "wins": self.wins,
            "win_rate": round(self.win_rate, 6),
            "interval": [round(bound, 6) for bound in self.interval],
            "medals": self.medals,
            "ms_per_move": per_move(total.ms, total),
            "cpu_ms_per_move": per_move(total.cpu_ms, total),
            "ms_per_move_by_seat": [per_move(seat.ms, seat) for seat in self.thinking],
            "cpu_ms_per_move_by_seat": [per_move(seat.cpu_ms, seat) for seat in self.thinking],
            "kills_per_game": round(self.kills / self.games, 4) if self.games else None,
            "moves_per_game": round(self.moves / self.games, 4) if self.games else None,
            "lost_to": dict(sorted(self.lost_to.items())),
            "faults": len(self.faults),
        }


def per_move(ms: float, thinking: Thinking) -> float | None:
    """Return the time per move that had a choice; `None` if there was none."""
    return round(ms / thinking.choices, 4) if thinking.choices else None


def summarize(results: Sequence[GameResult], seats: int) -> Summary:
    """Summarize games."""
    medals = Counter(result.medal for result in results)
    return Summary(
        games=len(results),
        wins=sum(result.won for result in results),
        medals={medal: medals[medal] for medal in MEDALS},
        kills=sum(result.kills for result in results),
        moves=sum(result.moves for result in results),
        lost_to=Counter(r.lost_to for r in results if r.lost_to is not None),
        faults=tuple(result for result in results if result.fault is not None),
        thinking=tuple(_thinking(results, seat) for seat in range(seats)),
    )


def _thinking(results: Iterable[GameResult], seat: int) -> Thinking:
    # A game whose process died has no times.
    return sum((r.thinking[seat] for r in results if seat < len(r.thinking)), Thinking())
