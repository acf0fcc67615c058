"""Before a game: what a waiting room says to whom, and how a game is shared after it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from support.browsing import Invite, asked, shoot
from support.serving import RunningServer
from support.tables import seat_people

DEADLY = {"hand_limit": 1}


def test_a_server_for_this_machine_alone_says_so(invite: Invite) -> None:
    ann = invite("phone")
    ann.visit("/new")
    ann.field("ui.name").fill("Ann")
    ann.press(ann.button("web.setup.make"))
    expect(ann.page.locator(".waiting .alone")).to_have_text(ann.words("web.invite.alone"))
    expect(ann.page.locator(".waiting .qr")).to_be_hidden()
    ann.page.evaluate("() => { navigator.clipboard.writeText = async () => {}; }")
    ann.press(ann.page.locator(".waiting").get_by_role("button", name=ann.words("ui.invite")))
    expect(ann.page.locator("#toasts")).to_contain_text(ann.words("web.copied.alone"))
    shoot(ann.page, "waiting-alone", ("phone",))


def test_a_name_is_asked_once(server: RunningServer, invite: Invite) -> None:
    bea = invite("phone", touch=True)
    for number in range(2):
        seats = asked(seat_people(server, 2, bots={"1": "greedy"}, begin=False))
        ann = invite()
        ann.come(seats[0])
        ann.page.get_by_label(ann.words("ui.seat.choose", number=2)).select_option("")
        bea.visit(f"/t/{seats[0].table}")
        if number == 0:
            bea.field("ui.name").fill("Bea")
        expect(bea.field("ui.name")).to_have_value("Bea")
        bea.press(bea.button("web.sit"))
        expect(bea.page.locator(".waiting .chair.person")).to_have_count(2)


def test_nobody_is_promised_or_asked_what_cannot_be(server: RunningServer, invite: Invite) -> None:
    seats = asked(seat_people(server, 2, bots={"1": "greedy"}, begin=False))
    ann, zoe = invite(), invite("phone")
    ann.come(seats[0])
    zoe.visit(f"/t/{seats[0].table}")
    # Every seat is taken: the table is set, and the link is for watching.
    for person in (ann, zoe):
        waiting = person.page.locator(".waiting")
        expect(person.page.get_by_role("heading", name=person.words("ui.waiting"))).to_be_visible()
        expect(waiting.locator(".invite")).to_be_hidden()
        person.press(person.button("ui.menu"))
        dialog = person.page.locator("dialog[open]")
        expect(dialog).to_contain_text(person.words("ui.invite.watch"))
        expect(dialog).not_to_contain_text(person.words("ui.invite.how"))
        person.key("Escape")
    # One is free: the host invites, a visitor is invited.
    ann.page.get_by_label(ann.words("ui.seat.choose", number=2)).select_option("")
    expect(ann.page.get_by_role("heading", name=ann.words("ui.waiting.open"))).to_be_visible()
    expect(ann.page.locator(".waiting")).to_contain_text(ann.words("ui.waiting.free.one", count=1))
    expect(zoe.page.locator(".waiting")).to_contain_text(zoe.words("ui.waiting.guest.one", count=1))
    for text in (zoe.words("ui.waiting"), zoe.words("ui.waiting.free.one", count=1)):
        expect(zoe.page.locator(".waiting")).not_to_contain_text(text)


def test_a_shared_replay_calls_nobody_you_and_counts_as_the_page_does(
    server: RunningServer, invite: Invite
) -> None:
    (seat,) = asked(seat_people(server, 1, rules=DEADLY))
    ann, zoe = invite(), invite("phone")
    ann.sit(seat)
    made = ann.play_on()
    game = ann.state["table"]["game"]["id"]
    name = ann.state["table"]["seats"][0]["name"]
    zoe.visit(f"/g/{game}?seat=0&move={made - 1}")
    title = zoe.page.locator("replay-page .turn-text")
    expect(title).to_have_text(zoe.words("ui.replay.at", step=made - 1, last=made))
    expect(zoe.page.locator(".hand .cards")).to_have_attribute(
        "aria-label", zoe.words.like("web.hand.of")
    )
    seen = zoe.page.locator("replay-page").inner_text()
    assert not re.search(rf"\b{zoe.words('ui.you')}\b", seen), seen
    zoe.press(zoe.button("ui.log"))
    log = zoe.page.locator(".log")
    expect(log).to_contain_text(name)
    assert not re.search(r"\b[Yy]ou\b", log.inner_text()), log.inner_text()
