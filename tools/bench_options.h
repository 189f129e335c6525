/* SPDX-License-Identifier: Apache-2.0 */
/* What `gather bench` was asked: its options, read and judged. */
#ifndef GATHER_TOOLS_BENCH_OPTIONS_H
#define GATHER_TOOLS_BENCH_OPTIONS_H

#include "arguments.h"
#include "gather/bench.h"

struct bench_options {
    const char *command;
    const char *rows;            /* "1,3,10i32"; NULL: all */
    struct gather_bench_row own; /* of the caller's; its id is NULL if there is none */
    int32_t threads, scale, check, rounds;
    int32_t states; /* 0: those of each row */
    bool is_huge, as_json, is_list, is_tune;
    const char *svg, *compare, *peers; /* files; NULL for none */
};

/* Returns: an exit code; what is wrong was said. */
int bench_options_read(struct bench_options *options, const struct arguments *arguments);

/* The words that an option takes, ended by NULL. Returns: NULL for an option of other values. */
const char *const *bench_options_words(const char *option);

/* Whether a row of the caller's can be of a family: one of scaled numbers needs more than there are options for. */
bool bench_options_has_own(int32_t family);

/* Whether a row was asked for. */
bool bench_options_want(const struct bench_options *options, const struct gather_bench_row *row);

#endif
