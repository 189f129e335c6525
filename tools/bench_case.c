/* SPDX-License-Identifier: Apache-2.0 */
/* A row of the bench, ready to run: bench_case.h says what it holds. */
#include "bench_case.h"

#include <stdio.h>
#include <string.h>

/* ---- layouts and ops ------------------------------------------------------------------------------------ */

/* "f32[2,3]" is row-major: what stands behind a text is its layout, and "C" says so. */
static enum gather_status read_layout(const char *text, struct gather_layout *layout,
                                      struct gather_error *error)
{
    char whole[256];
    size_t length = strlen(text);
    int written =
        snprintf(whole, sizeof whole, "%s%s", text, length > 0 && text[length - 1] == ']' ? "C" : "");
    if (written < 0 || (size_t)written >= sizeof whole)
        written = 0;
    return gather_layout_parse(layout, whole, (size_t)written, GATHER_SPELLING_ANY, error);
}

static struct gather_op op_of(const struct gather_bench_row *row, int64_t axis)
{
    struct gather_op op;
    switch (row->family) {
    case GATHER_BENCH_ELEMENTS:
        op = gather_onnx_gather_elements(0, axis);
        break;
    case GATHER_BENCH_TUPLES:
        op = gather_onnx_gather_nd(0, row->batch_dims);
        break;
    case GATHER_BENCH_RELAYOUT:
        return gather_relayout();
    default:
        if (row->batch_dims != 0) {
            op = gather_openvino_gather(0, axis, row->batch_dims);
            op.policy = GATHER_POLICY_ERROR;
            return op;
        }
        op = gather_onnx_gather(0, axis);
    }
    op.strictness = GATHER_LOOSE; /* all types of indices */
    return op;
}

/* The layouts of a step whose data's is known. */
static enum gather_status lay_out(struct bench_step *step, const struct gather_bench_row *row, int32_t scale,
                                  struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    step->op = op_of(row, step->axis);
    step->input_count = row->family == GATHER_BENCH_RELAYOUT ? 1 : 2;
    if (step->input_count == 2)
        status = read_layout(row->indices[scale], &step->inputs[1], error);
    if (status == GATHER_STATUS_OK)
        status = gather_infer(&step->op, step->inputs, step->input_count, &step->output, error);
    if (status == GATHER_STATUS_OK && row->to != NULL)
        status = gather_layout_parse_suffix(&step->output, row->to, strlen(row->to), error);
    return status;
}

/* One step; a step a table; or two takes one behind the other. */
static enum gather_status lay_out_all(struct bench_case *made, int32_t scale, struct gather_error *error)
{
    const struct gather_bench_row *row = made->row;
    struct gather_layout data;
    enum gather_status status = read_layout(row->data[scale], &data, error);
    bool is_twice = row->second_distribution != GATHER_DISTRIBUTION_NONE;
    made->step_count = row->tables > 0 ? (size_t)row->tables : is_twice ? 2 : 1;
    for (size_t k = 0; k < made->step_count && status == GATHER_STATUS_OK; k++) {
        struct bench_step *step = &made->steps[k];
        step->axis = row->axis + (is_twice ? (int32_t)k : 0);
        step->inputs[0] = is_twice && k > 0 ? made->steps[0].output : data;
        status = lay_out(step, row, scale, error);
        if (status == GATHER_STATUS_OK && row->tables > 0) {
            data.sizes[0] += data.sizes[0] * 27 / 100; /* bounded: tables are a few times the first */
            status = gather_layout_init(&data, data.dtype, data.rank, data.sizes, error);
        }
    }
    return status;
}

/* ---- memory --------------------------------------------------------------------------------------------- */

static bool has_own_data(const struct bench_case *made, size_t k)
{
    return k == 0 || made->row->second_distribution == GATHER_DISTRIBUTION_NONE;
}

/* A sum that ends at the greatest number. */
static int64_t add_up(int64_t a, int64_t b) { return a > INT64_MAX - b ? INT64_MAX : a + b; }

/* The operands, and as many bytes as the output has to copy from. */
static int64_t bytes_needed(const struct bench_case *made)
{
    int64_t bytes = 0;
    for (size_t k = 0; k < made->step_count; k++) {
        const struct bench_step *step = &made->steps[k];
        int64_t output = gather_layout_bytes(&step->output);
        bytes = add_up(bytes, has_own_data(made, k) ? gather_layout_bytes(&step->inputs[0]) : 0);
        bytes = add_up(bytes, step->input_count > 1 ? gather_layout_bytes(&step->inputs[1]) : 0);
        bytes = add_up(add_up(bytes, output), output);
    }
    return bytes;
}

