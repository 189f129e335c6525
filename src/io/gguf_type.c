/* SPDX-License-Identifier: Apache-2.0 */
/* The list of types by number, as GGUF has them; numbers without a name were taken back. */
#include "io/gguf_type.h"

static const struct gather__gguf_type types[] = {
    [0] = {"f32", GATHER_DTYPE_F32, 1, 4},          [1] = {"f16", GATHER_DTYPE_F16, 1, 2},
    [2] = {"q4_0", GATHER_DTYPE_NONE, 32, 18},      [3] = {"q4_1", GATHER_DTYPE_NONE, 32, 20},
    [6] = {"q5_0", GATHER_DTYPE_NONE, 32, 22},      [7] = {"q5_1", GATHER_DTYPE_NONE, 32, 24},
    [8] = {"q8_0", GATHER_DTYPE_NONE, 32, 34},      [9] = {"q8_1", GATHER_DTYPE_NONE, 32, 36},
    [10] = {"q2_k", GATHER_DTYPE_NONE, 256, 84},    [11] = {"q3_k", GATHER_DTYPE_NONE, 256, 110},
    [12] = {"q4_k", GATHER_DTYPE_NONE, 256, 144},   [13] = {"q5_k", GATHER_DTYPE_NONE, 256, 176},
    [14] = {"q6_k", GATHER_DTYPE_NONE, 256, 210},   [15] = {"q8_k", GATHER_DTYPE_NONE, 256, 292},
    [16] = {"iq2_xxs", GATHER_DTYPE_NONE, 256, 66}, [17] = {"iq2_xs", GATHER_DTYPE_NONE, 256, 74},
    [18] = {"iq3_xxs", GATHER_DTYPE_NONE, 256, 98}, [19] = {"iq1_s", GATHER_DTYPE_NONE, 256, 50},
    [20] = {"iq4_nl", GATHER_DTYPE_NONE, 32, 18},   [21] = {"iq3_s", GATHER_DTYPE_NONE, 256, 110},
    [22] = {"iq2_s", GATHER_DTYPE_NONE, 256, 82},   [23] = {"iq4_xs", GATHER_DTYPE_NONE, 256, 136},
    [24] = {"i8", GATHER_DTYPE_I8, 1, 1},           [25] = {"i16", GATHER_DTYPE_I16, 1, 2},
    [26] = {"i32", GATHER_DTYPE_I32, 1, 4},         [27] = {"i64", GATHER_DTYPE_I64, 1, 8},
    [28] = {"f64", GATHER_DTYPE_F64, 1, 8},         [29] = {"iq1_m", GATHER_DTYPE_NONE, 256, 56},
    [30] = {"bf16", GATHER_DTYPE_BF16, 1, 2},       [34] = {"tq1_0", GATHER_DTYPE_NONE, 256, 54},
    [35] = {"tq2_0", GATHER_DTYPE_NONE, 256, 66},   [39] = {"mxfp4", GATHER_DTYPE_NONE, 32, 17},
    [40] = {"nvfp4", GATHER_DTYPE_NONE, 64, 36},    [41] = {"q1_0", GATHER_DTYPE_NONE, 128, 18},
};

const struct gather__gguf_type *gather__gguf_type_find(uint32_t number)
{
    return number < sizeof types / sizeof types[0] ? &types[number] : NULL;
}
