/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Nests that no operator without indices lowers to, but that core promises to run: coordinates of the data
 * that go backwards, by steps, by loops in another order or by none, into and out of tiles, over a box of the
 * output. Against a loop over the output's indices.
 */
#include "core/plan_calls.h"
#include "kernels/table.h"
#include "support/guard.h"
#include "support/plan_check.h"
#include "support/random_layout.h"

enum { CASES = 20000, PLAN_WORDS = 4096, MOST_STEP = 3, MOST_ELEMENTS = 4096 };

struct nest_case {
    struct gather__nest nest;
    struct gather_layout data, out;
    struct operand_cells data_cells, out_cells;
    uint8_t *data_bytes, *out_bytes, *expected;
};

/*
 * A random way to get a coordinate from a loop of so many steps. Returns: the size that the data must
 * have.
 */
static int64_t choose_coordinate(struct randomness *randomness, const struct gather__box *box,
                                 int32_t out_rank, struct gather__coordinate *coordinate)
{
    coordinate->loop = (int32_t)random_below(randomness, out_rank + 1) - 1;
    coordinate->component = -1;
    coordinate->divisor = 1;
    coordinate->step = 0;
    coordinate->base = random_below(randomness, 3);
    if (coordinate->loop < 0)
        return coordinate->base + 1 + random_below(randomness, 2);
    int64_t first = box->begin[coordinate->loop], last = first + box->size[coordinate->loop] - 1;
    coordinate->step = random_below(randomness, 2) ? 1 : random_below(randomness, MOST_STEP) + 1;
    if (random_below(randomness, 2))
        coordinate->step = -coordinate->step;
    int64_t low = coordinate->step * (coordinate->step > 0 ? first : last);
    int64_t high = coordinate->step * (coordinate->step > 0 ? last : first);
    coordinate->base -= low; /* the least coordinate is what the base was */
    return coordinate->base + high + 1 + random_below(randomness, 2);
}

/* A box of a random output, all of it half of the time. */
static int32_t choose_box(struct randomness *randomness, int64_t *sizes, struct gather__box *box)
{
    int32_t rank = random_shape(randomness, 400, sizes);
    bool whole = random_below(randomness, 2) != 0;
    for (int32_t d = 0; d < rank; d++) {
        sizes[d] += sizes[d] == 0;
        box->size[d] = whole ? sizes[d] : 1 + random_below(randomness, sizes[d]);
        box->begin[d] = random_below(randomness, sizes[d] - box->size[d] + 1);
    }
    return rank;
}

/* The box, and data to fill it from. */
static void choose_nest(struct randomness *randomness, struct nest_case *nest_case)
{
    int64_t sizes[GATHER_MAX_RANK] = {0}, data_sizes[GATHER_MAX_RANK], elements;
    int32_t rank, data_rank = (int32_t)random_below(randomness, 4), dtype = random_dtype(randomness);
    struct gather__nest *nest = &nest_case->nest;
    do {
        memset(nest, 0, sizeof *nest);
        nest->input_count = nest->has_box = 1;
        elements = 1;
        rank = choose_box(randomness, sizes, &nest->out);
        for (int32_t d = 0; d < data_rank; d++) {
            data_sizes[d] = choose_coordinate(randomness, &nest->out, rank, &nest->data[d]);
            elements *= data_sizes[d];
        }
    } while (elements > MOST_ELEMENTS);
    nest_case->out = random_layout(randomness, dtype, rank, sizes, RANDOM_OUTPUT);
    nest_case->data = random_layout(randomness, dtype, data_rank, data_sizes, RANDOM_INPUT);
}

static int64_t number_of(const struct gather_layout *layout, const int64_t *index)
{
    int64_t number = 0;
    for (int32_t d = 0; d < layout->rank; d++)
        number = number * layout->sizes[d] + index[d];
    return number;
}

