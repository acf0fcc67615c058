"""An invitation: what a host shows and shares, and what a guest finds, on another machine."""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Locator, Playwright, expect, sync_playwright

from support.browsing import Person, Watch, browser_of, shoot
from support.home_network import HERE, HomeNetwork, HomeServer, home_network

DEADLY = {"hand_limit": 1}
COPIED = """() => {
  window.copied = [];
  navigator.clipboard.writeText = async (text) => void copied.push(text);
}"""


@pytest.fixture(scope="module")
def network() -> Iterator[HomeNetwork]:
    with home_network() as network:
        yield network


@pytest.fixture(scope="module")
def at_home(network: HomeNetwork, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HomeServer]:
    """A server as `make play` starts it."""
    server = HomeServer(network.here, tmp_path_factory.mktemp("at_home"), mdns="off")
    server.start()
    yield server
    server.kill()


def browser_inside(inside: tuple[str, ...], folder: Path) -> Path:
    """Write a program that is Chromium on a machine of the network."""
    path = folder / "chromium"
    path.write_text(f'#!/bin/sh\nexec {" ".join(inside)} {shutil.which("chromium")} "$@"\n')
    path.chmod(0o755)
    return path


@pytest.fixture
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture
def host(
    playwright: Playwright, network: HomeNetwork, at_home: HomeServer, tmp_path: Path
) -> Iterator[Person]:
    """Somebody at the machine that has the server."""
    with browser_of(playwright, browser_inside(network.here, tmp_path)) as browser:
        yield from somebody(browser, at_home.url, "desktop")


def somebody(browser: Browser, url: str, size: str) -> Iterator[Person]:
    width, height = {"desktop": (1440, 900), "phone": (390, 844)}[size]
    phone = size == "phone"
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=phone,
        is_mobile=phone,
        locale="en",
        reduced_motion="reduce",
    )
    watch = Watch([url])
    watch.over(context)
    yield Person(context.new_page(), url, touch=phone)
    watch.check()


def make_table(person: Person, name: str = "Ann") -> None:
    person.visit("/new")
    person.field("ui.name").fill(name)
    person.press(person.button("web.setup.make"))
    expect(person.page.locator(".waiting .code")).to_be_visible()


def scanned(code: Locator) -> str:
    """Return what a camera reads off the screen."""
    (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(code.screenshot())))
    return str(found.text)


def copied(person: Person) -> str:
    found: Any = person.page.evaluate("copied.at(-1)")
    return str(found)


def test_the_code_and_the_link_open_on_another_machine(
    playwright: Playwright,
    network: HomeNetwork,
    at_home: HomeServer,
    host: Person,
    tmp_path: Path,
) -> None:
    make_table(host)
    address = f"http://{HERE}:{at_home.port}"
    expect(host.page.locator(".waiting .address")).to_have_text(f"{HERE}:{at_home.port}")
    expect(host.page.locator(".waiting .qr svg")).to_be_visible()
    link = scanned(host.page.locator(".waiting .qr"))
    code = host.page.locator(".waiting .code").inner_text().replace("-", "")
    assert link == f"{address}/t/{code}"
    host.page.evaluate(COPIED)
    host.press(host.page.locator(".waiting").get_by_role("button", name=host.words("ui.invite")))
    expect(host.page.locator("#toasts")).to_contain_text(host.words("web.copied"))
    assert copied(host) == link
    shoot(host.page, "waiting-code", ("phone", "desktop"))
    # The seat goes to another device by the same way.
    host.press(host.button("ui.menu"))
    host.press(host.button("ui.menu.seat_link"))
    host.page.wait_for_function("() => copied.length === 2")
    assert re.fullmatch(re.escape(link) + r"#seat=[\w-]{32,}", copied(host))
    mine = copied(host)
    host.key("Escape")

    (tmp_path / "there").mkdir()
    with browser_of(playwright, browser_inside(network.there, tmp_path / "there")) as browser:
        for guest in somebody(browser, address, "phone"):
            guest.page.goto(link)
            expect(
                guest.page.get_by_role("heading", name=guest.words("web.invited", name="Ann"))
            ).to_be_visible()
            expect(guest.page.locator(".waiting .chair")).to_have_count(2)
            expect(guest.page.locator(".waiting .qr")).to_be_hidden()
            shoot(guest.page, "invited", ("phone",))
            guest.field("ui.name").fill("Bea")
            guest.press(guest.button("web.sit"))
            expect(guest.page.locator(".waiting .chair.person")).to_have_count(2)
            host.press(host.button("ui.begin"))
            host.ready()
            guest.ready()
            # And the host goes on there.
            guest.page.goto("about:blank")
            guest.page.goto(mine)
            guest.ready()
            assert guest.state["seat"] == host.state["seat"]


def test_a_replay_is_shared_for_other_machines(at_home: HomeServer, host: Person) -> None:
    host.visit()
    table, token = host.page.evaluate(
        """async (rules) => {
          const settings = { rules: { players: 1, ...rules } };
          const body = JSON.stringify({ name: "Ann", settings, begin: true, first: 0 });
          const headers = { "Content-Type": "application/json" };
          const made = await fetch("/api/tables", { method: "POST", body, headers });
          const { table, token } = await made.json();
          return [table, token];
        }""",
        DEADLY,
    )
    host.visit(f"/t/{table}#seat={token}")
    host.ready()
    host.play_on()
    host.page.evaluate(COPIED)
    host.press(host.button("ui.result.share"))
    host.page.wait_for_function("() => copied.length === 1")
    assert re.fullmatch(rf"http://{HERE}:{at_home.port}/g/[\w-]+", copied(host))
