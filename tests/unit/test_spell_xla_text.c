/* SPDX-License-Identifier: Apache-2.0 */
/* One gather as HLO and StableHLO write it: what is read, and where reading stops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gather/xla_text.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define REQUIRED                                                                                             \
    "offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,3}"
#define NUMBERS                                                                                              \
    "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], "               \
    "index_vector_dim = 1>"
#define ENTRIES "dimension_numbers = " NUMBERS ", slice_sizes = array<i64: 1, 3>"
#define TYPES "(tensor<3x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>"

static struct gather_xla_text read_text(const char *text)
{
    struct gather_xla_text read;
    struct gather_error error = {0};
    char sentence[300];
    if (gather_xla_text_read(&read, text, strlen(text), &error) != GATHER_STATUS_OK) {
        gather_error_format(&error, sentence, sizeof sentence);
        fail_msg("%s: %s", text, sentence);
    }
    return read;
}

static void check_shape(int32_t has, const struct gather_layout *layout, const char *expected)
{
    char text[GATHER_LAYOUT_TEXT_SIZE];
    assert_int_equal(has, expected != NULL);
    if (expected == NULL)
        return;
    assert_int_equal(gather_layout_print(layout, GATHER_SPELLING_XLA, text, sizeof text, NULL, NULL),
                     GATHER_STATUS_OK);
    assert_string_equal(text, expected);
}

static void check_list(const struct gather_numbers *numbers, int64_t count, int64_t first)
{
    assert_int_equal(numbers->count, count);
    if (count > 0)
        assert_int_equal(numbers->at[0], first);
}

static void check_attributes(const struct gather_op *op)
{
    assert_int_equal(op->operation, GATHER_OPERATION_XLA_GATHER);
    check_list(&op->offset_dims, 1, 1);
    check_list(&op->collapsed_slice_dims, 1, 0);
    check_list(&op->start_index_map, 1, 0);
    check_list(&op->operand_batching_dims, 0, 0);
    check_list(&op->start_indices_batching_dims, 0, 0);
    check_list(&op->slice_sizes, 2, 1);
    assert_int_equal(op->slice_sizes.at[1], 3);
    assert_int_equal(op->index_vector_dim, 1);
}

/* COVERS(XLA-G-20): what may be left out, blanks and comments, attributes in any order. */
static void test_hlo(void **state)
{
    (void)state;
    static const char *const bare[] = {
        "gather(x, i), " REQUIRED,
        "ROOT gather(x, i), " REQUIRED,
        "g = gather(%x, %i), " REQUIRED,
        "ROOT %gather.1 = gather(x-1, _i.2), " REQUIRED,
        "ROOT = gather(x, i), " REQUIRED,
        "gather = gather(gather, ROOT), " REQUIRED,
        "gather(x,i),slice_sizes={1,3},index_vector_dim=1,start_index_map={0},collapsed_slice_dims={0},"
        "offset_dims={1}",
        " /* a */ gather ( x , i ) , offset_dims = { 1 } , collapsed_slice_dims={0}, // b\n "
        "start_index_map={0},"
        "index_vector_dim=1,slice_sizes={1,3} // c",
        "gather(x, i), " REQUIRED
        ", metadata={op_name=\"}\\\"{\" deeper={1 /* } */}}, sharding={replicated}, "
        "backend_config=\"{\", frontend_attributes={}, control-predecessors={%a, %b}",
    };
    for (size_t k = 0; k < COUNT_OF(bare); k++) {
        struct gather_xla_text read = read_text(bare[k]);
        check_attributes(&read.op);
        check_shape(read.has_operand, &read.operand, NULL);
        check_shape(read.has_indices, &read.indices, NULL);
        check_shape(read.has_result, &read.result, NULL);
        assert_int_equal(read.indices_are_sorted, 0);
    }
}

