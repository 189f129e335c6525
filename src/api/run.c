/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Running plans, the general way: buffers, rows and indices are judged, then rows are moved, on this thread or by
 * ranges on the caller's.
 */
#include <stdatomic.h>
#include <string.h>

#include "api/run_plan.h"
#include "core/arith.h"
#include "core/fail.h"
#include "core/plan_binned.h"
#include "core/plan_calls.h"
#include "core/sized.h"
#include "dialects/lower.h"
#include "kernels/table.h"

enum {
    LEAST_TASK_POINTS = 1 << 14, /* indices to check: some microseconds */
    MOST_PARTS = 32              /* of a run's room, as bits of a word */
};

/* The room of a run, in parts of which a task has one as long as it runs. */
struct room {
    uint8_t *bytes;    /* begins with a line */
    uint64_t part;     /* bytes; 0: there is no use for any */
    int32_t count;     /* of parts */
    atomic_uint taken; /* a bit for each part */
};

/* What a run was asked for, judged. */
struct ordered {
    const struct gather_plan *plan;
    const struct gather__computed *computed; /* NULL: elements are moved */
    const struct gather_threads *threads;    /* NULL: this one */
    struct gather__buffers buffers;
    int64_t begin, end;  /* rows */
    int64_t rows_a_task; /* at least, on threads */
    int32_t check;       /* an `enum gather_check` */
    atomic_int refused;  /* whether an index was, so far */
    struct room room;
};

/* Of a plan that computes. */
static const struct gather__computation *computation_of(const struct ordered *ordered)
{
    return gather__operations[ordered->computed->operation].computation;
}

/* ---- room ---------------------------------------------------------------------------------------- */

/* Cuts what the caller gives into as many parts as there is use for, each of whole lines. */
static void part_room(const struct gather_plan *plan, struct gather_buffer given, struct room *room)
{
    const uint64_t before = -(uint64_t)(uintptr_t)given.data % GATHER__LINE_BYTES;
    const uint64_t bytes =
        given.bytes > before ? (given.bytes - before) / GATHER__LINE_BYTES * GATHER__LINE_BYTES : 0;
    const uint64_t wanted = bytes > 0 ? (uint64_t)gather__plan_wish(plan, GATHER__MOST_ROOM).room : 0;
    room->part = wanted < bytes ? wanted : bytes;
    room->count = 0;
    if (room->part == 0)
        return;
    room->bytes = (uint8_t *)given.data + before;
    room->count = bytes / room->part < MOST_PARTS ? (int32_t)(bytes / room->part) : MOST_PARTS;
    atomic_init(&room->taken, 0);
}

/* A part of the room that no other task has. Returns: its number; that of none if all are taken. */
static int32_t take_part(struct room *room)
{
    for (int32_t k = 0; k < room->count; k++)
        if ((atomic_fetch_or(&room->taken, 1u << k) >> k & 1) == 0)
            return k;
    return room->count;
}

static void give_part(struct room *room, int32_t part)
{
    if (part < room->count)
        atomic_fetch_and(&room->taken, ~(1u << part));
}

uint64_t gather_plan_room(const struct gather_plan *plan, uint32_t threads)
{
    const uint64_t room = (uint64_t)gather__plan_wish(plan, GATHER__MOST_ROOM).room;
    const uint32_t parts = threads < MOST_PARTS ? threads : MOST_PARTS;
    return room * parts > 0 ? room * parts + GATHER__LINE_BYTES : 0; /* wherever it begins */
}

/* ---- judging ------------------------------------------------------------------------------------- */

enum gather_status gather__judge_threads(const struct gather_threads *threads, struct gather_error *error)
{
    return threads == NULL || threads->parallel_for != NULL
               ? GATHER_STATUS_OK
               : gather__fail(error, GATHER_STATUS_ARGUMENT, "threads", "a parallel_for, or none at all");
}

static enum gather_status read_run(const struct gather_run *run, struct gather_run *asked,
                                   struct gather_error *error)
{
    if (!gather__read_sized(asked, sizeof *asked, run))
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "run", "the struct's own size in its first field");
    const enum gather_status status = gather__judge_threads(asked->threads, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (asked->check >= GATHER_CHECK_FIRST && asked->check <= GATHER_CHECK_EARLIER)
        return GATHER_STATUS_OK;
    gather__fail(error, GATHER_STATUS_ARGUMENT, "check", NULL);
    return gather__fail_value(error, GATHER_STATUS_ARGUMENT, asked->check, GATHER_CHECK_FIRST,
                              GATHER_CHECK_EARLIER);
}

