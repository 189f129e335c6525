/* SPDX-License-Identifier: Apache-2.0 */
/* Fetching blocks at offsets, in portable C. */
#include <string.h>

#include "kernels/abreast.h"
#include "kernels/inlined.h"
#include "kernels/prefetch.h"
#include "kernels/soon.h"
#include "kernels/stream.h"
#include "kernels/table.h"

/* 16 bytes, a register where there is one and the compiler has a word for it. */
#if defined(__GNUC__) && (defined(__SSE2__) || defined(__ARM_NEON))
#define ROW_REGISTER uint8_t __attribute__((vector_size(16)))
#else
struct vector {
    uint64_t low, high;
};
#define ROW_REGISTER struct vector
#endif

static inline ROW_REGISTER load(const uint8_t *from)
{
    ROW_REGISTER vector;
    memcpy(&vector, from, sizeof vector);
    return vector;
}

static inline void store(uint8_t *to, ROW_REGISTER vector) { memcpy(to, &vector, sizeof vector); }

#define VECTOR 16
#define HELD 4
#define LOAD load
#define STORE store
#define STREAM stream_16
#define SINGLE_LINES 1
#define STAGGERS 0
#define ISA(name) name##_scalar
static inline void stream_16(uint8_t *to, ROW_REGISTER vector) { stream_vector(to, &vector); }
#include "kernels/fetch_row_tmpl.h"

#define WIDTH 1
#define FETCH gather__fetch_b1_scalar
#include "kernels/fetch_tmpl.h"
#define WIDTH 2
#define FETCH gather__fetch_b2_scalar
#include "kernels/fetch_tmpl.h"
#define WIDTH 3
#define FETCH gather__fetch_b3_scalar
#include "kernels/fetch_tmpl.h"
#define WIDTH 4
#define FETCH gather__fetch_b4_scalar
#include "kernels/fetch_tmpl.h"
#define WIDTH 6
#define FETCH gather__fetch_b6_scalar
#include "kernels/fetch_tmpl.h"
#define WIDTH 8
#define FETCH gather__fetch_b8_scalar
#include "kernels/fetch_tmpl.h"
#define WIDTH 12
#define FETCH gather__fetch_b12_scalar
#include "kernels/fetch_tmpl.h"
#define WIDTH 16
#define FETCH gather__fetch_b16_scalar
#include "kernels/fetch_tmpl.h"
#define WIDTH 24
#define FETCH gather__fetch_b24_scalar
#include "kernels/fetch_tmpl.h"
#define WIDTH 32
#define FETCH gather__fetch_b32_scalar
#include "kernels/fetch_tmpl.h"

void gather__fetch_rows_scalar(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                               int64_t width)
{
    fetch_rows_scalar(out, data, offsets, width);
}

/* Blocks of `half` to twice as many bytes: two copies that overlap. */
INLINED void fetch_halves(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                          int64_t width, size_t half)
{
    const int64_t last = offsets->is_far ? offsets->count - BLOCKS_AHEAD : 0, second = width - (int64_t)half;
    for (int64_t k = 0; k < offsets->count; k++) {
        uint8_t *to = out + gather__out_offset(offsets, k);
        const uint8_t *from = data + offsets->data[k];
        if (k < last)
            ask_far_block(data + offsets->data[k + BLOCKS_AHEAD], (size_t)width, offsets->tuning->nearest);
        memcpy(to, from, half);
        memcpy(to + second, from + second, half);
    }
}

/* The widths below a vector that have no kernel of their own: 5 to 15 bytes. */
void gather__fetch_odd_scalar(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                              int64_t width)
{
    for (int64_t place = 0; place <= offsets->more; place++)
        if (width > 8)
            fetch_halves(out_at(out, offsets, place), data_at(data, offsets, place), offsets, width, 8);
        else
            fetch_halves(out_at(out, offsets, place), data_at(data, offsets, place), offsets, width, 4);
}

const struct gather__fetch_kernel gather__fetch_kernels_scalar[] = {GATHER__FETCH_ROWS};
