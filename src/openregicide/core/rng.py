"""The random generator of a game: 128 bits of seed, the same numbers on every machine.

The generator is Doty-Humphrey's SFC32: three chaotic words and a counter, 32-bit additions,
shifts and exclusive ors only, so that C and Python agree without effort. It is fast and
passes the usual test batteries. It is not a cipher; see docs/decisions.md.
"""

from __future__ import annotations

from ..errors import InvalidOptionError
from . import bits

__all__ = ["Generator"]

BUILT_FROM = bits.DIGEST

SEED_BITS = 128


class Generator:
    """A stream of uniform numbers that a seed determines."""

    def __init__(self, seed: int = 0) -> None:
        """Start the stream of a seed from 0 to 2**128 - 1."""
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Start again with another seed.

        :raises InvalidOptionError: the seed does not fit into 128 bits.
        """
        if not 0 <= seed < 1 << SEED_BITS:
            raise InvalidOptionError("option.seed_out_of_range", bits=SEED_BITS)
        self.start(
            seed & 0xFFFFFFFF,
            seed >> 32 & 0xFFFFFFFF,
            seed >> 64 & 0xFFFFFFFF,
            seed >> 96 & 0xFFFFFFFF,
        )

    def start(self, a: int, b: int, c: int, counter: int) -> None:
        """Set the four words and run until every bit of the seed has reached every word."""
        self.a = a
        self.b = b
        self.c = c
        self.counter = counter
        for _ in range(12):
            self.word()

    def word(self) -> int:
        """Return the next 32 bits."""
        out = (self.a + self.b + self.counter) & bits.WORD
        self.counter = (self.counter + 1) & bits.WORD
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & bits.WORD
        self.c = ((self.c << 21 | self.c >> 11) + out) & bits.WORD
        return out

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each equally likely (Lemire's method)."""
        wide = self.word() * n
        if wide & bits.WORD < n:
            wide = self.even_out(wide, n)
        return wide >> 32

    def even_out(self, wide: int, n: int) -> int:
        """Draw again where 2**32 is not a multiple of n and some numbers would be likelier."""
        surplus = (bits.WORD + 1 - n) % n
        while wide & bits.WORD < surplus:
            wide = self.word() * n
        return wide

    def pick_first(self, cards: list[int], start: int, total: int, count: int) -> None:
        """Swap a random choice of cards to the front, in random order.

        Of the `total` cards from `start` on, the first `count` become a uniform choice.
        """
        # `below`, inlined on local variables: dealing is a third of a random game's time.
        a = self.a
        b = self.b
        c = self.c
        counter = self.counter
        full = bits.WORD
        for i in range(start, start + count):
            n = start + total - i
            out = (a + b + counter) & full
            counter = (counter + 1) & full
            a = b ^ (b >> 9)
            b = (c + (c << 3)) & full
            c = ((c << 21 | c >> 11) + out) & full
            wide = out * n
            if wide & full < n:
                self.a = a
                self.b = b
                self.c = c
                self.counter = counter
                wide = self.even_out(wide, n)
                a = self.a
                b = self.b
                c = self.c
                counter = self.counter
            j = i + (wide >> 32)
            card = cards[j]
            cards[j] = cards[i]
            cards[i] = card
        self.a = a
        self.b = b
        self.c = c
        self.counter = counter

    def shuffle(self, cards: list[int], start: int, total: int) -> None:
        """Shuffle the `total` cards from `start` on."""
        # The last card has nowhere left to go.
        self.pick_first(cards, start, total, total - 1)

    def copy_from(self, other: Generator) -> None:
        """Continue exactly as the other generator will."""
        self.a = other.a
        self.b = other.b
        self.c = other.c
        self.counter = other.counter

    def random_below(self, n: int) -> int:
        """Return `below(n)` with a check, for callers outside the engine.

        :raises InvalidOptionError: n is not between 1 and 2**32 - 1.
        """
        if not 0 < n <= 0xFFFFFFFF:
            raise InvalidOptionError(
                "option.out_of_range", option="n", value=n, least=1, most=0xFFFFFFFF
            )
        return self.below(n)

    def new_seed(self) -> int:
        """Draw a seed for another generator."""
        seed = 0
        for _ in range(4):
            seed = seed << 32 | self.word()
        return seed

    def resume(self, words: tuple[int, int, int, int]) -> None:
        """Continue from a state returned by `words`."""
        self.a, self.b, self.c, self.counter = words

    def __reduce__(self) -> tuple[object, ...]:
        return (resumed, (self.words(),))

    def words(self) -> tuple[int, int, int, int]:
        """Return the four words of the current state, for comparisons and saved games."""
        return (self.a, self.b, self.c, self.counter)


def resumed(words: tuple[int, int, int, int]) -> Generator:
    """Return a generator that continues from a state returned by `words`; for pickle."""
    generator = Generator(0)
    generator.resume(words)
    return generator
