# The functions of machine.py, in C.
cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <malloc.h>
    #define openregicide_reals(count) ((float *)_alloca((count) * sizeof(float)))
    #else
    #define openregicide_reals(count) ((float *)__builtin_alloca((count) * sizeof(float)))
    #endif
    /* A portable build (a wheel) compiles the net's two loops twice and picks the AVX2 version at run
          time where the processor has it. Both give the same numbers: each column is summed on its own,
          in the same order. A build for this processor alone needs no choice. */
    #if defined(__x86_64__) && defined(__GLIBC__) && !defined(__AVX2__) && !defined(__clang__)
    #define OPENREGICIDE_TWICE static __attribute__((unused, target_clones("avx2", "default")))
    #else
    #define OPENREGICIDE_TWICE static inline
    #endif
    /* Adds rows of weights to a layer, 32 columns at a time so that they stay in registers. */
    OPENREGICIDE_TWICE void openregicide_add_rows(
        float *layer, const float *numbers, const int *rows, int count, Py_ssize_t width
    ) {
        Py_ssize_t column = 0;
    #if defined(__GNUC__) || defined(__clang__)
        typedef float eight __attribute__((vector_size(32), aligned(4)));
        for (; column + 32 <= width; column += 32) {
            eight *sums = (eight *)(layer + column);
            eight a = sums[0], b = sums[1], c = sums[2], d = sums[3];
            for (int i = 0; i < count; i++) {
                const eight *row = (const eight *)(numbers + rows[i] * width + column);
                a += row[0];
                b += row[1];
                c += row[2];
                d += row[3];
            }
            sums[0] = a;
            sums[1] = b;
            sums[2] = c;
            sums[3] = d;
        }
    #endif
        for (; column < width; column++)
            for (int i = 0; i < count; i++)
                layer[column] += numbers[rows[i] * width + column];
    }
    /* Adds rows times signals in the same way. Multiplying by 0 is faster than a branch: the sign of
          a signal is unpredictable, so the branch predictor would often miss. */
    OPENREGICIDE_TWICE void openregicide_add_products(
        float *sums, const float *numbers, Py_ssize_t start, const float *signals,
        Py_ssize_t count, Py_ssize_t width
    ) {
        Py_ssize_t column = 0;
        numbers += start;
    #if defined(__GNUC__) || defined(__clang__)
        typedef float eight __attribute__((vector_size(32), aligned(4)));
        for (; column + 16 <= width; column += 16) {
            eight *some = (eight *)(sums + column);
            eight a = some[0], b = some[1];
            for (Py_ssize_t j = 0; j < count; j++) {
                const float signal = signals[j] > 0 ? signals[j] : 0;
                const eight *row = (const eight *)(numbers + j * width + column);
                a += signal * row[0];
                b += signal * row[1];
            }
            some[0] = a;
            some[1] = b;
        }
    #endif
        for (; column < width; column++)
            for (Py_ssize_t j = 0; j < count; j++)
                sums[column] += (signals[j] > 0 ? signals[j] : 0) * numbers[j * width + column];
    }
    #if defined(_WIN32)
    #include <windows.h>
    static inline double openregicide_now(void) {
        LARGE_INTEGER ticks, second;
        QueryPerformanceCounter(&ticks);
        QueryPerformanceFrequency(&second);
        return (double)ticks.QuadPart / (double)second.QuadPart;
    }
    static inline double openregicide_thread_time(void) {
        FILETIME created, ended, kernel, user;
        GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user);
        return 1e-7 * (4294967296.0 * (kernel.dwHighDateTime + user.dwHighDateTime)
                       + kernel.dwLowDateTime + user.dwLowDateTime);
    }
    #else
    #include <time.h>
    static inline double openregicide_now(void) {
        struct timespec at;
        clock_gettime(CLOCK_MONOTONIC, &at);
        return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
    }
    static inline double openregicide_thread_time(void) {
        struct timespec at;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
        return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
    }
    #endif
    static inline void *openregicide_release_gil(void) { return (void *)PyEval_SaveThread(); }
    static inline void openregicide_acquire_gil(void *kept) {
        PyEval_RestoreThread((PyThreadState *)kept);
    }
    """
    double now "openregicide_now"() noexcept nogil
    double thread_time "openregicide_thread_time"() noexcept nogil
    float* reals "openregicide_reals"(int count) noexcept nogil
    void add_rows "openregicide_add_rows"(
        float* layer, float* numbers, int* rows, int count, Py_ssize_t width
    ) noexcept nogil
    void add_products "openregicide_add_products"(
        float* sums, float* numbers, Py_ssize_t start, float* signals,
        Py_ssize_t count, Py_ssize_t width
    ) noexcept nogil
    void* release_gil "openregicide_release_gil"() noexcept nogil
    void acquire_gil "openregicide_acquire_gil"(void* kept) noexcept nogil

cdef inline float* floats(float[::1] numbers) noexcept nogil:
    return &numbers[0]
