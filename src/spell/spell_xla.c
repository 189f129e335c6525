/* SPDX-License-Identifier: Apache-2.0 */
/*
 * XLA's text, XLA-22: f32[3,5]{1,0:T(2,2)}, with this library's own `pad(..)=..` for padded sizes.
 *
 *     {1,0 : D(..) T(..)(..) L(..) #(..) *(..) E(..) S(..) SC(..) P(..) M(..) pad(..)=name }
 *
 * Properties stand in this order, each at most once; those between that are known and not built are refused
 * by name. One table says all of that.
 */
#include <string.h>

#include "core/extent.h"
#include "core/fail.h"
#include "core/geometry.h"
#include "spell/spell.h"

/* What was read beside the layout itself, and where. */
struct xla_text {
    size_t order_at, tiles_at, tail_at, bits_at, padding_at;
    size_t order_count;
    int64_t bits; /* of a cell, as written */
    bool has_padding;
    struct gather__numbers padding;
};

/* A property: its place in the order, and how what is behind its name is read; NULL: refused, with the
 * reason. */
struct property {
    const char *name;
    int place;
    enum gather_status (*read)(struct gather__reading *reading, struct xla_text *xla, size_t at);
    const char *reason;
};

static const char *const padding_names[GATHER_PADDING_COUNT] = {
#define PADDING_NAME(id, name) name,
    GATHER_PADDING_LIST(PADDING_NAME)
#undef PADDING_NAME
};

bool gather__starts_xla(const struct gather__scan *scan)
{
    return scan->at == scan->length || gather__scan_next(scan) == '{';
}

/* ---- reading ------------------------------------------------------------------------------------- */

/* What a dimension of a sparse array may be, where a dense one is `D` alone (XLA-30). */
static enum gather_status refuse_sparse(const struct gather__scan *scan)
{
    struct gather__word level = gather__scan_word(scan);
    char next = gather__scan_next(scan);
    if (next == '+' || next == '~' || (level.length == 1 && (next == 'C' || next == 'S' || next == 'H')))
        return gather__scan_fail(scan, GATHER_STATUS_UNSUPPORTED,
                                 "dense levels: sparse arrays are not built");
    return GATHER_STATUS_OK;
}

/* D(D,D): says that every dimension is dense, which all are. */
static enum gather_status read_dense_levels(struct gather__reading *reading, struct xla_text *xla, size_t at)
{
    struct gather__scan *scan = &reading->scan;
    enum gather_status status = gather__scan_expect(scan, '(', "'('");
    (void)xla;
    (void)at;
    if (status != GATHER_STATUS_OK)
        return status;
    do {
        status = refuse_sparse(scan);
        if (status == GATHER_STATUS_OK)
            status = gather__scan_expect_word(scan, "D", "'D'");
        if (status == GATHER_STATUS_OK)
            status = refuse_sparse(scan);
    } while (status == GATHER_STATUS_OK && gather__scan_take(scan, ','));
    return status == GATHER_STATUS_OK ? gather__scan_expect(scan, ')', "',' or ')'") : status;
}

static enum gather_status read_bound(void *context, const char *expected)
{
    struct gather__reading *reading = context;
    struct gather_layout *layout = &reading->layout;
    struct gather__scan *scan = &reading->scan;
    int64_t bound = GATHER_TILE_MERGE;
    int32_t used = 0;
    char next = gather__scan_next(scan);
    for (int32_t k = 0; k <= layout->tile_count; k++)
        used += layout->tile_ranks[k];
    if (used == GATHER_MAX_TILE_BOUNDS && (next == '*' || gather__is_digit(next)))
        return gather__scan_fail(scan, GATHER_STATUS_UNSUPPORTED, "at most 20 bounds in all tiles");
    if (!gather__scan_take(scan, '*')) {
        enum gather_status status = gather__scan_number(scan, &bound, expected);
        if (status != GATHER_STATUS_OK)
            return status;
    }
    layout->tile_bounds[used] = bound;
    layout->tile_ranks[layout->tile_count]++;
    return GATHER_STATUS_OK;
}

