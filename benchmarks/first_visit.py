"""How long a first visit takes on a phone with a slow connection, and what it fetches.

    python -m benchmarks.first_visit --runs 5
    python -m benchmarks.first_visit --delay 0 --megabits 0     without throttling
    python -m benchmarks.first_visit --checkout ../older        another version, with the same ruler

Every visit is made by a fresh Chromium context with an empty cache. Times are what the page sees:
from the navigation, or from the tap, to the frame in which the home page, or the first card in the
hand, is drawn. Chromium throttles the page; its service worker, which it does not throttle, is
counted. Requests and bytes are those that pass a relay in front of the server: headers, WebSocket
messages and everything the service worker fetches included.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

ROOT = Path(__file__).parents[1]
PHONE = ViewportSize(width=390, height=844)
UPLOAD_MEGABITS = 0.75
REQUEST = re.compile(rb"^(?:GET|POST) (\S+) HTTP/1\.1\r$", re.MULTILINE)
LATER = re.compile(r"/sw\.js$|/joined/(?:beside|others)\.js$")
"""What a page fetches once everything that is needed to play is there."""
WATCHED = {"home": "home-page .door", "hand": ".hand .card", "table": "table-page.ready"}
"""What counts as drawn, by what it is called here."""
WATCH = """
  window.seen = {};
  const watched = WATCHED;
  const look = () => {
    for (const [name, selector] of Object.entries(watched)) {
      if (!(name in seen) && document.querySelector(selector)) {
        seen[name] = null;
        requestAnimationFrame(() => setTimeout(() => { seen[name] = performance.now(); }));
      }
    }
  };
  const everything = { childList: true, subtree: true, attributes: true };
  new MutationObserver(look).observe(document, everything);
  addEventListener("pointerdown", () => { seen.tap = performance.now(); }, { capture: true });
"""


class Relay(threading.Thread):
    """Passes connections on to the server, and counts what goes through."""

    def __init__(self, server: int) -> None:
        super().__init__(daemon=True)
        self.paths: list[str] = []
        self.bytes = 0
        self.needed: int | None = None
        """How many of them came before what is fetched later, if that was asked for."""
        self.port = 0
        self._server = server
        self._open = threading.Event()
        self.start()
        self._open.wait()

    @property
    def of_the_page(self) -> int:
        """The bytes that came for the page to be played, however slow the machine is."""
        return self.bytes if self.needed is None else self.needed

    def reset(self) -> None:
        self.paths, self.bytes, self.needed = [], 0, None

    def run(self) -> None:
        asyncio.run(self._relay())

    async def _relay(self) -> None:
        listening = await asyncio.start_server(self._pass, "127.0.0.1", 0)
        self.port = listening.sockets[0].getsockname()[1]
        self._open.set()
        await listening.serve_forever()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far = await asyncio.open_connection("127.0.0.1", self._server)
        await asyncio.gather(self._copy(reader, far[1], up=True), self._copy(far[0], writer))

    async def _copy(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, up: bool = False
    ) -> None:
        try:
            while data := await reader.read(65536):
                if up:
                    self.paths += [path.decode() for path in REQUEST.findall(data)]
                    if self.needed is None and any(map(LATER.search, self.paths)):
                        self.needed = self.bytes
                else:
                    self.bytes += len(data)
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()


@contextmanager
def server(checkout: Path) -> Iterator[int]:
    """Run a server with its usual settings for as long as the block lasts; give its port."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "openregicide", "serve", "--host=127.0.0.1", "--port=0"]
        command += [f"--data={folder}", "--log-level=warning", "--tables-per-address=100000"]
        paths = {**os.environ, "PYTHONPATH": str(checkout / "src")}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=paths)
        try:
            assert process.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:(\d+)", process.stdout.readline())
            assert found is not None, "no server"
            yield int(found[1])
        finally:
            process.kill()
            process.wait()


@dataclass
class Visits:
    """What several visits of one kind were like."""

    seconds: list[float] = field(default_factory=list)
    requests: list[int] = field(default_factory=list)
    bytes: list[int] = field(default_factory=list)

    def add(self, seconds: float, relay: Relay) -> None:
        self.seconds.append(seconds)
        self.requests.append(len(relay.paths))
        self.bytes.append(relay.bytes)

    def summary(self) -> dict[str, float]:
        return {
            "seconds": round(median(self.seconds), 2),
            "slowest": round(max(self.seconds), 2),
            "requests": max(self.requests),
            "kilobytes": round(max(self.bytes) / 1000, 1),
        }


