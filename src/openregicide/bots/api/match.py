"""One game between bots, from the deal to its end.

A bot is given a view and its own dice. If it does anything wrong, its table loses and the match
says how; nothing that a bot raises leaves this module.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...core import Card, Game, Generator, Heal, Move, RuleSet, minimal_moves
from ...errors import IllegalMoveError, InvalidOptionError
from .bot import Bot
from .guard import Fault, is_move

__all__ = ["Match", "Thinking", "play_match"]


@dataclass(frozen=True, slots=True)
class Thinking:
    """How long a seat thought about moves where it had a choice."""

    choices: int = 0
    """Moves where more than one was possible, pointless discards aside."""
    ms: float = 0.0
    cpu_ms: float = 0.0
    """The same in CPU time, of all threads: what counts on a busy machine."""

    def __add__(self, other: Thinking) -> Thinking:
        return Thinking(
            self.choices + other.choices, self.ms + other.ms, self.cpu_ms + other.cpu_ms
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A game that was played; with a fault, up to the fault."""

    game: Game
    thinking: tuple[Thinking, ...]
    """By seat."""
    fault: Fault | None = None

    @property
    def won(self) -> bool:
        return self.game.outcome is not None and self.game.outcome.won

    @property
    def kills(self) -> int:
        """Enemies defeated."""
        return int(self.game.state.castle_at)

    @property
    def moves(self) -> int:
        """Moves of players; what chance decided does not count."""
        return sum(not isinstance(token.action, Heal) for token in self.game.tokens)

    @property
    def lost_to(self) -> Card | None:
        """The enemy that stood at the end."""
        return self.game.view(None).enemy


def play_match(
    rules: RuleSet, seed: int, bots: Sequence[Bot], dice: Sequence[Generator], *, first: int = 0
) -> Match:
    """Play one game, a bot and its dice to each seat.

    :raises InvalidOptionError: not as many bots or dice as players.
    """
    if not len(bots) == len(dice) == rules.players:
        raise InvalidOptionError("match.seats", count=len(bots), players=rules.players)
    # A copy: a bot that tampers with the rules in its view spoils no other game.
    game = Game.new(replace(rules), seed, first=first)
    thinking = [Thinking() for _ in bots]
    fault = None
    while game.outcome is None and fault is None:
        seat = int(game.state.seat)
        thought, fault = _turn(game, seat, bots[seat], dice[seat])
        thinking[seat] += thought
    return Match(game=game, thinking=tuple(thinking), fault=fault)


def _turn(game: Game, seat: int, bot: Bot, dice: Generator) -> tuple[Thinking, Fault | None]:
    had_choice = len(minimal_moves(game.state)) > 1
    view = game.view(seat)
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        move = bot.choose(view, dice)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        # SystemExit too: a bot may end its game, but not the program.
        return Thinking(), _fault(game, seat, "fault.raised", cause=error)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    thought = Thinking(1, 1000 * wall, 1000 * cpu) if had_choice else Thinking()
    return thought, _push(game, seat, move)


def _push(game: Game, seat: int, move: object) -> Fault | None:
    if not is_move(move):
        return _fault(game, seat, "fault.no_move", returned=move)
    try:
        game.push(Move(move))
    except IllegalMoveError as error:
        return _fault(game, seat, "fault.illegal_move", returned=move, cause=error)
    return None


def _fault(
    game: Game, seat: int, code: str, *, returned: object = None, cause: BaseException | None = None
) -> Fault:
    # A new view: the bot may have tampered with the one it was given.
    return Fault(seat=seat, code=code, view=game.view(seat), returned=returned, cause=cause)
