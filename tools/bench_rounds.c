/* SPDX-License-Identifier: Apache-2.0 */
/* Timing in rounds: bench_rounds.h says why. */
#include "bench_rounds.h"

#include <stdlib.h>
#include <string.h>

#include "bench_parts.h"

enum { ROUNDS_LEAST = 7, ROUNDS_SLOW = 3, ROUNDS_MOST = 40, ROUNDS_ROOM = 1000, FORMS = 12 };

/* Nanoseconds. */
enum { SHORT = 100000, SHORT_BATCH = 500000, WARM_ONCE = 5000000, BUDGET = 400000000, SLOW = 2000000000 };

/* One of the things that take turns. */
struct form {
    void (*call)(struct bench_timed *timed, int64_t times);
    struct gather_bench_time *result;
    bool is_answer; /* it writes the output, which is to be judged */
    int64_t repeat; /* calls in one timing */
    int64_t total;  /* nanoseconds so far */
    int64_t estimate;
    int32_t count;
    int64_t samples[ROUNDS_ROOM]; /* picoseconds */
};

/* ---- what is timed -------------------------------------------------------------------------------------- */

static void keep(struct bench_timed *timed, enum gather_status status)
{
    if (timed->status == GATHER_STATUS_OK)
        timed->status = status;
}

static enum gather_status run_two_axes(struct bench_timed *timed, const struct gather_run *run)
{
    const struct bench_step *step = &timed->made->steps[0];
    const struct gather_axis_indices lists[] = {
        {.axis = step->axis, .layout = &step->inputs[1], .buffer = step->buffers[1]}, timed->made->second};
    return gather_take_axes(&step->inputs[0], step->buffers[0], lists, 2, GATHER_POLICY_ERROR, &step->output,
                            step->target, run != NULL ? run->threads : NULL, &timed->error);
}

/* Next to nothing stands around the call: some take as long as a few dozen instructions. */
static void run_step(struct bench_timed *timed, const struct gather_run *run, int64_t times)
{
    const struct bench_step *step = &timed->made->steps[0];
    const struct gather_plan *plan = step->plan;
    const struct gather_buffer *inputs = step->buffers, output = step->target;
    const size_t count = step->input_count;
    enum gather_status status = GATHER_STATUS_OK;
    for (int64_t n = 0; n < times && status == GATHER_STATUS_OK; n++)
        status = gather_plan_run(plan, inputs, count, output, run, &timed->error);
    keep(timed, status);
}

static void run_steps(struct bench_timed *timed, const struct gather_run *run, int64_t times)
{
    const struct bench_case *made = timed->made;
    if (made->step_count == 1 && !bench_has_two_axes(made)) {
        run_step(timed, run, times);
        return;
    }
    for (int64_t n = 0; n < times; n++) {
        if (bench_has_two_axes(made)) {
            keep(timed, run_two_axes(timed, run));
            continue;
        }
        for (size_t k = 0; k < made->step_count; k++) {
            const struct bench_step *step = &made->steps[k];
            keep(timed, gather_plan_run(step->plan, step->buffers, step->input_count, step->target, run,
                                        &timed->error));
        }
    }
}

/* By default a caller says nothing of how a plan runs, so neither do we. */
static void call_run(struct bench_timed *timed, int64_t times)
{
    const struct gather_run run = {.size = sizeof run,
                                   .threads = timed->way->pool != NULL ? &timed->threads : NULL,
                                   .check = timed->way->check,
                                   .room = timed->room};
    bool is_default =
        timed->way->pool == NULL && timed->way->check == GATHER_CHECK_FIRST && timed->room.bytes == 0;
    run_steps(timed, is_default ? NULL : &run, times);
}

static void call_fused(struct bench_timed *timed, int64_t times)
{
    const struct gather_run run = {.size = sizeof run,
                                   .threads = timed->way->pool != NULL ? &timed->threads : NULL,
                                   .check = GATHER_CHECK_FUSED,
                                   .room = timed->room};
    run_steps(timed, &run, times);
}

static void call_once(struct bench_timed *timed, int64_t times)
{
    const struct bench_step *step = &timed->made->steps[0];
    for (int64_t n = 0; n < times; n++)
        keep(timed, gather_once(&step->op, step->inputs, step->buffers, step->input_count, &step->output,
                                step->target, NULL, &timed->error));
}

static void call_init(struct bench_timed *timed, int64_t times)
{
    const struct bench_step *step = &timed->made->steps[0];
    for (int64_t n = 0; n < times; n++)
        keep(timed, gather_plan_init(timed->plan_memory, sizeof timed->plan_memory, &step->op, step->inputs,
                                     step->input_count, &step->output, NULL, &timed->error));
}

static void call_create(struct bench_timed *timed, int64_t times)
{
    const struct bench_step *step = &timed->made->steps[0];
    for (int64_t n = 0; n < times; n++) {
        struct gather_plan *plan = NULL;
        keep(timed, gather_plan_create(&plan, &step->op, step->inputs, step->input_count, &step->output, NULL,
                                       &timed->error));
        gather_plan_destroy(plan);
    }
}