static void test_hlo_shapes(void **state)
{
    (void)state;
    struct gather_xla_text read =
        read_text("%g = f32[2,3]{1,0} gather(f32[3,3]{0,1:T(2,2)} %x, s64[2]{0} %i), " REQUIRED);
    check_attributes(&read.op);
    check_shape(read.has_operand, &read.operand, "f32[3,3]{0,1:T(2,2)}");
    check_shape(read.has_indices, &read.indices, "s64[2]{0}");
    check_shape(read.has_result, &read.result, "f32[2,3]{1,0}");
    read = read_text("g = s4 [ 2 /* ] */ , 3 ] { 1 , 0 : E(4) } gather(x, u8[] i), " REQUIRED
                     ", indices_are_sorted=true");
    check_shape(read.has_operand, &read.operand, NULL);
    check_shape(read.has_indices, &read.indices, "u8[]");
    check_shape(read.has_result, &read.result, "s4[2,3]{1,0:E(4)}");
    assert_int_equal(read.indices_are_sorted, 1);
}

/* COVERS(XLA-G-20) */
static void test_stablehlo(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "%0 = \"stablehlo.gather\"(%a, %b) <{" ENTRIES "}> : " TYPES,
        "\"stablehlo.gather\"(%a, %b) {" ENTRIES "} : " TYPES,
        "r = \"stablehlo.gather\" ( %arg0 , b.1 ) < { " ENTRIES " } > : " TYPES " // end",
        "\"stablehlo.gather\"(%a, %b) {indices_are_sorted = false, slice_sizes = array<i64: 1, 3>, "
        "dimension_numbers = " NUMBERS "} : " TYPES,
    };
    for (size_t k = 0; k < COUNT_OF(texts); k++) {
        struct gather_xla_text read = read_text(texts[k]);
        check_attributes(&read.op);
        check_shape(read.has_operand, &read.operand, "f32[3,3]{1,0}");
        check_shape(read.has_indices, &read.indices, "s64[2]{0}");
        check_shape(read.has_result, &read.result, "f32[2,3]{1,0}");
    }
    struct gather_xla_text read =
        read_text("\"stablehlo.gather\"(%a, %b) {dimension_numbers = #stablehlo.gather<>, slice_sizes = "
                  "array<i64>} : (tensor<i1>, tensor<3x0xui4>) -> tensor<3xcomplex<f64>>");
    check_list(&read.op.offset_dims, 0, 0);
    check_list(&read.op.slice_sizes, 0, 0);
    assert_int_equal(read.op.index_vector_dim, 0);
    check_shape(read.has_operand, &read.operand, "pred[]");
    check_shape(read.has_indices, &read.indices, "u4[3,0]{1,0}");
    check_shape(read.has_result, &read.result, "c128[3]{0}");
}

struct bad {
    const char *text;
    enum gather_status status;
    int64_t at;
};

static void check_bad(const struct bad *bad, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        struct gather_xla_text read, before;
        struct gather_error error = {0};
        memset(&read, 0xA5, sizeof read);
        before = read;
        enum gather_status status = gather_xla_text_read(&read, bad[k].text, strlen(bad[k].text), &error);
        if (status != bad[k].status || error.at != bad[k].at)
            fail_msg("\"%s\": %s at %lld", bad[k].text, gather_status_name(status), (long long)error.at);
        assert_int_equal(error.status, status);
        assert_true(error.has & GATHER_ERROR_HAS_AT);
        assert_non_null(error.expected);
        assert_memory_equal(&read, &before, sizeof read);
        assert_int_equal(gather_xla_text_read(&read, bad[k].text, strlen(bad[k].text), NULL), status);
    }
}

#define FORMAT(text, at)                                                                                     \
    {                                                                                                        \
        text, GATHER_STATUS_FORMAT, at                                                                       \
    }
#define UNSUPPORTED(text, at)                                                                                \
    {                                                                                                        \
        text, GATHER_STATUS_UNSUPPORTED, at                                                                  \
    }

