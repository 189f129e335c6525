/* SPDX-License-Identifier: Apache-2.0 */
/* What the printers of all spellings share: printing.h says what that is. */
#include "spell/printing.h"

#include <string.h>

#include "core/arith.h"
#include "core/geometry.h"

enum { TYPE_NAME_SIZE = 32 };

const char *gather__lacks_strides(const struct gather_layout *layout, struct gather__strided *strided)
{
    if (layout->cell_bits != gather_dtype_bits(layout->dtype))
        return "bits";
    if (layout->memory_space != 0)
        return "space";
    if (gather__padding_value(layout) != GATHER_PADDING_UNKNOWN)
        return "padding";
    return gather__strides_of(layout, strided->strides, &strided->offset) ? NULL : "tiles";
}

/* Decision: the own texts have no name for strings, because none of them reads one (LAY-8, LAY-38). */
const char *gather__lacks_type(const struct gather__printing *printing)
{
    char name[TYPE_NAME_SIZE];
    int32_t dtype = printing->layout->dtype;
    bool named = gather_dtype_name(dtype, printing->world, name, sizeof name) > 0;
    return named && dtype != GATHER_DTYPE_STRING ? NULL : "type";
}

const char *gather__plain_order(const struct gather_layout *layout, const struct gather__strided *strided,
                                struct gather_layout *order)
{
    struct gather_layout by_strides = {0};
    *order = *layout;
    if (layout->kind == GATHER_LAYOUT_ORDER && layout->tile_count == 0 && !gather__is_padded(layout))
        return NULL;
    by_strides.kind = GATHER_LAYOUT_STRIDES;
    by_strides.dtype = layout->dtype;
    by_strides.rank = layout->rank;
    by_strides.cell_bits = layout->cell_bits;
    memcpy(by_strides.sizes, layout->sizes, sizeof by_strides.sizes);
    memcpy(by_strides.place, strided->strides, (size_t)layout->rank * sizeof by_strides.place[0]);
    if (gather__order_of(&by_strides, order) != NULL || gather__is_padded(order))
        return "stride";
    return NULL;
}

/* Walks the dimensions from the fastest: each stride is the product of the sizes before. Sizes of 1 don't
 * care. */
static bool cells_run(const struct gather_layout *layout, const struct gather__strided *strided,
                      bool row_major)
{
    int64_t step = 1;
    if (!gather__has_elements(layout))
        return true;
    for (int32_t k = 0; k < layout->rank; k++) {
        int32_t d = row_major ? layout->rank - 1 - k : k;
        if (layout->sizes[d] > 1 && strided->strides[d] != step)
            return false;
        if (!gather__multiply(step, layout->sizes[d], &step))
            return false;
    }
    return strided->offset == 0;
}

bool gather__cells_are_row_major(const struct gather_layout *layout, const struct gather__strided *strided)
{
    return cells_run(layout, strided, true);
}

bool gather__cells_are_column_major(const struct gather_layout *layout, const struct gather__strided *strided)
{
    return cells_run(layout, strided, false);
}

void gather__print_type(struct gather__printing *printing)
{
    char name[TYPE_NAME_SIZE];
    gather_dtype_name(printing->layout->dtype, printing->world, name, sizeof name);
    gather__text_string(&printing->text, name);
}

void gather__print_head(struct gather__printing *printing)
{
    gather__print_type(printing);
    gather__text_character(&printing->text, '[');
    gather__text_integers(&printing->text, printing->layout->sizes, printing->layout->rank, ",");
    gather__text_character(&printing->text, ']');
}
