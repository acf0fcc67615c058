"""The rules of play: what a move does to the table (R5 to R11, R16 to R20, R25, R26, R30).

Ordinary Python that also compiles: `state.pxd` beside it holds the C types, and the build turns
the two into a module that is about a hundred times faster. The same lines run either way, so
there is one set of rules. What may be played is in `legal.py`.

A state is the whole table, hidden cards included. Only `view_for` may show any of it to anyone.
"""

from __future__ import annotations

from typing import Any

from . import bits, codes
from .layout import Layout
from .options import RuleSet
from .phase import Ending, Medal, Outcome

__all__ = ["State"]

BUILT_FROM = bits.DIGEST

# With C types in state.pxd: there they are plain numbers, not Python objects.

NO_LAYERS = [0] * 54
SORTED_CASTLE = list(range(40, 52))
SORTED_TAVERN = list(range(40)) + [0] * 24


class State(Layout):
    """One table in the middle of a game, and what every move does to it."""

    # Setting up, and copies

    def deal(self, first: int) -> None:
        """Shuffle and deal with the state's own generator (R2, R3)."""
        self.discard = 0
        self.layers = 0
        self.origin[:] = NO_LAYERS
        self.castle[:] = SORTED_CASTLE
        for i in range(3):
            self.generator.shuffle(self.castle, 4 * i, 4)
        self.castle_at = 0
        self.tavern_count = 40 + self.jesters
        self.tavern[:] = SORTED_TAVERN
        for i in range(self.jesters):
            self.tavern[40 + i] = 52 + i
        self.phase = codes.PHASE_PLAY
        self.due = 0
        self.ply = 0
        self.ending = 0
        self.yielded = 0
        self.flips = self.flips_given
        while True:
            self.generator.shuffle(self.tavern, 0, self.tavern_count)
            self.tavern_top = 0
            for i in range(self.players):
                hand = 0
                for j in range(self.tavern_top, self.tavern_top + self.hand_limit):
                    hand |= bits.ONE << self.tavern[j]
                self.hands[i] = hand
                self.tavern_top += self.hand_limit
            # Option `mulligan`: the tavern is shuffled again, and the castle stays.
            if self.most_dry_hands == self.players or self.dry_hands() <= self.most_dry_hands:
                break
        self.tavern_count -= self.tavern_top
        self.seat = first
        self.clear_table()

    def deals_again(self) -> bool:
        """Tell whether the option `mulligan` refuses these hands, as `deal` does."""
        return self.dry_hands() > self.most_dry_hands

    def lay_out(
        self,
        *,
        phase: int,
        seat: int,
        yielded: int,
        flips: int,
        castle: list[int],
        plays: list[int],
        hands: list[int],
        tavern: list[int],
        discard: int,
        ply: int,
        origin: dict[int, int],
    ) -> None:
        """Put every card where it is said to be; `setup.restore_state` checks that it can be.

        Damage, shield and immunity follow from the plays, so they cannot disagree with them.
        """
        self.phase = phase
        self.seat = seat
        self.yielded = yielded
        self.flips = flips
        self.discard = discard
        self.ply = ply
        self.ending = 0
        self.castle_at = 12 - len(castle)
        for i in range(len(castle)):
            self.castle[self.castle_at + i] = castle[i]
        for i in range(len(hands)):
            self.hands[i] = hands[i]
        self.tavern_top = 0
        self.tavern_count = len(tavern)
        for i in range(len(tavern)):
            self.tavern[i] = tavern[i]
        self.layers = max(origin.values(), default=0)
        for i in range(54):
            self.origin[i] = origin.get(i, 0)
        self.clear_table()
        for i in range(len(plays)):
            mask = plays[i] & codes.PAYLOAD
            self.table |= mask
            self.plays[i] = plays[i]
            self.play_count += 1
            if mask & codes.JESTERS:
                self.lose_immunity()
            else:
                self.assess(mask)
                if phase != codes.PHASE_HEAL or i + 1 < len(plays):
                    self.hit()
        self.due = self.attack_left() if phase == codes.PHASE_DISCARD else 0

    def conclude(self, ending: int) -> None:
        """Say how a game that was laid out as over has ended."""
        self.ending = ending
        if ending == codes.ENDING_CANNOT_PAY:
            self.due = self.attack_left()

    def copy_from(self, other: State) -> None:
        """Become the same as another state, in place and quickly. The listener stays."""
        self.rules = other.rules
        self.copy_layout(other)

    def copy(self) -> State:
        """Return a state that goes on exactly as this one would, heals included."""
        other = State(self.rules)
        other.copy_from(self)
        return other

    def __reduce__(self) -> tuple[object, ...]:
        layout = {
            "phase": self.phase,
            "seat": self.seat,
            "yielded": self.yielded,
            "flips": self.flips,
            "castle": self.castle_cards(),
            "plays": [self.plays[i] for i in range(self.play_count)],
            "hands": [self.hands[i] for i in range(self.players)],
            "tavern": self.tavern_cards(),
            "discard": self.discard,
            "ply": self.ply,
            "origin": {i: self.origin[i] for i in range(54)},
        }
        return (unpickled, (self.rules, self.generator.words(), layout, self.ending))

    # A move, without asking whether it is legal: `legal.apply` asks first

    def step(self, move: int) -> None:
        """Do what the move says; stop at `Phase.HEAL` when chance has to decide."""
        kind = move >> 56
        mask = move & codes.PAYLOAD
        self.ply += 1
        if kind == codes.KIND_PLAY:
            self.play(mask if not mask & codes.JESTERS else self.held(mask))
        elif kind == codes.KIND_DISCARD:
            self.suffer(mask if not mask & codes.JESTERS else self.held(mask))
        elif kind == codes.KIND_YIELD:
            self.yielded |= 1 << self.seat
            if self.listening:
                self.report(codes.EVENT_YIELDED, self.seat, 0, 0, 0)
            self.strike()
        elif kind == codes.KIND_NAME_NEXT:
            if self.listening:
                self.report(codes.EVENT_NAMED_NEXT, self.seat, mask, 0, 0)
            self.begin_turn(mask)
        else:
            self.flip()

    def advance(self, move: int) -> None:
        """Do what the move says, heals by the state's own generator."""
        self.step(move)
        if self.phase == codes.PHASE_HEAL:
            self.pick_heal()
            self.heal(self.heal_count())

    def held(self, mask: int) -> int:
        """Return the mask with the jesters that this hand holds: X stands for either.

        Of two, the one that lay in the older layer goes first: which of them has the lower number
        is nobody's to know (R28).
        """
        jesters = self.hands[self.seat] & codes.JESTERS
        if mask & codes.JESTERS != codes.JESTERS:
            if jesters == codes.JESTERS and self.origin[53] < self.origin[52]:
                jesters &= jesters - 1
            else:
                jesters &= -jesters
        return mask & ~codes.JESTERS | jesters

    def mix_layers(self, shown: int) -> None:
        """Make one layer of two when a jester was shown that may have come from either (R28).

        Jesters look alike. As long as the hand that showed one still holds a card of the layer
        in which the other lies hidden, nobody else can tell which of the two it was, nor in
        which layer the other is left.
        """
        hidden = codes.JESTERS & ~(self.table | self.discard)
        if self.jesters < 2 or not hidden:
            return
        layer = self.origin[bits.lowest(shown & codes.JESTERS)]
        other = self.origin[bits.lowest(hidden)]
        if layer == other:
            return
        hand = self.hands[self.seat]
        while hand and self.origin[bits.lowest(hand)] != other:
            hand &= hand - 1
        if hand:
            # The older number stays, whichever of the two it was: layer 0 is like no other.
            older = layer if layer < other else other
            for i in range(54):
                if self.origin[i] == layer or self.origin[i] == other:
                    self.origin[i] = older

    # Step 1 and 2

    def play(self, mask: int) -> None:
        """Put cards on the table and set their powers off (R5, R6)."""
        self.yielded &= ~(1 << self.seat)
        self.hands[self.seat] &= ~mask
        self.table |= mask
        self.plays[self.play_count] = mask | self.seat * (bits.ONE << 56)
        self.play_count += 1
        if mask & codes.JESTERS:
            self.play_jester(mask)
            return
        self.assess(mask)
        if self.listening:
            self.report_play(mask)
        # R6: hearts before diamonds. R7: the cards on the table are not in the discard pile.
        if self.powers & codes.HEARTS and self.discard:
            self.phase = codes.PHASE_HEAL
        else:
            self.resolve()

    def assess(self, mask: int) -> None:
        """Work out the attack value, and the suits that have their power (R5, R6, R11)."""
        values = codes.VALUE
        value = 0
        suits = 0
        while mask:
            card = bits.lowest(mask)
            value += values[card]
            suits |= 1 << (card & 3)
            mask &= mask - 1
        self.attack_value = value
        # R11: the enemy's own suit has no power; the other suits keep theirs at full value.
        immune = 0 if self.jester_played else 1 << (self.castle[self.castle_at] & 3)
        self.powers = suits & ~immune
        if suits & immune & codes.SPADES:
            # R20: should a jester come later, these begin to count.
            self.idle_spades += value

    def play_jester(self, mask: int) -> None:
        """Cancel the enemy's immunity; steps 3 and 4 are skipped (R18, R19)."""
        if self.listening:
            self.report(codes.EVENT_PLAYED, self.seat, 0, 0, mask)
        self.lose_immunity()
        self.mix_layers(mask)
        self.phase = codes.PHASE_NAME_NEXT

    def lose_immunity(self) -> None:
        """End the enemy's immunity for good; a second jester finds nothing to end (R19, R21)."""
        if self.listening and not self.jester_played:
            self.report(
                codes.EVENT_IMMUNITY_LOST, codes.NO_SEAT, self.castle[self.castle_at] & 3, 0, 0
            )
        self.jester_played = True
        if self.idle_spades:
            # R20: each earlier play of spades counts at the attack value it had.
            self.shield += self.idle_spades
            if self.listening:
                self.report(
                    codes.EVENT_SPADES_COUNT, codes.NO_SEAT, self.idle_spades, self.shield, 0
                )
            self.idle_spades = 0

    def report_play(self, mask: int) -> None:
        self.report(codes.EVENT_PLAYED, self.seat, self.attack_value, 0, mask)
        suit = self.castle[self.castle_at] & 3
        while mask:
            if bits.lowest(mask) & 3 == suit:
                if not self.powers & 1 << suit:
                    self.report(codes.EVENT_BLOCKED, codes.NO_SEAT, suit, 0, 0)
                return
            mask &= mask - 1

    def heal_count(self) -> int:
        """Return how many cards the heal moves: the attack value, or all there are (R7)."""
        count = bits.size(self.discard)
        return self.attack_value if self.attack_value < count else count

    def pick_heal(self) -> None:
        """Shuffle the discard pile into the pool; its first cards are the ones healed (R7)."""
        mask = self.discard
        total = 0
        while mask:
            self.pool[total] = bits.lowest(mask)
            total += 1
            mask &= mask - 1
        self.generator.pick_first(self.pool, 0, total, self.heal_count())

    def heal(self, count: int) -> None:
        """Move the first cards of the pool under the tavern, then go on with the play (R7)."""
        self.ply += 1
        self.layers += 1
        healed = 0
        for i in range(count):
            card = self.pool[i]
            self.origin[card] = self.layers
            self.tavern[(self.tavern_top + self.tavern_count + i) & 63] = card
            healed |= bits.ONE << card
        self.tavern_count += count
        self.discard &= ~healed
        if self.listening:
            self.report(codes.EVENT_HEALED, codes.NO_SEAT, count, 0, healed)
        self.resolve()

    def resolve(self) -> None:
        """Finish step 2 after a heal, and go on with steps 3 and 4 (R8, R16)."""
        if self.powers & codes.DIAMONDS:
            self.draw_around(self.attack_value)
        self.hit()
        if self.damage >= self.health[(self.castle[self.castle_at] >> 2) - 10]:
            self.defeat()
        else:
            self.strike()

    def hit(self) -> None:
        """Raise the shield, then deal the damage, doubled by clubs (R9, R10, R16)."""
        value = self.attack_value
        if self.powers & codes.SPADES:
            self.shield += value
            if self.listening:
                self.report(codes.EVENT_SHIELDED, codes.NO_SEAT, value, self.shield, 0)
        if self.powers & codes.CLUBS:
            value *= 2
            if self.listening:
                self.report(codes.EVENT_DOUBLED, codes.NO_SEAT, value, 0, 0)
        self.damage += value
        if self.listening:
            self.report(codes.EVENT_DAMAGED, codes.NO_SEAT, value, self.damage, 0)

    def draw_around(self, count: int) -> None:
        """Deal cards out clockwise from the current player; full hands are skipped (R8)."""
        seat = self.seat
        skipped = 0
        while count and self.tavern_count and skipped < self.players:
            if bits.size(self.hands[seat]) < self.hand_limit:
                self.draw(seat)
                count -= 1
                skipped = 0
            else:
                skipped += 1
            seat = seat + 1 if seat + 1 < self.players else 0

    def draw(self, seat: int) -> None:
        """Move the top card of the tavern into a hand."""
        card = self.tavern[self.tavern_top]
        self.hands[seat] |= bits.ONE << card
        self.tavern_top = (self.tavern_top + 1) & 63
        self.tavern_count -= 1
        if self.listening:
            self.report(codes.EVENT_DREW, seat, 0, 0, bits.ONE << card)

    # Step 3

    def defeat(self) -> None:
        """Clear the fallen enemy away; the same player starts a new turn (R16, R26)."""
        enemy = self.castle[self.castle_at]
        exact = self.damage == self.health[(enemy >> 2) - 10]
        if exact:
            self.tavern_top = (self.tavern_top - 1) & 63
            self.tavern[self.tavern_top] = enemy
            self.tavern_count += 1
            # A layer of its own: everyone knows which card lies there, until it is drawn.
            self.layers += 1
            self.origin[enemy] = self.layers
        else:
            self.discard |= bits.ONE << enemy
        if self.listening:
            self.report(codes.EVENT_DEFEATED, self.seat, exact, 0, bits.ONE << enemy)
            self.report(codes.EVENT_CLEARED, codes.NO_SEAT, 0, 0, self.table)
        self.discard |= self.table
        self.clear_table()
        self.castle_at += 1
        if self.castle_at == 12:
            self.finish(codes.ENDING_LAST_KING)
            return
        if self.listening:
            self.report(
                codes.EVENT_REVEALED, codes.NO_SEAT, 0, 0, bits.ONE << self.castle[self.castle_at]
            )
        self.begin_turn(self.seat)

    # Step 4

    def attack_left(self) -> int:
        """Return what the enemy strikes for after the shield, never below 0 (R10)."""
        left = self.attack[(self.castle[self.castle_at] >> 2) - 10] - self.shield
        return left if left > 0 else 0

    def strike(self) -> None:
        """Let the living enemy attack the current player (R17)."""
        self.due = self.attack_left()
        if self.due == 0:
            if self.listening:
                self.report(codes.EVENT_HELD, self.seat, 0, 0, 0)
            self.pass_on()
            return
        if self.listening:
            self.report(codes.EVENT_STRUCK, self.seat, self.due, 0, 0)
        self.phase = codes.PHASE_DISCARD
        # R17: a solo player may still flip before the hand is counted (R30).
        if not self.flips and self.worth(self.hands[self.seat]) < self.due:
            self.finish(codes.ENDING_CANNOT_PAY)

    def retreat(self) -> None:
        """Go back from step 4 to step 1, as it would be if the enemy had not struck."""
        self.phase = codes.PHASE_PLAY
        self.due = 0

    def worth(self, mask: int) -> int:
        """Return what cards count for when they are discarded (R1)."""
        values = codes.VALUE
        total = 0
        while mask:
            total += values[bits.lowest(mask)]
            mask &= mask - 1
        return total

    def covers(self, mask: int, due: int) -> bool:
        """Tell whether cards are worth at least that much; dearest first, to know it soon."""
        values = codes.VALUE
        while mask and due > 0:
            card = bits.highest(mask)
            due -= values[card]
            mask ^= bits.ONE << card
        return due <= 0

    def suffer(self, mask: int) -> None:
        """Discard cards for the enemy's attack; then the next player begins (R17)."""
        self.hands[self.seat] &= ~mask
        self.discard |= mask
        if mask & codes.JESTERS:
            self.mix_layers(mask)
        if self.listening:
            self.report(codes.EVENT_DISCARDED, self.seat, self.worth(mask), self.due, mask)
        self.pass_on()

    # Turns

    def pass_on(self) -> None:
        """Let the next player clockwise begin."""
        self.begin_turn(self.seat + 1 if self.seat + 1 < self.players else 0)

    def begin_turn(self, seat: int) -> None:
        """Start step 1, unless the player can neither play nor yield (R25)."""
        self.seat = seat
        self.phase = codes.PHASE_PLAY
        self.due = 0
        if self.listening:
            self.report(codes.EVENT_TURN, seat, 0, 0, 0)
        if self.is_stuck():
            self.finish(codes.ENDING_CANNOT_ACT)

    def is_stuck(self) -> bool:
        """Tell whether the current player can do nothing at step 1 (R25)."""
        return not self.hands[self.seat] and not self.flips and not self.may_yield()

    def may_yield(self) -> bool:
        """Tell whether the current player may yield (R23, R24)."""
        if self.players == 1:
            # R24: the house rule, never twice in a row.
            return self.solo_yield and not self.yielded
        # R23: by every other player's own last turn, whoever came between.
        return self.yielded | 1 << self.seat != (1 << self.players) - 1

    def flip(self) -> None:
        """Discard the hand and refill it; no power of diamonds, no end of immunity (R30)."""
        hand = self.hands[0]
        self.flips -= 1
        self.discard |= hand
        self.hands[0] = 0
        if self.listening:
            self.report(codes.EVENT_FLIPPED, 0, self.flips, 0, hand)
        while bits.size(self.hands[0]) < self.hand_limit and self.tavern_count:
            self.draw(0)
        if self.phase == codes.PHASE_DISCARD:
            self.strike()
        elif self.is_stuck():
            self.finish(codes.ENDING_CANNOT_ACT)

    def finish(self, ending: int) -> None:
        self.phase = codes.PHASE_OVER
        self.ending = ending
        if self.listening:
            if ending == codes.ENDING_LAST_KING:
                self.report(codes.EVENT_WON, self.seat, self.medal(), 0, 0)
            else:
                self.report(codes.EVENT_LOST, self.seat, ending, self.due, 0)

    def medal(self) -> int:
        """Return the medal of a solo win: gold less one step for every flip (R31)."""
        if self.players > 1:
            return 0
        return 3 - (self.flips_given - self.flips)

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or `None` while it goes on."""
        if self.phase != codes.PHASE_OVER:
            return None
        won = self.ending == codes.ENDING_LAST_KING
        medal = Medal(self.medal()) if won else Medal.NONE
        return Outcome(won, Ending(self.ending), self.seat, medal)


def unpickled(
    rules: RuleSet, words: tuple[int, int, int, int], layout: dict[str, Any], ending: int
) -> State:
    """Return the state that was pickled."""
    state = State(rules)
    state.generator.resume(words)
    state.lay_out(**layout)
    state.conclude(ending)
    return state
