"""A server that has no time at first, for tests: in front of a real one, and asked in its place."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from support.serving import RunningServer

__all__ = ["Busy", "busy"]

PASSED_ON = ("content-type", "content-encoding", "cache-control", "content-security-policy", "vary")


class Busy(ThreadingHTTPServer):
    """Passes requests on, and answers 429 to some of them before it does."""

    daemon_threads = True

    def __init__(self, server: RunningServer) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.server = server
        self.refuses = re.compile("$^")
        """The paths that it has no time for ..."""
        self.times = 0
        """... so often each."""
        self.refused: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()
        self.counting = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def refuse(self, pattern: str, times: int) -> None:
        """Have no time for some paths, so often each, from now on."""
        with self.counting:
            self.refuses, self.times = re.compile(pattern), times
            self.refused.clear()
            self.answered.clear()

    def has_time(self, path: str) -> bool:
        with self.counting:
            path = path.partition("?")[0]
            if self.refuses.search(path) and self.refused[path] < self.times:
                self.refused[path] += 1
                return False
            self.answered[path] += 1
            return True


class Handler(BaseHTTPRequestHandler):
    server: Busy
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if not self.server.has_time(self.path):
            self._answer(429, {"Retry-After": "1", "content-type": "application/json"}, b"{}")
            return
        far = HTTPConnection("127.0.0.1", self.server.server.port)
        headers = {name: value for name, value in self.headers.items() if name != "Connection"}
        far.request("GET", self.path, headers=headers)
        answer = far.getresponse()
        found = {name: answer.headers[name] for name in PASSED_ON if name in answer.headers}
        self._answer(answer.status, found, answer.read())
        far.close()

    def _answer(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def busy(server: RunningServer) -> Iterator[Busy]:
    """Put a busy server before a real one for as long as the block lasts."""
    with Busy(server) as before:
        thread = threading.Thread(target=before.serve_forever, daemon=True)
        thread.start()
        try:
            yield before
        finally:
            before.shutdown()
            thread.join()
