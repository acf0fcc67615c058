"""All checks of a history, in one call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from ..history import Event
from .findings import BrokenError, Finding
from .journal import Journal
from .pictures import check_pictures
from .requests import check_requests
from .results import Stored, check_results
from .secrecy import check_secrecy
from .talks import talks_of

__all__ = ["Finding", "check"]


def check(
    history: Iterable[Event], stored: Mapping[str, Sequence[bytes]], games: Stored
) -> list[Finding]:
    """Return everything that clients were promised and not given."""
    events = list(history)
    try:
        journals = {table: Journal(table, list(entries)) for table, entries in stored.items()}
    except BrokenError as broken:
        return [broken.finding]
    talks = talks_of(events)
    seated = [event.told() for event in events if event.kind == "seated"]
    knows = [event.told() for event in events if event.kind == "knows"]
    return [
        *check_requests(talks, journals),
        *check_pictures(talks, journals),
        *check_secrecy(talks, journals, [each["token"] for each in seated]),
        *check_results(journals, games),
        *_check_seats(seated, journals),
        *_check_knowledge(knows, journals),
    ]


def _check_seats(
    seated: Sequence[dict[str, Any]], journals: Mapping[str, Journal]
) -> Iterator[Finding]:
    """Every seat that a client was given is in the journal."""
    for each in seated:
        journal = journals.get(each["table"])
        token = sha256(each["token"].encode()).hexdigest()
        given = [] if journal is None else journal.tokens.get(token, [])
        if [seat for seat, _ in given] != [each["seat"]]:
            yield Finding("seat.lost", f"seat {each['seat']} of client {each['client']}")


def _check_knowledge(
    knows: Sequence[dict[str, Any]], journals: Mapping[str, Journal]
) -> Iterator[Finding]:
    """What the clients themselves made of their updates is true as well."""
    for each in knows:
        journal = journals.get(each["table"])
        if journal is None or each["version"] > journal.version:
            yield Finding("client.ahead", f"client {each['client']} at {each['version']}")
            continue
        seen = journal.view(each["version"], each["seat"]) or (None, [])
        if (each["view"], each["moves"]) != seen:
            yield Finding("client.other", f"client {each['client']} at {each['version']}")
