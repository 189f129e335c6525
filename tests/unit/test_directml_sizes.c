/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DMLCalcBufferTensorSize: the vectors of docs/spec/directml.md, read from the page, and random descriptors
 * against unbounded (128-bit) integers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gather/layout.h"
#include "support/by_hand.h"
#include "support/randomness.h"
#include "support/wide.h"

#define PAGE "docs/spec/directml.md"
#define UNTOUCHED UINT64_C(77)

enum { MAX_LINE = 512, MAX_DIMENSIONS = 16 };

/* ---- the page's vectors -------------------------------------------------------------------------- */

/* "{2,3}" -> 2 3; what stands behind it is returned. A word ("null") has no numbers. */
static const char *read_numbers(const char *text, int64_t *numbers, int32_t *count)
{
    *count = 0;
    text += strspn(text, " ");
    if (*text != '{')
        return text + strcspn(text, " |");
    while (*text == '{' || *text == ',') {
        char *end;
        assert_true(*count < MAX_DIMENSIONS);
        numbers[(*count)++] = strtoll(text + 1, &end, 10);
        text = end;
    }
    assert_int_equal(*text, '}');
    return text + 1;
}

static void check_vector(const char *descriptor, const char *answer)
{
    int64_t sizes[MAX_DIMENSIONS], strides[MAX_DIMENSIONS];
    int32_t size_count, stride_count;
    size_t name = strcspn(descriptor, " ");
    uint64_t bytes = UNTOUCHED;
    int32_t dtype = gather_dtype_from_name(GATHER_WORLD_OWN, descriptor, name);
    const char *behind = read_numbers(descriptor + name, sizes, &size_count);
    read_numbers(behind, strides, &stride_count);
    assert_true(stride_count == 0 || stride_count == size_count);
    enum gather_status status = gather_directml_tensor_size(dtype, size_count, sizes,
                                                            stride_count == 0 ? NULL : strides, &bytes, NULL);
    if (strncmp(answer, "OVERFLOW", 8) == 0) {
        assert_int_equal(status, GATHER_STATUS_OVERFLOW);
        assert_true(bytes == UNTOUCHED);
    } else {
        assert_int_equal(status, GATHER_STATUS_OK);
        assert_true(bytes == strtoull(answer, NULL, 10));
    }
}

/* "| a | b | c |" -> where column k begins, behind its blank. */
static const char *column(const char *line, int32_t k)
{
    for (; k >= 0; k--)
        line = strchr(line, '|') + 1;
    return line + strspn(line, " ");
}

static void test_vectors_of_the_page(void **state) /* COVERS(DML-30, DML-31, DML-32, DML-33) */
{
    (void)state;
    char line[MAX_LINE];
    int32_t vectors = 0;
    FILE *page = fopen(PAGE, "r");
    if (page == NULL)
        fail_msg("this test runs in the root of the tree, where %s is", PAGE);
    while (fgets(line, sizeof line, page) != NULL && strncmp(line, "| dtype, sizes, strides |", 25) != 0)
        continue;
    while (fgets(line, sizeof line, page) != NULL && line[0] == '|') {
        if (strncmp(line, "| ---", 5) == 0)
            continue;
        check_vector(column(line, 0), column(line, 1));
        check_vector(column(line, 3), column(line, 4)); /* two tables beside one another */
        vectors += 2;
    }
    fclose(page);
    assert_int_equal(vectors, 12);
}

/* The drawings of section 2: the extent of each stride page. */
static void test_stride_pages(void **state) /* COVERS(DML-11, DML-12, DML-14, DML-31, DML-32) */
{
    (void)state;
    char line[MAX_LINE];
    int32_t pages = 0;
    FILE *page = fopen(PAGE, "r");
    assert_non_null(page);
    while (fgets(line, sizeof line, page) != NULL && strncmp(line, "| stride page |", 15) != 0)
        continue;
    while (fgets(line, sizeof line, page) != NULL && line[0] == '|') {
        int64_t sizes[MAX_DIMENSIONS], strides[MAX_DIMENSIONS];
        int32_t size_count, stride_count;
        uint64_t bytes, expected;
        if (strncmp(line, "| ---", 5) == 0)
            continue;
        read_numbers(column(line, 1), sizes, &size_count);
        const char *spelled = column(line, 2);
        bool packed = strncmp(spelled, "null or ", 8) == 0 || strstr(spelled, "or null") != NULL;
        read_numbers(spelled + (strncmp(spelled, "null or ", 8) == 0 ? 8 : 0), strides, &stride_count);
        expected = strtoull(column(line, 4), NULL, 10);
        assert_int_equal(stride_count, size_count);
        assert_int_equal(
            gather_directml_tensor_size(GATHER_DTYPE_F32, size_count, sizes, strides, &bytes, NULL),
            GATHER_STATUS_OK);
        assert_int_equal(bytes, expected);
        if (packed) {
            assert_int_equal(
                gather_directml_tensor_size(GATHER_DTYPE_F32, size_count, sizes, NULL, &bytes, NULL),
                GATHER_STATUS_OK);
            assert_int_equal(bytes, expected);
        }
        pages++;
    }
    fclose(page);
    assert_int_equal(pages, 7);
}

