/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Takes along several axes: of random layouts, between pages that can't be touched, all of the output is as the
 * definition makes it, element by element, and every other byte as it was; and what is refused.
 */
#include "gather/axes.h"

#include "core/geometry.h"
#include "support/guard.h"
#include "support/plan_check.h"
#include "support/random_layout.h"

enum { TRIALS = 6000, MOST_ELEMENTS = 600, MOST_LIST = 7, UNEVEN = 99 };

static struct guard guards[2 + GATHER_MAX_RANK];

/* A take, drawn. */
struct drawn {
    struct gather_layout data, out, layouts[GATHER_MAX_RANK];
    struct gather_buffer data_buffer, out_buffer;
    struct gather_axis_indices lists[GATHER_MAX_RANK];
    int64_t values[GATHER_MAX_RANK][MOST_LIST]; /* of the list of an axis */
    bool is_listed[GATHER_MAX_RANK];
    size_t list_count;
    int32_t mode;
    bool is_refused; /* an index is */
};

static struct gather_buffer place(struct randomness *randomness, struct guard *guard,
                                  const struct gather_layout *layout)
{
    const size_t bytes = (size_t)gather_layout_bytes(layout);
    const enum guard_side side = random_below(randomness, 2) ? GUARD_LOW : GUARD_HIGH;
    uint8_t *memory = guard_place(guard, bytes, side, (size_t)random_below(randomness, 3));
    for (size_t k = 0; k < bytes; k++)
        memory[k] = (uint8_t)random_bits(randomness);
    return (struct gather_buffer){memory, bytes};
}

static int32_t draw_type(struct randomness *randomness)
{
    static const int32_t types[] = {GATHER_DTYPE_U8, GATHER_DTYPE_F16, GATHER_DTYPE_F32, GATHER_DTYPE_F64,
                                    GATHER_DTYPE_C128};
    return types[random_below(randomness, sizeof types / sizeof *types)];
}

/* An index, mostly inside. */
static int64_t draw_index(struct randomness *randomness, struct drawn *trial, int64_t size)
{
    int64_t value = size > 0 ? random_below(randomness, 2 * size) - size : 0;
    if (random_below(randomness, 150) == 0)
        value += random_below(randomness, 2) ? 2 * size + 1 : -2 * size - 1;
    if (trial->mode == GATHER_POLICY_ERROR && (value < -size || value >= size))
        trial->is_refused = true;
    return value;
}

/* What becomes of it; numpy's words. */
static int64_t judged(int64_t value, int64_t size, int32_t mode)
{
    if (mode == GATHER_POLICY_CLAMP)
        return value < 0 ? 0 : value >= size ? size - 1 : value;
    return ((value % size) + size) % size;
}

/* The index at a position of the list of an axis: at times as far from the one before as that from its own. */
static int64_t draw_next(struct randomness *randomness, struct drawn *trial, int32_t axis, int64_t position,
                         int64_t step)
{
    const int64_t size = trial->data.sizes[axis];
    const int64_t next = position > 0 ? trial->values[axis][position - 1] + step : size;
    return step != UNEVEN && next >= -size && next < size ? next : draw_index(randomness, trial, size);
}

static void put_index(uint8_t *memory, int32_t dtype, int64_t cell, int64_t value)
{
    if (dtype == GATHER_DTYPE_I8)
        ((int8_t *)memory)[cell] = (int8_t)value;
    else if (dtype == GATHER_DTYPE_I16)
        memcpy(memory + cell * 2, &(int16_t){(int16_t)value}, 2);
    else if (dtype == GATHER_DTYPE_I32)
        memcpy(memory + cell * 4, &(int32_t){(int32_t)value}, 4);
    else
        memcpy(memory + cell * 8, &value, 8);
}