/* Every eight bytes are others, so that an element that was mistaken for another is seen. */
static void fill_data(unsigned char *data, int64_t bytes)
{
    uint64_t word = 0;
    for (int64_t k = 0; k < bytes; k += 8) {
        word += UINT64_C(0x9e3779b97f4a7c15);
        uint64_t mixed = word ^ word >> 29;
        memcpy(data + k, &mixed, bytes - k < 8 ? (size_t)(bytes - k) : 8);
    }
}

static struct gather_buffer take(struct bench_pages *pages, const struct gather_layout *layout, bool is_huge)
{
    int64_t bytes = gather_layout_bytes(layout);
    struct gather_buffer buffer = {NULL, (uint64_t)bytes};
    if (bench_pages_take(pages, bytes, is_huge))
        buffer.data = pages->data;
    return buffer;
}

static enum gather_status no_memory(struct gather_error *error)
{
    memset(error, 0, sizeof *error);
    error->status = GATHER_STATUS_NO_MEMORY;
    error->part = -1;
    return GATHER_STATUS_NO_MEMORY;
}

static enum gather_status draw_indices(const struct bench_case *made, const struct bench_step *step,
                                       struct gather_error *error)
{
    const struct gather_bench_row *row = made->row;
    struct gather_index_axes axes = {.components = 1, .pattern = row->pattern};
    bool is_second = step != &made->steps[0] && row->second_distribution != GATHER_DISTRIBUTION_NONE;
    axes.sizes[0] = step->inputs[0].sizes[step->axis];
    if (row->family == GATHER_BENCH_TUPLES) {
        axes.is_tuple = 1;
        axes.components = (int32_t)step->inputs[1].sizes[step->inputs[1].rank - 1];
        for (int32_t k = 0; k < axes.components; k++)
            axes.sizes[k] = step->inputs[0].sizes[row->batch_dims + k];
    }
    return gather_distribution_fill(is_second ? row->second_distribution : row->distribution, &axes,
                                    &step->inputs[1], step->buffers[1].data, error);
}

static enum gather_status take_inputs(struct bench_case *made, size_t k, bool is_huge,
                                      struct gather_error *error)
{
    struct bench_step *step = &made->steps[k];
    if (has_own_data(made, k)) {
        step->buffers[0] = take(&step->memory[0], &step->inputs[0], is_huge);
        if (step->buffers[0].data == NULL)
            return no_memory(error);
        fill_data(step->buffers[0].data, gather_layout_bytes(&step->inputs[0]));
    } else {
        step->buffers[0] = made->steps[k - 1].target;
    }
    if (step->input_count == 1)
        return GATHER_STATUS_OK;
    step->buffers[1] = take(&step->memory[1], &step->inputs[1], is_huge);
    return step->buffers[1].data != NULL ? draw_indices(made, step, error) : no_memory(error);
}

/* The outputs of tables lie one after the other; of two takes the second writes the output. */
static enum gather_status take_outputs(struct bench_case *made, bool is_huge, struct gather_error *error)
{
    bool is_twice = made->row->second_distribution != GATHER_DISTRIBUTION_NONE;
    int64_t begin = 0;
    made->bytes = 0;
    for (size_t k = is_twice ? 1 : 0; k < made->step_count; k++)
        made->bytes += gather_layout_bytes(&made->steps[k].output);
    if (!bench_pages_take(&made->output, made->bytes, is_huge))
        return no_memory(error);
    if (is_twice)
        made->steps[0].target = take(&made->between, &made->steps[0].output, is_huge);
    if (is_twice && made->steps[0].target.data == NULL)
        return no_memory(error);
    for (size_t k = is_twice ? 1 : 0; k < made->step_count; k++) {
        int64_t length = gather_layout_bytes(&made->steps[k].output);
        made->steps[k].target = (struct gather_buffer){made->output.data + begin, (uint64_t)length};
        begin += length;
    }
    return GATHER_STATUS_OK;
}

/* ---- plans ------------------------------------------------------------------------------------------------ */

