"""What clients saw: every frame that they sent and received, and when."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Literal

__all__ = ["Event", "History", "Kind"]

Kind = Literal["opened", "sent", "heard", "lost", "seated", "knows"]
"""`opened`: a client opens a connection; the data says which client, table and seat's token.
`sent`, `heard`: a frame. `lost`: the client takes the connection for lost.
`seated`: a client was told that a seat is its own. `knows`: what a client takes for true in the
end."""


@dataclass(frozen=True, slots=True)
class Event:
    at: float
    kind: Kind
    connection: str
    """Connections have names; a plain HTTP request is a connection of its own."""
    data: bytes = b""

    def told(self) -> Any:
        return json.loads(self.data)


@dataclass(slots=True)
class History:
    """All events of a run, in the order of their time."""

    events: list[Event] = field(default_factory=list)

    def note(self, at: float, kind: Kind, connection: str, data: bytes = b"") -> None:
        self.events.append(Event(at, kind, connection, data))

    def tell(self, at: float, kind: Kind, connection: str, **facts: object) -> None:
        self.note(at, kind, connection, json.dumps(facts, sort_keys=True).encode())

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def __len__(self) -> int:
        return len(self.events)

    def digest(self) -> str:
        """Return a hash that two runs share only if they were the same in everything."""
        found = sha256()
        for event in self.events:
            found.update(f"{event.at!r} {event.kind} {event.connection} ".encode())
            found.update(len(event.data).to_bytes(8, "big") + event.data)
        return found.hexdigest()
