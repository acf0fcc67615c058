cimport cython
from libc.stdint cimport uint8_t, uint64_t

from openregicide.core cimport bits
from openregicide.core.rng cimport Generator
from openregicide.core.state cimport State

cdef int TAVERN


@cython.final
cdef class Worlds:
    cdef readonly State base
    cdef bint must_pay
    cdef int groups
    cdef uint8_t cards[54]
    cdef uint8_t slots[54]
    cdef int starts[55]
    cdef uint64_t hidden[4]
    cdef int castle_from[4]

    cpdef void deal(self, State state, Generator generator) noexcept nogil
    @cython.locals(
        seat=int, group=int, start=int, count=int, i=int, slot=int, rank=int,
        a=uint64_t, b=uint64_t, c=uint64_t,
    )
    cdef void lay_out(self, State state, Generator generator) noexcept nogil
