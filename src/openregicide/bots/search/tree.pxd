cimport cython
from libc cimport math
from libc.stdint cimport uint64_t

from openregicide.bots.search cimport machine
from openregicide.bots.search.net cimport Net
from openregicide.bots.search.policy cimport Policy
from openregicide.bots.search.worlds cimport Worlds
from openregicide.core cimport bits, codes, legal
from openregicide.core.rng cimport Generator
from openregicide.core.state cimport State

cdef int MOST_PLIES, ROOT_CAP, CAP
cdef uint64_t FULL, SUIT_UNIT, MIX_NODE, MIX_MOVE
cdef double FLOOR, GUESSED_SPREAD, GUESSED_RESULTS


@cython.final
cdef class Tree:
    cdef Policy policy
    cdef Policy prior_policy
    cdef Net net
    cdef Worlds worlds
    cdef Generator generator
    cdef State state

    cdef int capacity
    cdef readonly int used
    cdef uint64_t slot_mask
    cdef int[::1] slots
    cdef int[::1] parents
    cdef uint64_t[::1] moves
    cdef int[::1] visits
    cdef double[::1] totals
    cdef double squares

    cdef int path[256]
    cdef uint64_t out[1024]
    cdef double prior[1024]
    cdef int child[1024]

    cdef uint64_t root_suit
    cdef int root_count
    cdef uint64_t root_moves[64]
    cdef double root_prior[64]
    cdef double root_outcomes[256]

    cdef public bint by_cpu_time
    cdef public double exploration
    cdef public double temperature
    cdef public int enemies
    cdef public double trust
    cdef public double unseen
    cdef public double consolation
    cdef public double utility[4]

    cpdef begin(self, Worlds worlds, Generator generator)
    @cython.locals(root=int, spread=double, mean=double)
    cpdef reuse(self, uint64_t move, Worlds worlds, Generator generator)
    @cython.locals(kept=int, node=int, parent=int)
    cdef void keep_below(self, int root) noexcept
    @cython.locals(i=int, node=int)
    cdef void rehash(self) noexcept
    @cython.locals(i=int)
    cdef set_root(self, Worlds worlds, Generator generator)
    @cython.locals(kept="void*", done=int)
    cpdef int grow(self, int iterations, double deadline) except -1
    @cython.locals(i=int, now=double)
    cdef int iterate(self, int iterations, double deadline) noexcept nogil
    @cython.locals(
        node=int, depth=int, root_choice=int, known=bint, count=int, i=int, choice=int,
        move=uint64_t, child=int,
    )
    cdef void explore(self) noexcept nogil
    @cython.locals(
        count=int, best=int, scores="double*", top=double, i=int, j=int, move=uint64_t,
        score=double, total=double,
    )
    cdef int list_moves(self, int cap) noexcept nogil
    @cython.locals(
        seen=long, gained=double, suit=uint64_t, i=int, child=int, spread=double, expected=double,
        bonus=double, best=int, best_worth=double, visits=int, worth=double,
    )
    cdef int select(self, int node, int count) noexcept nogil
    cdef uint64_t suit_faced(self) noexcept nogil
    @cython.locals(count=int, square=double)
    cdef double spread(self) noexcept nogil
    @cython.locals(slot=uint64_t, child=int)
    cdef int find(self, int node, uint64_t move) noexcept nogil
    @cython.locals(mixed=uint64_t)
    cdef uint64_t home(self, int node, uint64_t move) noexcept nogil
    @cython.locals(child=int)
    cdef int add(self, int node, uint64_t move) noexcept nogil
    @cython.locals(slot=uint64_t)
    cdef void insert(self, int node) noexcept nogil
    @cython.locals(i=int)
    cdef void back_up(self, double value, int depth) noexcept nogil
    @cython.locals(value=double, share=double)
    cdef double value(self, int root_choice) noexcept nogil
    @cython.locals(medal=int, value=double, before=double, chance=double, i=int)
    cdef double guess(self, int root_choice, double share) noexcept nogil
    @cython.locals(i=int, node=int, medal=int)
    cpdef list results(self)
