"""Messages that mean harm, in a real browser: text is text, and nonsense is one calm sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from support.browsing import Invite, Person, asked
from support.hostile_server import EVIL
from support.serving import RunningServer
from support.tables import seat_people

HEBREW = "דוד"
HARM = "<img src=x onerror=\"document.title='pwned'\"><b>bold</b>\u202e"
NAMES = {"Ann": HARM, "Bob": HEBREW}

Change = Callable[[str], list[str]]


def between(person: Person, change: Change) -> None:
    """Change what a server says on its way to the page."""

    def stand(route: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            for each in change(str(message)):
                route.send(each)

        route.connect_to_server().on_message(pass_on)

    person.page.route_web_socket("**/socket", stand)


def test_harm_in_names_and_talk_is_text(server: RunningServer, invite: Invite) -> None:
    seats = asked(seat_people(server, 2, first=0))
    ann = invite()

    def poison(text: str) -> list[str]:
        message: dict[str, Any] = json.loads(text)
        if message.get("table"):
            for seat, name in zip(message["table"]["seats"], NAMES.values(), strict=True):
                seat["name"] = name
        if message["type"] == "update":
            version = message["version"]
            for what in (HARM, EVIL):
                talk = {"version": version, "what": "chatted", "seat": 1, "text": what}
                message.setdefault("news", []).append(talk)
        return [json.dumps(message)]

    between(ann, poison)
    ann.sit(seats[0])
    body = ann.page.locator("table-page")
    expect(body).to_contain_text("<b>bold</b>")
    assert ann.page.locator("img[src=x]").count() == 0
    shown = ann.page.evaluate("document.body.innerText + document.title")
    assert "pwned" in shown
    assert not set("\x1b\u202e\u200b\u2028\x9b") & set(shown)
    assert ann.page.title() == ann.words("web.title_you")
    # A name that is written the other way turns nothing around it.
    name = ann.page.locator(".seat .name", has_text=HEBREW).locator(".words")
    assert name.evaluate("(element) => getComputedStyle(element).unicodeBidi") == "isolate"


NONSENSE = [
    "{",
    '{"type":"update","version":99999999999}',
    '{"type":"presence","present":3,"spectators":null}',
]
"""One for each connection; `tests/javascript/received.test.js` has many more."""


def test_nonsense_is_a_lost_line_that_is_found_again(server: RunningServer, invite: Invite) -> None:
    (seat,) = asked(seat_people(server, 1))
    ann = invite("phone")
    left = NONSENSE.copy()

    def say(text: str) -> list[str]:
        first = '"type":"update"' in text or '"type":"presence"' in text
        return [text, left.pop(0)] if left and first else [text]

    between(ann, say)
    ann.sit(seat)
    expect(ann.page.locator(".banner:visible")).to_have_text(ann.words("ui.lost"))
    expect(ann.page.locator(".banner:visible")).to_have_count(0)
    ann.turn()
    assert ann.state["view"]["ply"] > 0
    assert not left
