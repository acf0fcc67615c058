cimport cython
from libc.stdint cimport uint8_t, uint64_t

from . cimport bits, codes
from .rng cimport Generator
from .state cimport State

cdef uint8_t COMBO[11]
cdef uint8_t COMBOS_OF_RANK[5]

@cython.locals(seat=int)
cdef int list_moves(State state, uint64_t* out) noexcept nogil
@cython.locals(hand=uint64_t)
cdef int list_minimal(State state, uint64_t* out) noexcept nogil
cdef int moves_room(State state) noexcept nogil
@cython.locals(next_to=int, one_between=int, both_ends=int)
cdef bint has_pair(int groups) noexcept nogil
@cython.locals(play=uint64_t, rank=int, group=int, i=int)
cdef int list_combos(uint64_t hand, uint64_t* out, int count) noexcept nogil
@cython.locals(hand=uint64_t, play=uint64_t, mask=uint64_t, count=int)
cdef int list_plays(State state, uint64_t* out) noexcept nogil
@cython.locals(
    play=uint64_t, others=uint64_t, companions=uint64_t, companion=uint64_t, mask=uint64_t
)
cdef int list_companion_pairs(uint64_t hand, uint64_t* out, int count) noexcept nogil
@cython.locals(companions=uint64_t, some=uint64_t, mask=uint64_t)
cdef int list_many_companions(uint64_t hand, uint64_t* out, int count) noexcept nogil
@cython.locals(hand=uint64_t, count=int, chosen=uint64_t, one_jester=uint64_t)
cdef int list_discards(State state, uint64_t* out) noexcept nogil
@cython.locals(card=int)
cdef int list_minimal_discards(
    State state, uint64_t hand, uint64_t chosen, int due, uint64_t* out, int count
) noexcept nogil
cdef int list_flip(State state, uint64_t* out, int count) noexcept nogil
cdef uint64_t canonical(uint64_t mask) noexcept nogil

@cython.locals(kind=int, mask=uint64_t)
cdef int refusal(State state, uint64_t move) noexcept nogil
cdef int hand_refusal(State state, uint64_t mask) noexcept nogil
@cython.locals(reason=int)
cdef int play_refusal(State state, uint64_t mask) noexcept nogil
@cython.locals(rank=int)
cpdef int shape_refusal(State state, uint64_t mask) noexcept nogil
@cython.locals(others=uint64_t, too_many=bint)
cdef int companion_refusal(State state, uint64_t mask) noexcept nogil
@cython.locals(reason=int)
cdef int discard_refusal(State state, uint64_t mask) noexcept nogil

@cython.locals(out="uint64_t*", count=int, i=int)
cpdef list legal_moves(State state)
@cython.locals(out="uint64_t*", count=int, i=int)
cpdef list minimal_moves(State state)
@cython.locals(reason=int)
cpdef verify(State state, move)
cpdef bint is_legal(State state, move) except -1
cpdef apply(State state, move)
cpdef tuple narrate(State state, move)
cpdef tuple announce(State state, move)
cpdef sample_heal(State state)
@cython.locals(jesters=uint64_t, i=int)
cpdef tuple resolve_heal(State state, heal)
@cython.locals(total=long, child=State)
cpdef long perft(State state, int depth) except -1
