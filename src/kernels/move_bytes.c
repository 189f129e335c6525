/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moving and filling whole bytes, in portable C. The widths of elements have a kernel each; blocks share
 * one.
 */
#include <string.h>

#include "kernels/stream.h"
#include "kernels/table.h"

#define KERNEL(name, width) void name(uint8_t *out, const uint8_t *data, const struct gather__tile *tile);
#include "kernels/kernels.def"
#undef KERNEL

enum {
    BLOCK = 16,            /* squares a side of a block */
    STREAM_BYTES = 1 << 22 /* outputs from here on don't stay in the caches anyway */
};

#if defined(__GNUC__) || defined(__clang__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) (void)(address)
#endif

struct pair {
    uint64_t low, high;
};

#define WIDTH 1
#define UNIT uint8_t
#define NAME gather__move_b1_scalar
#include "kernels/move_tmpl.h"

#define WIDTH 2
#define UNIT uint16_t
#define NAME gather__move_b2_scalar
#include "kernels/move_tmpl.h"

#define WIDTH 4
#define UNIT uint32_t
#define NAME gather__move_b4_scalar
#include "kernels/move_tmpl.h"

#define WIDTH 8
#define UNIT uint64_t
#define NAME gather__move_b8_scalar
#include "kernels/move_tmpl.h"

#define WIDTH 16
#define UNIT struct pair
#define NAME gather__move_b16_scalar
#include "kernels/move_tmpl.h"

void gather__move_any_scalar(uint8_t *out, const uint8_t *data, const struct gather__tile *tile)
{
    for (int64_t i = 0; i < tile->count[0]; i++)
        for (int64_t j = 0; j < tile->count[1]; j++)
            memcpy(out + i * tile->out_step[0] + j * tile->out_step[1],
                   data + i * tile->data_step[0] + j * tile->data_step[1], (size_t)tile->width);
}

static void fill_scalar(uint8_t *out, const uint8_t *pattern, const struct gather__tile *tile)
{
    for (int64_t i = 0; i < tile->count[0]; i++)
        for (int64_t j = 0; j < tile->count[1]; j++)
            memcpy(out + i * tile->out_step[0] + j * tile->out_step[1], pattern, (size_t)tile->width);
}

void gather__move_bits_scalar(uint8_t *out, int64_t out_bit, const uint8_t *data, int64_t data_bit,
                              const struct gather__tile *tile);
void gather__fill_bits_scalar(uint8_t *out, int64_t out_bit, const uint8_t *pattern,
                              const struct gather__tile *tile);

static const struct gather__move_kernel moves[] = {
#define KERNEL(name, width) {#name, width, name},
#include "kernels/kernels.def"
#undef KERNEL
};

const struct gather__kernels gather__kernels_scalar = {
    .moves = moves,
    .bits_name = "gather__move_bits_scalar",
    .move_bits = gather__move_bits_scalar,
    .fill = fill_scalar,
    .fill_bits = gather__fill_bits_scalar,
};
