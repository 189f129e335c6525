/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What `gather ls` does: it opens a file, chooses tensors by their names, folds those that differ in numbers
 * alone (name_fold.h), and writes a table or JSON.
 */
#ifndef GATHER_TOOLS_LS_WORK_H
#define GATHER_TOOLS_LS_WORK_H

#include "arguments.h"
#include "input_tensor.h"

struct ls_work {
    const struct arguments *arguments;
    struct input_tensor input;           /* what can be read of the file; the one tensor that is named */
    int broken;                          /* the exit code for what can't */
    const struct gather_tensor **chosen; /* owned; in the file's order */
    size_t count;
};

/*
 * Opens FILE[:TENSOR][@LAYOUT], or what can be read of it, and chooses its tensors: by the operands behind the first,
 * if there are any. Returns: an exit code; what failed was said. To be ended in any case.
 */
int ls_open(struct ls_work *work, const char *text);

/* Writes what was chosen: ls_table.c, ls_work.c. Returns: an exit code; what failed was said. */
int ls_write(const struct ls_work *work);
int ls_write_json(const struct ls_work *work);

void ls_end(struct ls_work *work);

/* The sizes of a tensor in elements, also where its layout counts bytes of blocks. */
struct gather_layout ls_elements(const struct gather_tensor *tensor);

/* Whether sizes are asked for in the file's own order, which is another than ours: ggml's, the fastest first. */
bool ls_is_native(const struct ls_work *work);
void ls_reverse_sizes(struct gather_layout *layout);

/* The type as it is shown: the file's own word, or the library's. name: room for 32 bytes. */
const char *ls_type(const struct gather_tensor *tensor, char *name);

/* The largest power of two of which the offset is a multiple, at most that of a page; 0 for packed bytes. */
int64_t ls_alignment(const struct ls_work *work, const struct gather_tensor *tensor);

#endif
