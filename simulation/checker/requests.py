"""Requests: what was acknowledged is in the journal once, and all that is there was asked for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .findings import Finding
from .journal import Journal
from .talks import Frame, Talk

__all__ = ["check_requests"]

Key = tuple[str, str, str]
"""A request: its table, the hash of the token that opened its seat, and its id."""

MEANT: Mapping[str, tuple[str, ...]] = {
    "move": ("moved",),
    "take_back": ("took_back",),
    "give_up": ("give_up_voted", "gave_up"),
    "say": ("said",),
    "chat": ("chatted",),
    "face": ("faced",),
    "begin": ("began",),
    "seat_bot": ("unseated", "bot_seated"),
    "configure": ("configured",),
    "vote": ("voted", "stood_in"),
    "return": ("returned",),
    "leave": ("unseated",),
}
"""The entries that a request can lead to."""
SAME = {"move": "move", "say": "phrase", "chat": "text", "face": "face"}
"""What a request and its entry both tell."""


@dataclass(slots=True)
class Asked:
    """A request and everything that was answered to it."""

    message: dict[str, Any]
    sent: int = 0
    """How often it was sent."""
    first: int = 0
    """When, as the number of the event."""
    done: list[int] = field(default_factory=list)
    """The versions of the answers without an error."""
    refused: list[str] = field(default_factory=list)


def check_requests(talks: Sequence[Talk], journals: Mapping[str, Journal]) -> Iterator[Finding]:
    asked = _asked(talks, journals)
    found: dict[Key, list[int]] = defaultdict(list)
    for table, journal in journals.items():
        for version, line in enumerate(journal.lines, 1):
            if "asked_by" in line.entry:
                token = journal.at(version - 1).tokens[line.entry["asked_by"]]
                found[table, token, line.entry["request"]].append(version)
    for key, versions in found.items():
        request = asked.get(key)
        if request is None:
            yield Finding("journal.unasked", f"{key} at {versions}")
        else:
            yield from _check_entries(key, request, versions, journals[key[0]])
    for key, request in asked.items():
        yield from _check_answers(key, request, found.get(key, []))


def _asked(talks: Sequence[Talk], journals: Mapping[str, Journal]) -> dict[Key, Asked]:
    """Collect all requests; those of one seat may come over several connections."""
    asked: dict[Key, Asked] = {}
    for talk in talks:
        journal = journals.get(talk.table)
        if journal is None or talk.token_hash not in journal.tokens:
            continue
        for frame in talk.frames:
            key = talk.table, talk.token_hash, str(frame.message.get("id"))
            if frame.sent and frame.kind in MEANT:
                request = asked.setdefault(key, Asked(frame.message, first=frame.order))
                request.sent += 1
            elif not frame.sent and frame.kind == "answer" and key in asked:
                _note_answer(asked[key], frame)
    return asked


def _note_answer(request: Asked, frame: Frame) -> None:
    error = frame.message.get("error")
    if error is None:
        request.done.append(frame.message["version"])
    else:
        request.refused.append(error["code"])


def _check_entries(
    key: Key, request: Asked, versions: list[int], journal: Journal
) -> Iterator[Finding]:
    """Check what a request led to: once, all in a row, and what was asked for."""
    kind = request.message["type"]
    entries = [journal.at(version).entry for version in versions]
    kinds = [entry["type"] for entry in entries]
    if versions != list(range(versions[0], versions[-1] + 1)) or len(set(kinds)) < len(kinds):
        yield Finding("request.done_twice", f"{key} at {versions}")
    if not set(kinds) <= set(MEANT[kind]):
        yield Finding("request.became_another", f"{key}: {kind} became {kinds}")
    told = SAME.get(kind)
    if told is not None and any(entry.get(told) != request.message.get(told) for entry in entries):
        yield Finding("request.became_another", f"{key}: {request.message} became {entries}")
    if kind in ("move", "take_back"):
        before = journal.at(versions[0] - 1)
        seen = request.message["version"]
        if not before.game_version <= seen < versions[0]:
            yield Finding(
                "move.stale_accepted",
                f"{key}: made at {seen}, done at {versions[0]}, game of {before.game_version}",
            )


def _check_answers(key: Key, request: Asked, versions: list[int]) -> Iterator[Finding]:
    for version in request.done:
        if not versions:
            yield Finding("answer.lost", f"{key} was acknowledged at {version}")
        elif version != versions[-1]:
            yield Finding("answer.version", f"{key} done at {versions}, answered {version}")
    # Sent several times, one copy may be refused and another done.
    if versions and not request.done and len(request.refused) >= request.sent:
        yield Finding("answer.untrue", f"{key} is at {versions}, but refused: {request.refused}")
