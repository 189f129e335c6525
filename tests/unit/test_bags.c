/* SPDX-License-Identifier: Apache-2.0 */
/* Embedding bags at random, against the formula of their page: shapes, layouts, types, threads, what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gather/openvino.h"
#include "kernels/table.h"
#include "support/computed_trial.h"
#include "support/plan_check.h"
#include "support/randomness.h"

enum {
    TRIALS = 500,
    MOST_TABLE = 3000,
    KERNEL_TRIALS = 20000,
    MOST_ROWS = 40,
    MOST_BAGS = 9,
    MOST_OUT_STEP = 8 * (GATHER__SUMMED + 3)
};

static const int32_t types[] = {GATHER_DTYPE_F32, GATHER_DTYPE_F16, GATHER_DTYPE_BF16, GATHER_DTYPE_F64,
                                GATHER_DTYPE_I8,  GATHER_DTYPE_I16, GATHER_DTYPE_I32,  GATHER_DTYPE_I64,
                                GATHER_DTYPE_U8,  GATHER_DTYPE_U16, GATHER_DTYPE_U32,  GATHER_DTYPE_U64};

/* A trial, and what of it is an input where. */
struct bags {
    struct computed_trial trial;
    bool has_offsets, has_default, has_weights, is_mean;
    struct trial_tensor *table, *indices, *offsets, *fallback, *weights;
    int64_t rows, row; /* of the table; elements of one */
    int64_t count;     /* indices that a bag may have */
    int64_t bags;
};

static bool happens(struct randomness *randomness, int64_t once_in)
{
    return random_below(randomness, once_in) == 0;
}

/* ---- operands ------------------------------------------------------------------------------------ */

/* Elements whose sums are exact now and then, and bits as they come. */
static void fill_numbers(struct trial_tensor *tensor, struct randomness *randomness)
{
    const int32_t dtype = tensor->layout.dtype;
    const bool is_tame = !happens(randomness, 4);
    for (int64_t n = 0; n < tensor->cells.elements && is_tame; n++) {
        const int64_t number = random_below(randomness, 200) - 100;
        trial_set(tensor, n,
                  is_float_type(dtype) ? bits_of_float(dtype, (double)number / 8) : (uint64_t)number);
    }
}

/* Offsets that don't decrease. */
static void fill_offsets(struct bags *bags, struct randomness *randomness)
{
    int64_t offset = happens(randomness, 3) ? random_below(randomness, bags->count + 1) : 0;
    for (int64_t n = 0; n < bags->bags; n++) {
        trial_set(bags->offsets, n, (uint64_t)offset);
        if (!happens(randomness, 4))
            offset += random_below(randomness, (bags->count - offset) / (happens(randomness, 2) ? 1 : 4) + 1);
    }
}

/* One number that must not be so, somewhere. */
static void spoil(struct bags *bags, struct randomness *randomness)
{
    static const int64_t wrong[] = {-1, INT32_MIN, INT32_MAX, -2};
    struct trial_tensor *tensor = bags->indices;
    int64_t value = happens(randomness, 2) ? bags->rows : wrong[random_below(randomness, 4)];
    if (bags->has_offsets && happens(randomness, 2)) {
        tensor = bags->offsets;
        value = happens(randomness, 2) ? bags->count + 1 : wrong[random_below(randomness, 4)];
        if (happens(randomness, 3))
            value = 0;
    } else if (bags->has_default && happens(randomness, 2)) {
        tensor = bags->fallback;
    }
    if (tensor->cells.elements > 0)
        trial_set(tensor, random_below(randomness, tensor->cells.elements), (uint64_t)value);
}