/* ---- unbounded integers -------------------------------------------------------------------------- */

static wide true_bytes(int32_t dtype, int32_t count, const int64_t *sizes, const int64_t *strides)
{
    wide cells = 1;
    for (int32_t d = 0; d < count; d++)
        if (strides == NULL)
            cells = wide_multiply(cells, sizes[d]);
        else
            cells += (wide)(sizes[d] - 1) * strides[d];
    wide bytes = (wide_multiply(cells, gather_dtype_bits(dtype)) + 7) / 8;
    return (bytes + 3) / 4 * 4;
}

static void check_size(int32_t dtype, int32_t count, const int64_t *sizes, const int64_t *strides)
{
    uint64_t bytes = UNTOUCHED;
    struct gather_error error;
    wide expected = true_bytes(dtype, count, sizes, strides);
    enum gather_status status = gather_directml_tensor_size(dtype, count, sizes, strides, &bytes, &error);
    if (expected > UINT64_MAX) {
        assert_int_equal(status, GATHER_STATUS_OVERFLOW);
        assert_int_equal(error.status, GATHER_STATUS_OVERFLOW);
        assert_true(bytes == UNTOUCHED);
    } else {
        assert_int_equal(status, GATHER_STATUS_OK);
        assert_true((wide)bytes == expected);
    }
}

static const int32_t directml_types[] = {
    GATHER_DTYPE_F64, GATHER_DTYPE_I64, GATHER_DTYPE_U64, GATHER_DTYPE_F32, GATHER_DTYPE_I32,
    GATHER_DTYPE_U32, GATHER_DTYPE_F16, GATHER_DTYPE_I16, GATHER_DTYPE_U16, GATHER_DTYPE_I8,
    GATHER_DTYPE_U8,  GATHER_DTYPE_I4,  GATHER_DTYPE_U4};
enum { TYPE_COUNT = sizeof directml_types / sizeof directml_types[0] };

/* 1..2^32-1 of any length; now and then a number next to a power of two. */
static int64_t random_number(struct randomness *randomness)
{
    int64_t number = random_below(randomness, INT64_C(1) << random_below(randomness, 33));
    if (random_below(randomness, 4) == 0)
        number = (INT64_C(1) << random_below(randomness, 33)) - random_below(randomness, 2);
    return number < 1 ? 1 : number > UINT32_MAX ? UINT32_MAX : number;
}

static void test_random_descriptors(void **state) /* COVERS(DML-30, DML-31, DML-32, DML-33) */
{
    (void)state;
    struct randomness randomness = randomness_begin("test_random_descriptors");
    for (int32_t k = 0; k < 300000; k++) {
        int64_t sizes[MAX_DIMENSIONS], strides[MAX_DIMENSIONS];
        int32_t count = 1 + (int32_t)random_below(&randomness, 8);
        for (int32_t d = 0; d < count; d++) {
            sizes[d] = random_number(&randomness);
            strides[d] = random_below(&randomness, 5) == 0 ? 0 : random_number(&randomness);
        }
        int32_t dtype = directml_types[random_below(&randomness, TYPE_COUNT)];
        check_size(dtype, count, sizes, NULL);
        check_size(dtype, count, sizes, strides);
    }
}

