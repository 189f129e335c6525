/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Element strides, LAY-15: f32[3,5]:(1,3), an offset behind them: f32[2,3]:(-3,1)+3.
 */
#include "core/fail.h"
#include "spell/spell.h"

bool gather__starts_strides(const struct gather__scan *scan) { return gather__scan_next(scan) == ':'; }

enum gather_status gather__read_strides(struct gather__reading *reading)
{
    static const struct gather__list list = {
        '(',        ')',          "'(' and the strides",    "a stride or ')'",
        "a stride", "',' or ')'", gather__scan_integer_item};
    struct gather__scan *scan = &reading->scan;
    struct gather__numbers strides;
    int64_t offset = 0;
    gather__scan_take(scan, ':');
    enum gather_status status = gather__scan_numbers(scan, &list, &strides);
    if (status == GATHER_STATUS_OK && gather__scan_take(scan, '+'))
        status = gather__scan_number(scan, &offset, "an offset");
    if (status == GATHER_STATUS_OK)
        status = gather__scan_end(scan, "'+' or the end");
    if (status != GATHER_STATUS_OK)
        return status;
    gather__set_strides(&reading->layout, &strides, offset);
    bool matched = strides.count == (size_t)reading->layout.rank;
    struct gather__part_at parts[] = {{NULL, strides.at, matched ? NULL : "as many strides as sizes"}};
    return gather__judge(reading, parts, 1);
}

enum gather_status gather__print_strides(struct gather__printing *printing)
{
    struct gather__strided strided;
    const char *lacks = gather__lacks_strides(printing->layout, &strided);
    if (lacks == NULL)
        lacks = gather__lacks_type(printing);
    if (lacks != NULL)
        return gather__fail_lacks(printing->error, lacks);
    gather__print_head(printing);
    gather__text_string(&printing->text, ":(");
    gather__text_integers(&printing->text, strided.strides, printing->layout->rank, ",");
    gather__text_character(&printing->text, ')');
    if (strided.offset != 0) {
        gather__text_character(&printing->text, '+');
        gather__text_integer(&printing->text, strided.offset);
    }
    return GATHER_STATUS_OK;
}
