/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Section C of docs/hostile.md, layouts and buffers, as far as a relayout meets it. Each test has the number
 * of its line.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include <sys/mman.h>

#include "gather/numpy.h"
#include "support/by_hand.h"
#include "support/guard.h"
#include "support/plan_check.h"

static enum gather_status measure(const struct gather_layout *data, const struct gather_layout *out,
                                  struct gather_error *error)
{
    const struct gather_op op = gather_relayout();
    size_t bytes;
    return gather_plan_measure(&bytes, &op, data, 1, out, NULL, error);
}

/* A dense layout of the same type and sizes. */
static struct gather_layout dense_like(const struct gather_layout *layout)
{
    struct gather_layout dense;
    assert_int_equal(gather_layout_init(&dense, layout->dtype, layout->rank, layout->sizes, NULL),
                     GATHER_STATUS_OK);
    return dense;
}

static void check_output_refused(const char *text)
{
    const struct gather_layout out = layout_of(text), data = dense_like(&out);
    struct gather_error error;
    assert_int_equal(measure(&data, &out, &error), GATHER_STATUS_OVERLAP);
    assert_string_equal(error.operand, "output");
}

static void check_output_taken(const char *text)
{
    const struct gather_layout out = layout_of(text), data = dense_like(&out);
    check_pair(&data, &out, NULL);
}

static void test_hostile_25_stride_0_on_output(void **state) /* COVERS(CORE-10) */
{
    (void)state;
    check_output_refused("f32[3]:(0)");
    check_output_refused("f32[2,3]:(0,1)");
    check_output_refused("f32[2,3]:(3,0)+2");
    check_output_refused("i4[4]:(0)");
    check_output_taken("f32[1,3]:(0,1)"); /* one element stays in its place */
    check_output_taken("f32[1]:(0)+1");
    check_output_taken("f32[0,3]:(0,0)"); /* nothing does */
}

static void test_hostile_26_negative_strides_on_each_operand(void **state) /* COVERS(CORE-5) */
{
    static const char *const layouts[] = {"f32[4,5]:(-5,1)+15",  "f32[4,5]:(5,-1)+4", "f32[4,5]:(-5,-1)+19",
                                          "f32[4,5]:(-1,-4)+22", "f32[4,5]:(9,-2)+8", "f32[4,5]C"};
    (void)state;
    for (size_t from = 0; from < ITEMS(layouts); from++)
        for (size_t to = 0; to < ITEMS(layouts); to++)
            check_relayout(layouts[from], layouts[to]);
}

static void test_hostile_27_stride_times_size_overflows(void **state) /* COVERS(CORE-4, LAY-12) */
{
    static const struct {
        int64_t sizes[2], strides[2], offset;
    } bad[] = {{{3, 1}, {INT64_C(1) << 62, 1}, 0},
               {{2, 2}, {INT64_MAX, 1}, 0},
               {{2, 1}, {1, 1}, INT64_MAX},
               {{INT64_MAX, 1}, {2, 1}, 0},
               {{2, 1}, {INT64_C(1) << 61, 1}, 0},                /* its bytes */
               {{INT64_C(1) << 32, INT64_C(1) << 32}, {0, 0}, 0}, /* its elements */
               {{3, 1}, {INT64_MIN, 1}, INT64_MAX}};
    (void)state;
    for (size_t k = 0; k < ITEMS(bad); k++) {
        struct gather_layout layout =
            strides_by_hand(GATHER_DTYPE_F32, 2, bad[k].sizes, bad[k].strides, bad[k].offset);
        const int64_t nowhere[] = {0, 0};
        struct gather_layout good = strides_by_hand(GATHER_DTYPE_F32, 2, bad[k].sizes, nowhere, 0);
        struct gather_error error;
        assert_int_equal(measure(&layout, &layout, &error), GATHER_STATUS_OVERFLOW);
        assert_string_equal(error.operand, "data");
        assert_int_equal(measure(&good, &layout, &error), GATHER_STATUS_OVERFLOW);
        assert_string_equal(error.operand, k == 5 ? "data" : "output"); /* 5: nothing has as many */
    }
}

