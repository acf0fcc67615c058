"""What limits count by: buckets that never pile up, networks, frames, places on a full server."""

from __future__ import annotations

import asyncio
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openregicide.server.limits import MOST_KEYS, Rate, network_of
from openregicide.server.metrics import Metrics
from openregicide.server.refusals import Refusals
from openregicide.server.settings import Settings
from openregicide.server.wire.frames import MOST_FRAGMENTS, FrameMeter
from openregicide.server.wire.peers import Peer, Peers
from openregicide.server.wire.proxies import Proxies
from support.raw_socket import BINARY, CONTINUATION, PING, TEXT, frame


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


# Rates


def test_a_rate_lets_a_burst_through_and_then_so_many_a_second() -> None:
    clock = Clock()
    rate = Rate(2, 3, clock)
    assert [rate.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert rate.take("b") == 0
    clock.now = 0.5
    assert [rate.take("a") for _ in range(2)] == [0, 0.5]
    clock.now = 100
    assert [rate.take("a") for _ in range(4)] == [0, 0, 0, 0.5]


def test_what_costs_more_than_is_left_is_paid_for_afterwards() -> None:
    clock = Clock()
    rate = Rate(1, 2, clock)
    assert rate.take("a", 10) == 0
    assert rate.take("a", 10) == 9
    clock.now = 9
    assert rate.take("a") == 0


def test_a_rate_forgets_who_has_not_come_for_long() -> None:
    clock = Clock()
    rate = Rate(1, 2, clock)
    for number in range(100):
        rate.take(f"{number}")
    assert len(rate) == 100
    clock.now = 1
    for number in range(100):
        rate.take(f"again {number}")
    # Two for each that comes; nobody waits while all are looked at.
    assert len(rate) == 100


def test_a_rate_remembers_only_so_many_and_those_who_come_most() -> None:
    clock = Clock()
    rate = Rate(0.001, 1, clock)
    for number in range(MOST_KEYS + 500):
        rate.take(f"{number}")
        if number % 100 == 0:
            assert (rate.take("busy") == 0) == (number == 0)
    assert len(rate) == MOST_KEYS
    assert rate.take("busy") > 0
    assert rate.take("0") == 0


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::1", "::/64"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:0DB8:0001:0002::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("local", "local"),
        ("a:b", "a:b"),
        (200 * "x", 64 * "x"),
        (200 * ":", 64 * ":"),
        ("::\0", "::\0"),
    ],
)
def test_a_network_is_one_client(address: str, network: str) -> None:
    assert network_of(address) == network


def test_proxies_are_addresses_and_networks() -> None:
    proxies = Proxies(("192.0.2.1", "10.0.0.0/8", "2001:db8::/32", "inner"))
    for address in ("192.0.2.1", "10.9.8.7", "2001:db8::5", "inner"):
        assert address in proxies
    for address in ("192.0.2.2", "11.0.0.1", "2001:db9::5", "outer", ""):
        assert address not in proxies
    assert "192.0.2.2" in Proxies(("*",))
    assert "192.0.2.2" not in Proxies(())


# Frames


FRAMES = st.tuples(
    st.sampled_from((TEXT, BINARY, PING)), st.binary(max_size=125) | st.binary(max_size=700)
)


@given(st.lists(FRAMES, max_size=30), st.data())
def test_frames_are_counted_wherever_the_packets_end(
    frames: list[tuple[int, bytes]], data: st.DataObject
) -> None:
    sent = b"".join(frame(opcode, payload) for opcode, payload in frames)
    meter = FrameMeter(1000, 0.0)
    before = meter.left
    parsed, kept, at = b"", b"", 0
    while at < len(sent):
        size = data.draw(st.integers(1, 300))
        kept += sent[at : at + size]
        at += size
        paid = meter.measure(kept, 0.0)
        parsed, kept = parsed + kept[:paid], kept[paid:]
        assert len(kept) < 14
        assert not meter.empty
        assert not meter.endless
    assert parsed + kept == sent
    assert before - meter.left == len(frames)


def test_without_a_token_no_frame_is_parsed() -> None:
    meter = FrameMeter(1, 0.0)
    allowed = int(meter.left)
    sent = 2 * allowed * frame(PING)
    assert meter.measure(sent, 0.0) == len(sent) // 2
    assert meter.empty
    assert meter.measure(sent, 0.0) == 0
    assert meter.measure(sent, 1.0) == 20 * len(frame(PING))