/* A shape [rows, ..] of the table; output the same with bags for rows. Returns: its rank. */
static int32_t choose_table(struct bags *bags, struct randomness *randomness, int64_t *sizes)
{
    static const int64_t notable[] = {1, 2, 3, 4, 7, 8, 16, 17, 31, 64, 65, 100, 255, 256, 257, 300, 520};
    const int32_t rank = 1 + (int32_t)random_below(randomness, 4);
    bags->row = 1;
    for (int32_t d = 1; d < rank; d++) {
        const int64_t size = notable[random_below(randomness, happens(randomness, 3) ? 17 : 8)];
        sizes[d] = bags->row * size <= 600 ? size : 1;
        bags->row *= sizes[d];
    }
    if (rank > 1 && happens(randomness, 40)) {
        sizes[1 + random_below(randomness, rank - 1)] = 0;
        bags->row = 0;
    }
    bags->rows = happens(randomness, 40) ? 0 : 1 + random_below(randomness, MOST_TABLE / (bags->row + 1));
    sizes[0] = bags->rows = bags->rows > 20 ? 20 : bags->rows;
    return rank;
}

static void choose_indices(struct bags *bags, struct randomness *randomness, int32_t dtype)
{
    static const int64_t counts[] = {0, 1, 2, 3, 5, 8, 33, 127, 128, 129, 200, 511, 600, 1500};
    const bool is_small = bags->row > 40 || happens(randomness, 2);
    bags->bags = random_below(randomness, is_small ? 9 : 200);
    bags->count = counts[random_below(randomness, is_small ? 11 : bags->has_offsets ? 14 : 7)];
    if (bags->rows == 0 && !happens(randomness, 3))
        bags->count = 0;
    const int64_t sizes[] = {bags->bags, bags->count};
    const int32_t rank = bags->has_offsets ? 1 : 2;
    trial_place(bags->indices, randomness, dtype, rank, sizes + 2 - rank, RANDOM_INPUT);
    for (int64_t n = 0; n < bags->indices->cells.elements; n++)
        trial_set(bags->indices, n, bags->rows > 0 ? (uint64_t)random_below(randomness, bags->rows) : 0);
    if (bags->has_offsets) {
        trial_place(bags->offsets, randomness, dtype, 1, sizes, RANDOM_INPUT);
        fill_offsets(bags, randomness);
    }
    if (bags->has_default) {
        trial_place(bags->fallback, randomness, dtype, 0, sizes, RANDOM_INPUT);
        trial_set(bags->fallback, 0, (uint64_t)(random_below(randomness, bags->rows + 1) - 1));
    }
    if (bags->has_weights) {
        trial_place(bags->weights, randomness, bags->table->layout.dtype, rank, sizes + 2 - rank,
                    RANDOM_INPUT);
        fill_numbers(bags->weights, randomness);
    }
}

static void choose_op(struct bags *bags, struct randomness *randomness)
{
    struct computed_trial *trial = &bags->trial;
    const int32_t inputs = (int32_t)random_below(randomness, 3);
    bags->has_offsets = happens(randomness, 2);
    bags->has_default = bags->has_offsets && inputs > 0;
    bags->has_weights = bags->has_offsets ? inputs > 1 : inputs > 0;
    bags->is_mean = !bags->has_weights && happens(randomness, 2);
    trial->input_count = 2 + bags->has_offsets + bags->has_default + bags->has_weights;
    bags->table = &trial->inputs[0];
    bags->indices = &trial->inputs[1];
    bags->offsets = &trial->inputs[2];
    bags->fallback = &trial->inputs[3];
    bags->weights = &trial->inputs[bags->has_offsets ? 4 : 2];
    if (bags->is_mean || happens(randomness, 2))
        trial->op = bags->has_offsets ? gather_openvino_embedding_bag_offsets(0, bags->is_mean)
                                      : gather_openvino_embedding_bag_packed(15, bags->is_mean);
    else
        trial->op = bags->has_offsets ? gather_openvino_embedding_bag_offsets_sum(3)
                                      : gather_openvino_embedding_bag_packed_sum(17);
}

