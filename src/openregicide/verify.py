"""Checking a record: its moves, its result, and the seed behind the deal and the heals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TextIO

from .core import Game, Record, first_by_seed, new_state
from .errors import IllegalMoveError, InvalidRecordError
from .i18n import Catalogue
from .notation import format_seed, read_record, result_of
from .showable import showable
from .table.deals import FairDeal, commitment, deal_of, fits
from .table.hashes import seed_hash

__all__ = ["SEED_HASH", "Check", "Unreadable", "Verdict", "run", "verify_record"]

SEED_HASH = "SeedHash"
"""The tag with the hash of the seed, which the players saw before the first move."""

SECRET_HASH = "SecretHash"
"""The tag with the hash of the server's secret, shown before any share was opened."""

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
    deal = deal_of(record.tags)
    if deal is not None:
        yield _commitments(record, deal)
        yield _shares(record, deal)
        yield from _left_out(deal)
        yield _first(record, deal)


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


def _commitments(record: Record, deal: FairDeal) -> Check:
    """Check that the secret and every share are those whose hashes were shown."""
    sound = fits(deal.secret, record.tags.get(SECRET_HASH, "")) and all(
        fits(share, deal.pledges.get(seat, "")) for seat, share in deal.shares.items()
    )
    return Check("commitments", _verdict(sound), {"hash": commitment(deal.secret)})


def _shares(record: Record, deal: FairDeal) -> Check:
    """Check that the seed is made of the secret and the shares, and of nothing else."""
    return Check("shares", _verdict(record.seed == deal.seed), {"count": len(deal.shares)})


def _left_out(deal: FairDeal) -> Iterator[Check]:
    """Name the players whose shares are missing; only they know whether they opened them."""
    missing = [int(seat) + 1 for seat in sorted(deal.pledges) if seat not in deal.shares]
    if missing:
        yield Check("left_out", Verdict.UNKNOWN, {"players": ", ".join(map(str, missing))})


def _first(record: Record, deal: FairDeal) -> Check:
    """Check who begins, where that was left to chance."""
    first = record.start.seat
    values: dict[str, object] = {"player": first + 1}
    if deal.begins != "chance" or not isinstance(record.seed, bytes):
        return Check("first", Verdict.UNKNOWN, values)
    return Check("first", _verdict(first == first_by_seed(record.rules, record.seed)), values)


def _is_dealt(record: Record) -> bool:
    """Tell whether the record's seed deals its start, with that first player."""
    start = record.start
    if record.seed is None or start.ply != 0:
        return False
    return new_state(record.rules, record.seed, first=start.seat).key() == start.key()


def _verdict(passed: bool) -> Verdict:
    return Verdict.PASSED if passed else Verdict.FAILED


class Unreadable(str):
    """Why there is no text of a record, in words."""


def run(records: Iterable[tuple[str, str | Unreadable]], *, stdout: TextIO) -> int:
    """Check records, given as pairs of name and text, and print the results.

    One is read, checked and forgotten before the next is asked for.

    :returns: the exit code: 0 if all passed, 1 if a check failed, 2 if a file is not a record.
    """
    t = Catalogue("en")
    width = max(len(t(f"verify.{verdict}")) for verdict in Verdict)
    worst = 0

    def say(line: str) -> None:
        # Names and tags may hold anything.
        print(showable(line), file=stdout)

    for name, text in records:
        say(name)
        if isinstance(text, Unreadable):
            say(f"  {t('verify.unread', reason=text)}")
            worst = UNREADABLE
            continue
        try:
            record = read_record(text)
        except InvalidRecordError as error:
            say(f"  {t('verify.unreadable', error=t.error(error))}")
            worst = UNREADABLE
            continue
        for check in verify_record(record):
            mark = t(f"verify.{check.verdict}").ljust(width)
            say(f"  {mark}  {_sentence(t, check)}")
            if check.verdict is Verdict.FAILED:
                worst = max(worst, 1)
    return worst


def _sentence(t: Catalogue, check: Check) -> str:
    values = dict(check.values)
    error = values.get("error")
    if isinstance(error, IllegalMoveError):
        values["error"] = t.error(error)
    return t(f"verify.{check.code}.{check.verdict}", **values)
