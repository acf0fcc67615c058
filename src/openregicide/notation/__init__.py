"""Text in, text out: cards, moves, positions, views, rules and records; see docs/notation.md."""

from .cards import format_card, format_cards, format_suit, parse_card, parse_cards, read_cards
from .moves import format_action, format_move, parse_action, parse_move
from .position import format_rfen, format_view, parse_rfen, parse_view
from .record import (
    UNFINISHED,
    format_seed,
    load_game,
    parse_generator_seed,
    parse_seed,
    read_record,
    result_of,
    write_record,
)
from .rules import format_rules, parse_rules

__all__ = [
    "UNFINISHED",
    "format_action",
    "format_card",
    "format_cards",
    "format_move",
    "format_rfen",
    "format_rules",
    "format_seed",
    "format_suit",
    "format_view",
    "load_game",
    "parse_action",
    "parse_card",
    "parse_cards",
    "parse_generator_seed",
    "parse_move",
    "parse_rfen",
    "parse_rules",
    "parse_seed",
    "parse_view",
    "read_cards",
    "read_record",
    "result_of",
    "write_record",
]
