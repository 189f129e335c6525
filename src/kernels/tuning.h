/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Thresholds as text, "near=16M,ask=1K,stream=4M,gathers=1,bin=40": what GATHER_TUNE and `options.tuning` hold, and what
 * `gather bench --tune` prints.
 */
#ifndef GATHER_KERNELS_TUNING_H
#define GATHER_KERNELS_TUNING_H

#include "core/kernel.h"
#include "gather/status.h"

/* Thresholds of a family of processors. */
struct gather__column {
    const char *family;
    const char *measured; /* the processor that they were measured on; NULL: they are unmeasured */
    bool is_asked;        /* some of them are what GATHER_TUNE asks for */
    struct gather__tuning tuning;
};

/* The column that the kernels of this processor take, the environment's wishes in it. */
const struct gather__column *gather__column_here(void);

/*
 * Sets the thresholds that a text names; the others stay. Bytes are a number with K, M or G behind it, or "max".
 * Returns: OK; ARGUMENT with `at`, and the limits for a number beyond them. On failure: all stay.
 */
enum gather_status gather__tuning_read(struct gather__tuning *tuning, const char *text,
                                       struct gather_error *error);

/* Writes all thresholds, as they can be read again. Returns: the length of the whole text without NUL. */
size_t gather__tuning_print(const struct gather__tuning *tuning, char *text, size_t size);

#endif
