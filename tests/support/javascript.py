"""Runs the tests of pure JavaScript: in Node where there is one, else in a page of Chromium."""

from __future__ import annotations

import json
import mimetypes
import shutil
import subprocess
from functools import cache
from pathlib import Path
from random import Random, SystemRandom
from typing import Any
from urllib.parse import urlsplit

import segno
from playwright.sync_api import Page, Route

import openregicide.i18n
import openregicide.lessons
from openregicide.core import RuleSet
from openregicide.errors import InvalidOptionError
from openregicide.i18n import Catalogue
from openregicide.i18n.speech import number_text, percent_text
from openregicide.rulebook import load_book
from openregicide.rulebook.search import find
from openregicide.server.web.rulebook import rulebook_files
from support.book_queries import QUERIES, UNKNOWN
from support.companion_vectors import vectors
from support.deal_vectors import deal_vectors
from support.fairness_vectors import digest_vectors, told_games
from support.hostile_server import update

__all__ = ["MODULES", "Results", "given", "has_node", "in_chromium", "in_node"]

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "javascript"
MODULES = sorted(path.name for path in FOLDER.glob("*.test.js"))

OLDEST_NODE = 18
ORIGIN = "http://javascript.test"

FIXED, FRESH = 60, 20
"""Games of the engine for the companion: always the same ones, and others every time."""

ROOM = (14, 26, 42, 62, 84, 106, 122, 152, 180, 213)
"""How many bytes the QR codes of versions 1 to 10 hold, at level M."""

Results = list[dict[str, str]]
"""Every case with its module, its name, and what is wrong."""


@cache
def given() -> dict[str, Any]:
    """Return what the tests are given: what Python knows and JavaScript must agree with."""
    seed = SystemRandom().getrandbits(32)
    languages = sorted(path.stem for path in _folder(openregicide.i18n).glob("*.json"))
    dice = Random(2)
    options = [_some_options(dice) for _ in range(400)]
    books = rulebook_files()
    return {
        "catalogues": {code: _json(openregicide.i18n, code) for code in languages},
        "lessons": {code: _json(openregicide.lessons, code) for code in languages},
        "books": {code: json.loads(books[f"rulebook/{code}.json"]) for code in QUERIES},
        "searches": [
            [code, query, [section.name for section in find(load_book(code), query)]]
            for code, queries in QUERIES.items()
            for query in (*queries, *UNKNOWN)
        ],
        "numbers": [
            [code, value, digits, number_text(t, value, digits), percent_text(t, value, digits)]
            for code, t in ((code, Catalogue(code)) for code in languages)
            for value, digits in ((0.553, 1), (2.25, 2), (0.5, 1), (0.0, 0), (12.0, 0))
        ],
        "options": [[each, _is_taken(each)] for each in options],
        "update": update(),
        "seed": seed,
        "games": vectors(1, FIXED) + vectors(seed, FRESH),
        "digests": digest_vectors(seed),
        "deals": deal_vectors(seed),
        "told": told_games(seed),
        "codes": _codes(),
    }


def _codes() -> list[dict[str, Any]]:
    """Return a full QR code of each size under each mask, as our other library draws them.

    It fills what is not full in its own way.
    """
    texts = [("http://192.168.1.5:8420/t/ABCDEFGHJK#" * 6)[:room] for room in ROOM]
    return [
        {
            "text": text,
            "masked": [
                [
                    "".join(map(str, row))
                    for row in segno.make_qr(
                        text, error="m", boost_error=False, mode="byte", mask=mask
                    ).matrix_iter(border=0)
                ]
                for mask in range(8)
            ],
        }
        for text in texts
    ]


def has_node() -> bool:
    """Return whether there is a Node that is new enough."""
    node = shutil.which("node")
    if node is None:
        return False
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
    return int(version.stdout.removeprefix("v").partition(".")[0]) >= OLDEST_NODE


def in_node(folder: Path) -> Results:
    """Run all tests in Node; what they are given goes through a file in the folder."""
    path = folder / "given.json"
    path.write_text(json.dumps(given()), encoding="utf-8")
    command = ["node", str(FOLDER / "node.js"), str(path), *MODULES]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    results: Results = json.loads(done.stdout)
    return results


def in_chromium(page: Page) -> Results:
    """Run all tests in a page that finds this repository behind an address of its own."""
    page.route(f"{ORIGIN}/**", _serve)
    page.goto(f"{ORIGIN}/")
    results: Results = page.evaluate(
        """async ([text, modules]) => {
          globalThis.given = JSON.parse(text);
          const { runAll } = await import("/tests/javascript/harness.js");
          return runAll(modules);
        }""",
        # As one text: to hand over thousands of small things takes longer than to check them.
        [json.dumps(given()), MODULES],
    )
    return results


def _serve(route: Route) -> None:
    path = ROOT / urlsplit(route.request.url).path.lstrip("/")
    if path == ROOT:
        route.fulfill(body="<!doctype html>", content_type="text/html")
    else:
        kind = mimetypes.guess_type(path.name)[0]
        route.fulfill(body=path.read_bytes(), content_type=kind or "text/plain")


def _folder(package: Any) -> Path:
    return Path(package.__file__).parent


def _json(package: Any, code: str) -> Any:
    return json.loads((_folder(package) / f"{code}.json").read_text(encoding="utf-8"))


def _some_options(dice: Random) -> dict[str, Any]:
    """Choose options of which many are out of their range."""
    options: dict[str, Any] = {"players": dice.choice((1, 1, 2, 3, 4, 5))}
    for name, values in (
        ("jesters", (0, 1, 2, 3)),
        ("flips", (0, 1, 2, 3)),
        ("hand_limit", (0, 1, 8, 10, 11, 12, 13)),
        ("companions", ("pair", "many", "none")),
        ("attack", ([0, 0, 250], [10, 15, 20], [10, 15, -1], [1, 2])),
        ("health", ([1, 1, 250], [20, 30, 40], [0, 1, 1], [1, 1, 251])),
    ):
        if dice.random() < 0.25:
            options[name] = dice.choice(values)
    return options


def _is_taken(options: dict[str, Any]) -> bool:
    try:
        RuleSet(**options)
    except InvalidOptionError:
        return False
    return True
