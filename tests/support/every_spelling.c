/* SPDX-License-Identifier: Apache-2.0 */
/* Round trips and the fields `lacks`, judged by brute force: every_spelling.h says what is judged. */
#include "support/every_spelling.h"

#include <string.h>

enum { GREATEST_PADDED_SIZE = 16 }; /* of the padded orders that are tried; strides in the tests are small */

void index_of_element(const struct gather_layout *layout, int64_t element, int64_t *index)
{
    for (int32_t d = layout->rank - 1; d >= 0; d--) {
        index[d] = element % layout->sizes[d];
        element /= layout->sizes[d];
    }
}

bool truly_strided(const struct truth *truth, int64_t *strides, int64_t *offset)
{
    const struct gather_layout *layout = truth->layout;
    int64_t index[GATHER_MAX_RANK], step = 1;
    *offset = truth->elements > 0 ? truth->cell_of[0] : 0;
    for (int32_t d = layout->rank - 1; d >= 0; d--) {
        strides[d] = truth->elements > 0 && layout->sizes[d] > 1 ? truth->cell_of[step] - *offset : 0;
        step *= layout->sizes[d];
    }
    for (int64_t n = 0; n < truth->elements; n++) {
        int64_t cell = *offset;
        index_of_element(layout, n, index);
        for (int32_t d = 0; d < layout->rank; d++)
            cell += index[d] * strides[d];
        if (cell != truth->cell_of[n])
            return false;
    }
    return true;
}

/* Whether strides are those of an order of the dimensions, slowest first, over padded sizes. Size 1: any. */
static bool strides_have_order(const struct truth *truth, const int64_t *strides, const int32_t *order,
                               const int64_t *padded)
{
    int64_t step = 1;
    for (int32_t k = truth->layout->rank - 1; k >= 0; k--) {
        if (truth->layout->sizes[order[k]] > 1 && strides[order[k]] != step)
            return false;
        step *= padded[order[k]];
    }
    return true;
}

/* The next permutation in lexicographic order. Returns: false after the last. */
static bool next_order(int32_t *order, int32_t count)
{
    int32_t k = count - 2, j = count - 1;
    while (k >= 0 && order[k] > order[k + 1])
        k--;
    if (k < 0)
        return false;
    while (order[j] < order[k])
        j--;
    for (int32_t swap = order[k], once = 1; once > 0; once--) {
        order[k] = order[j];
        order[j] = swap;
    }
    for (int32_t low = k + 1, high = count - 1; low < high; low++, high--) {
        int32_t swap = order[low];
        order[low] = order[high];
        order[high] = swap;
    }
    return true;
}

/* The next choice of padded sizes, each from its size to `most`. Returns: false after the last. */
static bool next_padding(const struct gather_layout *layout, int64_t most, int64_t *padded)
{
    for (int32_t d = 0; d < layout->rank; d++) {
        if (layout->sizes[d] > 1 && padded[d] < most) {
            padded[d]++;
            return true;
        }
        padded[d] = layout->sizes[d];
    }
    return false;
}

/* Whether a memory order without tiles has these strides: with padded sizes up to `most`, 0 for none. */
static bool some_order_has(const struct truth *truth, const int64_t *strides, int64_t most)
{
    int32_t order[GATHER_MAX_RANK];
    int64_t padded[GATHER_MAX_RANK];
    if (truth->elements == 0)
        return true;
    for (int32_t d = 0; d < truth->layout->rank; d++)
        order[d] = d;
    do {
        for (int32_t d = 0; d < truth->layout->rank; d++)
            padded[d] = truth->layout->sizes[d];
        do {
            if (strides_have_order(truth, strides, order, padded))
                return true;
        } while (next_padding(truth->layout, most, padded));
    } while (next_order(order, truth->layout->rank));
    return false;
}

/* Whether the first dimension is the slowest, or else the fastest, in cells without gaps. */
static bool is_numpy(const struct truth *truth, const int64_t *strides)
{
    int32_t c[GATHER_MAX_RANK], f[GATHER_MAX_RANK], rank = truth->layout->rank;
    for (int32_t d = 0; d < rank; d++) {
        c[d] = d;
        f[d] = rank - 1 - d;
    }
    return truth->elements == 0 || strides_have_order(truth, strides, c, truth->layout->sizes) ||
           strides_have_order(truth, strides, f, truth->layout->sizes);
}

static bool says_padding(const struct gather_layout *layout)
{
    bool padded = false;
    for (int32_t d = 0; layout->kind == GATHER_LAYOUT_ORDER && d < layout->rank; d++)
        padded = padded || layout->place[d] > layout->sizes[d];
    return padded && layout->padding != GATHER_PADDING_UNKNOWN;
}

/* Strides are kept as they were written, those of sizes of 1 too (LAY-11). */
static bool fits_directml(const struct gather_layout *layout, const int64_t *strides)
{
    for (int32_t d = 0; d < layout->rank; d++) {
        int64_t stride = layout->kind == GATHER_LAYOUT_STRIDES ? layout->place[d] : strides[d];
        if (stride < 0 || stride > UINT32_MAX)
            return false;
    }
    return true;
}

