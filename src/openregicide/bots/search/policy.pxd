cimport cython
from libc cimport math
from libc.stdint cimport uint8_t, uint64_t

from openregicide.core cimport bits, codes, legal
from openregicide.core.state cimport State

cdef int ROOM, NOT_IMMUNE, LOW_TAVERN, MUCH_TO_HEAL, HIGHEST_DRAWN


@cython.final
cdef class Policy:
    cdef public double kill, relief, exact_jack, exact_queen, exact_king, exact_late
    cdef public double overkill, damage, damage_late, reach, draw, draw_short
    cdef public double draw_late, draw_own, heal, heal_low, heal_late, shield
    cdef public double shield_long, strike, pain, doom, doom_flip, risk
    cdef public double hope, rest, thin, exposed, cost, cost_late
    cdef public double cards, yield_, jester, jester_suit, jester_spades, name_cards
    cdef public double name_self, flip, flip_cards, flip_to_pay, keep_clubs, keep_diamonds
    cdef public double keep_hearts, keep_spades, keep_card, keep_curve, keep_companion, keep_royal
    cdef public double keep_immune, keep_exact, keep_hearts_low, keep_diamonds_short, keep_jester
    cdef double exact[3]
    cdef double worth[54]

    # Notes on the position looked at
    cdef double keep[54]
    cdef double scores[1024]
    cdef double low, short, hand_keep, price, draw_gain, heal_gain, exact_gain, damage_gain
    cdef int immune, left, strikes, discards, own_room, room, hand_worth

    @cython.locals(best=int, i=int, score=double)
    cdef int score_moves(self, State state, uint64_t* moves, int count) noexcept nogil
    @cython.locals(
        hand=uint64_t, enemy=int, stage=double, seat=int, hearts=double, card=int, suit=int, keep=double,
    )
    cdef void survey(self, State state) noexcept nogil
    cdef int harm(self, int card) noexcept nogil
    @cython.locals(kind=int, mask=uint64_t, drawn=int)
    cdef double score_turn(self, State state, uint64_t move) noexcept nogil
    @cython.locals(
        value=int, count=int, suits=int, keep=double, rest=uint64_t, card=int, score=double,
        healed=int, own_drawn=int, drawn=int, harm=int, strikes=int, gain=double,
    )
    cdef double score_cards(self, State state, uint64_t mask) noexcept nogil
    @cython.locals(room=int, share=int, surplus=int)
    cdef int own_share(self, State state, int drawn, int count) noexcept nogil
    @cython.locals(score=double, after=double, next_attack=int)
    cdef double score_kill(self, State state, int harm, int value, int own_drawn) noexcept nogil
    cdef bint exact_stays(self, uint64_t hand, int left) noexcept nogil
    @cython.locals(score=double, holds=double, missing=int, rest=double, seat=int, missing_next=double)
    cdef double score_suffering(
        self, State state, int strikes, int hand_worth, int own_drawn
    ) noexcept nogil
    @cython.locals(score=double, hand=uint64_t, held=int, card=int, gain=int)
    cdef double score_jester(self, State state) noexcept nogil
    @cython.locals(score=double)
    cdef double score_naming(self, State state, int seat) noexcept nogil
    @cython.locals(mask=uint64_t, keep=double, drawn=int)
    cdef double score_discard(self, State state, uint64_t move) noexcept nogil
    @cython.locals(count=int)
    cdef uint64_t choose(self, State state, uint64_t* out) noexcept nogil
    @cython.locals(last=int)
    cdef void play_on(self, State state, int enemies, uint64_t* out) noexcept nogil
    @cython.locals(_=long)
    cdef void play_games(
        self, State state, long games, uint64_t* out, uint64_t* totals
    ) noexcept nogil
    @cython.locals(out="uint64_t*", count=int, i=int)
    cpdef tuple advise(self, State state)
    @cython.locals(
        out="uint64_t*", total=double, i=int, j=int, state=State, chosen=list, count=int,
        top=double, weight=double,
    )
    cpdef double cross_entropy(self, list states, list shares, double temperature) except? -1.0