/* T(2,2)(2,1); what the bounds must be is judged later. */
static enum gather_status read_tiles(struct gather__reading *reading, struct xla_text *xla, size_t at)
{
    static const struct gather__list list = {
        '(',          ')',       "'(' and the bounds of a tile", "a bound, '*' or ')'", "a bound or '*'",
        "',' or ')'", read_bound};
    struct gather__scan *scan = &reading->scan;
    enum gather_status status;
    xla->tiles_at = at;
    do {
        if (reading->layout.tile_count == GATHER_MAX_TILES)
            return gather__scan_fail(scan, GATHER_STATUS_UNSUPPORTED, "at most 8 tiles");
        status = gather__scan_list(scan, &list, reading);
        reading->layout.tile_count++;
    } while (status == GATHER_STATUS_OK && gather__scan_next(scan) == '(');
    return status;
}

/* "(" number ")" */
static enum gather_status read_argument(struct gather__scan *scan, int64_t *value)
{
    enum gather_status status = gather__scan_expect(scan, '(', "'(' and a number");
    if (status == GATHER_STATUS_OK)
        status = gather__scan_number(scan, value, "a number");
    return status == GATHER_STATUS_OK ? gather__scan_expect(scan, ')', "')'") : status;
}

static enum gather_status read_tail(struct gather__reading *reading, struct xla_text *xla, size_t at)
{
    xla->tail_at = at;
    return read_argument(&reading->scan, &reading->layout.tail);
}

/* E(n); 0 stands for the natural cell, and what no field can hold is as little a cell as INT32_MAX is
 * (XLA-36). */
static enum gather_status read_bits(struct gather__reading *reading, struct xla_text *xla, size_t at)
{
    enum gather_status status = read_argument(&reading->scan, &xla->bits);
    xla->bits_at = at;
    if (xla->bits != 0)
        reading->layout.cell_bits = xla->bits < INT32_MAX ? (int32_t)xla->bits : INT32_MAX;
    return status;
}

static enum gather_status read_space(struct gather__reading *reading, struct xla_text *xla, size_t at)
{
    (void)xla;
    (void)at;
    return read_argument(&reading->scan, &reading->layout.memory_space);
}

/* The name behind pad's "=": the longest run of a-z. */
static enum gather_status read_padding_name(struct gather__reading *reading)
{
    struct gather__scan *scan = &reading->scan;
    struct gather__word word = {scan->at, 0};
    while (word.at + word.length < scan->length && gather__is_small(scan->text[word.at + word.length]))
        word.length++;
    for (int32_t value = 0; value < GATHER_PADDING_COUNT; value++)
        if (gather__scan_is(scan, word, padding_names[value])) {
            reading->layout.padding = (uint8_t)value;
            gather__scan_pass(scan, word);
            return GATHER_STATUS_OK;
        }
    return gather__scan_fail(scan, GATHER_STATUS_FORMAT, "zero, one, lowest, highest or unknown");
}

static enum gather_status read_padding(struct gather__reading *reading, struct xla_text *xla, size_t at)
{
    static const struct gather__list list = {'(',
                                             ')',
                                             "'(' and the padded sizes",
                                             "a padded size or ')'",
                                             "a padded size",
                                             "',' or ')'",
                                             gather__scan_number_item};
    enum gather_status status = gather__scan_numbers(&reading->scan, &list, &xla->padding);
    xla->has_padding = true;
    xla->padding_at = at;
    if (status == GATHER_STATUS_OK && gather__scan_take(&reading->scan, '='))
        status = read_padding_name(reading);
    return status;
}

static const struct property properties[] = {
    {"D", 0, read_dense_levels, NULL},
    {"T", 1, read_tiles, NULL},
    {"L", 2, read_tail, NULL},
    {"#", 3, NULL, "a dense array: index types of sparse ones are not built"},
    {"*", 3, NULL, "a dense array: pointer types of sparse ones are not built"},
    {"E", 4, read_bits, NULL},
    {"S", 5, read_space, NULL},
    {"SC", 6, NULL, "one piece of memory: splits are not built"},
    {"P", 6, NULL, "the array itself: a physical shape beside it is not built"},
    {"M", 6, NULL, "the array alone: a prefix of its sizes is not built"},
    {"pad", 7, read_padding, NULL},
};