def test_a_message_has_only_so_many_fragments() -> None:
    meter = FrameMeter(1000, 0.0)
    part = frame(CONTINUATION, b"x", fin=False)
    # Those of control frames between them do not count, and a finished message begins a new count.
    most = frame(TEXT, fin=False) + (MOST_FRAGMENTS - 1) * (part + frame(PING))
    whole = most + frame(CONTINUATION, b"x")
    assert meter.measure(whole, 0.0) == len(whole)
    assert meter.measure(whole, 0.0) == len(whole)
    assert meter.measure(most + part, 0.0) == len(most)
    assert meter.endless


# Places


class Line:
    """A connection that notes what it is told."""

    def __init__(self) -> None:
        self.pushed_out = False
        self.late = False

    def is_late(self) -> bool:
        self.late = True
        return True

    def make_room(self) -> None:
        self.pushed_out = True


def arrive(peers: Peers, address: str) -> tuple[Line, Peer]:
    line = Line()
    peer = peers.admit(line, address)
    assert peer is not None
    return line, peer


async def room_for(most: int, **settings: object) -> Peers:
    settings = {"sockets_per_address": 100, "requests_per_address": 1000, **settings}
    return Peers(Settings(**settings), Refusals(Metrics()), most)  # type: ignore[arg-type]


def test_on_a_full_server_the_one_who_waits_longest_goes_first() -> None:
    async def main() -> None:
        peers = await room_for(4)
        seated, watching, first, second = (arrive(peers, f"192.0.2.{n}") for n in range(4))
        seated[1].is_seated()
        watching[1].watches()
        first[1].asks()
        third = arrive(peers, "192.0.2.9")
        assert second[0].pushed_out
        arrive(peers, "192.0.2.9")[1].is_seated()
        assert first[0].pushed_out
        arrive(peers, "192.0.2.9")[1].is_seated()
        assert third[0].pushed_out
        # Then those who only watch, and then nobody.
        arrive(peers, "192.0.2.9")[1].is_seated()
        assert watching[0].pushed_out
        assert len(peers) == 4
        assert peers.admit(Line(), "192.0.2.9") is None
        assert not seated[0].pushed_out
        seated[1].leave()
        seated[1].leave()
        assert len(peers) == 3
        assert peers.admit(Line(), "192.0.2.9") is not None

    asyncio.run(main())


def test_an_address_pushes_out_its_own_connections_only() -> None:
    async def main() -> None:
        peers = await room_for(100, sockets_per_address=2)
        other, _ = arrive(peers, "192.0.2.1")
        lines = [arrive(peers, f"2001:db8::{number}")[0] for number in range(10)]
        assert [line.pushed_out for line in lines] == 6 * [True] + 4 * [False]
        assert not other.pushed_out
        assert len(peers) == 5
        # A proxy speaks for many.
        peers = await room_for(100, sockets_per_address=2, proxies=("192.0.2.1",))
        assert not any(arrive(peers, "192.0.2.1")[0].pushed_out for _ in range(10))

    asyncio.run(main())


def test_an_address_is_listened_to_so_often_a_second() -> None:
    async def main() -> None:
        peers = await room_for(1000, requests_per_address=5, sockets_per_address=8)
        waits = [arrive(peers, f"2001:db8::{number}")[1].wait for number in range(16)]
        assert waits[:10] == 10 * [0.0]
        assert waits[10:] == pytest.approx([0.2, 0.4, 0.6, 0.8, 1.0, 1.2], abs=0.1)
        # Who waits for a turn pushes nobody out who has had one.
        assert peers.admit(Line(), "2001:db8::99") is None
        assert len(peers) == 16
        assert arrive(peers, "2001:db8:0:1::")[1].wait == 0

    asyncio.run(main())


def test_who_is_late_is_told_and_who_is_not_is_left_alone() -> None:
    async def main() -> None:
        peers = await room_for(100)
        (late, slow), (patient, quiet) = (arrive(peers, f"192.0.2.{n}") for n in range(2))
        slow.deadline = asyncio.get_running_loop().time()
        assert quiet.deadline == inf
        peers.start()
        async with asyncio.timeout(30):
            while not late.late:
                await asyncio.sleep(0.05)
        assert not patient.late
        peers.stop()

    asyncio.run(main())
