/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moving and filling whole bytes, in portable C. The widths of elements have a kernel each; blocks share
 * one.
 */
#include <string.h>

#include "kernels/prefetch.h"
#include "kernels/stream.h"
#include "kernels/table.h"

enum {
    BLOCK = 16,            /* squares a side of a block */
    STREAM_BYTES = 1 << 22 /* outputs from here on don't stay in the caches anyway */
};

struct pair {
    uint64_t low, high;
};

#define WIDTH 1
#define UNIT uint8_t
#define NAME(stage) stage##_b1
#include "kernels/move_tmpl.h"

#define WIDTH 2
#define UNIT uint16_t
#define NAME(stage) stage##_b2
#include "kernels/move_tmpl.h"

#define WIDTH 4
#define UNIT uint32_t
#define NAME(stage) stage##_b4
#include "kernels/move_tmpl.h"

#define WIDTH 8
#define UNIT uint64_t
#define NAME(stage) stage##_b8
#include "kernels/move_tmpl.h"

#define WIDTH 16
#define UNIT struct pair
#define NAME(stage) stage##_b16
#include "kernels/move_tmpl.h"

static void move_any(uint8_t *out, const uint8_t *data, const struct gather__tile *tile)
{
    for (int64_t i = 0; i < tile->count[0]; i++)
        for (int64_t j = 0; j < tile->count[1]; j++)
            memcpy(out + i * tile->out_step[0] + j * tile->out_step[1],
                   data + i * tile->data_step[0] + j * tile->data_step[1], (size_t)tile->width);
}

void gather__fill_bytes_scalar(uint8_t *out, const uint8_t *pattern, const struct gather__tile *tile)
{
    for (int64_t i = 0; i < tile->count[0]; i++)
        for (int64_t j = 0; j < tile->count[1]; j++)
            memcpy(out + i * tile->out_step[0] + j * tile->out_step[1], pattern, (size_t)tile->width);
}

const struct gather__move_kernel gather__move_kernels_scalar[] = {
    {"move_b1_scalar", 1, move_b1, turn_b1},     {"move_b2_scalar", 2, move_b2, turn_b2},
    {"move_b4_scalar", 4, move_b4, turn_b4},     {"move_b8_scalar", 8, move_b8, turn_b8},
    {"move_b16_scalar", 16, move_b16, turn_b16}, {"move_any_scalar", 0, move_any, NULL},
};
