/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensors of the same type and sizes whose names differ in numbers alone, as one:
 *
 *     layers.0.q  layers.1.q  layers.2.q                     layers.{0..2}.q
 *     h.0.w.0  h.0.w.1  h.1.w.0  h.1.w.1                     h.{0..1}.w.{0..1}      every combination is there
 *     h.0.w  h.2.w  h.3.w                                    h.{0,2..3}.w
 */
#ifndef GATHER_TOOLS_NAME_FOLD_H
#define GATHER_TOOLS_NAME_FOLD_H

#include "gather/io.h"

struct name_fold {
    char *name;                         /* owned */
    const struct gather_tensor *tensor; /* the first of them in the file */
    size_t count;
    int64_t bytes;                   /* of all of them */
    int32_t low_source, high_source; /* of the sources that they lie in, the least and the greatest */
};

/*
 * Folds tensors. Returns: how many folds there are, in the order of their first tensors; SIZE_MAX without
 * memory. Owns: the caller ends them.
 */
size_t name_fold(const struct gather_tensor *const *tensors, size_t count, struct name_fold **folds);
void name_fold_end(struct name_fold *folds, size_t count);

#endif
