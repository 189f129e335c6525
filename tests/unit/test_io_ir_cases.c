/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The models of tests/cases/openvino_ir: each is read, its gathers are those that expect.json names, and its Result
 * is what stands there; or it is refused with the code that stands there, at reading or when it is run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gather/gather.h"
#include "io/ir_graph.h"
#include "io/json.h"
#include "support/sha256.h"

enum { MOST_TEXT = 1 << 16, MOST_OPERANDS = 3, STRING_BYTES = 16 };

static const char folder[] = "tests/cases/openvino_ir/";

static struct gather__json *cases;

static int begin_cases(void **state)
{
    static char text[MOST_TEXT];
    FILE *file = fopen("tests/cases/openvino_ir/expect.json", "rb");
    (void)state;
    if (file == NULL)
        return -1;
    size_t length = fread(text, 1, sizeof text, file);
    (void)fclose(file);
    return gather__json_read(text, length, MOST_TEXT, &cases, NULL) == GATHER_STATUS_OK ? 0 : -1;
}

static int end_cases(void **state)
{
    (void)state;
    gather__json_free(cases);
    return 0;
}

/* ---- tensors of the file ------------------------------------------------------------------------- */

static const char *text_of(const struct gather__json *object, const char *key)
{
    size_t length;
    return gather__json_string(gather__json_member(object, key), &length);
}

static int64_t integer_of(const struct gather__json *object, const char *key)
{
    return gather__json_integer(gather__json_member(object, key));
}

static int32_t dtype_of(const struct gather__json *object)
{
    const char *name = text_of(object, "dtype");
    return gather_dtype_from_name(GATHER_WORLD_OWN, name, strlen(name));
}

static void check_layout(const struct gather__json *expected, const struct gather_layout *layout)
{
    struct gather__json *shape = gather__json_member(expected, "shape");
    assert_int_equal(layout->dtype, dtype_of(expected));
    assert_int_equal(layout->rank, gather__json_count(shape));
    for (int32_t d = 0; d < layout->rank; d++)
        assert_int_equal(layout->sizes[d], gather__json_integer(gather__json_item(shape, (size_t)d)));
}

/* Writes an integer as an element. */
static void put_element(int32_t dtype, uint8_t *element, int64_t number)
{
    float as_float = (float)number;
    if (dtype == GATHER_DTYPE_F32)
        memcpy(element, &as_float, sizeof as_float);
    else
        memcpy(element, &number, (size_t)gather_dtype_bits(dtype) / 8); /* the low bytes come first */
}

static void check_element(int32_t dtype, const uint8_t *element, const struct gather__json *expected)
{
    uint8_t bytes[STRING_BYTES] = {0};
    if (dtype == GATHER_DTYPE_STRING) {
        const char *address, *text;
        size_t text_length;
        uint64_t length;
        text = gather__json_string(expected, &text_length);
        memcpy(&address, element, sizeof address);
        memcpy(&length, element + 8, sizeof length);
        assert_int_equal(length, text_length);
        if (length > 0)
            assert_memory_equal(address, text, length);
        return;
    }
    put_element(dtype, bytes, gather__json_integer(expected));
    assert_memory_equal(element, bytes, (size_t)gather_dtype_bits(dtype) / 8);
}

static struct gather__ir_operand make_operand(const char *name, const struct gather__json *described)
{
    struct gather__ir_operand operand = {.name = name};
    struct gather__json *shape = gather__json_member(described, "shape");
    struct gather__json *values = gather__json_member(described, "values");
    struct gather__json *iota = gather__json_member(described, "iota");
    int64_t sizes[GATHER_MAX_RANK], start = integer_of(iota, "start"), step = integer_of(iota, "step");
    for (size_t d = 0; d < gather__json_count(shape); d++)
        sizes[d] = gather__json_integer(gather__json_item(shape, d));
    assert_int_equal(gather_layout_init(&operand.layout, dtype_of(described),
                                        (int32_t)gather__json_count(shape), sizes, NULL),
                     GATHER_STATUS_OK);
    size_t width = (size_t)gather_dtype_bits(operand.layout.dtype) / 8;
    operand.buffer.bytes = (uint64_t)gather_layout_bytes(&operand.layout);
    operand.buffer.data = malloc((size_t)operand.buffer.bytes + 1);
    assert_non_null(operand.buffer.data);
    for (size_t k = 0; k < operand.buffer.bytes / width; k++)
        put_element(operand.layout.dtype, (uint8_t *)operand.buffer.data + k * width,
                    values != NULL ? gather__json_integer(gather__json_item(values, k))
                                   : start + step * (int64_t)k);
    return operand;
}

