# What bits.py says, in C. A module that cimports this next to its `from . import bits` gets these.
from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #ifndef OPENREGICIDE_DIGEST
    #define OPENREGICIDE_DIGEST ""
    #endif
    #if defined(__GNUC__) || defined(__clang__)
    static inline int openregicide_lowest(uint64_t mask) { return __builtin_ctzll(mask); }
    static inline int openregicide_highest(uint64_t mask) { return 63 - __builtin_clzll(mask); }
    #else
    static inline int openregicide_lowest(uint64_t mask) {
        int n = 0;
        while (!(mask & 1)) { mask >>= 1; n++; }
        return n;
    }
    static inline int openregicide_highest(uint64_t mask) {
        int n = -1;
        while (mask) { mask >>= 1; n++; }
        return n;
    }
    #endif
    /* Hands are small: clearing bits one by one beats a library call where there is no popcount. */
    static inline int openregicide_size(uint64_t mask) {
    #if defined(__POPCNT__) || defined(__aarch64__)
        return __builtin_popcountll(mask);
    #else
        mask = mask - ((mask >> 1) & 0x5555555555555555ULL);
        mask = (mask & 0x3333333333333333ULL) + ((mask >> 2) & 0x3333333333333333ULL);
        mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((mask * 0x0101010101010101ULL) >> 56);
    #endif
    }
    #if defined(_MSC_VER)
    #include <malloc.h>
    #define openregicide_room(count) ((uint64_t *)_alloca((count) * sizeof(uint64_t)))
    #else
    #define openregicide_room(count) ((uint64_t *)__builtin_alloca((count) * sizeof(uint64_t)))
    #endif
    """
    const uint64_t ONE "((uint64_t)1)"
    const uint64_t WORD "((uint64_t)0xFFFFFFFF)"
    const char* DIGEST "OPENREGICIDE_DIGEST"
    int lowest "openregicide_lowest"(uint64_t mask) noexcept nogil
    int highest "openregicide_highest"(uint64_t mask) noexcept nogil
    int size "openregicide_size"(uint64_t mask) noexcept nogil
    uint64_t* room "openregicide_room"(int count) noexcept nogil
