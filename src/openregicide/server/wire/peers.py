"""Everyone who is connected, counted from the moment a connection is accepted.

A peer is *waiting* until it follows a table; then it *watches*, or is *seated*. When there is no
room for one more connection, the peer that has waited longest since its last request has to go,
and after all of those the spectators. So a player who comes back gets in, however many strangers
there are.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from math import inf
from typing import Protocol

from ..limits import Rate, network_of
from ..refusals import Refusals
from ..settings import Settings
from .proxies import Proxies

__all__ = ["Peer", "Peers"]

SWEEP_SECONDS = 0.5
"""How often deadlines are looked at."""


class Connection(Protocol):
    """What a peer is connected by."""

    def is_late(self) -> bool:
        """End the connection if it has missed its deadline; return whether it has."""

    def make_room(self) -> None:
        """End the connection: another one needs its place."""


Group = OrderedDict["Peer", None]


class Peer:
    """One connection."""

    __slots__ = ("_group", "_peers", "connection", "deadline", "network", "wait")

    def __init__(self, peers: Peers, connection: Connection, network: str, wait: float) -> None:
        self._peers = peers
        self._group: Group | None = None
        self.connection = connection
        self.network = network
        """What limits count it as; empty for a trusted proxy."""
        self.deadline = inf
        """By when it has to have sent what it is sending."""
        self.wait = wait
        """How many seconds it is not listened to at first: its address connects too often."""

    def asks(self) -> None:
        """It has just made a request; others that wait go first."""
        if self._group is self._peers.waiting:
            self._group.move_to_end(self)
            if self.network:
                self._peers.networks[self.network].waiting.move_to_end(self)

    def watches(self) -> None:
        """It follows a table without a seat."""
        self._move(self._peers.watching)

    def is_seated(self) -> None:
        """It has shown the token of a seat."""
        self._move(self._peers.seated)

    def refused(self, kind: str) -> None:
        """Count something that it was refused."""
        self._peers.refusals.note(kind, self.network)

    def leave(self) -> None:
        """The connection has ended, or is about to; said twice, it counts once."""
        self._move(None)

    def _move(self, group: Group | None) -> None:
        if self._group is None:
            return
        network = self._peers.networks.get(self.network)
        if network is not None:
            network.waiting.pop(self, None)
        del self._group[self]
        self._group = group
        if group is not None:
            group[self] = None
        elif network is not None:
            network.count -= 1
            if not network.count:
                del self._peers.networks[self.network]

    def enter(self) -> None:
        """Begin to wait."""
        self._group = self._peers.waiting
        self._group[self] = None
        if self.network:
            network = self._peers.networks.setdefault(self.network, Network())
            network.count += 1
            network.waiting[self] = None


class Network:
    """What limits count as one client."""

    __slots__ = ("count", "waiting")

    def __init__(self) -> None:
        self.count = 0
        self.waiting: Group = OrderedDict()


class Peers:
    """All connections of a server."""

    def __init__(self, settings: Settings, refusals: Refusals, most: int) -> None:
        """:param most: how many connections there may be in all."""
        self.refusals = refusals
        self.settings = settings
        self.networks: dict[str, Network] = {}
        self.waiting: Group = OrderedDict()
        self.watching: Group = OrderedDict()
        self.seated: Group = OrderedDict()
        self._most = most
        # Beside its sockets, a browser keeps some connections for requests.
        self._most_each = 2 * settings.sockets_per_address
        a_second = settings.requests_per_address
        self._rate = Rate(a_second, 2 * a_second)
        self._proxies = Proxies(settings.proxies)
        self._sweeping: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self.waiting) + len(self.watching) + len(self.seated)

    def admit(self, connection: Connection, address: str) -> Peer | None:
        """Let in a connection, or return `None`: refuse it."""
        network = "" if address in self._proxies else network_of(address)
        wait = 0.0
        if network:
            known = self.networks.get(network)
            if known is None or known.count < self._most_each:
                # A page needs several connections, and has to come whole: nobody is refused for
                # being fast, and nobody gets ahead by it.
                wait = self._rate.queue(network, self._most_each / self._rate.rate)
                if wait:
                    self.refusals.note("connecting", network)
            elif self._rate.take(network):
                self.refusals.note("connecting", network)
                return None
            elif not self._make_room(known.waiting):
                self.refusals.note("connections", network)
                return None
        if len(self) >= self._most and not (
            self._make_room(self.waiting) or self._make_room(self.watching)
        ):
            self.refusals.note("full", network)
            return None
        peer = Peer(self, connection, network, wait)
        peer.enter()
        return peer

    def _make_room(self, group: Group) -> bool:
        """Send the first of a group away; return whether there was one."""
        oldest = next(iter(group), None)
        if oldest is None:
            return False
        self.refusals.note("pushed_out", oldest.network)
        oldest.leave()
        oldest.connection.make_room()
        return True

    def start(self) -> None:
        """Begin to look at deadlines."""
        self._sweeping = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)

    def stop(self) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()

    def _sweep(self) -> None:
        now = asyncio.get_running_loop().time()
        for group in (self.waiting, self.watching, self.seated):
            for peer in [peer for peer in group if peer.deadline < now]:
                if peer.connection.is_late():
                    self.refusals.note("slow", peer.network)
        self.start()
