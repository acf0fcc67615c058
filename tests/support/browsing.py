"""A real browser for tests: people in front of it, and a watch over what no page may do."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import socket
import threading
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    Request,
    WebSocket,
    expect,
    sync_playwright,
)
from playwright.sync_api import TimeoutError as PlaywrightTimeout

import openregicide.i18n
from openregicide.protocol import Change, Joined
from support.patience import SECONDS
from support.serving import RunningServer
from support.tables import told

__all__ = [
    "LANGUAGES",
    "SCREENSHOTS",
    "SIZES",
    "THEMES",
    "Invite",
    "Line",
    "Person",
    "Watch",
    "Words",
    "asked",
    "at_size",
    "beyond",
    "browser_of",
    "choose_language",
    "in_theme",
    "launched",
    "misplaced",
    "moves_made",
    "picture",
    "play_together",
    "shoot",
]

T = TypeVar("T")

ROOT = Path(__file__).parents[2]
SCREENSHOTS = ROOT / "build" / "screenshots"
CATALOGUES = Path(openregicide.i18n.__file__).parent
LANGUAGES = sorted(path.stem for path in CATALOGUES.glob("*.json"))

SIZES = {
    "small": (320, 568),
    "phone": (360, 640),
    "tall": (390, 844),
    "landscape": (640, 360),
    "tablet": (768, 1024),
    "laptop": (1024, 768),
    "desktop": (1280, 800),
    "wide": (1440, 900),
    "huge": (1920, 1080),
}
"""Width and height of the screens that the client is made for."""

THEMES: tuple[Literal["light", "dark"], ...] = ("dark", "light")

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
PICTURE_SECONDS = 15.0
MOST_TURNS = 400

expect.set_options(timeout=SECONDS * 1000)


@contextmanager
def launched() -> Iterator[Browser]:
    """Run the Chromium of this machine for as long as the block lasts."""
    with sync_playwright() as playwright, browser_of(playwright) as browser:
        yield browser


@contextmanager
def browser_of(playwright: Playwright, program: Path | None = None) -> Iterator[Browser]:
    """Run one of several browsers.

    :param program: the Chromium of this machine if left out.
    """
    found = program or shutil.which("chromium")
    assert found is not None, "no chromium: run scripts/chromium"
    browser = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
    try:
        yield browser
    finally:
        browser.close()


def asked(question: Coroutine[Any, Any, T]) -> T:
    """Run something asynchronous from here: Playwright has taken this thread's event loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, question).result(60)


def moves_made(server: RunningServer, seat: Joined) -> list[Change]:
    """Return the moves of a table as the server knows them."""
    return [change for change in asked(told(server, seat)).news if change.what == "moved"]


# Words


class Words:
    """The catalogue of a language, to look for what a person would look for."""

    def __init__(self, language: str = "en") -> None:
        self.texts = _catalogue(language)

    def __call__(self, key: str, **values: object) -> str:
        return self.texts[key].format(**values)

    def like(self, key: str) -> re.Pattern[str]:
        """Return what a text looks like, whatever its values and its number."""
        forms = [
            text
            for name, text in self.texts.items()
            if name == key
            or re.fullmatch(re.escape(key) + r"\.(zero|one|two|few|many|other)", name)
        ]
        assert forms, key
        # Names for the ear have plain spaces where a catalogue has those that do not break.
        parts = [
            ".*".join(r"\s+".join(map(re.escape, re.split(r"\s+", piece))) for piece in pieces)
            for pieces in (re.split(r"\{\w+\}", form) for form in forms)
        ]
        return re.compile(f"^(?:{'|'.join(parts)})$")


