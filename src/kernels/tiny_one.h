/* SPDX-License-Identifier: Apache-2.0 */
/* What a tiny gather makes of an index; and all of one with a single block, for where a call costs as much as that. */
#ifndef GATHER_KERNELS_TINY_ONE_H
#define GATHER_KERNELS_TINY_ONE_H

#include <string.h>

#include "core/kernel.h"
#include "kernels/inlined.h"

/* The index that one of the operand's stands for. Returns: whether it is inside. */
INLINED bool judge_tiny(const struct gather__brief *tiny, int64_t value, int64_t *place)
{
    if ((uint64_t)value > (uint64_t)tiny->axes[0].rule.limit) {
        value += value < 0 ? tiny->more : 0; /* bounded: a negative number and a size */
        if ((uint64_t)value > (uint64_t)tiny->axes[0].rule.limit)
            return false;
    }
    *place = value;
    return true;
}

INLINED int64_t read_tiny(const uint8_t *index, bool is_wide)
{
    int32_t narrow;
    int64_t wide;
    if (is_wide)
        memcpy(&wide, index, sizeof wide);
    else
        memcpy(&narrow, index, sizeof narrow);
    return is_wide ? wide : narrow;
}

/* The only block, of 4 or 8 bytes, of a tiny gather. Returns: false, with nothing written, if its index is outside. */
INLINED bool gather_one(uint8_t *out, const uint8_t *data, const uint8_t *indices,
                        const struct gather__brief *tiny)
{
    int64_t place;
    if (!judge_tiny(tiny, read_tiny(indices + tiny->indices, tiny->is_wide != 0), &place))
        return false;
    out += tiny->out;
    data += tiny->data + place * tiny->axes[0].scale; /* bounded: inside the data */
    if (tiny->width == 8)
        memcpy(out, data, 8);
    else
        memcpy(out, data, 4);
    return true;
}

#endif
