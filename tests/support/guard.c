/* SPDX-License-Identifier: Apache-2.0 */
/* Operands between pages that can't be touched: guard.h has the drawing. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "support/guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PATTERN_BYTES = 4096 };

/* Canaries differ from byte to byte, so that one copied to another place is seen. */
static const uint8_t *canaries(void)
{
    static uint8_t pattern[PATTERN_BYTES];
    if (pattern[0] == 0)
        for (size_t k = 0; k < PATTERN_BYTES; k++)
            pattern[k] = (uint8_t)(k * 167 + (k >> 8) * 59 + 91);
    return pattern;
}

static size_t page_bytes(void) { return (size_t)sysconf(_SC_PAGESIZE); }

static uint8_t *map_room(size_t bytes)
{
    size_t page = page_bytes();
    uint8_t *pages = mmap(NULL, bytes + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + page, bytes, PROT_READ | PROT_WRITE) != 0) {
        fprintf(stderr, "guard: no memory for an operand of %zu bytes\n", bytes);
        exit(1);
    }
    return pages + page;
}

/* The smallest room that holds so many bytes: little of it is then left for canaries. */
static void choose_room(struct guard *guard, size_t bytes)
{
    int size = 0;
    guard->room_bytes = page_bytes();
    for (; guard->room_bytes < bytes; guard->room_bytes *= 2)
        size++;
    if (guard->rooms[size] == NULL)
        guard->rooms[size] = map_room(guard->room_bytes);
    guard->room = guard->rooms[size];
}

static void write_canaries(uint8_t *begin, const uint8_t *end)
{
    for (size_t left = (size_t)(end - begin); left > 0;) {
        size_t part = left < PATTERN_BYTES ? left : PATTERN_BYTES;
        memcpy(begin, canaries(), part);
        begin += part;
        left -= part;
    }
}

static bool are_canaries(const uint8_t *begin, const uint8_t *end)
{
    for (size_t left = (size_t)(end - begin); left > 0;) {
        size_t part = left < PATTERN_BYTES ? left : PATTERN_BYTES;
        if (memcmp(begin, canaries(), part) != 0)
            return false;
        begin += part;
        left -= part;
    }
    return true;
}

uint8_t *guard_place(struct guard *guard, size_t bytes, enum guard_side side, size_t gap)
{
    choose_room(guard, bytes + gap);
    guard->bytes = bytes;
    guard->data = side == GUARD_LOW ? guard->room + gap : guard->room + guard->room_bytes - bytes - gap;
    write_canaries(guard->room, guard->data);
    write_canaries(guard->data + bytes, guard->room + guard->room_bytes);
    return guard->data;
}

bool guard_holds(const struct guard *guard)
{
    return are_canaries(guard->room, guard->data) &&
           are_canaries(guard->data + guard->bytes, guard->room + guard->room_bytes);
}

void guard_end(struct guard *guard)
{
    for (int size = 0; size < GUARD_SIZES; size++)
        if (guard->rooms[size] != NULL)
            munmap(guard->rooms[size] - page_bytes(), (page_bytes() << size) + 2 * page_bytes());
    memset(guard, 0, sizeof *guard);
}
