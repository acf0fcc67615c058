"""What a seat asks of its table, over the socket or by HTTP."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from .scalars import Digest, Face, MoveText, RequestId, SeatNumber, Spec, Version
from .table import TableSettings

__all__ = [
    "AFTER_JESTER",
    "PHRASES",
    "PUBLIC_FACTS",
    "AskHint",
    "Begin",
    "Chat",
    "ChooseFace",
    "Configure",
    "GiveUp",
    "Hello",
    "Leave",
    "MakeMove",
    "OpenShare",
    "Ping",
    "Pledge",
    "Request",
    "Return",
    "Say",
    "SeatBot",
    "TakeBack",
    "Vote",
]


PHRASES = (
    "hello",
    "good_luck",
    "thanks",
    "well_played",
    "one_moment",
    "back_again",
    "good_game",
)
"""What may be said at any time (R27): none of it is about anyone's cards."""

AFTER_JESTER = ("like_to_go_next", "rather_not_go_next")
"""What may be said between a jester and the choice of the next player (R22)."""

PUBLIC_FACTS = ("my_cards", "tavern_cards", "discard_cards", "enemy_left")
"""What may be said while a game runs, because everybody can see it (R27, R28). Each has a number,
which the table fills in: nobody can say another one."""


class Hello(Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message on a socket: who connects, and what they have seen already."""

    token: Annotated[str, Meta(max_length=128)] | None = None
    """The seat's token; without it the client is a spectator."""
    version: Version | None = None
    """The last version seen, to get only what is new."""


class MakeMove(Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    """Make a move."""

    id: RequestId
    version: Version
    """The version the player was looking at; if the game has changed since, the move is stale."""
    move: MoveText


class TakeBack(Struct, frozen=True, tag="take_back", forbid_unknown_fields=True):
    """Take your last move back, as long as `may_undo` of the last update says so."""

    id: RequestId
    version: Version
    """The version the player is looking at; if anybody has moved since, it is too late."""


class GiveUp(Struct, frozen=True, tag="give_up", forbid_unknown_fields=True):
    """Want to give the game up, which happens when every player who is there does; or object.

    The votes lapse when someone objects, makes a move or takes one back. Bots have none, and those
    who are away block nobody: not once a bot may stand in for them.
    """

    id: RequestId
    version: Version
    """The version the player is looking at, to tell which game is meant."""
    wanted: bool = True


class AskHint(Struct, frozen=True, tag="hint", forbid_unknown_fields=True):
    """Ask for hints on your own move, where the table allows it; the answer has them."""

    id: RequestId
    version: Version
    """The version the player is looking at, as for a move."""


class Say(Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Say one of the ready-made phrases (R22, R27); a number in it comes from the table."""

    id: RequestId
    phrase: Annotated[str, Meta(max_length=32)]


class ChooseFace(Struct, frozen=True, tag="face", forbid_unknown_fields=True):
    """Choose the face that the others see."""

    id: RequestId
    face: Face = ""


class Chat(Struct, frozen=True, tag="chat", forbid_unknown_fields=True):
    """Say anything: between games, or at a table with open talk (R27)."""

    id: RequestId
    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Begin(Struct, frozen=True, tag="begin", forbid_unknown_fields=True):
    """The host begins a game, the first one or a rematch."""

    id: RequestId
    first: SeatNumber | None = None
    """Who goes first, unless R4 says so; chance decides if left out."""
    again: bool = False
    """Play the last game's cards once more, with the same player going first."""


class Pledge(Struct, frozen=True, tag="pledge", forbid_unknown_fields=True):
    """Commit to a share of the next game's seed; a later pledge replaces it."""

    id: RequestId
    pledge: Digest
    """SHA-256 of the share's 64 hexadecimal digits."""


class OpenShare(Struct, frozen=True, tag="open", forbid_unknown_fields=True):
    """Open the pledged share, once the table says that a game is about to begin."""

    id: RequestId
    share: Digest


class SeatBot(Struct, frozen=True, tag="seat_bot", forbid_unknown_fields=True):
    """The host puts a bot into a seat or, without `bot`, frees the seat. Between games only."""

    id: RequestId
    seat: SeatNumber
    bot: Spec | None = None


class Configure(Struct, frozen=True, tag="configure", forbid_unknown_fields=True):
    """The host changes the table. Between games only, and not the number of players.

    During a game it may change `hints` and nothing else, unless the game is ranked."""

    id: RequestId
    settings: TableSettings


class Vote(Struct, frozen=True, tag="vote", forbid_unknown_fields=True):
    """Vote for a bot to play for someone who is away, or withdraw that vote."""

    id: RequestId
    seat: SeatNumber
    bot: bool = True


class Return(Struct, frozen=True, tag="return", forbid_unknown_fields=True):
    """Take your seat back from the bot that stood in."""

    id: RequestId


class Leave(Struct, frozen=True, tag="leave", forbid_unknown_fields=True):
    """Give up the seat. Between games only; during a game, just close the page."""

    id: RequestId


class Ping(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Ask whether the table is still there."""

    id: RequestId


Request = (
    MakeMove
    | TakeBack
    | GiveUp
    | AskHint
    | Say
    | Chat
    | ChooseFace
    | Pledge
    | OpenShare
    | Begin
    | SeatBot
    | Configure
    | Vote
    | Return
    | Leave
    | Ping
)
