"""The engine's codes and numbers, as sentences for one seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core import (
    JESTER,
    Card,
    Cards,
    Ending,
    Event,
    EventKind,
    Move,
    MoveKind,
    Preview,
    Suit,
    View,
    move_cards,
    move_kind,
    move_seat,
    rank_of,
    value_of,
    visible_to,
)
from ...i18n import Catalogue
from ...i18n.speech import card_name, cards_text, joined, listed, sentence, suit_name
from .cards import typed

__all__ = ["Narrator"]

UNSAID = (EventKind.TURN, EventKind.CLEARED)
"""Events left out in plain lines: the lines after them say as much."""


class Narrator:
    """Sentences for a seat, or for spectators."""

    def __init__(self, t: Catalogue, seat: int | None) -> None:
        self.t = t
        self.seat = seat

    # Names

    def player(self, seat: int) -> str:
        return self.t("player.name", number=seat + 1)

    def numbered(self, seat: int) -> str:
        """Return a player's name with the number to type."""
        return str(seat + 1)

    def card(self, card: Card) -> str:
        return card_name(self.t, card)

    def rank(self, card: Card) -> str:
        return self.t(f"rank.{rank_of(card).name.lower()}")

    def suit(self, suit: Suit) -> str:
        return suit_name(self.t, suit)

    def cards(self, cards: Iterable[Card]) -> str:
        return cards_text(self.t, cards)

    # Events

    def events(self, events: Iterable[Event]) -> str:
        """Return what happened, as far as this seat may know, as one paragraph."""
        seen = [event for event in visible_to(self.seat, events) if event.kind not in UNSAID]
        return joined(self.t, (self.event(event, count) for event, count in _gathered(seen)))

    def event(self, event: Event, count: int = 1) -> str:
        """Return a sentence for an event; `count` is how many draws it sums up."""
        key = f"event.{event.code}"
        values: dict[str, object] = {"value": event.value, "total": event.total}
        match event.kind:
            case EventKind.PLAYED if event.cards == (JESTER,):
                key = "event.played_jester"
            case EventKind.BLOCKED | EventKind.IMMUNITY_LOST:
                values["suit"] = self.suit(Suit(event.value))
            case EventKind.HEALED | EventKind.FLIPPED:
                values["count"] = event.value
            case EventKind.DREW:
                values["count"] = count
            case EventKind.DEFEATED | EventKind.REVEALED:
                values["enemy"] = self.card(event.cards[0])
                if event.kind is EventKind.DEFEATED and event.value:
                    key = "event.defeated_exactly"
            case EventKind.NAMED_NEXT if event.value == event.seat:
                key = "event.named_self"
            case EventKind.NAMED_NEXT:
                mine = event.value == self.seat
                values["other"] = self.t("player.self") if mine else self.player(event.value)
            case _:
                pass
        values["cards"] = self.cards(event.cards)
        return self._said_of(event.seat, key, **values)

    def _said_of(self, seat: int | None, key: str, **values: object) -> str:
        """Return a sentence about a seat, or the one for that seat itself."""
        return sentence(self._text_of(seat, key, **values))

    def _text_of(self, seat: int | None, key: str, **values: object) -> str:
        if seat is None:
            return self.t(key, **values)
        if seat == self.seat and f"{key}.you" in self.t:
            return self.t(f"{key}.you", **values)
        return self.t(key, seat=self.player(seat), **values)

    # Moves to come

    def move(self, move: Move) -> str:
        """Return a move as it can be typed."""
        seat = move_seat(move)
        if seat is not None:
            return str(seat + 1)
        cards = move_cards(move)
        if cards:
            return " ".join(map(typed, cards))
        word = "tui.word.yield" if move_kind(move) is MoveKind.YIELD else "tui.word.flip"
        return self.t(word).split()[0]

    def preview(self, view: View, move: Move, seen: Preview) -> str:
        """Return what a move will do."""
        return joined(self.t, [self._effect(view, move, seen), *self._stuck(seen)])

    def _effect(self, view: View, move: Move, seen: Preview) -> str:
        t = self.t
        match move_kind(move):
            case MoveKind.NAME_NEXT:
                return self._said_of(move_seat(move), "preview.next")
            case MoveKind.DISCARD:
                over = seen.paid - view.due
                key = "preview.pay_over" if over else "preview.pay_exact"
                return t(key, due=view.due, paid=seen.paid, over=over)
            case MoveKind.FLIP:
                parts = [t("preview.flip", draw=seen.draw, count=view.flips - 1)]
            case MoveKind.YIELD:
                parts = [t("preview.yield")]
            case MoveKind.PLAY if JESTER in move_cards(move):
                parts = self._jester(view, seen)
            case _:
                parts = self._attack(view, seen)
        return joined(t, [*parts, *self._strike(view, move, seen)])

    def choice(self, view: View, move: Move, seen: Preview) -> str:
        """Return a move's preview with its cards, which may have been typed as numbers."""
        text = self.preview(view, move, seen)
        cards = move_cards(move)
        return self.t("tui.chosen", cards=self.cards(cards), text=text) if cards else text

    def _jester(self, view: View, seen: Preview) -> list[str]:
        parts = [self.t("preview.jester_again")]
        if view.immune is not None:
            parts = [self.t("preview.jester", suit=self.suit(view.immune))]
        return [*parts, *self._shield(view, seen), self.t("preview.choose_next")]

    def _attack(self, view: View, seen: Preview) -> list[str]:
        t = self.t
        key = "preview.attack_doubled" if seen.doubled else "preview.attack"
        parts = [t(key, attack=seen.attack, damage=seen.damage)]
        if seen.blocked and view.immune is not None:
            parts.append(t("preview.blocked", suit=self.suit(view.immune)))
        if seen.heal:
            parts.append(t("preview.heal", count=seen.heal))
        draws = [
            self._text_of(seat, "preview.draw", count=count)
            for seat, count in enumerate(seen.draws)
            if count
        ]
        if draws:
            parts.append(sentence(t("preview.draws", draws=listed(t, draws))))
        if view.enemy is None:
            return parts
        enemy = self.rank(view.enemy)
        if seen.falls:
            parts.append(t("preview.falls_exactly" if seen.exact else "preview.falls", enemy=enemy))
            return [*parts, t("preview.wins")] if seen.wins else parts
        left = view.health - seen.damage_after
        return [*parts, *self._shield(view, seen), t("preview.left", enemy=enemy, left=left)]

    def _shield(self, view: View, seen: Preview) -> list[str]:
        if seen.shield_after == view.shield:
            return []
        return [self.t("preview.shield", shield=seen.shield_after)]

    def _strike(self, view: View, move: Move, seen: Preview) -> list[str]:
        """Return what the enemy does then, with a warning if the hand cannot pay for it."""
        if seen.strike is None:
            return []
        if seen.strike == 0:
            return [self.t("preview.no_strike")]
        parts = [self.t("preview.strike", strike=seen.strike)]
        if view.seat is None or move_kind(move) is MoveKind.FLIP:
            return parts
        kept = list(view.hands[view.seat].cards)
        for card in move_cards(move):
            kept.remove(card)
        worth = sum(map(value_of, kept))
        if worth < seen.strike:
            drawn = seen.draws[view.seat]
            ways = ["drawn"] * (drawn > 0) + ["flipped"] * (view.flips > 0)
            key = f"_unless_{'_or_'.join(ways)}" if ways else ""
            parts.append(self.t("preview.fatal" + key, worth=worth))
        return parts

    def _stuck(self, seen: Preview) -> list[str]:
        """Warn of a move after which nobody could go on, which loses the game (R25)."""
        return [] if seen.stuck is None else [self._said_of(seen.stuck, "preview.stuck")]

    # The end

    def ending(self, view: View, *, given_up: bool = False) -> str:
        """Return why the game ended.

        :param given_up: whether the players gave it up; the view does not tell.
        """
        if given_up:
            return self.t("ending.given_up")
        if view.outcome is None:
            return self.t("ending.none")
        ending = view.outcome.ending
        key = f"ending.{ending.name.lower()}"
        if ending is Ending.LAST_KING:
            return self.t(key)
        return self._said_of(view.outcome.seat, key, due=view.due)


def _gathered(events: Sequence[Event]) -> list[tuple[Event, int]]:
    """Return the events with all draws of a seat summed up in one."""
    gathered: list[tuple[Event, int]] = []
    index: dict[int | None, int] = {}
    for event in events:
        if event.kind is not EventKind.DREW:
            index = {}
        elif event.seat in index:
            first, count = gathered[index[event.seat]]
            cards: Cards = first.cards + event.cards
            gathered[index[event.seat]] = (Event(first.kind, first.seat, cards), count + 1)
            continue
        else:
            index[event.seat] = len(gathered)
        gathered.append((event, 1))
    return gathered