static void test_hostile_28_an_extent_leaves_the_buffer_by_a_byte(void **state) /* COVERS(CORE-2, CORE-9) */
{
    static const char *const texts[] = {"u8[3,4]:(7,2)+5", "u8[3,4]:(-7,2)+14", "u8[3,4]{0,1:T(2,4)}",
                                        "u8[3,4]{1,0:pad(4,5)=one}"};
    static struct guard guard;
    uint8_t other[12] = {0};
    (void)state;
    for (size_t k = 0; k < ITEMS(texts); k++) {
        const struct gather_layout layout = layout_of(texts[k]);
        uint64_t bytes = (uint64_t)gather_layout_bytes(&layout);
        struct gather_plan *reads = plan_of(texts[k], "u8[3,4]C"), *writes = plan_of("u8[3,4]C", texts[k]);
        struct gather_buffer dense = BUFFER(other);
        for (size_t missing = 0; missing < 2; missing++) {
            struct gather_buffer buffer = {guard_place(&guard, bytes - missing, GUARD_HIGH, 0),
                                           bytes - missing};
            enum gather_status expected = missing ? GATHER_STATUS_BOUNDS : GATHER_STATUS_OK;
            assert_int_equal(gather_plan_run(reads, &buffer, 1, dense, NULL, NULL), expected);
            assert_int_equal(gather_plan_run(writes, &dense, 1, buffer, NULL, NULL), expected);
        }
        gather_plan_destroy(reads);
        gather_plan_destroy(writes);
    }
    struct gather_layout low = strides_by_hand(GATHER_DTYPE_U8, SIZES(3, 4), STRIDES(-7, 2), 13);
    struct gather_layout dense = dense_like(&low);
    assert_int_equal(measure(&low, &dense, NULL), GATHER_STATUS_LAYOUT);
    assert_int_equal(measure(&dense, &low, NULL), GATHER_STATUS_LAYOUT);
    guard_end(&guard);
}

/* Tries a plan with operands at two places of one array. */
static enum gather_status run_at(const char *data, const char *out, size_t data_at, size_t out_at)
{
    uint8_t bytes[256], before[256], expected[256];
    struct gather_layout from = layout_of(data), to = layout_of(out);
    struct gather_plan *plan = plan_of(data, out);
    struct gather_buffer input = {bytes + data_at, (uint64_t)gather_layout_bytes(&from)};
    struct gather_buffer output = {bytes + out_at, (uint64_t)gather_layout_bytes(&to)};
    struct operand_cells data_cells = {0}, out_cells = {0};
    operand_cells_find(&data_cells, &from);
    operand_cells_find(&out_cells, &to);
    const struct trial trial = {&from, &to, &data_cells, &out_cells, NULL, 0, TRIAL_WHOLE};
    for (size_t k = 0; k < sizeof bytes; k++)
        bytes[k] = before[k] = expected[k] = (uint8_t)(k * 29 + 3);
    expect_trial(&trial, before + data_at, expected + out_at);
    enum gather_status status = gather_plan_run(plan, &input, 1, output, NULL, NULL);
    assert_memory_equal(bytes, status == GATHER_STATUS_OK ? expected : before, sizeof bytes);
    operand_cells_end(&data_cells);
    operand_cells_end(&out_cells);
    gather_plan_destroy(plan);
    return status;
}