static void choose(struct bags *bags, struct randomness *randomness)
{
    const int32_t dtype = types[random_below(randomness, happens(randomness, 2) ? 4 : 12)];
    int64_t sizes[4];
    choose_op(bags, randomness);
    const int32_t rank = choose_table(bags, randomness, sizes);
    trial_place(bags->table, randomness, dtype, rank, sizes, RANDOM_INPUT);
    fill_numbers(bags->table, randomness);
    choose_indices(bags, randomness, happens(randomness, 2) ? GATHER_DTYPE_I32 : GATHER_DTYPE_I64);
    if (happens(randomness, 5))
        spoil(bags, randomness);
    sizes[0] = bags->bags;
    trial_place(&bags->trial.out, randomness, dtype, rank, sizes, RANDOM_OUTPUT);
}

/* ---- what is expected ---------------------------------------------------------------------------- */

static void expect_refused(struct gather_error *error, const char *operand, int64_t value, int64_t low,
                           int64_t high)
{
    error->status = GATHER_STATUS_INDEX_RANGE;
    error->operand = operand;
    error->has = GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS | GATHER_ERROR_HAS_POSITION;
    error->value = value;
    error->low = low;
    error->high = high;
}

static void expect_axis(struct gather_error *error, int64_t rows)
{
    error->has |= GATHER_ERROR_HAS_AXIS | GATHER_ERROR_HAS_SIZE;
    error->size = rows;
}

/* OV-EMB-13, -14 and -8, in the order of the operands. Returns: whether something is refused. */
static bool judge(const struct bags *bags, struct gather_error *error)
{
    int64_t least = 0;
    for (int64_t n = 0; n < bags->indices->cells.elements; n++) {
        const int64_t value = trial_integer(bags->indices, n);
        if (value >= 0 && value < bags->rows)
            continue;
        expect_refused(error, "indices", value, 0, bags->rows - 1);
        expect_axis(error, bags->rows);
        error->rank = bags->has_offsets ? 1 : 2;
        error->position[0] = bags->has_offsets ? n : n / bags->count;
        error->position[1] = bags->has_offsets ? 0 : n % bags->count;
        return true;
    }
    for (int64_t n = 0; n < bags->bags && bags->has_offsets; n++) {
        const int64_t value = trial_integer(bags->offsets, n);
        if (value < least || value > bags->count) {
            expect_refused(error, "offsets", value, least, bags->count);
            error->rank = 1;
            error->position[0] = n;
            return true;
        }
        least = value;
    }
    const int64_t row = bags->has_default ? trial_integer(bags->fallback, 0) : -1;
    if (row < -1 || row >= bags->rows) {
        expect_refused(error, "default_index", row, -1, bags->rows - 1);
        expect_axis(error, bags->rows);
    }
    return row < -1 || row >= bags->rows;
}

/* OV-EMB-12: element e of the sum over indices begin..end-1, as bits. */
static uint64_t sum_of(const struct bags *bags, int64_t begin, int64_t end, int64_t e)
{
    const int32_t dtype = bags->table->layout.dtype;
    const bool is_f64 = dtype == GATHER_DTYPE_F64;
    uint64_t whole = 0;
    volatile float sum = 0, product;
    volatile double wide_sum = 0, wide_product;
    for (int64_t j = begin; j < end; j++) {
        const int64_t element = trial_integer(bags->indices, j) * bags->row + e;
        if (!is_float_type(dtype)) {
            whole += (uint64_t)trial_integer(bags->table, element) *
                     (bags->has_weights ? (uint64_t)trial_integer(bags->weights, j) : 1);
            continue;
        }
        const double weight = bags->has_weights ? trial_float(bags->weights, j) : 1;
        wide_product = trial_float(bags->table, element) * (is_f64 ? weight : 1);
        wide_sum = wide_sum + wide_product;
        product = (float)trial_float(bags->table, element) * (float)weight;
        sum = sum + product;
    }
    if (!is_float_type(dtype)) {
        const int64_t count = bags->is_mean ? end - begin : 1;
        const bool is_unsigned = dtype >= GATHER_DTYPE_U8 && dtype <= GATHER_DTYPE_U64;
        whole = is_unsigned ? whole / (uint64_t)count : (uint64_t)((int64_t)whole / count);
        return gather_dtype_bits(dtype) < 64 ? whole & ((UINT64_C(1) << gather_dtype_bits(dtype)) - 1)
                                             : whole;
    }
    if (bags->is_mean) {
        wide_sum = wide_sum / (double)(end - begin);
        sum = sum / (float)(end - begin);
    }
    return bits_of_float(dtype, is_f64 ? wide_sum : (double)sum);
}

