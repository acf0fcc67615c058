"""What may go wrong between a client and its server."""

from __future__ import annotations

import msgspec

from ..core import CARDS, Card
from ..errors import RegicideError
from ..notation import format_card
from ..protocol import Problem, Refusal

__all__ = ["ProtocolError", "read_problem"]

BY_TEXT = {format_card(Card(card)): Card(card) for card in reversed(range(CARDS))}
"""Every card by its text; of the jesters, the first."""


class ProtocolError(RegicideError):
    """The server refused something, or could not be reached.

    A refusal has the server's own code and values. Codes that begin with `connection` are the
    client's own: the server did not refuse, but no usable answer came.
    """

    @classmethod
    def of(cls, problem: Problem) -> ProtocolError:
        """Return the error for a problem that the server reported."""
        error = cls(problem.code)
        # Not as arguments: the server chooses the names.
        error.values = {name: _value(name, value) for name, value in problem.values.items()}
        return error


def _value(name: str, value: object) -> object:
    """Return a value as our own errors have it: cards travel as text."""
    if name == "card":
        return BY_TEXT.get(str(value), str(value))
    if name == "cards":
        texts = map(str, value) if isinstance(value, list) else ()
        return tuple(BY_TEXT[text] for text in texts if text in BY_TEXT)
    return value


_decoder = msgspec.json.Decoder(Refusal)


def read_problem(status: int, body: bytes) -> Problem:
    """Return why the server refused over HTTP; proxies refuse without a reason."""
    try:
        return _decoder.decode(body).error
    except msgspec.MsgspecError:
        return Problem("connection.refused", {"status": status})
