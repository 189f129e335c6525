/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether one tensor is the other, read otherwise. Each guess is a layout, or an order of bytes, that one of the two
 * is looked at with; then they are compared as any two tensors are, up to the first element that differs.
 *
 *     a file of f32[2,3]     0 1 2 3 4 5       and the same, written column by column     0 3 1 4 2 5
 *     read as f32[2,3]{0,1}                    is equal
 */
#include <stdlib.h>
#include <string.h>

#include "complaint.h"
#include "diff_compare.h"
#include "element_walk.h"

enum {
    MOST_PERMUTED = 5, /* dimensions that are not of size 1: 120 orders */
    LEAST_PATTERN = 4,
    LONGEST_PATTERN = 64,
    SEARCHED = 1 << 22,   /* elements of a shift, at most */
    MOST_CANDIDATES = 16, /* places where a pattern is found */
    MOST_READINGS = 8, /* of both tensors as wholes: what is the same all over makes many guesses look good */
    MOST_TILED = 1 << 20 /* elements of a tensor in tiles, which is read as a whole for each guess */
};

struct guessing {
    const struct diff_side *a, *b;
    const struct gather_tolerance *tolerance;
    struct diff_hint hint;
    int readings;
};

/* Whether two tensors are equal: those that do not begin so are not read to the end. */
static bool are_equal(struct guessing *guessing, const struct diff_side *a, const struct diff_side *b)
{
    return diff_begins_equal(a, b, guessing->tolerance) && guessing->readings++ < MOST_READINGS &&
           diff_is_equal(a, b, guessing->tolerance);
}

/* A tensor as it would be with another layout. */
static bool lay(const struct diff_side *side, const struct gather_layout *layout,
                struct gather_tensor *tensor)
{
    *tensor = *side->tensor;
    return gather_tensor_lay(tensor, layout, NULL) == GATHER_STATUS_OK;
}

/* Whether the two are equal with the layouts of the hint. */
static bool try_hint(struct guessing *guessing)
{
    const struct diff_hint *hint = &guessing->hint;
    struct gather_tensor of_a = *guessing->a->tensor, of_b = *guessing->b->tensor;
    struct diff_side a = *guessing->a, b = *guessing->b;
    if ((hint->reads_a && !lay(&a, &hint->a, &of_a)) || (hint->reads_b && !lay(&b, &hint->b, &of_b)))
        return false;
    a.tensor = &of_a;
    b.tensor = &of_b;
    return are_equal(guessing, &a, &b);
}

/* ---- bytes --------------------------------------------------------------------------------------- */

static int32_t number_bytes(int32_t dtype)
{
    int32_t bytes = gather_dtype_bits(dtype) / 8;
    return dtype == GATHER_DTYPE_C64 || dtype == GATHER_DTYPE_C128 ? bytes / 2 : bytes;
}

/* Bit for bit: the bytes of a number reversed are often a tiny one, which a tolerance takes for 0. */
static bool guess_swapped(struct guessing *guessing)
{
    static const struct gather_tolerance exactly = {0};
    struct gather_tensor swapped = *guessing->b->tensor;
    struct diff_side b = *guessing->b;
    int32_t bytes = number_bytes(swapped.layout.dtype);
    if (bytes < 2 || swapped.block > 0 || swapped.layout.dtype == GATHER_DTYPE_STRING)
        return false;
    swapped.swapped = swapped.swapped == 0 ? bytes : 0;
    b.tensor = &swapped;
    guessing->hint.kind = DIFF_HINT_SWAPPED;
    return diff_begins_equal(guessing->a, &b, &exactly) && guessing->readings++ < MOST_READINGS &&
           diff_is_equal(guessing->a, &b, &exactly);
}

/* ---- orders -------------------------------------------------------------------------------------- */

static bool is_dense(const struct gather_layout *layout)
{
    struct gather_layout_summary summary;
    return gather_layout_describe(layout, &summary, NULL) == GATHER_STATUS_OK && summary.dense;
}

/* One side with the other's sizes, in some memory order. */
static bool guess_order(struct guessing *guessing, bool reads_a, const uint8_t *order)
{
    const struct gather_layout *other = &(reads_a ? guessing->b : guessing->a)->tensor->layout;
    const struct gather_layout *own = &(reads_a ? guessing->a : guessing->b)->tensor->layout;
    struct gather_layout *layout = reads_a ? &guessing->hint.a : &guessing->hint.b;
    if (gather_layout_init(layout, own->dtype, other->rank, other->sizes, NULL) != GATHER_STATUS_OK)
        return false;
    memcpy(layout->minor_to_major, order, GATHER_MAX_RANK);
    guessing->hint.reads_a = reads_a;
    guessing->hint.reads_b = !reads_a;
    return !gather_layout_equal(layout, own) && try_hint(guessing);
}

