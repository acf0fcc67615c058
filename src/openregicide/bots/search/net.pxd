cimport cython
from libc cimport math
from libc.stdint cimport uint8_t, uint64_t

from openregicide.core cimport bits, codes
from openregicide.core.state cimport State
from openregicide.bots.search cimport machine

cdef int SOON, LATER, DISCARDED, ON_TABLE, DRAWN_SOON
cdef int ENEMY, BARE_ENEMY, FALLEN, HEALTH, STRIKES, DUE, OWN_CARDS, FLIPS, PHASE, MAY_YIELD
cdef int SPARSE_COUNT, DENSE_COUNT


@cython.final
cdef class Net:
    cdef readonly int hidden
    cdef readonly int second
    cdef readonly int outputs
    cdef readonly object note
    cdef float[::1] parameters
    cdef int rows[64]
    cdef int row_count
    cdef float dense[10]
    cdef float chance[3]

    cdef void activate(self, int row) noexcept nogil
    @cython.locals(worth=int, card=int)
    cdef int activate_cards(self, uint64_t mask, int zone) noexcept nogil
    @cython.locals(
        own=uint64_t, own_worth=int, worth=int, held=int, fewest=int, seat=int, distance=int,
        count=int, depth=int, card=int, enemy=int, full=int, left=int, strikes=int,
        own_cards=int, room=int,
    )
    cdef void read_inputs(self, State state) noexcept nogil
    @cython.locals(
        hidden=Py_ssize_t, numbers="float*", layer="float*", biases=Py_ssize_t, i=int,
        j=Py_ssize_t, start=Py_ssize_t, amount=float,
    )
    cdef void evaluate(self, State state) noexcept nogil
    @cython.locals(
        second=Py_ssize_t, numbers="float*", sums="float*", biases=Py_ssize_t, k=Py_ssize_t,
        o=Py_ssize_t, total=float,
    )
    cdef void evaluate_rest(self, float* layer, Py_ssize_t start) noexcept nogil
    cpdef list chances(self, State state)
    cpdef tuple inputs(self, State state)
    cpdef Net copy(self)
