/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which of several files a tensor lies in, in few characters: what their names have in common is told once.
 *
 *     files = model-*-of-00003.safetensors
 *     TYPE  SHAPE  ..  FILE          NAME
 *     f32   [8,8]      00001..00002  h.{0..7}.w (8)
 */
#ifndef GATHER_TOOLS_LS_FILES_H
#define GATHER_TOOLS_LS_FILES_H

#include "gather/study.h"
#include "ls_work.h"

struct ls_files {
    const struct ls_work *work;
    const char *first;    /* the name of one of them; NULL where all lie in the one listed */
    bool is_one;          /* that file is the one of all tensors */
    bool has_cells;       /* a cell says more than the name of a tensor beside it */
    size_t before, after; /* how many of its characters all names have in common, at the ends */
};

/* Of the tensors that are listed. */
struct ls_files ls_files_of(const struct ls_work *work);

/* The line above the table, if names have anything in common. */
void ls_files_write(const struct ls_files *files, struct gather_writer *writer);

/* The cell of tensors between two sources. */
void ls_files_write_cell(const struct ls_files *files, int32_t low, int32_t high,
                         struct gather_writer *writer);

#endif
