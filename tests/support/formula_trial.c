/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers against their formulas: formula_trial.h says what is compared. */
#include "support/formula_trial.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gather/threads.h"
#include "support/element_image.h"
#include "support/formula_op.h"
#include "support/guard.h"
#include "support/padding_by_hand.h"
#include "support/randomness.h"

enum { PLAN_WORDS = 4096, MAX_PIECES = 6, POOL_THREADS = 3 };

/* The rooms of element_image.h that are used at once. */
enum { ROOM_EXPECTED, ROOM_FIRST_INPUT, ROOM_SECOND_INPUT };

/* A trial in memory. Inputs stand in the operator's own order. */
struct stage {
    const struct formula_trial *trial;
    struct gather_op op;
    int32_t data, indices; /* their numbers among the inputs */
    struct gather_layout layouts[2];
    struct gather_buffer inputs[2], out;
    const struct formula_answer *answer;
    bool is_refused;        /* the indices are */
    const char *view_fault; /* of a plan whose result is a view of the data */
};

/* torch's embedding has its indices first. */
static int32_t data_input(const struct formula *formula)
{
    return formula->operation == GATHER_OPERATION_TORCH_EMBEDDING ? 1 : 0;
}

/* ---- operands in memory -------------------------------------------------------------------------------- */

static struct gather_buffer place_operand(struct guard *guard, const struct formula_operand *operand,
                                          uint64_t turn)
{
    size_t bytes = operand_bytes(operand->cells, operand->layout);
    uint8_t *data = guard_place(guard, bytes, turn & 1 ? GUARD_LOW : GUARD_HIGH,
                                turn & 2 ? 0 : (size_t)(turn / 8 % GUARD_GAPS));
    struct gather_buffer buffer = {data, bytes};
    fill_with_noise(data, bytes, turn);
    return buffer;
}

static void store_indices(const struct formula_trial *trial, uint8_t *image)
{
    const struct gather_layout *layout = trial->indices.layout;
    for (int64_t n = 0; n < trial->indices.cells->elements; n++) {
        int64_t cell = trial->indices.cells->cell_of[n];
        uint8_t bytes[8];
        for (int k = 0; k < 8; k++)
            bytes[k] = (uint8_t)((uint64_t)trial->wanted[n] >> 8 * k);
        copy_bits(image, cell * layout->cell_bits, bytes, 0, gather_dtype_bits(layout->dtype));
    }
}

/* What the elements of the indices hold, widened: cells may be shared, and types be narrower than the values. */
static const int64_t *read_indices(const struct formula_trial *trial, const uint8_t *image)
{
    static int64_t values[FORMULA_MAX_ELEMENTS];
    const struct gather_layout *layout = trial->indices.layout;
    int32_t bits = gather_dtype_bits(layout->dtype);
    assert(trial->indices.cells->elements <= FORMULA_MAX_ELEMENTS);
    for (int64_t n = 0; n < trial->indices.cells->elements; n++) {
        uint8_t bytes[8] = {0};
        uint64_t value = 0;
        copy_bits(bytes, 0, image, (int64_t)trial->indices.cells->cell_of[n] * layout->cell_bits, bits);
        for (int k = 7; k >= 0; k--)
            value = value << 8 | bytes[k];
        if (bits < 64 && !formula_is_unsigned(layout->dtype) && value >> (bits - 1) != 0)
            value |= UINT64_MAX << bits;
        values[n] = (int64_t)value;
    }
    return values;
}

/* ---- what must come out -------------------------------------------------------------------------------- */

/* Writes what the formula says over what the output held. */
static void expect(const struct formula_trial *trial, const struct formula_answer *answer,
                   const uint8_t *data, uint8_t *image)
{
    static const uint8_t zeros[16] = {0};
    const struct gather_layout *out = trial->out.layout;
    for (int64_t n = 0; n < answer->count; n++) {
        int32_t from = answer->from[n], cell = trial->out.cells->cell_of[n];
        if (from >= 0)
            put_element(out, image, cell, data,
                        (int64_t)trial->data.cells->cell_of[from] * trial->data.layout->cell_bits);
        else if (from != FORMULA_KEEP)
            put_element(out, image, cell, from == FORMULA_FILL ? trial->formula->fill : zeros, 0);
    }
    uint8_t padding[16];
    if (out->padding == GATHER_PADDING_UNKNOWN)
        return;
    padding_by_hand(out->dtype, out->padding, padding);
    for (int64_t k = 0; k < trial->out.cells->padding; k++)
        put_element(out, image, trial->out.cells->padding_at[k], padding, 0);
}

