"""The people at a table: their faces and names, what they say, what they did, and the log."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, ViewportSize, expect

from openregicide.client import Server, new_id
from openregicide.protocol import (
    AFTER_JESTER,
    ChooseFace,
    Joined,
    NewTable,
    Request,
    RulesData,
    Say,
    TableSettings,
)
from support.accessibility import axe_source, barriers
from support.browsing import Invite, Person, asked, misplaced, picture, shoot
from support.serving import RunningServer
from support.tables import seat_people, table_with_jester

PHONE: ViewportSize = {"width": 320, "height": 568}
SLOW = 25_000
"""Longer than anything that is said stays at a seat."""


def ask(server: RunningServer, who: Joined, request: Request) -> None:
    answer = asked(Server(server.url).ask(who.table, who.token, request))
    assert answer.error is None


def seat_of(page: Page, seat: int) -> Locator:
    return page.locator(f'.seat[data-seat="{seat}"]')


def heard(person: Person) -> Locator:
    """Return what a screen reader is told of the game."""
    return person.page.locator('[role="log"]')


def test_everybody_has_a_face_and_may_change_it(server: RunningServer, invite: Invite) -> None:
    ann_seat, bob_seat = asked(seat_people(server, 3, bots={"2": "search:ms=1"}, first=0))
    ann, bob = invite("phone"), invite()
    ann.sit(ann_seat)
    bob.sit(bob_seat)
    face = seat_of(ann.page, 1).locator(".face")
    expect(face).to_have_text("B")
    # In the menu, in the middle of a game.
    bob.press(bob.page.get_by_label(bob.words("ui.menu"), exact=True))
    bob.press(bob.button("ui.menu.settings"))
    faces = bob.page.locator("dialog[open] .faces label")
    faces.filter(has=bob.page.get_by_label(bob.words("ui.face.owl"))).click()
    expect(face.locator("use")).to_have_attribute("href", re.compile("#face-owl$"))
    expect(face).to_have_text("")
    # The device remembers it for the next table.
    kept = bob.page.evaluate("localStorage.getItem('regicide.settings')")
    assert '"portrait":"owl"' in kept
    assert barriers(bob.page, axe_source()) == []

    # A bot has a name and a face of its own, and says how well it plays.
    bot = seat_of(ann.page, 2)
    expect(bot.locator(".name")).to_have_text("Cleo")
    expect(bot.locator(".face use")).to_have_attribute("href", re.compile("#face-bot-2$"))
    expect(bot.locator(".strength")).to_have_attribute("aria-label", ann.words("ui.bot.search"))
    assert bot.get_attribute("title") == ann.words("ui.bot.search")
    assert len((bot.locator(".strength").text_content() or "").strip()) == 3
    colours = ann.page.locator(".seat .face").evaluate_all(
        "(faces) => faces.map((face) => getComputedStyle(face).borderTopColor)"
    )
    assert len(set(colours)) == 3
    shoot(ann.page, "faces")


def test_a_face_is_chosen_with_the_name(server: RunningServer, invite: Invite) -> None:
    settings = TableSettings(rules=RulesData(players=2))
    ann_seat = asked(Server(server.url).create(NewTable(name="Ann", settings=settings)))
    bob = invite("phone")
    bob.visit(f"/t/{ann_seat.table}")
    form = bob.page.locator(".waiting form.sit")
    form.get_by_label(bob.words("ui.name")).fill("Bob")
    bob.press(form.locator("summary"))
    form.locator(".faces label", has=bob.page.get_by_label(bob.words("ui.face.hare"))).click()
    picture(bob.page, "join-faces-phone")
    bob.press(form.get_by_role("button", name=bob.words("web.sit")))
    ann = invite()
    ann.come(ann_seat)
    mine = ann.page.locator(".chair", has_text="Bob").locator(".face use")
    expect(mine).to_have_attribute("href", re.compile("#face-hare$"))


def test_speech_appears_at_the_seat_and_goes_away(server: RunningServer, invite: Invite) -> None:
    ann_seat, bob_seat = asked(seat_people(server, 2, first=0))
    ann = invite("phone")
    ann.sit(ann_seat)
    ask(server, bob_seat, Say(new_id(), "my_cards"))
    count = ann.state["view"]["hands"][1]["count"]
    said = ann.words("ui.phrase.my_cards.other", count=count)
    bubble = seat_of(ann.page, 1).locator(".bubble")
    expect(bubble).to_have_text(said)
    expect(ann.page.locator(".toast")).to_have_count(0)
    expect(ann.page.locator(".bubble")).to_have_count(1)
    assert bubble.evaluate("(it) => it.scrollHeight <= it.clientHeight")
    shoot(ann.page, "speech")
    expect(bubble).to_have_count(0, timeout=SLOW)
    # The log keeps it, and has told it to the ear.
    sentence = ann.words("ui.change.said", seat="Bob", text=said)
    expect(heard(ann).get_by_text(sentence)).to_have_count(1)
    # Whoever comes later finds it in the log only.
    late = invite()
    late.sit(ann_seat)
    expect(late.page.locator(".log .said")).to_have_text(sentence)
    expect(late.page.locator(".bubble")).to_have_count(0)


def test_R22_a_wish_stays_until_the_choice(server: RunningServer, invite: Invite) -> None:
    ann_seat, bob_seat = asked(table_with_jester(server))
    ann = invite("phone")
    ann.sit(ann_seat)
    ann.choose(["X"])
    ann.press(ann.confirm)
    expect(ann.page.locator(".next button:visible")).to_have_count(2)
    ask(server, bob_seat, Say(new_id(), AFTER_JESTER[0]))
    bubble = seat_of(ann.page, 1).locator(".bubble")
    wish = ann.words(f"ui.phrase.{AFTER_JESTER[0]}")
    expect(bubble).to_have_text(wish)
    # Something else is said, and goes away; the wish is there again, also for who comes late.
    ask(server, bob_seat, Say(new_id(), "thanks"))
    expect(bubble).to_have_text(ann.words("ui.phrase.thanks"))
    expect(bubble).to_have_text(wish, timeout=SLOW)
    ann.page.reload()
    ann.ready()
    expect(bubble).to_have_text(wish)
    shoot(ann.page, "wish")
    ann.press(ann.page.locator(".next button:visible").last)
    ann.press(ann.confirm)
    expect(ann.page.locator(".bubble")).to_have_count(0)


def test_what_the_others_did_stays_until_the_first_tap(
    server: RunningServer, invite: Invite
) -> None:
    rules = {"health": [250, 250, 250], "attack": [0, 0, 0], "jesters": 0}
    bots = {"1": "greedy", "2": "greedy", "3": "greedy"}
    (seat,) = asked(seat_people(server, 4, bots=bots, rules=rules, first=0))
    ann = invite()
    ann.page.set_viewport_size(PHONE)
    ann.sit(seat)
    since = ann.page.locator(".since")
    expect(since).to_be_hidden()
    ann.turn()
    assert ann.wait_for_turn()
    lines = since.locator("li")
    expect(lines).to_have_count(3)
    expect(since).to_be_visible()
    for number, name in enumerate(("Bruno", "Cleo", "Dora")):
        line = lines.nth(number)
        expect(line.locator(".unseen")).to_contain_text(name)
        expect(line.locator(".face use")).to_have_attribute("href", re.compile("#face-bot-"))
        expect(line.locator(".sign").first).to_be_visible()
    picture(ann.page, "since-320")
    assert misplaced(ann.page) == []
    # Nothing that happens by itself takes it away.
    ann.page.wait_for_timeout(1500)
    expect(lines).to_have_count(3)
    ann.pick(ann.cards.last)
    expect(since).to_be_hidden()
    expect(ann.page.locator(".say p")).to_be_visible()
    ann.page.locator(".hand .selected").click()
    expect(since).to_be_hidden()

    # A key does the same; on a wide screen it stands at the seats.
    ann.page.set_viewport_size({"width": 1440, "height": 900})
    ann.turn()
    assert ann.wait_for_turn()
    did = ann.page.locator(".seat:not(.me) .did:visible")
    expect(did).to_have_count(3)
    picture(ann.page, "since-1440")
    ann.key("Shift")
    expect(did).to_have_count(0)


def test_the_log_reads_at_a_glance(server: RunningServer, invite: Invite) -> None:
    (seat,) = asked(seat_people(server, 2, bots={"1": "greedy"}, first=0))
    ann = invite()
    ann.sit(seat)
    ann.turn()
    entry = ann.page.locator(".log li.moved").first
    line = entry.locator(".line")
    expect(entry.locator(".signs .card-sign").first).to_be_visible()
    # Words and the numbers of rules come with a tap; for the ear the words are always there.
    words, rules = entry.locator(".words"), entry.locator(".rules-of")
    expect(words).to_be_hidden()
    expect(rules).to_be_hidden()
    sentence = words.text_content() or ""
    assert sentence
    expect(line).to_have_accessible_name(sentence)
    expect(line).to_have_attribute("aria-expanded", "false")
    line.click()
    expect(words).to_be_visible()
    expect(rules).to_be_visible()
    assert barriers(ann.page, axe_source()) == []
    line.click()
    expect(words).to_be_hidden()


def test_an_absent_players_cards_and_name_are_seen_on_a_small_phone(
    server: RunningServer, invite: Invite
) -> None:
    seats = asked(seat_people(server, 4, first=0))
    ask(server, seats[1], ChooseFace(new_id(), "bear"))
    ann = invite()
    ann.page.set_viewport_size(PHONE)
    ann.sit(seats[0])
    # All the others are away, and each can be voted about.
    away = ann.page.locator(".seat.away")
    expect(away).to_have_count(3)
    expect(away.locator(".vote:visible")).to_have_count(3)
    expect(away.locator(".count:visible")).to_have_text(["5", "5", "5"])
    expect(away.locator(".name")).to_have_text(["Bob", "Cleo", "Dan"])
    boxes = ann.page.locator(".seat.away").evaluate_all(
        """(seats) => seats.map((seat) => [".name", ".count", ".vote"].map((part) => {
          const box = seat.querySelector(part).getBoundingClientRect();
          return [box.left, box.top, box.right, box.bottom];
        }))"""
    )
    for parts in boxes:
        for index, (left, top, right, bottom) in enumerate(parts):
            assert right > left
            for l2, t2, r2, b2 in parts[index + 1 :]:
                assert left >= r2 or right <= l2 or top >= b2 or bottom <= t2
    picture(ann.page, "away-320")


def test_hashes_are_behind_details(server: RunningServer, invite: Invite) -> None:
    (seat,) = asked(seat_people(server, 2, bots={"1": "greedy"}, first=0))
    ann = invite()
    ann.sit(seat)
    seed_hash = ann.state["table"]["game"]["seed_hash"]
    ann.press(ann.page.get_by_label(ann.words("ui.menu"), exact=True))
    menu = ann.page.locator("dialog.menu[open]")
    expect(menu.get_by_text(seed_hash)).to_be_hidden()
    menu.get_by_text(ann.words("web.details"), exact=True).click()
    expect(menu.get_by_text(seed_hash)).to_be_visible()
