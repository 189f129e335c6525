/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operands beyond 2^31 elements and 4 GiB, in mappings that hold only the pages that are touched: sources, positions,
 * outputs, strides and indices. With GATHER_TEST_ALL also an output of which every one of 2^31 bytes is written, and
 * 2^31 indices.
 *
 * COVERS(CORE-4, CORE-13, CORE-16)
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "gather/numpy.h"
#include "gather/onnx.h"
#include "gather/plan.h"
#include "support/by_hand.h"

#define GIB (INT64_C(1) << 30)

/* Memory of zeros that takes none until it is written. */
static struct gather_buffer map_sparse(int64_t bytes)
{
    struct gather_buffer buffer = {NULL, (uint64_t)bytes};
    buffer.data =
        mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_true(buffer.data != MAP_FAILED);
    return buffer;
}

static void unmap(struct gather_buffer buffer) { munmap(buffer.data, (size_t)buffer.bytes); }

static uint8_t *bytes_at(struct gather_buffer buffer, int64_t byte) { return (uint8_t *)buffer.data + byte; }

static bool wants_all(void) { return getenv("GATHER_TEST_ALL") != NULL; }

struct call {
    struct gather_op op;
    struct gather_layout inputs[2], out;
    struct gather_buffer data, indices, output;
};

static enum gather_status run(const struct call *call, struct gather_error *error)
{
    const struct gather_buffer inputs[] = {call->data, call->indices};
    return gather_once(&call->op, call->inputs, inputs, 2, &call->out, call->output, NULL, error);
}

static void check_run(const struct call *call)
{
    struct gather_error error;
    assert_int_equal(run(call, &error), GATHER_STATUS_OK);
}

/* ---- sources ------------------------------------------------------------------------------------------- */

/* Rows of 4096 bytes, 6 GiB of them: the first bytes of a few hold their number. */
static void test_hostile_35_rows_beyond_4_gib(void **state)
{
    enum { ROW = 4096 };
    const int64_t rows = 6 * GIB / ROW;
    int64_t indices[] = {0, rows - 1, -1, -rows, 4 * GIB / ROW, 4 * GIB / ROW - 1, 2 * GIB / ROW, 17};
    enum { COUNT = sizeof indices / sizeof indices[0] };
    static uint8_t out[COUNT * ROW];
    struct call call = {gather_onnx_gather(13, 0),
                        {order_by_hand(GATHER_DTYPE_U8, SIZES(rows, ROW), NULL),
                         order_by_hand(GATHER_DTYPE_I64, SIZES(COUNT), NULL)},
                        order_by_hand(GATHER_DTYPE_U8, SIZES(COUNT, ROW), NULL),
                        map_sparse(6 * GIB),
                        {indices, sizeof indices},
                        {out, sizeof out}};
    (void)state;
    for (int k = 0; k < COUNT; k++) {
        int64_t row = indices[k] < 0 ? indices[k] + rows : indices[k];
        memcpy(bytes_at(call.data, row * ROW + 1000), &row, sizeof row);
    }
    check_run(&call);
    for (int k = 0; k < COUNT; k++) {
        int64_t row = indices[k] < 0 ? indices[k] + rows : indices[k], found;
        memcpy(&found, out + k * ROW + 1000, sizeof found);
        assert_int_equal(found, row);
        assert_int_equal(out[k * ROW], 0);
    }
    unmap(call.data);
}

