/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory for one operand between pages that can't be touched: an access one byte outside ends the test
 * program by a signal. The bytes between the operand and the pages, where there are some, hold canaries.
 *
 *     GUARD_LOW    | no access |gap| operand | canaries ...       | no access |
 *     GUARD_HIGH   | no access |       canaries ... | operand |gap| no access |
 *
 * A gap of 0 is flush with the page; gaps of 1 to 63 give every other alignment within a cache line.
 */
#ifndef GATHER_TESTS_GUARD_H
#define GATHER_TESTS_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum guard_side { GUARD_LOW, GUARD_HIGH };

enum { GUARD_SIZES = 20, GUARD_GAPS = 64 };

/* Room for one operand at a time, of any size. Begins zeroed. */
struct guard {
    uint8_t *rooms[GUARD_SIZES]; /* of 1, 2, 4, .. pages, each mapped when first needed */
    uint8_t *room, *data;        /* of the operand placed last */
    size_t room_bytes, bytes;
};

/*
 * Places an operand: `bytes` bytes of unspecified content, `gap` bytes from the page on one side, canaries
 * around it. What was placed before is gone. Ends the program if the system has no memory.
 */
uint8_t *guard_place(struct guard *guard, size_t bytes, enum guard_side side, size_t gap);

/* Whether every canary around the operand is as it was. */
bool guard_holds(const struct guard *guard);

/* Gives the memory back. */
void guard_end(struct guard *guard);

#endif
