/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of small blocks by indices of 8 and 16 bits, as those of dictionaries are, for the AVX2 table.
 *
 *     512 indices | brought inside as vectors of words, in the nearest cache | four words at a time | blocks, eight at once
 *
 * A register of addresses parts four words in fewer steps than one of vectors hands over as many offsets.
 */
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/inlined.h"
#include "kernels/near.h"
#include "kernels/soon.h"
#include "kernels/x86/picks_near.h"
#include "kernels/x86/tables.h"

#if defined(GATHER_KERNELS_X86)

#include "kernels/x86/begin_avx2_tmpl.h"

#include "kernels/x86/blocks_avx2_tmpl.h"

enum {
    WORDS = 16,       /* of a vector */
    PART = 32 * WORDS /* indices that are judged at a time */
};

/* The rule, in every word, and what was found. */
struct word_rule {
    __m256i more, limit;
    __m256i outside; /* not 0 in a word in which an index was */
};

/* Whether all points have the same data. */
static bool takes(const struct gather__picking *picking, int64_t index_bytes)
{
    return is_near(picking, index_bytes) && picking->run.slope == 0 && picking->listed == 0;
}

/*
 * Words hold what they count from the end of up to 65,536 entries; where there are more, those below 0 are taken for
 * outside.
 */
static struct word_rule word_rule_of(const struct gather__rule *rule, bool is_signed)
{
    const bool wraps = is_signed && rule->is_negative && rule->size <= UINT16_MAX + 1;
    const int64_t reached = is_signed && !wraps ? INT16_MAX : UINT16_MAX;
    const int64_t limit = rule->limit < reached ? rule->limit : reached;
    return (struct word_rule){_mm256_set1_epi16((int16_t)(uint16_t)(wraps ? rule->size : 0)),
                              _mm256_set1_epi16((int16_t)(uint16_t)limit), _mm256_setzero_si256()};
}

INLINED __m256i bring_inside(__m256i words, struct word_rule *rule, bool is_signed)
{
    __asm__("" : "+x"(words)); /* what is judged is what is used, and not read again */
    if (is_signed)
        words = _mm256_add_epi16(words, _mm256_and_si256(_mm256_srai_epi16(words, 15), rule->more));
    const __m256i inside = _mm256_min_epu16(words, rule->limit);
    rule->outside = _mm256_or_si256(rule->outside, _mm256_xor_si256(words, inside));
    return inside;
}

INLINED __m256i load_i16(const uint8_t *from)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}
INLINED __m256i load_u16(const uint8_t *from) { return load_i16(from); }
INLINED __m256i load_i8(const uint8_t *from)
{
    return _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(const void *)from));
}
INLINED __m256i load_u8(const uint8_t *from)
{
    return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(const void *)from));
}

/* Up to a part of the indices, each brought inside, and as many zeros as make whole vectors. */
INLINED void read_words(uint16_t *words, const uint8_t *indices, struct gather__early early, int64_t count,
                        struct word_rule *whole, __m256i (*load)(const uint8_t *), int64_t index_bytes,
                        bool is_signed)
{
    uint8_t last[WORDS * sizeof(uint16_t)] = {0}; /* indices of 0 are inside */
    struct word_rule rule = *whole;
    int64_t k = 0;
    for (; k + WORDS <= count; k += WORDS) {
        const uint8_t *from = indices + k * index_bytes; /* bounded: inside the indices */
        ask_for_line_of_indices(from, early, k, index_bytes);
        _mm256_store_si256((__m256i *)(void *)(words + k), bring_inside(load(from), &rule, is_signed));
    }
    if (k < count) {
        memcpy(last, indices + k * index_bytes, (size_t)((count - k) * index_bytes)); /* bounded: below 32 */
        _mm256_store_si256((__m256i *)(void *)(words + k), bring_inside(load(last), &rule, is_signed));
    }
    *whole = rule;
}

/* Where eight words pick. */
INLINED void place_words(const uint16_t *words, int64_t scale, int64_t *at)
{
    uint64_t fours[BLOCKS / 4];
    memcpy(fours, words, sizeof fours);
    UNROLLED for (int k = 0; k < BLOCKS; k++)
    {
        uint64_t word = (uint16_t)(fours[k / 4] >> k % 4 * 16);
        __asm__("" : "+r"(word));      /* or the compiler makes vectors of them */
        at[k] = (int64_t)word * scale; /* bounded: inside the data */
    }
}

/* The blocks of words that are inside. */
INLINED void fetch_words(uint8_t *out, const uint8_t *data, const uint16_t *words, int64_t count,
                         int64_t scale, int width, bool streams)
{
    uint8_t last[BLOCKS * sizeof(int64_t)];
    int64_t at[BLOCKS], k = 0;
    for (; k + BLOCKS <= count; k += BLOCKS) {
        place_words(words + k, scale, at);
        fetch_eight(out + k * width, data, at, width, streams, false); /* bounded: inside the output */
    }
    if (k == count)
        return;
    place_words(words + k, scale, at);
    fetch_eight(last, data, at, width, false, false);
    memcpy(out + k * width, last, (size_t)((count - k) * width)); /* bounded: inside the output, below 64 */
}

