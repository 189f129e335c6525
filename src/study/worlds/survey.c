/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads all indices of a take once, in memory that does not grow with them: of each side of the axis the first
 * dozen values are kept with their first positions, of all others how many they are.
 */
#include <string.h>

#include "study/worlds/explanation.h"

int32_t gather__side_of(int32_t dtype, int64_t value, int64_t size)
{
    bool huge = dtype == GATHER_DTYPE_U64 && value < 0;
    if (huge || value > INT32_MAX || value < INT32_MIN)
        return GATHER__SIDE_WIDE;
    if (value >= size)
        return GATHER__SIDE_ABOVE;
    if (value >= 0)
        return GATHER__SIDE_COUNT;
    return value >= -size ? GATHER__SIDE_NEGATIVE : GATHER__SIDE_BELOW;
}

static struct gather__value *find_value(struct gather__survey *survey, int64_t value, int32_t side,
                                        int32_t *kept)
{
    *kept = 0;
    for (int32_t k = 0; k < survey->value_count; k++) {
        *kept += survey->values[k].side == side;
        if (survey->values[k].value == value)
            return &survey->values[k];
    }
    return NULL;
}

static void note(struct gather__survey *survey, int64_t value, int32_t side, int64_t position)
{
    int32_t kept;
    struct gather__value *known = find_value(survey, value, side, &kept);
    survey->sides[side]++;
    if (known != NULL) {
        known->times++;
    } else if (kept < GATHER__SIDE_VALUES) {
        struct gather__value found = {value, position, 1, side};
        survey->values[survey->value_count++] = found;
    }
}

void gather__survey_indices(struct gather__survey *survey, const struct gather_take *take, int64_t size)
{
    int32_t dtype = gather__take_dtype(take);
    memset(survey, 0, sizeof *survey);
    survey->count = gather_layout_elements(&take->indices);
    for (int64_t k = 0; k < survey->count; k++) {
        int64_t value = gather_take_index(take, k);
        int32_t side = gather__side_of(dtype, value, size);
        if (side == GATHER__SIDE_COUNT)
            survey->inside++;
        else
            note(survey, value, side, k);
    }
}
