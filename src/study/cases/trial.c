/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One operator's case, tried: trial.h says how it is used.
 *
 *     tensors read, laid ──> output described ──> buffers filled ──> run ──> every byte compared
 *                │                 │                                 │
 *                └─────────────────┴──── a status other than OK ─────┴────> the error compared
 *
 * Every buffer is a block of exactly its bytes, so that a tool which watches memory sees any step beyond it,
 * and has a twin that tells what was in it before the run.
 */
#include "study/cases/trial.h"

#include <stdlib.h>
#include <string.h>

#include "study/cases/fields.h"
#include "study/cases/judge.h"
#include "study/cases/tensor.h"
#include "study/refuse.h"

enum { INPUTS_MAX = 8 };

/* A tensor in memory. NULL where it has no bytes. */
struct operand {
    struct gather__tensor tensor;
    uint8_t *bytes, *before;
};

struct stage {
    const struct gather__trial *trial;
    struct gather_writer *difference;
    struct gather_error *error; /* of a case that is none */
    const struct gather__try *way;
    struct operand inputs[INPUTS_MAX];
    size_t input_count;
    struct operand output;
    struct gather__tensor expected;
    bool output_is_given, output_is_expected;   /* in the inputs, in what is expected */
    bool is_answered;                           /* an error was the answer: nothing else is to be done */
    struct gather__texts known[INPUTS_MAX + 2]; /* where strings lie: inputs, the option `fill`, expected */
};

static const char same_output[] = "the output as the input \"output\" describes it";

/* ---- tensors ------------------------------------------------------------------------------------- */

/* An error that the case may expect. */
static enum gather_status answer(struct stage *stage, enum gather_status status,
                                 const struct gather_error *error)
{
    stage->is_answered = true;
    return gather__judge_error(stage->trial->case_, status, error, stage->difference);
}

static bool is_output(const struct gather__json *json)
{
    size_t length;
    const char *name = gather__json_string(gather__json_member(json, "name"), &length);
    return name != NULL && strcmp(name, "output") == 0;
}

/* What errors call an input; NULL where nobody knows. */
static const char *name_of_input(const struct stage *stage, size_t place)
{
    const struct gather__case *case_ = stage->trial->case_;
    const struct gather_op_name *op = gather_op_name_find(case_->dialect, case_->op);
    return op != NULL && place < GATHER_MAX_INPUTS ? op->inputs[place] : NULL;
}

static enum gather_status read_inputs(struct stage *stage)
{
    const struct gather__case *case_ = stage->trial->case_;
    const struct gather__json *list = gather__json_member(case_->line, "inputs");
    size_t count = gather__json_count(list);
    unsigned forms = case_->infer ? GATHER__FORM_NONE : GATHER__FORM_ANY;
    stage->output_is_given = count > 0 && is_output(gather__json_item(list, count - 1));
    stage->input_count = stage->output_is_given ? count - 1 : count;
    if (stage->input_count > INPUTS_MAX)
        return gather__malformed(stage->error, "fewer inputs");
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < stage->input_count && status == GATHER_STATUS_OK; k++)
        status = gather__tensor_read(&stage->inputs[k].tensor, gather__json_item(list, k),
                                     name_of_input(stage, k), forms, stage->error);
    if (stage->output_is_given && status == GATHER_STATUS_OK)
        status = gather__tensor_read(&stage->output.tensor, gather__json_item(list, count - 1), "output",
                                     GATHER__FORM_NONE | GATHER__FORM_STORAGE, stage->error);
    return status;
}

static enum gather_status read_expected(struct stage *stage)
{
    const struct gather__case *case_ = stage->trial->case_;
    stage->output_is_expected = case_->expectation == GATHER__EXPECT_OUTPUTS;
    if (!stage->output_is_expected)
        return GATHER_STATUS_OK;
    if (gather__json_count(case_->expected) != 1)
        return gather__malformed(stage->error, "one tensor in \"outputs\"");
    return gather__tensor_read(&stage->expected, gather__json_item(case_->expected, 0), "output",
                               GATHER__FORM_ANY, stage->error);
}

