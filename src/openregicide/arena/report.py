"""The results of a run as text: a table for people, CSV for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from ..bots.api.match import Thinking
from ..core import Card, Rank, Suit, card_of
from ..i18n import Catalogue
from ..i18n.speech import number_text, percent_text, suit_name
from ..notation import format_card, format_rules, format_seed
from .plan import Plan
from .progress import RATE_DIGITS
from .results import GameResult
from .summary import MEDALS, Summary, per_move

__all__ = ["ROYAL_RANKS", "comparison_lines", "csv_text", "enemies", "report_lines"]

ROYAL_RANKS = (Rank.JACK, Rank.QUEEN, Rank.KING)

FAULTS_SHOWN = 3

COLUMNS = (
    "number",
    "seed",
    "result",
    "ending",
    "medal",
    "kills",
    "moves",
    "lost_to",
    "choices",
    "ms",
    "cpu_ms",
)


def enemies() -> list[Card]:
    """Return the twelve royals in the order of the castle, suit by suit."""
    return [card_of(rank, suit) for rank in ROYAL_RANKS for suit in Suit]


def report_lines(t: Catalogue, plan: Plan, summary: Summary) -> list[str]:
    """Return the report of a run, line by line."""
    rows = [
        (t("arena.label_rules"), format_rules(plan.rules)),
        *_bot_rows(t, plan, summary),
        (t("arena.label_seed"), format_seed(plan.seed)),
        (t("arena.label_games"), str(summary.games)),
        (t("arena.label_won"), f"{summary.wins}, {_rate(t, summary)}"),
    ]
    if plan.rules.players == 1:
        rows.append((t("arena.label_medals"), _medals(t, summary)))
    if summary.games:
        rows.append((t("arena.label_kills"), number_text(t, summary.kills / summary.games, 2)))
        rows.append((t("arena.label_moves"), number_text(t, summary.moves / summary.games, 1)))
    lines = _columns(rows)
    if summary.lost_to:
        lines += ["", *_where_lost(t, summary)]
    if summary.faults:
        lines += ["", *_faults(t, summary)]
    return lines


def comparison_lines(t: Catalogue, runs: Iterable[tuple[Plan, Summary]]) -> list[str]:
    """Return one line for each run."""
    runs = list(runs)
    names = [run_name(plan) for plan, _ in runs]
    width = max(map(len, names))
    return [
        f"{name:{width}}  {summary.games:6}  {_rate(t, summary)}"
        for name, (_, summary) in zip(names, runs, strict=True)
    ]


def run_name(plan: Plan) -> str:
    """Return who plays what, in short; identical bots are named once."""
    bots = plan.seats[:1] if len(set(plan.seats)) == 1 else plan.seats
    return f"{', '.join(bots)} ({format_rules(plan.rules)})"


def csv_text(results: Iterable[GameResult]) -> str:
    """Return CSV with a header and one line per game."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*COLUMNS, "fault_seat", "fault", "fault_error"])
    for result in results:
        row = result.as_json()
        fault = result.fault
        told = ("", "", "") if fault is None else (fault.seat, fault.code, fault.error)
        writer.writerow([*(row[name] for name in COLUMNS), *told])
    return out.getvalue()


def _columns(rows: Sequence[tuple[str, str]]) -> list[str]:
    width = max(len(label) for label, _ in rows)
    return [f"{label:{width}}  {text}" for label, text in rows]


def _bot_rows(t: Catalogue, plan: Plan, summary: Summary) -> list[tuple[str, str]]:
    """One line for each seat; identical bots share a line and their times."""
    if len(set(plan.seats)) == 1:
        return [(t("arena.label_bot"), _bot(t, plan.seats[0], summary.thought))]
    return [
        (t("player.name", number=number), _bot(t, spec, thinking))
        for number, (spec, thinking) in enumerate(zip(plan.seats, summary.thinking, strict=True), 1)
    ]


def _bot(t: Catalogue, spec: str, thinking: Thinking) -> str:
    ms, cpu = per_move(thinking.ms, thinking), per_move(thinking.cpu_ms, thinking)
    if ms is None or cpu is None:
        return spec
    said = t("arena.ms_a_move", ms=number_text(t, ms, 2), cpu=number_text(t, cpu, 2))
    return f"{spec}  {said}"


def _rate(t: Catalogue, summary: Summary) -> str:
    low, high = (number_text(t, 100 * bound, RATE_DIGITS) for bound in summary.interval)
    return t("arena.rate", rate=percent_text(t, summary.win_rate, RATE_DIGITS), low=low, high=high)


def _medals(t: Catalogue, summary: Summary) -> str:
    return t("arena.medals", **{medal: summary.medals[medal] for medal in MEDALS})


def _where_lost(t: Catalogue, summary: Summary) -> list[str]:
    """A small table: ranks down, suits across."""
    head = [t("arena.label_lost_to"), *(suit_name(t, suit) for suit in Suit), t("arena.label_all")]
    rows = [head]
    for rank in ROYAL_RANKS:
        counts = [summary.lost_to[format_card(card_of(rank, suit))] for suit in Suit]
        rows.append([t(f"rank.{rank.name.lower()}"), *map(str, counts), str(sum(counts))])
    first = max(len(row[0]) for row in rows)
    return [
        f"{row[0]:{first}}  " + "  ".join(f"{cell:>{len(name)}}" for cell, name in cells)
        for row in rows
        for cells in [list(zip(row[1:], head[1:], strict=True))]
    ]


def _faults(t: Catalogue, summary: Summary) -> list[str]:
    lines = [t("arena.faults", count=len(summary.faults))]
    for result in summary.faults[:FAULTS_SHOWN]:
        fault = result.fault
        assert fault is not None
        said = t(fault.code, error=fault.error)
        if fault.seat is not None:
            who = t("player.name", number=fault.seat + 1)
            said = t("arena.fault_of", player=who, bot=fault.bot, said=said)
        lines.append(t("arena.fault_in", number=result.number, said=said))
        if fault.position is not None:
            lines.append("    " + fault.position)
    if len(summary.faults) > FAULTS_SHOWN:
        lines.append(t("arena.faults_more", count=len(summary.faults) - FAULTS_SHOWN))
    return lines
