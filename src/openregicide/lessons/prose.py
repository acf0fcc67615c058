"""The texts of the lessons, in the format of the catalogue but apart from it.

Most players never need them, and the browser's first load should stay small.
"""

from __future__ import annotations

from ..i18n import Catalogue

__all__ = ["Prose"]


class Prose(Catalogue):
    """The texts of the lessons in one language."""

    def __init__(self, language: str = "en") -> None:
        """Load a language.

        :raises TextError: the lessons do not speak it.
        """
        super().__init__(language, __package__)