/* Single elements beyond 2^32, in every index type that reaches there; INT32_MIN counts from the end (hostile 5). */
static void check_elements(int32_t dtype, const void *indices, size_t bytes, int64_t count,
                           const int64_t *places)
{
    const int64_t size = 4 * GIB + 100;
    uint8_t out[8] = {0};
    struct call call = {
        gather_onnx_gather(13, 0),
        {order_by_hand(GATHER_DTYPE_U8, SIZES(size), NULL), order_by_hand(dtype, SIZES(count), NULL)},
        order_by_hand(GATHER_DTYPE_U8, SIZES(count), NULL),
        map_sparse(size),
        {(void *)(uintptr_t)indices, bytes},
        {out, (uint64_t)count}};
    call.op.strictness = GATHER_LOOSE;
    for (int64_t k = 0; k < count; k++)
        *bytes_at(call.data, places[k]) = (uint8_t)(k + 1);
    check_run(&call);
    for (int64_t k = 0; k < count; k++)
        assert_int_equal(out[k], k + 1);
    unmap(call.data);
}

static void test_hostile_5_elements_beyond_32_bits(void **state)
{
    const int64_t size = 4 * GIB + 100;
    const int64_t wide[] = {size - 1, 4 * GIB, -size, -4 * GIB, 2 * GIB};
    const int64_t wide_places[] = {size - 1, 4 * GIB, 0, 100, 2 * GIB};
    const uint64_t unsigned_wide[] = {(uint64_t)size - 1, UINT64_C(1) << 32};
    const uint32_t unsigned_narrow[] = {UINT32_MAX, UINT32_C(1) << 31};
    const int64_t unsigned_places[] = {UINT32_MAX, INT64_C(1) << 31};
    const int32_t narrow[] = {INT32_MIN, INT32_MAX, -1};
    const int64_t narrow_places[] = {2 * GIB + 100, INT32_MAX, size - 1};
    (void)state;
    check_elements(GATHER_DTYPE_I64, wide, sizeof wide, 5, wide_places);
    check_elements(GATHER_DTYPE_U64, unsigned_wide, sizeof unsigned_wide, 2,
                   (const int64_t[]){size - 1, 4 * GIB});
    check_elements(GATHER_DTYPE_U32, unsigned_narrow, sizeof unsigned_narrow, 2, unsigned_places);
    check_elements(GATHER_DTYPE_I32, narrow, sizeof narrow, 3, narrow_places);
}

/* Strides of more than 4 GiB, one of them negative, in source and output; the index beyond is refused with its
 * number. */
static void test_hostile_35_strides_beyond_4_gib(void **state)
{
    const int64_t stride = 5 * GIB;
    int64_t indices[] = {1, 0};
    struct gather_error error;
    struct call call = {gather_onnx_gather(13, 0),
                        {strides_by_hand(GATHER_DTYPE_U8, SIZES(2, 3), STRIDES(-stride, 1), stride),
                         order_by_hand(GATHER_DTYPE_I64, SIZES(2), NULL)},
                        strides_by_hand(GATHER_DTYPE_U8, SIZES(2, 3), STRIDES(1, stride), 0),
                        map_sparse(stride + 3),
                        {indices, sizeof indices},
                        map_sparse(2 * stride + 2)};
    (void)state;
    memcpy(bytes_at(call.data, stride), "abc", 3);
    memcpy(bytes_at(call.data, 0), "def", 3);
    check_run(&call);
    for (int column = 0; column < 3; column++) {
        assert_int_equal(*bytes_at(call.output, column * stride), "def"[column]);
        assert_int_equal(*bytes_at(call.output, column * stride + 1), "abc"[column]);
    }
    indices[1] = 4 * GIB;
    assert_int_equal(run(&call, &error), GATHER_STATUS_INDEX_RANGE);
    assert_int_equal(error.position[0], 1);
    assert_int_equal(error.value, 4 * GIB);
    unmap(call.data);
    unmap(call.output);
}

/* ---- outputs ------------------------------------------------------------------------------------------- */

enum { LONG_ROW = 1 << 20, LONG_ROWS = 2100 }; /* together more than 2^31 */