static void test_hostile_29_output_overlaps_data(void **state) /* COVERS(CORE-11) */
{
    static const char row_major[] = "u8[4,6]C", column_major[] = "u8[4,6]F";
    static const char sevenths[] = "u8[4,5]:(35,7)", thirds[] = "u8[4,9]:(35,3)";
    (void)state;
    assert_int_equal(run_at(row_major, row_major, 10, 10), GATHER_STATUS_OK); /* exactly, and nothing moves */
    assert_int_equal(run_at(row_major, column_major, 10, 10), GATHER_STATUS_OVERLAP);
    for (size_t at = 0; at < 24; at++)
        assert_int_equal(run_at(row_major, row_major, 24, 1 + at),
                         at == 23 ? GATHER_STATUS_OK : GATHER_STATUS_OVERLAP);
    assert_int_equal(run_at(row_major, column_major, 24, 0), GATHER_STATUS_OK); /* side by side */
    assert_int_equal(run_at(row_major, column_major, 24, 48), GATHER_STATUS_OK);
    assert_int_equal(run_at(row_major, column_major, 24, 47), GATHER_STATUS_OVERLAP); /* by one byte */
    assert_int_equal(run_at(row_major, column_major, 24, 1), GATHER_STATUS_OVERLAP);
    for (size_t at = 1; at < 7; at++) /* interleaved: a[:, ::7] and a[:, at::7] */
        assert_int_equal(run_at(sevenths, sevenths, 3, 3 + at), GATHER_STATUS_OK);
    assert_int_equal(run_at(sevenths, sevenths, 3, 10), GATHER_STATUS_OVERLAP);
    assert_int_equal(run_at("u8[4,9]:(35,3)+3", thirds, 3, 3), GATHER_STATUS_OVERLAP);
    /* a[:, ::7] and a[:, 3::3] of one array meet in column 21. */
    assert_int_equal(run_at("u8[4,5]:(35,7)", "u8[4,5]:(35,3)+3", 3, 3), GATHER_STATUS_OVERLAP);
    /* Elements of two bytes on a grid of four: 1 and 3 bytes apart they share one, 2 bytes apart none. */
    for (size_t at = 1; at < 4; at++)
        assert_int_equal(run_at("u16[9]:(2)", "u16[9]:(2)", 8, 8 + at),
                         at == 2 ? GATHER_STATUS_OK : GATHER_STATUS_OVERLAP);
    assert_int_equal(run_at("i4[9]:(2)", "i4[9]:(2)+1", 8, 8),
                     GATHER_STATUS_OVERLAP); /* nibbles share bytes */
}

static void test_hostile_30_aliasing_strides(void **state) /* COVERS(CORE-10) */
{
    (void)state;
    check_output_refused("f32[2,2,10]:(11,10,1)");
    check_output_refused("f32[2,2,10]:(-11,10,1)+11");
    check_output_taken("f32[2,2,10]:(30,10,1)");
    check_output_taken("f32[2,2,10]:(1,2,4)");
    check_output_taken("f32[3,3]:(2,3)"); /* no step exceeds the others' span, and yet no two meet */
    check_relayout("f32[2,2,10]:(11,10,1)", "f32[2,2,10]C"); /* an input may */
}

/* Every pair of misalignments from 0 to 63, between guard pages. */
static void test_hostile_31_every_operand_misaligned(void **state) /* COVERS(CORE-7) */
{
    static const char *const pairs[][2] = {{"f32[17,17]C", "f32[17,17]F"},
                                           {"c128[5,4]C", "c128[5,4]:(5,1)"},
                                           {"u16[33,2]C", "u16[33,2]{0,1:T(8,2)}"}};
    static struct guard data_guard, out_guard;
    (void)state;
    for (size_t p = 0; p < ITEMS(pairs); p++) {
        struct gather_layout from = layout_of(pairs[p][0]), to = layout_of(pairs[p][1]);
        struct gather_plan *plan = plan_of(pairs[p][0], pairs[p][1]);
        size_t data_bytes = (size_t)gather_layout_bytes(&from), out_bytes = (size_t)gather_layout_bytes(&to);
        uint8_t *source = malloc(data_bytes), *first = malloc(out_bytes);
        assert_true(source != NULL && first != NULL);
        for (size_t k = 0; k < data_bytes; k++)
            source[k] = (uint8_t)(k * 41 + (k >> 8) * 3);
        for (size_t d = 0; d < GUARD_GAPS; d++)
            for (size_t o = 0; o < GUARD_GAPS; o++) {
                struct gather_buffer data = {guard_place(&data_guard, data_bytes, GUARD_LOW, d), data_bytes};
                struct gather_buffer out = {guard_place(&out_guard, out_bytes, GUARD_LOW, o), out_bytes};
                memcpy(data.data, source, data_bytes);
                memset(out.data, 0, out_bytes);
                assert_int_equal(gather_plan_run(plan, &data, 1, out, NULL, NULL), GATHER_STATUS_OK);
                if (d + o == 0)
                    memcpy(first, out.data, out_bytes);
                assert_memory_equal(first, out.data, out_bytes);
                assert_true(guard_holds(&out_guard) && guard_holds(&data_guard));
            }
        free(source);
        free(first);
        gather_plan_destroy(plan);
    }
    guard_end(&data_guard);
    guard_end(&out_guard);
}

