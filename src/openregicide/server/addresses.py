"""Where phones on the same network find this machine, and a QR code for their cameras."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address

import segno

__all__ = ["EVERYWHERE", "lan_addresses", "qr_lines", "web_addresses"]

EVERYWHERE = ("0.0.0.0", "::")
"""To listen on one of these is to listen on every address of the machine."""

NEIGHBOURS = ("192.168.255.254", "10.255.255.254", "172.31.255.254", "fd00::1", "2001:db8::1")
"""Arbitrary addresses: the route to each starts at an address of our own."""

LOOKUP_SECONDS = 1.0
MOST_COLUMNS = 80
QUIET_ZONE = 4
"""The empty border that the standard asks for, in modules."""

BLOCKS = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
"""By whether the upper and the lower module are dark; light modules are drawn."""

Address = IPv4Address | IPv6Address


def web_addresses(host: str, port: int) -> list[str]:
    """Return where other devices find a server that listens like this, the likeliest first.

    :param host: the address it listens on; a name is taken for one that is only known here.
    """
    if host in EVERYWHERE:
        found = lan_addresses()
        if host == "0.0.0.0":
            found = [each for each in found if each.version == 4]
    else:
        try:
            found = usable([host])
        except ValueError:
            found = []
    return [
        f"http://{f'[{each}]' if isinstance(each, IPv6Address) else each}:{port}" for each in found
    ]


def lan_addresses() -> list[Address]:
    """Return the addresses of this machine on its networks, the likeliest first.

    Sends nothing. There may be none.
    """
    return usable([*_towards_neighbours(), *_of_own_name()])


def usable(addresses: Iterable[str]) -> list[Address]:
    """Return the addresses that others on the network can use, IPv4 first, each once."""
    # An IPv6 address may have a zone after a percent sign, which means something only here.
    parsed = dict.fromkeys(ip_address(address.partition("%")[0]) for address in addresses)
    good = [
        each
        for each in parsed
        if not (each.is_loopback or each.is_link_local or each.is_unspecified or each.is_multicast)
    ]
    return sorted(good, key=lambda each: each.version)


def _towards_neighbours() -> list[str]:
    """Return our own end of the route to each neighbour that has one."""
    found = []
    for neighbour in NEIGHBOURS:
        family = socket.AF_INET6 if ":" in neighbour else socket.AF_INET
        try:
            # Connecting a datagram socket picks a route and sends nothing.
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((neighbour, 9))
                found.append(str(probe.getsockname()[0]))
        except OSError:
            continue
    return found


def _of_own_name() -> list[str]:
    """Return the addresses of this machine's host name."""
    found: list[str] = []

    def look_up() -> None:
        try:
            found.extend(str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None))
        except OSError:
            return

    # In a thread: a name server that does not answer takes long.
    thread = threading.Thread(target=look_up, daemon=True)
    thread.start()
    thread.join(LOOKUP_SECONDS)
    return list(found)


def qr_lines(url: str) -> list[str]:
    """Return a QR code for light text on a dark terminal, two rows to a line.

    No lines if the code would be wider than a terminal.
    """
    try:
        code = segno.make_qr(url, error="l")
    except segno.DataOverflowError:
        return []
    rows = [list(row) for row in code.matrix_iter(border=QUIET_ZONE)]
    if len(rows[0]) > MOST_COLUMNS:
        return []
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(BLOCKS[bool(a), bool(b)] for a, b in zip(*pair, strict=True)) for pair in pairs]
