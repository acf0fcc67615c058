"""Secrets: no frame has a seed before its game is over, or anybody's token or device."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .findings import Finding
from .journal import Journal
from .talks import Talk

__all__ = ["check_secrecy"]


def check_secrecy(
    talks: Sequence[Talk], journals: Mapping[str, Journal], tokens: Sequence[str]
) -> Iterator[Finding]:
    """Search the bytes of every frame, whatever it means.

    :param tokens: all tokens that clients were given.
    """
    never = [token.encode() for token in tokens]
    for journal in journals.values():
        never += [secret.encode() for secret in journal.secrets]
    for talk in talks:
        journal_here = journals.get(talk.table)
        seeds = _seeds(journals, journal_here)
        for frame in talk.frames:
            if frame.sent:
                continue
            if any(secret in frame.raw for secret in never):
                yield Finding("secret.token", f"{talk.connection}: {frame.raw[:200]!r}")
            for seed, over in seeds:
                if seed in frame.raw and not _is_over(frame.message.get("version"), over):
                    yield Finding("secret.seed", f"{talk.connection}: {frame.raw[:200]!r}")


def _seeds(journals: Mapping[str, Journal], here: Journal | None) -> list[tuple[bytes, int | None]]:
    """Return every seed, with the version from which it may be shown at this table."""
    found: list[tuple[bytes, int | None]] = []
    for journal in journals.values():
        for game in journal.games:
            over = None
            if journal is here and not game.daily:
                # The same cards once more have the seed of a game that is over already.
                same = {each.id for each in journal.games if each.seed == game.seed}
                over = next(
                    (
                        version
                        for version, line in enumerate(journal.lines, 1)
                        if line.game is not None
                        and line.game["id"] in same
                        and line.game["result"] is not None
                    ),
                    None,
                )
            found.append((game.seed.encode(), over))
    return found


def _is_over(version: object, over: int | None) -> bool:
    return over is not None and isinstance(version, int) and version >= over