/* ---- rounds --------------------------------------------------------------------------------------------- */

static void empty_caches(const struct bench_way *way)
{
    memcpy(way->cold[0].data, way->cold[1].data, (size_t)way->cold_bytes);
}

static int64_t time_once(struct bench_timed *timed, const struct form *form, int64_t times)
{
    int64_t begin = bench_clock();
    form->call(timed, times);
    int64_t passed = bench_clock() - begin;
    return passed > 0 ? passed : 1;
}

/* The first call, whose answer is judged; and how often it is called in one timing. */
static enum gather_status prepare(struct bench_timed *timed, struct form *form, int32_t state,
                                  struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    if (form->is_answer)
        bench_case_spoil(timed->made);
    int64_t first = time_once(timed, form, 1);
    if (timed->status != GATHER_STATUS_OK) {
        *error = timed->error;
        return timed->status;
    }
    if (form->is_answer)
        status = bench_case_judge(timed->made, error);
    int64_t second = time_once(timed, form, 1);
    form->estimate = first < second ? first : second;
    int64_t batch = timed->way->scale == GATHER_BENCH_SMALL ? SHORT_BATCH / 10 : SHORT_BATCH;
    form->repeat = state == GATHER_BENCH_WARM && form->estimate < SHORT ? batch / form->estimate + 1 : 1;
    return status;
}

static void take_sample(struct bench_timed *timed, struct form *form, int32_t state)
{
    if (state == GATHER_BENCH_COLD)
        empty_caches(timed->way);
    else if (form->estimate < WARM_ONCE)
        form->call(timed, 1);
    int64_t passed = time_once(timed, form, form->repeat);
    form->samples[form->count++] = passed * 1000 / form->repeat;
    form->total += passed;
}

static bool is_done(const struct form *form, const struct bench_way *way)
{
    int64_t budget = way->scale == GATHER_BENCH_SMALL ? BUDGET / 400 : BUDGET;
    if (way->rounds > 0)
        return form->count >= way->rounds;
    return (form->count >= ROUNDS_LEAST && form->total > budget) ||
           (form->count >= ROUNDS_SLOW && form->total > SLOW) || form->count >= ROUNDS_MOST;
}

/* Each round begins with another form. */
static void take_rounds(struct bench_timed *timed, struct form *forms, int32_t count, int32_t state)
{
    bool is_more = true;
    for (int32_t round = 0; is_more; round++) {
        is_more = false;
        for (int32_t k = 0; k < count; k++) {
            struct form *form = &forms[(k + round) % count];
            if (!is_done(form, timed->way)) {
                take_sample(timed, form, state);
                is_more = true;
            }
        }
    }
}

