"""What is said to those who are refused: JSON to programs, a small page to people.

The page needs nothing else from the server, and tries again by itself where that may help.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from html import escape

import msgspec

from ...i18n import PLURALS, Catalogue
from ...protocol import Problem, Refusal

__all__ = ["STYLE_HASH", "Answer", "is_for_people", "language_of", "refuse"]

PROGRAMS = ("/api/", "/a/", "/metrics")
"""How the addresses begin where no people are expected, unless they say that they are some."""
TRY_AGAIN = (429, 500, 502, 503)
"""The statuses that pass."""
CHOSEN = re.compile(rb"(?:^|;) *language=([a-z]{2})(?:;|$)")
"""The cookie by which the browser client tells what was chosen in its settings."""
WAIT_SECONDS = 5
LONGEST_WAIT = 60
STYLE = (
    ":root{color-scheme:light dark}"
    "body{background:light-dark(#e6dcc6,#0e131b);color:light-dark(#231c10,#f1eadb);"
    "font:1.125rem/1.5 system-ui,sans-serif;margin:0}"
    "main{max-width:32rem;margin:0 auto;padding:18vh 1.5rem 2rem;text-align:center}"
    "h1{font-size:1.5rem}small{color:light-dark(#4a4233,#b9b29f);font-size:1rem}"
    "a{display:inline-block;margin-top:1rem;padding:.75rem 1.5rem;border-radius:.75rem;"
    "background:#e3b75a;color:#21180a;text-decoration:none}"
)
STYLE_HASH = f"'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'"
"""How a content security policy calls the style of the page, and no other."""

Headers = list[tuple[bytes, bytes]]
Answer = tuple[Headers, bytes]


def refuse(path: str, headers: Mapping[bytes, bytes], status: int, problem: Problem) -> Answer:
    """Return the headers and the body of a refusal.

    :param headers: those of the request.
    """
    seconds = problem.values.get("seconds")
    if is_for_people(path, headers):
        kind, body = b"text/html; charset=utf-8", _page(language_of(headers), status, problem)
    else:
        kind, body = b"application/json", msgspec.json.encode(Refusal(problem))
    given: Headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    if seconds:
        given.append((b"retry-after", str(seconds).encode()))
    return given, body


def is_for_people(path: str, headers: Mapping[bytes, bytes]) -> bool:
    """Tell whether somebody is going to read the answer, and not a program of ours or others."""
    return (
        not path.startswith(PROGRAMS)
        or headers.get(b"sec-fetch-mode") == b"navigate"
        or b"text/html" in headers.get(b"accept", b"")
    )


def language_of(headers: Mapping[bytes, bytes]) -> str:
    """Return the language chosen here, or the first one of ours that a browser asks for."""
    chosen = CHOSEN.search(headers.get(b"cookie", b""))
    if chosen is not None and (language := chosen[1].decode()) in PLURALS:
        return language
    accepted = headers.get(b"accept-language", b"").decode("latin-1")
    for word in accepted[:200].lower().split(","):
        language = word.partition(";")[0].strip().partition("-")[0]
        if language in PLURALS:
            return language
    return "en"


def _page(language: str, status: int, problem: Problem) -> bytes:
    t = _catalogue(language)
    code = f"error.{problem.code}"
    said = t(code, **problem.values) if code in t else t("web.problem", code=problem.code)
    head, more = "", ""
    if status in TRY_AGAIN:
        seconds = problem.values.get("seconds")
        wait = min(seconds, LONGEST_WAIT) if isinstance(seconds, int) else WAIT_SECONDS
        head = f'<meta http-equiv="refresh" content="{wait}">\n'
        more = f"<p><small>{escape(t('web.again.itself'))}</small></p>\n"
    return "".join(_lines(language, t, said, head, more)).encode()


def _lines(language: str, t: Catalogue, said: str, head: str, more: str) -> Iterable[str]:
    tag = "zh-Hans" if language == "zh" else language
    yield f'<!doctype html>\n<html lang="{tag}">\n<head>\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f'{head}<title>OpenRegicide</title>\n<link rel="icon" href="data:,">\n'
    yield f"<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
    yield f"<h1>{escape(t('web.problem.title'))}</h1>\n<p>{escape(said)}</p>\n{more}"
    # An empty address is that of the page itself.
    yield f'<a href="">{escape(t("web.again"))}</a>\n</main>\n</body>\n</html>\n'


@cache
def _catalogue(language: str) -> Catalogue:
    return Catalogue(language)
