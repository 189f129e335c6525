/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A gather that is ready to run: an op with the signatures of its operands, the layout of its output and its plan.
 * Making one takes about a microsecond, which is what numpy's take costs as a whole; so those that were made last
 * are kept, and the next call with the same op and signatures finds its plan. A Plan of Python's holds one for good.
 *
 *     op, signatures ── found among the kept, or made ──> struct prepared ── buffers ──> run
 */
#ifndef GATHER_PYTHON_PREPARED_GATHER_H
#define GATHER_PYTHON_PREPARED_GATHER_H

#include "operand.h"

enum {
    PAIR = 2, /* operands of a gather that moves elements: data and indices */
    INPUTS_MAX = GATHER_MAX_INPUTS,
    WORTH_UNLOCKING = 16384 /* bytes: microseconds, many times what the lock costs */
};

/* What is asked for. */
struct request {
    const struct gather_op *op; /* of prepared_find with a key: NULL */
    uint64_t key;               /* not 0: a short name of the op, which no other op has; an op takes 1 KiB */
    struct operand *inputs;
    size_t count;
    size_t data_at;                 /* which input is the data: torch's embedding has the indices first */
    const struct operand *out;      /* NULL: an output of its own, dense */
    const struct gather_layout *to; /* the layout of that output, of a relayout; NULL: the op's own */
};

struct prepared {
    Py_ssize_t references;
    uint64_t hash, key;
    size_t count;
    struct gather_plan *plan;
    uint64_t work; /* bytes that move: whether it is worth to let other threads of Python run meanwhile */
    int32_t check; /* an `enum gather_check`, of runs into an output of the caller's */
    bool has_use_for_room;
    bool is_asked;                 /* the output's layout was asked for */
    struct gather_layout *layouts; /* of the inputs; they lie behind `inputs` */
    struct gather_layout output;
    struct gather_op op;
    struct signature out; /* of dtype NONE where the output is its own */
    struct signature inputs[];
};

/* Finds or makes it. Returns: a reference, given back by `prepared_release`; NULL with an exception. */
struct prepared *prepared_get(struct module_state *state, const struct request *request);
/* Finds it among the kept. Returns: likewise, but NULL without an exception. */
struct prepared *prepared_find(struct module_state *state, const struct request *request);
/* Makes it; it is kept by nobody else. */
struct prepared *prepared_make(struct module_state *state, const struct request *request);
void prepared_release(struct prepared *prepared);

/* Whether `out` is as large as the result, and of its type. Returns: false with ValueError; for its type TypeError. */
bool output_agrees(const struct gather_layout *wanted, const struct gather_layout *given);

/* Whether an operand has a signature, or a layout with tiles that one stands for. */
bool operand_fits(const struct signature *signature, const struct gather_layout *layout,
                  const struct operand *operand);

/*
 * Runs it, without Python's lock where there is more than a little to move.
 * threads: None for what set_threads says, or a number.
 * is_new: the output was made for this call: nobody sees it after an error, and it is read soon, so it stays in the
 * caches.
 * Returns: false with an exception.
 */
bool prepared_run(struct module_state *state, const struct prepared *prepared,
                  const struct gather_buffer *inputs, struct gather_buffer output, PyObject *threads,
                  bool is_new);

/* Forgets all that are kept. */
void prepared_forget(struct module_state *state);

#endif