static enum gather_status lay(struct stage *stage, struct gather__tensor *tensor)
{
    struct gather_error error = {0};
    enum gather_status status = gather__tensor_lay(tensor, stage->trial->case_->infer, &error);
    return status == GATHER_STATUS_OK ? status : answer(stage, status, &error);
}

static enum gather_status lay_tensors(struct stage *stage)
{
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < stage->input_count && status == GATHER_STATUS_OK && !stage->is_answered; k++)
        status = lay(stage, &stage->inputs[k].tensor);
    if (stage->output_is_given && status == GATHER_STATUS_OK && !stage->is_answered)
        status = lay(stage, &stage->output.tensor);
    if (stage->output_is_expected && status == GATHER_STATUS_OK && !stage->is_answered)
        status = lay(stage, &stage->expected);
    return status;
}

static enum gather_status measure_tensors(struct stage *stage)
{
    bool any_length = gather__case_expects(stage->trial->case_, "BOUNDS");
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < stage->input_count && status == GATHER_STATUS_OK; k++)
        status = gather__tensor_measure(&stage->inputs[k].tensor, any_length, stage->error);
    if (status == GATHER_STATUS_OK)
        status = gather__tensor_measure(&stage->output.tensor, any_length, stage->error);
    if (!stage->output_is_expected || status != GATHER_STATUS_OK)
        return status;
    status = gather__tensor_measure(&stage->expected, false, stage->error);
    if (status == GATHER_STATUS_OK && stage->expected.bytes != stage->output.tensor.bytes)
        return gather__malformed(stage->error, same_output);
    return status;
}

/* ---- what the backend infers --------------------------------------------------------------------- */

static void copy_layouts(const struct stage *stage, struct gather_layout *layouts)
{
    for (size_t k = 0; k < stage->input_count; k++)
        layouts[k] = stage->inputs[k].tensor.layout;
}

/* A layout that is none would lead the runner astray: of one with unknown sizes only these are looked at. */
static bool is_sound(const struct stage *stage, const struct gather_layout *layout)
{
    if (stage->trial->case_->infer)
        return layout->rank >= 0 && layout->rank <= GATHER_MAX_RANK;
    return gather_layout_validate(layout, NULL) == GATHER_STATUS_OK;
}

/* The backend's layout of the output; an error is the answer to the case. */
static enum gather_status infer(struct stage *stage, struct gather_layout *output)
{
    const struct gather_backend *backend = stage->trial->backend;
    struct gather_layout layouts[INPUTS_MAX];
    struct gather_error error = {0};
    copy_layouts(stage, layouts);
    enum gather_status status =
        backend->infer(backend->context, stage->trial->query, layouts, stage->input_count, output, &error);
    if (status != GATHER_STATUS_OK)
        return answer(stage, status, &error);
    if (!is_sound(stage, output)) {
        stage->is_answered = true;
        gather_write_text(stage->difference, "the backend inferred what is no layout");
    }
    return GATHER_STATUS_OK;
}

/* {"shape":[2,3]} */
static enum gather_status answer_shape(struct stage *stage)
{
    struct gather_memory memory = {0};
    struct gather_json json = gather_json_to(gather_memory_sink(&memory));
    struct gather_layout output = {0};
    enum gather_status status = infer(stage, &output);
    if (status != GATHER_STATUS_OK || stage->is_answered)
        return status;
    gather_json_object(&json, NULL);
    gather_json_integers(&json, "shape", output.sizes, output.rank);
    gather_json_end(&json);
    status = json.writer.status;
    if (status == GATHER_STATUS_OK)
        status = gather__judge_answer(stage->trial->case_, memory.bytes, memory.count, stage->difference);
    gather_memory_fini(&memory);
    return status;
}

