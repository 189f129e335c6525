/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of models that a file `expect.json` beside them lists: for each its gathers and Parameters, values for its
 * inputs, and what comes out or which error. Large results are said by their SHA-256 and some elements.
 *
 *     [{"file": "gather8.xml", "model": {..}, "inputs": {"data": TENSOR, ..}, "expect": TENSOR or {"error": ..}}, ..]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/cases/model_trial.h"
#include "study/cases/sha256.h"
#include "study/cases/tensor.h"
#include "study/refuse.h"
#include "study/text/number.h"

enum { MOST_LIST_BYTES = 1 << 22, PATH_ROOM = 4096, MOST_INPUTS = 16 };

struct test {
    struct gather__model_trial trial;
    const struct gather__json *entry;
    struct gather_model_operand inputs[MOST_INPUTS];
    uint8_t *images[MOST_INPUTS][2]; /* of inputs, and of their texts */
    size_t count;
    enum gather_status status; /* of this program, not of the model */
};

static const char *text_of(const struct gather__json *object, const char *key)
{
    size_t length;
    const char *text = gather__json_string(gather__json_member(object, key), &length);
    return text != NULL ? text : "";
}

static void differ(struct test *test, const char *what)
{
    if (test->trial.room.length == 0)
        gather_write_text(&test->trial.difference, what);
}

/* ---- what was read ------------------------------------------------------------------------------- */

static bool has_shape(const struct gather__json *described, const struct gather_model_value *value)
{
    const struct gather__json *shape = gather__json_member(described, "shape");
    const char *dtype = text_of(described, "dtype");
    if (!value->is_known || value->layout.rank != (int32_t)gather__json_count(shape) ||
        value->layout.dtype != gather_dtype_from_name(GATHER_WORLD_OWN, dtype, strlen(dtype)))
        return false;
    for (int32_t d = 0; d < value->layout.rank; d++)
        if (value->layout.sizes[d] != gather__json_integer(gather__json_item(shape, (size_t)d)))
            return false;
    return true;
}

static void judge_parameters(struct test *test, const struct gather__json *parameters)
{
    struct gather_model_value value;
    size_t count = 0;
    for (; gather_model_input_at(test->trial.model, count, &value); count++) {
        const struct gather__json *described = gather__json_item(parameters, count);
        if (strcmp(value.name, text_of(described, "name")) != 0 || !has_shape(described, &value))
            differ(test, "a Parameter is other than \"model\" says");
    }
    if (count != gather__json_count(parameters))
        differ(test, "there are not as many Parameters as \"model\" says");
}

static bool is_gather(const struct gather__json *described, const struct gather_model_node *node,
                      const struct gather_model_gather *gather)
{
    const struct gather__json *attributes = gather__json_member(described, "attrs");
    return strcmp(node->name, text_of(described, "name")) == 0 &&
           strcmp(node->type, text_of(described, "op")) == 0 &&
           node->version == gather__json_integer(gather__json_member(described, "version")) &&
           gather->op.axis == gather__json_integer(gather__json_member(attributes, "axis")) &&
           gather->op.batch_dims == gather__json_integer(gather__json_member(attributes, "batch_dims")) &&
           has_shape(described, &gather->output);
}

static void judge_gathers(struct test *test, const struct gather__json *gathers)
{
    struct gather_model_node node;
    struct gather_model_gather gather;
    size_t count = 0;
    for (size_t k = 0; gather_model_node_at(test->trial.model, k, &node); k++)
        if (gather_model_gather_at(test->trial.model, k, &gather) &&
            !is_gather(gather__json_item(gathers, count++), &node, &gather))
            differ(test, "a gather is other than \"model\" says");
    if (count != gather__json_count(gathers))
        differ(test, "there are not as many gathers as \"model\" says");
}

/* ---- inputs -------------------------------------------------------------------------------------- */

