/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Linked with every object of src/core and with nothing else: the core would not link if it used another
 * room.
 */
#include "gather/layout.h"

int main(void)
{
    static const int64_t sizes[] = {3, 5};
    struct gather_layout layout;
    if (gather_layout_init(&layout, GATHER_DTYPE_F32, 2, sizes, NULL) != GATHER_STATUS_OK)
        return 1;
    return gather_layout_bytes(&layout) != 60;
}
