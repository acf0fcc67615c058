"""Browsers that have never been here: many at once from one address, each with few requests."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Response, expect

from benchmarks.first_visit import Relay
from openregicide.protocol import Joined
from openregicide.server.settings import Settings
from support.browsing import Invite, Person, Watch, play_together
from support.busy_server import Busy, busy
from support.knocking import make_table, web
from support.serving import RunningServer, running_server
from support.tables import HARD

LIMITS = [name for name in Settings.__dataclass_fields__ if name.endswith("_per_address")]
MOST_REQUESTS = 25
MOST_BYTES = 150_000
ONE_CARD = """() => document.querySelectorAll(".hand .card").length > 0"""
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const [name] = await caches.keys();
  return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that limits as it does if nobody says otherwise."""
    usual = {name: getattr(Settings(), name) for name in (*LIMITS, "messages")}
    with running_server(tmp_path_factory.mktemp("server"), **usual) as running:
        yield running


@pytest.fixture
def before(server: RunningServer, watch: Watch) -> Iterator[Busy]:
    with busy(server) as standing:
        watch.origins.add(standing.url.removeprefix("http://"))
        watch.forgive("status of 429")
        yield standing


def open_table(server: RunningServer, players: int) -> Joined:
    """Make a table whose other seats are free; the first card ends the game."""
    rules = {"players": players, **HARD}
    with web(server) as client:
        return make_table(client, players, settings={"rules": rules}, bots={}, begin=False)


def refusals_of(people: list[Person]) -> list[str]:
    """Note whatever these people are refused from now on."""
    found: list[str] = []

    def look(answer: Response) -> None:
        if answer.status >= 400:
            found.append(f"{answer.status} {answer.url}")

    for person in people:
        person.page.context.on("response", look)
    return found


@pytest.mark.parametrize("tables", [(3,), (4, 4)], ids=["3 browsers", "8 browsers"])
def test_fresh_browsers_behind_one_address_open_a_link_at_once_and_all_play(
    server: RunningServer, invite: Invite, tables: tuple[int, ...]
) -> None:
    seats = [open_table(server, players) for players in tables]
    groups = [[invite("phone") for _ in range(players)] for players in tables]
    everyone = [person for group in groups for person in group]
    refused = refusals_of(everyone)
    for group, seat in zip(groups, seats, strict=True):
        for number, person in enumerate(group):
            link = f"{server.url}/t/{seat.table}" + ("" if number else f"#seat={seat.token}")
            # Nobody waits for the one before.
            person.page.evaluate("(link) => void setTimeout(() => (location.href = link))", link)
    for person in everyone:
        person.page.wait_for_selector("table-page.ready")
        assert "{" not in person.page.locator("body").inner_text()
    for group in groups:
        for number, person in enumerate(group[1:], 1):
            assert person.page.evaluate(
                "(name) => document.querySelector('table-page').sit(name)", f"Guest {number}"
            ) is None  # fmt: skip
        for person in group:
            person.page.wait_for_function(
                "() => document.querySelector('table-page').store.state.table"
                "?.seats.every(({ holder }) => holder !== 'free')"
            )
        group[0].page.evaluate(
            "() => void document.querySelector('table-page').ask({ type: 'begin', first: 0 })"
        )
        for person in group:
            person.page.wait_for_function(ONE_CARD)
        play_together(*group)
    for person in everyone:
        # The service worker as well has got all that it wants.
        assert len(person.page.evaluate(KEPT)) > 5
    assert not refused
    with web(server) as client:
        told = client.get("/metrics").text
    assert not re.search(r'^regicide_(http_errors|refused)_total\{.*"limit', told, re.MULTILINE)


