"""Checking a record: its moves, its result, and the seed behind the deal and the heals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TextIO

from .core import Game, Record, new_state
from .errors import IllegalMoveError, InvalidRecordError
from .i18n import Catalogue
from .notation import format_seed, read_record, result_of
from .table.hashes import seed_hash

__all__ = ["SEED_HASH", "Check", "Verdict", "run", "verify_record"]

SEED_HASH = "SeedHash"
"""The tag with the hash of the seed, which the players saw before the first move."""

UNREADABLE = 2


class Verdict(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    UNKNOWN = "unknown"
    """The record does not say enough to tell."""


@dataclass(frozen=True, slots=True)
class Check:
    """One question about a record, and its answer."""

    code: str
    verdict: Verdict
    values: dict[str, object] = field(default_factory=dict)


def verify_record(record: Record) -> Iterator[Check]:
    """Yield every check of a record, whether or not the ones before it passed."""
    game = None
    try:
        game = Game.from_record(record)
        yield Check("moves", Verdict.PASSED, {"count": game.ply})
    except IllegalMoveError as error:
        ply = int(str(error.values["ply"])) + 1
        yield Check("moves", Verdict.FAILED, {"ply": ply, "error": error})
    yield _result(record, game)
    yield _deal(record)
    yield _heals(record, game)
    yield _hash(record)


def _result(record: Record, game: Game | None) -> Check:
    if game is None:
        return Check("result", Verdict.UNKNOWN)
    values: dict[str, object] = {"stated": record.result, "played": result_of(game)}
    return Check("result", _verdict(record.result == result_of(game)), values)


def _deal(record: Record) -> Check:
    if record.seed is None:
        return Check("deal", Verdict.UNKNOWN)
    return Check("deal", _verdict(_is_dealt(record)), {"seed": format_seed(record.seed)})


def _heals(record: Record, game: Game | None) -> Check:
    # Heals continue the deal's stream of numbers: without the deal there is nothing to compare.
    if game is None or not _is_dealt(record):
        return Check("heals", Verdict.UNKNOWN)
    return Check("heals", _verdict(game.seed_checks))


def _hash(record: Record) -> Check:
    stated = record.tags.get(SEED_HASH)
    if stated is None or record.seed is None:
        return Check("hash", Verdict.UNKNOWN)
    return Check("hash", _verdict(stated == seed_hash(format_seed(record.seed))), {"hash": stated})


def _is_dealt(record: Record) -> bool:
    """Tell whether the record's seed deals its start, with that first player."""
    start = record.start
    if record.seed is None or start.ply != 0:
        return False
    return new_state(record.rules, record.seed, first=start.seat).key() == start.key()


def _verdict(passed: bool) -> Verdict:
    return Verdict.PASSED if passed else Verdict.FAILED


def run(records: Iterable[tuple[str, str]], *, stdout: TextIO) -> int:
    """Check records, given as pairs of name and text, and print the results.

    :returns: the exit code: 0 if all passed, 1 if a check failed, 2 if a file is not a record.
    """
    t = Catalogue("en")
    width = max(len(t(f"verify.{verdict}")) for verdict in Verdict)
    worst = 0
    for name, text in records:
        print(name, file=stdout)
        try:
            record = read_record(text)
        except InvalidRecordError as error:
            print(f"  {t('verify.unreadable', error=t.error(error))}", file=stdout)
            worst = UNREADABLE
            continue
        for check in verify_record(record):
            mark = t(f"verify.{check.verdict}").ljust(width)
            print(f"  {mark}  {_sentence(t, check)}", file=stdout)
            if check.verdict is Verdict.FAILED:
                worst = max(worst, 1)
    return worst


def _sentence(t: Catalogue, check: Check) -> str:
    values = dict(check.values)
    error = values.get("error")
    if isinstance(error, IllegalMoveError):
        values["error"] = t.error(error)
    return t(f"verify.{check.code}.{check.verdict}", **values)