static struct call long_call(int32_t *indices, int32_t rows)
{
    struct call call = {gather_onnx_gather(13, 0),
                        {order_by_hand(GATHER_DTYPE_U8, SIZES(rows, LONG_ROW), NULL),
                         order_by_hand(GATHER_DTYPE_I32, SIZES(LONG_ROWS), NULL)},
                        order_by_hand(GATHER_DTYPE_U8, SIZES(LONG_ROWS, LONG_ROW), NULL),
                        map_sparse((int64_t)rows * LONG_ROW),
                        {indices, LONG_ROWS * sizeof indices[0]},
                        map_sparse((int64_t)LONG_ROWS * LONG_ROW)};
    for (int32_t row = 0; row < rows; row++)
        memset(bytes_at(call.data, (int64_t)row * LONG_ROW), row + 1, LONG_ROW);
    return call;
}

/* Both ends and the middle of every row. */
static void check_long(const struct call *call, const int32_t *indices, int32_t rows)
{
    static const int64_t places[] = {0, 1, LONG_ROW / 2, LONG_ROW - 1};
    for (int64_t row = 0; row < LONG_ROWS; row++)
        for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
            int32_t expected = indices[row] < rows ? indices[row] + 1 : 0;
            assert_int_equal(*bytes_at(call->output, row * LONG_ROW + places[k]), expected);
        }
}

/* Most rows are skipped and stay unmapped; those that are written lie at the ends and around 2^31. */
static void test_hostile_35_output_beyond_2_31(void **state)
{
    static int32_t indices[LONG_ROWS];
    (void)state;
    for (int32_t k = 0; k < LONG_ROWS; k++)
        indices[k] = k < 2 || k > LONG_ROWS - 3 || (k >= 2046 && k < 2050) ? k % 3 : 1000;
    struct call call = long_call(indices, 3);
    call.op.policy = GATHER_POLICY_SKIP;
    check_run(&call);
    check_long(&call, indices, 3);
    unmap(call.data);
    unmap(call.output);
}

static void test_hostile_35_output_beyond_2_31_written(void **state)
{
    static int32_t indices[LONG_ROWS];
    (void)state;
    if (!wants_all())
        skip();
    for (int32_t k = 0; k < LONG_ROWS; k++)
        indices[k] = k * 7 % 11;
    struct call call = long_call(indices, 11);
    check_run(&call);
    check_long(&call, indices, 11);
    unmap(call.data);
    unmap(call.output);
}

/* ---- indices ------------------------------------------------------------------------------------------- */

/* More than 2^31 indices: the position of the one bad one is beyond 2^31, and nothing has been written before. */
static void test_hostile_35_indices_beyond_2_31(void **state)
{
    const int64_t count = 2 * GIB + 5, wide = 1 << 15, high = count / wide + 1;
    int8_t data[2] = {5, 7};
    struct gather_error error;
    (void)state;
    if (!wants_all())
        skip();
    struct call call = {gather_numpy_take(0, GATHER_POLICY_ERROR),
                        {order_by_hand(GATHER_DTYPE_I8, SIZES(2), NULL),
                         order_by_hand(GATHER_DTYPE_I8, SIZES(high, wide), NULL)},
                        order_by_hand(GATHER_DTYPE_I8, SIZES(high, wide), NULL),
                        {data, sizeof data},
                        map_sparse(high * wide),
                        map_sparse(high * wide)};
    *bytes_at(call.indices, high * wide - 2) = 9;
    assert_int_equal(run(&call, &error), GATHER_STATUS_INDEX_RANGE);
    assert_int_equal(error.position[0], high - 1);
    assert_int_equal(error.position[1], wide - 2);
    assert_int_equal(*bytes_at(call.output, 0), 0);
    unmap(call.indices);
    unmap(call.output);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hostile_35_rows_beyond_4_gib),
        cmocka_unit_test(test_hostile_5_elements_beyond_32_bits),
        cmocka_unit_test(test_hostile_35_strides_beyond_4_gib),
        cmocka_unit_test(test_hostile_35_output_beyond_2_31),
        cmocka_unit_test(test_hostile_35_output_beyond_2_31_written),
        cmocka_unit_test(test_hostile_35_indices_beyond_2_31),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
