/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the printers of all spellings share: what a notation lacks (LAY-31), and the head "f32[2,3]".
 *
 * A printer first asks for everything that could be lacking, in the order of LAY-31, and writes only then.
 */
#ifndef GATHER_SPELL_PRINTING_H
#define GATHER_SPELL_PRINTING_H

#include "core/text.h"
#include "gather/layout.h"

struct gather__printing {
    struct gather__text text;
    const struct gather_layout *layout;
    int32_t world; /* whose names of types are printed */
    struct gather_error *error;
};

/* A layout said by strides. */
struct gather__strided {
    int64_t strides[GATHER_MAX_RANK];
    int64_t offset;
};

/*
 * What is lacking in each notation of strides: "bits", "space", "padding", "tiles".
 * strided: receives the strides of LAY-32. Returns: the first that applies; NULL for nothing.
 */
const char *gather__lacks_strides(const struct gather_layout *layout, struct gather__strided *strided);

/* "type" where the world has no name for the layout's type, else NULL. */
const char *gather__lacks_type(const struct gather__printing *printing);

/*
 * The memory order that `order` and `onednn` print (LAY-36): the layout's own if it has neither padding nor
 * tiles, else the one that its strides have. Returns: NULL; "stride" if there is none.
 */
const char *gather__plain_order(const struct gather_layout *layout, const struct gather__strided *strided,
                                struct gather_layout *order);

/* Whether the cells are 0, 1, 2.. with the last index fastest (row-major), or with the first. */
bool gather__cells_are_row_major(const struct gather_layout *layout, const struct gather__strided *strided);
bool gather__cells_are_column_major(const struct gather_layout *layout,
                                    const struct gather__strided *strided);

/* "f32", and "f32[2,3]". */
void gather__print_type(struct gather__printing *printing);
void gather__print_head(struct gather__printing *printing);

#endif
