"""The rulebook: cards, rules, states and views. Standard library only, no I/O, no English."""

from __future__ import annotations

from ..engine import select_engine

select_engine(__name__)

from .cards import (
    CARDS,
    JESTER,
    Card,
    Cards,
    Rank,
    Suit,
    card_of,
    cards_in,
    is_companion,
    is_jester,
    is_royal,
    mask_of,
    rank_of,
    suit_of,
    value_of,
)
from .dice import STREAM_BYTES, Seed, draw_heal, first_by_seed, new_state
from .events import Event, EventKind, visible_to
from .game import Game, Record, Step, Token
from .legal import (
    announce,
    apply,
    is_legal,
    legal_moves,
    minimal_moves,
    narrate,
    perft,
    resolve_heal,
    sample_heal,
    verify,
)
from .moves import (
    FLIP,
    YIELD,
    Action,
    Heal,
    Move,
    MoveKind,
    Seat,
    discard,
    move_cards,
    move_kind,
    move_seat,
    name_next,
    play,
)
from .options import OPTIONS, Companions, RuleSet, Talk
from .phase import Ending, Medal, Outcome, Phase
from .playout import Tally, random_move, random_playouts
from .preview import Preview, moves_of, preview, previews
from .rng import Generator
from .setup import Play, deck_of, restore_state
from .state import State
from .view import Hand, Part, View, plays_of, view_for, world_of

__all__ = [
    "CARDS",
    "FLIP",
    "JESTER",
    "OPTIONS",
    "STREAM_BYTES",
    "YIELD",
    "Action",
    "Card",
    "Cards",
    "Companions",
    "Ending",
    "Event",
    "EventKind",
    "Game",
    "Generator",
    "Hand",
    "Heal",
    "Medal",
    "Move",
    "MoveKind",
    "Outcome",
    "Part",
    "Phase",
    "Play",
    "Preview",
    "Rank",
    "Record",
    "RuleSet",
    "Seat",
    "Seed",
    "State",
    "Step",
    "Suit",
    "Talk",
    "Tally",
    "Token",
    "View",
    "announce",
    "apply",
    "card_of",
    "cards_in",
    "deck_of",
    "discard",
    "draw_heal",
    "first_by_seed",
    "is_companion",
    "is_jester",
    "is_legal",
    "is_royal",
    "legal_moves",
    "mask_of",
    "minimal_moves",
    "move_cards",
    "move_kind",
    "move_seat",
    "moves_of",
    "name_next",
    "narrate",
    "new_state",
    "perft",
    "play",
    "plays_of",
    "preview",
    "previews",
    "random_move",
    "random_playouts",
    "rank_of",
    "resolve_heal",
    "restore_state",
    "sample_heal",
    "suit_of",
    "value_of",
    "verify",
    "view_for",
    "visible_to",
    "world_of",
]