static enum gather_status judge(const struct gather_plan *plan, const struct gather_buffer *inputs,
                                size_t input_count, struct gather_buffer output, const struct gather_run *run,
                                struct ordered *ordered, struct gather_error *error)
{
    struct gather_run asked;
    if (input_count != (size_t)plan->input_count) {
        gather__fail(error, GATHER_STATUS_ARGUMENT, "inputs", NULL);
        const int64_t count = input_count < INT64_MAX ? (int64_t)input_count : INT64_MAX;
        return gather__fail_value(error, GATHER_STATUS_ARGUMENT, count, plan->input_count, plan->input_count);
    }
    enum gather_status status = read_run(run, &asked, error);
    if (status != GATHER_STATUS_OK)
        return status;
    memset(&ordered->buffers, 0, sizeof ordered->buffers);
    ordered->plan = plan;
    ordered->threads = asked.threads;
    ordered->buffers.out = output;
    ordered->buffers.is_read_soon = asked.is_read_soon != 0;
    ordered->buffers.is_shared = asked.threads != NULL && asked.threads->count > 1;
    ordered->buffers.data = inputs[plan->data_input];
    if (plan->index_dtype != 0)
        ordered->buffers.indices = inputs[plan->indices_input];
    const struct gather__computed *computed = ordered->computed = gather__plan_computed(plan);
    if (computed != NULL)
        for (int32_t k = 0; k < computed->more_count; k++)
            ordered->buffers.more[k] = inputs[plan->input_count - computed->more_count + k];
    ordered->begin = asked.begin;
    ordered->end = asked.end;
    ordered->check = asked.check;
    atomic_init(&ordered->refused, 0);
    status = computed == NULL
                 ? gather__plan_judge(plan, &ordered->buffers, error)
                 : gather__computed_judge(plan, computation_of(ordered), &ordered->buffers, error);
    if (status == GATHER_STATUS_OK)
        status = gather__plan_judge_room(plan, &ordered->buffers, asked.room, error);
    if (status == GATHER_STATUS_OK)
        status = gather__plan_judge_rows(plan, &ordered->begin, &ordered->end, error);
    if (status == GATHER_STATUS_OK)
        part_room(plan, asked.room, &ordered->room);
    return status;
}

/* ---- checking indices ---------------------------------------------------------------------------- */

static void check_task(void *argument, uint64_t begin, uint64_t end)
{
    struct ordered *ordered = argument;
    if (gather__plan_refuses(ordered->plan, gather__kernels_here(), &ordered->buffers, (int64_t)begin,
                             (int64_t)end))
        atomic_store_explicit(&ordered->refused, 1, memory_order_relaxed);
}

/* The first index that is refused; if none is any more, it was changed meanwhile. */
static enum gather_status find_refused(const struct ordered *ordered, struct gather_error *error)
{
    return gather__plan_find_refused(ordered->plan, gather__kernels_here(), &ordered->buffers, error);
}

/* What an operator that computes wants of the values of its other operands. */
static enum gather_status check_values(const struct ordered *ordered, struct gather_error *error)
{
    if (ordered->computed == NULL || computation_of(ordered)->check == NULL)
        return GATHER_STATUS_OK;
    return computation_of(ordered)->check(ordered->computed, gather__kernels_here(), &ordered->buffers,
                                          error);
}

static enum gather_status check_indices(struct ordered *ordered, struct gather_error *error)
{
    const struct gather_threads *threads = ordered->threads;
    if (gather__plan_check_step(ordered->plan) == NULL)
        return check_values(ordered, error);
    uint64_t points = (uint64_t)gather__plan_points(ordered->plan);
    if (threads == NULL || points <= LEAST_TASK_POINTS)
        check_task(ordered, 0, points);
    else if (threads->parallel_for(threads->context, check_task, ordered, points, LEAST_TASK_POINTS) != 0)
        return gather__fail(error, GATHER_STATUS_CANCELLED, NULL, NULL);
    return atomic_load(&ordered->refused) != 0 ? find_refused(ordered, error) : check_values(ordered, error);
}

enum gather_status gather_plan_check(const struct gather_plan *plan, const struct gather_buffer *inputs,
                                     size_t input_count, struct gather_buffer output,
                                     const struct gather_run *run, struct gather_error *error)
{
    struct ordered ordered;
    enum gather_status status = judge(plan, inputs, input_count, output, run, &ordered, error);
    return status == GATHER_STATUS_OK ? check_indices(&ordered, error) : status;
}

/* ---- moving -------------------------------------------------------------------------------------- */

