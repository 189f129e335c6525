/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of the AVX-512 table: the portable templates, compiled for it, with its vectors for rows. */
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/prefetch.h"
#include "kernels/table.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx2,bmi,bmi2"))),    \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl,avx2,bmi,bmi2")
#endif

static inline __m512i load(const uint8_t *from) { return _mm512_loadu_si512(from); }

static inline void store(uint8_t *to, __m512i vector) { _mm512_storeu_si512(to, vector); }

static inline void stream(uint8_t *to, __m512i vector) { _mm512_stream_si512((__m512i *)(void *)to, vector); }

static inline void stream_end(void) { _mm_sfence(); }

#define VECTOR 64
#define LOAD load
#define STORE store
#define STREAM stream
#define ISA(name) name##_avx512
#define ISA_TEXT(name) #name "_avx512"
#include "kernels/fetch_set_tmpl.h"
#include "kernels/index_set_tmpl.h"

const struct gather__fetch_kernel gather__fetch_kernels_avx512[] = {
    FETCH_ROWS, {"fetch_any_scalar", 0, INT64_MAX, gather__fetch_any_scalar}};
const struct gather__index_kernel gather__index_kernels_avx512[] = {INDEX_ROWS};

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#else

extern const int gather__no_avx512; /* a file without anything is no C */
const int gather__no_avx512 = 0;

#endif
