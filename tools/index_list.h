/* SPDX-License-Identifier: Apache-2.0 */
/* A list of whole numbers as it stands on the command line: "1,2,-3"; nothing is the empty list. */
#ifndef GATHER_TOOLS_INDEX_LIST_H
#define GATHER_TOOLS_INDEX_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "gather/status.h"

struct index_list {
    int32_t count; /* -1 if the text is no such list; of more than the highest rank only the first are kept */
    int64_t values[GATHER_MAX_RANK];
};

struct index_list index_list_read(const char *text);

/*
 * Likewise, of `length` bytes, behind which there is no digit. Keeps as many as there is room for. Returns: how many there
 * are; -1.
 */
int64_t index_list_fill(const char *text, size_t length, int64_t *values, size_t room);

#endif
