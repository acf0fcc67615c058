"""Scanning text from left to right, with errors that say where."""

from __future__ import annotations

from typing import NoReturn

from ..errors import NotationError

__all__ = ["Scanner"]


class Scanner:
    """A text and an offset in it. `error` is the error to raise for this kind of text."""

    def __init__(self, text: str, error: type[NotationError], *, line: int | None = None) -> None:
        self.text = text
        self.at = 0
        self.error = error
        self.line = line

    @property
    def left(self) -> int:
        return len(self.text) - self.at

    def peek(self) -> str:
        """Return the next character, or an empty string at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, characters: str, code: str) -> str:
        """Consume the next character if it is one of these; otherwise fail with the code."""
        char = self.peek()
        if not char or char not in characters:
            self.fail(code)
        self.at += 1
        return char

    def skip(self, char: str) -> bool:
        """Consume a character if it comes next; tell whether it did."""
        if self.peek() == char:
            self.at += 1
            return True
        return False

    def number(self, code: str, *, digits: int = 7) -> int:
        """Consume a number without sign or leading zeros."""
        start = self.at
        while self.peek() and self.peek() in "0123456789" and self.at - start < digits:
            self.at += 1
        text = self.text[start : self.at]
        if not text or (len(text) > 1 and text[0] == "0"):
            self.at = start
            self.fail(code)
        return int(text)

    def end(self, code: str) -> None:
        """Fail with the code if anything is left."""
        if self.left:
            self.fail(code)

    def fail(self, code: str, *, at: int | None = None, **values: object) -> NoReturn:
        if self.line is not None:
            values["line"] = self.line
        raise self.error(code, text=self.text, at=self.at if at is None else at, **values)