class Phone:
    """A phone that has never been here."""

    def __init__(self, browser: Browser, port: int, options: argparse.Namespace) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.context = browser.new_context(
            viewport=PHONE, is_mobile=True, has_touch=True, locale=options.language
        )
        self.page: Page = self.context.new_page()
        self.page.add_init_script(WATCH.replace("WATCHED", json.dumps(WATCHED)))
        line = self.context.new_cdp_session(self.page)
        line.send("Network.enable")
        if options.slow:
            line.send("Emulation.setCPUThrottlingRate", {"rate": options.slow})
        down, up = options.megabits, min(options.megabits, UPLOAD_MEGABITS)
        line.send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": options.delay,
                "downloadThroughput": down * 1e6 / 8 if down else -1,
                "uploadThroughput": up * 1e6 / 8 if up else -1,
            },
        )

    def open(self, path: str, name: str) -> float:
        """Open an address; return the seconds until something is drawn."""
        self.page.goto(self.url + path, wait_until="commit")
        return self._seen(name)

    def tap(self) -> float:
        """Begin a game with bots; return the seconds until the hand is drawn."""
        # The second door: a game with bots, which has to wait for nobody.
        self.page.locator("section.door button.go").nth(1).tap()
        return self._seen("hand") - self._seen("tap")

    def _seen(self, name: str) -> float:
        self.page.wait_for_function("(name) => window.seen[name] > 0", arg=name)
        return float(self.page.evaluate("(name) => window.seen[name]", name)) / 1000


def new_table(port: int) -> str:
    """Make a table for two; return the address of its page."""
    body = json.dumps({"name": "Ann", "settings": {"rules": {"players": 2}}}).encode()
    request = Request(
        f"http://127.0.0.1:{port}/api/tables", body, {"Content-Type": "application/json"}
    )
    with urlopen(request) as answer:
        return f"/t/{json.load(answer)['table']}"


def measure(options: argparse.Namespace) -> dict[str, dict[str, float]]:
    names = ("home", "hand, tapped at once", "hand, tapped later", "link")
    visits = {name: Visits() for name in names}
    with server(options.checkout) as port, sync_playwright() as playwright:
        relay = Relay(port)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for _ in range(options.runs):
            for pause in (0, options.pause):
                relay.reset()
                phone = Phone(browser, relay.port, options)
                seconds = phone.open("/", "home")
                if not pause:
                    visits["home"].add(seconds, relay)
                phone.page.wait_for_timeout(1000 * pause)
                tapped = phone.tap()
                visits[f"hand, tapped {'later' if pause else 'at once'}"].add(tapped, relay)
                if options.paths:
                    print(*relay.paths, sep="\n", file=sys.stderr)
                phone.context.close()
            path = new_table(port)
            relay.reset()
            phone = Phone(browser, relay.port, options)
            visits["link"].add(phone.open(path, "table"), relay)
            phone.context.close()
        browser.close()
    return {name: visits[name].summary() for name in names}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--delay", type=float, default=150, help="of every answer, in ms")
    parser.add_argument("--megabits", type=float, default=1.6, help="a second; 0 for no limit")
    parser.add_argument("--pause", type=float, default=3, help="before the later tap, in seconds")
    parser.add_argument("--slow", type=float, default=0, help="how many times slower a processor")
    parser.add_argument("--language", default="en")
    parser.add_argument("--checkout", type=Path, default=ROOT, help="whose sources to serve")
    parser.add_argument("--paths", action="store_true", help="print what was asked for")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = measure(options)
    if options.json:
        print(json.dumps(found, indent=2))
        return
    print(f"{'to':24}{'seconds':>9}{'slowest':>9}{'requests':>10}{'kB':>8}")
    for name, row in found.items():
        print(
            f"{name:24}{row['seconds']:9.2f}{row['slowest']:9.2f}"
            f"{row['requests']:10}{row['kilobytes']:8.1f}"
        )


if __name__ == "__main__":
    main()
