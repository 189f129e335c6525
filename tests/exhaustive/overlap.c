/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Both overlap rules against brute force on random pairs. An output whose elements share a cell is refused
 * exactly, up to 65,536 elements. An output that shares a byte with the data is always refused, but onto
 * itself; what is refused although it shares none is counted. What is accepted is run, and must come out
 * right.
 *
 * COVERS(CORE-10, CORE-11)
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/by_hand.h"
#include "support/random_layout.h"
#include "support/relayout_trial.h"

enum { PAIRS = 100000, ARENA = 1 << 13, MOST_BYTES = ARENA / 4, LIMIT = 65536, MARKS = 1 << 20 };

/* ---- CORE-10 ------------------------------------------------------------------------------------- */

struct own_tally {
    int64_t layouts, meeting, large, large_refused;
};

/* Whether some two elements have the same cell. */
static bool elements_meet(const struct gather_layout *layout)
{
    static uint8_t marks[MARKS];
    int64_t index[GATHER_MAX_RANK] = {0}, cells = gather_layout_cells(layout);
    bool meet = false;
    memset(marks, 0, (size_t)cells);
    for (int64_t n = gather_layout_elements(layout); n > 0 && !meet; n--) {
        int64_t cell = layout->offset;
        for (int32_t d = 0; d < layout->rank; d++)
            cell += index[d] * layout->place[d];
        meet = marks[cell]++ != 0;
        for (int32_t d = layout->rank - 1; d >= 0 && ++index[d] == layout->sizes[d]; d--)
            index[d] = 0;
    }
    return meet;
}

/* Strides near each other, so that all kinds of meetings happen. */
static void choose_near(struct randomness *randomness, int32_t rank, int64_t *sizes, int64_t *strides)
{
    for (int32_t d = 0; d < rank; d++) {
        sizes[d] = random_below(randomness, 6) + (random_below(randomness, 20) != 0);
        strides[d] = random_below(randomness, random_below(randomness, 2) ? 30 : 300);
    }
}

/* Many elements, each stride beyond those before but for one that may be a little less. */
static void choose_many(struct randomness *randomness, int32_t rank, int64_t *sizes, int64_t *strides)
{
    int64_t step = 1, odd = random_below(randomness, 10);
    for (int32_t d = 0; d < rank; d++) {
        sizes[d] = 20 + random_below(randomness, 60);
        strides[d] = step - (d == odd);
        step = step * sizes[d] + random_below(randomness, 2);
    }
}

static struct gather_layout random_strides(struct randomness *randomness)
{
    for (;;) {
        int64_t sizes[GATHER_MAX_RANK], strides[GATHER_MAX_RANK], offset = 0;
        int32_t rank = (int32_t)random_below(randomness, 6);
        if (random_below(randomness, 200) == 0)
            choose_many(randomness, rank = 3, sizes, strides);
        else
            choose_near(randomness, rank, sizes, strides);
        for (int32_t d = 0; d < rank; d++)
            if (random_below(randomness, 4) == 0) {
                offset += sizes[d] > 0 ? (sizes[d] - 1) * strides[d] : 0;
                strides[d] = -strides[d];
            }
        struct gather_layout layout = strides_by_hand(GATHER_DTYPE_U8, rank, sizes, strides, offset);
        if (gather_layout_validate(&layout, NULL) == GATHER_STATUS_OK &&
            gather_layout_cells(&layout) <= MARKS)
            return layout;
    }
}

/* Whether a plan of a relayout into this output is made; the data is one cell, seen everywhere. */
static enum gather_status plan_into(const struct gather_layout *out, struct gather_error *error)
{
    struct gather_op op = gather_relayout();
    struct gather_layout data = *out;
    size_t bytes;
    memset(data.place, 0, sizeof data.place);
    data.offset = 0;
    return gather_plan_measure(&bytes, &op, &data, 1, out, NULL, error);
}