static void swap_bytes(uint8_t *a, uint8_t *b)
{
    uint8_t kept = *a;
    *a = *b;
    *b = kept;
}

/* The next order of `count` dimensions in the order of dictionaries, backwards. Returns: false behind the last. */
static bool next_order(uint8_t *order, int32_t count)
{
    int32_t k = count - 2, last = count - 1;
    while (k >= 0 && order[k] <= order[k + 1])
        k--;
    if (k < 0)
        return false;
    while (order[last] >= order[k])
        last--;
    swap_bytes(&order[k], &order[last]);
    for (int32_t low = k + 1, high = count - 1; low < high; low++, high--)
        swap_bytes(&order[low], &order[high]);
    return true;
}

/* Dimensions of size 1 lie anywhere: they stay behind all others. */
static int32_t first_order(const struct gather_layout *layout, uint8_t *order)
{
    int32_t count = 0, place = 0;
    memset(order, 0, GATHER_MAX_RANK);
    for (int32_t d = layout->rank; d-- > 0;)
        if (layout->sizes[d] != 1)
            order[count++] = (uint8_t)d;
    place = count;
    for (int32_t d = layout->rank; d-- > 0;)
        if (layout->sizes[d] == 1)
            order[place++] = (uint8_t)d;
    return count;
}

static bool guess_orders(struct guessing *guessing, bool reads_a)
{
    uint8_t order[GATHER_MAX_RANK];
    const struct gather_layout *other = &(reads_a ? guessing->b : guessing->a)->tensor->layout;
    const struct gather_layout *own = &(reads_a ? guessing->a : guessing->b)->tensor->layout;
    int32_t count = first_order(other, order);
    bool same_sizes = diff_same_sizes(own, other);
    if (!is_dense(own) || count > MOST_PERMUTED)
        return false;
    do {
        bool row_major = true;
        for (int32_t k = 0; k + 1 < count; k++)
            row_major = row_major && order[k] > order[k + 1];
        guessing->hint.kind = row_major && !same_sizes ? DIFF_HINT_RESHAPED : DIFF_HINT_ORDER;
        if (guess_order(guessing, reads_a, order))
            return true;
    } while (next_order(order, count));
    return false;
}

/* ---- shifts -------------------------------------------------------------------------------------- */

/* The beginnings of both, as they lie; and how many elements that are. */
struct beginnings {
    uint8_t *a, *b; /* owned */
    int64_t a_count, b_count;
    size_t width;
};

static bool lies_row_major(const struct gather_layout *layout)
{
    struct gather_layout dense;
    bool same = false;
    return gather_dtype_bits(layout->dtype) >= 8 && is_dense(layout) &&
           gather_layout_init(&dense, layout->dtype, layout->rank, layout->sizes, NULL) == GATHER_STATUS_OK &&
           gather_layout_reshape_is_bitcast(layout, &dense, &same, NULL) == GATHER_STATUS_OK && same;
}

static uint8_t *read_beginning(const struct diff_side *side, size_t width, int64_t *count)
{
    int64_t elements = gather_layout_elements(&side->tensor->layout);
    *count = elements < SEARCHED ? elements : SEARCHED;
    size_t bytes = (size_t)*count * width; /* bounded: SEARCHED elements */
    uint8_t *memory = malloc(bytes + 1);
    enum gather_status status = memory != NULL
                                    ? gather_file_read(side->file, side->tensor, 0, memory, bytes, NULL)
                                    : GATHER_STATUS_NO_MEMORY;
    if (status == GATHER_STATUS_OK)
        return memory;
    if (status == GATHER_STATUS_NO_MEMORY)
        complaint_lose();
    free(memory);
    return NULL;
}

