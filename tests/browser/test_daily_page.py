"""The deal of the day in a browser: from the door to the board, and a result to send around."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack

import pytest
from playwright.sync_api import Page, expect

from support.accessibility import axe_source, barriers
from support.browsing import (
    LANGUAGES,
    Invite,
    Person,
    Watch,
    Words,
    asked,
    at_size,
    beyond,
    choose_language,
    picture,
    shoot,
)
from support.clocked_server import ClockedServer, clocked_server
from support.tables import connected, play_at_random

TODAY = "2026-11-16"
AFTERNOON = f"{TODAY} 13:00"
SIGNS = re.compile("[⚔🎯👑▫]")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClockedServer]:
    with clocked_server(tmp_path_factory.mktemp("server"), AFTERNOON) as running:
        yield running


def see(person: Person, path: str) -> None:
    """Look at a day."""
    person.visit(path)
    person.page.wait_for_selector(".deal")


def fits(page: Page) -> None:
    for size in ("phone", "desktop"):
        at_size(page, size)
        assert beyond(page)[0] <= 0, size


def play_for(server: ClockedServer, *people: Person) -> None:
    """Play the game that people look at to its end, faster than their hands would."""
    newest = "() => JSON.parse(localStorage.getItem('regicide.seats'))[0]"
    seats = [person.page.evaluate(newest) for person in people]

    async def play() -> None:
        async with AsyncExitStack() as stack:
            lines = [
                await stack.enter_async_context(connected(server, seat["table"], seat["token"]))
                for seat in seats
            ]
            await asyncio.gather(*(play_at_random(line) for line in lines))

    asked(play())


def test_a_day_from_the_door_to_the_board(server: ClockedServer, invite: Invite) -> None:
    ann = invite(permissions=["clipboard-read", "clipboard-write"])
    board = ann.page.locator(".leaderboard .row")
    ann.visit()
    ann.press(ann.link("ui.home.daily"))
    expect(ann.page.locator(".left")).to_have_text(ann.words.like("daily.next"))
    expect(ann.page.locator(".deal")).to_contain_text(ann.words("daily.ranked"))
    expect(ann.page.get_by_text(ann.words("daily.board.none"))).to_be_visible()
    shoot(ann.page, "daily-door")
    fits(ann.page)
    # Whoever leaves a ranked game finds the way back, and no other game.
    ann.press(ann.button("ui.home.play"))
    ann.ready()
    ann.turn()
    see(ann, "/daily")
    expect(ann.page.locator(".deal button")).to_have_count(0)
    ann.press(ann.link("daily.go_on"))
    ann.ready()
    ann.play_on()
    expect(ann.page.locator(".own-result .rank")).to_have_text(
        ann.words("daily.rank", rank=1, count=1)
    )
    shoot(ann.page, "daily-result")
    assert ann.page.get_by_role("link", name=ann.words("ui.replay.record")).count() == 0
    check_shared(ann)
    # One's own replay is there, though nobody else's is.
    replay = ann.link("ui.result.replay").get_attribute("href") or ""
    ann.press(ann.link("ui.result.replay"))
    expect(ann.page.locator("replay-page .turn-text")).to_have_text(ann.words.like("ui.replay.at"))
    see(ann, "/daily")
    expect(board).to_have_class(re.compile("mine"))
    expect(board).to_contain_text(ann.words("ui.you").lower())
    shoot(ann.page, "leaderboard")
    assert barriers(ann.page, axe_source()) == []
    # The second time is for fun.
    ann.press(ann.button("ui.home.play"))
    ann.ready()
    play_for(server, ann)
    expect(ann.page.get_by_text(ann.words("daily.result.free"))).to_be_visible()
    ann.press(ann.link("daily.board"))
    expect(board).to_have_count(1)
    check_languages(ann)
    check_yesterday(server, invite, replay)


def check_languages(ann: Person) -> None:
    """Read the page in every language, on the narrowest screen."""
    at_size(ann.page, "phone")
    for language in LANGUAGES:
        words = Words(language)
        choose_language(ann.page, language)
        see(ann, "/daily")
        expect(ann.page.get_by_role("button", name=words("daily.share"))).to_be_visible()
        ann.page.locator("details summary").click()
        assert beyond(ann.page)[0] <= 0, language
        ann.press(ann.page.locator(".picks label").last)
        expect(ann.page.get_by_role("button", name=words("daily.friends"))).to_be_visible()
        assert beyond(ann.page)[0] <= 0, language
        picture(ann.page, f"{language}-daily-phone", full_page=True)


def check_shared(ann: Person) -> None:
    """See what others will get: how it went, where to go, and not one card."""
    ann.press(ann.button("daily.share"))
    expect(ann.page.get_by_text(ann.words("daily.shared"))).to_be_visible()
    title, signs, score, address = ann.page.evaluate("() => navigator.clipboard.readText()").split(
        "\n"
    )
    assert TODAY in title
    assert ann.words("daily.solo") in title
    assert len(SIGNS.findall(signs)) == 12
    fallen = len(re.findall("[⚔🎯]", signs))
    assert score.startswith(ann.words("ui.result.of_twelve", count=fallen))
    assert address == f"{ann.url}/daily?day={TODAY}&players=1"
    assert not re.search(r"[♣♦♥♠]|\b(10|[2-9AJQK])[CDHS]\b", f"{title}{signs}{score}")


def check_yesterday(server: ClockedServer, invite: Invite, replay: str) -> None:
    """Come a day later: the deal is no secret any more, and there is a new one."""
    bob = invite("phone")
    see(bob, "/daily")
    expect(bob.page.locator("a.row")).to_have_count(0)
    server.set("2026-11-17 12:00")
    try:
        see(bob, f"/daily?day={TODAY}&players=1")
        bob.press(bob.page.locator("a.row"))
        expect(bob.page.locator("replay-page .turn-text")).to_have_text(
            bob.words.like("ui.replay.at")
        )
        bob.visit(replay)
        see(bob, f"/daily?day={TODAY}&players=1")
        bob.press(bob.link("daily.today"))
        expect(bob.page.locator(".deal")).to_contain_text(bob.words("daily.ranked"))
    finally:
        server.set(AFTERNOON)


def test_friends_come_by_the_link_and_see_whether_it_counts(
    server: ClockedServer, invite: Invite, watch: Watch
) -> None:
    # Whoever comes by the link asks to watch first, and is told about the seat instead.
    watch.forgive("table.no_spectators|403")
    ann, bob = invite(), invite("phone")
    see(ann, "/daily?players=2")
    ann.press(ann.button("daily.friends"))
    chance = ann.page.locator(".chance")
    expect(chance).to_have_text(ann.words("daily.chance.ranked"))
    bob.visit(ann.page.url.removeprefix(ann.url))
    expect(bob.page.locator(".problem")).to_contain_text(
        bob.words("web.invited", name=ann.words("ui.name.nobody"))
    )
    expect(bob.page.locator(".problem")).to_contain_text(bob.words("daily.about"))
    bob.field("ui.name").fill("Bob")
    bob.press(bob.button("web.sit"))
    expect(bob.page.locator(".chance")).to_have_text(bob.words("daily.chance.ranked"))
    expect(ann.page.locator(".waiting .first")).to_be_hidden()
    expect(ann.button("web.options")).to_have_count(0)
    shoot(bob.page, "daily-waiting")
    ann.press(ann.button("ui.begin"))
    ann.ready()
    bob.ready()
    play_for(server, ann, bob)
    for person in (ann, bob):
        expect(person.page.locator(".own-result .rank")).to_have_text(
            person.words("daily.rank", rank=1, count=1)
        )
    # Ann's next table is for fun, and says so before it begins.
    see(ann, "/daily?players=2")
    expect(ann.page.locator(".leaderboard .row.mine")).to_have_count(1)
    ann.press(ann.button("daily.friends"))
    expect(chance).to_have_text(ann.words("daily.chance.free"))


def test_tomorrows_deal_is_promised_today_and_compared_tomorrow(
    server: ClockedServer, invite: Invite
) -> None:
    ann = invite()
    try:
        server.set("2026-11-20 13:00")
        see(ann, "/daily")
        server.set("2026-11-21 13:00")
        see(ann, "/daily")
        ann.press(ann.page.locator(".checks summary"))
        expect(ann.page.get_by_text(ann.words("web.fair.promise.kept"))).to_be_visible()
        # Another deal than the one that was promised.
        ann.page.evaluate(
            """() => {
              const kept = JSON.parse(localStorage["regicide.promises"]);
              kept.forEach((each) => (each.hash = "0".repeat(64)));
              localStorage["regicide.promises"] = JSON.stringify(kept);
            }"""
        )
        see(ann, "/daily")
        expect(ann.page.locator(".toast.bad")).to_have_text(ann.words("web.fair.promise.changed"))
    finally:
        server.set(AFTERNOON)
