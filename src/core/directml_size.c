/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DMLCalcBufferTensorSize as unbounded integers would answer it (DML-30 to -34).
 *
 * Bytes are elements * bits / 8, rounded up to 4. Elements may exceed 64 bits only where they are nibbles:
 * 2^65 of them would be 2^64 bytes, which is too large anyway. So 64 bits and a carry are enough.
 */
#include "core/directml_size.h"

#include "core/arith.h"
#include "core/fail.h"
#include "core/geometry.h"

static enum gather_status check_type(int32_t dtype, struct gather_error *error)
{
    char name[32];
    if (gather_dtype_name(dtype, GATHER_WORLD_DIRECTML, name, sizeof name) == 0)
        return gather__fail_dtype(error, "dtype", dtype, GATHER_DTYPE_NONE, "a type that DirectML has");
    return GATHER_STATUS_OK;
}

static enum gather_status check_numbers(int64_t count, const int64_t *sizes, const int64_t *strides,
                                        struct gather_error *error)
{
    for (int64_t d = 0; d < count; d++)
        if (sizes[d] < 1 || sizes[d] > UINT32_MAX) {
            gather__fail_axis(error, gather__fail(error, GATHER_STATUS_SHAPE, "sizes", NULL), (int32_t)d);
            return gather__fail_value(error, GATHER_STATUS_SHAPE, sizes[d], 1, UINT32_MAX);
        }
    for (int64_t d = 0; strides != NULL && d < count; d++)
        if (strides[d] < 0 || strides[d] > UINT32_MAX) {
            gather__fail_axis(error, gather__fail(error, GATHER_STATUS_LAYOUT, "strides", NULL), (int32_t)d);
            return gather__fail_value(error, GATHER_STATUS_LAYOUT, strides[d], 0, UINT32_MAX);
        }
    return GATHER_STATUS_OK;
}

/* The elements up to the last one: `whole` * 2^64 + `low`. */
struct elements {
    uint64_t whole, low;
    bool fits; /* false beyond 2^128 or so */
};

static const struct elements one_element = {0, 1, true};

/* Packed: as many times, by halves, for a size has 32 bits. */
static void add_packed(struct elements *elements, uint64_t size)
{
    /* bounded: 32 bits by 32 */
    uint64_t bottom = (elements->low & UINT32_MAX) * size;
    uint64_t top = (elements->low >> 32) * size + (bottom >> 32); /* bounded: likewise */
    elements->fits = elements->fits && gather__multiply_unsigned(elements->whole, size, &elements->whole) &&
                     gather__add_unsigned(elements->whole, top >> 32, &elements->whole);
    elements->low = top << 32 | (bottom & UINT32_MAX);
}

static void add_strided(struct elements *elements, uint64_t size, uint64_t stride)
{
    uint64_t span = (size - 1) * stride; /* bounded: 32 bits by 32 */
    elements->low += span;
    elements->whole += elements->low < span;
}

/* bytes = (whole * 2^64 + low) * bits / 8, each rounded up, then to a multiple of 4. */
static bool count_bytes(const struct elements *elements, uint32_t bits, uint64_t *bytes)
{
    uint64_t whole = elements->whole, low = elements->low, rounded;
    if (!elements->fits)
        return false;
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
    struct elements elements = one_element;
    enum gather_status status = check_type(dtype, error);
    if (status == GATHER_STATUS_OK && dimension_count < 1)
        status = gather__fail_value(error, gather__fail(error, GATHER_STATUS_RANK, "sizes", NULL),
                                    dimension_count, 1, INT64_MAX);
    if (status == GATHER_STATUS_OK)
        status = check_numbers(dimension_count, sizes, strides, error);
    if (status != GATHER_STATUS_OK)
        return status;
    for (int64_t d = 0; d < dimension_count; d++)
        if (strides == NULL)
            add_packed(&elements, (uint64_t)sizes[d]);
        else
            add_strided(&elements, (uint64_t)sizes[d], (uint64_t)strides[d]);
    if (!count_bytes(&elements, (uint32_t)gather_dtype_bits(dtype), bytes))
        return gather__fail(error, GATHER_STATUS_OVERFLOW, "sizes", "bytes below 2^64");
    return GATHER_STATUS_OK;
}

uint64_t gather__directml_size_of_uints(int32_t dtype, uint32_t count, const uint32_t *sizes,
                                        const uint32_t *strides)
{
    struct elements elements = one_element;
    uint64_t bytes = 0;
    if (check_type(dtype, NULL) != GATHER_STATUS_OK || count == 0 || sizes == NULL)
        return 0;
    for (uint32_t d = 0; d < count; d++) {
        if (sizes[d] == 0)
            return 0;
        if (strides == NULL)
            add_packed(&elements, sizes[d]);
        else
            add_strided(&elements, sizes[d], strides[d]);
    }
    return count_bytes(&elements, (uint32_t)gather_dtype_bits(dtype), &bytes) ? bytes : 0;
}

enum gather_status gather__directml_judge(int32_t dtype, int64_t rank, const int64_t *sizes,
                                          const int64_t *strides, const int64_t *total, int64_t *implied,
                                          struct gather_error *error)
{
    uint64_t bytes = 0;
    enum gather_status status = gather_directml_tensor_size(dtype, rank, sizes, strides, &bytes, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (bytes > INT64_MAX)
        return gather__fail(error, GATHER_STATUS_OVERFLOW, "sizes", "bytes below 2^63");
    *implied = (int64_t)bytes;
    if (total != NULL && *total < *implied) {
        gather__fail(error, GATHER_STATUS_BOUNDS, gather__part_total, "a total that holds all elements");
        return gather__fail_value(error, GATHER_STATUS_BOUNDS, *total, *implied, INT64_MAX);
    }
    if (total != NULL && *total % 4 != 0)
        return gather__fail_given(
            error,
            gather__fail(error, GATHER_STATUS_LAYOUT, gather__part_total, "a total that is a multiple of 4"),
            *total);
    return GATHER_STATUS_OK;
}