static void draw_list(struct randomness *randomness, struct drawn *trial, int32_t axis)
{
    const size_t k = trial->list_count++;
    static const int32_t types[] = {GATHER_DTYPE_I8, GATHER_DTYPE_I16, GATHER_DTYPE_I32, GATHER_DTYPE_I64};
    const int64_t count = random_below(randomness, MOST_LIST + 1), size = trial->data.sizes[axis];
    const int32_t dtype = types[size < 30 ? random_below(randomness, 4) : 1 + random_below(randomness, 3)];
    const int64_t stride = random_below(randomness, 5) - 2,
                  step = random_below(randomness, 2) ? random_below(randomness, 5) - 2 : UNEVEN;
    trial->is_listed[axis] = true;
    assert_int_equal(gather_layout_init_strides(&trial->layouts[k], dtype, 1, &count, &stride,
                                                stride < 0 && count > 0 ? -stride * (count - 1) : 0, NULL),
                     GATHER_STATUS_OK);
    trial->lists[k].axis = random_below(randomness, 2) ? axis : axis - trial->data.rank;
    trial->lists[k].layout = &trial->layouts[k];
    trial->lists[k].buffer = place(randomness, &guards[2 + k], &trial->layouts[k]);
    for (int64_t i = 0; i < count; i++) {
        uint8_t *at = trial->lists[k].buffer.data;
        const int64_t cell = trial->layouts[k].offset + i * trial->layouts[k].place[0];
        int64_t value =
            stride == 0 && i > 0 ? trial->values[axis][0] : draw_next(randomness, trial, axis, i, step);
        trial->values[axis][i] = value;
        put_index(at, dtype, cell, value);
    }
}

/* Lists along some axes, in any order of these. */
static void draw_lists(struct randomness *randomness, struct drawn *trial)
{
    int32_t axes[GATHER_MAX_RANK], left = trial->data.rank;
    for (int32_t d = 0; d < left; d++)
        axes[d] = d;
    do {
        const int64_t k = random_below(randomness, left);
        draw_list(randomness, trial, axes[k]);
        axes[k] = axes[--left];
    } while (left > 0 && random_below(randomness, 3) > 0);
}

/* Returns: false for data of rank 0, and for a large output. */
static bool draw(struct randomness *randomness, struct drawn *trial)
{
    static const int32_t modes[] = {GATHER_POLICY_ERROR, GATHER_POLICY_ERROR, GATHER_POLICY_WRAP,
                                    GATHER_POLICY_CLAMP};
    int64_t sizes[GATHER_MAX_RANK];
    const int32_t dtype = draw_type(randomness), rank = random_shape(randomness, MOST_ELEMENTS, sizes);
    memset(trial, 0, sizeof *trial);
    if (rank == 0)
        return false;
    trial->mode = modes[random_below(randomness, 4)];
    trial->data = random_layout(randomness, dtype, rank, sizes, RANDOM_INPUT);
    trial->data_buffer = place(randomness, &guards[0], &trial->data);
    draw_lists(randomness, trial);
    assert_int_equal(gather_infer_axes(&trial->data, trial->lists, trial->list_count, &trial->out, NULL),
                     GATHER_STATUS_OK);
    if (gather_layout_elements(&trial->out) > MOST_ELEMENTS)
        return false;
    trial->out = random_layout(randomness, dtype, rank, trial->out.sizes, RANDOM_OUTPUT);
    trial->out_buffer = place(randomness, &guards[1], &trial->out);
    return true;
}

static bool is_of_strides(const struct gather_layout *layout)
{
    int64_t strides[GATHER_MAX_RANK], offset;
    return layout->cell_bits % 8 == 0 && gather__padding_value(layout) == GATHER_PADDING_UNKNOWN &&
           gather__strides_of(layout, strides, &offset);
}

/* Writes the output as the definition has it. Returns: false if an axis is empty, so that no index is inside. */
static bool expect(const struct drawn *trial, uint8_t *expected)
{
    int64_t index[GATHER_MAX_RANK] = {0}, from[GATHER_MAX_RANK], cells[2];
    const size_t width = (size_t)trial->data.cell_bits / 8, out_width = (size_t)trial->out.cell_bits / 8;
    const size_t bytes = (size_t)gather_dtype_bits(trial->data.dtype) / 8;
    const uint8_t *data = trial->data_buffer.data;
    bool more = gather_layout_elements(&trial->out) > 0;
    while (more) {
        for (int32_t d = 0; d < trial->data.rank; d++) {
            if (trial->is_listed[d] && trial->data.sizes[d] == 0)
                return false;
            from[d] = trial->is_listed[d]
                          ? judged(trial->values[d][index[d]], trial->data.sizes[d], trial->mode)
                          : index[d];
        }
        assert_int_equal(gather_layout_cell(&trial->data, from, trial->data.rank, &cells[0], NULL), 0);
        assert_int_equal(gather_layout_cell(&trial->out, index, trial->out.rank, &cells[1], NULL), 0);
        memcpy(expected + (size_t)cells[1] * out_width, data + (size_t)cells[0] * width, bytes);
        assert_int_equal(gather_layout_bump(&trial->out, index, trial->out.rank, &more, NULL), 0);
    }
    return true;
}

