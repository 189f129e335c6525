/* SPDX-License-Identifier: Apache-2.0 */
/* What `gather run MODEL` does: the graph of a model, on tensors of files by the names of its inputs. */
#ifndef GATHER_TOOLS_MODEL_RUN_H
#define GATHER_TOOLS_MODEL_RUN_H

#include "arguments.h"
#include "gather/model.h"
#include "gather/study.h"
#include "input_tensor.h"

struct model_run {
    const struct arguments *arguments;
    const char *path;
    struct gather_model *model;
    struct gather_memory blamed; /* "m.onnx: Gather 'g'", of the node that an error is about */
    bool is_lost;                /* for want of memory `opened` is not known */
    char *opened;                /* a file that the model names and that can't be opened; owned */
    struct input_tensor *files;  /* one an input that is given */
    struct gather_model_operand *inputs;
    size_t input_count;
    int64_t held;                         /* bytes of these */
    struct gather_model_operand *outputs; /* those asked for */
    size_t output_count;
};

/* Each returns an exit code; what failed was said. */
int model_run(const struct arguments *arguments, const char *path);

/* The part of it behind the run: every output to where it is wanted. */
int model_result_make(const struct model_run *run);

/*
 * Which outputs are asked for: with `-o NAME=FILE` those named, else all. is_wanted: one for each output of the
 * model.
 */
int model_result_choose(const struct model_run *run, bool *is_wanted);

#endif
