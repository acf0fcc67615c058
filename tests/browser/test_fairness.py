"""A browser takes part in every deal by itself, and says at the end whether it was fair."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from openregicide.protocol import Joined
from support.accessibility import axe_source, barriers
from support.browsing import (
    LANGUAGES,
    SCREENSHOTS,
    Invite,
    Person,
    Watch,
    Words,
    asked,
    beyond,
    choose_language,
    play_together,
)
from support.lying_server import LyingServer, lying_server
from support.tables import seat_people

DEADLY = {"attack": [250, 250, 250]}
"""Nobody can pay: the first card that does not kill ends the game."""
WIDTHS = (320, 390, 1440)
HEIGHT = 800

NO_STORAGE = """
Object.defineProperty(window, "localStorage", { get() { throw new Error("private"); } });
"""
KEEPS_SHARES_BACK = """
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  if (JSON.parse(text).type !== "open") send.call(this, text);
};
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LyingServer]:
    """A server that is honest until a test says otherwise."""
    with lying_server(tmp_path_factory.mktemp("lying"), deal_ms=2500) as running:
        yield running


@pytest.fixture(autouse=True)
def honest(server: LyingServer) -> None:
    server.lie("")


def seated(server: LyingServer, people: int = 2, bots: int = 0, **rules: Any) -> list[Joined]:
    """Make a table that waits for its host to begin."""
    helpers = {str(people + number): "greedy" for number in range(bots)}
    return asked(
        seat_people(server, people + bots, bots=helpers, rules=DEADLY | rules, begin=False)
    )


def begin(*people: Person) -> None:
    """Let the first of them, the host, begin, once everybody has pledged a share."""
    for person in people:
        person.page.wait_for_function(
            "() => (localStorage.getItem('regicide.shares') ?? '').includes('\"opened\":\"\"')"
        )
    # The server is told in the order in which things were asked.
    people[0].press(people[0].button("ui.begin"))
    for person in people:
        begun(person)


def begun(person: Person) -> None:
    """Wait until the cards are on the screen; where a bot went first, the game may be over."""
    person.page.wait_for_function("() => document.querySelector('table-page')?.store?.state.view")


def sit_alone(person: Person, server: LyingServer) -> None:
    """Begin a short game alone."""
    person.come(*seated(server, 1))
    begin(person)


def seal(person: Person) -> Locator:
    return person.page.locator(".result .seal")


def expect_seal(person: Person, state: str) -> None:
    expect(seal(person)).to_have_text(person.words(f"web.fair.seal.{state}"))


def found(person: Person) -> list[str]:
    """Open the seal, and return what does not simply fit."""
    person.press(person.page.locator(".result .seal, .fair-warning button"))
    marked = person.page.locator("dialog[open] .findings li:not(.passed) span")
    texts = marked.all_inner_texts()
    person.key("Escape")
    return texts


def look(person: Person, name: str) -> None:
    """Take pictures at the widths that count, and see that nothing is cut off."""
    before = person.page.viewport_size
    for width in WIDTHS:
        person.page.set_viewport_size({"width": width, "height": HEIGHT})
        assert beyond(person.page)[0] <= 0, width
        person.page.screenshot(path=SCREENSHOTS / f"{name}-{width}.png")
    assert before is not None
    person.page.set_viewport_size(before)


def test_a_game_alone_is_checked_without_being_asked(invite: Invite) -> None:
    ann = invite()
    ann.play_alone()
    deal = ann.state["table"]["game"]["deal"]
    assert deal["shares"][0], "the game waited for the share of who began it"
    ann.play_on()
    expect_seal(ann, "checked")
    assert found(ann) == []
    look(ann, "fair-seal")

    # The next game has another share.
    ann.press(ann.button("ui.result.new_deal"))
    expect(ann.result).to_have_count(0)
    assert ann.state["table"]["game"]["deal"]["shares"] != deal["shares"]