/* Ranges of two, the last one first. */
static int run_backwards(void *context, void (*task)(void *argument, uint64_t begin, uint64_t end),
                         void *argument, uint64_t count, uint64_t grain)
{
    (void)context;
    (void)grain;
    for (uint64_t end = count; end > 0; end -= end > 1 ? 2 : 1)
        task(argument, end > 1 ? end - 2 : 0, end);
    return 0;
}

static enum gather_status run(const struct drawn *trial, bool has_threads, struct gather_error *error)
{
    const struct gather_threads threads = {.parallel_for = run_backwards};
    return gather_take_axes(&trial->data, trial->data_buffer, trial->lists, trial->list_count, trial->mode,
                            &trial->out, trial->out_buffer, has_threads ? &threads : NULL, error);
}

static bool has_empty_axis(const struct drawn *trial)
{
    for (size_t k = 0; k < trial->list_count; k++) {
        const int64_t axis = trial->lists[k].axis, rank = trial->data.rank;
        if (trial->layouts[k].sizes[0] > 0 && trial->data.sizes[axis < 0 ? axis + rank : axis] == 0)
            return true;
    }
    return false;
}

/* Returns: whether something was taken. */
static bool check(const struct drawn *trial, bool has_threads)
{
    struct gather_error error = {0};
    const size_t bytes = (size_t)trial->out_buffer.bytes;
    uint8_t *expected = malloc(bytes + 1);
    assert_non_null(expected);
    memcpy(expected, trial->out_buffer.data, bytes);
    const enum gather_status status = run(trial, has_threads, &error);
    if (!is_of_strides(&trial->data) || !is_of_strides(&trial->out)) {
        assert_int_equal(status, GATHER_STATUS_UNSUPPORTED);
    } else if (trial->is_refused || has_empty_axis(trial)) {
        assert_int_equal(status, GATHER_STATUS_INDEX_RANGE);
    } else {
        assert_int_equal(status, GATHER_STATUS_OK);
        assert_true(expect(trial, expected));
    }
    assert_memory_equal(expected, trial->out_buffer.data, bytes);
    for (size_t k = 0; k < 2 + trial->list_count; k++)
        assert_true(guard_holds(&guards[k]));
    free(expected);
    return status == GATHER_STATUS_OK && gather_layout_elements(&trial->out) > 0;
}

static void test_random_takes(void **state)
{
    struct randomness randomness = randomness_begin("test_random_takes");
    struct drawn trial;
    int taken = 0;
    (void)state;
    for (int k = 0; k < TRIALS; k++)
        if (draw(&randomness, &trial))
            taken += check(&trial, k % 3 == 0);
    print_message("%d of %d takes moved something\n", taken, TRIALS);
    assert_true(taken > TRIALS / 20);
}

/* ---- what is refused ------------------------------------------------------------------------------ */

struct asked {
    const char *data, *out, *lists[2];
    int64_t axes[2];
    int32_t status;
    const char *operand;
};

