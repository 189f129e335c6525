/* SPDX-License-Identifier: Apache-2.0 */
/* The move kernels of the AVX-512 table: squares turned in its registers. */
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/table.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx512_tmpl.h"

#include "kernels/bits.h"
#include "kernels/crossing.h"

static inline __m128i part(const uint8_t *from)
{
    return _mm_loadu_si128((const __m128i *)(const void *)from);
}

static inline __m512i load_parts(const uint8_t *from, int64_t step)
{
    __m512i parts = _mm512_castsi128_si512(part(from));
    parts = _mm512_inserti32x4(parts, part(from + step), 1);
    parts = _mm512_inserti32x4(parts, part(from + 2 * step), 2);
    return _mm512_inserti32x4(parts, part(from + 3 * step), 3);
}

static inline __m512i load_listed(const uint8_t *const *from, int64_t step, int64_t at)
{
    __m512i parts = _mm512_castsi128_si512(part(from[0] + at));
    parts = _mm512_inserti32x4(parts, part(from[step] + at), 1);
    parts = _mm512_inserti32x4(parts, part(from[2 * step] + at), 2);
    return _mm512_inserti32x4(parts, part(from[3 * step] + at), 3);
}

static inline void store(uint8_t *to, __m512i vector) { _mm512_storeu_si512(to, vector); }

static inline void store_some(uint8_t *to, __m512i vector, int64_t bytes)
{
    _mm512_mask_storeu_epi8(to, bytes >= CACHE_LINE ? UINT64_MAX : ((uint64_t)1 << bytes) - 1, vector);
}

static inline void stream(uint8_t *to, __m512i vector) { _mm512_stream_si512((__m512i *)(void *)to, vector); }

#define REGISTER __m512i
#define LANES 4
#define LOAD_PARTS load_parts
#define LOAD_LISTED load_listed
#define STORE store
#define STORE_SOME store_some
#define STREAM_PART stream
#define UNPACK_NAMED(half, bits) _mm512_unpack##half##_epi##bits
#define UNPACK(half, bits) UNPACK_NAMED(half, bits)
#define PART_UNPACK_NAMED(half, bits) _mm_unpack##half##_epi##bits
#define PART_UNPACK(half, bits) PART_UNPACK_NAMED(half, bits)
#define ISA(name) name##_avx512
#define ISA_TEXT(name) #name "_avx512"
#include "kernels/move_set_tmpl.h"

const struct gather__move_kernel gather__move_kernels_avx512[] = {
    MOVE_ROWS, GATHER__BLOCK_ROWS_AROUND("move_b3_avx2", gather__move_b3_avx2)};

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_move_avx512; /* a file without anything is no C */
const int gather__no_move_avx512 = 0;

#endif
