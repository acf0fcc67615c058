cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint64_t

from . cimport bits, codes
from .layout cimport Layout

cdef uint16_t NO_LAYERS[54]
cdef uint8_t SORTED_CASTLE[12]
cdef uint8_t SORTED_TAVERN[64]


@cython.final
cdef class State(Layout):
    @cython.locals(i=int, j=int, hand=uint64_t)
    cpdef void deal(self, int first) noexcept nogil
    cpdef copy_from(self, State other)

    @cython.locals(kind=int, mask=uint64_t)
    cdef void step(self, uint64_t move) noexcept nogil
    cdef void advance(self, uint64_t move) noexcept nogil
    @cython.locals(jesters=uint64_t)
    cdef uint64_t held(self, uint64_t mask) noexcept nogil
    @cython.locals(hidden=uint64_t, hand=uint64_t, layer=int, other=int, older=int, i=int)
    cdef void mix_layers(self, uint64_t shown) noexcept nogil

    cdef void play(self, uint64_t mask) noexcept nogil
    @cython.locals(values="const uint8_t*", value=int, suits=int, card=int, immune=int)
    cdef void assess(self, uint64_t mask) noexcept nogil
    cdef void play_jester(self, uint64_t mask) noexcept nogil
    cdef void lose_immunity(self) noexcept nogil
    @cython.locals(count=int)
    cpdef int heal_count(self) noexcept nogil
    @cython.locals(mask=uint64_t, total=int)
    cdef void pick_heal(self) noexcept nogil
    @cython.locals(i=int, card=int, healed=uint64_t)
    cdef void heal(self, int count) noexcept nogil
    cdef void resolve(self) noexcept nogil
    @cython.locals(value=int)
    cdef void hit(self) noexcept nogil
    @cython.locals(seat=int, skipped=int)
    cdef void draw_around(self, int count) noexcept nogil
    @cython.locals(card=int)
    cdef void draw(self, int seat) noexcept nogil

    @cython.locals(enemy=int, exact=bint)
    cdef void defeat(self) noexcept nogil
    @cython.locals(left=int)
    cpdef int attack_left(self) noexcept nogil
    cdef void strike(self) noexcept nogil
    cpdef void retreat(self) noexcept nogil
    @cython.locals(values="const uint8_t*", total=int)
    cpdef int worth(self, uint64_t mask) noexcept nogil
    @cython.locals(values="const uint8_t*", card=int)
    cdef bint covers(self, uint64_t mask, int due) noexcept nogil
    cdef void suffer(self, uint64_t mask) noexcept nogil

    cdef void pass_on(self) noexcept nogil
    cdef void begin_turn(self, int seat) noexcept nogil
    cpdef bint is_stuck(self) noexcept nogil
    cpdef bint may_yield(self) noexcept nogil
    @cython.locals(hand=uint64_t)
    cdef void flip(self) noexcept nogil
    cdef void finish(self, int ending) noexcept nogil
    cpdef int medal(self) noexcept nogil

    @cython.locals(suit=int)
    cdef void report_play(self, uint64_t mask) noexcept nogil