/* A tensor of the list, dense, with room for its texts. *texts: may be NULL. */
static enum gather_status make_image(const struct gather__json *described, struct gather__tensor *tensor,
                                     uint8_t **image, uint8_t **texts)
{
    struct gather_error error;
    enum gather_status status =
        gather__tensor_read(tensor, described, "tensor", GATHER__FORM_VALUES | GATHER__FORM_IOTA, &error);
    if (status == GATHER_STATUS_OK)
        status = gather__tensor_lay(tensor, false, &error);
    if (status == GATHER_STATUS_OK)
        status = gather__tensor_measure(tensor, false, &error);
    if (status != GATHER_STATUS_OK)
        return status;
    *image = calloc(tensor->bytes + 1, 1);
    *texts = calloc(tensor->texts.count + 1, 1);
    tensor->texts.bytes = (char *)*texts;
    if (*image == NULL || *texts == NULL)
        return GATHER_STATUS_NO_MEMORY;
    return gather__tensor_place(tensor, *image, &error);
}

static bool add_input(void *context, const char *key, struct gather__json *described)
{
    struct test *test = context;
    struct gather__tensor tensor;
    if (test->count == MOST_INPUTS) {
        test->status = GATHER_STATUS_FORMAT;
        return false;
    }
    struct gather_model_operand *input = &test->inputs[test->count];
    uint8_t **images = test->images[test->count++];
    test->status = make_image(described, &tensor, &images[0], &images[1]);
    input->name = key;
    input->layout = tensor.layout;
    input->buffer.data = images[0];
    input->buffer.bytes = tensor.bytes;
    return test->status == GATHER_STATUS_OK;
}

/* ---- what comes out ------------------------------------------------------------------------------ */

static void judge_values(struct test *test, const struct gather__json *expected,
                         const struct gather_model_operand *got)
{
    struct gather__tensor tensor;
    uint8_t *image = NULL, *texts = NULL;
    test->status = make_image(expected, &tensor, &image, &texts);
    if (test->status == GATHER_STATUS_OK)
        gather__model_trial_compare(&test->trial, got, &tensor.layout, image);
    free(image);
    free(texts);
}

static void judge_sample(struct test *test, const struct gather__json *sample,
                         const struct gather_model_operand *got)
{
    struct gather__number number;
    const struct gather__json *index = gather__json_member(sample, "index");
    size_t width = (size_t)gather_dtype_bits(got->layout.dtype) / 8;
    int64_t position = 0;
    bool inside = gather__json_count(index) == (size_t)got->layout.rank && width > 0;
    for (int32_t d = 0; d < got->layout.rank && inside; d++) {
        int64_t coordinate = gather__json_integer(gather__json_item(index, (size_t)d));
        inside = coordinate >= 0 && coordinate < got->layout.sizes[d];
        position = position * got->layout.sizes[d] + coordinate; /* bounded: a position in the buffer */
    }
    if (!inside || gather__number_read(&number, got->layout.dtype, gather__json_member(sample, "value"),
                                       NULL) != GATHER_STATUS_OK)
        test->status = GATHER_STATUS_FORMAT;
    else if (memcmp((const uint8_t *)got->buffer.data + (size_t)position * width, /* bounded: as above */
                    number.bytes, width) != 0)
        differ(test, "an element is other than \"samples\" says");
}

static void judge_digest(struct test *test, const struct gather__json *expected,
                         const struct gather_model_operand *got)
{
    char digest[65];
    const struct gather__json *samples = gather__json_member(expected, "samples");
    struct gather_model_value value = {.is_known = 1, .layout = got->layout};
    if (!has_shape(expected, &value)) {
        differ(test, "type or sizes of the result are other than expected");
        return;
    }
    for (size_t k = 0; k < gather__json_count(samples) && test->status == GATHER_STATUS_OK; k++)
        judge_sample(test, gather__json_item(samples, k), got);
    gather__sha256(got->buffer.data, (size_t)got->buffer.bytes, digest);
    if (strcmp(digest, text_of(expected, "sha256")) != 0)
        differ(test, "the elements have another SHA-256");
}

static void judge_output(struct test *test, const struct gather__json *expected,
                         const struct gather_model_operand *got)
{
    if (gather__json_member(expected, "sha256") != NULL)
        judge_digest(test, expected, got);
    else
        judge_values(test, expected, got);
}