static void test_hostile_32_operands_flush_against_no_access(void **state) /* COVERS(CORE-9) */
{
    static const char *const pairs[][2] = {{"u8[130,65]C", "u8[130,65]F"},
                                           {"f32[40,33]C", "f32[40,33]{1,0:T(8,128)}"},
                                           {"f32[33,40]{0,1:T(8,8)}", "f32[33,40]C"},
                                           {"i4[33,7]C", "i4[33,7]F"},
                                           {"s4[33,7]{0,1}", "i4[33,7]C"},
                                           {"u8[50,3]C", "u8[50,3]{1,0:E(24)}"},
                                           {"u2[9]:(-1)+8", "u2[9]:(3)+1"},
                                           {"c128[3,3]C", "c128[3,3]{0,1:pad(4,5)=one}"}};
    (void)state;
    for (size_t p = 0; p < ITEMS(pairs); p++)
        check_relayout(pairs[p][0], pairs[p][1]); /* both operands at both ends */
}

static void test_hostile_33_null_data(void **state) /* COVERS(CORE-3) */
{
    uint8_t bytes[16] = {0};
    struct gather_buffer none = {NULL, 16}, some = BUFFER(bytes), nothing = {NULL, 0};
    struct gather_plan *empty = plan_of("u8[0,4]C", "u8[0,4]F"), *full = plan_of("u8[4,4]C", "u8[4,4]F");
    (void)state;
    assert_int_equal(gather_plan_run(empty, &nothing, 1, nothing, NULL, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_plan_run(full, &none, 1, some, NULL, NULL), GATHER_STATUS_BOUNDS);
    assert_int_equal(gather_plan_run(full, &some, 1, none, NULL, NULL), GATHER_STATUS_BOUNDS);
    assert_int_equal(gather_plan_run(full, &nothing, 1, nothing, NULL, NULL), GATHER_STATUS_BOUNDS);
    gather_plan_destroy(empty);
    gather_plan_destroy(full);
}

/* Every byte that is no element's holds its canary, and every bit beside one below a byte. */
static void test_hostile_34_padding_stays_unchanged(void **state) /* COVERS(CORE-8, XLA-20, XLA-38) */
{
    static const char *const outputs[] = {"u8[3,5]{1,0:pad(5,9)}", "u8[3,5]{0,1:T(4,4)L(100)}",
                                          "u8[3,5]:(11,2)+6", "u8[3,5]{1,0:E(32)}", "u8[3,5]:(-11,2)+30"};
    static const char *const nibbles[] = {"s4[3,5]{1,0:E(4)pad(5,9)}", "s4[3,5]{0,1:T(4,4)L(100)E(4)}",
                                          "i4[3,5]:(11,2)+6", "s4[3,5]{1,0:E(32)}"};
    (void)state;
    for (size_t k = 0; k < ITEMS(outputs); k++)
        check_relayout("u8[3,5]C", outputs[k]);
    for (size_t k = 0; k < ITEMS(nibbles); k++)
        check_relayout("i4[3,5]C", nibbles[k]);
}

/* ---- 35: more elements than 32 bits count -------------------------------------------------------- */

/* Address space of which only what is touched is memory. Returns: NULL where the system refuses. */
static uint8_t *map_sparse(size_t bytes)
{
    void *memory =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

struct huge {
    uint8_t *data, *out;
    size_t bytes;
};

static bool map_huge(struct huge *huge, int64_t bytes)
{
    huge->bytes = (size_t)bytes;
    huge->data = map_sparse(huge->bytes);
    huge->out = huge->data == NULL ? NULL : map_sparse(huge->bytes);
    if (huge->data != NULL && huge->out == NULL)
        munmap(huge->data, huge->bytes);
    return huge->out != NULL;
}

static void unmap_huge(struct huge *huge)
{
    munmap(huge->data, huge->bytes);
    munmap(huge->out, huge->bytes);
}

static enum gather_status run_rows(const struct huge *huge, const char *data, const char *out, int64_t begin,
                                   int64_t end)
{
    struct gather_plan *plan = plan_of(data, out);
    struct gather_buffer input = {huge->data, huge->bytes}, output = {huge->out, huge->bytes};
    const struct gather_run run = {.size = sizeof run, .begin = begin, .end = end};
    enum gather_status status = gather_plan_run(plan, &input, 1, output, &run, NULL);
    gather_plan_destroy(plan);
    return status;
}

/* u8[2^33 + 9]: a few rows beyond 2^31, 2^32 and at the end. */
static void check_rows_beyond(const struct huge *huge)
{
    static const int64_t rows[] = {(INT64_C(1) << 31) - 2, (INT64_C(1) << 32) - 2, (INT64_C(1) << 33) + 4};
    for (size_t k = 0; k < ITEMS(rows); k++) {
        int64_t last = (INT64_C(1) << 33) + 8;
        for (int64_t n = 0; n < 5; n++)
            huge->data[rows[k] + n] = (uint8_t)(n + 1);
        assert_int_equal(
            run_rows(huge, "u8[8589934601]:(1)", "u8[8589934601]:(-1)+8589934600", rows[k], rows[k] + 5),
            GATHER_STATUS_OK);
        for (int64_t n = 0; n < 5; n++)
            assert_int_equal(huge->out[last - rows[k] - n], n + 1);
        assert_int_equal(huge->out[last - rows[k] - 5 < 0 ? last : last - rows[k] - 5], 0);
    }
}

/* u8[131072,65537] in tiles that do not divide it: a row in the last third. */
static void check_tiles_beyond(const struct huge *huge)
{
    const size_t row = 131000, columns = 65537, tiles = (columns + 127) / 128;
    for (size_t c = 0; c < columns; c++)
        huge->data[row * columns + c] = (uint8_t)(c % 251 + 1);
    assert_int_equal(
        run_rows(huge, "u8[131072,65537]C", "u8[131072,65537]{1,0:T(8,128)}", (int64_t)row, (int64_t)row + 1),
        GATHER_STATUS_OK);
    for (size_t c = 0; c < columns; c++)
        assert_int_equal(huge->out[(row / 8 * tiles + c / 128) * 1024 + row % 8 * 128 + c % 128],
                         c % 251 + 1);
}

static void test_hostile_35_more_than_2_32_elements(void **state) /* COVERS(CORE-4, XLA-31) */
{
    struct huge huge;
    (void)state;
    if (!map_huge(&huge, (INT64_C(1) << 33) + (INT64_C(1) << 25)))
        skip();
    check_rows_beyond(&huge);
    unmap_huge(&huge);
    if (!map_huge(&huge, (INT64_C(1) << 33) + (INT64_C(1) << 25)))
        skip();
    check_tiles_beyond(&huge);
    unmap_huge(&huge);
}

/* Records of 16 bytes, with an index of 8 in each and an element of 4 that is written beside it. */
static void test_hostile_29_output_between_indices(void **state) /* COVERS(CORE-11) */
{
    enum { RECORDS = 5, RECORD = 16 };
    const struct gather_layout inputs[] = {layout_of("f32[3]"), layout_of("i64[5]:(2)")},
                               out = layout_of("f32[5]:(4)");
    const struct gather_op op = gather_numpy_take(0, GATHER_POLICY_ERROR);
    const float table[] = {1, 2, 3};
    (void)state;
    for (size_t index_at = 0; index_at <= RECORD; index_at++)
        for (size_t out_at = 0; out_at <= RECORD; out_at++) {
            uint8_t records[RECORDS * RECORD + RECORD] = {0};
            const bool is_apart =
                (out_at + RECORD - index_at) % RECORD >= 8 && (out_at + RECORD - index_at) % RECORD <= 12;
            struct gather_buffer buffers[] = {{(void *)(uintptr_t)table, sizeof table},
                                              {records + index_at, (RECORDS - 1) * RECORD + 8}};
            struct gather_buffer to = {records + out_at, (RECORDS - 1) * RECORD + 4};
            for (int64_t k = 0; k < RECORDS; k++) {
                const int64_t index = k % 3;
                memcpy(records + index_at + RECORD * k, &index, sizeof index);
            }
            assert_int_equal(gather_once(&op, inputs, buffers, 2, &out, to, NULL, NULL),
                             is_apart ? GATHER_STATUS_OK : GATHER_STATUS_OVERLAP);
            for (int64_t k = 0; k < RECORDS; k++) {
                const int64_t index = k % 3;
                assert_memory_equal(records + index_at + RECORD * k, &index, sizeof index);
                if (is_apart)
                    assert_memory_equal(records + out_at + RECORD * k, &table[index], sizeof table[index]);
            }
        }
}

/* Three elements 2^32 + 3 apart, and nibbles as far. */
static void test_hostile_35_steps_above_2_32(void **state) /* COVERS(CORE-4) */
{
    const int64_t step = (INT64_C(1) << 32) + 3;
    struct huge huge;
    (void)state;
    if (!map_huge(&huge, 2 * step + 2))
        skip();
    for (int64_t n = 0; n < 3; n++)
        huge.data[n * step] = (uint8_t)(n + 5);
    assert_int_equal(run_rows(&huge, "u8[3]:(4294967299)", "u8[3]:(-1)+2", 0, 0), GATHER_STATUS_OK);
    assert_memory_equal(huge.out, "\7\6\5", 3);
    assert_int_equal(run_rows(&huge, "u8[3]:(4294967299)", "u8[3]:(4294967299)", 0, 0), GATHER_STATUS_OK);
    assert_int_equal(huge.out[2 * step], 7);
    assert_int_equal(run_rows(&huge, "i4[3]:(8589934598)", "i4[3]:(8589934599)", 0, 0), GATHER_STATUS_OK);
    assert_int_equal(huge.out[2 * step + 1] & 0xF, 7);
    assert_int_equal(huge.out[step] >> 4, 6);
    unmap_huge(&huge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hostile_25_stride_0_on_output),
        cmocka_unit_test(test_hostile_26_negative_strides_on_each_operand),
        cmocka_unit_test(test_hostile_27_stride_times_size_overflows),
        cmocka_unit_test(test_hostile_28_an_extent_leaves_the_buffer_by_a_byte),
        cmocka_unit_test(test_hostile_29_output_overlaps_data),
        cmocka_unit_test(test_hostile_29_output_between_indices),
        cmocka_unit_test(test_hostile_30_aliasing_strides),
        cmocka_unit_test(test_hostile_31_every_operand_misaligned),
        cmocka_unit_test(test_hostile_32_operands_flush_against_no_access),
        cmocka_unit_test(test_hostile_33_null_data),
        cmocka_unit_test(test_hostile_34_padding_stays_unchanged),
        cmocka_unit_test(test_hostile_35_more_than_2_32_elements),
        cmocka_unit_test(test_hostile_35_steps_above_2_32),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
