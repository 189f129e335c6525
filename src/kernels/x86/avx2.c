/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of the AVX2 table: the portable templates, compiled for it, with its vectors for rows. */
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#include "core/once.h"
#include "kernels/abreast.h"
#include "kernels/inlined.h"
#include "kernels/prefetch.h"
#include "kernels/soon.h"
#include "kernels/table.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx2_tmpl.h"

static inline __m256i load(const uint8_t *from)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

static inline void store(uint8_t *to, __m256i vector) { _mm256_storeu_si256((__m256i *)(void *)to, vector); }

static inline void stream(uint8_t *to, __m256i vector) { _mm256_stream_si256((__m256i *)(void *)to, vector); }

#define VECTOR 32
#define ROW_REGISTER __m256i
#define LOAD load
#define STORE store
#define STREAM stream
#define HELD 8
#define SINGLE_LINES                                                                                         \
    7 /* on a Zen 3: of 96 to 448 bytes .65 to .85 of the time that four abreast take; of 512 up to 1.3 */
#define STAGGERS 1 /* on a Zen 3: .77 to .9 of the time for rows of 4 KiB to 2 MiB */
#define ISA(name) name##_avx2
#define ISA_TEXT(name) #name "_avx2"
#include "kernels/fetch_row_tmpl.h"
#include "kernels/index_set_tmpl.h"

void gather__fetch_rows_avx2(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                             int64_t width)
{
    fetch_rows_avx2(out, data, offsets, width);
}

const struct gather__fetch_kernel gather__fetch_kernels_avx2[] = {
    {"fetch_b2_avx2", 2, 2, gather__fetch_b2_avx2, false, true},
    {"fetch_b4_avx2", 4, 4, gather__fetch_b4_avx2, false, true},
    {"fetch_b8_avx2", 8, 8, gather__fetch_b8_avx2, false, true},
    {"fetch_rows_avx2", VECTOR + 1, INT64_MAX, gather__fetch_rows_avx2, false, true},
    GATHER__FETCH_ROW(b1, 1, 1),
    GATHER__FETCH_ROW(b3, 3, 3),
    GATHER__FETCH_ROW(b6, 6, 6),
    GATHER__FETCH_ROW(b12, 12, 12),
    GATHER__FETCH_WIDE_ROWS};
const struct gather__index_kernel gather__index_kernels_avx2[] = {INDEX_ROWS};

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_avx2; /* a file without anything is no C */
const int gather__no_avx2 = 0;

#endif
