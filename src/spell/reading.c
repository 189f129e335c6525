/* SPDX-License-Identifier: Apache-2.0 */
/* What the readers of all spellings share: reading.h says what that is. */
#include "spell/reading.h"

#include <string.h>

#include "core/fail.h"
#include "core/geometry.h"

#define TEXT_OF(token) #token
#define NUMBER_TEXT(number) TEXT_OF(number)

/* Names that are known and not built, where they are: in every text, in all but XLA's, in MLIR's alone. */
enum { EVERYWHERE, NOT_IN_XLA, MLIR_ALONE };

static const struct {
    const char *name;
    int where;
    const char *reason;
} refused_types[] = {
    {"s1", EVERYWHERE, "a type of 2 bits or more"},
    {"u1", EVERYWHERE, "a type of 2 bits or more"},
    {"f8e4m3", EVERYWHERE, "f8e4m3fn, if that is meant: f8e4m3 is another type to XLA"},
    {"f8e3m4", EVERYWHERE, "another float of 8 bits: this one is not built"},
    {"f8e4m3b11fnuz", EVERYWHERE, "another float of 8 bits: this one is not built"},
    {"f6e2m3fn", EVERYWHERE, "another type: those of 6 bits are not built"},
    {"f6e3m2fn", EVERYWHERE, "another type: those of 6 bits are not built"},
    {"f8E4M3", MLIR_ALONE, "another float of 8 bits: this one is not built"},
    {"f8E3M4", MLIR_ALONE, "another float of 8 bits: this one is not built"},
    {"f8E4M3B11FNUZ", MLIR_ALONE, "another float of 8 bits: this one is not built"},
    {"f6E2M3FN", MLIR_ALONE, "another type: those of 6 bits are not built"},
    {"f6E3M2FN", MLIR_ALONE, "another type: those of 6 bits are not built"},
    {"token", EVERYWHERE, "an array: a token has no elements"},
    {"opaque", EVERYWHERE, "an array: what is opaque has no elements"},
    {"string", NOT_IN_XLA, "a type of fixed width"},
    {"index", MLIR_ALONE, "a type of fixed width"},
    {"vector", MLIR_ALONE, "a type of numbers"},
    {"tensor", MLIR_ALONE, "a type of numbers"},
    {"memref", MLIR_ALONE, "a type of numbers"},
};

static bool is_refused_here(int where, int32_t world)
{
    return where == EVERYWHERE || (where == NOT_IN_XLA && world != GATHER_WORLD_XLA) ||
           (where == MLIR_ALONE && world == GATHER_WORLD_MLIR);
}

static enum gather_status refuse_type(const struct gather__reading *reading)
{
    for (size_t k = 0; k < sizeof refused_types / sizeof refused_types[0]; k++)
        if (is_refused_here(refused_types[k].where, reading->world) &&
            gather__scan_is(&reading->scan, reading->type, refused_types[k].name))
            return gather__scan_fail(&reading->scan, GATHER_STATUS_UNSUPPORTED, refused_types[k].reason);
    return GATHER_STATUS_OK;
}

/* LAY-7: the own texts read every column, but not MLIR's i1, which is one bit there and a byte here. */
static int32_t find_type(const struct gather__reading *reading, int32_t world)
{
    const char *name = reading->scan.text + reading->type.at;
    int32_t dtype = gather_dtype_from_name(world, name, reading->type.length);
    for (int32_t other = 0;
         world == GATHER_WORLD_OWN && dtype == GATHER_DTYPE_NONE && other < GATHER_WORLD_COUNT; other++)
        dtype = gather_dtype_from_name(other, name, reading->type.length);
    if (world == GATHER_WORLD_OWN && gather__scan_is(&reading->scan, reading->type, "i1"))
        return GATHER_DTYPE_NONE;
    return dtype == GATHER_DTYPE_STRING ? GATHER_DTYPE_NONE : dtype;
}

enum gather_status gather__read_type(struct gather__reading *reading)
{
    reading->type = gather__scan_type_name(&reading->scan);
    enum gather_status status = refuse_type(reading);
    if (status != GATHER_STATUS_OK)
        return status;
    reading->layout.dtype = find_type(reading, reading->world);
    if (reading->layout.dtype == GATHER_DTYPE_NONE)
        return gather__scan_fail(&reading->scan, GATHER_STATUS_FORMAT, "the name of an element type");
    gather__scan_pass(&reading->scan, reading->type);
    return GATHER_STATUS_OK;
}

enum gather_status gather__settle_type(struct gather__reading *reading, int32_t world)
{
    reading->world = world;
    if (reading->type.length == 0 || find_type(reading, world) != GATHER_DTYPE_NONE)
        return GATHER_STATUS_OK;
    return gather__scan_fail_at(&reading->scan, reading->type.at, GATHER_STATUS_FORMAT,
                                world == GATHER_WORLD_XLA
                                    ? "XLA's name of a type, for this is XLA's text"
                                    : "DirectML's name of a type, for this is DirectML's text");
}

