"""A table's journal, followed entry by entry: what was public at every version, and who knew what.

This is a second telling of `table/fold.py`, on purpose: two that agree are rarely both wrong.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from openregicide.core import (
    CARDS,
    Companions,
    Event,
    Phase,
    RuleSet,
    Talk,
    View,
    announce,
    draw_heal,
    moves_of,
    new_state,
    resolve_heal,
    view_for,
)
from openregicide.core.options import Mulligan
from openregicide.errors import RegicideError
from openregicide.notation import (
    format_action,
    format_card,
    format_move,
    format_view,
    parse_move,
    parse_seed,
)

from .findings import BrokenError

__all__ = ["GameFacts", "Journal", "Line", "SeatFacts"]

CODES = {"talk": Talk, "companions": Companions, "mulligan": Mulligan}
NUMBERS: dict[str, Callable[[View, int], int]] = {
    "my_cards": lambda view, seat: view.hands[seat].count,
    "tavern_cards": lambda view, _: view.tavern_count,
    "discard_cards": lambda view, _: len(view.discard),
    "enemy_left": lambda view, _: view.health - view.damage,
}
"""The phrases with a number, and where everybody can see it."""
LARGE_HAND = 8
"""From larger hands, only discards with no card to spare are listed."""

assert CARDS == 54


@dataclass(slots=True)
class SeatFacts:
    holder: str = "free"
    name: str = ""
    stand_in: str = ""
    votes: set[int] = field(default_factory=set)
    token_hash: str = ""
    device: str = ""
    face: str = ""

    def shown(self) -> dict[str, Any]:
        shown: dict[str, Any] = {"holder": self.holder}
        if self.name:
            shown["name"] = self.name
        if self.stand_in:
            shown["stand_in"] = self.stand_in
        if self.votes:
            shown["votes"] = sorted(self.votes)
        if self.face:
            shown["face"] = self.face
        return shown


class GameFacts:
    """A game of the table, as far as it has come."""

    def __init__(self, entry: dict[str, Any], rules: RuleSet, number: int) -> None:
        self.id: str = entry["game"]
        self.number = number
        self.first: int = entry["first"]
        self.seed: str = entry["seed"]
        self.daily: str = entry.get("daily", "")
        self.again: str | None = entry.get("again")
        self.undone = 0
        self.giving_up: set[int] = set()
        self.given_up = False
        self.last: tuple[int, Any, int] | None = None
        """Of a person's last move, while it may be taken back: the seat, the state before it, and
        how many tokens there were."""
        self.tokens: list[str] = []
        self.dice = parse_seed(self.seed)
        self.state = new_state(rules, self.dice, first=self.first)

    @property
    def running(self) -> bool:
        return self.state.phase != Phase.OVER and not self.given_up

    @property
    def won(self) -> bool:
        outcome = None if self.given_up else self.state.outcome()
        return outcome is not None and outcome.won

    def make(self, entry: dict[str, Any]) -> tuple[Event, ...]:
        """Make the move of an entry as the engine makes it, and compare what chance decided.

        :raises RegicideError: it is not legal.
        """
        state = self.state.copy()
        move = parse_move(entry["move"])
        events = announce(state, move)
        healed = ""
        self.tokens.append(format_action(move))
        if state.phase == Phase.HEAL:
            heal = draw_heal(state, self.dice)
            healed = format_action(heal)
            events += resolve_heal(state, heal)
            self.tokens.append(healed)
        if healed != entry.get("heal", ""):
            raise BrokenError("journal.heal", f"{entry} but the seed heals {healed!r}")
        self.state = state
        return events

    def shown(self) -> dict[str, Any]:
        over = not self.running
        return {
            "number": self.number,
            "id": self.id,
            "first": self.first,
            "seed_hash": hashlib.sha256(self.seed.encode()).hexdigest(),
            "seed": self.seed if over and not self.daily else None,
            "result": ("won" if self.won else "lost") if over else None,
            "again": self.again,
            "undone": self.undone,
            "giving_up": sorted(self.giving_up),
            "given_up": self.given_up,
        }


@dataclass(frozen=True, slots=True)
class Line:
    """One version: the entry that led to it, and what everybody may see since."""

    entry: dict[str, Any]
    events: tuple[Event, ...]
    seats: list[dict[str, Any]]
    tokens: tuple[str, ...]
    """The hashes of the tokens that open the seats."""
    host: int | None
    settings: dict[str, Any]
    game: dict[str, Any] | None
    game_version: int
    """When the game last changed."""
    mover: int | None
    undoable: int | None
    """Whose player may take the last move back."""


class Journal:
    """A journal that has been followed to its end."""

    def __init__(self, table: str, stored: list[bytes]) -> None:
        """:raises BrokenError: it is not the journal of a table."""
        self.table = table
        self.entries: list[dict[str, Any]] = [json.loads(data) for data in stored]
        self.lines: list[Line] = []
        self.games: list[GameFacts] = []
        self.tokens: dict[str, list[tuple[int, int]]] = {}
        """By the hash of a token: which seat it opens, from which version."""
        self.secrets: set[str] = set()
        """What no frame may ever have in it."""
        self._seats: list[SeatFacts] = []
        self._host: int | None = None
        self._settings: dict[str, Any] = {}
        self._game_version = 0
        self._states: dict[int, Any] = {}
        self._views: dict[tuple[int, int | None], tuple[str, list[str]]] = {}
        for version, entry in enumerate(self.entries, 1):
            try:
                events = self._follow(entry, version)
            except (RegicideError, KeyError, IndexError, TypeError) as error:
                raise BrokenError("journal.impossible", f"{version}: {entry}: {error!r}") from error
            self._note(entry, events)

    @property
    def version(self) -> int:
        return len(self.lines)

    def at(self, version: int) -> Line:
        return self.lines[version - 1]

    def view(self, version: int, viewer: int | None) -> tuple[str, list[str]] | None:
        """Return what a viewer sees of the game at a version, and their legal moves."""
        changed = self.at(version).game_version
        if changed == 0:
            return None
        known = self._views.get((changed, viewer))
        if known is None:
            view = view_for(self._states[changed], viewer)
            moves: list[str] = []
            running = self.at(changed).mover is not None
            if running and view.phase is not Phase.OVER and viewer == view.turn:
                hand = len(view.hands[view.turn].cards)
                minimal = view.phase is Phase.DISCARD and hand > LARGE_HAND
                moves = sorted(format_move(move) for move in moves_of(view, minimal=minimal))
            known = self._views[changed, viewer] = format_view(view), moves
        return known

    def undoable(self, version: int) -> int | None:
        """Return the seat whose player may take the last move back at a version."""
        return self.at(version).undoable

    def hand(self, version: int, seat: int) -> set[str]:
        """Return the cards that a seat holds at a version."""
        changed = self.at(version).game_version
        hands = view_for(self._states[changed], seat).hands
        return {format_card(card) for card in hands[seat].cards}

    # Following

    def _note(self, entry: dict[str, Any], events: tuple[Event, ...]) -> None:
        game = self.games[-1] if self.games else None
        self.lines.append(
            Line(
                entry,
                events,
                [seat.shown() for seat in self._seats],
                tuple(seat.token_hash for seat in self._seats),
                self._host,
                self._settings,
                None if game is None else game.shown(),
                self._game_version,
                game.state.seat if game is not None and game.running else None,
                self._undoable(),
            )
        )

    def _undoable(self) -> int | None:
        last = self.games[-1].last if self.games and self.games[-1].running else None
        return None if last is None or self._seats[last[0]].stand_in else last[0]

    def _follow(self, entry: dict[str, Any], version: int) -> tuple[Event, ...]:
        kind: str = entry["type"]
        seat: Any = entry.get("seat")
        if (kind == "created") != (version == 1):
            raise BrokenError("journal.creation", f"{version}: {entry}")
        match kind:
            case "created":
                self._settings = entry["settings"]
                self._seats = [SeatFacts() for _ in range(self._settings["rules"]["players"])]
            case "configured":
                self._settings = entry["settings"]
            case "seated":
                token, device = entry["token_hash"], entry.get("device", "")
                face = entry.get("face", "")
                self._put(seat, SeatFacts("person", entry["name"], "", set(), token, device, face))
                self.tokens.setdefault(token, []).append((seat, version))
                self.secrets |= {token, device} - {""}
            case "bot_seated":
                self._put(seat, SeatFacts("bot", entry["bot"]))
            case "unseated":
                self._put(seat, SeatFacts())
            case "voted":
                votes = self._seats[entry["about"]].votes
                (votes.add if entry["wanted"] else votes.discard)(seat)
            case "stood_in":
                self._seats[seat].stand_in = entry["bot"]
                self._seats[seat].votes = set()
            case "returned":
                self._seats[seat].stand_in = ""
            case "began":
                self._begin(entry, version)
            case "moved":
                return self._move(entry, version)
            case "faced":
                self._seats[seat].face = entry["face"]
            case "said":
                self._check_number(entry, version)
            case "took_back":
                self._take_back(entry, version)
            case "give_up_voted":
                self._vote_to_give_up(entry, version)
            case "gave_up":
                self._give_up(entry, version)
            case "chatted":
                # With open talk it may be about a hand, and so it is an act.
                if self.games and self.games[-1].last and self.games[-1].last[0] != seat:
                    self.games[-1].last = None
            case _:
                raise BrokenError("journal.unknown", f"{version}: {entry}")
        return ()

    def _check_number(self, entry: dict[str, Any], version: int) -> None:
        """Check that the number in a phrase is what everybody saw at that moment (R28)."""
        phrase, number = entry["phrase"], entry.get("count")
        public = None
        if phrase in NUMBERS:
            if not self.games or not self.games[-1].running:
                raise BrokenError("journal.number", f"{version}: {entry} without a game")
            public = NUMBERS[phrase](view_for(self.games[-1].state, None), entry["seat"])
        if number != public:
            raise BrokenError("journal.number", f"{version}: {entry} instead of {public}")

    def _put(self, seat: Any, facts: SeatFacts) -> None:
        self._seats[seat] = facts
        people = [i for i, each in enumerate(self._seats) if each.holder == "person"]
        if self._host not in people:
            self._host = people[0] if people else None

    def _begin(self, entry: dict[str, Any], version: int) -> None:
        if self.games and self.games[-1].running:
            raise BrokenError("journal.two_games", f"{version}: {entry}")
        if any(seat.holder == "free" for seat in self._seats):
            raise BrokenError("journal.free_seat", f"{version}: {entry}")
        rules: dict[str, Any] = {
            name: CODES[name](value) if name in CODES else value
            for name, value in self._settings["rules"].items()
        }
        for name in ("attack", "health"):
            rules[name] = tuple(rules[name])
        game = GameFacts(entry, RuleSet(**rules), len(self.games) + 1)
        if game.again is not None:
            before = self.games[-1]
            if (before.id, before.seed, before.first) != (game.again, game.seed, game.first):
                raise BrokenError("journal.other_cards", f"{version}: {entry}")
        self.games.append(game)
        self._changed(version)

    def _move(self, entry: dict[str, Any], version: int) -> tuple[Event, ...]:
        game = self.games[-1]
        seat, by = entry["seat"], entry.get("by", "player")
        facts = self._seats[seat]
        if seat != game.state.seat:
            raise BrokenError("journal.turn", f"{version}: {entry}, seat {game.state.seat} is due")
        plays = facts.holder == "bot" or facts.stand_in != ""
        if (by == "bot") != plays and by != "clock":
            raise BrokenError("journal.player", f"{version}: {entry}")
        if (by == "player") != ("asked_by" in entry):
            raise BrokenError("journal.player", f"{version}: {entry}")
        state, tokens = game.state, len(game.tokens)
        events = game.make(entry)
        game.last = None
        if by == "player":
            game.giving_up.clear()
            if not any(_stays(event, len(self._seats)) for event in events):
                game.last = seat, state, tokens
        if not game.running:
            game.giving_up.clear()
            for each in self._seats:
                each.votes = set()
        self._changed(version)
        return events

    def _take_back(self, entry: dict[str, Any], version: int) -> None:
        game = self.games[-1]
        if not game.running or game.last is None or game.last[0] != entry["seat"]:
            raise BrokenError("journal.took_back", f"{version}: {entry}")
        _, game.state, tokens = game.last
        del game.tokens[tokens:]
        game.last = None
        game.undone += 1
        game.giving_up.clear()
        self._changed(version)

    def _vote_to_give_up(self, entry: dict[str, Any], version: int) -> None:
        game = self.games[-1]
        if not game.running:
            raise BrokenError("journal.gave_up", f"{version}: {entry}")
        if entry["wanted"]:
            game.giving_up.add(entry["seat"])
        else:
            game.giving_up.clear()

    def _give_up(self, entry: dict[str, Any], version: int) -> None:
        game = self.games[-1]
        # Who was away for long is not asked; whoever ends a game has to want it.
        if not game.running or entry["seat"] not in game.giving_up:
            raise BrokenError("journal.gave_up", f"{version}: {entry}")
        game.given_up = True
        game.giving_up.clear()
        game.last = None
        for each in self._seats:
            each.votes = set()
        self._changed(version)

    def _changed(self, version: int) -> None:
        self._game_version = version
        self._states[version] = self.games[-1].state


STAY = ("HEALED", "DREW", "FLIPPED", "DEFEATED", "REVEALED", "WON", "LOST")


def _stays(event: Event, players: int) -> bool:
    """Return whether a move with this event cannot be taken back: something has come up."""
    name = event.kind.name
    return name in STAY or (name == "PLAYED" and players > 1)