/*
 * How many rows a task must keep together, so that no two tasks share a byte of the output: 1 but for elements
 * below a byte, of which rows may begin inside one. What a row adds to a bit's place in its byte repeats after
 * 8 rows at most. Returns: 0 if the rows can't be parted.
 */
static int64_t rows_together(const struct ordered *ordered)
{
    int64_t begin = ordered->begin, count = ordered->end - begin;
    for (int64_t rows = 1; rows <= 8; rows += rows)
        if ((rows >= count || gather__plan_splits_at(ordered->plan, begin + rows)) &&
            (rows + rows >= count || gather__plan_splits_at(ordered->plan, begin + rows + rows)))
            return rows;
    return 0;
}

/* Rows on this thread, with a part of the room. stops: nothing is moved once an index is refused. Returns: if one was. */
static bool move_rows(struct ordered *ordered, int64_t begin, int64_t end, bool stops)
{
    struct gather__buffers buffers = ordered->buffers;
    struct room *room = &ordered->room;
    const int32_t part = take_part(room);
    if (part < room->count)
        buffers.room = (struct gather_buffer){room->bytes + (uint64_t)part * room->part, room->part};
    const int64_t refused =
        gather__plan_move_rows(ordered->plan, gather__kernels_here(), &buffers, begin, end, stops);
    give_part(room, part);
    return refused > 0;
}

static void run_task(void *argument, uint64_t begin, uint64_t end)
{
    struct ordered *ordered = argument;
    int64_t first = ordered->begin + (int64_t)begin * ordered->rows_a_task;
    int64_t last = ordered->begin + (int64_t)end * ordered->rows_a_task;
    if (move_rows(ordered, first, last < ordered->end ? last : ordered->end, false))
        atomic_store_explicit(&ordered->refused, 1, memory_order_relaxed);
}

/* What a plan costs, in bytes: of its output, or of the lines of data that its indices lead to. */
static int64_t cost(const struct gather_plan *plan)
{
    const struct gather__tuning *tuning = gather__plan_tuning(plan, gather__kernels_here());
    int64_t bytes = (int64_t)plan->out.bytes;
    if (plan->data.high - plan->data.low <= tuning->near_bytes ||
        plan->index_count <= bytes / GATHER__LINE_BYTES)
        return bytes;
    return plan->index_count *
           GATHER__LINE_BYTES; /* bounded: each has its elements in the output, in memory */
}

/*
 * Where each task puts the same rows in order for itself, it has as many rows of the output as make that worth it, and
 * there are no more tasks than threads; nor where points go by bins, if each thread has enough of them.
 */
static int64_t rows_worth_it(const struct ordered *ordered)
{
    const struct gather_plan *plan = ordered->plan;
    const int64_t room = ordered->room.count > 0 ? (int64_t)ordered->room.part : 0;
    const int64_t ordering = gather__plan_wish(plan, room).task,
                  binning = gather__binned_task(plan, gather__kernels_here());
    const int64_t rows = ordered->end - ordered->begin, threads = ordered->threads->count;
    const int64_t row_bytes = (int64_t)plan->out.bytes / plan->rows,
                  even = threads > 0 ? gather__divide_up(rows, threads) : 1;
    if (row_bytes == 0)
        return 1;
    const int64_t worth = gather__divide_up(ordering, row_bytes);
    if (worth > 0 && worth <= rows)
        return worth > even ? worth : even;
    return binning > 0 && gather__divide_up(binning, row_bytes) <= even ? even : 1;
}

static enum gather_status move_on_threads(struct ordered *ordered, struct gather_error *error)
{
    const struct gather_threads *threads = ordered->threads;
    ordered->rows_a_task *=
        gather__divide_up(rows_worth_it(ordered), ordered->rows_a_task); /* bounded: rows */
    int64_t tasks = gather__divide_up(ordered->end - ordered->begin, ordered->rows_a_task);
    int64_t task_cost = cost(ordered->plan) / ordered->plan->rows * ordered->rows_a_task; /* bounded: cost */
    int64_t grain = gather__divide_up(GATHER__LEAST_TASK_BYTES, task_cost > 0 ? task_cost : 1);
    if (threads->parallel_for(threads->context, run_task, ordered, (uint64_t)tasks, (uint64_t)grain) != 0)
        return gather__fail(error, GATHER_STATUS_CANCELLED, NULL, NULL);
    return GATHER_STATUS_OK;
}

/* ---- computing ----------------------------------------------------------------------------------- */

static void compute_task(void *argument, uint64_t begin, uint64_t end)
{
    struct ordered *ordered = argument;
    const struct gather__share share = {ordered->begin, ordered->end, (int64_t)begin, (int64_t)end,
                                        gather__plan_tuning(ordered->plan, gather__kernels_here())};
    if (computation_of(ordered)->compute(ordered->computed, gather__kernels_here(), &ordered->buffers,
                                         &share))
        atomic_store_explicit(&ordered->refused, 1, memory_order_relaxed);
}

