/* SPDX-License-Identifier: Apache-2.0 */
/*
 * numpy's two orders, LAY-16: f32[3,5]C is row-major, f32[3,5]F column-major; dense, any rank.
 */
#include "core/fail.h"
#include "core/geometry.h"
#include "spell/spell.h"

bool gather__starts_numpy(const struct gather__scan *scan)
{
    struct gather__word word = gather__scan_word(scan);
    return word.length == 1 && (gather__scan_is(scan, word, "C") || gather__scan_is(scan, word, "F"));
}

enum gather_status gather__read_numpy(struct gather__reading *reading)
{
    struct gather_layout *layout = &reading->layout;
    bool column_major = gather__scan_take_word(&reading->scan, "F");
    if (!column_major)
        gather__scan_take_word(&reading->scan, "C");
    enum gather_status status = gather__scan_end(&reading->scan, "the end");
    if (status != GATHER_STATUS_OK)
        return status;
    gather__set_row_major(layout);
    for (int32_t d = 0; column_major && d < layout->rank; d++)
        layout->minor_to_major[d] = (uint8_t)d;
    return gather__judge(reading, NULL, 0);
}

enum gather_status gather__print_numpy(struct gather__printing *printing)
{
    struct gather__strided strided;
    const char *lacks = gather__lacks_strides(printing->layout, &strided);
    if (lacks == NULL && strided.offset != 0)
        lacks = "offset";
    if (lacks == NULL)
        lacks = gather__lacks_type(printing);
    bool row_major = lacks == NULL && gather__cells_are_row_major(printing->layout, &strided);
    if (lacks == NULL && !row_major && !gather__cells_are_column_major(printing->layout, &strided))
        lacks = "stride";
    if (lacks != NULL)
        return gather__fail_lacks(printing->error, lacks);
    gather__print_head(printing);
    gather__text_character(&printing->text, row_major ? 'C' : 'F');
    return GATHER_STATUS_OK;
}
