/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A few small blocks at a few indices: all of it in one call. All indices are read and judged before the first
 * store. At these sizes what surrounds the loops is most of the work.
 */
#include "kernels/table.h"
#include "kernels/tiny_few.h"

/* Returns: whether all indices are inside. */
INLINED bool find_places(const struct gather__brief *tiny, const uint8_t *index, int64_t *places,
                         bool is_wide)
{
    for (int32_t k = 0; k < tiny->count; k++, index += tiny->indices_step)
        if (!judge_tiny(tiny, load_index(index, is_wide ? 8 : 4), &places[k]))
            return false;
    return true;
}

INLINED void copy_blocks(const struct gather__brief *tiny, uint8_t *out, const uint8_t *data,
                         const int64_t *places, size_t width)
{
    for (int32_t k = 0; k < tiny->count; k++, out += tiny->out_step)
        memcpy(out, data + places[k] * tiny->axes[0].scale, width); /* bounded: inside the data */
}

bool gather__gather_tiny(uint8_t *out, const uint8_t *data, const uint8_t *indices,
                         const struct gather__brief *tiny)
{
    int64_t places[GATHER__TINY_INDICES];
    out += tiny->out;
    data += tiny->data;
    indices += tiny->indices;
    if (tiny->is_wide != 0 ? !find_places(tiny, indices, places, true)
                           : !find_places(tiny, indices, places, false))
        return false;
    switch (tiny->width) { /* a copy of a known width is no call */
    case 1:
        copy_blocks(tiny, out, data, places, 1);
        break;
    case 2:
        copy_blocks(tiny, out, data, places, 2);
        break;
    case 4:
        copy_blocks(tiny, out, data, places, 4);
        break;
    case 8:
        copy_blocks(tiny, out, data, places, 8);
        break;
    case 16:
        copy_blocks(tiny, out, data, places, 16);
        break;
    default:
        copy_blocks(tiny, out, data, places, (size_t)tiny->width);
    }
    return true;
}
