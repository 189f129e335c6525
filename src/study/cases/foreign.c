/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A case answered by a backend that shares no memory with us: foreign.h says how it is used.
 *
 *     case ── without `expect` ──> backend ──> {"outputs":[..]} | {"value":..} | {"error":{..}} | {"skip":true}
 *
 * A reply is a stranger's text: what is wrong in it is the case's failure, and never the runner's. An output is
 * judged by its elements, in whatever layout the case expects them.
 */
#include "study/cases/foreign.h"

#include <stdlib.h>
#include <string.h>

#include "study/cases/fields.h"
#include "study/cases/judge.h"
#include "study/cases/tensor.h"
#include "study/refuse.h"

enum { REPLY_MAX = 1 << 26 }; /* bytes: a tensor of the greatest size, in decimal digits */

/* ---- the question -------------------------------------------------------------------------------- */

static enum gather_status write_piece(void *context, const char *bytes, size_t count)
{
    struct gather_writer *writer = context;
    gather_write(writer, bytes, count);
    return writer->status;
}

struct question {
    struct gather_writer *writer;
    bool has_members;
};

/* The keys are those of the case format, and plain. */
static bool write_member(void *context, const char *key, struct gather__json *value)
{
    struct question *question = context;
    struct gather_writer *writer = question->writer;
    if (strcmp(key, "expect") == 0)
        return true;
    gather_write_text(writer, question->has_members ? ",\"" : "{\"");
    gather_write_text(writer, key);
    gather_write_text(writer, "\":");
    question->has_members = true;
    return gather__json_print(value, write_piece, writer) == GATHER_STATUS_OK;
}

static enum gather_status write_question(const struct gather__case *case_, struct gather_memory *memory)
{
    struct gather_writer writer = gather_writer_to(gather_memory_sink(memory));
    struct question question = {&writer, false};
    gather__json_members(case_->line, write_member, &question);
    gather_write_text(&writer, "}");
    return writer.status;
}

/* ---- outputs ------------------------------------------------------------------------------------- */

/* Two tensors of the same elements, and the memory to compare them in. */
struct comparison {
    struct gather__tensor expected, got;
    struct gather__texts known[2];
    uint8_t *expected_image, *got_image;
    struct gather_writer *difference;
    struct gather_error *error;
};

static enum gather_status read_expected(struct comparison *self, const struct gather__case *case_)
{
    if (gather__json_count(case_->expected) != 1)
        return gather__malformed(self->error, "one tensor in \"outputs\"");
    enum gather_status status = gather__tensor_read(&self->expected, gather__json_item(case_->expected, 0),
                                                    "output", GATHER__FORM_ANY, self->error);
    if (status == GATHER_STATUS_OK)
        status = gather__tensor_lay(&self->expected, false, self->error);
    if (status == GATHER_STATUS_OK)
        status = gather__tensor_measure(&self->expected, false, self->error);
    return status == GATHER_STATUS_OK || status == GATHER_STATUS_NO_MEMORY
               ? status
               : gather__malformed(self->error, "an output that can be");
}

static bool say(const struct comparison *self, const char *what)
{
    gather_write_text(self->difference, what);
    return false;
}

/* "f32[2,3]" */
static void write_type(const struct gather_layout *layout, struct gather_writer *writer)
{
    char name[24];
    gather_dtype_name(layout->dtype, GATHER_WORLD_OWN, name, sizeof name);
    gather_write_text(writer, name);
    gather_write_text(writer, "[");
    gather_write_integers(writer, layout->sizes, layout->rank, ",");
    gather_write_text(writer, "]");
}

static bool say_types(const struct comparison *self)
{
    say(self, "expected output to be ");
    write_type(&self->expected.layout, self->difference);
    say(self, ", got ");
    write_type(&self->got.layout, self->difference);
    return false;
}

/* What the backend gave, laid as the case expects it. */
static bool read_got(struct comparison *self, const struct gather__json *outputs)
{
    struct gather__tensor *got = &self->got;
    if (gather__json_kind(outputs) != GATHER__JSON_ARRAY || gather__json_count(outputs) != 1 ||
        gather__tensor_read(got, gather__json_item(outputs, 0), "output",
                            GATHER__FORM_VALUES | GATHER__FORM_HEX, NULL) != GATHER_STATUS_OK ||
        got->is_descriptor || gather__json_member(got->json, "layout") != NULL)
        return say(self, "the backend's outputs are no tensor of dtype, shape, and values or hex");
    if (gather__tensor_lay(got, false, NULL) != GATHER_STATUS_OK ||
        gather__tensor_measure(got, false, NULL) != GATHER_STATUS_OK)
        return say(self, "the backend's output has not as many values as its shape");
    if (!gather_layout_compatible(&got->layout, &self->expected.layout))
        return say_types(self);
    got->layout = self->expected.layout;
    got->bytes = self->expected.bytes;
    return true;
}

