"""`regicide serve`: the server as a process, from the first line it prints to a clean stop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from typing import TextIO
from urllib.parse import urlsplit

import uvicorn

from ..i18n import Catalogue
from .addresses import EVERYWHERE, qr_lines, web_addresses
from .logs import configure_logs
from .mdns import Announcement, announce
from .metrics import Metrics
from .private import keep_private, make_folder
from .refusals import Refusals
from .settings import Settings
from .store.store import Store
from .tables.hub import Hub
from .web.answers import refuse
from .web.app import create_app
from .web.reach import Reach
from .wire.frames import GuardedSocket
from .wire.peers import Peers
from .wire.requests import GuardedHttp, WireConfig

__all__ = ["DATABASE", "run"]

DATABASE = "tables.sqlite3"
STOP_SECONDS = 2
"""How long open requests may still take when the server is asked to stop."""
GOODBYE_SECONDS = 2
"""How much longer a slow client has, to hear that it was too slow."""
PING_SECONDS = 20.0
BACKLOG = 2048
DESCRIPTORS = 64
"""Kept for files, the database and what is about to be closed."""
COLLECT = (10_000, 10, 10_000)
"""The garbage collector's thresholds for its three generations."""
SWITCH_SECONDS = 0.0005
"""How long the event loop may hold up the thread that writes to disk."""


def run(settings: Settings, *, stdout: TextIO, open_browser: bool = False) -> int:
    """Serve until asked to stop.

    :raises RegicideError: the data cannot be opened.
    :raises OSError: the port is taken.
    """
    configure_logs(settings)
    make_folder(settings.folder)
    with _listen(settings) as listening:
        loops = uvicorn.Config("", log_config=None).get_loop_factory()
        with asyncio.Runner(loop_factory=loops) as runner:
            runner.run(_serve(settings, listening, stdout, open_browser))
    # Nothing is left to collect: skip the last garbage collection and exit faster.
    gc.freeze()
    return 0


async def _serve(
    settings: Settings, listening: socket.socket, stdout: TextIO, open_browser: bool
) -> None:
    most = _most_connections(settings)
    store = await Store.open(settings.folder / DATABASE)
    naming: asyncio.Task[Announcement | None] | None = None
    try:
        keep_private(settings.folder, DATABASE, own_folder=not settings.data)
        hub = Hub(settings, store, Metrics())
        await hub.look_over()
        peers = Peers(settings, Refusals(hub.metrics), most)
        reach = Reach(settings)
        server = _Server(_config(settings, hub, peers, reach), hub, peers)
        _calm_collector()
        sys.setswitchinterval(SWITCH_SECONDS)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not (server.started or serving.done()):
            await asyncio.sleep(0.01)
        if server.started:
            reach.port = listening.getsockname()[1]
            _print_addresses(settings, reach.port, stdout, open_browser)
            if settings.mdns:
                naming = asyncio.create_task(_take_name(reach, stdout))
        await serving
    finally:
        if naming is not None:
            await _give_name_back(naming)
        await store.close()


async def _take_name(reach: Reach, stdout: TextIO) -> Announcement | None:
    """Give the server a name in its network, if the network allows it."""
    hosts = [urlsplit(address).hostname or "" for address in await reach.addresses()]
    found = await announce(hosts, reach.port)
    if found is not None:
        reach.announced(found.name)
        line = Catalogue("en")("serve.name", address=f"http://{found.name}:{reach.port}")
        print(line, file=stdout, flush=True)
    return found


async def _give_name_back(naming: asyncio.Task[Announcement | None]) -> None:
    if not naming.done():
        naming.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        found = await naming
        if found is not None:
            await found.close()


def _calm_collector() -> None:
    """Keep the garbage collector from scanning the whole heap again and again.

    Reference counting frees nearly everything. With a thousand tables in memory, a full
    collection stopped the server for half a second every few seconds and found nothing; now
    there is one in a long while.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


def _most_connections(settings: Settings) -> int:
    """Raise the limit of descriptors as far as we may; return how many connections fit."""
    if sys.platform == "win32":
        return settings.connections
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.connections + DESCRIPTORS
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    if soft == resource.RLIM_INFINITY:
        return settings.connections
    return max(1, min(settings.connections, soft - DESCRIPTORS))


def _config(settings: Settings, hub: Hub, peers: Peers, reach: Reach) -> WireConfig:
    config = WireConfig(
        create_app(hub, peers.refusals, reach),
        http=GuardedHttp,
        ws=GuardedSocket,
        ws_max_size=settings.message_bytes,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        # Messages are small; compressing them costs more than it saves.
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=STOP_SECONDS,
        backlog=BACKLOG,
    )
    config.peers = peers
    config.refuse = refuse
    return config


class _Server(uvicorn.Server):
    """A server that says goodbye to everyone and exits normally on a signal."""

    def __init__(self, config: WireConfig, hub: Hub, peers: Peers) -> None:
        super().__init__(config)
        self._hub = hub
        self._peers = peers

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._hub.start()
        self._peers.start()
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._peers.stop()
        await self._hub.close()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on Ctrl-C and SIGTERM without raising the signal again afterwards."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        signals = (signal.SIGINT, signal.SIGTERM)
        before = {each: signal.signal(each, self.handle_exit) for each in signals}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform == "linux":
            # Connections inherit it: a client that stops reading is dropped, whatever is queued.
            patience = 1000 * (settings.send_seconds + GOODBYE_SECONDS)
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, patience)
        listening.bind((settings.host, settings.port))
    except OSError as problem:
        listening.close()
        raise OSError(problem.errno, problem.strerror, f"{settings.host}:{settings.port}") from None
    return listening


def _print_addresses(settings: Settings, port: int, stdout: TextIO, open_browser: bool) -> None:
    """Print where to find the server, and open a browser if asked to."""
    t = Catalogue("en")
    everywhere = settings.host in EVERYWHERE
    here = f"http://localhost:{port}" if everywhere else f"http://{settings.host}:{port}"
    lines = [t("serve.here", address=here)]
    others = web_addresses(settings.host, port) if everywhere else []
    if others:
        lines.append(t("serve.phones", address=others[0]))
        if stdout.isatty():
            lines += ["", *qr_lines(others[0])]
    lines += [t("serve.data", folder=str(settings.folder)), t("serve.stop")]
    print("\n".join(lines), file=stdout, flush=True)
    if open_browser and _has_browser():
        # The server does not wait for the browser.
        threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()


def _has_browser() -> bool:
    """Tell whether there is a browser with a window."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