/* The property to come, and its name's bytes. Returns: NULL for none. */
static const struct property *find_property(const struct gather__scan *scan, struct gather__word *name)
{
    *name = gather__scan_word(scan);
    if (gather__scan_next(scan) == '#' || gather__scan_next(scan) == '*')
        name->length = 1;
    for (size_t k = 0; k < sizeof properties / sizeof properties[0]; k++)
        if (gather__scan_is(scan, *name, properties[k].name))
            return &properties[k];
    return NULL;
}

static enum gather_status read_properties(struct gather__reading *reading, struct xla_text *xla)
{
    struct gather__scan *scan = &reading->scan;
    enum gather_status status = GATHER_STATUS_OK;
    int last_place = -1;
    while (status == GATHER_STATUS_OK && gather__scan_next(scan) != '}') {
        struct gather__word name;
        const struct property *property = find_property(scan, &name);
        if (property == NULL || property->place <= last_place)
            return gather__scan_fail(
                scan, GATHER_STATUS_FORMAT,
                reading->layout.tile_count > 0
                    ? "'}', '(' for one more level of tiles, or one of L E S pad, in this order"
                    : "'}', or one of T L E S pad, in this order");
        if (property->read == NULL)
            return gather__scan_fail(scan, GATHER_STATUS_UNSUPPORTED, property->reason);
        gather__scan_pass(scan, name);
        status = property->read(reading, xla, name.at);
        last_place = property->place;
    }
    return status;
}

/* "{" [int {"," int}]; a number that is no dimension stays none when it is cut to a byte. */
static enum gather_status read_minor_to_major(struct gather__reading *reading, struct xla_text *xla)
{
    struct gather__scan *scan = &reading->scan;
    const char *expected = "a dimension number or ':'";
    xla->order_at = scan->at;
    gather__scan_take(scan, '{');
    if (gather__scan_next(scan) == ':')
        return GATHER_STATUS_OK;
    do {
        int64_t dimension;
        enum gather_status status = gather__scan_number(scan, &dimension, expected);
        if (status != GATHER_STATUS_OK)
            return status;
        if (xla->order_count < GATHER_MAX_RANK)
            reading->layout.minor_to_major[xla->order_count] =
                (uint8_t)(dimension < UINT8_MAX ? dimension : UINT8_MAX);
        xla->order_count++;
        expected = "a dimension number";
    } while (gather__scan_take(scan, ','));
    return GATHER_STATUS_OK;
}

static enum gather_status read_braces(struct gather__reading *reading, struct xla_text *xla)
{
    struct gather__scan *scan = &reading->scan;
    enum gather_status status = read_minor_to_major(reading, xla);
    const char *expected = "',', ':' or '}'";
    if (status == GATHER_STATUS_OK && gather__scan_take(scan, ':')) {
        status = read_properties(reading, xla);
        expected = "'}'";
    }
    if (status == GATHER_STATUS_OK)
        status = gather__scan_expect(scan, '}', expected);
    return status == GATHER_STATUS_OK ? gather__scan_end(scan, "the end") : status;
}

/* XLA-25's order, and XLA-7 last. */
static enum gather_status judge(struct gather__reading *reading, const struct xla_text *xla)
{
    size_t rank = (size_t)reading->layout.rank;
    bool order_matched = xla->order_count == rank;
    bool padding_matched = !xla->has_padding || xla->padding.count == rank;
    const struct gather__part_at parts[] = {
        {gather__part_order, xla->order_at, order_matched ? NULL : "a number for each dimension"},
        {gather__part_padding, xla->padding_at, padding_matched ? NULL : "a padded size for each size"},
        {gather__part_tiles, xla->tiles_at, NULL},
        {gather__part_tail, xla->tail_at, NULL},
        {gather__part_cell_bits, xla->bits_at, NULL},
        {gather__part_padding_value, xla->padding_at, NULL},
    };
    if (xla->has_padding)
        memcpy(reading->layout.place, xla->padding.values, rank * sizeof reading->layout.place[0]);
    enum gather_status status = gather__judge(reading, parts, sizeof parts / sizeof parts[0]);
    struct gather_error *error = reading->scan.error;
    if (status != GATHER_STATUS_OK && error != NULL && error->operand == gather__part_cell_bits)
        error->value = xla->bits;
    if (status == GATHER_STATUS_OK && !gather__fits_xla(&reading->layout))
        status = gather__scan_fail_at(&reading->scan, 0, GATHER_STATUS_OVERFLOW,
                                      "fewer than 2^63 bytes, sizes of 0 counted as 1");
    return status;
}