static enum gather_status make_images(struct comparison *self)
{
    size_t bytes = self->expected.bytes;
    self->expected_image = calloc(bytes + 1, 1);
    self->got_image = calloc(bytes + 1, 1);
    self->expected.texts.bytes = malloc(self->expected.texts.count + 1);
    self->got.texts.bytes = malloc(self->got.texts.count + 1);
    if (self->expected_image == NULL || self->got_image == NULL || self->expected.texts.bytes == NULL ||
        self->got.texts.bytes == NULL)
        return gather__refuse(self->error, GATHER_STATUS_NO_MEMORY, "case", NULL);
    self->known[0] = self->expected.texts;
    self->known[1] = self->got.texts;
    self->expected.known = self->known;
    self->expected.known_count = 2;
    return GATHER_STATUS_OK;
}

/* Where the backend gave nothing, for it gave elements alone, all is as expected. */
static enum gather_status compare_images(struct comparison *self)
{
    size_t bytes = self->expected.bytes;
    if (gather__tensor_place(&self->got, self->got_image, NULL) != GATHER_STATUS_OK) {
        say(self, "the backend's output has values that its type has not");
        return GATHER_STATUS_OK;
    }
    enum gather_status status =
        gather__tensor_expect(&self->expected, self->expected_image, self->got_image, self->error);
    if (status != GATHER_STATUS_OK)
        return status;
    memcpy(self->got_image, self->expected_image, bytes);
    status = gather__tensor_place(&self->got, self->got_image, self->error);
    if (status == GATHER_STATUS_OK && memcmp(self->expected_image, self->got_image, bytes) != 0) {
        gather_write_text(self->difference, "expected ");
        gather__tensor_write_difference(&self->expected, self->expected_image, self->got_image,
                                        self->difference);
    }
    return status;
}

static enum gather_status compare_outputs(const struct gather__case *case_,
                                          const struct gather__json *outputs,
                                          struct gather_writer *difference, struct gather_error *error)
{
    struct comparison self = {.difference = difference, .error = error};
    enum gather_status status = read_expected(&self, case_);
    if (status == GATHER_STATUS_OK && read_got(&self, outputs)) {
        status = make_images(&self);
        if (status == GATHER_STATUS_OK)
            status = compare_images(&self);
    }
    free(self.expected_image);
    free(self.got_image);
    free(self.expected.texts.bytes);
    free(self.got.texts.bytes);
    return status;
}

/* ---- the reply ----------------------------------------------------------------------------------- */

static enum gather_status judge(const struct gather__case *case_, const struct gather__json *reply,
                                struct gather_writer *difference, bool *is_skipped,
                                struct gather_error *error)
{
    const struct gather__json *outputs = gather__json_member(reply, "outputs");
    if (gather__json_count(reply) == 1 && gather__json_boolean(gather__json_member(reply, "skip"))) {
        *is_skipped = true;
        return GATHER_STATUS_OK;
    }
    if (gather__json_count(reply) == 1 && gather__json_member(reply, "error") != NULL)
        return gather__judge_foreign_error(case_, gather__json_member(reply, "error"), difference);
    if (gather__json_count(reply) == 1 && gather__json_member(reply, "value") != NULL)
        return gather__judge_value(case_, gather__json_member(reply, "value"), difference);
    if (gather__json_count(reply) == 1 && outputs != NULL)
        return case_->expectation == GATHER__EXPECT_OUTPUTS
                   ? compare_outputs(case_, outputs, difference, error)
                   : gather__judge_outputs(case_, difference);
    gather_write_text(difference, "the backend's reply is none of outputs, value, error, skip");
    return GATHER_STATUS_OK;
}

static enum gather_status read_and_judge(const struct gather__case *case_, const struct gather_memory *memory,
                                         struct gather_writer *difference, bool *is_skipped,
                                         struct gather_error *error)
{
    struct gather__json *reply = NULL;
    const char *text = memory->count > 0 ? memory->bytes : "";
    enum gather_status status = gather__json_read(text, memory->count, REPLY_MAX, &reply, NULL);
    if (status == GATHER_STATUS_OK) {
        status = judge(case_, reply, difference, is_skipped, error);
    } else if (status != GATHER_STATUS_NO_MEMORY) {
        gather_write_text(difference, "the backend answered what is not JSON");
        status = GATHER_STATUS_OK;
    }
    gather__json_free(reply);
    return status;
}

enum gather_status gather__foreign_run(const struct gather_backend *backend, const struct gather__case *case_,
                                       struct gather_writer *difference, bool *is_skipped,
                                       struct gather_error *error)
{
    struct gather_memory question = {0}, reply = {0};
    struct gather_error failure = {0};
    *is_skipped = false;
    enum gather_status status = write_question(case_, &question);
    if (status == GATHER_STATUS_OK) {
        enum gather_status answered = backend->answer(backend->context, question.bytes, question.count,
                                                      gather_memory_sink(&reply), &failure);
        if (answered == GATHER_STATUS_OK) {
            status = read_and_judge(case_, &reply, difference, is_skipped, error);
        } else if (answered == GATHER_STATUS_NO_MEMORY) {
            status = answered;
        } else {
            gather_write_text(difference, "the backend ");
            gather_write_text(difference, failure.reason != NULL ? failure.reason : "gave no answer");
        }
    }
    gather_memory_fini(&question);
    gather_memory_fini(&reply);
    return status;
}
