"""Addresses for phones, and the QR code that saves typing them."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from openregicide.server.addresses import lan_addresses, qr_lines, usable, web_addresses

QUIET_ZONE = 4


def test_addresses_are_of_this_machine_and_of_use_to_others() -> None:
    addresses = web_addresses("::", 8420)
    for address in addresses:
        parts = urlsplit(address)
        assert (parts.scheme, parts.port) == ("http", 8420)
        host = ip_address(str(parts.hostname))
        assert not host.is_loopback
        # Only an address of our own can be listened on.
        family = socket.AF_INET6 if host.version == 6 else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as listening:
            listening.bind((str(host), 0))
    assert len(set(addresses)) == len(addresses)


def test_old_addresses_come_first_and_useless_ones_not_at_all() -> None:
    found = ["::1", "fd00::2", "fe80::1%eth0", "127.0.0.1", "169.254.3.4", "0.0.0.0"]
    found += ["192.168.1.7", "10.0.0.3", "192.168.1.7", "224.0.0.1"]
    assert [str(each) for each in usable(found)] == ["192.168.1.7", "10.0.0.3", "fd00::2"]


def test_a_machine_without_any_network_has_no_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError

    monkeypatch.setattr(socket.socket, "connect", fail)
    monkeypatch.setattr(socket, "getaddrinfo", fail)
    assert lan_addresses() == []
    assert web_addresses("0.0.0.0", 8420) == []


def modules(lines: list[str]) -> list[list[bool]]:
    """The dark modules of a code as a camera sees them on a dark terminal."""
    upper_dark, lower_dark = " ▄", " ▀"
    rows = []
    for line in lines:
        rows.append([char in upper_dark for char in line])
        rows.append([char in lower_dark for char in line])
    return rows


@given(st.from_regex(r"http://[a-z0-9.]{1,60}:8420/t/[A-Z2-9]{5}-[A-Z2-9]{5}", fullmatch=True))
def test_the_code_is_drawn_module_by_module_with_its_quiet_zone(url: str) -> None:
    lines = qr_lines(url)
    rows = modules(lines)
    matrix = [[bool(module) for module in row] for row in segno.make_qr(url, error="l").matrix]
    size = len(matrix) + 2 * QUIET_ZONE
    assert {len(line) for line in lines} == {size}
    assert size <= 80
    inner = [row[QUIET_ZONE:-QUIET_ZONE] for row in rows[QUIET_ZONE:]]
    assert inner[: len(matrix)] == matrix
    border = [*rows[:QUIET_ZONE], *rows[QUIET_ZONE + len(matrix) :]]
    assert len(border) >= 2 * QUIET_ZONE
    assert not any(module for row in border for module in row)
    assert not any(module for row in rows for module in row[:QUIET_ZONE] + row[-QUIET_ZONE:])


@pytest.mark.parametrize("length", [500, 5000])
def test_a_code_wider_than_a_terminal_is_not_drawn(length: int) -> None:
    assert qr_lines("http://" + "x" * length) == []
