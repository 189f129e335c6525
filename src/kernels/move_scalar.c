/* SPDX-License-Identifier: Apache-2.0 */
/* Moving in portable C: elements of 1 to 8 bytes, for the scalar table alone. */
#include <string.h>

#include "core/arith.h"
#include "kernels/bits.h"
#include "kernels/crossing.h"
#include "kernels/straight.h"
#include "kernels/table.h"
#include "kernels/vector16.h"

#define ISA(name) name##_scalar
#define ISA_TEXT(name) #name "_scalar"
#include "kernels/move_set_tmpl.h"

const struct gather__move_kernel gather__move_kernels_scalar[] = {MOVE_ROWS, GATHER__BLOCK_ROWS};
