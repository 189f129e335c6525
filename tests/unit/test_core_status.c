/* SPDX-License-Identifier: Apache-2.0 */
/* Statuses, how an error is filled, and the sentence made of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/fail.h"
#include "core/text.h"
#include "gather/gather.h"

static void check_sentence(const struct gather_error *error, const char *expected)
{
    char text[256];
    size_t length = gather_error_format(error, text, sizeof text);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
}

/* The numbers are part of the ABI; the names those of the conformance cases. */
static void test_names_and_numbers(void **state) /* COVERS(CORE-26) */
{
    (void)state;
    static const char *const names[] = {
        "OK",     "ARGUMENT", "AXIS",     "RANK",        "SHAPE",     "DTYPE", "INDEX_RANGE", "LAYOUT",
        "BOUNDS", "OVERLAP",  "OVERFLOW", "UNSUPPORTED", "NO_MEMORY", "IO",    "FORMAT",      "CANCELLED"};
    assert_int_equal(GATHER_STATUS_COUNT, sizeof names / sizeof names[0]);
    for (int k = 0; k < GATHER_STATUS_COUNT; k++) {
        assert_string_equal(gather_status_name(k), names[k]);
        assert_true(strlen(gather_status_sentence(k)) > 5);
    }
    assert_string_equal(gather_status_name(GATHER_STATUS_COUNT), "UNKNOWN");
    assert_string_equal(gather_status_name(-1), "UNKNOWN");
    assert_string_equal(gather_status_sentence(99), "not a status of this library");
}

static void test_index_error_of_the_page(void **state) /* COVERS(CORE-26) */
{
    (void)state;
    struct gather_error error;
    gather__fail(&error, GATHER_STATUS_INDEX_RANGE, "indices", NULL);
    gather__fail_value(&error, GATHER_STATUS_INDEX_RANGE, 5, -5, 4);
    gather__fail_axis_size(&error, GATHER_STATUS_INDEX_RANGE, 0, 5);
    error.has |= GATHER_ERROR_HAS_POSITION;
    error.rank = 2;
    error.position[0] = 1;
    error.position[1] = 3;
    check_sentence(&error, "indices[1,3] = 5 is outside -5..4 (axis 0 of data has size 5)");
}

