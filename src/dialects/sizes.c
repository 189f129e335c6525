/* SPDX-License-Identifier: Apache-2.0 */
/* Sizes joined and flattened: sizes.h says how. */
#include "dialects/sizes.h"

#include "core/arith.h"
#include "core/extent.h"
#include "core/fail.h"

bool gather__broadcast_size(int64_t a, int64_t b, int64_t *joined)
{
    bool a_decides = a != 1 && a != GATHER_SIZE_UNKNOWN;
    if (a_decides && b != 1 && !gather__sizes_agree(a, b))
        return false;
    *joined = a_decides || b == 1 ? a : b;
    return true;
}

enum gather_status gather__flat_size(const int64_t *sizes, int32_t count, int64_t *size,
                                     struct gather_error *error)
{
    int64_t known[GATHER_MAX_RANK] = {0};
    bool all_known = true;
    for (int32_t d = 0; d < count; d++) {
        all_known = all_known && sizes[d] != GATHER_SIZE_UNKNOWN;
        known[d] = sizes[d] == GATHER_SIZE_UNKNOWN ? 1 : sizes[d];
    }
    if (!gather__product(known, count, size))
        return gather__fail(error, GATHER_STATUS_OVERFLOW, "output", "sizes whose product is below 2^63");
    if (*size != 0 && !all_known)
        *size = GATHER_SIZE_UNKNOWN;
    return GATHER_STATUS_OK;
}

struct gather__part gather__part_of(const int64_t *sizes, int32_t count, int32_t d)
{
    struct gather__part part = {1, d > 0 ? sizes[d] : 0};
    for (int32_t k = d + 1; k < count; k++)
        (void)gather__multiply(part.divisor, sizes[k] > 0 ? sizes[k] : 1, &part.divisor);
    return part;
}
