"""Links to tables: what people paste, and what they must not get through with."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openregicide.client import Link, format_code, format_link, parse_code, parse_link
from openregicide.client.links import LETTERS, parse_url
from openregicide.errors import InvalidOptionError

codes = st.text(LETTERS, min_size=10, max_size=10)
tokens = st.from_regex(r"[A-Za-z0-9_-]{22,43}", fullmatch=True)
hosts = st.sampled_from(["localhost", "192.168.1.7", "regicide.example.org", "[fd00::2]"])
ports = st.just("") | st.integers(1, 65535).map(":{}".format)
folders = st.sampled_from(["", "/games", "/games/regicide"])
urls = st.builds("{}://{}{}{}".format, st.sampled_from(["http", "https"]), hosts, ports, folders)


@given(st.builds(Link, urls, codes, st.none() | tokens))
def test_a_link_comes_back_as_it_was_written(link: Link) -> None:
    assert parse_link(format_link(link)) == link


def test_a_link_looks_as_in_the_documentation() -> None:
    link = Link("http://host:8420", "ABCDEFGHJK", "TOKEN")
    assert format_link(link) == "http://host:8420/t/ABCDE-FGHJK#seat=TOKEN"


@given(codes)
def test_a_code_is_taken_in_any_case_and_without_its_dash(code: str) -> None:
    for text in (code, code.lower(), format_code(code), f" {format_code(code).lower()}\n"):
        assert parse_code(text) == code


def test_a_server_s_address_is_tidied() -> None:
    assert parse_url(" HTTP://Host:8420/ ") == "http://host:8420"
    assert parse_link("http://HOST/t/abcdefghjk/").url == "http://host"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "link.no_table"),
        ("hello", "link.no_table"),
        ("http://host", "link.no_table"),
        ("http://host/t/", "link.no_table"),
        ("host/t/ABCDEFGHJK", "link.scheme"),
        ("ftp://host/t/ABCDEFGHJK", "link.scheme"),
        ("javascript:alert(1)//t/ABCDEFGHJK", "link.scheme"),
        (f"http://{'a' * 3000}/t/ABCDEFGHJK", "link.scheme"),
        ("http:///t/ABCDEFGHJK", "link.host"),
        ("http://:80/t/ABCDEFGHJK", "link.host"),
        ("http://host:0/t/ABCDEFGHJK", "link.host"),
        ("http://host:99999/t/ABCDEFGHJK", "link.host"),
        ("http://host:port/t/ABCDEFGHJK", "link.host"),
        ("http://me:secret@host/t/ABCDEFGHJK", "link.host"),
        ("http://[fd00::2/t/ABCDEFGHJK", "link.host"),
        ("http://ho st/t/ABCDEFGHJK", "link.host"),
        ("http://host\r\nX: 1/t/ABCDEFGHJK", "link.host"),
        ("http://host/a?b/t/ABCDEFGHJK", "link.host"),
        ("http://host/t/ABCDE", "link.table"),
        ("http://host/t/ABCDEFGHJI", "link.table"),
        ("http://host/t/ABCD-EFGHJK", "link.table"),
        ("http://host/t/ABCDE-FGHJ", "link.table"),
        ("http://host/t/ABCDEFGHJK/x", "link.table"),
        ("http://host/t/ABCDEFGHJK#", "link.token"),
        ("http://host/t/ABCDEFGHJK#seat=", "link.token"),
        ("http://host/t/ABCDEFGHJK#seat=a b", "link.token"),
        ("http://host/t/ABCDEFGHJK#chair=abc", "link.token"),
    ],
)
def test_nonsense_is_refused_with_a_code(text: str, code: str) -> None:
    with pytest.raises(InvalidOptionError) as refused:
        parse_link(text)
    assert refused.value.code == code


def test_a_broken_link_does_not_tell_its_token() -> None:
    with pytest.raises(InvalidOptionError) as refused:
        parse_link("http://host/t/ABCDEFGHJK#seat=half of a secret")
    assert "secret" not in str(refused.value)
    with pytest.raises(InvalidOptionError) as refused:
        parse_link("http://host/ABCDEFGHJK#seat=secret")
    assert "secret" not in str(refused.value)


@given(st.text(max_size=60))
def test_any_text_is_a_link_or_refused(text: str) -> None:
    for read in (parse_link, parse_url, parse_code):
        with suppress(InvalidOptionError):
            read(text)
