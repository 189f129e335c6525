/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What belongs in the output of a gather of quantised numbers, number by number: as they are stored, made floats, less
 * the middle of their values if they are integers, times the scale of their block.
 */
#include <math.h>
#include <string.h>

#include "study/bench/bench_walk.h"

/* ---- layouts ---------------------------------------------------------------------------------------------- */

/* Whether elements of this type lie side by side along the last dimension. */
static bool is_row(const struct gather_layout *layout, const struct gather__bench_place *place, int32_t dtype)
{
    const int32_t last = layout->rank - 1;
    return layout->dtype == dtype && last >= 0 &&
           (layout->sizes[last] <= 1 || place->steps[last] == gather_dtype_bits(dtype) / 8);
}

static bool is_known_number(const struct gather_bench_done *done)
{
    if (done->data.dtype == GATHER_DTYPE_U8)
        return done->bits == 4 || done->bits == 8;
    return done->data.dtype == GATHER_DTYPE_F8E4M3FN && done->bits == 8;
}

bool gather__bench_scaled_is_known(const struct gather__bench_walk *walk)
{
    const struct gather_bench_done *done = walk->done;
    const int32_t last = done->data.rank - 1;
    if (!is_known_number(done) || done->axis >= last || done->scales.rank != last + 1 || done->block < 1 ||
        !is_row(&done->data, &walk->data, done->data.dtype) ||
        !is_row(&done->scales, &walk->scales, GATHER_DTYPE_F32) ||
        !is_row(&done->output, &walk->output, GATHER_DTYPE_F32))
        return false;
    const int64_t numbers = done->output.sizes[done->output.rank - 1];
    for (int32_t d = 0; d < last; d++)
        if (done->scales.sizes[d] != done->data.sizes[d])
            return false;
    return numbers == done->data.sizes[last] * (8 / done->bits) && /* bounded: elements of the output */
           done->scales.sizes[last] == (numbers + done->block - 1) / done->block;
}

/* ---- numbers ---------------------------------------------------------------------------------------------- */

/* A sign, four bits of exponent, three behind the point; all of them set is no number. */
static float number_of_f8(unsigned int bits)
{
    const unsigned int power = bits >> 3 & 15, behind = bits & 7;
    const unsigned int size = power == 0 ? behind : (8 + behind) << (power - 1);
    const float value = (float)size / 512;
    if (power == 15 && behind == 7)
        return NAN;
    return (bits & 128) != 0 ? -value : value;
}

/* Number k of a row. Where a byte holds two, the first is in its low bits. */
static float number_at(const struct gather_bench_done *done, const unsigned char *row, int64_t k)
{
    if (done->data.dtype == GATHER_DTYPE_F8E4M3FN)
        return number_of_f8(row[k]);
    if (done->bits == 8)
        return (float)(row[k] - 128);
    return (float)((row[k / 2] >> k % 2 * 4 & 15) - 8);
}

static float float_at(const unsigned char *bytes, int64_t k)
{
    float value;
    memcpy(&value, bytes + k * (int64_t)sizeof value, sizeof value); /* bounded: in memory */
    return value;
}

/* The same to the bit, or neither of them a number. */
static bool is_same(float expected, float got)
{
    uint32_t bits[2];
    memcpy(&bits[0], &expected, sizeof bits[0]);
    memcpy(&bits[1], &got, sizeof bits[1]);
    return bits[0] == bits[1] || (isnan(expected) && isnan(got));
}

bool gather__bench_scaled_is_right(const struct gather__bench_walk *walk)
{
    const struct gather_bench_done *done = walk->done;
    const unsigned char *row = gather__bench_walk_data(walk), *scales = gather__bench_walk_scales(walk),
                        *output = gather__bench_walk_output(walk);
    if (row == NULL)
        return false;
    for (int64_t k = 0; k < walk->run_bytes / (int64_t)sizeof(float); k++)
        if (!is_same(number_at(done, row, k) * float_at(scales, k / done->block), float_at(output, k)))
            return false;
    return true;
}