/* Where outputs are expected, type and sizes that the backend infers are theirs. */
static enum gather_status compare_inferred(struct stage *stage)
{
    const struct gather_layout *expected = &stage->expected.layout;
    struct gather_layout inferred = {0};
    enum gather_status status = infer(stage, &inferred);
    if (status != GATHER_STATUS_OK || stage->is_answered || gather_layout_compatible(&inferred, expected))
        return status;
    char name[32];
    stage->is_answered = true;
    gather_dtype_name(inferred.dtype, GATHER_WORLD_OWN, name, sizeof name);
    gather_write_text(stage->difference, "the backend inferred ");
    gather_write_text(stage->difference, name);
    gather_write_text(stage->difference, "[");
    gather_write_integers(stage->difference, inferred.sizes, inferred.rank, ",");
    gather_write_text(stage->difference, "]");
    return status;
}

/* The output's layout: the caller's, else that of the expected output, else the one that is inferred. */
static enum gather_status describe_output(struct stage *stage)
{
    struct gather__tensor *output = &stage->output.tensor;
    if (stage->output_is_given && stage->output_is_expected &&
        !gather_layout_equal(&output->layout, &stage->expected.layout))
        return gather__malformed(stage->error, same_output);
    if (!stage->output_is_given) {
        output->form = GATHER__FORM_NONE;
        output->is_descriptor = stage->expected.is_descriptor;
        output->layout = stage->expected.layout;
    }
    if (stage->output_is_expected)
        return compare_inferred(stage);
    return stage->output_is_given ? GATHER_STATUS_OK : infer(stage, &output->layout);
}

/* ---- memory -------------------------------------------------------------------------------------- */

static enum gather_status no_memory(const struct stage *stage)
{
    return gather__refuse(stage->error, GATHER_STATUS_NO_MEMORY, "case", NULL);
}

/* Memory for a tensor's strings. */
static enum gather_status make_texts(const struct stage *stage, struct gather__tensor *tensor)
{
    if (tensor->layout.dtype != GATHER_DTYPE_STRING)
        return GATHER_STATUS_OK;
    tensor->texts.bytes = malloc(tensor->texts.count + 1);
    return tensor->texts.bytes != NULL ? GATHER_STATUS_OK : no_memory(stage);
}

static enum gather_status fill(struct stage *stage, struct operand *operand)
{
    size_t bytes = operand->tensor.bytes;
    enum gather_status status = make_texts(stage, &operand->tensor);
    if (bytes == 0 || status != GATHER_STATUS_OK)
        return status;
    operand->bytes = malloc(bytes);
    operand->before = malloc(bytes);
    if (operand->bytes == NULL || operand->before == NULL)
        return no_memory(stage);
    memset(operand->bytes, stage->way->canary, bytes);
    status = gather__tensor_place(&operand->tensor, operand->bytes, stage->error);
    memcpy(operand->before, operand->bytes, bytes);
    return status;
}

static enum gather_status fill_operands(struct stage *stage)
{
    enum gather_status status = fill(stage, &stage->output);
    for (size_t k = 0; k < stage->input_count && status == GATHER_STATUS_OK; k++)
        status = fill(stage, &stage->inputs[k]);
    return status == GATHER_STATUS_OK ? make_texts(stage, &stage->expected) : status;
}

/* The strings that a result may be a view of. */
static void know_texts(struct stage *stage)
{
    const struct gather__case *case_ = stage->trial->case_;
    struct gather__view fill = gather__view_of_number(&case_->attributes.fill);
    size_t count = 0;
    if (stage->expected.layout.dtype != GATHER_DTYPE_STRING)
        return;
    for (size_t k = 0; k < stage->input_count; k++)
        stage->known[count++] = stage->inputs[k].tensor.texts;
    stage->known[count++] = stage->expected.texts;
    if (case_->fill_type == GATHER_DTYPE_STRING)
        stage->known[count++] = (struct gather__texts){(char *)(uintptr_t)fill.text, (size_t)fill.length};
    stage->expected.known = stage->known;
    stage->expected.known_count = count;
}

static void empty(struct operand *operand)
{
    free(operand->bytes);
    free(operand->before);
    free(operand->tensor.texts.bytes);
}

static void empty_operands(struct stage *stage)
{
    empty(&stage->output);
    for (size_t k = 0; k < stage->input_count; k++)
        empty(&stage->inputs[k]);
    free(stage->expected.texts.bytes);
}

