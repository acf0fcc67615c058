"""The browser client's files: one page, and assets at an address that changes with their content.

At startup the files of `openregicide/web` and the catalogues are read and hashed, the modules and
style sheets are joined into a few files, and these are compressed; a browser may cache an asset
forever, because new content gets a new address. The modules by themselves are served as well: to
debuggers, and instead of the joined files with the setting `plain_modules`.
"""

from __future__ import annotations

import gzip
import json
import mimetypes
import re
from collections.abc import Iterable
from functools import cached_property
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, cast

from litestar.types import Scope, Send

from ..browser.joining import Joined, join_sheets
from .rulebook import rulebook_files

__all__ = ["ROUTES", "Assets", "File", "send_file"]

MARK = b"{{assets}}"
FILES_MARK = b"{{files}}"
AT_ROOT = ("sw.js", "manifest.webmanifest", "favicon.svg")
"""Files that browsers look for beside the page, not below the assets."""
ROUTES = {
    "/": "pages/home.js",
    "/new": "pages/setup.js",
    "/lobby": "pages/lobby.js",
    "/history": "pages/history.js",
    "/settings": "pages/settings.js",
    "/companion": "pages/companion.js",
    "/daily": "pages/daily.js",
    "/learn": "pages/learn.js",
    "/learn/*": "pages/lesson.js",
    "/rules": "pages/rules.js",
    "/rules/*": "pages/rules.js",
    "/t/*": "pages/table.js",
    "/g/*": "pages/replay.js",
}
"""The addresses of pages, and the module behind each, to be fetched together with the page."""
SHEETS = re.compile(rb'(<link rel="stylesheet" href="\{\{assets\}\}/(css/[\w.]+)">\s*)+')
SHEET = re.compile(rb'href="\{\{assets\}\}/(css/[\w.]+)"')
ENTRY = b'src="{{assets}}/app.js"'
JOINED_SHEET = "css/joined.css"
KEPT = (".js", ".css", ".svg")
"""What kinds of files the service worker keeps from the beginning."""
FOR_EVER = b"public, max-age=31536000, immutable"
FOR_TERMINALS = (
    "arena.", "database.", "doctor.", "serve.", "tui.", "verify.",
    "error.arena.", "error.link.", "error.network.", "error.position.", "error.record.",
    "error.save.", "error.settings.", "error.typed.",
)  # fmt: skip
"""How the keys of texts begin that browsers never show, but for a few."""
FORM = re.compile(r"\.(one|few|many|other)$")
QUOTED = re.compile(r'"([\w.]+)"')
TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class File:
    """A file as it is sent."""

    def __init__(self, name: str, content: bytes) -> None:
        self.content = content
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        self._is_text = kind.startswith(TEXT)
        charset = "; charset=utf-8" if kind.startswith("text/") else ""
        self.kind = f"{kind}{charset}".encode()

    @cached_property
    def packed(self) -> bytes | None:
        """Its content compressed, if that makes it smaller."""
        packed = gzip.compress(self.content, 9, mtime=0) if self._is_text else None
        return packed if packed is not None and len(packed) < len(self.content) else None


class Assets:
    """All files of the client, as they are sent."""

    def __init__(self, *, plain: bool = False) -> None:
        """:param plain: let browsers load every module by itself, as it is in the sources."""
        found = _read_all()
        page = found.pop("index.html")
        modules = {name: found[name].decode() for name in found if name.endswith(".js")}
        self._joined = None if plain else Joined(modules)
        if self._joined is not None:
            found |= {name: text.encode() for name, text in self._joined.files.items()}
            page, sheets = _with_one_sheet(page)
            found[JOINED_SHEET] = join_sheets(found[name].decode() for name in sheets).encode()
            page = page.replace(ENTRY, b'src="{{assets}}/joined/app.js"')
            kept = [*self._joined.files, JOINED_SHEET, *_drawings_and_sheets(found, sheets)]
        else:
            kept = [name for name in found if name not in AT_ROOT]
        worker = json.dumps([name for name in kept if name.endswith(KEPT)]).encode()
        found["sw.js"] = found["sw.js"].replace(FILES_MARK, worker)
        digest = sha256(page)
        for name in sorted(found):
            digest.update(name.encode() + b"\0" + sha256(found[name]).digest())
        self.root = f"/a/{digest.hexdigest()[:16]}"
        mark = self.root.encode()
        self.files = {name: File(name, text.replace(MARK, mark)) for name, text in found.items()}
        self._page = page.replace(MARK, mark)
        self._pages: dict[tuple[str, str], File] = {}
        for name in kept:
            # No visitor waits for the compression of what everyone needs.
            _ = self.files[name].packed

    def page(self, module: str, language: str) -> File:
        """Return the page that begins with a module, in a language as far as is known."""
        found = self._pages.get((module, language))
        if found is None:
            links = b"".join(self._links(module, language))
            text = self._page.replace(b"</head>", links + b"</head>")
            found = self._pages[module, language] = File("index.html", text)
        return found

    def _links(self, module: str, language: str) -> Iterable[bytes]:
        """Return links to what the page is going to fetch, so that it comes at once."""
        if self._joined is None:
            return
        yield (
            f'<link rel="preload" as="fetch" crossorigin href="{self.root}/i18n/{language}.json">\n'
        ).encode()
        if module:
            for name in self._joined.files_for(module):
                yield f'<link rel="modulepreload" href="{self.root}/{name}">\n'.encode()

    def find(self, path: str) -> tuple[File, bool] | None:
        """Return the file at an address, and whether it may be kept for ever."""
        if path.startswith("/a/"):
            digest, _, name = path[3:].partition("/")
            file = self.files.get(name)
            # A page from before an update may ask by an old digest; it must not keep the answer.
            return None if file is None else (file, self.root == f"/a/{digest}")
        if path[1:] in AT_ROOT:
            return self.files[path[1:]], False
        return None

    def find_page(self, path: str, language: str) -> File | None:
        """Return the page at an address, if there is one."""
        module = ROUTES.get(path)
        if module is None:
            above, _, last = path.rpartition("/")
            module = ROUTES.get(f"{above}/*") if last else None
        return None if module is None else self.page(module, language)

    def no_page(self, language: str) -> File:
        """Return what there is where no page is: it says so."""
        return self.page("", language)


