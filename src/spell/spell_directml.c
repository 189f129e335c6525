/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DirectML's buffer tensors, LAY-17: FLOAT32 sizes={1,2,3} strides={8,4,1} total=64.
 *
 * A layout of strides with the checks of DirectML's descriptors: 1 to 8 dimensions, numbers of 32 bits, and a
 * total that holds the elements. Without a total the layout gets the implied one, so that `bytes` is a
 * multiple of 4 as DirectML wants it (LAY-19).
 */
#include <string.h>

#include "core/arith.h"
#include "core/directml_size.h"
#include "core/fail.h"
#include "core/geometry.h"
#include "spell/spell.h"

enum { MOST_DIMENSIONS = 8 };

/* What a text gives beside type and sizes, and where. */
struct descriptor {
    size_t sizes_at, total_at;
    bool has_strides, has_total;
    struct gather__numbers strides;
    int64_t total;
};

bool gather__starts_directml(const struct gather__scan *scan)
{
    return gather__scan_is(scan, gather__scan_word(scan), "sizes");
}

static enum gather_status read_size(void *reading, const char *expected)
{
    return gather__read_size(reading, expected);
}

static enum gather_status read_sizes(struct gather__reading *reading, struct descriptor *descriptor)
{
    static const struct gather__list list = {
        '{', '}', "'{' and the sizes", "a size or '}'", "a size", "',' or '}'", read_size};
    gather__scan_take_word(&reading->scan, "sizes");
    enum gather_status status = gather__scan_expect(&reading->scan, '=', "'='");
    descriptor->sizes_at = reading->scan.at;
    return status == GATHER_STATUS_OK ? gather__scan_list(&reading->scan, &list, reading) : status;
}

static enum gather_status read_strides(struct gather__scan *scan, struct descriptor *descriptor)
{
    static const struct gather__list list = {
        '{',        '}',          "'{' and the strides, or null", "a stride or '}'",
        "a stride", "',' or '}'", gather__scan_number_item};
    enum gather_status status = gather__scan_expect(scan, '=', "'='");
    if (status != GATHER_STATUS_OK || gather__scan_take_word(scan, "null"))
        return status;
    descriptor->has_strides = true;
    return gather__scan_numbers(scan, &list, &descriptor->strides);
}

static enum gather_status read_total(struct gather__scan *scan, struct descriptor *descriptor)
{
    enum gather_status status = gather__scan_expect(scan, '=', "'='");
    descriptor->has_total = true;
    descriptor->total_at = scan->at;
    return status == GATHER_STATUS_OK ? gather__scan_number(scan, &descriptor->total, "a number of bytes")
                                      : status;
}

static enum gather_status read_fields(struct gather__reading *reading, struct descriptor *descriptor)
{
    struct gather__scan *scan = &reading->scan;
    enum gather_status status = read_sizes(reading, descriptor);
    if (status == GATHER_STATUS_OK && gather__scan_take_word(scan, "strides"))
        status = read_strides(scan, descriptor);
    if (status == GATHER_STATUS_OK && gather__scan_take_word(scan, "total"))
        status = read_total(scan, descriptor);
    if (status != GATHER_STATUS_OK)
        return status;
    return gather__scan_end(scan, descriptor->has_total     ? "the end"
                                  : descriptor->has_strides ? "'total' or the end"
                                                            : "'strides', 'total' or the end");
}

/* Where in the text something of a descriptor is wrong: the error says what. */
static enum gather_status fail_at_part(const struct gather__scan *scan, const struct descriptor *descriptor,
                                       struct gather_error *wrong)
{
    const enum gather_status status = (enum gather_status)wrong->status;
    size_t at = 0;
    if (strcmp(wrong->operand, gather__part_total) == 0) {
        at = descriptor->total_at;
    } else if (status == GATHER_STATUS_SHAPE) {
        at = descriptor->sizes_at;
        wrong->expected = "sizes from 1 to 2^32-1";
    } else if (status == GATHER_STATUS_LAYOUT) {
        at = descriptor->strides.at;
        wrong->expected = "strides up to 2^32-1";
    } else {
        wrong->expected = "fewer than 2^63 bytes";
    }
    gather__fail_at(wrong, status, at);
    if (scan->error != NULL)
        *scan->error = *wrong;
    return status;
}