static int compare_samples(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void conclude(struct form *form)
{
    qsort(form->samples, (size_t)form->count, sizeof *form->samples, compare_samples);
    int64_t low = form->samples[(form->count - 1) / 2], high = form->samples[form->count / 2];
    *form->result = (struct gather_bench_time){form->samples[0], low + (high - low) / 2, form->count};
}

/* ---- a case ------------------------------------------------------------------------------------------------ */

static int32_t choose_forms(const struct bench_timed *timed, struct gather_bench_result *result,
                            struct form *forms)
{
    const struct bench_way *way = timed->way;
    int32_t count = 0;
    forms[count++] = (struct form){.call = call_run, .result = &result->time, .is_answer = true};
    /* A take along two axes checks its lists first in any case. */
    if (timed->made->is_checked && way->check == GATHER_CHECK_FIRST && !bench_has_two_axes(timed->made))
        forms[count++] = (struct form){.call = call_fused, .result = &result->fused, .is_answer = true};
    forms[count++] = (struct form){.call = bench_call_copy, .result = &result->copy};
    if (way->pool != NULL)
        forms[count++] = (struct form){.call = bench_call_copies, .result = &result->copies};
    if (timed->made->steps[0].lines.count > 0) {
        forms[count++] = (struct form){.call = bench_call_read, .result = &result->reading};
        forms[count++] = (struct form){.call = bench_call_fill, .result = &result->filling};
        if (bench_can_stream())
            forms[count++] = (struct form){.call = bench_call_stream, .result = &result->streaming};
    }
    if (bench_is_plain(timed->made))
        forms[count++] = (struct form){.call = bench_call_plain, .result = &result->plain, .is_answer = true};
    if (timed->made->row->is_small_call) {
        forms[count++] = (struct form){.call = call_once, .result = &result->once, .is_answer = true};
        forms[count++] = (struct form){.call = call_init, .result = &result->init};
        forms[count++] = (struct form){.call = call_create, .result = &result->create};
    }
    return count;
}

static enum gather_status time_forms(struct bench_timed *timed, int32_t state,
                                     struct gather_bench_result *result, struct form *forms,
                                     struct gather_error *error)
{
    int32_t count = choose_forms(timed, result, forms);
    enum gather_status status = GATHER_STATUS_OK;
    for (int32_t k = 0; k < count && status == GATHER_STATUS_OK; k++)
        status = prepare(timed, &forms[k], state, error);
    if (status != GATHER_STATUS_OK)
        return status;
    take_rounds(timed, forms, count, state);
    for (int32_t k = 0; k < count; k++)
        conclude(&forms[k]);
    *error = timed->error;
    return timed->status;
}

/* Memory that all threads run faster with; none where none is to be had. */
static void take_room(struct bench_timed *timed)
{
    const uint32_t threads = timed->way->pool != NULL ? timed->threads.count : 1;
    uint64_t most = 0;
    if (bench_has_two_axes(timed->made))
        return;
    for (size_t k = 0; k < timed->made->step_count; k++) {
        const uint64_t room = gather_plan_room(timed->made->steps[k].plan, threads);
        most = room > most ? room : most;
    }
    timed->room.data = most > 0 ? malloc((size_t)most) : NULL;
    timed->room.bytes = timed->room.data != NULL ? most : 0;
}

enum gather_status bench_time_case(struct bench_case *made, const struct bench_way *way, int32_t state,
                                   struct gather_bench_result *result, struct gather_error *error)
{
    struct bench_timed *timed = calloc(1, sizeof *timed);
    struct form *forms = calloc(FORMS, sizeof *forms);
    enum gather_status status = GATHER_STATUS_NO_MEMORY;
    *result = (struct gather_bench_result){.row = made->row,
                                           .state = state,
                                           .bytes = made->bytes,
                                           .indices = made->indices,
                                           .blocks = made->blocks,
                                           .kernel = made->kernel,
                                           .index_kernel = made->index_kernel,
                                           .check = way->check};
    *error = (struct gather_error){.status = GATHER_STATUS_NO_MEMORY, .part = -1};
    if (timed != NULL && forms != NULL && bench_pages_take(&timed->source, made->bytes, way->is_huge)) {
        timed->made = made;
        timed->way = way;
        if (way->pool != NULL)
            timed->threads = gather_pool_threads(way->pool);
        take_room(timed);
        status = time_forms(timed, state, result, forms, error);
        free(timed->room.data);
        bench_pages_give(&timed->source);
    }
    free(forms);
    free(timed);
    return status;
}

/* ---- random lines ----------------------------------------------------------------------------------------- */

struct lines {
    const unsigned char *table;
    uint64_t count;       /* in the table */
    _Atomic uint64_t sum; /* of what was read, so that the compiler leaves no reading out */
};

enum { LINE = 64, LINES_FULL = 1 << 22, LINES_SMALL = 1 << 16, TABLE_FULL = 1 << 30, TABLE_SMALL = 1 << 25 };

/* Reads lines number `begin` to `end` of a random order; no address depends on what was read. */
static void read_lines(void *argument, uint64_t begin, uint64_t end)
{
    struct lines *lines = argument;
    uint64_t sum = 0;
    for (uint64_t k = begin; k < end; k++) {
        uint64_t mixed = (k + 1) * UINT64_C(0x9e3779b97f4a7c15);
        mixed = (mixed ^ mixed >> 31) * UINT64_C(0xbf58476d1ce4e5b9);
        sum += lines->table[((mixed >> 32) * lines->count >> 32) * LINE]; /* bounded: below the table's end */
    }
    lines->sum += sum;
}

static void time_lines(struct lines *lines, const struct gather_threads *threads, uint64_t reads,
                       struct gather_bench_time *result)
{
    struct form form = {.result = result};
    for (int32_t round = 0; round <= ROUNDS_LEAST; round++) {
        int64_t begin = bench_clock();
        if (threads == NULL)
            read_lines(lines, 0, reads);
        else
            (void)threads->parallel_for(threads->context, read_lines, lines, reads, reads / 64);
        int64_t passed = bench_clock() - begin;
        if (round > 0) /* the first only shows the table to the system */
            form.samples[form.count++] = passed * 1000 / (int64_t)reads;
    }
    conclude(&form);
}

enum gather_status bench_time_lines(const struct bench_way *way, struct gather_bench_setting *setting)
{
    bool is_small = way->scale == GATHER_BENCH_SMALL;
    struct bench_pages table;
    setting->line_table = is_small ? TABLE_SMALL : TABLE_FULL;
    if (!bench_pages_take(&table, setting->line_table, way->is_huge))
        return GATHER_STATUS_NO_MEMORY;
    struct lines lines = {.table = table.data, .count = (uint64_t)setting->line_table / LINE};
    time_lines(&lines, NULL, is_small ? LINES_SMALL : LINES_FULL, &setting->line);
    if (way->pool != NULL) {
        struct gather_threads threads = gather_pool_threads(way->pool);
        time_lines(&lines, &threads, is_small ? LINES_SMALL : LINES_FULL, &setting->lines);
    }
    bench_pages_give(&table);
    return GATHER_STATUS_OK;
}
