/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parts of tensors: slice.h says what a text may be. A text is read into items first, one a dimension or none;
 * then each item takes its dimension of the tensor.
 *
 *     item      takes    gives                     strides
 *     7         1        nothing                   the offset moves
 *     1:9:2     1        a dimension of 4          times the step
 *     ...       the rest the same dimensions       as they are
 *     None      nothing  a dimension of 1          0
 */
#include "slice.h"

#include <string.h>

#include "block_axis.h"
#include "element_walk.h"
#include "exit_code.h"
#include "output.h"

enum { MOST_ITEMS = 3 * GATHER_MAX_RANK };

enum kind { ITEM_INDEX, ITEM_RANGE, ITEM_REST, ITEM_NEW };

struct item {
    enum kind kind;
    bool has_start, has_stop;
    int64_t start, stop, step; /* `start` is the index, too */
};

struct slice {
    struct item items[MOST_ITEMS];
    int32_t count;
    int32_t taken; /* dimensions that they take, but for "..." */
    bool has_rest;
};

/* ---- the text ------------------------------------------------------------------------------------ */

static const char *behind_blanks(const char *text) { return text + strspn(text, " \t"); }

/* A number, which is the largest there is where it has more digits. Returns: where it ends; NULL for none. */
static const char *read_number(const char *text, int64_t *number)
{
    bool negative = *text == '-';
    text += *text == '-' || *text == '+';
    if (*text < '0' || *text > '9')
        return NULL;
    for (*number = 0; *text >= '0' && *text <= '9'; text++) {
        int64_t digit = *text - '0';
        *number =
            *number > (INT64_MAX - digit) / 10 ? INT64_MAX : 10 * *number + digit; /* bounded: just seen */
    }
    *number = negative ? -*number : *number;
    return text;
}

/* A part of a range, which need not be there. Returns: where it ends. */
static const char *read_part(const char *text, int64_t *number, bool *there)
{
    const char *end = read_number(text, number);
    *there = end != NULL;
    return behind_blanks(end != NULL ? end : text);
}

static const char *read_range(const char *text, struct item *item)
{
    bool has_step = false;
    item->step = 1;
    text = read_part(text, &item->start, &item->has_start);
    if (*text != ':') {
        item->kind = ITEM_INDEX;
        return item->has_start ? text : NULL;
    }
    item->kind = ITEM_RANGE;
    text = read_part(behind_blanks(text + 1), &item->stop, &item->has_stop);
    if (*text == ':')
        text = read_part(behind_blanks(text + 1), &item->step, &has_step);
    return item->step != 0 ? text : NULL;
}

static const char *read_item(const char *text, struct item *item)
{
    static const struct {
        const char *word;
        enum kind kind;
    } words[] = {{"...", ITEM_REST}, {"None", ITEM_NEW}, {"newaxis", ITEM_NEW}, {"np.newaxis", ITEM_NEW}};
    memset(item, 0, sizeof *item);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strncmp(text, words[k].word, strlen(words[k].word)) == 0) {
            item->kind = words[k].kind;
            return behind_blanks(text + strlen(words[k].word));
        }
    return read_range(text, item);
}

/* Returns: whether the text is one; a comma may stand behind the last item, as in numpy. */
static bool read_slice(struct slice *slice, const char *text)
{
    text = behind_blanks(text);
    for (memset(slice, 0, sizeof *slice); *text != '\0';) {
        struct item *item = &slice->items[slice->count];
        text = slice->count < MOST_ITEMS ? read_item(text, item) : NULL;
        if (text == NULL || (*text != ',' && *text != '\0') || (item->kind == ITEM_REST && slice->has_rest))
            return false;
        slice->count++;
        slice->taken += item->kind == ITEM_INDEX || item->kind == ITEM_RANGE;
        slice->has_rest = slice->has_rest || item->kind == ITEM_REST;
        text = behind_blanks(text + (*text == ','));
    }
    return slice->count > 0;
}

/* ---- the part ------------------------------------------------------------------------------------ */

/* The part as far as it is made. */
struct part {
    const struct gather_layout *from;
    const int64_t *strides;
    int32_t next; /* dimension of `from` that the next item takes */
    struct gather_layout layout;
};

static bool add_dimension(struct part *part, int64_t size, int64_t stride)
{
    struct gather_layout *layout = &part->layout;
    if (layout->rank == GATHER_MAX_RANK)
        return false;
    layout->sizes[layout->rank] = size;
    layout->place[layout->rank++] = size > 1 ? stride : 0;
    return true;
}

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* Where a range starts or stops: counted from the end if it is negative, and never further out than one step. */
static int64_t range_end(int64_t value, bool there, int64_t otherwise, int64_t size, bool backwards)
{
    if (!there)
        return otherwise;
    value = value < 0 ? value + size : value; /* bounded: a size is not negative */
    return backwards ? clamp(value, -1, size - 1) : clamp(value, 0, size);
}

static bool take_range(struct part *part, const struct item *item)
{
    int64_t size = part->from->sizes[part->next], stride = part->strides[part->next], count;
    bool backwards = item->step < 0;
    int64_t start = range_end(item->start, item->has_start, backwards ? size - 1 : 0, size, backwards);
    int64_t stop = range_end(item->stop, item->has_stop, backwards ? -1 : size, size, backwards);
    int64_t length = backwards ? start - stop : stop - start;
    uint64_t step = backwards ? (uint64_t)0 - (uint64_t)item->step : (uint64_t)item->step;
    count = length <= 0 ? 0 : (int64_t)(((uint64_t)length - 1) / step) + 1;
    part->next++;
    if (count > 0)
        part->layout.offset += start * stride; /* bounded: a cell of the layout */
    return add_dimension(part, count, count > 1 ? stride * item->step : 0); /* bounded: from cell to cell */
}

