"""A history sorted by connection: each is one talk between a client and the server."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from ..history import Event

__all__ = ["Frame", "Talk", "talks_of"]


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame, with when it passed the client."""

    order: int
    """Its number among all events of the history."""
    sent: bool
    raw: bytes
    message: dict[str, Any]
    """Empty if it is not an object in JSON."""

    @property
    def kind(self) -> str:
        return str(self.message.get("type", ""))


@dataclass(slots=True)
class Talk:
    connection: str
    client: int
    table: str
    token: str | None = None
    since: int | None = None
    """The version that the client said it knows."""
    frames: list[Frame] = field(default_factory=list)

    @property
    def token_hash(self) -> str:
        return "" if self.token is None else sha256(self.token.encode()).hexdigest()

    def heard(self, kind: str) -> Iterator[Frame]:
        return (frame for frame in self.frames if not frame.sent and frame.kind == kind)


def talks_of(history: Iterable[Event]) -> list[Talk]:
    """Return all connections of a history, in the order in which they were opened."""
    talks: dict[str, Talk] = {}
    for order, event in enumerate(history):
        match event.kind:
            case "opened":
                facts = event.told()
                talks[event.connection] = Talk(
                    event.connection,
                    facts["client"],
                    facts["table"],
                    facts.get("token"),
                    facts.get("since"),
                )
            case "sent" | "heard":
                talk = talks[event.connection]
                frame = Frame(order, event.kind == "sent", event.data, _object(event.data))
                talk.frames.append(frame)
                if frame.sent and frame.kind == "hello":
                    talk.token = frame.message.get("token")
                    talk.since = frame.message.get("version")
    return list(talks.values())


def _object(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