/* Rows that the two have in common when one begins `shift` elements into the other, as layouts of both. */
static bool lay_shifted(struct guessing *guessing, int64_t shift)
{
    struct diff_hint *hint = &guessing->hint;
    const struct gather_layout *a = &guessing->a->tensor->layout, *b = &guessing->b->tensor->layout;
    int64_t of_a = gather_layout_elements(a) - (shift > 0 ? shift : 0),
            of_b = gather_layout_elements(b) + (shift < 0 ? shift : 0), common = of_a < of_b ? of_a : of_b,
            row = 1;
    if (common < LEAST_PATTERN || common < gather_layout_elements(b) / 2)
        return false;
    for (int32_t d = 1; d < a->rank; d++)
        row *= a->sizes[d]; /* bounded: elements of the layout */
    bool same_rows = a->rank == b->rank && shift % row == 0 && common % row == 0;
    for (int32_t d = 1; d < a->rank && same_rows; d++)
        same_rows = a->sizes[d] == b->sizes[d];
    int64_t sizes[GATHER_MAX_RANK] = {common};
    if (same_rows)
        memcpy(sizes, a->sizes, sizeof sizes);
    sizes[0] = same_rows ? common / row : common;
    const int64_t begin[GATHER_MAX_RANK] = {0};
    struct gather_layout_summary summary;
    struct gather_layout *layouts[] = {&hint->a, &hint->b};
    for (int k = 0; k < 2; k++) {
        int32_t dtype = k == 0 ? a->dtype : b->dtype;
        if (gather_layout_init(layouts[k], dtype, same_rows ? a->rank : 1, sizes, NULL) != GATHER_STATUS_OK ||
            gather_layout_describe(layouts[k], &summary, NULL) != GATHER_STATUS_OK)
            return false;
        *layouts[k] = element_part(layouts[k], &summary, begin, sizes);
        layouts[k]->offset = k == 0 ? (shift > 0 ? shift : 0) : (shift < 0 ? -shift : 0);
    }
    hint->reads_a = hint->reads_b = true;
    hint->shift = shift;
    hint->rows = same_rows && a->rank > 1 ? shift / row : 0;
    return true;
}

/* Where elements begin that are not all the same: a pattern to look for. Returns: -1 if there is none. */
static int64_t find_pattern(const uint8_t *elements, int64_t count, size_t width, int64_t *length)
{
    int64_t at = 0;
    *length = count / 2 < LONGEST_PATTERN ? count / 2 : LONGEST_PATTERN;
    while (at + 1 < count && memcmp(elements, elements + width, width) == 0) {
        elements += width;
        at++;
    }
    return *length >= LEAST_PATTERN && at + *length <= count ? at : -1;
}

/* Looks for a pattern of one side further on in the other, and tries what is found. */
static bool search(struct guessing *guessing, const struct beginnings *both, bool in_a)
{
    const uint8_t *from = in_a ? both->b : both->a, *in = in_a ? both->a : both->b;
    int64_t from_count = in_a ? both->b_count : both->a_count,
            in_count = in_a ? both->a_count : both->b_count, length;
    int64_t at = find_pattern(from, from_count, both->width, &length);
    int candidates = 0;
    for (int64_t shift = 1; at >= 0 && at + shift + length <= in_count && candidates < MOST_CANDIDATES;
         shift++) {
        const uint8_t *here = in + (size_t)(at + shift) * both->width; /* bounded: inside the beginnings */
        const uint8_t *wanted = from + (size_t)at * both->width;       /* bounded: as above */
        size_t bytes = (size_t)length * both->width;                   /* bounded: LONGEST_PATTERN elements */
        if (*here != *wanted || memcmp(here, wanted, bytes) != 0)
            continue;
        candidates++;
        if (lay_shifted(guessing, in_a ? shift : -shift) && try_hint(guessing))
            return true;
    }
    return false;
}

static bool guess_shifted(struct guessing *guessing)
{
    const struct gather_layout *a = &guessing->a->tensor->layout, *b = &guessing->b->tensor->layout;
    struct beginnings both = {.width = (size_t)gather_dtype_bits(a->dtype) / 8};
    bool found = false;
    if (a->dtype != b->dtype || a->dtype == GATHER_DTYPE_STRING || !lies_row_major(a) || !lies_row_major(b))
        return false;
    both.a = read_beginning(guessing->a, both.width, &both.a_count);
    both.b = read_beginning(guessing->b, both.width, &both.b_count);
    guessing->hint.kind = DIFF_HINT_SHIFTED;
    if (both.a != NULL && both.b != NULL)
        found = search(guessing, &both, true) || search(guessing, &both, false);
    free(both.a);
    free(both.b);
    return found;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static bool is_too_large(const struct gather_layout *layout)
{
    struct gather_layout_summary summary;
    return gather_layout_describe(layout, &summary, NULL) != GATHER_STATUS_OK ||
           (!summary.strided && summary.elements > MOST_TILED);
}

struct diff_hint diff_hint_find(const struct diff_side *a, const struct diff_side *b,
                                const struct gather_tolerance *tolerance)
{
    struct guessing guessing = {.a = a, .b = b, .tolerance = tolerance};
    const struct gather_layout *of_a = &a->tensor->layout, *of_b = &b->tensor->layout;
    bool as_many = gather_layout_elements(of_a) == gather_layout_elements(of_b);
    if (is_too_large(of_a) || is_too_large(of_b))
        return guessing.hint;
    bool found = diff_same_sizes(of_a, of_b) && guess_swapped(&guessing);
    if (!found && as_many)
        found = guess_orders(&guessing, false) || guess_orders(&guessing, true);
    if (!found)
        found = guess_shifted(&guessing);
    if (!found)
        guessing.hint.kind = DIFF_HINT_NONE;
    return guessing.hint;
}
