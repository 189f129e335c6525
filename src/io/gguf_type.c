/* SPDX-License-Identifier: Apache-2.0 */
/* The list of types by number, as GGUF has them; numbers without a name were taken back. */
#include "io/gguf_type.h"

static const struct gather__gguf_type types[] = {
    [0] = {"F32", GATHER_DTYPE_F32, 1, 4},          [1] = {"F16", GATHER_DTYPE_F16, 1, 2},
    [2] = {"Q4_0", GATHER_DTYPE_NONE, 32, 18},      [3] = {"Q4_1", GATHER_DTYPE_NONE, 32, 20},
    [6] = {"Q5_0", GATHER_DTYPE_NONE, 32, 22},      [7] = {"Q5_1", GATHER_DTYPE_NONE, 32, 24},
    [8] = {"Q8_0", GATHER_DTYPE_NONE, 32, 34},      [9] = {"Q8_1", GATHER_DTYPE_NONE, 32, 36},
    [10] = {"Q2_K", GATHER_DTYPE_NONE, 256, 84},    [11] = {"Q3_K", GATHER_DTYPE_NONE, 256, 110},
    [12] = {"Q4_K", GATHER_DTYPE_NONE, 256, 144},   [13] = {"Q5_K", GATHER_DTYPE_NONE, 256, 176},
    [14] = {"Q6_K", GATHER_DTYPE_NONE, 256, 210},   [15] = {"Q8_K", GATHER_DTYPE_NONE, 256, 292},
    [16] = {"IQ2_XXS", GATHER_DTYPE_NONE, 256, 66}, [17] = {"IQ2_XS", GATHER_DTYPE_NONE, 256, 74},
    [18] = {"IQ3_XXS", GATHER_DTYPE_NONE, 256, 98}, [19] = {"IQ1_S", GATHER_DTYPE_NONE, 256, 50},
    [20] = {"IQ4_NL", GATHER_DTYPE_NONE, 32, 18},   [21] = {"IQ3_S", GATHER_DTYPE_NONE, 256, 110},
    [22] = {"IQ2_S", GATHER_DTYPE_NONE, 256, 82},   [23] = {"IQ4_XS", GATHER_DTYPE_NONE, 256, 136},
    [24] = {"I8", GATHER_DTYPE_I8, 1, 1},           [25] = {"I16", GATHER_DTYPE_I16, 1, 2},
    [26] = {"I32", GATHER_DTYPE_I32, 1, 4},         [27] = {"I64", GATHER_DTYPE_I64, 1, 8},
    [28] = {"F64", GATHER_DTYPE_F64, 1, 8},         [29] = {"IQ1_M", GATHER_DTYPE_NONE, 256, 56},
    [30] = {"BF16", GATHER_DTYPE_BF16, 1, 2},       [34] = {"TQ1_0", GATHER_DTYPE_NONE, 256, 54},
    [35] = {"TQ2_0", GATHER_DTYPE_NONE, 256, 66},   [39] = {"MXFP4", GATHER_DTYPE_NONE, 32, 17},
    [40] = {"NVFP4", GATHER_DTYPE_NONE, 64, 36},    [41] = {"Q1_0", GATHER_DTYPE_NONE, 128, 18},
};

const struct gather__gguf_type *gather__gguf_type_find(uint32_t number)
{
    return number < sizeof types / sizeof types[0] ? &types[number] : NULL;
}
