/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What `gather check` does: it opens a file and hears of every broken rule (check_file.c), then looks at indices
 * (check_indices.c), at values (check_values.c), and at what a model does in other worlds (check_worlds.c). Text is
 * written as it comes; JSON is kept until all is done.
 */
#ifndef GATHER_TOOLS_CHECK_WORK_H
#define GATHER_TOOLS_CHECK_WORK_H

#include "arguments.h"
#include "gather/study.h"
#include "input_tensor.h"

struct check_work {
    const struct arguments *arguments;
    const char *indices; /* the operand; NULL for none */
    struct input_tensor input;
    bool all;      /* of its tensors; else one is meant */
    bool is_there; /* the file is open */
    bool is_json;
    struct gather_json json;
    struct gather_memory memory; /* of the JSON; owned */
    struct gather_writer writer; /* of the text */
    const char *last;            /* the file whose rules are told; NULL for none yet */
    char *current;               /* the file that is read; owned */
    int64_t broken;              /* rules */
    bool found;                  /* anything */
};

/*
 * Each tells what it finds, and sets `found`. Returns: an exit code; what failed was said. To be ended in any case.
 */
int check_file(struct check_work *work, const char *text);
int check_values(struct check_work *work);
int check_indices(struct check_work *work);
int check_worlds(struct check_work *work);

/* Judges the names of `--for`, before anything is opened. Returns: an exit code; what is wrong was said. */
int check_worlds_judge(const struct arguments *arguments);

/* Writes the JSON, if all went well. */
void check_end(struct check_work *work, int code);

/* Tells a rule that is broken. tensor: NULL for none. */
void check_tell_broken(struct check_work *work, const char *tensor, const struct gather_error *error);

/* "3 tensors" */
void check_write_count(struct gather_writer *writer, int64_t count, const char *one, const char *many);

#endif
