/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rows of a file's tensor that indices ask for: those alone, for a table may be far larger than memory.
 *
 *     find ──> write     each row read to its place in the output
 *          └─> read      where they can't be: the rows into memory, for the operator to take them from there
 */
#ifndef GATHER_TOOLS_TAKE_ROWS_H
#define GATHER_TOOLS_TAKE_ROWS_H

#include "gather/study.h"
#include "input_tensor.h"

struct take_rows {
    const struct arguments *arguments;
    const struct input_tensor *input;
    struct gather_take take; /* the question; behind `read` the same one about what is in memory */
    const struct gather_behaviour *behaviour;
    int64_t count;    /* of indices */
    bool only_zeros;  /* where there is no row, there are zeros */
    int64_t memory;   /* bytes that may be taken */
    void *data;       /* owned */
    int64_t *indices; /* of `read`: the row of each index, -1 for none, and then its number in data; owned */
};

/*
 * Which row an index means. behaviour: it refuses none of them, and outlives this. fills: whether an index outside
 * gives other values than zeros. Returns: an exit code, as all here; what failed was said. To be ended in any case.
 */
int take_rows_find(struct take_rows *rows, const struct arguments *arguments,
                   const struct input_tensor *input, const struct gather_take *take,
                   const struct gather_behaviour *behaviour, bool fills);

/*
 * Reads each row to its place in an output, which holds zeros. layout: of the sizes that numpy's take has.
 * done: whether it was possible; else nothing has happened.
 */
int take_rows_write(const struct take_rows *rows, const struct gather_layout *layout,
                    struct gather_buffer output, bool *done);

/* Reads the rows into memory. */
int take_rows_read(struct take_rows *rows);
void take_rows_fini(struct take_rows *rows);

#endif