/* COVERS(XLA-G-20) */
static void test_bad_hlo(void **state)
{
    (void)state;
    static const struct bad bad[] = {
        FORMAT("", 0),
        FORMAT("/* gather(x, i)", 0),
        FORMAT("ROOT", 4),
        FORMAT("ROOT s = f32[2] scatter(a, b, c)", 16),
        FORMAT("gathers(x, i)", 7),
        FORMAT("%0 = gather(x, i), " REQUIRED, 0),
        FORMAT("= gather(x, i), " REQUIRED, 0),
        FORMAT("f32[2] gather(x, i), " REQUIRED, 3),
        FORMAT("g = f32[2 gather(x, i), " REQUIRED, 125),
        FORMAT("g = f32[2]{0 gather(x, i)", 25),
        FORMAT("g = f32[2] /* gather(x, i), " REQUIRED, 11),
        FORMAT("g = f32[2x]{0} gather(x, i), " REQUIRED, 9),
        FORMAT("g = f33[2]{0} gather(x, i), " REQUIRED, 4),
        FORMAT("gather(x)", 8),
        FORMAT("gather(x, )", 10),
        FORMAT("gather(x, 1)", 10),
        FORMAT("gather(x, i", 11),
        FORMAT("gather(x, i)", 12),
        FORMAT("gather(x, i) offset_dims={1}", 13),
        FORMAT("gather(x, i), ", 14),
        FORMAT("gather(x, i), unique_indices=true", 14),
        FORMAT("gather(x, i), offset_dims", 25),
        FORMAT("gather(x, i), offset_dims=[1]", 26),
        FORMAT("gather(x, i), offset_dims={1", 28),
        FORMAT("gather(x, i), offset_dims={-1}", 27),
        FORMAT("gather(x, i), offset_dims={1,}", 29),
        FORMAT("gather(x, i), index_vector_dim={1}", 31),
        FORMAT("gather(x, i), index_vector_dim=-1", 31),
        FORMAT("gather(x, i), indices_are_sorted=1", 33),
        FORMAT("gather(x, i), offset_dims={1}, offset_dims={1}", 31),
        FORMAT("gather(x, i), metadata=x", 23),
        FORMAT("gather(x, i), metadata={", 24),
        FORMAT("gather(x, i), metadata={/*}", 24),
        FORMAT("gather(x, i), metadata={\"}", 24),
        FORMAT("gather(x, i), metadata=\"\\\"", 23),
        FORMAT("gather(x, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, "
               "index_vector_dim=1",
               96),
        FORMAT("gather(x, i), " REQUIRED "; f()", 115),
        UNSUPPORTED("g = f32[<=2]{0} gather(x, i), " REQUIRED, 8),
        UNSUPPORTED("g = (f32[2]) gather(x, i), " REQUIRED, 4),
        UNSUPPORTED("gather(f8e4m3[2] x, i), " REQUIRED, 7),
        {"g = f32[2]{1} gather(x, i), " REQUIRED, GATHER_STATUS_LAYOUT, 10},
        {"gather(x, i), index_vector_dim=9223372036854775808", GATHER_STATUS_OVERFLOW, 31},
        {"gather(x, i), offset_dims={1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}", GATHER_STATUS_RANK, 26},
    };
    check_bad(bad, COUNT_OF(bad));
}

#define STABLE(rest) "\"stablehlo.gather\"(%a, %b) {" rest