typedef void fetching(uint8_t *out, const uint8_t *data, const uint16_t *words, int64_t count, int64_t scale);

#define FETCH_NAME(width, is_dense, streams) fetch_b##width##_##is_dense##_##streams
#define FETCH(width, is_dense, streams)                                                                      \
    static void FETCH_NAME(width, is_dense, streams)(uint8_t * out, const uint8_t *data,                     \
                                                     const uint16_t *words, int64_t count, int64_t scale)    \
    {                                                                                                        \
        fetch_words(out, data, words, count, (is_dense) ? (width) : scale, width, streams);                  \
    }
FETCH(1, 0, 0)
FETCH(1, 1, 0)
FETCH(2, 0, 0)
FETCH(2, 0, 1)
FETCH(2, 1, 0)
FETCH(2, 1, 1)
FETCH(4, 0, 0)
FETCH(4, 0, 1)
FETCH(4, 1, 0)
FETCH(4, 1, 1)
FETCH(8, 0, 0)
FETCH(8, 0, 1)
FETCH(8, 1, 0)
FETCH(8, 1, 1)

/* What a type of indices has of its own. */
struct form {
    int64_t bytes;
    bool is_signed;
    void (*read)(uint16_t *words, const uint8_t *indices, struct gather__early early, int64_t count,
                 struct word_rule *rule);
};

/* Fetches of a width, by whether blocks lie side by side in the data, and whether they go past the caches; or NULL. */
typedef fetching *const fetches[2][2];

/* Blocks before the first that may go past the caches go through them; the parts behind all begin where they may. */
static bool pick(uint8_t *out, const uint8_t *data, const struct gather__picking *picking,
                 const struct form *form, int64_t width, fetches by)
{
    const int64_t count = picking->run.count, scale = picking->run.scale;
    fetching *const cached = by[scale == width][false], *const past = by[scale == width][true];
    const bool may_stream = past != NULL && is_long_stream(picking, width);
    _Alignas(sizeof(__m256i)) uint16_t words[PART];
    struct word_rule rule = word_rule_of(&picking->rule, form->is_signed);
    for (int64_t row = 0; row < picking->rows; row++, out += picking->row_out) {
        const struct gather__index_run run = gather__picked_row(picking, row);
        const bool streams = may_stream && (uintptr_t)out % (uintptr_t)width == 0;
        for (int64_t k = 0, part; k < count; k += part) {
            uint8_t *to = out + k * width; /* bounded: inside the output */
            const int64_t before = streams ? points_before(to, width) : 0, most = before > 0 ? before : PART;
            part = most < count - k ? most : count - k;
            /* bounded: inside the indices */
            form->read(words, run.indices + run.first + k * form->bytes, run.early, part, &rule);
            (streams && before == 0 ? past : cached)(to, data + run.begin, words, part, scale);
        }
    }
    return _mm256_testz_si256(rule.outside, rule.outside) != 0;
}

/* ---- the kernels --------------------------------------------------------------------------------- */

#define CACHED(width, is_dense)                                                                              \
    {                                                                                                        \
        FETCH_NAME(width, is_dense, 0), NULL                                                                 \
    }
#define EITHER(width, is_dense)                                                                              \
    {                                                                                                        \
        FETCH_NAME(width, is_dense, 0), FETCH_NAME(width, is_dense, 1)                                       \
    }
static const fetches by_1 = {CACHED(1, 0), CACHED(1, 1)}, by_2 = {EITHER(2, 0), EITHER(2, 1)},
                     by_4 = {EITHER(4, 0), EITHER(4, 1)}, by_8 = {EITHER(8, 0), EITHER(8, 1)};

#define KERNEL(type, width)                                                                                  \
    GATHER__TAKES_NEAR(type, width) { return takes(picking, form_of_##type.bytes); }                         \
    GATHER__PICK_NEAR(type, width) { return pick(out, data, picking, &form_of_##type, width, by_##width); }
#define KERNELS(type, index_bytes, is_signed)                                                                \
    static void read_##type(uint16_t *words, const uint8_t *indices, struct gather__early early,             \
                            int64_t count, struct word_rule *rule)                                           \
    {                                                                                                        \
        read_words(words, indices, early, count, rule, load_##type, index_bytes, is_signed);                 \
    }                                                                                                        \
    static const struct form form_of_##type = {index_bytes, is_signed, read_##type};                         \
    KERNEL(type, 1) KERNEL(type, 2) KERNEL(type, 4) KERNEL(type, 8)
KERNELS(i16, 2, true)
KERNELS(u16, 2, false)
KERNELS(i8, 1, true)
KERNELS(u8, 1, false)

#include "kernels/x86/end_tmpl.h"

#else

extern const int gather__no_words_avx2; /* a file without anything is no C */
const int gather__no_words_avx2 = 0;

#endif