/* Makes everything 0 that an error in the mode FUSED leaves open. */
static void mask(const struct formula_trial *trial, uint8_t *image)
{
    static const uint8_t zeros[16] = {0};
    for (int64_t n = 0; n < trial->out.cells->elements; n++)
        put_element(trial->out.layout, image, trial->out.cells->cell_of[n], zeros, 0);
    for (int64_t k = 0; trial->out.layout->padding != GATHER_PADDING_UNKNOWN && k < trial->out.cells->padding;
         k++)
        put_element(trial->out.layout, image, trial->out.cells->padding_at[k], zeros, 0);
}

/* ---- running it ---------------------------------------------------------------------------------------- */

static struct gather_pool *kept_pool;

static const struct gather_threads *pool_threads(void)
{
    static struct gather_threads threads;
    if (kept_pool == NULL) {
        if (gather_pool_create(&kept_pool, POOL_THREADS) != GATHER_STATUS_OK)
            exit(1);
        threads = gather_pool_threads(kept_pool);
    }
    return &threads;
}

void formula_trials_end(void)
{
    gather_pool_destroy(kept_pool);
    kept_pool = NULL;
}

static struct gather_run run_of(const struct stage *stage)
{
    struct gather_run run = {.size = sizeof run, .check = stage->trial->check};
    if (stage->trial->way == FORMULA_WAY_THREADS)
        run.threads = pool_threads();
    return run;
}

/* Rows between which the run may be cut, ascending, 0 and the last among them. Returns: how many pieces; 0 if a
 * row that begins at a byte is not allowed. */
static int32_t choose_cuts(const struct stage *stage, const struct gather_plan *plan, int64_t *cuts)
{
    const struct gather_layout *out = stage->trial->out.layout;
    struct randomness randomness = {stage->trial->turn};
    int64_t rows = out->rank > 0 ? out->sizes[0] : 1;
    int32_t pieces = 0;
    cuts[0] = 0;
    for (int64_t last = 0; last < rows - 1 && pieces < MAX_PIECES - 1; last++) {
        struct gather_run run = {.size = sizeof run};
        last += random_below(&randomness, rows - 1 - last);
        run.begin = run.end = last + 1;
        if (gather_plan_check(plan, stage->inputs, 2, stage->out, &run, NULL) == GATHER_STATUS_OK)
            cuts[++pieces] = last + 1;
        else if (gather_dtype_bits(out->dtype) >= 8)
            return 0;
    }
    if (cuts[pieces] < rows)
        cuts[++pieces] = rows;
    return pieces;
}

/* In pieces, if there are several. */
static enum gather_status run_ranges(const struct stage *stage, const struct gather_plan *plan,
                                     struct gather_error *error)
{
    int64_t cuts[MAX_PIECES + 1];
    struct gather_run run = run_of(stage);
    enum gather_status status = GATHER_STATUS_OK;
    const struct gather_layout *out = stage->trial->out.layout;
    if (stage->is_refused || out->rank == 0 || out->sizes[0] == 0)
        return gather_plan_run(plan, stage->inputs, 2, stage->out, &run, error);
    int32_t pieces = choose_cuts(stage, plan, cuts);
    if (pieces == 0)
        return GATHER_STATUS_ARGUMENT;
    for (int32_t k = 0; k < pieces && status == GATHER_STATUS_OK; k++) {
        int32_t piece = stage->trial->turn % 2 == 0 ? pieces - 1 - k : k;
        run.begin = cuts[piece];
        run.end = cuts[piece + 1];
        status = gather_plan_run(plan, stage->inputs, 2, stage->out, &run, error);
    }
    return status;
}

