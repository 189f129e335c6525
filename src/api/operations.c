/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every operator with its lowering. A program that is linked statically and wants few of them puts a table of
 * its own in the place of this file: then nothing else is linked (tests/freestanding does so).
 */
#include "dialects/lower.h"

const struct gather__operation gather__operations[GATHER__OPERATIONS] = {
#define X(id, lowering, numbering, first, computation)                                                       \
    [GATHER_OPERATION_##id] = {gather__##lowering##_lower, computation},
#include "dialects/operations.def"
#undef X
};
