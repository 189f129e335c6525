/* SPDX-License-Identifier: Apache-2.0 */
/* Indices that are read one by one, each once (core/once.h). */
#ifndef GATHER_KERNELS_INDEX_ONCE_H
#define GATHER_KERNELS_INDEX_ONCE_H

#include <string.h>

#include "core/once.h"
#include "kernels/inlined.h"

/* One index of 4 or 8 bytes, for who compares and uses it by itself. */
INLINED int64_t load_index(const uint8_t *from, int64_t index_bytes)
{
    int32_t narrow = 0;
    int64_t index = 0;
    if (index_bytes == 8)
        memcpy(&index, from, sizeof index);
    else
        memcpy(&narrow, from, sizeof narrow);
    return gather__keep_value(index_bytes == 8 ? index : narrow);
}

#endif
