/* SPDX-License-Identifier: Apache-2.0 */
/* What a tiny gather makes of an index; and all of one with few blocks, for where a call costs as much as that. */
#ifndef GATHER_KERNELS_TINY_FEW_H
#define GATHER_KERNELS_TINY_FEW_H

#include <string.h>

#include "core/kernel.h"
#include "kernels/index_once.h"
#include "kernels/inlined.h"

/* The index that one of the operand's stands for. Returns: whether it is inside. */
INLINED bool judge_tiny(const struct gather__brief *tiny, int64_t value, int64_t *place)
{
    *place = value + (value < 0 ? tiny->more : 0); /* bounded: a negative number and a size */
    return (uint64_t)*place <= (uint64_t)tiny->axes[0].rule.limit;
}

/* The only block, of 4 or 8 bytes, of a tiny gather. Returns: false, with nothing written, if its index is outside. */
INLINED bool gather_one(uint8_t *out, const uint8_t *data, const uint8_t *indices,
                        const struct gather__brief *tiny)
{
    int64_t place;
    if (!judge_tiny(tiny, load_index(indices + tiny->indices, tiny->is_wide != 0 ? 8 : 4), &place))
        return false;
    out += tiny->out;
    data += tiny->data + place * tiny->axes[0].scale; /* bounded: inside the data */
    if (tiny->width == 8)
        memcpy(out, data, 8);
    else
        memcpy(out, data, 4);
    return true;
}

/* Returns: whether all indices are inside. */
INLINED bool find_few(int64_t *places, const uint8_t *index, int32_t count, bool is_wide,
                      const struct gather__brief *tiny)
{
    UNROLLED
    for (int32_t k = 0; k < count; k++, index += is_wide ? 8 : 4)
        if (!judge_tiny(tiny, load_index(index, is_wide ? 8 : 4), &places[k]))
            return false;
    return true;
}

INLINED void copy_few(uint8_t *out, const uint8_t *data, const int64_t *places, int32_t count, int64_t width)
{
    UNROLLED
    for (int32_t k = 0; k < count; k++, out += width)
        memcpy(out, data + places[k] * width, (size_t)width); /* bounded: inside the data */
}

/*
 * From `half` to twice as many blocks of a tiny gather whose operands are dense, without a loop: the first `half` and the
 * last, of which some may be the same. Returns: false, with nothing written, if an index is outside.
 */
INLINED bool gather_few(uint8_t *out, const uint8_t *data, const uint8_t *indices,
                        const struct gather__brief *tiny, bool is_wide, int64_t width, int32_t half)
{
    const int64_t later = tiny->count - half;
    int64_t first[GATHER__TINY_INDICES / 2], last[GATHER__TINY_INDICES / 2];
    out += tiny->out;
    data += tiny->data;
    indices += tiny->indices;
    if (!find_few(first, indices, half, is_wide, tiny) ||
        !find_few(last, indices + later * (is_wide ? 8 : 4), half, is_wide, tiny))
        return false;
    copy_few(out, data, first, half, width);
    copy_few(out + later * width, data, last, half, width); /* bounded: inside the output */
    return true;
}

#endif