/* Around 2^64 bytes for every type: the last that fits, and the first that does not. */
static void test_limits(void **state) /* COVERS(DML-33) */
{
    (void)state;
    for (int32_t k = 0; k < TYPE_COUNT; k++) {
        wide most =
            ((wide)UINT64_MAX - 3) * 8 / gather_dtype_bits(directml_types[k]) - 1; /* the sum of the spans */
        for (wide near = most - 3; near <= most + 8; near++) {
            /* near = (2^32-1) * stride + .. in as many dimensions as it takes. */
            int64_t sizes[MAX_DIMENSIONS], strides[MAX_DIMENSIONS];
            int32_t count = 0;
            wide left = near;
            while (left > 0) {
                wide size = left / UINT32_MAX > 0 ? UINT32_MAX : left + 1;
                wide stride = size == UINT32_MAX ? left / (UINT32_MAX - 1) : 1;
                stride = stride > UINT32_MAX ? UINT32_MAX : stride;
                sizes[count] = (int64_t)size;
                strides[count++] = (int64_t)stride;
                left -= (size - 1) * stride;
                assert_true(count < MAX_DIMENSIONS);
            }
            check_size(directml_types[k], count, sizes, strides);
        }
    }
    /* 2^64 and 2^65 nibbles; 2^64 bits are 2^61 bytes; and products far beyond 128 bits. */
    check_size(GATHER_DTYPE_I4, SIZES(INT64_C(1) << 31, INT64_C(1) << 31, 4), NULL);
    check_size(GATHER_DTYPE_I4, SIZES(INT64_C(1) << 31, INT64_C(1) << 31, 7), NULL);
    check_size(GATHER_DTYPE_I4, SIZES(INT64_C(1) << 31, INT64_C(1) << 31, 8), NULL);
    check_size(GATHER_DTYPE_I64, SIZES(INT64_C(1) << 31, INT64_C(1) << 27), NULL);
    check_size(GATHER_DTYPE_I4, SIZES(UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX),
               NULL);
    check_size(GATHER_DTYPE_U8, SIZES(UINT32_MAX, UINT32_MAX), STRIDES(UINT32_MAX, UINT32_MAX));
}

static void check_refused(int32_t dtype, int32_t count, const int64_t *sizes, const int64_t *strides,
                          enum gather_status status, const char *operand)
{
    struct gather_error error;
    uint64_t bytes = UNTOUCHED;
    assert_int_equal(gather_directml_tensor_size(dtype, count, sizes, strides, &bytes, &error), status);
    assert_int_equal(gather_directml_tensor_size(dtype, count, sizes, strides, &bytes, NULL), status);
    assert_int_equal(error.status, status);
    assert_string_equal(error.operand, operand);
    assert_true(bytes == UNTOUCHED);
}

static void test_refusals(void **state) /* COVERS(DML-13, DML-34) */
{
    (void)state;
    for (int32_t dtype = -1; dtype <= GATHER_DTYPE_COUNT; dtype++) {
        bool known = false;
        for (int32_t k = 0; k < TYPE_COUNT; k++)
            known = known || directml_types[k] == dtype;
        if (!known) /* judged first */
            check_refused(dtype, 0, NULL, NULL, GATHER_STATUS_DTYPE, "dtype");
    }
    check_refused(GATHER_DTYPE_F32, 0, NULL, NULL, GATHER_STATUS_RANK, "sizes");
    check_refused(GATHER_DTYPE_F32, -1, NULL, NULL, GATHER_STATUS_RANK, "sizes");
    check_refused(GATHER_DTYPE_F32, SIZES(2, 0), NULL, GATHER_STATUS_SHAPE, "sizes");
    check_refused(GATHER_DTYPE_F32, SIZES(-1, 2), STRIDES(-1, 1), GATHER_STATUS_SHAPE, "sizes");
    check_refused(GATHER_DTYPE_F32, SIZES(2, INT64_C(1) << 32), NULL, GATHER_STATUS_SHAPE, "sizes");
    check_refused(GATHER_DTYPE_F32, SIZES(2, 3), STRIDES(3, -1), GATHER_STATUS_LAYOUT, "strides");
    check_refused(GATHER_DTYPE_F32, SIZES(2, 3), STRIDES(INT64_C(1) << 32, 1), GATHER_STATUS_LAYOUT,
                  "strides");
}

/* The number of dimensions has no limit here. */
static void test_many_dimensions(void **state) /* COVERS(DML-34) */
{
    (void)state;
    static int64_t sizes[1000], strides[1000];
    uint64_t bytes;
    for (int32_t d = 0; d < 1000; d++) {
        sizes[d] = d < 20 ? 2 : 1;
        strides[d] = 3;
    }
    assert_int_equal(gather_directml_tensor_size(GATHER_DTYPE_U8, 1000, sizes, NULL, &bytes, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(bytes, 1 << 20);
    assert_int_equal(gather_directml_tensor_size(GATHER_DTYPE_U8, 1000, sizes, strides, &bytes, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(bytes, 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors_of_the_page),
        cmocka_unit_test(test_stride_pages),
        cmocka_unit_test(test_random_descriptors),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_many_dimensions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
