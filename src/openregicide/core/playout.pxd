cimport cython
from libc.stdint cimport uint8_t, uint64_t

from . cimport bits, codes, legal
from .rng cimport Generator
from .state cimport State

cdef uint64_t choose(State state, Generator chooser, uint64_t* out) noexcept nogil
@cython.locals(hand=uint64_t, chosen=uint64_t, count=int, worth=int, fraction=uint64_t, i=int, card=int)
cdef uint64_t choose_discard(State state, Generator chooser) noexcept nogil
@cython.locals(moves=int)
cdef int finish_game(State state, Generator chooser, uint64_t* out) noexcept nogil
@cython.locals(_=long)
cdef void play_games(
    State state, Generator chooser, long games, uint64_t* out, uint64_t* totals
) noexcept nogil
cpdef random_move(State state, Generator chooser)
