"""Tables on a server: find them, sit down, play, and stay through bad connections."""

from .links import Link, format_code, format_link, parse_code, parse_link
from .playing import play_bot
from .problems import ProtocolError
from .remote import RemoteTable, Status
from .server import Server
from .session import new_id
from .timing import Timing
from .witness import Fairness, Kept, Seal, Witness

__all__ = [
    "Fairness",
    "Kept",
    "Link",
    "ProtocolError",
    "RemoteTable",
    "Seal",
    "Server",
    "Status",
    "Timing",
    "Witness",
    "format_code",
    "format_link",
    "new_id",
    "parse_code",
    "parse_link",
    "play_bot",
]