/* What a unit costs, in bytes of the output or of what is read for it. */
static int64_t unit_cost(const struct ordered *ordered)
{
    const struct gather__computation *computation = computation_of(ordered);
    const int64_t units = computation->units(ordered->computed, 0, ordered->plan->rows);
    const int64_t all =
        computation->cost != NULL ? computation->cost(ordered->computed) : (int64_t)ordered->plan->out.bytes;
    return units > 0 && all / units > 0 ? all / units : 1;
}

/* All that a run of such a plan does: padding first, then units of elements. Everything has been judged. */
static enum gather_status run_computed(struct ordered *ordered, struct gather_error *error)
{
    const struct gather_threads *threads = ordered->threads;
    const struct gather_plan *plan = ordered->plan;
    enum gather_status status = GATHER_STATUS_OK;
    if (ordered->check != GATHER_CHECK_EARLIER)
        status = check_indices(ordered, error);
    if (status != GATHER_STATUS_OK)
        return status;
    atomic_store_explicit(&ordered->refused, 0, memory_order_relaxed);
    if (plan->step_count > 0)
        (void)gather__plan_move_rows(plan, gather__kernels_here(), &ordered->buffers, ordered->begin,
                                     ordered->end, false);
    const int64_t units =
        plan->elements > 0 ? computation_of(ordered)->units(ordered->computed, ordered->begin, ordered->end)
                           : 0;
    const uint64_t grain =
        units > 0 ? (uint64_t)gather__divide_up(GATHER__LEAST_TASK_BYTES, unit_cost(ordered)) : 1;
    if (units > 0 && (threads == NULL || units == 1))
        compute_task(ordered, 0, (uint64_t)units);
    else if (units > 0 &&
             threads->parallel_for(threads->context, compute_task, ordered, (uint64_t)units, grain) != 0)
        return gather__fail(error, GATHER_STATUS_CANCELLED, NULL, NULL);
    if (atomic_load(&ordered->refused) == 0)
        return GATHER_STATUS_OK;
    atomic_store_explicit(&ordered->refused, 0, memory_order_relaxed); /* by whom, all are asked anew */
    return check_indices(ordered, error);
}

/* Whether there are threads, and rows to part among them: those without a byte may be more than anyone counts. */
static bool is_parted(const struct ordered *ordered)
{
    return ordered->threads != NULL && ordered->plan->out.bytes > 0 && ordered->rows_a_task > 0 &&
           ordered->end - ordered->begin > ordered->rows_a_task;
}

/*
 * Whether the indices are checked before they are used. Where there is nothing to move, nothing else would look
 * at them.
 */
static bool checks_first(const struct ordered *ordered)
{
    return ordered->check == GATHER_CHECK_FIRST ||
           (ordered->check == GATHER_CHECK_FUSED && ordered->plan->elements == 0);
}

/* Whether all indices can be checked on the way, before the first store. */
static bool moves_at_once(const struct ordered *ordered)
{
    const struct gather_plan *plan = ordered->plan;
    return plan->is_one_block && ordered->threads == NULL && ordered->check == GATHER_CHECK_FIRST &&
           ordered->begin == 0 && ordered->end == plan->rows;
}

enum gather_status gather__run_plan(const struct gather_plan *plan, const struct gather_buffer *inputs,
                                    size_t input_count, struct gather_buffer output,
                                    const struct gather_run *run, struct gather_error *error)
{
    struct ordered ordered;
    enum gather_status status = judge(plan, inputs, input_count, output, run, &ordered, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (ordered.computed != NULL)
        return run_computed(&ordered, error);
    if (moves_at_once(&ordered) && !move_rows(&ordered, 0, plan->rows, true))
        return GATHER_STATUS_OK;
    if (checks_first(&ordered))
        status = check_indices(&ordered, error);
    if (status != GATHER_STATUS_OK)
        return status;
    atomic_store_explicit(&ordered.refused, 0, memory_order_relaxed);
    ordered.rows_a_task = rows_together(&ordered);
    if (is_parted(&ordered))
        status = move_on_threads(&ordered, error);
    else if (move_rows(&ordered, ordered.begin, ordered.end, false))
        atomic_store_explicit(&ordered.refused, 1, memory_order_relaxed);
    if (status == GATHER_STATUS_OK && atomic_load(&ordered.refused) != 0)
        status = find_refused(&ordered, error);
    return status;
}