/* The caller checked these indices; if they are refused, it runs them all the same, and may get an error then or
 * elements in range. */
static enum gather_status run_plan(const struct stage *stage, const struct gather_plan *plan,
                                   struct gather_error *error)
{
    struct gather_run run = run_of(stage);
    if (stage->trial->check == GATHER_CHECK_EARLIER) {
        enum gather_status status = gather_plan_check(plan, stage->inputs, 2, stage->out, &run, error);
        if (status != GATHER_STATUS_OK) {
            enum gather_status again = gather_plan_run(plan, stage->inputs, 2, stage->out, &run, NULL);
            return again == GATHER_STATUS_OK || again == GATHER_STATUS_INDEX_RANGE ? status : again;
        }
    }
    return stage->trial->way == FORMULA_WAY_RANGES
               ? run_ranges(stage, plan, error)
               : gather_plan_run(plan, stage->inputs, 2, stage->out, &run, error);
}

/* A plan in memory of its own, copied, the first bytes spoilt, run where the copy lies. */
static enum gather_status run_copied(const struct stage *stage, struct gather_error *error)
{
    static int64_t first[PLAN_WORDS], second[PLAN_WORDS];
    size_t bytes = 0;
    enum gather_status status =
        gather_plan_measure(&bytes, &stage->op, stage->layouts, 2, stage->trial->out.layout, NULL, error);
    if (status == GATHER_STATUS_OK)
        status = gather_plan_init(first, sizeof first, &stage->op, stage->layouts, 2,
                                  stage->trial->out.layout, NULL, error);
    if (status != GATHER_STATUS_OK)
        return status;
    assert(bytes <= sizeof first);
    memcpy(second, first, bytes);
    memset(first, 0x5A, bytes);
    return run_plan(stage, (const struct gather_plan *)(const void *)second, error);
}

/* To the next element of the output. */
static void step_on(const struct gather_layout *out, int64_t *o)
{
    for (int32_t d = out->rank - 1; d >= 0 && ++o[d] == out->sizes[d]; d--)
        o[d] = 0;
}

/* Whether the data's cells of the result are a sum over its dimensions. */
static bool has_even_cells(const struct formula_trial *trial, const struct formula_answer *answer)
{
    int64_t o[GATHER_MAX_RANK] = {0}, strides[GATHER_MAX_RANK] = {0}, first = 0;
    for (int64_t n = 0; n < answer->count; n++, step_on(trial->out.layout, o)) {
        if (answer->from[n] < 0)
            return false;
        int64_t cell = trial->data.cells->cell_of[answer->from[n]], expected = first, steps = 0;
        int32_t along = 0;
        for (int32_t d = 0; d < trial->out.layout->rank; d++) {
            expected += o[d] * strides[d];
            steps += o[d];
            along = o[d] > 0 ? d : along;
        }
        if (steps == 0)
            first = cell;
        else if (steps == 1)
            strides[along] = cell - first;
        else if (cell != expected)
            return false;
    }
    return true;
}

/*
 * CORE-25: where there is a view, the data's buffer has the result's elements in the view's cells; by indices that never
 * change, and have no tiles, there is one wherever there can be. Results are all of fewer elements than its limit.
 */
static const char *fault_of_view(const struct stage *stage, const struct gather_plan *plan)
{
    const struct formula_trial *trial = stage->trial;
    const struct formula_answer *answer = stage->answer;
    struct gather_layout view;
    int64_t o[GATHER_MAX_RANK] = {0};
    if (stage->is_refused)
        return NULL;
    if (gather_plan_view(plan, &view, NULL) != GATHER_STATUS_OK)
        return trial->way == FORMULA_WAY_CONSTANT && trial->indices.layout->tile_count == 0 &&
                       answer->count > 0 && has_even_cells(trial, answer)
                   ? "a view where the result is one"
                   : NULL;
    if (view.kind != GATHER_LAYOUT_STRIDES || !gather_layout_compatible(&view, trial->out.layout) ||
        view.cell_bits != trial->data.layout->cell_bits)
        return "a view has the output's sizes, and cells as the data";
    for (int64_t n = 0; n < answer->count; n++, step_on(&view, o)) {
        int64_t cell = view.offset;
        for (int32_t d = 0; d < view.rank; d++)
            cell += o[d] * view.place[d];
        if (answer->from[n] < 0 || cell != trial->data.cells->cell_of[answer->from[n]])
            return "a view has the result's elements";
    }
    return NULL;
}

