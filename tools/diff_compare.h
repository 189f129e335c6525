/* SPDX-License-Identifier: Apache-2.0 */
/* Two tensors of files, compared piece by piece; and whether one is the other, read otherwise. */
#ifndef GATHER_TOOLS_DIFF_COMPARE_H
#define GATHER_TOOLS_DIFF_COMPARE_H

#include "gather/difference.h"
#include "gather/io.h"
#include "progress.h"

/* A tensor, and the file that it is read from. */
struct diff_side {
    const char *path;
    const struct gather_file *file;
    const struct gather_tensor *tensor;
};

/* What is known of two tensors. */
struct diff_result {
    bool same_sizes; /* and the same kind of blocks, or none; else nothing was compared */
    struct gather_difference difference;
};

/* How the other order is one. */
enum diff_hint_kind {
    DIFF_HINT_NONE,
    DIFF_HINT_SWAPPED,  /* the bytes of each number are reversed in B */
    DIFF_HINT_RESHAPED, /* the same elements in the same order, under other sizes */
    DIFF_HINT_ORDER,    /* in another memory order */
    DIFF_HINT_SHIFTED   /* B's elements are A's, some places on */
};

/* With which layouts the two are equal. */
struct diff_hint {
    enum diff_hint_kind kind;
    bool reads_a, reads_b;     /* whose layout is to be another than it is */
    struct gather_layout a, b; /* those layouts */
    int64_t shift, rows;       /* SHIFTED: element n of B is n + shift of A; 0 rows: none that are whole */
};

bool diff_same_sizes(const struct gather_layout *a, const struct gather_layout *b);

/* Whether the elements are bytes of the same kind of blocks, or of none on either side. */
bool diff_same_blocks(const struct gather_tensor *a, const struct gather_tensor *b);

/*
 * Compares two tensors of the same sizes. progress: NULL for none.
 * failed: the side that could not be read. Returns: OK; DTYPE for types that can't be compared; what reading refuses.
 */
enum gather_status diff_compare(const struct diff_side *a, const struct diff_side *b,
                                const struct gather_tolerance *tolerance, struct progress *progress,
                                struct gather_difference *difference, const struct diff_side **failed,
                                struct gather_error *error);

/*
 * Whether two tensors of any sizes are equal in their first elements; and to the last, which is read up to the first
 * element that differs. Neither is where something fails.
 */
bool diff_begins_equal(const struct diff_side *a, const struct diff_side *b,
                       const struct gather_tolerance *tolerance);
bool diff_is_equal(const struct diff_side *a, const struct diff_side *b,
                   const struct gather_tolerance *tolerance);

/* Looks for another order in which two tensors that differ are equal. */
struct diff_hint diff_hint_find(const struct diff_side *a, const struct diff_side *b,
                                const struct gather_tolerance *tolerance);

#endif