/* The indices of a bag, whose offsets are right: begin..end-1. */
static void bounds_of(const struct bags *bags, int64_t bag, int64_t *begin, int64_t *end)
{
    *begin = bag * bags->count;
    *end = *begin + bags->count;
    if (!bags->has_offsets)
        return;
    *begin = trial_integer(bags->offsets, bag);
    *end = bag + 1 < bags->bags ? trial_integer(bags->offsets, bag + 1) : bags->count;
}

static uint64_t element_of(const struct bags *bags, int64_t bag, int64_t e)
{
    int64_t begin, end;
    bounds_of(bags, bag, &begin, &end);
    if (begin < end)
        return sum_of(bags, begin, end, e);
    const int64_t row = bags->has_default ? trial_integer(bags->fallback, 0) : -1;
    return row < 0 ? 0 : trial_bits(bags->table, row * bags->row + e);
}

/* Whether it may be that no bag uses what is refused: an index before all of them, or a row that no bag is. */
static bool is_unused(const struct bags *bags)
{
    const char *operand = bags->trial.expected.operand;
    bool has_empty = false;
    for (int64_t bag = 0; bag < bags->bags && strcmp(operand, "default_index") == 0; bag++) {
        int64_t begin, end;
        bounds_of(bags, bag, &begin, &end);
        has_empty = has_empty || begin == end;
    }
    return bags->trial.out.cells.elements == 0 || (strcmp(operand, "default_index") == 0 && !has_empty) ||
           (strcmp(operand, "indices") == 0 && bags->has_offsets);
}

/* ---- trials -------------------------------------------------------------------------------------- */

static void try_bags(struct randomness *randomness)
{
    struct bags bags = {0};
    choose(&bags, randomness);
    const int64_t elements = bags.trial.out.cells.elements;
    bags.trial.wanted = calloc((size_t)elements + 1, sizeof(uint64_t));
    assert_non_null(bags.trial.wanted);
    if (!judge(&bags, &bags.trial.expected))
        for (int64_t n = 0; n < elements; n++)
            bags.trial.wanted[n] = element_of(&bags, n / bags.row, n % bags.row);
    bags.trial.may_pass = bags.trial.expected.status != GATHER_STATUS_OK && is_unused(&bags);
    const char *fault = fault_of_computed(&bags.trial, randomness);
    if (fault != NULL)
        print_computed(&bags.trial, fault);
    assert_null(fault);
    computed_trial_end(&bags.trial);
}

/* COVERS(OV-EMB-4, OV-EMB-5, OV-EMB-6, OV-EMB-7, OV-EMB-8, OV-EMB-9, OV-EMB-11, OV-EMB-12, OV-EMB-13, OV-EMB-14) */
static void test_at_random(void **state)
{
    (void)state;
    struct randomness randomness = randomness_begin("test_bags");
    for (int k = 0; k < TRIALS; k++)
        try_bags(&randomness);
    computed_trials_end();
}

/* ---- kernels ------------------------------------------------------------------------------------- */

union numbers {
    uint64_t integers[GATHER__SUMMED];
    double doubles[GATHER__SUMMED];
    float floats[GATHER__SUMMED];
    uint8_t bytes[8 * GATHER__SUMMED];
};