static bool take_rest(struct part *part, int32_t count)
{
    bool fits = true;
    for (int32_t k = 0; k < count; k++, part->next++)
        fits = fits && add_dimension(part, part->from->sizes[part->next], part->strides[part->next]);
    return fits;
}

/* Takes an index. Returns: whether it is one of the dimension; what it would be is in `error`. */
static bool take_index(struct part *part, const struct item *item, struct gather_error *error)
{
    int64_t size = part->from->sizes[part->next], index = item->start;
    if (index < -size || index >= size) {
        *error = (struct gather_error){.status = GATHER_STATUS_INDEX_RANGE,
                                       .operand = "index",
                                       .has = GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS |
                                              GATHER_ERROR_HAS_AXIS | GATHER_ERROR_HAS_SIZE,
                                       .axis = part->next,
                                       .value = index,
                                       .low = -size,
                                       .high = size - 1,
                                       .size = size,
                                       .part = -1};
        if (index == INT64_MAX || index == -INT64_MAX) { /* it may have had more digits */
            error->has &= ~(uint32_t)GATHER_ERROR_HAS_VALUE;
            error->expected = "one from minus this size to this size less 1";
        }
        return false;
    }
    part->layout.offset +=
        (index < 0 ? index + size : index) * part->strides[part->next]; /* bounded: a cell */
    part->next++;
    return true;
}

static bool has_elements(const struct gather_layout *layout)
{
    for (int32_t d = 0; d < layout->rank; d++)
        if (layout->sizes[d] == 0)
            return false;
    return true;
}

/* Makes the part, item by item. Returns: as gather_layout_init; RANK for one of too many dimensions. */
static enum gather_status make_part(const struct slice *slice, struct part *part, struct gather_error *error)
{
    bool fits = true;
    for (int32_t k = 0; k < slice->count && fits; k++) {
        const struct item *item = &slice->items[k];
        if (item->kind == ITEM_INDEX && !take_index(part, item, error))
            return GATHER_STATUS_INDEX_RANGE;
        if (item->kind == ITEM_RANGE)
            fits = take_range(part, item);
        else if (item->kind == ITEM_REST)
            fits = take_rest(part, part->from->rank - slice->taken);
        else if (item->kind == ITEM_NEW)
            fits = add_dimension(part, 1, 0);
    }
    fits = fits && take_rest(part, part->from->rank - part->next);
    if (!fits) {
        *error = (struct gather_error){
            .status = GATHER_STATUS_RANK, .expected = "at most 16 dimensions", .part = -1};
        return GATHER_STATUS_RANK;
    }
    if (has_elements(&part->layout))
        return gather_layout_validate(&part->layout, error);
    int64_t sizes[GATHER_MAX_RANK];
    memcpy(sizes, part->layout.sizes, sizeof sizes);
    return gather_layout_init(&part->layout, part->from->dtype, part->layout.rank, sizes, error);
}

/* ---- of a tensor --------------------------------------------------------------------------------- */

static int refuse(const struct arguments *arguments, const char *what)
{
    talk_begin(arguments->command->name);
    talk(what);
    talk("\n");
    return EXIT_LIBRARY;
}

/* Whether the last dimension stays whole, which blocks need. */
static bool leaves_last(const struct slice *slice, int32_t rank)
{
    const struct item *last = &slice->items[slice->count - 1];
    bool whole = last->kind == ITEM_REST ||
                 (last->kind == ITEM_RANGE && !last->has_start && !last->has_stop && last->step == 1);
    return whole || (!slice->has_rest && slice->taken < rank);
}

int slice_tensor(const struct arguments *arguments, const char *text, struct gather_tensor *tensor)
{
    struct slice slice;
    struct gather_layout_summary summary = {0};
    struct gather_error error = {0};
    const struct gather_layout *layout = &tensor->layout;
    if (*behind_blanks(text) == '[')
        return arguments_misused(
            arguments->command,
            "-s goes without brackets, as -s 0,1 for a[0,1]; rows of a list, a[[0,1]], are -i 0,1; not",
            text);
    if (!read_slice(&slice, text))
        return arguments_misused(arguments->command, "a slice is 0:4,:,-1 as numpy has it, not", text);
    if (slice.taken > layout->rank)
        return arguments_misused(arguments->command, "the tensor has fewer dimensions than the slice", text);
    if (tensor->block > 0 && !leaves_last(&slice, layout->rank))
        return block_axis_refuse(arguments);
    enum gather_status status = gather_layout_describe(layout, &summary, &error);
    if (status == GATHER_STATUS_OK && !summary.strided)
        return refuse(arguments, "a slice needs strides, and this layout has tiles; gather convert it first");
    struct part part = {
        .from = layout, .strides = summary.strides, .layout = element_point(layout, &summary)};
    if (status == GATHER_STATUS_OK)
        status = make_part(&slice, &part, &error);
    if (status == GATHER_STATUS_OK)
        tensor->layout = part.layout;
    else
        talk_failure(arguments->command->name, "-s", &error);
    return exit_of_status(status);
}
