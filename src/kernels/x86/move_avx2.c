/* SPDX-License-Identifier: Apache-2.0 */
/* The move kernels of the AVX2 table: squares turned in its registers. */
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/table.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx2_tmpl.h"

#include "kernels/bits.h"
#include "kernels/crossing.h"
#include "kernels/straight.h"

static inline __m128i part(const uint8_t *from)
{
    return _mm_loadu_si128((const __m128i *)(const void *)from);
}

static inline __m256i load_parts(const uint8_t *from, int64_t step)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(part(from)), part(from + step), 1);
}

static inline __m256i load_listed(const uint8_t *const *from, int64_t step, int64_t at)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(part(from[0] + at)), part(from[step] + at), 1);
}

static inline void store(uint8_t *to, __m256i vector) { _mm256_storeu_si256((__m256i *)(void *)to, vector); }

static inline void stream(uint8_t *to, __m256i vector) { _mm256_stream_si256((__m256i *)(void *)to, vector); }

#define REGISTER __m256i
#define LANES 2
#define LOAD_PARTS load_parts
#define LOAD_LISTED load_listed
#define STORE store
#define STREAM_PART stream
#define UNPACK_NAMED(half, bits) _mm256_unpack##half##_epi##bits
#define UNPACK(half, bits) UNPACK_NAMED(half, bits)
#define PART_UNPACK_NAMED(half, bits) _mm_unpack##half##_epi##bits
#define PART_UNPACK(half, bits) PART_UNPACK_NAMED(half, bits)
#define ISA(name) name##_avx2
#define ISA_TEXT(name) #name "_avx2"
#include "kernels/move_set_tmpl.h"

/* Five blocks a load, the first byte of which is none of theirs. */
static inline int64_t reverse_threes(uint8_t *out, const uint8_t *data, int64_t count)
{
    enum { FIVE = 5, BYTES = 15 };
    const __m128i order = _mm_setr_epi8(13, 14, 15, 10, 11, 12, 7, 8, 9, 4, 5, 6, 1, 2, 3, 0);
    int64_t k = 0;
    for (; k + FIVE < count; k += FIVE, out += BYTES, data -= BYTES)
        _mm_storeu_si128((__m128i *)(void *)out, _mm_shuffle_epi8(part(data - BYTES + 2), order));
    return k;
}
#define MOVE gather__move_b3_avx2
#include "kernels/move_threes_tmpl.h"

const struct gather__move_kernel gather__move_kernels_avx2[] = {
    MOVE_ROWS, GATHER__BLOCK_ROWS_AROUND("move_b3_avx2", gather__move_b3_avx2)};

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_move_avx2; /* a file without anything is no C */
const int gather__no_move_avx2 = 0;

#endif