static void test_bad_stablehlo(void **state)
{
    (void)state;
    static const struct bad bad[] = {
        FORMAT("\"stablehlo.scatter\"(%a, %b)", 0),
        FORMAT("\"stablehlo.gather", 0),
        FORMAT("ROOT \"stablehlo.gather\"(%a, %b)", 5),
        FORMAT("%0 \"stablehlo.gather\"(%a, %b)", 3),
        FORMAT("\"stablehlo.gather\"(%a)", 21),
        FORMAT("\"stablehlo.gather\"(%a, 0)", 23),
        FORMAT("\"stablehlo.gather\"(%a, %b) : ", 27),
        FORMAT(STABLE("}"), 29),
        FORMAT(STABLE("slice_sizes = array<i64: 1>}"), 56),
        FORMAT(STABLE("dimension_numbers = " NUMBERS "}"), 158),
        FORMAT(STABLE("offset_dims = [1]}"), 28),
        FORMAT(STABLE("dimension_numbers = #stablehlo.scatter<>}"), 49),
        FORMAT(STABLE("dimension_numbers = #stablehlo.gather<slice_sizes = [1]>}"), 66),
        FORMAT(STABLE("dimension_numbers = #stablehlo.gather<offset_dims = {1}>}"), 80),
        FORMAT(STABLE("dimension_numbers = #stablehlo.gather<offset_dims = [1], offset_dims = [1]>}"), 85),
        FORMAT(STABLE("dimension_numbers = #stablehlo.gather<,>}"), 66),
        FORMAT(STABLE("slice_sizes = array<i32: 1>}"), 48),
        FORMAT(STABLE("slice_sizes = array<i64: >}"), 51),
        FORMAT(STABLE("slice_sizes = array<i64 1>}"), 52),
        FORMAT(STABLE("slice_sizes = [1]}"), 42),
        FORMAT(STABLE("slice_sizes = array<i64: 1>, slice_sizes = array<i64: 1>}"), 57),
        FORMAT(STABLE("indices_are_sorted = yes}"), 49),
        FORMAT("\"stablehlo.gather\"(%a, %b) <{" ENTRIES "} : " TYPES, 192),
        FORMAT(STABLE(ENTRIES "}> : " TYPES), 190),
        FORMAT(STABLE(ENTRIES "} : (tensor<3xf32>) -> tensor<3xf32>"), 207),
        FORMAT(STABLE(ENTRIES "} : (memref<3xf32>, tensor<2xi64>) -> tensor<3xf32>"), 194),
        FORMAT(STABLE(ENTRIES "} : (tensor<3x>, tensor<2xi64>) -> tensor<3xf32>"), 203),
        FORMAT(STABLE(ENTRIES "} : (tensor<3xs32>, tensor<2xi64>) -> tensor<3xf32>"), 203),
        FORMAT(STABLE(ENTRIES "} : (tensor<3xf32>, tensor<2xi64>) tensor<3xf32>"), 224),
        FORMAT(STABLE(ENTRIES "} : " TYPES " loc(1)"), 245),
        UNSUPPORTED(STABLE(ENTRIES "} : (tensor<?xf32>, tensor<2xi64>) -> tensor<3xf32>"), 201),
        UNSUPPORTED(STABLE(ENTRIES "} : (tensor<*xf32>, tensor<2xi64>) -> tensor<3xf32>"), 201),
        UNSUPPORTED(STABLE(ENTRIES "} : (tensor<3xf32, #a>, tensor<2xi64>) -> tensor<3xf32>"), 206),
        UNSUPPORTED(STABLE(ENTRIES "} : (tensor<3xf8E4M3>, tensor<2xi64>) -> tensor<3xf32>"), 203),
        {STABLE(ENTRIES "} : (tensor<9223372036854775807x2xf32>, tensor<2xi64>) -> tensor<3xf32>"),
         GATHER_STATUS_OVERFLOW, 194},
    };
    check_bad(bad, COUNT_OF(bad));
}

/* Every beginning of a text is refused, and nothing behind it is looked at. */
static void test_truncated(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "%g = f32[2,3]{1,0} gather(f32[3,3] %x, s64[2] %i), " REQUIRED,
        "%0 = \"stablehlo.gather\"(%a, %b) <{" ENTRIES "}> : " TYPES,
    };
    for (size_t k = 0; k < COUNT_OF(texts); k++)
        for (size_t length = 0; length < strlen(texts[k]); length++) {
            struct gather_xla_text read;
            struct gather_error error = {0};
            char copy[400];
            memcpy(copy, texts[k], length);
            memset(copy + length, '}', sizeof copy - length);
            assert_int_not_equal(gather_xla_text_read(&read, copy, length, &error), GATHER_STATUS_OK);
            assert_true(error.at >= 0 && (size_t)error.at <= length);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hlo),           cmocka_unit_test(test_hlo_shapes),
        cmocka_unit_test(test_stablehlo),     cmocka_unit_test(test_bad_hlo),
        cmocka_unit_test(test_bad_stablehlo), cmocka_unit_test(test_truncated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
