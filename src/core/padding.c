/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bits of a padding cell (XLA-18): infinity where a type has one, else its largest finite value.
 */
#include "core/padding.h"

#include <string.h>

struct float_pattern {
    int32_t dtype;
    uint64_t one, lowest, highest;
};

static const struct float_pattern floats[] = {
    {GATHER_DTYPE_F4E2M1, 0x2, 0xF, 0x7},
    {GATHER_DTYPE_F8E4M3FN, 0x38, 0xFE, 0x7E},
    {GATHER_DTYPE_F8E4M3FNUZ, 0x40, 0xFF, 0x7F},
    {GATHER_DTYPE_F8E5M2, 0x3C, 0xFC, 0x7C},
    {GATHER_DTYPE_F8E5M2FNUZ, 0x40, 0xFF, 0x7F},
    {GATHER_DTYPE_F8E8M0, 0x7F, 0x00, 0xFE},
    {GATHER_DTYPE_F16, 0x3C00, 0xFC00, 0x7C00},
    {GATHER_DTYPE_BF16, 0x3F80, 0xFF80, 0x7F80},
    {GATHER_DTYPE_F32, 0x3F800000, 0xFF800000, 0x7F800000},
    {GATHER_DTYPE_F64, 0x3FF0000000000000, 0xFFF0000000000000, 0x7FF0000000000000},
    {GATHER_DTYPE_C64, 0x3F800000, 0, 0}, /* the real part; the imaginary one is 0 */
    {GATHER_DTYPE_C128, 0x3FF0000000000000, 0, 0},
};

static uint64_t integer_pattern(int32_t dtype, int32_t padding)
{
    int32_t bits = dtype == GATHER_DTYPE_BOOL ? 1 : gather_dtype_bits(dtype);
    uint64_t all = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    uint64_t top = gather_dtype_is_signed(dtype) ? UINT64_C(1) << (bits - 1) : 0;
    if (padding == GATHER_PADDING_LOWEST)
        return top;
    return padding == GATHER_PADDING_HIGHEST ? all - top : padding == GATHER_PADDING_ONE;
}

static uint64_t value_pattern(int32_t dtype, int32_t padding)
{
    for (size_t k = 0; k < sizeof floats / sizeof floats[0]; k++) {
        if (floats[k].dtype != dtype)
            continue;
        if (padding == GATHER_PADDING_ZERO)
            return 0;
        if (padding == GATHER_PADDING_ONE)
            return floats[k].one;
        return padding == GATHER_PADDING_LOWEST ? floats[k].lowest : floats[k].highest;
    }
    return integer_pattern(dtype, padding);
}

void gather__padding_pattern(int32_t dtype, int32_t padding, uint8_t pattern[16])
{
    uint64_t value = value_pattern(dtype, padding);
    memset(pattern, 0, 16);
    for (int32_t k = 0; k < 8; k++)
        pattern[k] = (uint8_t)(value >> (8 * k));
}
