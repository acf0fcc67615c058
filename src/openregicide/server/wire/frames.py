"""WebSocket frames, counted before they are parsed, and a protocol that reads no faster.

A library spends far more time on a frame than it takes to send one. So every frame costs a token
before it is parsed, control frames and empty fragments too. Without a token the connection is not
read for a moment; if that does not help, it is closed.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from ..limits import Bucket

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent

    from .peers import Peer

__all__ = ["FrameMeter", "GuardedSocket"]

FRAMES_EACH = 4
"""Frames for each message that a connection may send: fragments, pings, pongs."""
LEAST = 20
"""Frames a second, however few messages are allowed."""
MOST_FRAGMENTS = 64
"""Of one message."""
PAUSE_SECONDS = 0.25
PAUSES = 4
"""How often reading may pause before the connection is closed ..."""
FORGIVEN_SECONDS = 10.0
"""... unless the last pause is as long ago."""
TOO_FAST = 4001
"""The close code for a client that may come back later."""


class FrameMeter:
    """Says how much of what was received may be parsed."""

    __slots__ = ("_bucket", "_burst", "_fragments", "_left", "_rate", "empty", "endless")

    def __init__(self, messages: int, now: float) -> None:
        """:param messages: how many messages a second the connection may send."""
        self._rate = float(max(LEAST, FRAMES_EACH * messages))
        self._burst = self._rate
        self._bucket = Bucket(self._burst, now)
        self._left = 0
        """Bytes of the last frame that are still to come."""
        self._fragments = 0
        self.empty = False
        """Whether there was no token for a frame."""
        self.endless = False
        """Whether a message has too many fragments."""

    @property
    def left(self) -> float:
        """How many tokens are left."""
        return self._bucket.left

    def measure(self, data: bytes, now: float) -> int:
        """Take a token for each frame that begins in `data`; return how many bytes are paid for.

        What is not paid for, or half a frame's header, has to be passed in again.
        """
        at, size = self._left, len(data)
        self.empty = False
        while size - at >= 2:
            length, head = data[at + 1] & 0x7F, 2
            if length >= 126:
                head = 4 if length == 126 else 10
                if size - at < head:
                    break
                length = int.from_bytes(data[at + 2 : at + head], "big")
            if self._bucket.take(self._rate, self._burst, now):
                self.empty = True
                break
            if not data[at] & 0x08:
                self._fragments = 0 if data[at] & 0x80 else self._fragments + 1
                if self._fragments > MOST_FRAGMENTS:
                    self.endless = True
                    break
            at += head + length + (4 if data[at + 1] & 0x80 else 0)
        self._left = max(0, at - size)
        return min(at, size)


class GuardedSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is read at the pace that its client may have."""

    peer: Peer
    meter: FrameMeter

    def guard(self, peer: Peer, messages: int) -> None:
        """Count its frames from now on, for this peer."""
        self.peer = peer
        self.meter = FrameMeter(messages, self.loop.time())
        self._kept = b""
        """What was received and not parsed yet."""
        self._resting: asyncio.TimerHandle | None = None
        self._full = False
        """Whether the client does not read."""
        self._pauses = 0
        self._paused_at = 0.0

    # What arrives

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            # The handshake, written anew by the HTTP protocol, which has measured it.
            super().data_received(data)
            return
        if self._kept:
            data = self._kept + data
        self._parse(data)

    def _parse(self, data: bytes) -> None:
        paid = self.meter.measure(data, self.loop.time())
        if paid == len(data):
            self._kept = b""
            super().data_received(data)
            return
        self._kept = data[paid:]
        if paid:
            super().data_received(data[:paid])
        if self.meter.endless:
            self._drop()
        elif self.meter.empty:
            self._rest()

    def _rest(self) -> None:
        """Read nothing for a moment, or no more if that has not helped."""
        now = self.loop.time()
        self._pauses = self._pauses + 1 if now < self._paused_at + FORGIVEN_SECONDS else 1
        self._paused_at = now
        if self._pauses > PAUSES:
            self._drop()
            return
        self.peer.refused("frames")
        if not self.transport.is_closing():
            self.transport.pause_reading()
            self._resting = self.loop.call_later(PAUSE_SECONDS, self._wake)

    def _wake(self) -> None:
        self._resting = None
        if self.transport.is_closing():
            return
        kept, self._kept = self._kept, b""
        self._parse(kept)
        self._read_on()

    def _read_on(self) -> None:
        """Read, unless there is a reason not to."""
        if not (self.read_paused or self._full or self._resting or self.transport.is_closing()):
            self.transport.resume_reading()

    def _drop(self) -> None:
        """Close a connection that does not stop."""
        self.peer.refused("frames_dropped")
        self._kept = b""
        if self.conn.state is not OPEN or self._full:
            self.transport.abort()
            return
        self.conn.send_close(TOO_FAST, "limit.too_fast")
        self.handle_parser_exception()

    def send_receive_event_to_app(self) -> None:
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        event: ASGIReceiveEvent
        if self.curr_msg_data_type == "text":
            try:
                text = data.decode()
            except UnicodeDecodeError:
                self.peer.refused("malformed")
                # The client may have said goodbye already, in the same breath.
                if self.conn.state is OPEN:
                    self.conn.send_close(1007)
                self.handle_parser_exception()
                return
            event = cast("ASGIReceiveEvent", {"type": "websocket.receive", "text": text})
        else:
            event = cast("ASGIReceiveEvent", {"type": "websocket.receive", "bytes": bytes(data)})
        self.queue.put_nowait(event)
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    async def run_asgi(self) -> None:
        # Uvicorn's own reports as an error that a client left, or was refused, before it shook
        # hands.
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        if self.close_timer is None:
            self.transport.close()

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._read_on()
        return message

    # A client that does not read

    def pause_writing(self) -> None:
        # Every ping would add a pong to what waits.
        super().pause_writing()
        self._full = True
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._full = False
        self._read_on()

    # The end

    def connection_lost(self, exc: Exception | None) -> None:
        if self._resting is not None:
            self._resting.cancel()
        self._kept = b""
        self.peer.leave()
        super().connection_lost(exc)

    def is_late(self) -> bool:
        # Once the hands are shaken, the application waits for a greeting.
        self.peer.deadline = float("inf")
        if self.handshake_complete:
            return False
        self.transport.abort()
        return True

    def make_room(self) -> None:
        self.transport.abort()

    def mark(self) -> None:
        """Tell the application which peer this is."""
        self.scope["state"]["peer"] = self.peer