enum gather_status gather__read_xla(struct gather__reading *reading)
{
    struct xla_text xla = {0};
    gather__set_row_major(&reading->layout);
    reading->layout.cell_bits = gather__natural_bits(reading->layout.dtype);
    xla.order_count = (size_t)reading->layout.rank;
    if (reading->scan.at < reading->scan.length) {
        xla.order_count = 0;
        enum gather_status status = read_braces(reading, &xla);
        if (status != GATHER_STATUS_OK)
            return status;
    }
    return judge(reading, &xla);
}

/* ---- printing ------------------------------------------------------------------------------------ */

/* Whether XLA has a shape of these sizes at all (XLA-7). */
static bool shape_fits(const struct gather_layout *layout)
{
    struct gather_layout plain = {0};
    plain.dtype = layout->dtype;
    plain.rank = layout->rank;
    memcpy(plain.sizes, layout->sizes, sizeof plain.sizes);
    gather__set_row_major(&plain);
    plain.cell_bits = layout->cell_bits;
    return gather__fits_xla(&plain);
}

static void print_minor_to_major(struct gather__text *text, const struct gather_layout *order)
{
    for (int32_t k = 0; k < order->rank; k++) {
        if (k > 0)
            gather__text_character(text, ',');
        gather__text_integer(text, order->minor_to_major[k]);
    }
}

static void print_tiles(struct gather__text *text, const struct gather_layout *order)
{
    const int64_t *bound = order->tile_bounds;
    for (int32_t tile = 0; tile < order->tile_count; tile++) {
        gather__text_string(text, tile == 0 ? "T(" : "(");
        for (int32_t k = 0; k < order->tile_ranks[tile]; k++, bound++) {
            if (k > 0)
                gather__text_character(text, ',');
            if (*bound == GATHER_TILE_MERGE)
                gather__text_character(text, '*');
            else
                gather__text_integer(text, *bound);
        }
        gather__text_character(text, ')');
    }
}

/* "L(7)", if it says more than its default. */
static void print_argument(struct gather__text *text, const char *name, int64_t value, int64_t usual)
{
    if (value == usual)
        return;
    gather__text_string(text, name);
    gather__text_character(text, '(');
    gather__text_integer(text, value);
    gather__text_character(text, ')');
}

static void print_padding(struct gather__text *text, const struct gather_layout *order)
{
    if (!gather__is_padded(order))
        return;
    gather__text_string(text, "pad(");
    gather__text_integers(text, order->place, order->rank, ",");
    gather__text_character(text, ')');
    if (order->padding != GATHER_PADDING_UNKNOWN) {
        gather__text_character(text, '=');
        gather__text_string(text, padding_names[order->padding]);
    }
}

/* The properties that differ from their defaults, in the grammar's order (XLA-26). */
static void print_properties(struct gather__text *text, const struct gather_layout *order)
{
    print_tiles(text, order);
    print_argument(text, "L", order->tail, 1);
    print_argument(text, "E", order->cell_bits, gather__natural_bits(order->dtype));
    print_argument(text, "S", order->memory_space, 0);
    print_padding(text, order);
}

enum gather_status gather__print_xla(struct gather__printing *printing)
{
    const struct gather_layout *layout = printing->layout;
    struct gather__text *text = &printing->text, properties_alone = gather__text_begin(NULL, 0);
    struct gather_layout order;
    const char *no_order = gather__order_of(layout, &order);
    const char *lacks = layout->offset != 0 ? "offset" : gather__lacks_type(printing);
    if (lacks == NULL && (!shape_fits(layout) || (no_order == NULL && !gather__fits_xla(&order))))
        lacks = "size";
    if (lacks == NULL)
        lacks = no_order;
    if (lacks != NULL)
        return gather__fail_lacks(printing->error, lacks);
    gather__print_head(printing);
    print_properties(&properties_alone, &order);
    if (order.rank == 0 && properties_alone.length == 0)
        return GATHER_STATUS_OK;
    gather__text_character(text, '{');
    print_minor_to_major(text, &order);
    if (properties_alone.length > 0)
        gather__text_character(text, ':');
    print_properties(text, &order);
    gather__text_character(text, '}');
    return GATHER_STATUS_OK;
}