static struct gather_buffer buffer_of(const struct operand *operand)
{
    struct gather_buffer buffer = {operand->bytes, operand->tensor.bytes};
    return buffer;
}

static bool is_unchanged(const struct operand *operand)
{
    size_t bytes = operand->tensor.bytes;
    return bytes == 0 || memcmp(operand->bytes, operand->before, bytes) == 0;
}

/* ---- running and looking ------------------------------------------------------------------------- */

static enum gather_status run(const struct stage *stage, struct gather_error *error)
{
    const struct gather_backend *backend = stage->trial->backend;
    struct gather_layout layouts[INPUTS_MAX];
    struct gather_buffer inputs[INPUTS_MAX];
    struct gather_operands operands = {layouts,
                                       inputs,
                                       stage->input_count,
                                       stage->output.tensor.layout,
                                       buffer_of(&stage->output),
                                       stage->way->check,
                                       stage->way->is_constant};
    copy_layouts(stage, layouts);
    for (size_t k = 0; k < stage->input_count; k++)
        inputs[k] = buffer_of(&stage->inputs[k]);
    return backend->run(backend->context, stage->trial->query, &operands, error);
}

/* The output as it must be, made of what it was, against what it is. */
static enum gather_status judge_output(struct stage *stage)
{
    struct operand *output = &stage->output;
    struct gather__tensor *expected = &stage->expected;
    if (expected->bytes == 0)
        return GATHER_STATUS_OK;
    know_texts(stage);
    enum gather_status status = gather__tensor_expect(expected, output->before, output->bytes, stage->error);
    if (status == GATHER_STATUS_OK && !is_unchanged(output)) {
        gather_write_text(stage->difference, "expected ");
        gather__tensor_write_difference(expected, output->before, output->bytes, stage->difference);
    }
    return status;
}

static bool inputs_are_unchanged(const struct stage *stage)
{
    for (size_t k = 0; k < stage->input_count; k++)
        if (!is_unchanged(&stage->inputs[k]))
            return false;
    return true;
}

static enum gather_status run_and_judge(struct stage *stage)
{
    struct gather_error error = {0};
    enum gather_status status = run(stage, &error);
    if (!inputs_are_unchanged(stage)) {
        gather_write_text(stage->difference, "an input was written to");
        return GATHER_STATUS_OK;
    }
    bool may_change = status == GATHER_STATUS_INDEX_RANGE && stage->way->check == GATHER_CHECK_FUSED;
    if (status != GATHER_STATUS_OK && !may_change && !is_unchanged(&stage->output)) {
        gather_write_text(stage->difference, "the output was written to before an error");
        return GATHER_STATUS_OK;
    }
    if (status != GATHER_STATUS_OK)
        return answer(stage, status, &error);
    if (stage->output_is_expected)
        return judge_output(stage);
    return gather__judge_outputs(stage->trial->case_, stage->difference);
}

static enum gather_status try_operator(struct stage *stage)
{
    enum gather_status status = describe_output(stage);
    if (status == GATHER_STATUS_OK && !stage->is_answered)
        status = measure_tensors(stage);
    if (status == GATHER_STATUS_OK && !stage->is_answered)
        status = fill_operands(stage);
    if (status == GATHER_STATUS_OK && !stage->is_answered)
        status = run_and_judge(stage);
    return status;
}

enum gather_status gather__trial_run(const struct gather__trial *trial, const struct gather__try *way,
                                     struct gather_writer *difference, struct gather_error *error)
{
    struct stage stage = {.trial = trial, .difference = difference, .error = error, .way = way};
    enum gather_status status = read_inputs(&stage);
    if (status == GATHER_STATUS_OK)
        status = read_expected(&stage);
    if (status == GATHER_STATUS_OK)
        status = lay_tensors(&stage);
    if (status == GATHER_STATUS_OK && !stage.is_answered)
        status = trial->case_->infer ? answer_shape(&stage) : try_operator(&stage);
    empty_operands(&stage);
    return status;
}
