/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The move kernel of blocks of 3 bytes, the pixels of most images; included with
 *     MOVE             its name
 *     reverse_threes   (out, data, count): blocks side by side in the output, of data that goes backwards; returns how
 *                      many from the first on it has moved, fewer than all
 *
 * Side by side in the output, blocks go by 4 bytes each, the last of which the next block writes over.
 */
static inline void move_threes(uint8_t *out, const uint8_t *data, int64_t count, int64_t out_step,
                               int64_t data_step)
{
    enum { THREE = 3, FOUR = 4 };
    int64_t k = 0;
    if (out_step == THREE && data_step != 0 && count > 0) {
        /* The byte behind a block is none of the data's where it is the highest of all: the first or the last. */
        const int64_t last = count - 1;
        if (data_step == -THREE)
            k = reverse_threes(out, data, count);
        if (data_step < 0 && k == 0 && last > 0) {
            memcpy(out, data, THREE);
            k = 1;
        }
        for (; k < last; k++)
            memcpy(out + k * THREE, data + k * data_step, FOUR); /* bounded: inside the operands */
    }
    for (; k < count; k++)
        memcpy(out + k * out_step, data + k * data_step, THREE); /* bounded: likewise */
}

#define ROW(to, from, columns, tile) move_threes(to, from, columns, (tile)->out_step[1], (tile)->data_step[1])
#include "kernels/move_block_tmpl.h"