static enum gather_status run_created(struct stage *stage, struct gather_error *error)
{
    struct gather_plan *plan;
    const struct gather_options constant = {.size = sizeof constant,
                                            .indices = &stage->inputs[stage->indices]};
    enum gather_status status =
        gather_plan_create(&plan, &stage->op, stage->layouts, 2, stage->trial->out.layout,
                           stage->trial->way == FORMULA_WAY_CONSTANT ? &constant : NULL, error);
    if (status != GATHER_STATUS_OK)
        return status;
    stage->view_fault = fault_of_view(stage, plan);
    status = run_plan(stage, plan, error);
    gather_plan_destroy(plan);
    return status;
}

static enum gather_status run(struct stage *stage, struct gather_error *error)
{
    struct gather_run once = run_of(stage);
    if (stage->trial->way == FORMULA_WAY_COPIED)
        return run_copied(stage, error);
    if (stage->trial->way == FORMULA_WAY_ONCE && stage->trial->check != GATHER_CHECK_EARLIER)
        return gather_once(&stage->op, stage->layouts, stage->inputs, 2, stage->trial->out.layout, stage->out,
                           &once, error);
    return run_created(stage, error);
}

/* ---- judging ------------------------------------------------------------------------------------------- */

static bool is_same_text(const char *a, const char *b) { return a != NULL && b != NULL && strcmp(a, b) == 0; }

static const char *fault_of_error(const struct formula_trial *trial, const struct formula_answer *answer,
                                  const struct gather_error *error)
{
    const uint32_t all =
        GATHER_ERROR_HAS_AXIS | GATHER_ERROR_HAS_POSITION | GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS;
    size_t position_bytes = (size_t)trial->formula->indices.rank * sizeof error->position[0];
    if (error->status != GATHER_STATUS_INDEX_RANGE || !is_same_text(error->operand, answer->operand))
        return "the error's status and operand";
    if ((error->has & all) != all || error->rank != trial->formula->indices.rank)
        return "the error has all numbers";
    if (memcmp(error->position, answer->position, position_bytes) != 0)
        return "the error's position is that of the first bad element";
    if (error->value != answer->value || (error->value_is_unsigned == 0 && answer->value < 0 &&
                                          trial->formula->index_type == GATHER_DTYPE_U64))
        return "the error's value";
    if (error->axis != answer->axis)
        return "the error's axis";
    return error->low == answer->low && error->high == answer->high ? NULL : "the error's limits";
}

static const char *fault_of_output(const struct stage *stage, uint8_t *image)
{
    const struct formula_trial *trial = stage->trial;
    if (stage->is_refused && trial->check != GATHER_CHECK_FIRST) {
        mask(trial, image);
        mask(trial, stage->out.data);
    }
    if (memcmp(image, stage->out.data, stage->out.bytes) == 0)
        return NULL;
    return stage->is_refused ? "after an error the output is as it was"
                             : "the output holds what the formula gives";
}

static bool are_kept(const struct stage *stage)
{
    return memcmp(room_for(1, ROOM_FIRST_INPUT), stage->inputs[0].data, stage->inputs[0].bytes) == 0 &&
           memcmp(room_for(1, ROOM_SECOND_INPUT), stage->inputs[1].data, stage->inputs[1].bytes) == 0;
}

static void keep(const struct stage *stage)
{
    for (int k = 0; k < 2; k++)
        memcpy(room_for(stage->inputs[k].bytes + 1, ROOM_FIRST_INPUT + k), stage->inputs[k].data,
               stage->inputs[k].bytes);
}

