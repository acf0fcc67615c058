"""The browser client's files: one page, and assets at an address that changes with their content.

There is no build. At startup the files of `openregicide/web` and the catalogues are read,
compressed and hashed; a browser may cache an asset forever, because new content gets a new
address.
"""

from __future__ import annotations

import gzip
import json
import mimetypes
import re
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from litestar import Request as HttpRequest
from litestar import Router, get
from litestar.response import Response

from .gate import RefusedError
from .rulebook import rulebook_files

__all__ = ["Assets", "pages", "send_file"]

MARK = b"{{assets}}"
AT_ROOT = ("sw.js", "manifest.webmanifest", "favicon.svg")
"""Files that browsers look for beside the page, not below the assets."""
PAGES = (
    "/", "/new", "/lobby", "/history", "/settings", "/companion", "/daily",
    "/learn", "/learn/{lesson:str}",
    "/rules", "/rules/{section:str}", "/t/{code:str}", "/g/{game:str}",
)  # fmt: skip
FOR_EVER = "public, max-age=31536000, immutable"
FOR_TERMINALS = ("arena.", "tui.", "verify.")
"""How the keys of texts begin that browsers never show, but for a few."""
FORM = re.compile(r"\.(one|few|many|other)$")
TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


Http = HttpRequest[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class File:
    content: bytes
    packed: bytes | None
    """Compressed, if that makes it smaller."""
    kind: str


class Assets:
    """All files of the client, as they are sent."""

    def __init__(self) -> None:
        package = resources.files("openregicide")
        found = dict(_walk(package / "web", ""))
        page = found.pop("index.html", b"")
        said = b"".join(content for name, content in found.items() if name.endswith(".js")).decode()
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
        digest = sha256()
        for name in sorted(found):
            digest.update(name.encode() + b"\0" + sha256(found[name]).digest())
        self.root = f"/a/{digest.hexdigest()[:16]}"
        self.page = _file("index.html", page.replace(MARK, self.root.encode()))
        self.files = {
            name: _file(name, content.replace(MARK, self.root.encode()))
            for name, content in found.items()
        }


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


def _for_browsers(catalogue: bytes, said: str) -> bytes:
    """Return a catalogue without what only terminals say: a quarter of the words.

    :param said: the modules of the client, which spell out what they share with terminals.
    """
    texts: dict[str, str] = json.loads(catalogue)
    kept = {
        key: text
        for key, text in texts.items()
        if not key.startswith(FOR_TERMINALS) or f'"{FORM.sub("", key)}"' in said
    }
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode()


def _file(name: str, content: bytes) -> File:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = gzip.compress(content, 9, mtime=0) if kind.startswith(TEXT) else None
    if packed is not None and len(packed) >= len(content):
        packed = None
    return File(content, packed, kind)


def send_file(
    request: Http, file: File, caching: str = "no-cache", status: int = 200
) -> Response[bytes]:
    """Return a file as a response, compressed if the browser accepts that."""
    headers = {"Cache-Control": caching, "Vary": "Accept-Encoding"}
    content = file.content
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["Content-Encoding"] = file.packed, "gzip"
    return Response(content, media_type=file.kind, headers=headers, status_code=status)


def pages(assets: Assets) -> Router:
    """Return the routes that serve the client."""

    @get(list(PAGES), include_in_schema=False)
    async def page(request: Http) -> Response[bytes]:
        return send_file(request, assets.page)

    @get([f"/{name}" for name in AT_ROOT], include_in_schema=False)
    async def beside_the_page(request: Http) -> Response[bytes]:
        file = assets.files.get(request.url.path[1:])
        if file is None:
            raise RefusedError(404, "http.404")
        return send_file(request, file)

    @get("/a/{digest:str}/{name:path}", include_in_schema=False)
    async def asset(request: Http, digest: str, name: str) -> Response[bytes]:
        file = assets.files.get(name.lstrip("/"))
        if file is None:
            raise RefusedError(404, "http.404")
        # A page from before an update may ask by an old digest; it must not cache the response.
        return send_file(request, file, FOR_EVER if assets.root == f"/a/{digest}" else "no-cache")

    return Router("/", route_handlers=[page, beside_the_page, asset])
