/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DMLCalcBufferTensorSize as unbounded integers would answer it (DML-30 to -34).
 *
 * Bytes are elements * bits / 8, rounded up to 4. Elements may exceed 64 bits only where they are nibbles:
 * 2^65 of them would be 2^64 bytes, which is too large anyway. So 64 bits and a carry are enough.
 */
#include "core/arith.h"
#include "core/fail.h"
#include "gather/layout.h"

static enum gather_status check_type(int32_t dtype, struct gather_error *error)
{
    char name[32];
    if (gather_dtype_name(dtype, GATHER_WORLD_DIRECTML, name, sizeof name) == 0)
        return gather__fail(error, GATHER_STATUS_DTYPE, "dtype", "a type that DirectML has");
    return GATHER_STATUS_OK;
}

static enum gather_status check_numbers(int64_t count, const int64_t *sizes, const int64_t *strides,
                                        struct gather_error *error)
{
    for (int64_t d = 0; d < count; d++)
        if (sizes[d] < 1 || sizes[d] > UINT32_MAX) {
            gather__fail(error, GATHER_STATUS_SHAPE, "sizes", NULL);
            return gather__fail_value(error, GATHER_STATUS_SHAPE, sizes[d], 1, UINT32_MAX);
        }
    for (int64_t d = 0; strides != NULL && d < count; d++)
        if (strides[d] < 0 || strides[d] > UINT32_MAX) {
            gather__fail(error, GATHER_STATUS_LAYOUT, "strides", NULL);
            return gather__fail_value(error, GATHER_STATUS_LAYOUT, strides[d], 0, UINT32_MAX);
        }
    return GATHER_STATUS_OK;
}

/* The elements up to the last one: `whole` * 2^64 + `low`. Returns: false beyond 2^128 or so. */
static bool count_packed(int64_t count, const int64_t *sizes, uint64_t *whole, uint64_t *low)
{
    *whole = 0;
    *low = 1;
    for (int64_t d = 0; d < count; d++) {
        /* (whole * 2^64 + high half + low half) * size, by halves; a size has 32 bits. */
        uint64_t size = (uint64_t)sizes[d], product, carried;
        /* bounded: 32 bits by 32 */
        uint64_t bottom = (*low & UINT32_MAX) * size, top = (*low >> 32) * size + (bottom >> 32);
        if (!gather__multiply_unsigned(*whole, size, &product) ||
            !gather__add_unsigned(product, top >> 32, &carried))
            return false;
        *whole = carried;
        *low = top << 32 | (bottom & UINT32_MAX);
    }
    return true;
}

static bool count_strided(int64_t count, const int64_t *sizes, const int64_t *strides, uint64_t *whole,
                          uint64_t *low)
{
    *whole = 0;
    *low = 1;
    for (int64_t d = 0; d < count; d++) {
        uint64_t span = (uint64_t)(sizes[d] - 1) * (uint64_t)strides[d]; /* bounded: 32 bits by 32 */
        *low += span;
        *whole += *low < span;
    }
    return true;
}

/* bytes = (whole * 2^64 + low) * bits / 8, each rounded up, then to a multiple of 4. */
static bool count_bytes(uint64_t whole, uint64_t low, uint32_t bits, uint64_t *bytes)
{
    uint64_t rounded;
    if (bits < 8) {
        uint64_t cells_per_byte = 8 / bits;
        if (whole >= cells_per_byte)
            return false;
        rounded = low / cells_per_byte + (low % cells_per_byte != 0);
        /* 2^64 / cells_per_byte is exact: a power of two. */
        /* bounded: less than one byte of cells */
        if (whole > 0 && !gather__add_unsigned(rounded, whole * (UINT64_MAX / cells_per_byte + 1), &rounded))
            return false;
    } else if (whole > 0 || !gather__multiply_unsigned(low, bits / 8, &rounded)) {
        return false;
    }
    if (!gather__add_unsigned(rounded, 3, &rounded))
        return false;
    *bytes = rounded & ~UINT64_C(3);
    return true;
}

enum gather_status gather_directml_tensor_size(int32_t dtype, int64_t dimension_count, const int64_t *sizes,
                                               const int64_t *strides, uint64_t *bytes,
                                               struct gather_error *error)
{
    uint64_t whole = 0, low = 0;
    enum gather_status status = check_type(dtype, error);
    if (status == GATHER_STATUS_OK && dimension_count < 1)
        status = gather__fail(error, GATHER_STATUS_RANK, "sizes", "at least one dimension");
    if (status == GATHER_STATUS_OK)
        status = check_numbers(dimension_count, sizes, strides, error);
    if (status != GATHER_STATUS_OK)
        return status;
    bool counted = strides == NULL ? count_packed(dimension_count, sizes, &whole, &low)
                                   : count_strided(dimension_count, sizes, strides, &whole, &low);
    if (!counted || !count_bytes(whole, low, (uint32_t)gather_dtype_bits(dtype), bytes))
        return gather__fail(error, GATHER_STATUS_OVERFLOW, "sizes", "bytes below 2^64");
    return GATHER_STATUS_OK;
}
