"""Every text that people read: a key and named values in, a sentence out.

A catalogue is one JSON file per language, `<language>.json`: dotted keys, and texts with `{names}`
for the values. Suffixes choose between forms of a text:

    event.drew.one         chosen by the value `count` and the language's plural rule
    event.drew.other       the form that every such text has
    event.drew.you.other   for the player who did it; the front end asks for `event.drew.you`

Numbers and per cents are put into texts by `speech.number_text` and `speech.percent_text`, and by
`number` and `percent` in the browser's `i18n.js`.

A new language takes a file and a plural rule in `PLURALS`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib import resources
from string import Formatter

from ..errors import RegicideError
from .speech import error_text

__all__ = ["PLURALS", "Catalogue", "TextError", "language_of"]

PLURALS: Mapping[str, Callable[[int], str]] = {
    "en": lambda count: "one" if count == 1 else "other",
    "fr": lambda count: "one" if count in (0, 1) else "other",
    "es": lambda count: "one" if count == 1 else "other",
    "zh": lambda count: "other",
    "id": lambda count: "other",
}
"""The plural rule of each language: a number's form."""

OTHER = "other"

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a terminal's language is set; the first one that is set counts."""


def language_of(environment: Mapping[str, str]) -> str:
    """Return the terminal's language if we have it, otherwise English."""
    locale = next((environment[name] for name in LOCALE if environment.get(name)), "")
    language = locale.partition(".")[0].partition("_")[0].lower()
    return language if language in PLURALS else "en"


class TextError(LookupError):
    """A key without a text, or a text with a placeholder that got no value."""


class Catalogue:
    """The texts of one language.

    Calling it never fails: where a text is missing, a player sees the bare key and plays on.
    `strict` raises an error instead, for the tests.
    """

    def __init__(self, language: str = "en", package: str = __name__) -> None:
        """Load a language.

        :param package: where its file is; the lessons have texts of their own.
        :raises TextError: there is no such catalogue.
        """
        if language not in PLURALS:
            raise TextError(language)
        source = resources.files(package).joinpath(f"{language}.json")
        self.language = language
        self.texts: Mapping[str, str] = json.loads(source.read_text(encoding="utf-8"))
        self._plural = PLURALS[language]

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the text of a key with its values, or the key itself."""
        try:
            return self.strict(key, **values)
        except TextError:
            return key

    def __contains__(self, key: str) -> bool:
        return key in self.texts or f"{key}.{OTHER}" in self.texts

    def strict(self, key: str, /, **values: object) -> str:
        """Return the text of a key with its values; extra values are fine.

        :raises TextError: no such key, or a placeholder without a value.
        """
        text = self.texts[self._form(key, values.get("count"))]
        try:
            return text.format_map(values)
        except (LookupError, ValueError, AttributeError) as problem:
            raise TextError(f"{key}: {problem!r}") from None

    def error(self, error: RegicideError) -> str:
        """Return a sentence that says what is wrong and, where it helps, what to do about it."""
        return error_text(self, error)

    def placeholders(self, key: str) -> frozenset[str]:
        """Return the names of the values that a text needs, in all its plural forms."""
        names: set[str] = set()
        for form in (key, *(f"{key}.{suffix}" for suffix in ("one", OTHER))):
            fields = Formatter().parse(self.texts.get(form, ""))
            names |= {name for _, name, _, _ in fields if name is not None}
        return frozenset(names)

    def _form(self, key: str, count: object) -> str:
        forms = [key]
        if isinstance(count, int):
            forms += [f"{key}.{self._plural(count)}", f"{key}.{OTHER}"]
        for form in forms:
            if form in self.texts:
                return form
        raise TextError(key)
