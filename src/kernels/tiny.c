/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A few small blocks at a few indices: all of it in one call. All indices are read and judged before the first
 * store. At these sizes what surrounds the loops is most of the work.
 */
#include "core/outlined.h"
#include "kernels/table.h"
#include "kernels/tiny_one.h"

/* Returns: whether all indices are inside. */
INLINED bool find_places(const struct gather__brief *tiny, const uint8_t *index, int64_t step,
                         int64_t *places, bool is_wide)
{
    UNROLLED_BY_4
    for (int32_t k = 0; k < tiny->count; k++, index += step)
        if (!judge_tiny(tiny, read_tiny(index, is_wide), &places[k]))
            return false;
    return true;
}

INLINED void copy_blocks(int32_t count, uint8_t *out, int64_t step, const uint8_t *data, int64_t scale,
                         const int64_t *places, size_t width)
{
    UNROLLED_BY_4
    for (int32_t k = 0; k < count; k++, out += step)
        memcpy(out, data + places[k] * scale, width); /* bounded: inside the data */
}

/* Blocks of 4 or 8 bytes, all operands dense. */
INLINED bool gather_dense(const struct gather__brief *tiny, uint8_t *out, const uint8_t *data,
                          const uint8_t *index, bool is_wide, int64_t width)
{
    int64_t places[GATHER__TINY_INDICES];
    if (!find_places(tiny, index, is_wide ? 8 : 4, places, is_wide))
        return false;
    copy_blocks(tiny->count, out, width, data, width, places, (size_t)width);
    return true;
}

/* Each outlined, so that one block pays for none of their registers. */
#define DENSE(name, is_wide, width)                                                                          \
    OUTLINED bool name(const struct gather__brief *tiny, uint8_t *out, const uint8_t *data,                  \
                       const uint8_t *index)                                                                 \
    {                                                                                                        \
        return gather_dense(tiny, out, data, index, is_wide, width);                                         \
    }
DENSE(gather_dense_i64_b8, true, 8)
DENSE(gather_dense_i64_b4, true, 4)
DENSE(gather_dense_i32_b8, false, 8)
DENSE(gather_dense_i32_b4, false, 4)
#undef DENSE

OUTLINED bool gather_any(const struct gather__brief *tiny, uint8_t *out, const uint8_t *data,
                         const uint8_t *index)
{
    int64_t places[GATHER__TINY_INDICES];
    const int64_t step = tiny->indices_step;
    if (tiny->is_wide != 0 ? !find_places(tiny, index, step, places, true)
                           : !find_places(tiny, index, step, places, false))
        return false;
    if (tiny->width == 4)
        copy_blocks(tiny->count, out, tiny->out_step, data, tiny->axes[0].scale, places, 4);
    else if (tiny->width == 8)
        copy_blocks(tiny->count, out, tiny->out_step, data, tiny->axes[0].scale, places, 8);
    else
        copy_blocks(tiny->count, out, tiny->out_step, data, tiny->axes[0].scale, places, (size_t)tiny->width);
    return true;
}

bool gather__gather_tiny_scalar(uint8_t *out, const uint8_t *data, const uint8_t *indices,
                                const struct gather__brief *tiny)
{
    if (tiny->lanes == 1)
        return gather_one(out, data, indices, tiny);
    out += tiny->out;
    data += tiny->data;
    indices += tiny->indices;
    if (tiny->lanes == 0)
        return gather_any(tiny, out, data, indices);
    if (tiny->is_wide != 0)
        return tiny->width == 8 ? gather_dense_i64_b8(tiny, out, data, indices)
                                : gather_dense_i64_b4(tiny, out, data, indices);
    return tiny->width == 8 ? gather_dense_i32_b8(tiny, out, data, indices)
                            : gather_dense_i32_b4(tiny, out, data, indices);
}