static void test_parts_of_the_sentence(void **state) /* COVERS(CORE-26) */
{
    (void)state;
    struct gather_error error;
    gather__fail(&error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    check_sentence(&error, "out of memory");
    gather__fail(&error, GATHER_STATUS_FORMAT, NULL, "a number");
    gather__fail_at(&error, GATHER_STATUS_FORMAT, 9);
    check_sentence(&error, "at byte 9: malformed; expected a number");
    gather__fail(&error, GATHER_STATUS_DTYPE, "data", NULL);
    check_sentence(&error, "data: the element type is not allowed here");
    gather__fail(&error, GATHER_STATUS_AXIS, "axis", NULL);
    gather__fail_value(&error, GATHER_STATUS_AXIS, 2, -2, 1);
    check_sentence(&error, "axis = 2 is outside -2..1");
    gather__fail(&error, GATHER_STATUS_SHAPE, "sizes", NULL);
    gather__fail_axis(&error, GATHER_STATUS_SHAPE, 3);
    check_sentence(&error, "sizes: sizes that must agree do not (dimension 3)");
    gather__fail(&error, GATHER_STATUS_RANK, "index", "an entry for each dimension");
    gather__fail_value(&error, GATHER_STATUS_RANK, 1, 2, 2);
    gather__fail_axis(&error, GATHER_STATUS_RANK, 0);
    check_sentence(&error, "rank of index = 1 is not 2 (axis 0); expected an entry for each dimension");
    gather__fail(&error, GATHER_STATUS_BOUNDS, "data", "a larger buffer");
    gather__fail_value(&error, GATHER_STATUS_BOUNDS, 160, 200, INT64_MAX);
    check_sentence(&error, "data: 160 bytes, but 200 are needed; expected a larger buffer");
    gather__fail(&error, GATHER_STATUS_BOUNDS, "bytes", NULL);
    gather__fail_value(&error, GATHER_STATUS_BOUNDS, 0, 1, INT64_MAX);
    check_sentence(&error, "0 bytes, but 1 is needed");
    gather__fail(&error, GATHER_STATUS_BOUNDS, "offset", NULL);
    gather__fail_value(&error, GATHER_STATUS_BOUNDS, 9, 0, 8);
    check_sentence(&error, "offset = 9 is outside 0..8");
    gather__fail(&error, GATHER_STATUS_ARGUMENT, "inputs", NULL);
    gather__fail_value(&error, GATHER_STATUS_ARGUMENT, 3, 2, 2);
    check_sentence(&error, "3 inputs, but 2 are expected");
    gather__fail(&error, GATHER_STATUS_ARGUMENT, "input", NULL);
    gather__fail_value(&error, GATHER_STATUS_ARGUMENT, 3, 2, 2);
    check_sentence(&error, "input = 3 is not 2");
    gather__fail(&error, GATHER_STATUS_ARGUMENT, "bits", "4 or 8");
    gather__fail_value(&error, GATHER_STATUS_ARGUMENT, 5, 4,
                       8); /* within the range, and wrong all the same */
    check_sentence(&error, "bits = 5 is not allowed here; expected 4 or 8");
    gather__fail_lacks(&error, "stride");
    check_sentence(&error, "not supported; the notation has no way to say: stride");
}

/* Of types, ranks, sizes and lengths the sentence says what was given, and what was allowed. */
static void test_what_was_given(void **state) /* COVERS(CORE-26) */
{
    (void)state;
    struct gather_error error;
    gather__fail_dtype(&error, "indices", GATHER_DTYPE_F32, GATHER_DTYPE_NONE, "i32 or i64");
    check_sentence(&error, "type of indices = f32 is not allowed here; expected i32 or i64");
    gather__fail_dtype(&error, "scales", GATHER_DTYPE_I8, GATHER_DTYPE_F16, "the type of the data");
    check_sentence(&error, "type of scales = i8 is not f16; expected the type of the data");
    gather__fail_dtype(&error, "dtype", 99, GATHER_DTYPE_NONE, "a type of this library");
    check_sentence(&error, "dtype = 99 is not allowed here; expected a type of this library");
    gather__fail_dtype(&error, NULL, GATHER_DTYPE_I4, GATHER_DTYPE_NONE, NULL);
    check_sentence(&error, "type of value = i4 is not allowed here");
    gather__fail(&error, GATHER_STATUS_UNSUPPORTED, "indices", "an integer of 8 to 64 bits");
    gather__fail_type(&error, GATHER_STATUS_UNSUPPORTED, GATHER_DTYPE_U4);
    check_sentence(&error, "type of indices = u4: not supported; "
                           "expected an integer of 8 to 64 bits");
    gather__fail_rank(&error, "indices", 2, 3, "the rank of the data");
    check_sentence(&error, "rank of indices = 2 is not 3; expected the rank of the data");
    gather__fail_value(&error, gather__fail(&error, GATHER_STATUS_SHAPE, "data", NULL), 0, 1, INT64_MAX);
    check_sentence(&error, "size of data = 0 is below 1");
    gather__fail_length(&error, gather__fail(&error, GATHER_STATUS_SHAPE, "output", NULL), 4, 2, 2);
    check_sentence(&error, "rank of output = 4 is not 2");
    gather__fail_length(&error, gather__fail(&error, GATHER_STATUS_ARGUMENT, "begin", NULL), 1, 2, 2);
    check_sentence(&error, "length of begin = 1 is not 2");
    gather__fail_given(&error, gather__fail(&error, GATHER_STATUS_ARGUMENT, "mode", "error or wrap"), 7);
    check_sentence(&error, "mode = 7 is not allowed here; expected error or wrap");
}

static void test_odd_numbers(void **state) /* COVERS(CORE-26) */
{
    (void)state;
    struct gather_error error;
    gather__fail(&error, GATHER_STATUS_INDEX_RANGE, "indices", NULL);
    gather__fail_value(&error, GATHER_STATUS_INDEX_RANGE, -1, 0, -1); /* an axis of size 0 */
    gather__fail_axis_size(&error, GATHER_STATUS_INDEX_RANGE, 1, 0);
    check_sentence(&error, "indices = -1 is outside an empty range (axis 1 of data has size 0)");
    error.value_is_unsigned = 1;
    check_sentence(&error,
                   "indices = 18446744073709551615 is outside an empty range (axis 1 of data has size 0)");
    gather__fail(&error, GATHER_STATUS_INDEX_RANGE, NULL, NULL);
    gather__fail_value(&error, GATHER_STATUS_INDEX_RANGE, INT64_MIN, INT64_MIN + 1, INT64_MAX);
    gather__fail_axis_size(&error, GATHER_STATUS_INDEX_RANGE, 0, INT64_MAX);
    check_sentence(&error, "value = -9223372036854775808 is below -9223372036854775807 "
                           "(axis 0 of data has size 9223372036854775807)");
    error.has = GATHER_ERROR_HAS_VALUE; /* a value without limits: the status says what is wrong */
    error.operand = "dim";
    check_sentence(&error, "dim = -9223372036854775808: an index is out of range");
    error.has = GATHER_ERROR_HAS_POSITION;
    error.operand = NULL;
    error.rank = 0;
    check_sentence(&error, "[]: an index is out of range");
    error.status = 1000;
    error.has = 0;
    check_sentence(&error, "not a status of this library");
}

/* A sentence that does not fit is cut, ended by NUL, and its whole length answered. */
static void test_short_memory(void **state) /* COVERS(CORE-26) */
{
    (void)state;
    struct gather_error error;
    char text[16];
    gather__fail(&error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    for (size_t size = 0; size < sizeof text; size++) {
        memset(text, '?', sizeof text);
        assert_int_equal(gather_error_format(&error, text, size), strlen("out of memory"));
        size_t kept = size == 0 ? 0 : size - 1 < strlen("out of memory") ? size - 1 : strlen("out of memory");
        assert_memory_equal(text, "out of memory", kept);
        assert_int_equal(text[kept], size == 0 ? '?' : '\0');
        assert_int_equal(text[kept + 1 < sizeof text ? kept + 1 : 0], kept + 1 < sizeof text ? '?' : text[0]);
    }
}

/* Filling starts anew, part is -1 for none, and no error is allowed everywhere. */
static void test_filling(void **state) /* COVERS(CORE-26) */
{
    (void)state;
    struct gather_error error;
    memset(&error, 0x5a, sizeof error);
    assert_int_equal(gather__fail(&error, GATHER_STATUS_IO, "data", "bytes"), GATHER_STATUS_IO);
    assert_int_equal(error.status, GATHER_STATUS_IO);
    assert_int_equal(error.has, 0);
    assert_int_equal(error.part, -1);
    assert_int_equal(error.value_is_unsigned, 0);
    assert_null(error.lacks);
    assert_string_equal(error.operand, "data");
    assert_string_equal(error.expected, "bytes");
    assert_int_equal(gather__fail(NULL, GATHER_STATUS_IO, "data", NULL), GATHER_STATUS_IO);
    assert_int_equal(gather__fail_at(NULL, GATHER_STATUS_FORMAT, 1), GATHER_STATUS_FORMAT);
    assert_int_equal(gather__fail_axis(NULL, GATHER_STATUS_SHAPE, 1), GATHER_STATUS_SHAPE);
    assert_int_equal(gather__fail_value(NULL, GATHER_STATUS_AXIS, 1, 2, 3), GATHER_STATUS_AXIS);
    assert_int_equal(gather__fail_given(NULL, GATHER_STATUS_AXIS, 1), GATHER_STATUS_AXIS);
    assert_int_equal(gather__fail_length(NULL, GATHER_STATUS_SHAPE, 1, 2, 2), GATHER_STATUS_SHAPE);
    assert_int_equal(gather__fail_dtype(NULL, "data", GATHER_DTYPE_I8, 0, NULL), GATHER_STATUS_DTYPE);
    assert_int_equal(gather__fail_rank(NULL, "data", 1, 2, NULL), GATHER_STATUS_RANK);
    assert_int_equal(gather__fail_lacks(NULL, "tiles"), GATHER_STATUS_UNSUPPORTED);
}

/* A call that succeeds leaves the error alone; one that fails leaves the result alone. */
static void test_written_only_on_failure(void **state) /* COVERS(CORE-26) */
{
    (void)state;
    const int64_t good[] = {2, 3}, bad[] = {2, -3};
    struct gather_error error, error_before;
    struct gather_layout layout, layout_before;
    memset(&error, 0x5a, sizeof error);
    memset(&layout, 0x5a, sizeof layout);
    error_before = error;
    layout_before = layout;
    assert_int_equal(gather_layout_init(&layout, GATHER_DTYPE_F32, 2, bad, NULL), GATHER_STATUS_SHAPE);
    assert_memory_equal(&layout, &layout_before, sizeof layout);
    assert_int_equal(gather_layout_init(&layout, GATHER_DTYPE_F32, 2, good, &error), GATHER_STATUS_OK);
    assert_memory_equal(&error, &error_before, sizeof error);
}

static void test_integers(void **state)
{
    (void)state;
    char memory[128];
    const int64_t values[] = {0, -1, INT64_MAX, INT64_MIN};
    struct gather__text text = gather__text_begin(memory, sizeof memory);
    gather__text_integers(&text, values, 4, "; ");
    gather__text_character(&text, ' ');
    gather__text_unsigned(&text, UINT64_MAX);
    gather__text_end(&text);
    assert_string_equal(memory, "0; -1; 9223372036854775807; -9223372036854775808 18446744073709551615");
}

static void test_abi_sizes(void **state) /* COVERS(CORE-29) */
{
    (void)state;
    assert_int_equal(gather_abi_size("layout"), 512);
    assert_int_equal(gather_abi_size("layout"), sizeof(struct gather_layout));
    assert_int_equal(gather_abi_size("error"), sizeof(struct gather_error));
    assert_int_equal(gather_abi_size("layout_summary"), sizeof(struct gather_layout_summary));
    assert_int_equal(gather_abi_size("plan_component"), sizeof(struct gather_plan_component));
    assert_int_equal(gather_abi_size("numbers"), sizeof(struct gather_numbers));
    assert_int_equal(gather_abi_size("attribute"), sizeof(struct gather_attribute));
    assert_int_equal(gather_abi_size("op_name"), sizeof(struct gather_op_name));
    assert_int_equal(gather_abi_size("op_operands"), sizeof(struct gather_op_operands));
    assert_int_equal(gather_abi_size("xla_dimension_numbers"), sizeof(struct gather_xla_dimension_numbers));
    assert_int_equal(gather_abi_size("xla_text"), sizeof(struct gather_xla_text));
    assert_int_equal(gather_abi_size("gather_layout"), 0);
    assert_int_equal(gather_abi_size(""), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_and_numbers),
        cmocka_unit_test(test_index_error_of_the_page),
        cmocka_unit_test(test_parts_of_the_sentence),
        cmocka_unit_test(test_what_was_given),
        cmocka_unit_test(test_odd_numbers),
        cmocka_unit_test(test_short_memory),
        cmocka_unit_test(test_filling),
        cmocka_unit_test(test_written_only_on_failure),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_abi_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
