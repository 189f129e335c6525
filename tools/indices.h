/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Indices as the command line gives them: numbers and ranges, "0,5,-1" or "0:100:2", parted by commas, blanks or ends of
 * lines, with or without brackets around all of them; a tensor of a file; "-", which is the same from stdin.
 */
#ifndef GATHER_TOOLS_INDICES_H
#define GATHER_TOOLS_INDICES_H

#include <stdbool.h>

#include "arguments.h"
#include "gather/layout.h"

struct indices {
    struct gather_layout layout; /* dense, row-major */
    void *values;                /* owned */
    bool is_plain;               /* numbers, without a type of their own: i64, or u64 where one needs it */
};

/* Reads them. Returns: an exit code; what failed was said. To be ended in any case. */
int indices_read(struct indices *indices, const struct arguments *arguments, const char *text);
void indices_fini(struct indices *indices);

/* Whether a text has but the characters of a list: a file of such a name is written ./0 */
bool indices_are_listed(const char *text);

#endif
