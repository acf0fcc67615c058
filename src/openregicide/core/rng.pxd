cimport cython
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from . cimport bits


@cython.final
cdef class Generator:
    cdef uint32_t a
    cdef uint32_t b
    cdef uint32_t c
    cdef uint32_t counter

    cdef void start(self, uint32_t a, uint32_t b, uint32_t c, uint32_t counter) noexcept nogil
    @cython.locals(out=uint32_t)
    cdef uint64_t word(self) noexcept nogil
    @cython.locals(wide=uint64_t)
    cdef uint64_t below(self, uint64_t n) noexcept nogil
    @cython.locals(surplus=uint64_t)
    cdef uint64_t even_out(self, uint64_t wide, uint64_t n) noexcept nogil
    @cython.locals(
        a=uint32_t, b=uint32_t, c=uint32_t, counter=uint32_t, out=uint64_t, wide=uint64_t, full=uint64_t,
        i=int, j=int, n=uint64_t, card=uint8_t,
    )
    cdef void pick_first(self, uint8_t* cards, int start, int total, int count) noexcept nogil
    cdef void shuffle(self, uint8_t* cards, int start, int total) noexcept nogil
    cpdef void copy_from(self, Generator other) noexcept nogil