enum gather_status gather__refuse_rank(const struct gather__scan *scan, size_t at, int64_t rank, int64_t low,
                                       int64_t high, const char *expected)
{
    gather__fail(scan->error, GATHER_STATUS_RANK, gather__part_rank, expected);
    gather__fail_value(scan->error, GATHER_STATUS_RANK, rank, low, high);
    return gather__fail_at(scan->error, GATHER_STATUS_RANK, at);
}

static bool passes_separator(struct gather__scan *scan)
{
    for (const char *sign = ",x()_"; *sign != '\0'; sign++)
        if (gather__scan_take(scan, *sign))
            return true;
    return false;
}

/* How many sizes there are from the one to come on, in any spelling; 0 where something else stands among them. */
static int64_t count_sizes(struct gather__scan scan)
{
    int64_t count = 0, size;
    scan.error = NULL;
    while (gather__is_digit(gather__scan_next(&scan))) {
        if (gather__scan_number(&scan, &size, NULL) != GATHER_STATUS_OK)
            return 0;
        count++;
        while (passes_separator(&scan))
            continue;
    }
    const char next = gather__scan_next(&scan);
    return next == ']' || next == '}' || next == ':' || gather__is_small(next) ? count : 0;
}

/* The size to come is the first of those that are too many. */
static enum gather_status refuse_size(const struct gather__scan *scan)
{
    static const char expected[] = "at most " NUMBER_TEXT(GATHER_MAX_RANK) " dimensions";
    int64_t count = count_sizes(*scan);
    return count > 0
               ? gather__refuse_rank(scan, scan->at, GATHER_MAX_RANK + count, 0, GATHER_MAX_RANK, expected)
               : gather__scan_fail(scan, GATHER_STATUS_RANK, expected);
}

enum gather_status gather__read_size(struct gather__reading *reading, const char *expected)
{
    struct gather_layout *layout = &reading->layout;
    int64_t size;
    if (layout->rank == GATHER_MAX_RANK && gather__is_digit(gather__scan_next(&reading->scan)))
        return refuse_size(&reading->scan);
    enum gather_status status = gather__scan_number(&reading->scan, &size, expected);
    if (status == GATHER_STATUS_OK)
        layout->sizes[layout->rank++] = size;
    return status;
}

enum gather_status gather__refuse_dynamic(const struct gather__scan *scan)
{
    if (gather__scan_next(scan) != '?')
        return GATHER_STATUS_OK;
    return gather__scan_fail(scan, GATHER_STATUS_UNSUPPORTED,
                             "a number: a gather needs all of them beforehand");
}

static enum gather_status read_bounded_size(void *context, const char *expected)
{
    struct gather__reading *reading = context;
    const struct gather__scan *scan = &reading->scan;
    if (gather__scan_has_pair(scan, scan->at, '<', '='))
        return gather__scan_fail(scan, GATHER_STATUS_UNSUPPORTED, "a size: a bound is not one");
    enum gather_status status = gather__refuse_dynamic(scan);
    return status != GATHER_STATUS_OK ? status : gather__read_size(reading, expected);
}

enum gather_status gather__read_sizes(struct gather__reading *reading)
{
    static const struct gather__list sizes = {'[',      ']',          "'[' and the sizes", "a size or ']'",
                                              "a size", "',' or ']'", read_bounded_size};
    return gather__scan_list(&reading->scan, &sizes, reading);
}

void gather__set_strides(struct gather_layout *layout, const struct gather__numbers *strides, int64_t offset)
{
    layout->kind = GATHER_LAYOUT_STRIDES;
    layout->cell_bits = gather_dtype_bits(layout->dtype);
    layout->tail = 1;
    layout->offset = offset;
    memcpy(layout->place, strides->values, (size_t)layout->rank * sizeof layout->place[0]);
}

/* The first part that the reader found wrong, and the part of this name; `count` for none. */
static size_t first_wrong(const struct gather__part_at *parts, size_t count)
{
    size_t k = 0;
    while (k < count && parts[k].wrong == NULL)
        k++;
    return k;
}

static size_t find_part(const struct gather__part_at *parts, size_t count, const char *name)
{
    size_t k = 0;
    while (k < count && parts[k].part != name)
        k++;
    return k;
}

enum gather_status gather__judge(struct gather__reading *reading, const struct gather__part_at *parts,
                                 size_t count)
{
    struct gather_error error = {0};
    gather__normalize(&reading->layout);
    enum gather_status status = gather_layout_validate(&reading->layout, &error);
    size_t failed = status == GATHER_STATUS_OK ? count : find_part(parts, count, error.operand);
    size_t wrong = first_wrong(parts, count);
    if (wrong < count && wrong <= failed)
        return gather__scan_fail_at(&reading->scan, parts[wrong].at, GATHER_STATUS_LAYOUT,
                                    parts[wrong].wrong);
    if (status != GATHER_STATUS_OK && reading->scan.error != NULL) {
        gather__fail_at(&error, status, failed < count ? parts[failed].at : 0);
        *reading->scan.error = error;
    }
    return status;
}
