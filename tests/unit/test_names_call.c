/* SPDX-License-Identifier: Apache-2.0 */
/* Operators by their names where the operands are at hand: what a page puts before attributes comes first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gather/names.h"

enum { MOST = 3 };

/* An operator that is given an attribute of no page, and inputs of these ranks. */
struct row {
    const char *dialect, *name;
    size_t input_count;
    int32_t ranks[MOST];
    int32_t output_rank; /* -1: none is given */
    enum gather_status status;
    const char *operand;
};

static const struct row rows[] = {
    {"onnx", "Gather", 0, {0}, -1, GATHER_STATUS_ARGUMENT, "data"},
    {"onnx", "Gather", 1, {0}, -1, GATHER_STATUS_ARGUMENT, "indices"},
    {"onnx", "Gather", 2, {0}, -1, GATHER_STATUS_ARGUMENT, "nope"},
    {"onnx", "Gather", 3, {0}, -1, GATHER_STATUS_ARGUMENT, "inputs"},
    {"openvino", "Gather", 1, {0}, -1, GATHER_STATUS_ARGUMENT, "indices"},
    {"openvino", "Gather", 3, {0}, -1, GATHER_STATUS_ARGUMENT, "nope"},
    {"torch", "embedding", 1, {0}, -1, GATHER_STATUS_ARGUMENT, "data"},
    {"torch", "embedding", 2, {0}, -1, GATHER_STATUS_ARGUMENT, "nope"},
    {"xla", "copy", 0, {0}, -1, GATHER_STATUS_ARGUMENT, "data"},
    {"xla", "copy", 1, {0}, -1, GATHER_STATUS_ARGUMENT, "nope"},
    {"numpy", "take", 2, {0}, -1, GATHER_STATUS_ARGUMENT, "nope"},
    {"directml", "GATHER", 2, {0, 1}, -1, GATHER_STATUS_RANK, "data"},
    {"directml", "GATHER", 2, {1, 9}, -1, GATHER_STATUS_RANK, "indices"},
    {"directml", "GATHER", 2, {1, 1}, 9, GATHER_STATUS_RANK, "output"},
    {"directml", "GATHER", 2, {1, 8}, 1, GATHER_STATUS_ARGUMENT, "Axis"},
    {"webnn", "gather", 2, {0, 1}, -1, GATHER_STATUS_RANK, "data"},
    {"webnn", "gather", 2, {1, 0}, -1, GATHER_STATUS_ARGUMENT, "nope"},
    {"webnn", "gatherND", 2, {0, 0}, -1, GATHER_STATUS_RANK, "data"},
    {"webnn", "gatherND", 2, {1, 0}, -1, GATHER_STATUS_RANK, "indices"},
    {"webnn", "gatherND", 2, {1, 1}, -1, GATHER_STATUS_ARGUMENT, "nope"},
};

/* COVERS(ONNX-5, ONNX-10, OV-5, DML-90, WEBNN-15, CORE-27) */
static void test_operands_first(void **state)
{
    (void)state;
    const struct gather_attribute nope = {.name = "nope", .kind = GATHER_ATTRIBUTE_INTEGER};
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof *rows; row++) {
        struct gather_layout inputs[MOST] = {0}, output = {.rank = row->output_rank};
        const struct gather_op_operands operands = {inputs, row->input_count,
                                                    row->output_rank >= 0 ? &output : NULL};
        struct gather_error error = {0};
        struct gather_op op = {.operation = -1};
        for (size_t k = 0; k < MOST; k++)
            inputs[k].rank = row->ranks[k];
        assert_int_equal(gather_op_from_call(&op, row->dialect, row->name, NULL, &nope, 1, &operands, &error),
                         row->status);
        assert_string_equal(error.operand, row->operand);
        assert_int_equal(gather_op_from_call(&op, row->dialect, row->name, NULL, &nope, 1, &operands, NULL),
                         row->status);
        assert_int_equal(op.operation, -1);
    }
}

static void test_nothing_wrong(void **state) /* COVERS(CORE-27) */
{
    (void)state;
    const struct gather_layout inputs[] = {{.rank = 1}, {.rank = 1}};
    const struct gather_op_operands operands = {inputs, 2, NULL};
    struct gather_op op, same;
    assert_int_equal(gather_op_from_call(&op, "webnn", "gatherND", NULL, NULL, 0, &operands, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(gather_op_from_names(&same, "webnn", "gatherND", NULL, NULL, 0, NULL), GATHER_STATUS_OK);
    assert_memory_equal(&op, &same, sizeof op);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operands_first),
        cmocka_unit_test(test_nothing_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
