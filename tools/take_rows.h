/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rows of a file's tensor that indices ask for, in memory: those alone where they are few, for a table may be
 * far larger than memory.
 */
#ifndef GATHER_TOOLS_TAKE_ROWS_H
#define GATHER_TOOLS_TAKE_ROWS_H

#include "gather/study.h"
#include "input_tensor.h"

struct take_rows {
    struct gather_take take; /* the same question about what is in memory */
    void *data;              /* owned */
    int64_t *indices;        /* owned; NULL where the take's own are used */
};

/*
 * behaviour: which row an index means; it refuses none of them. Returns: an exit code; what failed was said. To be
 * ended in any case.
 */
int take_rows_read(struct take_rows *rows, const struct input_tensor *input, const struct gather_take *take,
                   const struct gather_behaviour *behaviour, const char *command);
void take_rows_fini(struct take_rows *rows);

#endif
