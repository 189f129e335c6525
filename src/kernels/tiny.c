/* SPDX-License-Identifier: Apache-2.0 */
/* A few small blocks at a few indices: all of it in one call. */
#include <string.h>

#include "kernels/table.h"

/* Where each block comes from. Returns: whether all indices are inside. */
static inline bool find_offsets(const struct gather__tiny *tiny, bool is_wide, const uint8_t *indices,
                                int64_t *offsets)
{
    bool inside = true;
    for (int32_t k = 0; k < tiny->count; k++, indices += tiny->indices_step) {
        int32_t narrow;
        int64_t value;
        if (is_wide)
            memcpy(&value, indices, sizeof value);
        else
            memcpy(&narrow, indices, sizeof narrow);
        value = is_wide ? value : narrow;
        value += value < 0 ? tiny->more : 0; /* bounded: a negative number and a size */
        inside = inside && (uint64_t)value <= (uint64_t)tiny->limit;
        /* What is outside may wrap: it is thrown away. */
        offsets[k] = (int64_t)((uint64_t)tiny->data + (uint64_t)value * (uint64_t)tiny->scale);
    }
    return inside;
}

static inline void copy_blocks(const struct gather__tiny *tiny, uint8_t *out, const uint8_t *data,
                               const int64_t *offsets, size_t width)
{
    for (int32_t k = 0; k < tiny->count; k++, out += tiny->out_step)
        memcpy(out, data + offsets[k], width);
}

bool gather__gather_tiny(uint8_t *out, const uint8_t *data, const uint8_t *indices,
                         const struct gather__tiny *tiny)
{
    int64_t offsets[GATHER__TINY_INDICES];
    bool inside = tiny->is_wide != 0 ? find_offsets(tiny, true, indices + tiny->indices, offsets)
                                     : find_offsets(tiny, false, indices + tiny->indices, offsets);
    if (!inside)
        return false;
    if (tiny->width == 8)
        copy_blocks(tiny, out + tiny->out, data, offsets, 8);
    else if (tiny->width == 4)
        copy_blocks(tiny, out + tiny->out, data, offsets, 4);
    else
        copy_blocks(tiny, out + tiny->out, data, offsets, (size_t)tiny->width);
    return true;
}