/* What the nest says, element by element; `expect_trial` of one element puts it into its cell. */
static void expect(struct nest_case *nest_case)
{
    const struct gather__nest *nest = &nest_case->nest;
    int64_t index[GATHER_MAX_RANK], coordinate[GATHER_MAX_RANK];
    struct gather_layout one_data = nest_case->data, one_out = nest_case->out;
    bool more = true;
    one_data.rank = one_out.rank = 0;
    one_out.padding = GATHER_PADDING_UNKNOWN;
    memcpy(index, nest->out.begin, sizeof index);
    while (more) {
        for (int32_t d = 0; d < nest_case->data.rank; d++)
            coordinate[d] = nest->data[d].base +
                            (nest->data[d].loop < 0 ? 0 : nest->data[d].step * index[nest->data[d].loop]);
        struct operand_cells from = {.elements = 1}, to = {.elements = 1};
        from.cell_of = nest_case->data_cells.cell_of + number_of(&nest_case->data, coordinate);
        to.cell_of = nest_case->out_cells.cell_of + number_of(&nest_case->out, index);
        const struct trial trial = {&one_data, &one_out, &from, &to, NULL, 0, TRIAL_WHOLE};
        expect_trial(&trial, nest_case->data_bytes, nest_case->expected);
        more = false;
        for (int32_t d = nest_case->out.rank - 1; d >= 0 && !more; d--) {
            more = ++index[d] < nest->out.begin[d] + nest->out.size[d];
            if (!more)
                index[d] = nest->out.begin[d];
        }
    }
}

/* The padding that the output names, which a plan writes too. */
static void expect_padding(struct nest_case *nest_case)
{
    struct gather_layout nothing = nest_case->out;
    struct operand_cells none = {.elements = 0};
    const struct trial trial = {&nothing, &nest_case->out, &none, &nest_case->out_cells, NULL,
                                0,        TRIAL_WHOLE};
    expect_trial(&trial, nest_case->data_bytes, nest_case->expected);
}

static void run_in_pieces(struct randomness *randomness, const struct gather_plan *plan,
                          struct gather_buffer data, struct gather_buffer out)
{
    const struct gather__buffers buffers = {.out = out, .data = data};
    int64_t cut = plan->rows > 0 ? random_below(randomness, plan->rows) : 0;
    if (cut == 0 || !gather__plan_splits_at(plan, cut))
        cut = plan->rows;
    if (cut < plan->rows)
        gather__plan_move_rows(plan, &gather__kernels_scalar, &buffers, cut, plan->rows, false);
    gather__plan_move_rows(plan, &gather__kernels_scalar, &buffers, 0, cut, false);
}

static void try_nest(struct randomness *randomness, struct nest_case *nest_case)
{
    static struct guard data_guard, out_guard;
    static int64_t memory[PLAN_WORDS];
    static uint8_t expected[1 << 20];
    const struct gather_plan *plan = (const struct gather_plan *)(const void *)memory;
    struct gather__work work = {
        .nest = nest_case->nest, .out.layout = &nest_case->out, .data.layout = &nest_case->data};
    size_t needed;
    assert_int_equal(gather__layout_measure(work.out.layout, &work.out.extent, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather__layout_measure(work.data.layout, &work.data.extent, NULL), GATHER_STATUS_OK);
    operand_cells_find(&nest_case->data_cells, &nest_case->data);
    operand_cells_find(&nest_case->out_cells, &nest_case->out);
    size_t data_bytes = operand_bytes(&nest_case->data_cells, &nest_case->data);
    size_t out_bytes = operand_bytes(&nest_case->out_cells, &nest_case->out);
    struct gather_buffer data = {guard_place(&data_guard, data_bytes, GUARD_HIGH, 0), data_bytes};
    struct gather_buffer out = {guard_place(&out_guard, out_bytes, GUARD_HIGH, 0), out_bytes};
    assert_true(out_bytes <= sizeof expected);
    nest_case->data_bytes = data.data;
    nest_case->expected = expected;
    for (size_t k = 0; k < data_bytes; k++)
        nest_case->data_bytes[k] = (uint8_t)random_bits(randomness);
    memset(out.data, 0x5A, out_bytes);
    memset(expected, 0x5A, out_bytes);
    expect(nest_case);
    expect_padding(nest_case);
    assert_int_equal(gather__plan_write(memory, sizeof memory, &needed, &work, NULL), GATHER_STATUS_OK);
    assert_true(needed <= sizeof memory);
    run_in_pieces(randomness, plan, data, out);
    if (memcmp(out.data, expected, out_bytes) != 0 || !guard_holds(&out_guard)) {
        const struct trial trial = {&nest_case->data, &nest_case->out, NULL, NULL, NULL, 0, TRIAL_WHOLE};
        print_trial(&trial, "what the nest says");
        fail();
    }
}

static void test_nests_at_random(void **state) /* COVERS(XLA-31, CORE-5, CORE-8) */
{
    static struct nest_case nest_case;
    struct randomness randomness = randomness_begin("test_nests_at_random");
    (void)state;
    for (int k = 0; k < CASES; k++) {
        choose_nest(&randomness, &nest_case);
        try_nest(&randomness, &nest_case);
    }
    operand_cells_end(&nest_case.data_cells);
    operand_cells_end(&nest_case.out_cells);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_nests_at_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