/* The first thing of LAY-31's list that a spelling other than xla can't say of a layout; "" for none. */
static const char *lacks_of_strides(const struct truth *truth, int32_t spelling)
{
    const struct gather_layout *layout = truth->layout;
    int64_t strides[GATHER_MAX_RANK], offset;
    char name[32];
    bool any_strides = spelling == GATHER_SPELLING_STRIDES || spelling == GATHER_SPELLING_MEMREF;
    if (layout->cell_bits != gather_dtype_bits(layout->dtype))
        return "bits";
    if (layout->memory_space != 0)
        return "space";
    if (says_padding(layout))
        return "padding";
    if (!truly_strided(truth, strides, &offset))
        return "tiles";
    if (any_strides)
        return "";
    if (offset != 0)
        return "offset";
    if (spelling == GATHER_SPELLING_CUTE)
        return "";
    if (spelling == GATHER_SPELLING_DIRECTML) {
        if (gather_dtype_name(layout->dtype, GATHER_WORLD_DIRECTML, name, sizeof name) == 0)
            return "type";
        if (layout->rank < 1 || layout->rank > 8)
            return "rank";
        return truth->elements == 0 ? "size" : fits_directml(layout, strides) ? "" : "stride";
    }
    if (spelling == GATHER_SPELLING_NUMPY)
        return is_numpy(truth, strides) ? "" : "stride";
    if (spelling == GATHER_SPELLING_ORDER ? layout->rank < 3 || layout->rank > 5 : layout->rank < 1)
        return "rank";
    return some_order_has(truth, strides, 0) ? "" : "stride";
}

static const char *lacks_of_xla(const struct truth *truth)
{
    int64_t strides[GATHER_MAX_RANK], offset;
    if (truth->layout->kind == GATHER_LAYOUT_ORDER)
        return "";
    bool strided = truly_strided(truth, strides, &offset);
    if (offset != 0)
        return "offset";
    return strided && some_order_has(truth, strides, GREATEST_PADDED_SIZE) ? "" : "stride";
}

/*
 * LAY-37 says of tiles more than strides show: whether a tag exists is not judged here, only that what is
 * lacking is one of what can be; a tag that is printed is judged by its cells as any other text.
 */
static bool may_lack(const struct truth *truth, int32_t spelling, const char *lacks)
{
    if (spelling == GATHER_SPELLING_XLA)
        return strcmp(lacks, lacks_of_xla(truth)) == 0;
    const char *expected = lacks_of_strides(truth, spelling);
    if (spelling != GATHER_SPELLING_ONEDNN || truth->layout->tile_count == 0)
        return strcmp(lacks, expected) == 0;
    if (strcmp(expected, "bits") == 0 || strcmp(expected, "space") == 0)
        return strcmp(lacks, expected) == 0;
    return strcmp(lacks, "") == 0 || strcmp(lacks, "tiles") == 0 || strcmp(lacks, "padding") == 0 ||
           strcmp(lacks, "rank") == 0;
}

/* Whether a layout read again is the one that was printed, as LAY-30 says. */
static const char *fault_of_reading(const struct truth *truth, const struct gather_layout *read)
{
    const struct gather_layout *layout = truth->layout;
    int64_t index[GATHER_MAX_RANK], cell;
    if (!gather_layout_compatible(layout, read))
        return "type and sizes are kept";
    if (layout->cell_bits != read->cell_bits)
        return "the bits of a cell are kept";
    if (says_padding(layout) != says_padding(read) ||
        (says_padding(layout) && layout->padding != read->padding))
        return "the padding value is kept";
    for (int64_t n = 0; n < truth->elements; n++) {
        index_of_element(layout, n, index);
        if (gather_layout_cell(read, index, read->rank, &cell, NULL) != GATHER_STATUS_OK ||
            cell != truth->cell_of[n])
            return "the cell of every element is kept";
    }
    return NULL;
}

static const char *fault_of_spelling(const struct truth *truth, int32_t spelling, bool *said, char *text)
{
    struct gather_layout read;
    struct gather_error error;
    char again[GATHER_LAYOUT_TEXT_SIZE];
    size_t length;
    enum gather_status status =
        gather_layout_print(truth->layout, spelling, text, GATHER_LAYOUT_TEXT_SIZE, &length, &error);
    *said = status == GATHER_STATUS_OK;
    if (!*said && (status != GATHER_STATUS_UNSUPPORTED || error.lacks == NULL))
        return "what can't be said is UNSUPPORTED, with what is lacking";
    if (!may_lack(truth, spelling, *said ? "" : error.lacks))
        return *said ? "a spelling says what it can't say" : error.lacks;
    if (!*said)
        return NULL;
    if (gather_layout_parse(&read, text, length, GATHER_SPELLING_ANY, &error) != GATHER_STATUS_OK)
        return "what is printed can be read";
    const char *fault = fault_of_reading(truth, &read);
    if (fault != NULL)
        return fault;
    if (gather_layout_print(&read, spelling, again, sizeof again, NULL, NULL) != GATHER_STATUS_OK ||
        strcmp(text, again) != 0)
        return "what is read prints the same text again";
    if (spelling == GATHER_SPELLING_XLA && truth->layout->kind == GATHER_LAYOUT_ORDER &&
        !gather_layout_equal(truth->layout, &read))
        return "XLA text gives an equal layout";
    return NULL;
}

const char *fault_of_spellings(const struct truth *truth, int64_t *printed, char *text)
{
    for (int32_t spelling = 0; spelling < GATHER_SPELLING_COUNT; spelling++) {
        bool said;
        const char *fault = fault_of_spelling(truth, spelling, &said, text);
        if (fault != NULL)
            return fault;
        *printed += said;
    }
    return NULL;
}
