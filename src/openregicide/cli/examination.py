"""What `regicide doctor` finds out: it knocks at every address of this machine.

Imported when it is asked for: it needs the dependencies of servers and of clients.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ..client import ProtocolError, Server, Timing
from ..protocol import ServerInfo
from ..server.addresses import web_addresses

__all__ = ["BAD", "Finding", "examine"]

GOOD, BAD, NOTE = "✓", "✗", "·"
SECONDS = 5.0
UFW = Path("/etc/ufw/ufw.conf")


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of what was found: a mark, and a sentence by its key."""

    mark: str
    key: str
    values: dict[str, object]


def _found(mark: str, key: str, **values: object) -> Finding:
    return Finding(mark, key, values)


async def examine(port: int) -> list[Finding]:
    """Knock at every address of this machine."""
    # Those that other devices would use.
    addresses = web_addresses("0.0.0.0", port) or web_addresses("::", port)
    here = f"http://localhost:{port}"
    asked = (here, *addresses)
    answers = dict(zip(asked, await asyncio.gather(*map(_ask, asked)), strict=True))
    infos = {url: info for url, info in answers.items() if isinstance(info, ServerInfo)}
    if not infos:
        errors = [each for each in answers.values() if isinstance(each, ProtocolError)]
        key = "server.foreign" if any(map(_is_there, errors)) else "server.none"
        return [_found(BAD, key, address=here)]
    findings = [_found(GOOD, "server.runs", address=next(iter(infos)))]
    if not addresses:
        return [*findings, _found(BAD, "network.none")]
    reached = [url for url in addresses if url in infos]
    if not reached:
        return [*findings, _found(BAD, "network.silent", address=addresses[0])]
    findings += [_found(GOOD, "network.answers", address=url) for url in reached]
    findings += _firewalls(port)
    findings.append(_found(NOTE, "firewall.unseen", port=port))
    findings.append(_name(infos.values()))
    findings.append(_found(NOTE, "https"))
    return findings


async def _ask(url: str) -> ServerInfo | ProtocolError:
    try:
        return await Server(url, timing=Timing(call=SECONDS)).info()
    except ProtocolError as problem:
        return problem


def _is_there(problem: ProtocolError) -> bool:
    """Return whether something has answered, although not as we do."""
    return problem.code not in ("connection.failed", "connection.too_late")


def _name(infos: Iterable[ServerInfo]) -> Finding:
    """Tell by which name the network knows the server: it says so itself."""
    for info in infos:
        for address in info.addresses:
            if ".local:" in address:
                return _found(NOTE, "name.leads", address=address)
    return _found(NOTE, "name.none")


def _firewalls(port: int) -> Iterator[Finding]:
    """Find the firewalls that we know and may ask."""
    with suppress(OSError, UnicodeDecodeError):
        if "ENABLED=yes" in UFW.read_text(encoding="utf-8").splitlines():
            yield _found(NOTE, "firewall.runs", name="ufw", command=f"sudo ufw allow {port}/tcp")
    if _output("firewall-cmd", "--state").strip() == "running":
        command = f"sudo firewall-cmd --add-port={port}/tcp"
        yield _found(NOTE, "firewall.runs", name="firewalld", command=command)
    elif "hook input" in (rules := _output("nft", "list", "ruleset")) and "drop" in rules:
        command = f"sudo nft insert rule inet filter input tcp dport {port} accept"
        yield _found(NOTE, "firewall.runs", name="nftables", command=command)


def _output(*command: str) -> str:
    """Return what a tool says; nothing if it is not there, or will not speak to us."""
    tool = shutil.which(command[0])
    if tool is None:
        return ""
    try:
        done = subprocess.run(
            [tool, *command[1:]], capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return ""
    return done.stdout
