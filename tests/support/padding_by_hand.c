/* SPDX-License-Identifier: Apache-2.0 */
/*
 * XLA-18 as text: a row a type, its values zero, one, lowest, highest as hexadecimal digits of the whole
 * element, most significant first; "-" where the page says none.
 */
#include "support/padding_by_hand.h"

#include <string.h>

struct row {
    int32_t dtype;
    const char *values[4];
};

static const struct row rows[] = {
    {GATHER_DTYPE_BOOL, {"00", "01", "00", "01"}},
    {GATHER_DTYPE_U2, {"0", "1", "0", "3"}},
    {GATHER_DTYPE_U4, {"0", "1", "0", "F"}},
    {GATHER_DTYPE_U8, {"00", "01", "00", "FF"}},
    {GATHER_DTYPE_U16, {"0000", "0001", "0000", "FFFF"}},
    {GATHER_DTYPE_U32, {"00000000", "00000001", "00000000", "FFFFFFFF"}},
    {GATHER_DTYPE_U64, {"0000000000000000", "0000000000000001", "0000000000000000", "FFFFFFFFFFFFFFFF"}},
    {GATHER_DTYPE_I2, {"0", "1", "2", "1"}},
    {GATHER_DTYPE_I4, {"0", "1", "8", "7"}},
    {GATHER_DTYPE_I8, {"00", "01", "80", "7F"}},
    {GATHER_DTYPE_I16, {"0000", "0001", "8000", "7FFF"}},
    {GATHER_DTYPE_I32, {"00000000", "00000001", "80000000", "7FFFFFFF"}},
    {GATHER_DTYPE_I64, {"0000000000000000", "0000000000000001", "8000000000000000", "7FFFFFFFFFFFFFFF"}},
    {GATHER_DTYPE_F4E2M1, {"0", "2", "F", "7"}},         /* s ee m, bias 1: 6 = 1.5 * 2^2 */
    {GATHER_DTYPE_F8E4M3FN, {"00", "38", "FE", "7E"}},   /* bias 7: 448 = 1.75 * 2^8, 0x7F is NaN */
    {GATHER_DTYPE_F8E4M3FNUZ, {"00", "40", "FF", "7F"}}, /* bias 8: 240 = 1.875 * 2^7 */
    {GATHER_DTYPE_F8E5M2, {"00", "3C", "FC", "7C"}},     /* infinities */
    {GATHER_DTYPE_F8E5M2FNUZ, {"00", "40", "FF", "7F"}}, /* bias 16: 57344 = 1.75 * 2^15 */
    {GATHER_DTYPE_F8E8M0, {"-", "7F", "00", "FE"}},      /* exponents alone, bias 127 */
    {GATHER_DTYPE_F16, {"0000", "3C00", "FC00", "7C00"}},
    {GATHER_DTYPE_BF16, {"0000", "3F80", "FF80", "7F80"}},
    {GATHER_DTYPE_F32, {"00000000", "3F800000", "FF800000", "7F800000"}},
    {GATHER_DTYPE_F64, {"0000000000000000", "3FF0000000000000", "FFF0000000000000", "7FF0000000000000"}},
    {GATHER_DTYPE_C64, {"0000000000000000", "000000003F800000", "-", "-"}},
    {GATHER_DTYPE_C128, {"00000000000000000000000000000000", "00000000000000003FF0000000000000", "-", "-"}},
    {GATHER_DTYPE_STRING, {"-", "-", "-", "-"}},
};

static uint8_t nibble(char digit) { return (uint8_t)(digit <= '9' ? digit - '0' : digit - 'A' + 10); }

bool padding_by_hand(int32_t dtype, int32_t padding, uint8_t bytes[16])
{
    memset(bytes, 0, 16);
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        if (rows[k].dtype != dtype)
            continue;
        const char *text = rows[k].values[padding - GATHER_PADDING_ZERO];
        size_t digits = strlen(text);
        for (size_t d = 0; d < digits && text[0] != '-'; d++)
            bytes[d / 2] |= (uint8_t)(nibble(text[digits - 1 - d]) << (d % 2 * 4));
        return text[0] != '-';
    }
    return false;
}
