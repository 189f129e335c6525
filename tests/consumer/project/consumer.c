/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The smallest program of somebody else's: C11 and C++17, on the installed headers alone.
 */
#include <gather/gather.h>
#include <string.h>

int main(void)
{
    const char *text = "f32[3,5]:(1,3)";
    const int64_t index[] = {2, 4};
    struct gather_layout layout;
    int64_t cell = -1;

    if (gather_layout_parse(&layout, text, strlen(text), GATHER_SPELLING_ANY, NULL) != GATHER_STATUS_OK)
        return 1;
    if (gather_layout_cell(&layout, index, 2, &cell, NULL) != GATHER_STATUS_OK)
        return 2;
    return cell == 14 && gather_layout_bytes(&layout) == 60 ? 0 : 3;
}
