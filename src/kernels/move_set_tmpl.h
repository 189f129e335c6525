/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The move kernels of elements of 1, 2, 4 and 8 bytes, for the instruction set that the including file has chosen: it
 * defines what move_width_tmpl.h wants, ISA(name) and ISA_TEXT(name) among it. MOVE_ROWS lists them for a table. (Of
 * 16 bytes, a vector's part each, there is nothing to turn in registers: one kernel is in every table.)
 */
#define WIDTH 1
#define BITS 8
#define NAME(stage) ISA(stage##_b1)
#include "kernels/move_width_tmpl.h"
#define WIDTH 2
#define BITS 16
#define NAME(stage) ISA(stage##_b2)
#include "kernels/move_width_tmpl.h"
#define WIDTH 4
#define BITS 32
#define NAME(stage) ISA(stage##_b4)
#include "kernels/move_width_tmpl.h"
#define WIDTH 8
#define BITS 64
#define NAME(stage) ISA(stage##_b8)
#include "kernels/move_width_tmpl.h"

#include "kernels/bits_tmpl.h"

#define MOVE_ROW(name, width)                                                                                \
    {                                                                                                        \
        ISA_TEXT(move_##name), width, ISA(move_##name), ISA(turn_##name), CAN_STREAM                         \
    }
#define MOVE_ROWS MOVE_ROW(b1, 1), MOVE_ROW(b2, 2), MOVE_ROW(b4, 4), MOVE_ROW(b8, 8)