@cache
def _catalogue(language: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads((CATALOGUES / f"{language}.json").read_text("utf-8"))
    return texts


# What no page may do


class Watch:
    """Everything a page did that it should not have done."""

    def __init__(self, origins: Sequence[str]) -> None:
        self.origins = {urlsplit(origin).netloc for origin in origins}
        self.complaints: list[str] = []
        self._forgiven: list[re.Pattern[str]] = []

    def over(self, context: BrowserContext) -> None:
        """Watch every page of a context, those that are opened later too."""
        context.add_init_script(
            "addEventListener('securitypolicyviolation', (event) =>"
            " console.error('policy', event.violatedDirective, event.blockedURI))"
        )
        context.on("console", self._console)
        context.on("weberror", lambda error: self._complain(f"exception: {error.error}"))
        context.on("request", self._request)
        context.on("requestfailed", self._failed)
        context.on("page", lambda page: page.on("websocket", self._socket))

    def forgive(self, pattern: str) -> None:
        """Let a complaint pass that the test itself brings about."""
        self._forgiven.append(re.compile(pattern))

    def forgive_a_lost_network(self) -> None:
        """Let pass what the browser itself says when there is no server any more.

        Its service worker may still be at work on the files it keeps when that happens.
        """
        self.forgive(
            r"ERR_(CONNECTION_\w+|INTERNET_DISCONNECTED|NETWORK_CHANGED|SOCKET_NOT_CONNECTED"
            r"|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING|ABORTED|FAILED)"
        )
        self.forgive(r"WebSocket connection to .* failed")
        self.forgive(r"Failed to fetch|An unknown error occurred when fetching the script")

    def check(self) -> None:
        wrong = [
            complaint
            for complaint in self.complaints
            if not any(pattern.search(complaint) for pattern in self._forgiven)
        ]
        assert not wrong, wrong

    def _complain(self, text: str) -> None:
        self.complaints.append(text)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complain(f"console: {message.text} ({message.location.get('url', '')})")

    def _request(self, request: Request) -> None:
        self._address(request.url)

    def _socket(self, line: WebSocket) -> None:
        self._address(line.url)

    def _address(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob", "about") and parts.netloc not in self.origins:
            self._complain(f"another host: {url}")

    def _failed(self, request: Request) -> None:
        # What a page no longer wants when it is left is aborted; that is nobody's fault.
        if request.failure != "net::ERR_ABORTED":
            self._complain(f"failed: {request.url} {request.failure}")


# People


class Person:
    """Somebody in front of a page, who finds things by their words as anybody does."""

    def __init__(self, page: Page, url: str, *, language: str = "en", touch: bool = False) -> None:
        self.page = page
        self.url = url
        self.words = Words(language)
        self.touch = touch
        page.set_default_timeout(SECONDS * 1000)

    # Getting somewhere

    def visit(self, path: str = "/") -> None:
        """Open an address, and wait until its page is there."""
        self.page.goto(self.url + path)
        self.page.wait_for_selector("#page > *")

    def come(self, seat: Joined) -> None:
        """Come to a table by the link of a seat."""
        # A change of the fragment alone would not load the page.
        self.page.goto("about:blank")
        self.visit(f"/t/{seat.table}#seat={seat.token}")
        self.page.wait_for_selector("table-page.ready")

    def sit(self, seat: Joined) -> None:
        """Come to a table by the link of a seat, and wait for the hand."""
        self.come(seat)
        self.ready()

    def ready(self) -> None:
        """Wait until a game is on the screen, running or over."""
        self.page.wait_for_selector(".hand .card, .result:not([hidden])")

    def press(self, what: Locator) -> None:
        if self.touch:
            what.tap()
        else:
            what.click()

    def button(self, key: str) -> Locator:
        """Return the button with these words that can be seen and pressed."""
        return self.page.get_by_role("button", name=self.words.like(key), disabled=False).first

    def link(self, key: str) -> Locator:
        return self.page.get_by_role("link", name=self.words.like(key)).first

    def field(self, key: str) -> Locator:
        return self.page.get_by_label(self.words.like(key)).first

    def door(self, key: str) -> Locator:
        """Return the part of the home page under a heading."""
        heading = self.page.get_by_role("heading", name=self.words(key), exact=True)
        return self.page.locator("section.door").filter(has=heading)

    def play_alone(self) -> None:
        """Begin a solo game from the home page."""
        self.visit()
        self.press(self.door("ui.home.alone").get_by_role("button"))
        self.ready()

    # What is on the screen

    @property
    def state(self) -> dict[str, Any]:
        """What the page knows of its table."""
        found: dict[str, Any] = self.page.evaluate(
            "() => { const { state } = document.querySelector('table-page').store;"
            " return { ...state, log: state.log.length } }"
        )
        return found

    @property
    def cards(self) -> Locator:
        return self.page.locator(".hand .card")

    @property
    def confirm(self) -> Locator:
        """The golden button that does what is selected."""
        return self.page.locator(".acts > .go:visible:enabled").first

    @property
    def result(self) -> Locator:
        return self.page.locator(".result:not([hidden])")

    @property
    def over(self) -> bool:
        return self.result.count() > 0

    @property
    def mine(self) -> bool:
        """Whether the game waits for this person."""
        return self.page.locator(".bar.mine").count() > 0

    def wait_for_turn(self) -> bool:
        """Wait until there is something to do; return whether there is, or the game is over."""
        self.page.wait_for_selector(".bar.mine, .result:not([hidden])")
        return not self.over

    def wait_past(self, ply: int, game: str) -> None:
        """Wait until the game has gone on from a position."""
        self.page.wait_for_function(
            """([ply, game]) => {
              const { view, table, sending } = document.querySelector("table-page").store.state;
              return !sending && (view.ply !== ply || table.game.id !== game);
            }""",
            arg=[ply, game],
        )

    # Playing

    def pick(self, card: Locator) -> None:
        """Select a card; in a full hand only its left edge is free."""
        model = {"x": 8.0, "y": 24.0}
        if self.touch:
            card.tap(position={"x": model["x"], "y": model["y"]})
        else:
            card.click(position={"x": model["x"], "y": model["y"]})

    def choose(self, cards: Sequence[str]) -> None:
        """Select cards by their signs."""
        for card in cards:
            self.pick(self.page.locator(f'.hand .card[data-card="{card}"]:not(.selected)').first)

    def turn(self) -> None:
        """Do something sensible that is allowed, and wait until it is done."""
        state = self.state
        self.intend()
        self.press(self.confirm)
        self.wait_past(state["view"]["ply"], state["table"]["game"]["id"])

    def intend(self) -> None:
        """Have a move in mind, with one press left to make it."""
        verbs = {legal["move"][0] for legal in self.state["moves"]}
        if "n" in verbs:
            self.press(self.page.locator(".next button:visible").first)
        elif "d" in verbs:
            self.press(self.button("web.suggest"))
        elif "p" in verbs:
            self.pick(self.cards.last)
        else:
            self.press(self.button("web.flip" if "j" in verbs else "ui.yield"))

    def play_on(self) -> int:
        """Play until the game is over; return how many moves that took."""
        for made in range(MOST_TURNS):
            if not self.wait_for_turn():
                return made
            self.turn()
        raise AssertionError("a game without an end")

    # The keyboard

    def key(self, *names: str) -> None:
        for name in names:
            self.page.keyboard.press(name)

    def tab_to(self, wanted: Locator) -> None:
        """Go from control to control until the wanted one has the focus."""
        for _ in range(60):
            if wanted.evaluate("(element) => element === document.activeElement"):
                return
            self.key("Tab")
        raise AssertionError("the keyboard does not get there")


class Invite(Protocol):
    """Bring somebody in: a browser of their own, with nothing in its memory."""

    def __call__(
        self,
        size: str = "desktop",
        *,
        language: str = "en",
        touch: bool = False,
        motion: bool = False,
        url: str | None = None,
        **options: Any,
    ) -> Person: ...


def play_together(*people: Person) -> None:
    """Let people at one table play until all of them see the end.

    Never are two of them called to move at once, and the title says who is.
    """
    for _ in range(10 * MOST_TURNS):
        if all(person.over for person in people):
            return
        called = [person for person in people if person.mine]
        if not called:
            # A bot thinks, or the news is on its way.
            people[0].page.wait_for_timeout(20)
            continue
        (mover,) = called
        expect(mover.page).to_have_title(mover.words("web.title_you"))
        mover.turn()
    raise AssertionError("a game without an end")


def choose_language(page: Page, language: str) -> None:
    """Choose a language for the pages to come, as the settings do."""
    page.evaluate(
        """(language) => {
            localStorage.setItem('regicide.settings', JSON.stringify({ language }));
            document.cookie = `language=${language}; path=/; samesite=lax`;
        }""",
        language,
    )


def at_size(page: Page, size: str) -> None:
    """Give a page another size, and wait until it is drawn."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)))")


def in_theme(page: Page, theme: Literal["light", "dark"]) -> None:
    """Let the device of a page prefer a theme, and wait until it is drawn."""
    page.emulate_media(color_scheme=theme)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))")


def picture(page: Page, name: str, *, full_page: bool = False) -> None:
    """Write a picture of a screen, to be looked at.

    Chromium has been seen to wait for a frame that nobody drew, once in some ten thousand
    pictures. A page that changes its size is drawn, and then it can be asked again.
    """
    path = SCREENSHOTS / f"{name}.png"
    for tries_left in (2, 1, 0):
        try:
            page.screenshot(path=path, full_page=full_page, timeout=PICTURE_SECONDS * 1000)
            return
        except PlaywrightTimeout:
            if not tries_left:
                raise
            _redraw(page)


def _redraw(page: Page) -> None:
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": size["width"] + 1, "height": size["height"]})
    page.set_viewport_size(size)


def shoot(page: Page, name: str, sizes: Sequence[str] = ("small", "tall", "wide")) -> None:
    """Write pictures of a screen in both themes, to be looked at; the page keeps its size."""
    before = page.viewport_size
    for size in sizes:
        at_size(page, size)
        for theme in THEMES:
            in_theme(page, theme)
            picture(page, f"{name}-{size}-{theme}")
    if before is not None:
        page.set_viewport_size(before)


# Where things lie

OUTSIDE = """
() => {
  const shown = document.querySelectorAll(
    ".bar, .seat, .castle, .enemy > .card, .facts, .pile, .say, .hand .card, .acts button",
  );
  return [...shown]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => [element.className, element.getBoundingClientRect()])
    .filter(([, { left, top, right, bottom }]) =>
      left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
    .map(([name, { left, top, right, bottom }]) =>
      [name, left, top, right, bottom].join(" "));
}
"""
"""What of the table is not on the screen."""

COVERED = """
() => [...document.querySelectorAll(".hand .card")]
  .filter((card) => {
    const { left, top } = card.getBoundingClientRect();
    return document.elementFromPoint(left + 8, top + 24)?.closest(".card") !== card;
  })
  .map((card) => card.dataset.card)
"""
"""The cards that a finger cannot reach."""

OVERLAPPING = """
() => {
  const shown = document.querySelectorAll(
    ".bar > *, .seat, .castle, .flips, .enemy > .card, .facts, .pile, .desk > *, .acts button",
  );
  const parts = [...shown]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }))
    .map((part) => [part.className, part.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 2 && height > 2);
  return parts.flatMap(([name, one], place) =>
    parts.slice(place + 1)
      .filter(([, other]) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2)
      .map(([other]) => `${name} and ${other}`));
}
"""
"""Parts of the table that lie on top of each other."""


def beyond(page: Page) -> tuple[int, int]:
    """Return by how much the page is wider and higher than the screen."""
    wide, high = page.evaluate(
        "() => [document.scrollingElement.scrollWidth - innerWidth,"
        " document.scrollingElement.scrollHeight - innerHeight]"
    )
    return wide, high


def misplaced(page: Page) -> list[str]:
    """Return what of a table is off the screen, out of reach, or on top of something else."""
    return [
        f"{what}: {each}"
        for what, look in (("outside", OUTSIDE), ("covered", COVERED), ("overlap", OVERLAPPING))
        for each in page.evaluate(look)
    ]


# Bad lines


class Line:
    """A line to a server that can go dead in either direction, be cut, and be mended."""

    def __init__(self, server: RunningServer) -> None:
        self._server = server
        self._door = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self._broken = False
        self._swallow = False
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._door.getsockname()[1]}"

    def swallow_answers(self) -> None:
        """From now on requests arrive, and nothing comes back."""
        self._swallow = True

    def cut(self) -> None:
        """End every connection, and let nobody through."""
        self._broken = True
        self._hang_up()

    def mend(self) -> None:
        self._broken = self._swallow = False

    def close(self) -> None:
        self._broken = True
        # Whoever waits at the door is woken by this, and not by closing it.
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self._hang_up()

    def _hang_up(self) -> None:
        ends, self._ends = self._ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            if self._broken:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self._server.port))
            self._ends += [near, far]
            for source, target, back in ((near, far, False), (far, near, True)):
                carrying = (source, target, back)
                threading.Thread(target=self._carry, args=carrying, daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, back: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                if not (back and self._swallow):
                    target.sendall(data)
        with suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)
        source.close()
