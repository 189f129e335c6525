/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What core does with plans, in the order of a plan's life: constant indices are folded, the plan is written; a
 * run's buffers and rows are judged, its indices checked, its rows moved; and what it says of itself.
 */
#ifndef GATHER_CORE_PLAN_CALLS_H
#define GATHER_CORE_PLAN_CALLS_H

#include "core/planned.h"

/*
 * Checks indices that never change, and takes them into the nest where they follow its loops evenly: then it
 * has no component any more. Else the result may still be a view, which is found.
 * Returns: OK, whether they were taken in or not; BOUNDS; INDEX_RANGE.
 */
enum gather_status gather__fold_indices(struct gather__work *work, struct gather_buffer buffer,
                                        const struct gather__kernels *kernels, struct gather_error *error);

/*
 * Writes the plan of some work into memory, as much as fits. needed: receives the bytes of the whole plan.
 * Returns: OK; OVERFLOW; UNSUPPORTED for too many tiles at once; OVERLAP of the output with itself.
 */
enum gather_status gather__plan_write(void *memory, size_t size, size_t *needed,
                                      const struct gather__work *work, struct gather_error *error);

/* The buffers of a run. */
struct gather__buffers {
    struct gather_buffer out, data, indices;
    struct gather_buffer more[GATHER__MORE_INPUTS]; /* set where the plan computes */
    struct gather_buffer room;                      /* this thread's part of it; none of 0 bytes */
    bool is_read_soon;                              /* the output is */
    bool is_shared;                                 /* the threads of this run write it */
};

/* Whether a buffer will do for an operand. Returns: OK; BOUNDS of `operand`. */
enum gather_status gather__judge_buffer(const struct gather__reach *reach, struct gather_buffer buffer,
                                        const char *operand, struct gather_error *error);

/* Judges the buffers of a run: lengths, null pointers, the output meeting an input. */
enum gather_status gather__plan_judge(const struct gather_plan *plan, const struct gather__buffers *buffers,
                                      struct gather_error *error);

/* Judges the room of a run, of all threads: it is none of the operands' memory. */
enum gather_status gather__plan_judge_room(const struct gather_plan *plan,
                                           const struct gather__buffers *buffers, struct gather_buffer room,
                                           struct gather_error *error);

/* Judges a range of rows of the leading dimension, and writes the walk's. 0, 0: all of them. */
enum gather_status gather__plan_judge_rows(const struct gather_plan *plan, int64_t *begin, int64_t *end,
                                           struct gather_error *error);

enum { GATHER__MOST_ROOM = 16 << 20 /* bytes, that a thread has use for */ };

/* What makes the runs of a plan faster, in bytes; 0: nothing of the kind does. */
struct gather__wish {
    int64_t room; /* of a thread */
    int64_t task; /* of the output, that a task has at least: in less of it nothing would be put in order */
};

/* room: bytes that a thread has. */
struct gather__wish gather__plan_wish(const struct gather_plan *plan, int64_t room);

/* How many points the walk over all indices has: tuples, or single indices. */
static inline int64_t gather__plan_points(const struct gather_plan *plan)
{
    const struct gather__step *check = gather__plan_check_step(plan);
    const struct gather__loop *loops = gather__step_loops(check);
    int64_t points = 1;
    for (int32_t k = 0; k < check->loop_count; k++)
        if (k != check->tuple_loop)
            points *= loops[k].extent; /* bounded: elements of the indices */
    return points;
}

/* INDEX_RANGE for an index of a type, by its value and its position among the indices. */
enum gather_status gather__fail_index(struct gather_error *error, const struct gather__rule *rule,
                                      int64_t value, int32_t dtype, int32_t rank, const int64_t *position);

/* Whether a point among begin..end-1, counted in their own order, has an index that is refused. */
bool gather__plan_refuses(const struct gather_plan *plan, const struct gather__kernels *kernels,
                          const struct gather__buffers *buffers, int64_t begin, int64_t end);

/* The first index in row-major order that is refused. Returns: OK if there is none; INDEX_RANGE. */
enum gather_status gather__plan_find_refused(const struct gather_plan *plan,
                                             const struct gather__kernels *kernels,
                                             const struct gather__buffers *buffers,
                                             struct gather_error *error);

/*
 * The kernel that takes runs of a step's points in one pass, where each is one block of `block` bytes. picking:
 * receives what is the same for all runs. data: what of it may be read. Returns: NULL if there is none.
 */
const struct gather__pick_kernel *gather__find_pick(const struct gather_plan *plan,
                                                    const struct gather__step *step,
                                                    const struct gather__reach *data,
                                                    const struct gather__kernels *kernels, int64_t block,
                                                    struct gather__picking *picking);

/*
 * The columns of a strip, where a gather goes over `rows` of `columns` points in strips. Returns: 0 if it goes row by
 * row.
 */
int64_t gather__strip_columns(const struct gather_plan *plan, const struct gather__step *step, int64_t rows,
                              int64_t columns);

/*
 * Moves and fills rows begin..end-1 on this thread. Everything has been judged; an index that is refused all
 * the same reads an element in range. stops: nothing is written of a block of points with such an index, nor of
 * what follows. Returns: how many of these there were.
 */
int64_t gather__plan_move_rows(const struct gather_plan *plan, const struct gather__kernels *kernels,
                               const struct gather__buffers *buffers, int64_t begin, int64_t end, bool stops);

/* What a plan does, and the view of its data; as `gather_plan_describe` and `gather_plan_view`. */
void gather__plan_describe(const struct gather_plan *plan, const struct gather__kernels *kernels,
                           struct gather_plan_description *description);
enum gather_status gather__plan_view(const struct gather_plan *plan, struct gather_layout *view,
                                     struct gather_error *error);

/* Whether two ranges of rows may meet before `row`: no byte of the output holds elements of both. */
bool gather__plan_splits_at(const struct gather_plan *plan, int64_t row);

#endif
