/* SPDX-License-Identifier: Apache-2.0 */
/* Moving in portable C that every table shares: elements of 16 bytes, and blocks of any width. */
#include <string.h>

#include "core/arith.h"
#include "kernels/abreast.h"
#include "kernels/crossing.h"
#include "kernels/straight.h"
#include "kernels/table.h"
#include "kernels/vector16.h"

#define WIDTH 16
#define BITS 128
#define NAME(stage) stage##_b16
#include "kernels/move_width_tmpl.h"

void gather__move_b16_scalar(uint8_t *out, const uint8_t *data, const struct gather__tile *tile)
{
    move_b16(out, data, tile);
}

void gather__turn_b16_scalar(uint8_t *out, const uint8_t *data, const struct gather__offsets *offsets,
                             int64_t count, int64_t step)
{
    turn_b16(out, data, offsets, count, step);
}

/* ---- blocks -------------------------------------------------------------------------------------- */

enum { LEAST_PARTED = 1 << 14 /* bytes */ };

static inline void copy_block(uint8_t *to, const uint8_t *from, int64_t width)
{
    if (width <= CACHE_LINE)
        copy_short(to, from, width, 0);
    else
        memcpy(to, from, (size_t)width);
}

static inline int64_t reverse_threes(uint8_t *out, const uint8_t *data, int64_t count)
{
    (void)out, (void)data, (void)count;
    return 0;
}
#define MOVE gather__move_b3_scalar
#include "kernels/move_threes_tmpl.h"
#define MOVE gather__move_b6_scalar
#define COPY(to, from) memcpy(to, from, 6)
#include "kernels/move_block_tmpl.h"
#define MOVE gather__move_b12_scalar
#define COPY(to, from) memcpy(to, from, 12)
#include "kernels/move_block_tmpl.h"
#define MOVE gather__move_b24_scalar
#define COPY(to, from) memcpy(to, from, 24)
#include "kernels/move_block_tmpl.h"
#define MOVE gather__move_b32_scalar
#define COPY(to, from) memcpy(to, from, 32)
#include "kernels/move_block_tmpl.h"
static void move_through_caches(uint8_t *out, const uint8_t *data, const struct gather__tile *tile);
#define MOVE move_through_caches
#define COPY(to, from) copy_block(to, from, tile->width)
#include "kernels/move_block_tmpl.h"

/* A long block goes as parts, abreast. */
static void stream_block(uint8_t *to, const uint8_t *from, int64_t bytes)
{
    int64_t at = 0;
    if (bytes >= LEAST_PARTED) {
        at = (int64_t)(-(uintptr_t)to % CACHE_LINE);
        copy_short(to, from, at, 0);
        const int64_t part = part_of(bytes - at);
        for (const int64_t end = at + part; at < end; at += CACHE_LINE)
            for (int64_t k = 0; k < ABREAST; k++)
                stream_line(to + at + k * part, from + at + k * part); /* bounded: inside the block */
        at += (ABREAST - 1) * part;
    }
    stream_part(to + at, from + at, bytes - at, true, 0);
}

static void stream_blocks(uint8_t *out, const uint8_t *data, const struct gather__tile *tile)
{
    for (int64_t k = 0; k <= tile->more; k++, out += tile->more_out, data += tile->more_data)
        for (int64_t i = 0; i < tile->count[0]; i++)
            for (int64_t j = 0; j < tile->count[1]; j++)
                stream_block(out + i * tile->out_step[0] + j * tile->out_step[1],
                             data + i * tile->data_step[0] + j * tile->data_step[1], tile->width);
}

void gather__move_any_scalar(uint8_t *out, const uint8_t *data, const struct gather__tile *tile)
{
    if (tile->streams && tile->width >= GATHER__STREAMED_BYTES)
        stream_blocks(out, data, tile);
    else
        move_through_caches(out, data, tile);
}

void gather__settle(void) { stream_end(); }
