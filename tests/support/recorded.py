"""A client's session that notes every frame, so that the history checker can read it."""

from __future__ import annotations

from openregicide.client import RemoteTable
from openregicide.client.session import Heard, Session
from openregicide.protocol import Joined, Request
from simulation.history import History

__all__ = ["RecordedSession", "record"]


class RecordedSession(Session):
    """The session of one seat, with notes."""

    def __init__(self, joined: Joined, history: History, client: int) -> None:
        super().__init__(joined.token)
        self._joined = joined
        self._history = history
        self._client = client
        self._opened_so_far = 0

    def opened(self, now: float) -> list[bytes]:
        self._opened_so_far += 1
        table = self._joined.table
        self._history.tell(now, "opened", self._name, client=self._client, table=table)
        return self._sent(now, super().opened(now))

    def heartbeat(self, now: float, every: float) -> list[bytes]:
        return self._sent(now, super().heartbeat(now, every))

    def ask(self, request: Request, now: float) -> list[bytes]:
        return self._sent(now, super().ask(request, now))

    def heard(self, data: bytes, now: float) -> Heard:
        self._history.note(now, "heard", self._name, data)
        return super().heard(data, now)

    @property
    def _name(self) -> str:
        return f"{self._client}.{self._opened_so_far}"

    def _sent(self, now: float, frames: list[bytes]) -> list[bytes]:
        for frame in frames:
            self._history.note(now, "sent", self._name, frame)
        return frames


def record(seat: RemoteTable, joined: Joined, history: History, client: int) -> None:
    """Note whatever a table that is not connected yet sends and receives."""
    seat._session = RecordedSession(joined, history, client)