/* ---- what was found ------------------------------------------------------------------------------ */

static void check_gather(const struct gather__json *expected, const struct gather__ir_layer *layer,
                         const struct gather__ir_value *value)
{
    struct gather__json *attributes = gather__json_member(expected, "attrs");
    assert_string_equal(layer->name, text_of(expected, "name"));
    assert_string_equal(layer->type, text_of(expected, "op"));
    assert_int_equal(gather__ir_opset(layer), integer_of(expected, "version"));
    assert_int_equal(value->op.axis, integer_of(attributes, "axis"));
    assert_int_equal(value->op.batch_dims, integer_of(attributes, "batch_dims"));
    check_layout(expected, &value->layout);
}

static void check_model(const struct gather__json *model, const struct gather__ir_graph *graph)
{
    struct gather__json *parameters = gather__json_member(model, "parameters");
    struct gather__json *gathers = gather__json_member(model, "gathers");
    size_t parameter_count = 0, gather_count = 0;
    assert_int_equal(graph->ir.version, integer_of(model, "version"));
    for (size_t k = 0; k < graph->ir.layer_count; k++) {
        const struct gather__ir_layer *layer = &graph->ir.layers[k];
        if (gather__ir_is(layer, "Parameter")) {
            struct gather__json *parameter = gather__json_item(parameters, parameter_count++);
            assert_string_equal(layer->name, text_of(parameter, "name"));
            check_layout(parameter, &graph->values[k].layout);
        }
        if (graph->values[k].is_gather)
            check_gather(gather__json_item(gathers, gather_count++), layer, &graph->values[k]);
    }
    assert_int_equal(parameter_count, gather__json_count(parameters));
    assert_int_equal(gather_count, gather__json_count(gathers));
}

/* ---- what comes out ------------------------------------------------------------------------------ */

static void check_samples(const struct gather__json *samples, const struct gather__ir_operand *output)
{
    size_t width = (size_t)gather_dtype_bits(output->layout.dtype) / 8;
    for (size_t k = 0; k < gather__json_count(samples); k++) {
        struct gather__json *sample = gather__json_item(samples, k);
        int64_t position = 0;
        for (int32_t d = 0; d < output->layout.rank; d++)
            position =
                position * output->layout.sizes[d] +
                gather__json_integer(gather__json_item(gather__json_member(sample, "index"), (size_t)d));
        check_element(output->layout.dtype, (const uint8_t *)output->buffer.data + (size_t)position * width,
                      gather__json_member(sample, "value"));
    }
}

static void check_output(const struct gather__json *expected, const struct gather__ir_operand *output)
{
    struct gather__json *values = gather__json_member(expected, "values");
    size_t width = (size_t)gather_dtype_bits(output->layout.dtype) / 8;
    char digest[65];
    check_layout(expected, &output->layout);
    if (values != NULL)
        assert_int_equal(gather__json_count(values) * width, output->buffer.bytes);
    for (size_t k = 0; k < gather__json_count(values); k++)
        check_element(output->layout.dtype, (const uint8_t *)output->buffer.data + k * width,
                      gather__json_item(values, k));
    check_samples(gather__json_member(expected, "samples"), output);
    if (text_of(expected, "sha256") == NULL)
        return;
    sha256(output->buffer.data, (size_t)output->buffer.bytes, digest);
    assert_string_equal(digest, text_of(expected, "sha256"));
}

struct operands {
    struct gather__ir_operand items[MOST_OPERANDS + 1];
    size_t count;
};

static bool add_operand(void *context, const char *key, struct gather__json *value)
{
    struct operands *operands = context;
    assert_true(operands->count < MOST_OPERANDS);
    operands->items[operands->count++] = make_operand(key, value);
    return true;
}

