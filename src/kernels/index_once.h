/* SPDX-License-Identifier: Apache-2.0 */
/* One index of 4 or 8 bytes, for who compares and uses it by itself. */
#ifndef GATHER_KERNELS_INDEX_ONCE_H
#define GATHER_KERNELS_INDEX_ONCE_H

#include <stdint.h>
#include <string.h>

#include "kernels/inlined.h"

INLINED int64_t load_index(const uint8_t *from, int64_t index_bytes)
{
    int32_t narrow = 0;
    int64_t index = 0;
    if (index_bytes == 8)
        memcpy(&index, from, sizeof index);
    else
        memcpy(&narrow, from, sizeof narrow);
    index = index_bytes == 8 ? index : narrow;
#if defined(__GNUC__) || defined(__clang__)
    __asm__("" : "+r"(index)); /* what is compared is what is used, and not read again */
#endif
    return index;
}

#endif
