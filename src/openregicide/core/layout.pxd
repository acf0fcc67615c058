cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from . cimport bits, codes
from .rng cimport Generator


cdef class Layout:
    cdef readonly object rules
    cdef readonly Generator generator

    cdef readonly uint64_t hands[4]
    cdef readonly uint64_t discard
    cdef readonly uint64_t table
    cdef uint8_t tavern[64]
    cdef uint8_t castle[12]
    cdef uint8_t attack[3]
    cdef uint8_t health[3]
    cdef uint8_t pool[54]
    cdef readonly uint16_t origin[54]
    cdef readonly uint64_t plays[54]

    cdef readonly int phase
    cdef readonly int seat
    cdef readonly int players
    cdef readonly int hand_limit
    cdef readonly int tavern_top
    cdef readonly int tavern_count
    cdef readonly int castle_at
    cdef readonly int play_count
    cdef readonly int damage
    cdef readonly int shield
    cdef readonly int idle_spades
    cdef readonly int attack_value
    cdef readonly int powers
    cdef readonly int yielded
    cdef readonly int flips
    cdef readonly int due
    cdef readonly int ply
    cdef readonly int ending
    cdef readonly int layers
    cdef int jesters
    cdef int flips_given
    cdef readonly bint jester_played
    cdef bint many_companions
    cdef bint solo_yield
    cdef int most_dry_hands

    cdef bint listening
    cdef uint32_t log[128]
    cdef uint64_t log_cards[128]
    cdef int log_count

    cdef void clear_table(self) noexcept nogil
    @cython.locals(i=int, count=int)
    cdef int dry_hands(self) noexcept nogil
    @cython.locals(i=int)
    cdef void copy_layout(self, Layout other) noexcept nogil
    cdef void report(self, int kind, int seat, int value, int total, uint64_t mask) noexcept nogil