/* LAY-18, in its order. Returns: OK with the implied size in *bytes. */
static enum gather_status judge_descriptor(const struct gather__reading *reading,
                                           const struct descriptor *descriptor, int64_t *bytes)
{
    const struct gather__scan *scan = &reading->scan;
    const struct gather_layout *layout = &reading->layout;
    bool matched = !descriptor->has_strides || descriptor->strides.count == (size_t)layout->rank;
    struct gather_error wrong;
    if (layout->rank < 1 || layout->rank > MOST_DIMENSIONS)
        return gather__refuse_rank(scan, descriptor->sizes_at, layout->rank, 1, MOST_DIMENSIONS,
                                   "1 to 8 sizes");
    enum gather_status status =
        gather__directml_judge(layout->dtype, layout->rank, layout->sizes,
                               descriptor->has_strides && matched ? descriptor->strides.values : NULL,
                               descriptor->has_total ? &descriptor->total : NULL, bytes, &wrong);
    if (!matched && status != GATHER_STATUS_SHAPE)
        return gather__scan_fail_at(scan, descriptor->strides.at, GATHER_STATUS_LAYOUT,
                                    "as many strides as sizes");
    return status == GATHER_STATUS_OK ? status : fail_at_part(scan, descriptor, &wrong);
}

enum gather_status gather__read_directml(struct gather__reading *reading)
{
    struct gather_layout *layout = &reading->layout;
    struct descriptor descriptor = {0};
    int64_t bytes = 0;
    enum gather_status status = read_fields(reading, &descriptor);
    if (status == GATHER_STATUS_OK)
        status = judge_descriptor(reading, &descriptor, &bytes);
    if (status != GATHER_STATUS_OK)
        return status;
    gather__set_strides(layout, &descriptor.strides, 0);
    if (!descriptor.has_strides && !gather__row_major_strides(layout->rank, layout->sizes, layout->place))
        return gather__scan_fail_at(&reading->scan, 0, GATHER_STATUS_OVERFLOW, "strides below 2^63");
    layout->total_bytes = descriptor.has_total ? descriptor.total : bytes;
    return gather__judge(reading, NULL, 0);
}

/* LAY-35: the larger of the implied size and the layout's bytes, as a multiple of 4. */
static const char *find_total(const struct gather_layout *layout, const int64_t *strides, int64_t *total)
{
    uint64_t implied = 0;
    int64_t bytes = 0;
    enum gather_status status =
        gather_directml_tensor_size(layout->dtype, layout->rank, layout->sizes, strides, &implied, NULL);
    if (status == GATHER_STATUS_LAYOUT)
        return "stride";
    if (status != GATHER_STATUS_OK || implied > INT64_MAX ||
        !gather__round_up(gather_layout_bytes(layout), 4, &bytes))
        return "size";
    *total = bytes > (int64_t)implied ? bytes : (int64_t)implied;
    return NULL;
}

enum gather_status gather__print_directml(struct gather__printing *printing)
{
    const struct gather_layout *layout = printing->layout;
    struct gather__text *text = &printing->text;
    struct gather__strided strided;
    int64_t total = 0;
    const char *lacks = gather__lacks_strides(layout, &strided);
    if (lacks == NULL && strided.offset != 0)
        lacks = "offset";
    if (lacks == NULL)
        lacks = gather__lacks_type(printing);
    if (lacks == NULL && (layout->rank < 1 || layout->rank > MOST_DIMENSIONS))
        lacks = "rank";
    if (lacks == NULL)
        lacks = find_total(layout, strided.strides, &total);
    if (lacks != NULL)
        return gather__fail_lacks(printing->error, lacks);
    gather__print_type(printing);
    gather__text_string(text, " sizes={");
    gather__text_integers(text, layout->sizes, layout->rank, ",");
    gather__text_string(text, "} strides={");
    gather__text_integers(text, strided.strides, layout->rank, ",");
    gather__text_string(text, "} total=");
    gather__text_integer(text, total);
    return GATHER_STATUS_OK;
}