def test_the_seal_opens_to_an_explanation_for_eyes_ears_and_keys(
    invite: Invite, server: LyingServer
) -> None:
    ann = invite("phone")
    sit_alone(ann, server)
    ann.play_on()
    expect_seal(ann, "checked")
    assert barriers(ann.page, axe_source()) == []
    box = seal(ann).bounding_box()
    assert box is not None
    assert box["height"] >= 44
    ann.tab_to(seal(ann))
    ann.key("Enter")
    dialog = ann.page.get_by_role("dialog", name=ann.words("web.fair.seal.checked"))
    expect(dialog).to_be_visible()
    expect(dialog.locator(".findings li")).to_have_count(5)
    expect(dialog.get_by_text(ann.words("web.fair.how.together"))).to_be_visible()
    seed = ann.state["table"]["game"]["seed"]
    expect(dialog.get_by_text(seed)).to_be_hidden()
    assert barriers(ann.page, axe_source()) == []
    look(ann, "fair-dialog")
    ann.press(dialog.locator("summary"))
    expect(dialog.get_by_text(seed)).to_be_visible()
    expect(dialog.get_by_text(f"regicide-{ann.state['table']['game']['id']}.rgn")).to_be_visible()
    ann.page.locator("dialog[open] .all-numbers dd").last.scroll_into_view_if_needed()
    look(ann, "fair-numbers")
    # Nothing shows through.
    background = dialog.evaluate("(element) => getComputedStyle(element).backgroundColor")
    assert background.startswith("rgb(")
    ann.key("Escape")
    expect(dialog).to_be_hidden()
    expect(seal(ann)).to_be_focused()


def test_the_seal_stays_after_a_reload_in_every_language(
    invite: Invite, server: LyingServer
) -> None:
    ann = invite("phone")
    sit_alone(ann, server)
    ann.play_on()
    for language in LANGUAGES:
        choose_language(ann.page, language)
        ann.page.reload()
        ann.words = Words(language)
        expect_seal(ann, "checked")
        ann.press(seal(ann))
        mark = ann.page.locator("dialog[open] .findings b").first
        expect(mark).to_have_text(ann.words("web.fair.mark.passed"))
        look(ann, f"fair-dialog-{language}")


def test_two_browsers_and_a_bot_make_a_seed_together(invite: Invite, server: LyingServer) -> None:
    people = seated(server, 2, bots=1)
    ann, bea, eve = invite(), invite("phone"), invite()
    ann.come(people[0])
    bea.come(people[1])
    eve.visit(f"/t/{people[0].table}")
    begin(ann, bea)
    shares = ann.state["table"]["game"]["deal"]["shares"]
    assert [bool(share) for share in shares] == [True, True, False]
    play_together(ann, bea)
    for person in (ann, bea):
        expect_seal(person, "checked")
        assert found(person) == []
    # Who watched has no share, and all the rest fits.
    expect_seal(eve, "partly")
    assert found(eve) == [eve.words("web.fair.share.watched")]

    # The replay is checked too, by those who were there and by those who were not.
    game = ann.state["table"]["game"]["id"]
    for person, state in ((ann, "checked"), (invite(), "partly")):
        person.visit(f"/g/{game}")
        person.press(person.button("ui.replay.facts"))
        sign = person.page.locator("dialog[open] .seal")
        expect(sign).to_have_text(person.words(f"web.fair.seal.{state}"))
        person.press(sign)
        expect(person.page.locator(".fairness-dialog[open] .findings .failed")).to_have_count(0)
        look(person, f"fair-replay-{state}")


def test_two_tabs_of_one_seat_share_its_share(invite: Invite, server: LyingServer) -> None:
    (seat,) = seated(server, 1)
    ann = invite()
    ann.come(seat)
    other = Person(ann.page.context.new_page(), server.url)
    other.come(seat)
    begin(ann, other)
    ann.play_on()
    expect_seal(ann, "checked")
    expect_seal(other, "checked")


def test_another_device_of_the_seat_says_that_the_share_is_not_its_own(
    invite: Invite, server: LyingServer
) -> None:
    (seat,) = seated(server, 1)
    phone, desktop = invite("phone"), invite()
    phone.come(seat)
    phone.page.wait_for_function("() => localStorage.getItem('regicide.shares')")
    desktop.come(seat)
    begin(desktop)
    desktop.play_on()
    expect_seal(desktop, "checked")
    expect_seal(phone, "partly")
    assert found(phone) == [phone.words("web.fair.share.elsewhere")]


