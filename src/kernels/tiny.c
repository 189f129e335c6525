/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A few small blocks at a few indices: all of it in one call. All indices are read and judged before the first
 * store, four at a time, for at these sizes the loops themselves are most of the work.
 */
#include <string.h>

#include "kernels/inlined.h"
#include "kernels/table.h"

enum { TOGETHER = 4 };

/* The index that one of the operand's stands for. Returns: whether it is inside. */
INLINED bool judge(const struct gather__tiny *tiny, int64_t value, int64_t *place)
{
    if ((uint64_t)value > (uint64_t)tiny->limit) {
        value += value < 0 ? tiny->more : 0; /* bounded: a negative number and a size */
        if ((uint64_t)value > (uint64_t)tiny->limit)
            return false;
    }
    *place = value;
    return true;
}

INLINED int64_t read_index(const uint8_t *index, bool is_wide)
{
    int32_t narrow;
    int64_t wide;
    if (is_wide)
        memcpy(&wide, index, sizeof wide);
    else
        memcpy(&narrow, index, sizeof narrow);
    return is_wide ? wide : narrow;
}

/* Returns: whether all indices are inside. */
INLINED bool find_places(const struct gather__tiny *tiny, const uint8_t *index, int64_t *places, bool is_wide)
{
    const int64_t step = tiny->indices_step;
    int32_t k = 0;
    for (; k + TOGETHER <= tiny->count; k += TOGETHER, index += TOGETHER * step) {
        UNROLLED
        for (int32_t j = 0; j < TOGETHER; j++)
            if (!judge(tiny, read_index(index + j * step, is_wide), &places[k + j]))
                return false;
    }
    for (; k < tiny->count; k++, index += step)
        if (!judge(tiny, read_index(index, is_wide), &places[k]))
            return false;
    return true;
}

INLINED void copy_blocks(const struct gather__tiny *tiny, uint8_t *out, const uint8_t *data,
                         const int64_t *places, size_t width)
{
    const int64_t step = tiny->out_step, scale = tiny->scale; /* bounded: products are inside the data */
    int32_t k = 0;
    for (; k + TOGETHER <= tiny->count; k += TOGETHER, out += TOGETHER * step) {
        UNROLLED
        for (int32_t j = 0; j < TOGETHER; j++)
            memcpy(out + j * step, data + places[k + j] * scale, width);
    }
    for (; k < tiny->count; k++, out += step)
        memcpy(out, data + places[k] * scale, width);
}

bool gather__gather_tiny_scalar(uint8_t *out, const uint8_t *data, const uint8_t *indices,
                                const struct gather__tiny *tiny)
{
    int64_t places[GATHER__TINY_INDICES];
    indices += tiny->indices;
    if (tiny->is_wide != 0 ? !find_places(tiny, indices, places, true)
                           : !find_places(tiny, indices, places, false))
        return false;
    out += tiny->out;
    data += tiny->data;
    if (tiny->width == 4)
        copy_blocks(tiny, out, data, places, 4);
    else if (tiny->width == 8)
        copy_blocks(tiny, out, data, places, 8);
    else
        copy_blocks(tiny, out, data, places, (size_t)tiny->width);
    return true;
}