/* Numbers of a type, tame enough that none is lost in another order of NaNs. */
static void fill_sums(union numbers *numbers, struct randomness *randomness, int32_t dtype)
{
    for (int64_t k = 0; k < GATHER__SUMMED; k++) {
        const int64_t number = random_below(randomness, 2000) - 1000;
        if (!is_float_type(dtype))
            numbers->integers[k] = random_bits(randomness);
        else if (dtype == GATHER_DTYPE_F64)
            numbers->doubles[k] = (double)number / 7;
        else
            numbers->floats[k] = (float)number / 7;
    }
}

/* Rows flush against an unmapped page, which may overlap. from: receives where they begin. Returns: all of them. */
static const uint8_t *place_rows(struct guard *guard, struct randomness *randomness, int32_t dtype,
                                 int64_t count, int64_t rows, int64_t *from)
{
    const int64_t width = gather_dtype_bits(dtype) / 8;
    const size_t elements = (size_t)(count + random_below(randomness, 64));
    uint8_t *data =
        guard_place(guard, elements * (size_t)width, happens(randomness, 2) ? GUARD_LOW : GUARD_HIGH, 0);
    for (size_t k = 0; k < elements; k++) {
        const int64_t number = random_below(randomness, 2000) - 1000;
        const uint64_t bits =
            is_float_type(dtype) ? bits_of_float(dtype, (double)number / 16) : (uint64_t)number;
        memcpy(data + k * (size_t)width, &bits, (size_t)width);
    }
    for (int64_t j = 0; j < rows; j++)
        from[j] = random_below(randomness, ((int64_t)elements - count) * width + 1);
    for (int64_t j = 0; j < rows && is_float_type(dtype); j++)
        from[j] = from[j] / width * width;
    return data;
}

/* A kernel against the scalar one, which the trials hold to the formula. */
static void check_kernel(const struct gather__kernels *kernels, struct guard *guard,
                         struct randomness *randomness)
{
    static union numbers before, weights, sums[2];
    static uint8_t made[2][MOST_BAGS * MOST_OUT_STEP];
    int64_t from[MOST_ROWS], ends[MOST_BAGS], divisors[MOST_BAGS],
        listed = random_below(randomness, MOST_ROWS);
    struct gather__summing summing = {.dtype = types[random_below(randomness, 12)],
                                      .count = 1 + random_below(randomness, GATHER__SUMMED),
                                      .bags = 1,
                                      .ends = ends,
                                      .from = from,
                                      .listed = listed,
                                      .ahead = random_below(randomness, MOST_ROWS)};
    const int64_t width = gather_dtype_bits(summing.dtype) / 8;
    const bool is_kept = happens(randomness, 3);
    const uint8_t *data = place_rows(guard, randomness, summing.dtype, summing.count, listed, from);
    fill_sums(&before, randomness, summing.dtype);
    fill_sums(&weights, randomness, summing.dtype);
    summing.weights = happens(randomness, 2) ? &weights : NULL;
    summing.before = happens(randomness, 3) ? &before : NULL;
    summing.out_step = (GATHER__SUMMED + random_below(randomness, 4)) * width;
    if (!is_kept && summing.before == NULL)
        summing.bags = 1 + random_below(randomness, MOST_BAGS);
    for (int64_t bag = 0, end = 0; bag < summing.bags; bag++) {
        ends[bag] = end += random_below(randomness, listed - end + 1);
        divisors[bag] = 1 + random_below(randomness, 9);
    }
    if (!is_kept && happens(randomness, 2))
        summing.divisors = divisors;
    for (int k = 0; k < 2; k++) {
        memset(&sums[k], 0x5A, sizeof sums[k]);
        memset(made[k], 0x5A, sizeof made[k]);
        (k == 0 ? &gather__kernels_scalar : kernels)->sum(is_kept ? NULL : made[k], &sums[k], data, &summing);
    }
    assert_true(!is_kept || memcmp(&sums[0], &sums[1], sizeof sums[0]) == 0);
    assert_memory_equal(made[0], made[1], sizeof made[0]);
}

