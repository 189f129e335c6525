/* SPDX-License-Identifier: Apache-2.0 */
/* A take: its axis, its indices, and the shape of what comes out. */
#include "study/worlds/take.h"

enum gather_status gather__take_axis(const struct gather_take *take, int32_t *axis,
                                     struct gather_error *error)
{
    enum gather_status status = gather_layout_dimension(&take->data, take->axis, axis, error);
    if (status != GATHER_STATUS_OK && error != NULL)
        error->operand = "axis";
    return status;
}

int32_t gather__take_dtype(const struct gather_take *take)
{
    return take->is_plain ? GATHER_DTYPE_I64 : take->indices.dtype;
}

static uint64_t read_bytes(const uint8_t *bytes, int32_t width)
{
    uint64_t code = 0;
    for (int32_t k = 0; k < width; k++)
        code |= (uint64_t)bytes[k] << (8 * k);
    return code;
}

int64_t gather_take_index(const struct gather_take *take, int64_t place)
{
    int32_t bits = gather_dtype_bits(take->indices.dtype), cell = take->indices.cell_bits, width = cell / 8;
    const uint8_t *bytes = (const uint8_t *)take->values + place * width; /* bounded: inside the values */
    uint64_t code = 0, sign = UINT64_C(1) << (bits - 1);
    if (cell < 8) /* packed, the first in the low bits */
        code = (uint64_t)bytes[place * cell / 8] >> (place * cell % 8); /* bounded: inside the values */
    else /* a width that is known is one load: there may be millions */
        code = width == 8   ? read_bytes(bytes, 8)
               : width == 4 ? read_bytes(bytes, 4)
                            : read_bytes(bytes, width);
    code &= UINT64_MAX >> (64 - bits); /* of a cell that is wider the first bits are the value */
    if (take->indices.dtype == GATHER_DTYPE_BOOL)
        return code != 0;
    return (int64_t)(gather_dtype_is_signed(take->indices.dtype) ? (code ^ sign) - sign : code);
}

enum gather_status gather_take_output(const struct gather_take *take, struct gather_layout *output,
                                      struct gather_error *error)
{
    int64_t sizes[2 * GATHER_MAX_RANK];
    int32_t axis, rank = 0;
    enum gather_status status = gather__take_axis(take, &axis, error);
    if (status != GATHER_STATUS_OK)
        return status;
    for (int32_t d = 0; d < axis; d++)
        sizes[rank++] = take->data.sizes[d];
    for (int32_t d = 0; d < take->indices.rank; d++)
        sizes[rank++] = take->indices.sizes[d];
    for (int32_t d = axis + 1; d < take->data.rank; d++)
        sizes[rank++] = take->data.sizes[d];
    status = gather_layout_init(output, take->data.dtype, rank, sizes, error);
    if (status != GATHER_STATUS_OK && error != NULL)
        error->operand = "output";
    return status;
}
