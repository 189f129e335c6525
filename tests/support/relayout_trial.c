/* SPDX-License-Identifier: Apache-2.0 */
/* Relayouts against a loop over their elements: relayout_trial.h says what is compared. */
#include "support/relayout_trial.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "support/element_image.h"
#include "support/guard.h"
#include "support/padding_by_hand.h"

enum { MAX_CUTS = 8, PLAN_WORDS = 4096 };

/* ---- what must come out -------------------------------------------------------------------------- */

/* The number, in the output, of the data's element at an index. */
static int64_t number_in_output(const struct trial *trial, const int64_t *index)
{
    int64_t number = 0;
    for (int32_t d = 0; d < trial->out->rank; d++)
        number = number * trial->out->sizes[d] + index[d] + (trial->begin == NULL ? 0 : trial->begin[d]);
    return number;
}

void expect_trial(const struct trial *trial, const uint8_t *data, uint8_t *image)
{
    int64_t index[GATHER_MAX_RANK] = {0};
    uint8_t padding[16];
    for (int64_t n = 0; n < trial->data_cells->elements; n++) {
        int64_t cell = trial->out_cells->cell_of[number_in_output(trial, index)];
        int64_t bit = (int64_t)trial->data_cells->cell_of[n] * trial->data->cell_bits;
        put_element(trial->out, image, cell, data, bit);
        for (int32_t d = trial->data->rank - 1; d >= 0 && ++index[d] == trial->data->sizes[d]; d--)
            index[d] = 0;
    }
    if (trial->out->padding == GATHER_PADDING_UNKNOWN)
        return;
    bool known = padding_by_hand(trial->out->dtype, trial->out->padding, padding);
    assert(known || trial->out_cells->padding == 0);
    for (int64_t k = 0; k < trial->out_cells->padding; k++)
        put_element(trial->out, image, trial->out_cells->padding_at[k], padding, 0);
}

/* ---- running it ---------------------------------------------------------------------------------- */

static struct gather_op op_of(const struct trial *trial)
{
    return trial->begin == NULL ? gather_relayout() : gather_place(trial->data->rank, trial->begin);
}

/* Rows of the trial's range: those of the data, for both operations. */
static int64_t rows_of(const struct trial *trial)
{
    return trial->data->rank > 0 ? trial->data->sizes[0] : 1;
}

/*
 * Whether two threads could work on both sides of a row at once: no byte of the output holds elements from
 * both. Elements of whole bytes never share one.
 */
static bool is_clean_cut(const struct trial *trial, int64_t row)
{
    static uint8_t sides[ARRAY_MAX_CELLS];
    int32_t bits = gather_dtype_bits(trial->out->dtype);
    int64_t index[GATHER_MAX_RANK] = {0};
    if (bits % 8 == 0 || trial->out->cell_bits != bits)
        return true;
    memset(sides, 0, operand_bytes(trial->out_cells, trial->out));
    for (int64_t n = 0; n < trial->data_cells->elements; n++) {
        int64_t byte = trial->out_cells->cell_of[number_in_output(trial, index)] * bits / 8;
        sides[byte] |= index[0] < row ? 1 : 2;
        if (sides[byte] == 3)
            return false;
        for (int32_t d = trial->data->rank - 1; d >= 0 && ++index[d] == trial->data->sizes[d]; d--)
            index[d] = 0;
    }
    return true;
}

/* The rows between which a run may be cut, ascending, 0 and the last among them. */
struct cuts {
    int32_t count;
    int64_t rows[MAX_CUTS];
};

/* Tries rows at random. Returns: false if one is allowed that is none, or a row of whole bytes is not
 * allowed. */
static bool choose_cuts(const struct trial *trial, const struct gather_plan *plan, struct gather_buffer data,
                        struct gather_buffer out, struct cuts *cuts)
{
    struct randomness randomness = {trial->turn};
    int64_t rows = rows_of(trial);
    bool whole_bytes = gather_dtype_bits(trial->out->dtype) % 8 == 0;
    cuts->count = 1;
    cuts->rows[0] = 0;
    for (int32_t k = 1; k < MAX_CUTS - 1 && cuts->rows[cuts->count - 1] < rows; k++) {
        struct gather_run run = {.size = sizeof run};
        int64_t last = cuts->rows[cuts->count - 1];
        run.begin = run.end = last + 1 + random_below(&randomness, rows - last);
        bool allowed = gather_plan_check(plan, &data, 1, out, &run, NULL) == GATHER_STATUS_OK;
        if (allowed ? run.end < rows && !is_clean_cut(trial, run.end) : whole_bytes)
            return false;
        if (allowed)
            cuts->rows[cuts->count++] = run.end;
    }
    if (cuts->rows[cuts->count - 1] < rows)
        cuts->rows[cuts->count++] = rows;
    return true;
}