/* ---- a test -------------------------------------------------------------------------------------- */

/* The model's first output. */
static enum gather_status run_model(struct test *test, struct gather_model_operand *output,
                                    struct gather_error *error)
{
    struct gather_model_value value;
    if (!gather_model_output_at(test->trial.model, 0, &value))
        return gather__refuse(error, GATHER_STATUS_UNSUPPORTED, "model", "a model with a result");
    output->name = value.name;
    return gather_model_run(test->trial.model, test->inputs, test->count, output, 1, error);
}

static void judge_error(struct test *test, enum gather_status status, const char *expected,
                        const struct gather_error *error)
{
    if (status != GATHER_STATUS_OK && strcmp(gather_status_name(status), expected) != 0)
        gather__model_trial_refused(&test->trial, expected[0] != '\0' ? expected : "outputs", error);
    if (status == GATHER_STATUS_OK && expected[0] != '\0') {
        gather_write_text(&test->trial.difference, "expected ");
        gather_write_text(&test->trial.difference, expected);
        gather_write_text(&test->trial.difference, ", got outputs");
    }
}

static void try_model(struct test *test, const char *path)
{
    const struct gather__json *expected = gather__json_member(test->entry, "expect"),
                              *model = gather__json_member(test->entry, "model");
    const char *code = text_of(gather__json_member(expected, "error"), "code");
    struct gather_model_operand output = {.name = ""};
    struct gather_error error = {0};
    enum gather_status status = gather__model_trial_open(&test->trial, path, &error);
    if (status == GATHER_STATUS_OK && model != NULL) {
        judge_parameters(test, gather__json_member(model, "parameters"));
        judge_gathers(test, gather__json_member(model, "gathers"));
    }
    gather__json_members(gather__json_member(test->entry, "inputs"), add_input, test);
    if (test->status != GATHER_STATUS_OK)
        return;
    if (status == GATHER_STATUS_OK)
        status = run_model(test, &output, &error);
    judge_error(test, status, code, &error);
    if (status == GATHER_STATUS_OK && code[0] == '\0')
        judge_output(test, expected, &output);
    gather_model_operand_free(&output);
}

static enum gather_status try_entry(const char *folder, const struct gather__json *entry,
                                    const struct gather_case_listener *listener)
{
    char path[PATH_ROOM];
    const char *name = text_of(entry, "file");
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (name[0] == '\0' || length < 0 || length >= PATH_ROOM)
        return GATHER_STATUS_FORMAT;
    if (listener->selects != NULL && !listener->selects(listener->context, name))
        return GATHER_STATUS_OK;
    struct test *test = calloc(1, sizeof *test);
    if (test == NULL)
        return GATHER_STATUS_NO_MEMORY;
    gather__model_trial_begin(&test->trial, name);
    test->entry = entry;
    try_model(test, path);
    enum gather_status status = test->status;
    if (status == GATHER_STATUS_OK)
        status = gather__model_trial_tell(&test->trial, listener);
    gather__model_trial_end(&test->trial);
    for (size_t k = 0; k < MOST_INPUTS; k++) {
        free(test->images[k][0]);
        free(test->images[k][1]);
    }
    free(test);
    return status;
}

/* ---- the list ------------------------------------------------------------------------------------ */

enum gather_status gather_model_list_run(const char *folder, const char *text, size_t length,
                                         const struct gather_case_listener *listener,
                                         struct gather_error *error)
{
    struct gather__json *list = NULL;
    enum gather_status status = gather__json_read(text, length, MOST_LIST_BYTES, &list, error);
    if (status == GATHER_STATUS_OK && gather__json_kind(list) != GATHER__JSON_ARRAY)
        status = gather__refuse_at(error, GATHER_STATUS_FORMAT, "a list of tests", 0);
    for (size_t k = 0; k < gather__json_count(list) && status == GATHER_STATUS_OK; k++) {
        status = try_entry(folder, gather__json_item(list, k), listener);
        if (status == GATHER_STATUS_FORMAT)
            gather__refuse(error, status, NULL, "entries with a file, inputs and what is expected");
    }
    gather__json_free(list);
    return status;
}
