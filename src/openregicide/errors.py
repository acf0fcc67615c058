"""Every error this package raises on purpose.

    RegicideError                  (ValueError) a code and its values, no prose
    ├── InvalidOptionError         players, rules, seeds and seats that do not exist
    ├── ImpossiblePositionError    an arrangement of cards that no game can reach
    ├── IllegalMoveError           a well-formed move that the rules refuse
    ├── TableError                 something that a table does not allow, whatever the cards
    ├── StorageError               a data file that cannot be opened, read or written
    └── NotationError              text that cannot be parsed, and where in it
        ├── InvalidCardError
        ├── InvalidMoveError
        ├── InvalidStateError      positions and views, impossible ones too
        └── InvalidRecordError

Codes are words with dots (`combo.total_over_10`); a front end turns a code and its values into a
sentence in the user's language. All of them are `ValueError`s, so that callers who only expect that
still catch them.
"""

from __future__ import annotations

__all__ = [
    "IllegalMoveError",
    "ImpossiblePositionError",
    "InvalidCardError",
    "InvalidMoveError",
    "InvalidOptionError",
    "InvalidRecordError",
    "InvalidStateError",
    "NotationError",
    "RegicideError",
    "StorageError",
    "TableError",
]

Value = object


class RegicideError(ValueError):
    """The root of the tree: `code` says what is wrong, `values` give the details."""

    def __init__(self, code: str, **values: Value) -> None:
        super().__init__(code)
        self.code = code
        self.values = values

    def __str__(self) -> str:
        if not self.values:
            return self.code
        return f"{self.code} ({', '.join(f'{k}={v!r}' for k, v in self.values.items())})"

    def __repr__(self) -> str:
        inside = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"{type(self).__name__}({self.code!r}{inside})"

    def __reduce__(self) -> tuple[object, ...]:
        # Errors travel between processes; BaseException would drop the values.
        return (_rebuild, (type(self), self.code, self.values))


def _rebuild(cls: type[RegicideError], code: str, values: dict[str, Value]) -> RegicideError:
    return cls(code, **values)


class InvalidOptionError(RegicideError):
    """A player count, rule option, seed or seat that does not exist."""


class ImpossiblePositionError(RegicideError):
    """An arrangement of cards that no game can reach; `field` names the part of the position."""


class IllegalMoveError(RegicideError):
    """A well-formed move that the rules refuse; the state is unchanged."""


class TableError(RegicideError):
    """Something that a table does not allow: out of turn, out of date, or not your decision."""


class NotationError(RegicideError):
    """Text that cannot be parsed.

    `text` is the piece that was parsed, `at` the offset where parsing stopped, in characters from
    0; for texts of several lines, `line` counts from 1.
    """

    def __init__(self, code: str, *, text: str, at: int, **values: Value) -> None:
        super().__init__(code, text=text, at=at, **values)
        self.text = text
        self.at = at

    @property
    def details(self) -> dict[str, Value]:
        """The values other than the location, for errors that are raised again further out."""
        return {k: v for k, v in self.values.items() if k not in ("text", "at", "line", "field")}


class InvalidCardError(NotationError):
    """Text that is not a card."""


class InvalidMoveError(NotationError):
    """Text that is not a move."""


class InvalidStateError(NotationError):
    """Text that is not a position or view, or one whose cards do not add up."""


class InvalidRecordError(NotationError):
    """Text that is not a record of a game."""


class StorageError(RegicideError):
    """A data file that cannot be opened, read or written; what was stored before is intact."""