static bool judge_output(struct own_tally *tally, const struct gather_layout *out)
{
    struct gather_error error = {0};
    bool meet = elements_meet(out), large = gather_layout_elements(out) > LIMIT;
    enum gather_status status = plan_into(out, &error);
    tally->layouts++;
    tally->meeting += meet;
    tally->large += large && !meet;
    tally->large_refused += large && !meet && status == GATHER_STATUS_OVERLAP;
    bool right = status == (meet ? GATHER_STATUS_OVERLAP : GATHER_STATUS_OK);
    if (large && !meet && status == GATHER_STATUS_OVERLAP)
        right = true; /* CORE-10 says how far it looks */
    if (status == GATHER_STATUS_OVERLAP && (error.operand == NULL || strcmp(error.operand, "output") != 0))
        right = false;
    if (!right) {
        printf("elements %s, but %s:", meet ? "meet" : "don't meet", gather_status_name(status));
        for (int32_t d = 0; d < out->rank; d++)
            printf(" %" PRId64 "*%" PRId64, out->sizes[d], out->place[d]);
        printf("\n");
    }
    return right;
}

/*
 * Conway and Guy's numbers: all sums of any of them differ, though each is smaller than the sum of the
 * others. So 2^n elements in cells of their own, and no rule but looking at all of them tells.
 */
static bool judge_sums_that_differ(struct own_tally *tally)
{
    int64_t u[18] = {0, 1}, sizes[16], strides[16];
    bool right = true;
    for (int n = 1, step = 1, next = 1; n < 17;
         n++) { /* u(n+1) = 2 u(n) - u(n - r), r the rounded root of 2n */
        if (n > next) {
            step++;
            next += step;
        }
        u[n + 1] = 2 * u[n] - u[n - step];
    }
    for (int32_t rank = 1; rank <= 16; rank++) {
        for (int32_t d = 0; d < rank; d++) {
            sizes[d] = 2;
            strides[d] = u[rank] - u[rank - 1 - d];
        }
        struct gather_layout out = strides_by_hand(GATHER_DTYPE_U8, rank, sizes, strides, 0);
        right = judge_output(tally, &out) && right;
        out.place[0]++; /* and nearly so */
        right = judge_output(tally, &out) && right;
    }
    return right;
}

static int ascending(const void *a, const void *b)
{
    int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
    return (first > second) - (first < second);
}

/* 16 strides of 50 bits that are alike in the upper ones: the search has to look at most sums. */
static bool judge_a_long_search(struct randomness *randomness, struct own_tally *tally)
{
    static int64_t cells[LIMIT];
    int64_t sizes[16], strides[16];
    bool meet = false;
    for (int32_t d = 0; d < 16; d++) {
        sizes[d] = 2;
        strides[d] = (INT64_C(1) << 50) + random_below(randomness, INT64_C(1) << 44);
    }
    for (int32_t n = 0; n < LIMIT; n++) {
        cells[n] = 0;
        for (int32_t d = 0; d < 16; d++)
            cells[n] += (n >> d & 1) * strides[d];
    }
    qsort(cells, LIMIT, sizeof cells[0], ascending);
    for (int32_t n = 1; n < LIMIT; n++)
        meet = meet || cells[n] == cells[n - 1];
    struct gather_layout out = strides_by_hand(GATHER_DTYPE_U8, 16, sizes, strides, 0);
    tally->layouts++;
    return plan_into(&out, NULL) == (meet ? GATHER_STATUS_OVERLAP : GATHER_STATUS_OK);
}

static bool judge_outputs(struct randomness *randomness)
{
    struct own_tally tally = {0};
    bool right = judge_sums_that_differ(&tally);
    for (int k = 0; k < 5; k++)
        if (!judge_a_long_search(randomness, &tally)) {
            printf("a long search is not given up\n");
            right = false;
        }
    while (tally.layouts < PAIRS) {
        struct gather_layout out = random_strides(randomness);
        right = judge_output(&tally, &out) && right;
    }
    printf("%" PRId64 " outputs, %" PRId64 " of which meet themselves; of %" PRId64
           " larger ones that don't, %" PRId64 " are refused\n",
           tally.layouts, tally.meeting, tally.large, tally.large_refused);
    return right;
}

/* ---- CORE-11 ------------------------------------------------------------------------------------- */

struct pair_tally {
    int64_t pairs, apart, apart_refused, identities, crossing, crossing_refused;
};

