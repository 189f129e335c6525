/* SPDX-License-Identifier: Apache-2.0 */
/* Fetching rows at offsets in portable C, for the scalar table alone. */
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

void gather__fetch_rows_scalar(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                               int64_t width)
{
    fetch_rows_scalar(out, data, offsets, width);
}