def test_a_browser_that_keeps_nothing_remembers_while_the_page_is_open(
    chromium: Browser, server: LyingServer, watch: Watch
) -> None:
    context = chromium.new_context(reduced_motion="reduce")
    context.add_init_script(NO_STORAGE)
    watch.over(context)
    ann = Person(context.new_page(), server.url)
    ann.come(*seated(server, 1))
    # Nothing is kept, so nothing tells when the share is pledged.
    ann.page.wait_for_function("() => document.querySelector('table-page').fair.ceremony?.pledged")
    ann.press(ann.button("ui.begin"))
    ann.ready()
    ann.play_on()
    expect_seal(ann, "checked")
    context.close()


def test_a_reload_while_the_game_waits_for_the_shares(invite: Invite, server: LyingServer) -> None:
    people = seated(server, 2)
    ann, bea = invite(), invite()
    bea.page.add_init_script(KEEPS_SHARES_BACK)
    ann.come(people[0])
    bea.come(people[1])
    bea.page.wait_for_function("() => localStorage.getItem('regicide.shares')")
    ann.page.wait_for_function("() => localStorage.getItem('regicide.shares')")
    ann.press(ann.button("ui.begin"))
    expect(ann.page.get_by_text(ann.words("web.fair.dealing")).first).to_be_visible()
    ann.page.reload()
    begun(ann)
    begun(bea)
    play_together(ann, bea)
    # What Bea's browser kept back is missing, and both are told.
    expect_seal(ann, "partly")
    assert found(ann) == [Words().texts["web.fair.others.late.one"]]
    expect_seal(bea, "partly")
    assert found(bea) == [bea.words("web.fair.share.late")]


def test_who_comes_late_says_what_was_not_seen(invite: Invite, server: LyingServer) -> None:
    seats = asked(seat_people(server, 2, rules=DEADLY, first=0))
    ann, bea = invite(), invite()
    ann.sit(seats[0])
    bea.sit(seats[1])
    play_together(ann, bea)
    expect_seal(bea, "partly")
    assert Words()("web.fair.share.absent") in found(bea)


LIES = {
    "share_swapped": ("share.differs", "others.broken"),
    "pledge_swapped": ("others.changed",),
    "share_left_out": ("share.dropped",),
    "other_seed": ("seed.differs",),
    "hand": ("opening.differs",),
    "first_by_host": ("opening.first",),
}
"""What the server does, and what the browsers of two players find between them."""


def test_every_lie_about_the_deal_is_met_with_a_warning(
    invite: Invite, server: LyingServer
) -> None:
    people = [invite(), invite()]
    for lie, said in LIES.items():
        server.lie(lie)
        for person, seat in zip(people, seated(server), strict=True):
            person.come(seat)
        begin(*people)
        play_together(*people)
        texts = ""
        for person in people:
            person.page.wait_for_selector(".result .seal, .fair-warning")
            texts += "".join(person.page.get_by_role("alert").all_inner_texts())
        for code in said:
            assert Words()(f"web.fair.{code}", number=1) in texts, (lie, texts)


def test_the_warning_is_loud_and_calm(invite: Invite, server: LyingServer) -> None:
    server.lie("other_secret")
    ann = invite("phone")
    sit_alone(ann, server)
    ann.play_on()
    warning = ann.page.get_by_role("alert")
    expect(warning.get_by_role("heading")).to_have_text(ann.words("web.fair.seal.wrong"))
    for key in ("web.fair.secret.broken", "web.fair.wrong.means", "web.fair.wrong.do"):
        expect(warning.get_by_text(ann.words(key))).to_be_visible()
    assert barriers(ann.page, axe_source()) == []
    look(ann, "fair-warning")
    ann.press(warning.get_by_role("button"))
    expect(ann.page.locator("dialog[open] .findings .failed")).not_to_have_count(0)
    look(ann, "fair-warning-dialog")
    ann.key("Escape")
    # The replay warns as well.
    game = ann.state["table"]["game"]["id"]
    ann.visit(f"/g/{game}")
    expect(ann.page.locator(".toast.bad")).to_have_text(ann.words("web.fair.seal.wrong"))
