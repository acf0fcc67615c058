"""The policy, a player by rules of thumb: every move gets a score, and the best is played.

The score of a play is a sum of features times weights: what it does to the enemy, what it brings
the hands, what the enemy will do next, and what the cards given up would have been worth. The
weights were found by playing many thousands of games (`learning/tune.py`). The search uses it
twice, to play on from the leaves of its tree and as the prior over moves, so it must be fast. It
uses nothing that the player to move may not know: of the other hands, only their size.

Compiled, with C types in `policy.pxd`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from ...core import bits, codes, legal
from ...core.cards import VALUES
from ...core.options import RuleSet
from ...core.playout import Tally
from ...core.state import State

__all__ = ["STARTING_WEIGHTS", "Policy"]

BUILT_FROM = bits.DIGEST

# Each weight with a sensible value to start tuning from. Points count by tens, cards by ones.
STARTING_WEIGHTS: Mapping[str, float] = {
    # What a play does to the enemy
    "kill": 2.0,  # it falls
    "relief": 0.5,  # and will not strike, for each 10 of its attack
    "exact_jack": 1.0,  # it falls exactly, and can be drawn
    "exact_queen": 1.5,
    "exact_king": 1.5,
    "exact_late": 0.0,  # each of these changes by this part until the last king
    "overkill": -0.3,  # each 10 of damage beyond its health
    "damage": 1.0,  # each 10 of damage
    "damage_late": 0.0,
    "reach": 0.5,  # a card that stays in hand would then kill exactly
    # What it brings
    "draw": 0.5,  # each card drawn
    "draw_short": 0.5,  # and more the emptier the hands are
    "draw_late": 0.0,
    "draw_own": 0.0,  # each card that comes to the player's own hand
    "heal": 0.15,  # each card healed
    "heal_low": 0.2,  # and more the lower the tavern is
    "heal_late": 0.0,
    "shield": 0.6,  # each 10 of attack held off from now on
    "shield_long": 0.3,  # and more for an enemy with much health left
    # What the enemy then does
    "strike": -1.0,  # each 10 of damage to suffer
    "pain": -0.5,  # the part of the hand, in tens, that this takes
    "doom": -30.0,  # more than the hand can pay
    "doom_flip": -5.0,  # the same with a flip in reserve
    "risk": -4.0,  # more than the hand can pay without luck at drawing
    "hope": 5.0,  # what an unseen card counts for
    "rest": 0.2,  # each 10 that the hand is worth afterwards
    "thin": -1.0,  # each 10 that the hand falls short of the next enemy
    "exposed": -0.5,  # each 10 that the next player will probably fall short of
    # What it costs
    "cost": -1.0,  # the keep-values of the cards given up
    "cost_late": 0.0,
    "cards": -0.1,  # each of them
    # Other moves
    "yield_": -0.8,
    "jester": -0.5,
    "jester_suit": 0.5,  # each 10 held in the suit that gets its power back
    "jester_spades": 0.5,  # each 10 of spades that begin to count
    "name_cards": 0.1,  # each card of the player named next
    "name_self": 0.1,
    "flip": -8.0,
    "flip_cards": 0.5,  # each card that a flip brings
    "flip_to_pay": -8.0,  # instead of a discard
    # What a card is worth keeping
    "keep_clubs": 1.0,
    "keep_diamonds": 1.3,
    "keep_hearts": 1.0,
    "keep_spades": 1.1,
    "keep_card": 0.2,  # any card, whatever its value
    "keep_curve": 1.0,  # how fast it grows with the value
    "keep_companion": 0.3,
    "keep_royal": 0.3,
    "keep_immune": 0.7,  # the part that is left against an immune enemy
    "keep_exact": 0.3,  # it would kill exactly
    "keep_hearts_low": 0.3,  # hearts, when the tavern is low
    "keep_diamonds_short": 0.3,  # diamonds, when the hands are short
    "keep_jester": 3.0,
}

ROOM = 1024
"""More moves than any position has: from the largest hand, 12 cards, there are at most 924 minimal
discards, the number of ways to choose 6 of 12 (Sperner's theorem)."""

NOT_IMMUNE = 4
LOW_TAVERN = 15
"""The tavern is low when fewer cards than this are in it."""
MUCH_TO_HEAL = 10
HIGHEST_DRAWN = 10
"""The most a drawn card is assumed to be worth; royals in the tavern are too rare to count on."""


class Policy:
    """Scores moves. It has scratch space for the position, so every thread needs its own."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        """Take the weights named in `STARTING_WEIGHTS`."""
        self.kill = float(weights["kill"])
        self.relief = float(weights["relief"])
        self.exact_jack = float(weights["exact_jack"])
        self.exact_queen = float(weights["exact_queen"])
        self.exact_king = float(weights["exact_king"])
        self.exact_late = float(weights["exact_late"])
        self.overkill = float(weights["overkill"])
        self.damage = float(weights["damage"])
        self.damage_late = float(weights["damage_late"])
        self.reach = float(weights["reach"])
        self.draw = float(weights["draw"])
        self.draw_short = float(weights["draw_short"])
        self.draw_late = float(weights["draw_late"])
        self.draw_own = float(weights["draw_own"])
        self.heal = float(weights["heal"])
        self.heal_low = float(weights["heal_low"])
        self.heal_late = float(weights["heal_late"])
        self.shield = float(weights["shield"])
        self.shield_long = float(weights["shield_long"])
        self.strike = float(weights["strike"])
        self.pain = float(weights["pain"])
        self.doom = float(weights["doom"])
        self.doom_flip = float(weights["doom_flip"])
        self.risk = float(weights["risk"])
        self.hope = float(weights["hope"])
        self.rest = float(weights["rest"])
        self.thin = float(weights["thin"])
        self.exposed = float(weights["exposed"])
        self.cost = float(weights["cost"])
        self.cost_late = float(weights["cost_late"])
        self.cards = float(weights["cards"])
        self.yield_ = float(weights["yield_"])
        self.jester = float(weights["jester"])
        self.jester_suit = float(weights["jester_suit"])
        self.jester_spades = float(weights["jester_spades"])
        self.name_cards = float(weights["name_cards"])
        self.name_self = float(weights["name_self"])
        self.flip = float(weights["flip"])
        self.flip_cards = float(weights["flip_cards"])
        self.flip_to_pay = float(weights["flip_to_pay"])
        self.keep_clubs = float(weights["keep_clubs"])
        self.keep_diamonds = float(weights["keep_diamonds"])
        self.keep_hearts = float(weights["keep_hearts"])
        self.keep_spades = float(weights["keep_spades"])
        self.keep_card = float(weights["keep_card"])
        self.keep_curve = float(weights["keep_curve"])
        self.keep_companion = float(weights["keep_companion"])
        self.keep_royal = float(weights["keep_royal"])
        self.keep_immune = float(weights["keep_immune"])
        self.keep_exact = float(weights["keep_exact"])
        self.keep_hearts_low = float(weights["keep_hearts_low"])
        self.keep_diamonds_short = float(weights["keep_diamonds_short"])
        self.keep_jester = float(weights["keep_jester"])
        self.exact = [self.exact_jack, self.exact_queen, self.exact_king]
        self.worth = [0.0] * 54
        self.keep = [0.0] * 54
        self.scores = [0.0] * 1024
        by_suit = [self.keep_clubs, self.keep_diamonds, self.keep_hearts, self.keep_spades]
        for card in range(52):
            worth = self.keep_card + by_suit[card & 3] * (VALUES[card] / 10) ** self.keep_curve
            if codes.COMPANIONS >> card & 1:
                worth += self.keep_companion
            if codes.ROYALS >> card & 1:
                worth += self.keep_royal
            self.worth[card] = worth
        self.worth[52] = self.worth[53] = self.keep_jester

    def score_moves(self, state: State, moves: list[int], count: int) -> int:
        """Score moves into `scores`, higher is better; return the index of the best."""
        self.survey(state)
        best = 0
        for i in range(count):
            if state.phase == codes.PHASE_PLAY:
                score = self.score_turn(state, moves[i])
            elif state.phase == codes.PHASE_DISCARD:
                score = self.score_discard(state, moves[i])
            else:
                score = self.score_naming(state, moves[i] & codes.PAYLOAD)
            self.scores[i] = score
            if score > self.scores[best]:
                best = i
        return best

    def survey(self, state: State) -> None:
        """Compute what all moves of this position have in common."""
        hand = state.hands[state.seat]
        enemy = state.castle[state.castle_at]
        self.immune = NOT_IMMUNE if state.jester_played else enemy & 3
        self.left = state.health[(enemy >> 2) - 10] - state.damage
        self.strikes = state.attack_left()
        stage = state.castle_at / 11.0
        self.price = self.cost * (1.0 + self.cost_late * stage)
        self.draw_gain = self.draw * (1.0 + self.draw_late * stage)
        self.heal_gain = self.heal * (1.0 + self.heal_late * stage)
        self.exact_gain = 1.0 + self.exact_late * stage
        self.damage_gain = 0.1 * self.damage * (1.0 + self.damage_late * stage)
        self.discards = bits.size(state.discard)
        self.own_room = state.hand_limit - bits.size(hand)
        self.room = 0
        for seat in range(state.players):
            self.room += state.hand_limit - bits.size(state.hands[seat])
        self.short = self.room / (1.0 * state.hand_limit * state.players)
        self.low = 0.0
        if state.tavern_count < LOW_TAVERN:
            self.low = 1.0 - state.tavern_count / (1.0 * LOW_TAVERN)
        hearts = self.keep_hearts_low * self.low
        if self.discards < MUCH_TO_HEAL:
            hearts *= self.discards / (1.0 * MUCH_TO_HEAL)
        self.hand_worth = 0
        self.hand_keep = 0.0
        while hand:
            card = bits.lowest(hand)
            hand &= hand - 1
            suit = card & 3
            keep = self.worth[card]
            if card < 52:
                if suit == self.immune:
                    keep *= self.keep_immune
                if suit == codes.SUIT_HEARTS:
                    keep += hearts
                elif suit == codes.SUIT_DIAMONDS:
                    keep += self.keep_diamonds_short * self.short
                if self.harm(card) == self.left:
                    keep += self.keep_exact
            self.hand_worth += codes.VALUE[card]
            self.hand_keep += keep
            self.keep[card] = keep

    def harm(self, card: int) -> int:
        """Return the damage that a card does alone (R9)."""
        if card & 3 == codes.SUIT_CLUBS and self.immune != codes.SUIT_CLUBS:
            return 2 * codes.VALUE[card]
        return codes.VALUE[card]

    def score_turn(self, state: State, move: int) -> float:
        """Score a move of step 1."""
        kind = move >> 56
        if kind == codes.KIND_PLAY:
            mask = move & codes.PAYLOAD
            return (
                self.score_jester(state) if mask & codes.JESTERS else self.score_cards(state, mask)
            )
        if kind == codes.KIND_YIELD:
            return self.yield_ + self.score_suffering(state, self.strikes, self.hand_worth, 0)
        drawn = state.hand_limit if state.hand_limit < state.tavern_count else state.tavern_count
        return self.flip + self.flip_cards * drawn + self.price * self.hand_keep

    def score_cards(self, state: State, mask: int) -> float:
        """Score a play of cards, step by step (R5 to R17)."""
        value = 0
        count = 0
        suits = 0
        keep = 0.0
        rest = mask
        while rest:
            card = bits.lowest(rest)
            rest &= rest - 1
            value += codes.VALUE[card]
            keep += self.keep[card]
            suits |= 1 << (card & 3)
            count += 1
        suits &= ~(1 << self.immune)
        score = self.price * keep + self.cards * count
        healed = 0
        if suits & 1 << codes.SUIT_HEARTS:
            healed = value if value < self.discards else self.discards
            score += healed * (self.heal_gain + self.heal_low * self.low)
        own_drawn = 0
        if suits & 1 << codes.SUIT_DIAMONDS:
            drawn = self.room + count
            if state.tavern_count + healed < drawn:
                drawn = state.tavern_count + healed
            if value < drawn:
                drawn = value
            own_drawn = self.own_share(state, drawn, count)
            score += drawn * (self.draw_gain + self.draw_short * self.short)
            score += own_drawn * self.draw_own
        harm = 2 * value if suits & 1 << codes.SUIT_CLUBS else value
        if harm >= self.left:
            return score + self.score_kill(state, harm, value, own_drawn)
        strikes = self.strikes
        if suits & 1 << codes.SUIT_SPADES:
            strikes = strikes - value if value < strikes else 0
            gain = 0.1 * (self.strikes - strikes)
            score += gain * (self.shield + self.shield_long * 0.1 * (self.left - harm))
        score += self.damage_gain * harm
        if self.exact_stays(state.hands[state.seat] & ~mask, self.left - harm):
            score += self.reach
        return score + self.score_suffering(state, strikes, self.hand_worth - value, own_drawn)

    def own_share(self, state: State, drawn: int, count: int) -> int:
        """Return how many of the cards drawn come to the player to move (R8)."""
        room = self.own_room + count
        share = (drawn + state.players - 1) // state.players
        # What the others have no room for comes back to this player.
        surplus = drawn - (self.room - self.own_room)
        if surplus > share:
            share = surplus
        return share if share < room else room

    def score_kill(self, state: State, harm: int, value: int, own_drawn: int) -> float:
        """Score a kill: this player goes on against the next enemy (R16)."""
        score = self.kill + self.relief * 0.1 * self.strikes + self.damage_gain * self.left
        if state.castle_at == 11:
            return 1000.0
        if harm == self.left:
            score += self.exact_gain * self.exact[(state.castle[state.castle_at] >> 2) - 10]
        else:
            score += self.overkill * 0.1 * (harm - self.left)
        after = self.hand_worth - value + own_drawn * self.hope
        next_attack = state.attack[(state.castle[state.castle_at + 1] >> 2) - 10]
        if after < next_attack:
            score += self.thin * 0.1 * (next_attack - after)
        return score

    def exact_stays(self, hand: int, left: int) -> bool:
        """Tell whether one card of the hand would do exactly that damage."""
        hand &= ~codes.JESTERS
        while hand:
            if self.harm(bits.lowest(hand)) == left:
                return True
            hand &= hand - 1
        return False

    def score_suffering(self, state: State, strikes: int, hand_worth: int, own_drawn: int) -> float:
        """Score what a surviving enemy does: to this player now, and to the next (R17)."""
        score = self.strike * 0.1 * strikes
        holds = hand_worth + own_drawn * self.hope
        score += self.pain * 0.1 * strikes * strikes / (holds + 1.0)
        missing = strikes - hand_worth
        if missing > 0:
            if missing > own_drawn * HIGHEST_DRAWN:
                score += self.doom_flip if state.flips else self.doom
            else:
                score += self.risk * missing / (own_drawn * self.hope)
        rest = holds - strikes
        if rest > 0:
            score += self.rest * 0.1 * rest
        if state.players > 1:
            seat = state.seat + 1 if state.seat + 1 < state.players else 0
            missing_next = strikes - self.hope * bits.size(state.hands[seat])
            if missing_next > 0:
                score += self.exposed * 0.1 * missing_next
        return score

    def score_jester(self, state: State) -> float:
        """Score the end of the enemy's immunity (R18 to R20)."""
        score = self.jester + self.price * self.keep_jester
        if not state.jester_played:
            hand = state.hands[state.seat] & ~codes.JESTERS
            held = 0
            while hand:
                card = bits.lowest(hand)
                hand &= hand - 1
                if card & 3 == self.immune:
                    held += codes.VALUE[card]
            score += self.jester_suit * 0.1 * held
            gain = state.idle_spades if state.idle_spades < self.strikes else self.strikes
            score += self.jester_spades * 0.1 * gain
        return score

    def score_naming(self, state: State, seat: int) -> float:
        """Score naming the next player after a jester (R18)."""
        score = self.name_cards * bits.size(state.hands[seat])
        return score + self.name_self if seat == state.seat else score

    def score_discard(self, state: State, move: int) -> float:
        """Score a move of step 4: the less the cards are worth keeping, the better."""
        if move >> 56 == codes.KIND_FLIP:
            drawn = (
                state.hand_limit if state.hand_limit < state.tavern_count else state.tavern_count
            )
            return self.flip_to_pay + self.flip_cards * drawn - self.hand_keep
        mask = move & codes.PAYLOAD
        keep = 0.0
        while mask:
            keep += self.keep[bits.lowest(mask)]
            mask &= mask - 1
        return -keep

    def choose(self, state: State, out: list[int]) -> int:
        """Return the best move; `out` is scratch space for all of them."""
        count = legal.list_minimal(state, out)
        if count == 1:
            return out[0]
        return out[self.score_moves(state, out, count)]

    def play_on(self, state: State, enemies: int, out: list[int]) -> None:
        """Play until that many more enemies have fallen, or the game is over."""
        last = state.castle_at + enemies
        while state.phase != codes.PHASE_OVER and state.castle_at < last:
            state.advance(self.choose(state, out))

    def play_games(self, state: State, games: int, out: list[int], totals: list[int]) -> None:
        """Deal and play games; the totals are those of a `Tally`."""
        totals[0] = totals[1] = totals[2] = 0
        for _ in range(games):
            state.deal(0)
            while state.phase != codes.PHASE_OVER:
                state.advance(self.choose(state, out))
                totals[0] += 1
            totals[1] += state.ending == codes.ENDING_LAST_KING
            totals[2] += state.castle_at

    def advise(self, state: State) -> tuple[list[int], list[float]]:
        """Return the minimal moves and their scores."""
        out = bits.room(ROOM)
        count = legal.list_minimal(state, out)
        self.score_moves(state, out, count)
        return [out[i] for i in range(count)], [self.scores[i] for i in range(count)]

    def cross_entropy(
        self, states: list[State], shares: list[list[float]], temperature: float
    ) -> float:
        """Return the mean cross-entropy between somebody's choices and the softmax of the scores.

        :param shares: for every position, the share of each of its moves in those choices.
        """
        out = bits.room(ROOM)
        total = 0.0
        for i in range(len(states)):
            state = states[i]
            chosen = shares[i]
            count = legal.list_minimal(state, out)
            top = self.scores[self.score_moves(state, out, count)]
            weight = 0.0
            for j in range(count):
                weight += math.exp((self.scores[j] - top) / temperature)
            weight = math.log(weight)
            for j in range(count):
                total += chosen[j] * (weight - (self.scores[j] - top) / temperature)
        return total / len(states)

    def playouts(self, rules: RuleSet, *, games: int, seed: int) -> Tally:
        """Deal and play that many games; the seed decides the deals."""
        state = State(rules)
        state.generator.reseed(seed)
        totals = bits.room(3)
        self.play_games(state, games, bits.room(ROOM), totals)
        return Tally(games, totals[0], totals[1], totals[2])