def test_the_first_card_costs_few_requests_and_few_bytes(
    server: RunningServer, invite: Invite, watch: Watch
) -> None:
    relay = Relay(server.port)
    watch.origins.add(f"127.0.0.1:{relay.port}")
    ann = invite("phone", url=f"http://127.0.0.1:{relay.port}")
    ann.play_alone()
    played, counted = list(relay.paths), relay.of_the_page
    assert len(played) <= MOST_REQUESTS, played
    assert counted <= MOST_BYTES, played
    # Nor is that because the service worker comes later: with it, it is hardly more.
    ann.page.evaluate(KEPT)
    assert len(relay.paths) <= MOST_REQUESTS, relay.paths
    modules = [path for path in relay.paths if path.endswith(".js") and "/joined/" not in path]
    assert modules == ["/sw.js"]


def test_a_link_costs_few_requests_and_few_bytes(
    server: RunningServer, invite: Invite, watch: Watch
) -> None:
    seat = open_table(server, 2)
    relay = Relay(server.port)
    watch.origins.add(f"127.0.0.1:{relay.port}")
    bob = invite("phone", url=f"http://127.0.0.1:{relay.port}", language="fr")
    bob.visit(f"/t/{seat.table}")
    bob.page.wait_for_selector("table-page.ready")
    assert len(relay.paths) <= MOST_REQUESTS
    assert relay.of_the_page <= MOST_BYTES
    words = [path for path in relay.paths if "/i18n/" in path]
    assert [path.rpartition("/")[2] for path in words] == ["fr.json"]


def test_modules_one_by_one_play_as_well(invite: Invite, watch: Watch, tmp_path: Path) -> None:
    # Its service worker is still at work when the server goes.
    watch.forgive_a_lost_network()
    with running_server(tmp_path, plain_modules="on") as server:
        watch.origins.add(server.url.removeprefix("http://"))
        ann = invite("phone", url=server.url)
        ann.play_alone()
        loaded = ann.page.evaluate(
            "() => performance.getEntriesByType('resource').map(({ name }) => name)"
        )
        assert any(name.endswith("/view/board/hand.js") for name in loaded)
        assert not any("/joined" in name for name in loaded)


# A server, or a proxy before it, that has no time


def test_a_busy_server_is_asked_again(before: Busy, invite: Invite) -> None:
    ann = invite("phone", url=before.url)
    before.refuse("^/api/info", 2)
    ann.visit()
    # The strengths of the bots are what the page has asked for.
    expect(ann.door("ui.home.bots").get_by_role("radio").nth(3)).to_be_attached()
    assert before.refused["/api/info"] == 2


def test_a_part_of_the_client_that_does_not_come_is_asked_for_again(
    before: Busy, invite: Invite
) -> None:
    ann = invite("phone", url=before.url)
    ann.visit()
    # It is asked for, then why it did not come, and after a pause once more.
    before.refuse("/joined/others.js", 2)
    ann.page.evaluate("() => { window.still = true; }")
    ann.press(ann.link("web.settings"))
    expect(ann.page.locator("settings-page h1")).to_have_text(ann.words("web.settings"))
    assert ann.page.evaluate("() => window.still"), "the page was loaded anew"
    assert before.refused.total() == 2


def test_the_service_worker_waits_and_keeps_everything(
    before: Busy, invite: Invite, watch: Watch
) -> None:
    ann = invite("phone", url=before.url)
    ann.visit()
    ann.page.wait_for_load_state("networkidle")
    # What the page has is not asked for again; a browser need not fetch what it was told to keep.
    before.refuse(r"^/(a/.*|)$", 1)
    kept = set(ann.page.evaluate(KEPT))
    worker = ann.page.request.get(f"{before.url}/sw.js").text()
    found = re.search(r"JSON\.parse\('(.*?)'\)", worker)
    root = re.search(r'ASSETS = "(.*?)"', worker)
    assert found is not None
    assert root is not None
    assert {"/", *(f"{root[1]}/{name}" for name in json.loads(found[1]))} <= kept
    assert before.refused["/"] == 1
    assert before.refused[f"{root[1]}/joined/others.js"] == 1
    # And a page opens, whatever the server says.
    before.refuse("^/settings", 1000)
    watch.forgive("status of 429")
    ann.page.goto(f"{before.url}/settings")
    expect(ann.page.locator("settings-page h1")).to_have_text(ann.words("web.settings"))
    assert before.refused["/settings"]