static void test_refusals(void **state)
{
    static const struct asked asked[] = {
        {"u8[3,4]C", "u8[2,2]C", {"i32[2]C", "i32[2]C"}, {0, 2}, GATHER_STATUS_AXIS, "axis"},
        {"u8[3,4]C", "u8[2,2]C", {"i32[2]C", "i32[2]C"}, {0, -3}, GATHER_STATUS_AXIS, "axis"},
        {"u8[3,4]C", "u8[2,2]C", {"i32[2]C", "i32[2]C"}, {1, -1}, GATHER_STATUS_ARGUMENT, "axis"},
        {"u8[3,4]C", "u8[2,2]C", {"i32[2]C", "i32[1,2]C"}, {0, 1}, GATHER_STATUS_RANK, "indices"},
        {"u8[3,4]C", "u8[2,2]C", {"i32[2]C", "f32[2]C"}, {0, 1}, GATHER_STATUS_DTYPE, "indices"},
        {"u8[3,4]C", "u8[2,3]C", {"i32[2]C", "i32[2]C"}, {0, 1}, GATHER_STATUS_SHAPE, "output"},
        {"u8[3,4]C", "u8[2,2,1]C", {"i32[2]C", "i32[2]C"}, {0, 1}, GATHER_STATUS_RANK, "output"},
        {"u8[3,4]C", "f32[2,2]C", {"i32[2]C", "i32[2]C"}, {0, 1}, GATHER_STATUS_DTYPE, "output"},
        {"u8[3,4]C", "u8[2,2]:(0,1)", {"i32[2]C", "i32[2]C"}, {0, 1}, GATHER_STATUS_OVERLAP, "output"},
        {"u8[3,4]C", "u8[3,3]:(0,1)", {"i32[3]C", "i32[3]C"}, {0, 1}, GATHER_STATUS_OVERLAP, "output"},
        {"u8[6,6]{1,0:T(4,4)}",
         "u8[2,2]C",
         {"i32[2]C", "i32[2]C"},
         {0, 1},
         GATHER_STATUS_UNSUPPORTED,
         "data"},
        {"u4[3,4]C", "u4[2,2]C", {"i32[2]C", "i32[2]C"}, {0, 1}, GATHER_STATUS_UNSUPPORTED, "data"},
        {"u8[]C", "u8[]C", {"i32[2]C", "i32[2]C"}, {0, 0}, GATHER_STATUS_AXIS, "axis"},
    };
    uint8_t memory[64] = {0}, output[64];
    int32_t indices[] = {0, 2, 1}; /* which do not go on evenly where a list has all of them */
    const struct gather_buffer data = {memory, sizeof memory}, out = {output, sizeof output},
                               list = {indices, sizeof indices};
    (void)state;
    memset(output, 7, sizeof output);
    for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
        const struct gather_layout layouts[] = {layout_of(asked[k].data), layout_of(asked[k].out),
                                                layout_of(asked[k].lists[0]), layout_of(asked[k].lists[1])};
        const struct gather_axis_indices lists[] = {{asked[k].axes[0], &layouts[2], list},
                                                    {asked[k].axes[1], &layouts[3], list}};
        struct gather_error error = {0};
        assert_int_equal(gather_take_axes(&layouts[0], data, lists, 2, GATHER_POLICY_ERROR, &layouts[1], out,
                                          NULL, &error),
                         asked[k].status);
        assert_string_equal(error.operand, asked[k].operand);
    }
    for (size_t k = 0; k < sizeof output; k++)
        assert_int_equal(output[k], 7);
}

static void test_a_refused_index_has_its_axis_and_position(void **state)
{
    const struct gather_layout data = layout_of("u8[3,4]C"), out = layout_of("u8[2,3]C");
    const struct gather_layout rows = layout_of("i32[2]C"), columns = layout_of("i64[3]C");
    uint8_t memory[12], output[6] = {1, 2, 3, 4, 5, 6};
    int32_t row[] = {0, -3};
    int64_t column[] = {3, 0, 4};
    const struct gather_axis_indices lists[] = {{1, &columns, {column, sizeof column}},
                                                {0, &rows, {row, sizeof row}}};
    const struct gather_threads nobody = {NULL, NULL, 0};
    struct gather_error error = {0};
    char text[160];
    (void)state;
    assert_int_equal(gather_take_axes(&data, (struct gather_buffer){memory, 12}, lists, 2,
                                      GATHER_POLICY_ERROR, &out, (struct gather_buffer){output, 6}, NULL,
                                      &error),
                     GATHER_STATUS_INDEX_RANGE);
    (void)gather_error_format(&error, text, sizeof text);
    assert_string_equal(text, "indices[2] = 4 is outside -4..3 (axis 1 of data has size 4)");
    column[2] = 3;
    assert_int_equal(gather_take_axes(&data, (struct gather_buffer){memory, 12}, lists, 2,
                                      GATHER_POLICY_ERROR, &out, (struct gather_buffer){output, 6}, &nobody,
                                      &error),
                     GATHER_STATUS_ARGUMENT);
    assert_string_equal(error.operand, "threads");
    assert_int_equal(output[0], 1);
}