const char *fault_of_formula_trial(const struct formula_trial *trial, struct formula_answer *answer)
{
    static struct guard guards[3];
    struct stage stage = {
        .trial = trial, .data = data_input(trial->formula), .indices = 1 - data_input(trial->formula)};
    struct gather_error error;
    memset(&error, 0, sizeof error);
    if (formula_op(trial->formula, &stage.op, NULL) != GATHER_STATUS_OK)
        return "the names make an op";
    stage.layouts[stage.data] = *trial->data.layout;
    stage.layouts[stage.indices] = *trial->indices.layout;
    stage.inputs[stage.data] = place_operand(&guards[0], &trial->data, trial->turn);
    stage.inputs[stage.indices] = place_operand(&guards[1], &trial->indices, trial->turn / 3 + 1);
    stage.out = place_operand(&guards[2], &trial->out, trial->turn / 7 + 2);
    store_indices(trial, stage.inputs[stage.indices].data);
    keep(&stage);
    uint8_t *image = room_for(stage.out.bytes + 1, ROOM_EXPECTED);
    memcpy(image, stage.out.data, stage.out.bytes);
    formula_gather(trial->formula, read_indices(trial, stage.inputs[stage.indices].data), answer);
    stage.answer = answer;
    stage.is_refused = answer->status != GATHER_STATUS_OK;
    if (!stage.is_refused)
        expect(trial, answer, stage.inputs[stage.data].data, image);
    if (run(&stage, &error) != answer->status)
        return stage.is_refused ? "these indices are refused" : "the plan runs";
    const char *fault = stage.is_refused ? fault_of_error(trial, answer, &error) : stage.view_fault;
    if (fault == NULL)
        fault = fault_of_output(&stage, image);
    if (fault == NULL && !are_kept(&stage))
        fault = "inputs are only read";
    if (fault == NULL && !(guard_holds(&guards[0]) && guard_holds(&guards[1]) && guard_holds(&guards[2])))
        fault = "nothing outside the buffers is written";
    return fault;
}

/* ---- shapes -------------------------------------------------------------------------------------------- */

static bool is_right(enum gather_status status, const struct gather_error *error,
                     const struct formula_answer *answer)
{
    return status == answer->status && error->status == (int32_t)status &&
           (answer->operand == NULL || is_same_text(error->operand, answer->operand));
}

const char *fault_of_shape(const struct formula *formula, const struct formula_answer *answer,
                           const struct gather_layout *data, const struct gather_layout *indices)
{
    struct gather_layout inputs[2], output;
    struct gather_error error;
    struct gather_op op;
    struct gather_plan *plan = NULL;
    memset(&error, 0, sizeof error);
    inputs[data_input(formula)] = *data;
    inputs[1 - data_input(formula)] = *indices;
    if (formula_op(formula, &op, NULL) != GATHER_STATUS_OK)
        return "the names make an op";
    enum gather_status status = gather_infer(&op, inputs, 2, &output, &error);
    if (answer->status == GATHER_STATUS_OK) {
        size_t bytes = (size_t)answer->out.rank * sizeof output.sizes[0];
        if (status != GATHER_STATUS_OK || output.rank != answer->out.rank ||
            output.dtype != formula->data_type)
            return "a shape is inferred, of the right rank and type";
        return memcmp(output.sizes, answer->out.sizes, bytes) == 0 ? NULL : "the sizes inferred";
    }
    if (!is_right(status, &error, answer))
        return "infer refuses the call";
    memset(&error, 0, sizeof error);
    status = gather_plan_create(&plan, &op, inputs, 2, data, NULL, &error);
    return is_right(status, &error, answer) ? NULL : "create refuses the call";
}

void print_formula_trial(const struct formula_trial *trial, const char *fault)
{
    printf("not so: %s; turn %" PRIu64 ", way %" PRId32 ", check %" PRId32 "\n  ", fault, trial->turn,
           trial->way, trial->check);
    formula_print(trial->formula);
    print_operand("data   ", trial->data.layout);
    print_operand("indices", trial->indices.layout);
    print_operand("output ", trial->out.layout);
    printf("  indices");
    for (int64_t n = 0; n < trial->indices.cells->elements && n < 40; n++)
        printf(" %" PRId64, trial->wanted[n]);
    printf("\n");
}
