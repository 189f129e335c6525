/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where an operand's elements lie, and whether operands meet: the two overlap rules (CORE-10, CORE-11).
 */
#ifndef GATHER_CORE_REACH_H
#define GATHER_CORE_REACH_H

#include "core/planned.h"

/* As below, of any operand. */
void gather__reach_of_any(const struct gather__operand *operand, bool written, struct gather__reach *reach);

/*
 * The bytes that an operand's elements lie in, and if it is written its padding where it names a value; for a
 * memory order the whole buffer. written: it is an output.
 */
static inline void gather__reach_of(const struct gather__operand *operand, bool written,
                                    struct gather__reach *reach)
{
    int32_t bits = operand->layout->cell_bits;
    if (!operand->is_plain) {
        gather__reach_of_any(operand, written, reach);
        return;
    }
    reach->bytes = (uint64_t)operand->extent.bytes;
    reach->low = 0;
    reach->high = operand->extent.bytes;
    reach->grid = bits < 8 ? 1 : bits / 8;
    if (operand->layout->kind == GATHER_LAYOUT_STRIDES && operand->extent.elements <= 1 && bits % 8 == 0)
        reach->grid = 0;
}

/*
 * CORE-10: no two elements of an output share a cell. Steps sorted by size must each exceed the span of those
 * before; else up to 65,536 elements are looked at one by one; else it is refused. DirectML's descriptors, those
 * with a total, are looked at whatever their number (DML-21).
 */
bool gather__is_injective(const struct gather_layout *layout);

/* Whether the bytes that two operands lie in are disjoint. */
static inline bool gather__are_disjoint(const struct gather__reach *a, const uint8_t *a_data,
                                        const struct gather__reach *b, const uint8_t *b_data)
{
    uintptr_t a_low = (uintptr_t)a_data + (uintptr_t)a->low, a_high = (uintptr_t)a_data + (uintptr_t)a->high;
    uintptr_t b_low = (uintptr_t)b_data + (uintptr_t)b->low, b_high = (uintptr_t)b_data + (uintptr_t)b->high;
    return a_high <= b_low || b_high <= a_low;
}

/*
 * CORE-11: whether two operands provably share no byte: their bytes are disjoint, or interleave on a common
 * grid. a_width, b_width: bytes of an element, at each of its addresses.
 */
bool gather__are_apart(const struct gather__reach *a, const uint8_t *a_data, int64_t a_width,
                       const struct gather__reach *b, const uint8_t *b_data, int64_t b_width);

#endif