/* Far along an axis of one byte, that is repeated: what comes next is no number of 64 bits. */
static void test_an_axis_as_long_as_it_gets(void **state)
{
    struct gather_layout data = layout_of("u8[2]:(0)"), out = layout_of("u8[3]C"),
                         list = layout_of("i64[3]C");
    uint8_t memory = 7, output[3] = {0};
    int64_t places[] = {0, INT64_MAX - 1, 5};
    const struct gather_axis_indices lists[] = {{0, &list, {places, sizeof places}}};
    (void)state;
    data.sizes[0] = INT64_MAX;
    assert_int_equal(gather_layout_validate(&data, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_take_axes(&data, (struct gather_buffer){&memory, 1}, lists, 1,
                                      GATHER_POLICY_ERROR, &out, (struct gather_buffer){output, 3}, NULL,
                                      NULL),
                     GATHER_STATUS_OK);
    assert_memory_equal(output, "\7\7\7", 3);
}

static void test_buffers_are_judged_whole(void **state)
{
    const struct gather_layout data = layout_of("u8[3,4]C"), out = layout_of("u8[1,1]C"),
                               list = layout_of("i32[1]C");
    uint8_t memory[16] = {0};
    int32_t zero = 0;
    const struct gather_axis_indices lists[] = {{0, &list, {&zero, 4}}, {1, &list, {&zero, 4}}};
    struct gather_error error = {0};
    (void)state;
    assert_int_equal(gather_take_axes(&data, (struct gather_buffer){memory, 11}, lists, 2,
                                      GATHER_POLICY_ERROR, &out, (struct gather_buffer){memory + 12, 1}, NULL,
                                      &error),
                     GATHER_STATUS_BOUNDS);
    assert_int_equal(gather_take_axes(&data, (struct gather_buffer){memory, 12}, lists, 2,
                                      GATHER_POLICY_ERROR, &out, (struct gather_buffer){memory + 11, 1}, NULL,
                                      &error),
                     GATHER_STATUS_OVERLAP);
    assert_int_equal(gather_take_axes(&data, (struct gather_buffer){memory, 12}, lists, 2,
                                      GATHER_POLICY_ERROR, &out, (struct gather_buffer){&zero, 1}, NULL,
                                      &error),
                     GATHER_STATUS_OVERLAP);
    assert_int_equal(gather_take_axes(&data, (struct gather_buffer){memory, 12}, lists, 0,
                                      GATHER_POLICY_ERROR, &out, (struct gather_buffer){memory + 12, 1}, NULL,
                                      &error),
                     GATHER_STATUS_ARGUMENT);
    assert_int_equal(gather_take_axes(&data, (struct gather_buffer){memory, 12}, lists, 2, GATHER_POLICY_ZERO,
                                      &out, (struct gather_buffer){memory + 12, 1}, NULL, &error),
                     GATHER_STATUS_ARGUMENT);
}

/* The buffer of each list is as long as the list, and apart from the output. */
static void test_every_list_has_its_buffer(void **state)
{
    const struct gather_layout data = layout_of("u8[3,4]C"), out = layout_of("u8[3,3]C"),
                               list = layout_of("i32[3]C");
    uint8_t memory[12] = {0}, output[9];
    int32_t rows[] = {0, 2, 1}, columns[] = {0, 3, 1};
    struct gather_axis_indices lists[] = {{0, &list, BUFFER(rows)}, {1, &list, BUFFER(columns)}};
    struct gather_error error = {0};
    (void)state;
    for (int k = 0; k < 2; k++) {
        const struct gather_buffer of_list = lists[k].buffer, meets = {of_list.data, sizeof output};
        assert_int_equal(
            gather_take_axes(&data, BUFFER(memory), lists, 2, GATHER_POLICY_ERROR, &out, meets, NULL, &error),
            GATHER_STATUS_OVERLAP);
        lists[k].buffer.bytes -= sizeof rows[0];
        assert_int_equal(gather_take_axes(&data, BUFFER(memory), lists, 2, GATHER_POLICY_ERROR, &out,
                                          BUFFER(output), NULL, &error),
                         GATHER_STATUS_BOUNDS);
        assert_string_equal(error.operand, "indices");
        lists[k].buffer = of_list;
    }
}

/* ---- threads ---------------------------------------------------------------------------------------- */

/* What happens to a list between its check and its use: the index that it gets, and the one that it has behind. */
struct changing {
    int32_t *index;
    int32_t during, after;
    int answer;
};

static int change_and_run(void *context, void (*task)(void *argument, uint64_t begin, uint64_t end),
                          void *argument, uint64_t count, uint64_t grain)
{
    const struct changing *changing = context;
    (void)grain;
    *changing->index = changing->during;
    task(argument, 0, count);
    *changing->index = changing->after;
    return changing->answer;
}

/* Rows and columns of a table of bytes, enough for threads; what goes on evenly is read once, and can't change. */
static void check_changing(int32_t during, int32_t after, int answer, int32_t status, bool is_of_rows,
                           bool is_even)
{
    enum { ROWS = 3, COLUMNS = 50000 };
    static uint8_t data[ROWS * COLUMNS], out[ROWS * COLUMNS];
    static int32_t columns[COLUMNS];
    int32_t rows[ROWS] = {is_even ? 0 : 2, is_even ? 1 : 0, is_even ? 2 : 1};
    const struct gather_layout table = layout_of("u8[3,50000]C"), of_rows = layout_of("i32[3]C"),
                               of_columns = layout_of("i32[50000]C");
    const struct gather_axis_indices lists[] = {{0, &of_rows, {rows, sizeof rows}},
                                                {1, &of_columns, {columns, sizeof columns}}};
    struct changing changing = {is_of_rows ? &rows[1] : &columns[7], during, after, answer};
    const struct gather_threads threads = {change_and_run, &changing, 0};
    struct gather_error error = {0};
    memset(out, 9, sizeof out);
    for (int32_t k = 0; k < COLUMNS; k++)
        columns[k] = k % 7;
    assert_int_equal(gather_take_axes(&table, (struct gather_buffer){data, sizeof data}, lists, 2,
                                      GATHER_POLICY_ERROR, &table, (struct gather_buffer){out, sizeof out},
                                      &threads, &error),
                     status);
    if (status == GATHER_STATUS_INDEX_RANGE) {
        assert_int_equal(error.axis, is_of_rows ? 0 : 1);
        assert_int_equal(error.position[0], is_of_rows ? 1 : 7);
        assert_int_equal(error.value, during);
    }
    for (size_t k = 0; k < sizeof out && status == GATHER_STATUS_OK; k++)
        assert_int_equal(out[k], 0);
}

static void test_lists_that_change_are_caught_and_read_nothing_outside(void **state)
{
    (void)state;
    for (int is_of_rows = 0; is_of_rows < 2; is_of_rows++) {
        check_changing(99999999, 99999999, 0, GATHER_STATUS_INDEX_RANGE, is_of_rows, false);
        check_changing(-99999999, 0, 0, GATHER_STATUS_OK, is_of_rows, false);
        check_changing(0, 0, 1, GATHER_STATUS_CANCELLED, is_of_rows, false);
    }
    check_changing(99999999, 99999999, 0, GATHER_STATUS_OK, true, true);
}

static int end(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof guards / sizeof *guards; k++)
        guard_end(&guards[k]);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_takes),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_a_refused_index_has_its_axis_and_position),
        cmocka_unit_test(test_an_axis_as_long_as_it_gets),
        cmocka_unit_test(test_buffers_are_judged_whole),
        cmocka_unit_test(test_every_list_has_its_buffer),
        cmocka_unit_test(test_lists_that_change_are_caught_and_read_nothing_outside),
    };
    return cmocka_run_group_tests(tests, NULL, end);
}