/* A pair in one arena. */
struct pair {
    struct trial trial;
    int64_t data_at, out_at;
    uint8_t
        marks[ARENA]; /* bytes of elements: 1 for the data's, 2 for the output's, its padding among them */
};

static void mark(struct pair *pair, const struct gather_layout *layout, int64_t at, int64_t cell,
                 uint8_t value)
{
    int64_t bits = gather_dtype_bits(layout->dtype), first = cell * layout->cell_bits;
    for (int64_t byte = first / 8; byte <= (first + bits - 1) / 8; byte++)
        pair->marks[at + byte] |= value;
}

/* Whether the operands share no byte. */
static bool are_apart(struct pair *pair)
{
    const struct trial *trial = &pair->trial;
    memset(pair->marks, 0, sizeof pair->marks);
    for (int64_t n = 0; n < trial->data_cells->elements; n++)
        mark(pair, trial->data, pair->data_at, trial->data_cells->cell_of[n], 1);
    for (int64_t n = 0; n < trial->out_cells->elements; n++)
        mark(pair, trial->out, pair->out_at, trial->out_cells->cell_of[n], 2);
    for (int64_t n = 0; n < trial->out_cells->padding && trial->out->padding != GATHER_PADDING_UNKNOWN; n++)
        mark(pair, trial->out, pair->out_at, trial->out_cells->padding_at[n], 2);
    for (size_t k = 0; k < sizeof pair->marks; k++)
        if (pair->marks[k] == 3)
            return false;
    return true;
}

/* Whether the ends of the operands' elements leave no room between them: only a grid can keep them apart. */
static bool do_cross(const struct pair *pair)
{
    int64_t ends[2][2] = {{ARENA, -1}, {ARENA, -1}};
    for (int64_t k = 0; k < ARENA; k++)
        for (int which = 0; which < 2; which++)
            if (pair->marks[k] & (which + 1)) {
                ends[which][0] = k < ends[which][0] ? k : ends[which][0];
                ends[which][1] = k;
            }
    return ends[0][0] <= ends[1][1] && ends[1][0] <= ends[0][1];
}

static bool is_identity(const struct pair *pair)
{
    const struct trial *trial = &pair->trial;
    if (pair->data_at != pair->out_at || trial->data->cell_bits != trial->out->cell_bits)
        return false;
    for (int64_t n = 0; n < trial->data_cells->elements; n++)
        if (trial->data_cells->cell_of[n] != trial->out_cells->cell_of[n])
            return false;
    return true;
}

static const char *fault_of_run(const struct pair *pair, const struct gather_plan *plan, uint8_t *arena,
                                struct gather_buffer data, struct gather_buffer out)
{
    static uint8_t expected[ARENA], before[ARENA];
    memcpy(before, arena, ARENA);
    memcpy(expected, arena, ARENA);
    expect_trial(&pair->trial, before + pair->data_at, expected + pair->out_at);
    if (gather_plan_run(plan, &data, 1, out, NULL, NULL) != GATHER_STATUS_OK)
        return "a run is accepted as its check is";
    return memcmp(expected, arena, ARENA) == 0 ? NULL : "what is accepted comes out right";
}

static const char *fault_of_pair(struct pair_tally *tally, struct pair *pair, struct randomness *randomness)
{
    static uint8_t arena[ARENA];
    struct gather_op op = gather_relayout();
    struct gather_plan *plan;
    struct gather_error error = {0};
    const struct trial *trial = &pair->trial;
    struct gather_buffer data = {arena + pair->data_at, operand_bytes(trial->data_cells, trial->data)};
    struct gather_buffer out = {arena + pair->out_at, operand_bytes(trial->out_cells, trial->out)};
    for (size_t k = 0; k < ARENA; k++)
        arena[k] = (uint8_t)random_bits(randomness);
    if (gather_plan_create(&plan, &op, trial->data, 1, trial->out, NULL, NULL) != GATHER_STATUS_OK)
        return "a plan";
    bool apart = are_apart(pair), identity = is_identity(pair), crossing = apart && do_cross(pair);
    enum gather_status status = gather_plan_check(plan, &data, 1, out, NULL, &error);
    const char *fault = NULL;
    tally->pairs++;
    tally->identities += identity && !apart;
    tally->apart += apart;
    tally->crossing += crossing;
    if (status == GATHER_STATUS_OK)
        fault = apart || identity ? fault_of_run(pair, plan, arena, data, out)
                                  : "a byte that both have is refused";
    else if (status != GATHER_STATUS_OVERLAP || error.operand == NULL || strcmp(error.operand, "data") != 0)
        fault = "nothing but OVERLAP of the data is wrong here";
    else if (identity)
        fault = "onto itself is allowed";
    tally->apart_refused += apart && status != GATHER_STATUS_OK;
    tally->crossing_refused += crossing && status != GATHER_STATUS_OK;
    gather_plan_destroy(plan);
    return fault;
}