def _read_all() -> dict[str, bytes]:
    """Read the files of the client, of the catalogues, the rulebook and the lessons."""
    package = resources.files("openregicide")
    found = dict(_walk(package / "web", ""))
    code = b"".join(content for name, content in found.items() if name.endswith(".js")).decode()
    said = frozenset(QUOTED.findall(code))
    found |= {
        f"i18n/{name}": _for_browsers(content, said)
        for name, content in _walk(package / "i18n", "")
        if name.endswith(".json")
    }
    found |= rulebook_files()
    found |= {
        f"lessons/{name}": content
        for name, content in _walk(package / "lessons", "")
        if name.endswith(".json")
    }
    return found


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for child in sorted(folder.iterdir(), key=lambda each: each.name):
        if child.name.startswith((".", "_")) or child.name.endswith((".py", ".md", ".d.ts")):
            continue
        if child.is_dir():
            found += _walk(child, f"{prefix}{child.name}/")
        else:
            found.append((prefix + child.name, child.read_bytes()))
    return found


def _for_browsers(catalogue: bytes, said: frozenset[str]) -> bytes:
    """Return a catalogue without what only terminals say: a quarter of the words.

    :param said: what stands in quotes in the client, which spells out what it shares with
        terminals.
    """
    texts: dict[str, str] = json.loads(catalogue)
    kept = {
        key: text
        for key, text in texts.items()
        if not key.startswith(FOR_TERMINALS)
        or not said.isdisjoint((FORM.sub("", key), key.removeprefix("error.")))
    }
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode()


def _with_one_sheet(page: bytes) -> tuple[bytes, list[str]]:
    """Return the page with one style sheet instead of its many, and their names in order."""
    names = [name.decode() for name in SHEET.findall(page)]
    link = f'<link rel="stylesheet" href="{{{{assets}}}}/{JOINED_SHEET}">\n'
    page, count = SHEETS.subn(link.encode(), page)
    assert count == 1, "the style sheets of index.html stand together"
    return page, names


def _drawings_and_sheets(found: Iterable[str], joined: Iterable[str]) -> list[str]:
    """Return the names of drawings, and of the style sheets that single pages load."""
    without = {*joined, JOINED_SHEET, *AT_ROOT}
    return [name for name in found if name.endswith((".css", ".svg")) and name not in without]


async def send_file(
    scope: Scope, send: Send, file: File, *, for_ever: bool = False, status: int = 200
) -> None:
    """Send a file as an answer, compressed if the browser accepts that."""
    accepts = dict(scope["headers"]).get(b"accept-encoding", b"")
    content = file.content
    headers = [
        (b"content-type", file.kind),
        (b"cache-control", FOR_EVER if for_ever else b"no-cache"),
        (b"vary", b"Accept-Encoding"),
    ]
    if b"gzip" in accepts and file.packed is not None:
        content = file.packed
        headers.append((b"content-encoding", b"gzip"))
    headers.append((b"content-length", str(len(content)).encode()))
    start = {"type": "http.response.start", "status": status, "headers": headers}
    await send(cast(Any, start))
    body = {"type": "http.response.body", "body": content, "more_body": False}
    await send(cast(Any, body))
