"""Tables on a server: find them, sit down, play, and stay through bad connections."""

from .links import Link, format_code, format_link, parse_code, parse_link
from .playing import play_bot
from .problems import ProtocolError
from .remote import RemoteTable, Status
from .server import Server
from .session import new_id
from .timing import Timing

__all__ = [
    "Link",
    "ProtocolError",
    "RemoteTable",
    "Server",
    "Status",
    "Timing",
    "format_code",
    "format_link",
    "new_id",
    "parse_code",
    "parse_link",
    "play_bot",
]