/* One pattern of steps for both, a few cells apart: a[:, ::6] and a[:, 3::6]. */
static void make_alike(struct randomness *randomness, struct gather_layout *data, struct gather_layout *out)
{
    int64_t sizes[2] = {1 + random_below(randomness, 5), 1 + random_below(randomness, 6)};
    int64_t step = 1 + random_below(randomness, 8), times = 1 + random_below(randomness, 3);
    int64_t strides[2] = {step * times * sizes[1], step * times};
    int32_t dtype = random_dtype(randomness);
    *out = strides_by_hand(dtype, 2, sizes, strides, random_below(randomness, 8));
    strides[1] = step * (1 + random_below(randomness, 3));
    strides[0] = step * (1 + random_below(randomness, 12));
    *data = strides_by_hand(dtype, 2, sizes, strides, random_below(randomness, 8));
}

static void make_pair(struct randomness *randomness, struct gather_layout *data, struct gather_layout *out)
{
    int64_t sizes[GATHER_MAX_RANK];
    if (random_below(randomness, 2)) {
        make_alike(randomness, data, out);
        return;
    }
    int32_t rank = random_shape(randomness, 64, sizes), dtype = random_dtype(randomness);
    *out = random_layout(randomness, dtype, rank, sizes, RANDOM_OUTPUT);
    *data =
        random_below(randomness, 4) == 0 ? *out : random_layout(randomness, dtype, rank, sizes, RANDOM_INPUT);
}

static bool judge_pairs(struct randomness *randomness)
{
    static struct operand_cells data_cells, out_cells;
    static struct pair pair;
    struct pair_tally tally = {0};
    bool right = true;
    while (tally.pairs < PAIRS) {
        struct gather_layout data, out;
        make_pair(randomness, &data, &out);
        operand_cells_find(&data_cells, &data);
        operand_cells_find(&out_cells, &out);
        int64_t data_bytes = (int64_t)operand_bytes(&data_cells, &data);
        int64_t out_bytes = (int64_t)operand_bytes(&out_cells, &out);
        if (data_bytes > MOST_BYTES || out_bytes > MOST_BYTES)
            continue;
        pair.trial = (struct trial){&data, &out, &data_cells, &out_cells, NULL, 0, TRIAL_WHOLE};
        pair.data_at = MOST_BYTES + random_below(randomness, MOST_BYTES / 8);
        pair.out_at = random_below(randomness, 3) == 0
                          ? pair.data_at
                          : pair.data_at - out_bytes + random_below(randomness, out_bytes + data_bytes + 1);
        const char *fault = fault_of_pair(&tally, &pair, randomness);
        if (fault != NULL)
            print_trial(&pair.trial, fault);
        right = fault == NULL && right;
    }
    printf("%" PRId64 " pairs, %" PRId64 " onto themselves; of %" PRId64 " that share no byte %" PRId64
           " are refused, of the %" PRId64 " among them that cross %" PRId64 "\n",
           tally.pairs, tally.identities, tally.apart, tally.apart_refused, tally.crossing,
           tally.crossing_refused);
    operand_cells_end(&data_cells);
    operand_cells_end(&out_cells);
    return right;
}

int main(void)
{
    struct randomness randomness = randomness_begin("overlap");
    bool right = judge_outputs(&randomness);
    return judge_pairs(&randomness) && right ? 0 : 1;
}