/* COVERS(OV-EMB-12): every table that this processor can run comes to the same bits. */
static void test_kernels(void **state)
{
    (void)state;
    struct randomness randomness = randomness_begin("test_bags kernels");
    static struct guard guard;
    const struct gather__kernels *kernels;
    for (size_t k = 0; (kernels = gather__kernels_at(k)) != NULL; k++)
        for (int trial = 0; trial < KERNEL_TRIALS; trial++)
            check_kernel(kernels, &guard, &randomness);
    guard_end(&guard);
}

/* ---- offsets that nothing was checked of -------------------------------------------------------- */

enum { UNCHECKED_INDICES = 600, UNCHECKED_ROW = 8 };

/* A run of rows of f32 by offsets that are wrong somewhere, with no check before: it is refused, and stays inside. */
static void run_unchecked(int64_t rows, int64_t row, const int64_t *offsets, int64_t bags)
{
    static const int64_t count = UNCHECKED_INDICES;
    const int64_t table_sizes[] = {rows, row}, out_sizes[] = {bags, row};
    const struct gather_op op = gather_openvino_embedding_bag_offsets_sum(3);
    const struct gather_run run = {.size = sizeof run, .check = GATHER_CHECK_EARLIER};
    struct gather_layout layouts[3], out;
    struct gather_error error;
    float *table = calloc((size_t)(rows * row) + 1, sizeof *table),
          *sums = calloc((size_t)(bags * row), sizeof *sums);
    int64_t *indices = calloc((size_t)count, sizeof *indices);
    assert_true(table != NULL && sums != NULL && indices != NULL);
    for (int64_t k = 0; k < count && rows > 0; k++)
        indices[k] = k % rows;
    assert_int_equal(gather_layout_init(&layouts[0], GATHER_DTYPE_F32, 2, table_sizes, &error),
                     GATHER_STATUS_OK);
    assert_int_equal(gather_layout_init(&layouts[1], GATHER_DTYPE_I64, 1, &count, &error), GATHER_STATUS_OK);
    assert_int_equal(gather_layout_init(&layouts[2], GATHER_DTYPE_I64, 1, &bags, &error), GATHER_STATUS_OK);
    assert_int_equal(gather_layout_init(&out, GATHER_DTYPE_F32, 2, out_sizes, &error), GATHER_STATUS_OK);
    const struct gather_buffer inputs[] = {{table, (uint64_t)(rows * row) * sizeof *table},
                                           {indices, (uint64_t)count * sizeof *indices},
                                           {(void *)offsets, (uint64_t)bags * sizeof *offsets}};
    assert_int_equal(gather_once(&op, layouts, inputs, 3, &out,
                                 (struct gather_buffer){sums, (uint64_t)(bags * row) * sizeof *sums}, &run,
                                 &error),
                     GATHER_STATUS_INDEX_RANGE);
    free(table);
    free(sums);
    free(indices);
}

/* Back to before what is listed; an end of all bags that is none; rows of one element that there are none of. */
static void test_unchecked(void **state)
{
    (void)state;
    static int64_t back[] = {500, 600, 5, 20, 600}, cut[65], none[] = {0, 0};
    for (int64_t k = 0; k < 65; k++)
        cut[k] = k < 64 ? k * UNCHECKED_ROW : -1;
    run_unchecked(100, UNCHECKED_ROW, back, 5);
    run_unchecked(100, UNCHECKED_ROW, cut, 65);
    run_unchecked(0, 1, none, 2);
}

/* A plan says which kernel sums. */
static void test_described(void **state)
{
    (void)state;
    const struct gather_layout inputs[] = {layout_of("f32[9,4]C"), layout_of("i64[3,2]C")},
                               out = layout_of("f32[3,4]C");
    const struct gather_op op = gather_openvino_embedding_bag_packed_sum(17);
    check_kernel_told(&op, inputs, 2, &out, gather__kernels_here()->sum_name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_at_random), cmocka_unit_test(test_kernels),
                                       cmocka_unit_test(test_unchecked), cmocka_unit_test(test_described)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
