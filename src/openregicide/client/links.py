"""Links to tables and seats: `http://host:8420/t/ABCDE-FGHJK#seat=TOKEN`.

The token follows the `#`: browsers do not send that part of an address.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from ..errors import InvalidOptionError

__all__ = ["Link", "format_code", "format_link", "is_here", "parse_code", "parse_link", "parse_url"]

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The characters of table codes: none that is easily mistaken for another."""

CODE_LENGTH = 10
LONGEST = 2000

TOKEN = re.compile(r"[A-Za-z0-9_-]{1,128}")
HOST = re.compile(r"[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]")
FOLDER = re.compile(r"(/[A-Za-z0-9._~-]+)*")


@dataclass(frozen=True, slots=True)
class Link:
    """Where a table is, and with a token, a seat at it."""

    url: str
    """The server's own address, without a slash at the end."""
    table: str
    token: str | None = None


def parse_code(text: str) -> str:
    """Read the code of a table as people copy it: in any case, with or without its dash.

    :raises InvalidOptionError: the text is not a code.
    """
    code = text.strip().upper()
    if len(code) == CODE_LENGTH + 1 and code[CODE_LENGTH // 2] == "-":
        code = code[: CODE_LENGTH // 2] + code[CODE_LENGTH // 2 + 1 :]
    if len(code) != CODE_LENGTH or any(letter not in LETTERS for letter in code):
        raise InvalidOptionError("link.table", value=text[:LONGEST])
    return code


def format_code(code: str) -> str:
    """Write the code of a table with a dash in the middle, for people."""
    return f"{code[: CODE_LENGTH // 2]}-{code[CODE_LENGTH // 2 :]}"


def parse_url(text: str) -> str:
    """Read the address of a server, in any case and with or without a slash at the end.

    :raises InvalidOptionError: the text is not such an address.
    """
    text = text.strip()
    scheme, separator, rest = text.partition("://")
    if scheme.lower() not in ("http", "https") or not separator or len(text) > LONGEST:
        raise InvalidOptionError("link.scheme", value=text[:LONGEST])
    netloc, slash, folder = rest.rstrip("/").partition("/")
    try:
        parts = urlsplit(f"{scheme}://{netloc}")
        port = parts.port
    except ValueError:
        raise InvalidOptionError("link.host", value=text) from None
    host = netloc if port is None else netloc.rpartition(":")[0]
    if not HOST.fullmatch(host) or port == 0 or not FOLDER.fullmatch(slash + folder):
        raise InvalidOptionError("link.host", value=text)
    ending = "" if port is None else f":{port}"
    return f"{scheme.lower()}://{host.lower()}{ending}{slash}{folder}"


def is_here(url: str) -> bool:
    """Return whether an address means another machine on every machine: it names the loopback."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def parse_link(text: str) -> Link:
    """Read a link to a table or a seat.

    :raises InvalidOptionError: the text is not such a link.
    """
    address, hash_sign, fragment = text.strip().partition("#")
    url, separator, code = address.rstrip("/").rpartition("/t/")
    if not separator:
        raise InvalidOptionError("link.no_table", value=address[:LONGEST])
    token = None
    if hash_sign:
        name, _, token = fragment.partition("=")
        if name != "seat" or not TOKEN.fullmatch(token):
            # No value: even half a token is a secret.
            raise InvalidOptionError("link.token")
    return Link(parse_url(url), parse_code(code), token)


def format_link(link: Link) -> str:
    """Write a link; with a token, it gives the seat to anyone who has it."""
    table = f"{link.url}/t/{format_code(link.table)}"
    return table if link.token is None else f"{table}#seat={link.token}"
