"""What may go wrong between a client and its server."""

from __future__ import annotations

from itertools import islice

import msgspec

from ..core import CARDS, Card
from ..errors import RegicideError
from ..notation import format_card
from ..protocol import Problem, Refusal
from ..showable import showable
from .received import Garbled, receive

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
        error = cls(showable(problem.code, LONGEST_CODE))
        # Not as arguments: the server chooses the names.
        some = islice(problem.values.items(), MOST_VALUES)
        error.values = {name: _value(name, _short(value)) for name, value in some}
        return error


MOST_VALUES = 30
LONGEST_VALUE = 200
LONGEST_CODE = 80


def _short(value: object) -> object:
    """Return no more of a value than goes into a sentence."""
    if isinstance(value, str):
        return showable(value, LONGEST_VALUE)
    if isinstance(value, list):
        return [_short(each) for each in value[:MOST_VALUES]]
    # Nothing of ours has values within values.
    return {} if isinstance(value, dict) else value


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
        return receive(body, _decoder).error
    except Garbled:
        return Problem("connection.refused", {"status": status})
