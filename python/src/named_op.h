/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ops by the words of a call that name them. To read an op from its names and attributes takes as long as numpy's take
 * as a whole, and nearly every call says what one before it said; so those that were made last are kept.
 *
 *     "onnx", 13, "Gather", "axis", 0 ── found among the kept, or read ──> struct named_op
 */
#ifndef GATHER_PYTHON_NAMED_OP_H
#define GATHER_PYTHON_NAMED_OP_H

#include "module.h"
#include "op_names.h"

enum {
    WORDS_DIALECT,
    WORDS_VERSION,
    WORDS_NAME,
    WORDS_ATTRIBUTES,
    WORDS_MAX = WORDS_ATTRIBUTES + 2 * ATTRIBUTES_MAX
};

/* The dialect, its version or None, the operator's name, then names and values of attributes by turns; borrowed. */
struct op_words {
    PyObject *at[WORDS_MAX];
    size_t count;
};

struct named_op {
    Py_ssize_t references;
    uint64_t hash;
    struct gather_op op;
    const struct gather_op_name *row;
    size_t data_at; /* which input is the data */
    int32_t dtype;  /* of the data, where something is filled: the element is of its type; else NONE */
    struct op_words words;
};

/* Adds words. Returns: false with an exception where they are too many. */
bool op_words_add(struct op_words *words, PyObject *const *added, size_t count);

/* Finds what is kept. Returns: a reference, given back by `named_op_release`; NULL, without an exception. */
struct named_op *named_op_find(struct module_state *state, const struct op_words *words);

/* The operator; NULL where there is none of this name. found: of named_op_find. */
const struct gather_op_name *named_op_row(const struct op_words *words, const struct named_op *found);

/* Which input is the data. found: of named_op_find. */
size_t named_op_data_at(const struct op_words *words, const struct named_op *found);

/*
 * What was found, if it is for data of this type; else the words are read. found: of named_op_find, a reference that it
 * takes over. request: the operands. has_run_code: becomes true where Python's code may have run.
 * Returns: a reference, likewise; NULL with an exception.
 */
struct named_op *named_op_for(struct module_state *state, const struct op_words *words,
                              struct named_op *found, const struct request *request, bool *has_run_code);
void named_op_release(struct named_op *named);

/* Forgets all that are kept. */
void named_op_forget(struct module_state *state);

#endif
