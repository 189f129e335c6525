/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What `gather check` does: it opens a file and hears of every broken rule (check_file.c), then looks at indices
 * (check_indices.c), at values (check_values.c), and at the constant indices of a model (check_worlds.c). Text is
 * written as it comes; JSON is kept until all is done.
 */
#ifndef GATHER_TOOLS_CHECK_WORK_H
#define GATHER_TOOLS_CHECK_WORK_H

#include "arguments.h"
#include "gather/model.h"
#include "gather/study.h"
#include "input_tensor.h"

struct check_work {
    const struct arguments *arguments;
    const char *indices; /* the operand; NULL for none */
    struct input_tensor input;
    struct gather_model *model; /* the graph of a model without a broken rule; else NULL */
    bool is_unjudged;           /* its graph, which is not supported */
    bool all;                   /* of its tensors; else one is meant */
    bool is_there;              /* the file is open */
    bool is_json;
    struct gather_json json;
    struct gather_memory memory; /* of the JSON; owned */
    struct gather_writer writer; /* of the text */
    char *last;                  /* the file whose rules are told; owned; NULL for none yet */
    char *current;               /* the file that is read; owned */
    char *node;                  /* the node of a model that an error is about; owned */
    int64_t broken;              /* rules */
    struct check_unread { /* tensors of types that are known and not read; owned, as is what it holds */
        char *file, *tensor;
        struct gather_error error;
    } * unread;
    size_t unread_count;
    const char *expected; /* by the rule that was told last */
    int64_t alike;        /* rules in a row of that file that expect it */
    bool found;           /* anything */
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

/* Judges `--for` for the file, once it is open. Returns: an exit code; that it has no operators was said. */
int check_worlds_fit(const struct check_work *work);

/* Writes the JSON, if all went well. Returns: the exit code, which is another one where there was no memory for it. */
int check_end(struct check_work *work, int code);

/* From here on what is told is of this file. */
void check_turn_to(struct check_work *work, const char *path);

/* Tells a rule that is broken. tensor: NULL for none. */
void check_tell_broken(struct check_work *work, const char *tensor, const struct gather_error *error);

/* Behind the last of them: says how many were not told, for they were as those before. */
void check_end_row(struct check_work *work);

/* "3 tensors" */
void check_write_count(struct gather_writer *writer, int64_t count, const char *one, const char *many);

#endif