static enum gather_status run_ranges(const struct trial *trial, const struct gather_plan *plan,
                                     struct gather_buffer data, struct gather_buffer out)
{
    struct cuts cuts;
    enum gather_status status = GATHER_STATUS_OK;
    if (!choose_cuts(trial, plan, data, out, &cuts))
        return GATHER_STATUS_ARGUMENT;
    int32_t pieces = cuts.count - 1;
    if (pieces < 2) /* nothing to cut */
        return gather_plan_run(plan, &data, 1, out, NULL, NULL);
    for (int32_t k = 0; k < pieces && status == GATHER_STATUS_OK; k++) {
        int32_t piece = (int32_t)((trial->turn + (uint64_t)k * 3) % (uint64_t)pieces);
        if (pieces % 3 == 0) /* steps of three don't come by all of them */
            piece = pieces - 1 - k;
        struct gather_run run = {.size = sizeof run, .begin = cuts.rows[piece], .end = cuts.rows[piece + 1]};
        status = gather_plan_run(plan, &data, 1, out, &run, NULL);
    }
    return status;
}

/* A plan in memory of its own, copied, the first bytes spoilt, run where the copy lies. */
static enum gather_status run_copied(const struct trial *trial, struct gather_buffer data,
                                     struct gather_buffer out, size_t *plan_bytes)
{
    static int64_t first[PLAN_WORDS], second[PLAN_WORDS];
    struct gather_op op = op_of(trial);
    enum gather_status status = gather_plan_measure(plan_bytes, &op, trial->data, 1, trial->out, NULL, NULL);
    if (status == GATHER_STATUS_OK)
        status = gather_plan_init(first, *plan_bytes, &op, trial->data, 1, trial->out, NULL, NULL);
    if (status != GATHER_STATUS_OK)
        return status;
    memcpy(second, first, *plan_bytes);
    memset(first, 0x5A, *plan_bytes);
    return gather_plan_run((const struct gather_plan *)(const void *)second, &data, 1, out, NULL, NULL);
}

static enum gather_status run_created(const struct trial *trial, struct gather_buffer data,
                                      struct gather_buffer out, size_t *plan_bytes)
{
    struct gather_op op = op_of(trial);
    struct gather_plan *plan;
    struct gather_plan_description description;
    enum gather_status status = gather_plan_create(&plan, &op, trial->data, 1, trial->out, NULL, NULL);
    if (status != GATHER_STATUS_OK)
        return status;
    gather_plan_describe(plan, &description);
    *plan_bytes = description.plan_bytes;
    status = trial->way == TRIAL_RANGES ? run_ranges(trial, plan, data, out)
                                        : gather_plan_run(plan, &data, 1, out, NULL, NULL);
    gather_plan_destroy(plan);
    return status;
}

static enum gather_status run_trial(const struct trial *trial, struct gather_buffer data,
                                    struct gather_buffer out, size_t *plan_bytes)
{
    struct gather_op op = op_of(trial);
    *plan_bytes = 0;
    if (trial->way == TRIAL_COPIED)
        return run_copied(trial, data, out, plan_bytes);
    if (trial->way == TRIAL_ONCE)
        return gather_once(&op, trial->data, &data, 1, trial->out, out, NULL, NULL);
    return run_created(trial, data, out, plan_bytes);
}

/* ---- judging ------------------------------------------------------------------------------------- */

const char *fault_of_trial(const struct trial *trial, size_t *plan_bytes)
{
    static struct guard data_guard, out_guard;
    size_t data_bytes = operand_bytes(trial->data_cells, trial->data), unused;
    size_t out_bytes = operand_bytes(trial->out_cells, trial->out);
    uint64_t turn = trial->turn;
    struct gather_buffer data = {guard_place(&data_guard, data_bytes, turn & 1 ? GUARD_LOW : GUARD_HIGH,
                                             turn & 4 ? 0 : (size_t)(turn / 8 % GUARD_GAPS)),
                                 data_bytes};
    struct gather_buffer out = {guard_place(&out_guard, out_bytes, turn & 2 ? GUARD_LOW : GUARD_HIGH,
                                            turn & 8 ? 0 : (size_t)(turn / 16 % GUARD_GAPS)),
                                out_bytes};
    uint8_t *image = room_for(out_bytes + 1, 0), *kept = room_for(data_bytes + 1, 1);
    fill_with_noise(data.data, data_bytes, turn);
    fill_with_noise(out.data, out_bytes, turn + 31);
    memcpy(image, out.data, out_bytes);
    memcpy(kept, data.data, data_bytes);
    expect_trial(trial, data.data, image);
    if (run_trial(trial, data, out, plan_bytes == NULL ? &unused : plan_bytes) != GATHER_STATUS_OK)
        return "the plan runs, and is cut between rows exactly where it may be";
    if (memcmp(image, out.data, out_bytes) != 0)
        return "the output holds what a loop over the elements gives";
    if (memcmp(kept, data.data, data_bytes) != 0)
        return "the data is only read";
    return guard_holds(&data_guard) && guard_holds(&out_guard) ? NULL
                                                               : "nothing outside the buffers is written";
}

void print_trial(const struct trial *trial, const char *fault)
{
    printf("not so: %s; turn %" PRIu64 ", way %d\n", fault, trial->turn, (int)trial->way);
    print_operand("data  ", trial->data);
    print_operand("output", trial->out);
    for (int32_t d = 0; trial->begin != NULL && d < trial->data->rank; d++)
        printf("  begin[%" PRId32 "] = %" PRId64 "\n", d, trial->begin[d]);
}
