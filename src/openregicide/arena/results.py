"""The results of a run: what is kept of each game, and reading it back."""

from __future__ import annotations

import json
import traceback
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..bots.api.guard import Fault
from ..bots.api.match import Match, Thinking
from ..core import Medal, Move
from ..errors import InvalidRecordError, RegicideError
from ..i18n import Catalogue
from ..notation import (
    format_card,
    format_move,
    format_seed,
    format_view,
    parse_card,
    parse_generator_seed,
)
from .plan import Plan

__all__ = [
    "FORMAT",
    "FaultReport",
    "GameResult",
    "Run",
    "damaged",
    "died",
    "read_run",
    "result_of",
    "run_from_json",
]

FORMAT = "openregicide arena 1"

LONGEST_LINE = 300
LONGEST_TRACEBACK = 4000

FAULT = "fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultReport:
    """A bot's fault as text, for files and screens."""

    seat: int | None
    """`None` if the process died, at whose move is unknown."""
    bot: str | None
    code: str
    error: str
    position: str | None = None
    """The view that the bot was given, in notation."""
    traceback: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    number: int
    """Games are numbered from 1."""
    seed: int
    """The seed the game was dealt from."""
    won: bool
    ending: str
    """An `Ending` in lower case, or `fault`."""
    medal: str | None = None
    kills: int = 0
    moves: int = 0
    lost_to: str | None = None
    """The enemy that won, in notation; also `None` if a bot's fault lost the game."""
    thinking: tuple[Thinking, ...] = ()
    """By seat."""
    fault: FaultReport | None = None

    @property
    def thought(self) -> Thinking:
        """The total over all seats."""
        return sum(self.thinking, Thinking())

    def as_json(self) -> dict[str, object]:
        total = self.thought
        return {
            "number": self.number,
            "seed": format_seed(self.seed),
            "result": "won" if self.won else "lost",
            "ending": self.ending,
            "medal": self.medal,
            "kills": self.kills,
            "moves": self.moves,
            "lost_to": self.lost_to,
            "choices": total.choices,
            "ms": round(total.ms, 3),
            "cpu_ms": round(total.cpu_ms, 3),
            "by_seat": [[seat.choices, seat.ms, seat.cpu_ms] for seat in self.thinking],
            "fault": None if self.fault is None else asdict(self.fault),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> GameResult:
        """Read what `as_json` wrote.

        :raises ValueError: it is something else; also `KeyError` and `TypeError`.
        """
        if data["lost_to"] is not None:
            parse_card(data["lost_to"])
        return cls(
            number=int(data["number"]),
            seed=parse_generator_seed(data["seed"]),
            won={"won": True, "lost": False}[data["result"]],
            ending=str(data["ending"]),
            medal=data["medal"],
            kills=int(data["kills"]),
            moves=int(data["moves"]),
            lost_to=data["lost_to"],
            thinking=tuple(Thinking(int(c), float(w), float(p)) for c, w, p in data["by_seat"]),
            fault=None if data["fault"] is None else FaultReport(**data["fault"]),
        )


@dataclass(frozen=True, slots=True)
class Run:
    """A run as read from a file."""

    plan: Plan
    wanted: int
    """How many games were asked for."""
    results: dict[int, GameResult]
    """By number."""


def result_of(plan: Plan, number: int, match: Match) -> GameResult:
    """Return what is kept of a game."""
    outcome = match.game.outcome
    enemy, thinking = match.lost_to, match.thinking
    return GameResult(
        number=number,
        seed=plan.deal_seed(number),
        won=match.won,
        ending=FAULT if outcome is None else outcome.ending.name.lower(),
        medal=outcome.medal.name.lower() if outcome and outcome.medal is not Medal.NONE else None,
        kills=match.kills,
        moves=match.moves,
        lost_to=None if enemy is None or match.fault else format_card(enemy),
        # Finer than any clock, and files stay short.
        thinking=tuple(Thinking(t.choices, round(t.ms, 3), round(t.cpu_ms, 3)) for t in thinking),
        fault=None if match.fault is None else _report(plan, match.fault),
    )


def died(plan: Plan, number: int, error: str) -> GameResult:
    """Return the result of a game whose process died."""
    fault = FaultReport(seat=None, bot=None, code="fault.died", error=error)
    seed = plan.deal_seed(number)
    return GameResult(number=number, seed=seed, won=False, ending=FAULT, fault=fault)


def _report(plan: Plan, fault: Fault) -> FaultReport:
    told = ""
    if fault.cause is not None and fault.code == "fault.raised":
        told = "".join(traceback.format_exception(fault.cause))[-LONGEST_TRACEBACK:]
    return FaultReport(
        seat=fault.seat,
        bot=plan.seats[fault.seat],
        code=fault.code,
        error=_line(_told(fault)),
        position=format_view(fault.view),
        traceback=told,
    )


def _told(fault: Fault) -> str:
    if isinstance(fault.returned, int) and isinstance(fault.cause, RegicideError):
        return f"{_move_text(fault.returned)}: {Catalogue().error(fault.cause)}"
    if fault.cause is not None:
        return traceback.format_exception_only(fault.cause)[-1]
    try:
        return f"{type(fault.returned).__name__}: {fault.returned!r}"
    except Exception:
        # What a bot returns may not even have a repr.
        return type(fault.returned).__name__


def _move_text(number: int) -> str:
    try:
        return format_move(Move(number))
    except (ValueError, LookupError):
        return hex(number)


def _line(text: str) -> str:
    """Return a text as one line without control characters."""
    line = " ".join(text.split())
    line = "".join(char if char.isprintable() else "?" for char in line)
    return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "..."


def damaged(path: Path, line: int) -> InvalidRecordError:
    return InvalidRecordError("arena.file_damaged", text="", at=0, line=line, file=str(path))


def read_run(path: Path) -> Run:
    """Read the file of a finished or interrupted run.

    :raises InvalidRecordError: the file is something else.
    :raises OSError: it cannot be opened.
    """
    try:
        data = json.loads(path.read_bytes())
        return run_from_json(data, data["results"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise damaged(path, 1) from None


def run_from_json(head: dict[str, Any], rows: list[dict[str, Any]]) -> Run:
    """Return a run from its head and its games.

    :raises ValueError: they are something else; also `KeyError` and `TypeError`.
    """
    if head["format"] != FORMAT:
        raise ValueError(FORMAT)
    results = [GameResult.from_json(row) for row in rows]
    by_number = {result.number: result for result in results}
    return Run(Plan.from_json(head), int(head["wanted"]), by_number)