/* The one model that is read and can't be run has an input, of which its case says nothing. */
static void add_x(struct operands *operands)
{
    static float values[] = {1, 2};
    static const int64_t sizes[] = {2};
    struct gather__ir_operand x = {.name = "x", .buffer = {values, sizeof values}};
    assert_int_equal(gather_layout_init(&x.layout, GATHER_DTYPE_F32, 1, sizes, NULL), GATHER_STATUS_OK);
    operands->items[operands->count] = x;
}

static enum gather_status run(const struct gather__json *entry, const struct gather__ir_graph *graph,
                              struct gather_error *error)
{
    struct operands operands = {.count = 0};
    struct gather__ir_operand output = {.name = NULL};
    gather__json_members(gather__json_member(entry, "inputs"), add_operand, &operands);
    add_x(&operands);
    enum gather_status status =
        gather__ir_graph_run(graph, operands.items, operands.count + 1, &output, error);
    if (status == GATHER_STATUS_OK)
        check_output(gather__json_member(entry, "expect"), &output);
    free(output.buffer.data);
    for (size_t k = 0; k < operands.count; k++)
        free(operands.items[k].buffer.data);
    return status;
}

/* ---- cases --------------------------------------------------------------------------------------- */

static void check_case(const struct gather__json *entry)
{
    char path[256];
    struct gather__ir_graph graph;
    struct gather_error error = {0};
    struct gather__json *refused = gather__json_member(gather__json_member(entry, "expect"), "error");
    (void)snprintf(path, sizeof path, "%s%s", folder, text_of(entry, "file"));
    enum gather_status status = gather__ir_graph_open(&graph, path, &error);
    if (status == GATHER_STATUS_OK && gather__json_member(entry, "model") != NULL)
        check_model(gather__json_member(entry, "model"), &graph);
    if (status == GATHER_STATUS_OK)
        status = run(entry, &graph, &error);
    gather__ir_graph_end(&graph);
    const char *expected = refused != NULL ? text_of(refused, "code") : "OK";
    if (strcmp(gather_status_name(status), expected) != 0)
        fail_msg("%s: %s, not %s", path, gather_status_name(status), expected);
    assert_int_equal(error.status, status);
}

/* COVERS(OV-IR-1, OV-IR-2, OV-IR-3, OV-IR-4, OV-IR-5, OV-IR-6, OV-IR-8, OV-IR-9, OV-IR-10, OV-IR-11, OV-IR-12) */
/* COVERS(OV-IR-13, OV-IR-14, OV-IR-15) */
static void test_every_model(void **state)
{
    (void)state;
    assert_true(gather__json_count(cases) >= 19);
    for (size_t k = 0; k < gather__json_count(cases); k++)
        check_case(gather__json_item(cases, k));
}

static void test_parameters_given_otherwise(void **state) /* COVERS(OV-IR-9) */
{
    static uint8_t bytes[64];
    static const int64_t sizes[] = {3, 2, 1}, wrong[] = {3, 4};
    struct gather__ir_graph graph;
    struct gather_error error;
    struct gather__ir_operand output, operand = {.name = "data", .buffer = {bytes, sizeof bytes}};
    (void)state;
    assert_int_equal(gather__ir_graph_open(&graph, "tests/cases/openvino_ir/gather8_dynamic.xml", NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(gather__ir_graph_run(&graph, NULL, 0, &output, &error), GATHER_STATUS_ARGUMENT);
    assert_int_equal(gather_layout_init(&operand.layout, GATHER_DTYPE_F64, 2, sizes, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather__ir_graph_run(&graph, &operand, 1, &output, &error), GATHER_STATUS_DTYPE);
    assert_int_equal(gather_layout_init(&operand.layout, GATHER_DTYPE_F32, 3, sizes, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather__ir_graph_run(&graph, &operand, 1, &output, &error), GATHER_STATUS_RANK);
    assert_int_equal(gather_layout_init(&operand.layout, GATHER_DTYPE_F32, 2, wrong, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather__ir_graph_run(&graph, &operand, 1, &output, &error), GATHER_STATUS_SHAPE);
    assert_string_equal(error.operand, "data");
    gather__ir_graph_end(&graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_model),
        cmocka_unit_test(test_parameters_given_otherwise),
    };
    return cmocka_run_group_tests(tests, begin_cases, end_cases);
}