static void describe(struct bench_case *made)
{
    for (size_t k = 0; k < made->step_count; k++) {
        struct gather_plan_description description;
        gather_plan_describe(made->steps[k].plan, &description);
        made->is_checked = made->is_checked || description.is_checked;
        made->indices += description.index_count;
        if (k == 0) {
            made->kernel = description.kernel;
            made->index_kernel = description.index_kernel;
        }
    }
}

/* Blocks that are moved: an index's, as often as it is used; without indices, elements. */
static void count_blocks(struct bench_case *made)
{
    const struct bench_step *last = &made->steps[made->step_count - 1];
    int32_t inner = last->inputs[0].rank - last->axis - 1;
    if (made->row->family == GATHER_BENCH_TUPLES)
        inner = last->inputs[0].rank - made->row->batch_dims -
                (int32_t)last->inputs[1].sizes[last->inputs[1].rank - 1];
    if (made->row->family == GATHER_BENCH_ELEMENTS || made->row->family == GATHER_BENCH_RELAYOUT)
        inner = 0;
    for (size_t k = made->row->tables > 0 ? 0 : made->step_count - 1; k < made->step_count; k++) {
        const struct gather_layout *output = &made->steps[k].output;
        int64_t blocks = 1;
        for (int32_t d = 0; d < output->rank - inner; d++)
            blocks *= output->sizes[d]; /* bounded: below the output's elements */
        made->blocks += blocks;
    }
}

static struct gather_bench_done done_of(const struct bench_case *made, const struct bench_step *step)
{
    return (struct gather_bench_done){.family = made->row->family,
                                      .axis = step->axis,
                                      .batch_dims = made->row->batch_dims,
                                      .data = step->inputs[0],
                                      .indices = step->inputs[1],
                                      .output = step->output,
                                      .data_bytes = step->buffers[0].data,
                                      .index_values = step->buffers[1].data,
                                      .output_bytes = step->target.data};
}

/* The lines that each step reads. Those that the first of two takes writes, the second finds in the caches. */
static enum gather_status find_lines(struct bench_case *made, struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < made->step_count && status == GATHER_STATUS_OK; k++) {
        struct gather_bench_done done = done_of(made, &made->steps[k]);
        if (made->row->family != GATHER_BENCH_RELAYOUT && has_own_data(made, k))
            status = gather_bench_lines_create(&made->steps[k].lines, &done, error);
    }
    return status;
}

static enum gather_status plan(struct bench_case *made, struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < made->step_count && status == GATHER_STATUS_OK; k++) {
        struct bench_step *step = &made->steps[k];
        status = gather_plan_create(&step->plan, &step->op, step->inputs, step->input_count, &step->output,
                                    NULL, error);
    }
    return status;
}

/* ---- a case, whole ---------------------------------------------------------------------------------------- */

enum gather_status bench_case_make(struct bench_case *made, const struct gather_bench_row *row, int32_t scale,
                                   bool is_huge, struct gather_error *error)
{
    *made = (struct bench_case){.row = row};
    enum gather_status status = lay_out_all(made, scale, error);
    if (status == GATHER_STATUS_OK && bytes_needed(made) > bench_memory_free())
        status = no_memory(error);
    if (status == GATHER_STATUS_OK)
        status = take_outputs(made, is_huge, error);
    for (size_t k = 0; k < made->step_count && status == GATHER_STATUS_OK; k++)
        status = take_inputs(made, k, is_huge, error);
    if (status == GATHER_STATUS_OK)
        status = plan(made, error);
    if (status == GATHER_STATUS_OK) {
        describe(made);
        count_blocks(made);
        status = find_lines(made, error);
    }
    return status;
}

void bench_case_end(struct bench_case *made)
{
    for (size_t k = 0; k < made->step_count; k++) {
        gather_plan_destroy(made->steps[k].plan);
        bench_pages_give(&made->steps[k].memory[0]);
        bench_pages_give(&made->steps[k].memory[1]);
        gather_bench_lines_destroy(&made->steps[k].lines);
    }
    bench_pages_give(&made->output);
    bench_pages_give(&made->between);
    made->step_count = 0;
}

void bench_case_spoil(struct bench_case *made)
{
    for (size_t k = 0; k < made->step_count; k++)
        memset(made->steps[k].target.data, 0xa5, (size_t)made->steps[k].target.bytes);
}

enum gather_status bench_case_judge(const struct bench_case *made, struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < made->step_count && status == GATHER_STATUS_OK; k++) {
        struct gather_bench_done done = done_of(made, &made->steps[k]);
        status = gather_bench_judge(&done, error);
    }
    return status;
}
