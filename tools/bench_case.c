/* SPDX-License-Identifier: Apache-2.0 */
/* A row of the bench, ready to run: bench_case.h says what it holds. */
#include "bench_case.h"

#include <stdio.h>
#include <stdlib.h>
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
    case GATHER_BENCH_SCALED:
        op = gather_onnx_gather_block_quantized(axis, -1, row->block, row->bits);
        op.policy = GATHER_POLICY_ERROR;
        break;
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

static size_t inputs_of(const struct gather_bench_row *row)
{
    return row->family == GATHER_BENCH_RELAYOUT ? 1 : row->family == GATHER_BENCH_SCALED ? 3 : 2;
}

/* The layouts of a step whose data's is known. */
static enum gather_status lay_out(struct bench_step *step, const struct gather_bench_row *row, int32_t scale,
                                  struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    step->op = op_of(row, step->axis);
    step->input_count = inputs_of(row);
    if (step->input_count > 1)
        status = read_layout(row->indices[scale], &step->inputs[1], error);
    if (status == GATHER_STATUS_OK && step->input_count > 2)
        status = read_layout(row->scales[scale], &step->inputs[2], error);
    if (status == GATHER_STATUS_OK)
        status = gather_infer(&step->op, step->inputs, step->input_count, &step->output, error);
    if (status == GATHER_STATUS_OK && row->to != NULL)
        status = gather_layout_parse_suffix(&step->output, row->to, strlen(row->to), error);
    return status;
}

/* Along two axes the output is as long as the list along both; else as the op infers it. */
static enum gather_status lay_out_two(struct bench_case *made, struct gather_error *error)
{
    struct bench_step *step = &made->steps[0];
    made->second_layout = step->inputs[1];
    made->second = (struct gather_axis_indices){.axis = step->axis + 1, .layout = &made->second_layout};
    const struct gather_axis_indices lists[] = {{.axis = step->axis, .layout = &step->inputs[1]},
                                                made->second};
    return gather_infer_axes(&step->inputs[0], lists, 2, &step->output, error);
}

/* One step, or a step a table. */
static enum gather_status lay_out_all(struct bench_case *made, int32_t scale, struct gather_error *error)
{
    const struct gather_bench_row *row = made->row;
    struct gather_layout data;
    enum gather_status status = read_layout(row->data[scale], &data, error);
    made->step_count = row->tables > 0 ? (size_t)row->tables : 1;
    for (size_t k = 0; k < made->step_count && status == GATHER_STATUS_OK; k++) {
        struct bench_step *step = &made->steps[k];
        step->axis = row->axis;
        step->inputs[0] = data;
        status = lay_out(step, row, scale, error);
        if (status == GATHER_STATUS_OK && row->tables > 0) {
            data.sizes[0] += data.sizes[0] * 27 / 100; /* bounded: tables are a few times the first */
            status = gather_layout_init(&data, data.dtype, data.rank, data.sizes, error);
        }
    }
    return status == GATHER_STATUS_OK && bench_has_two_axes(made) ? lay_out_two(made, error) : status;
}

/* ---- memory --------------------------------------------------------------------------------------------- */

/* A sum that ends at the greatest number. */
static int64_t add_up(int64_t a, int64_t b) { return a > INT64_MAX - b ? INT64_MAX : a + b; }

/* The operands, and as many bytes as the output has to copy from. */
static int64_t bytes_needed(const struct bench_case *made)
{
    int64_t bytes = 0;
    for (size_t k = 0; k < made->step_count; k++) {
        const struct bench_step *step = &made->steps[k];
        int64_t output = gather_layout_bytes(&step->output);
        for (size_t i = 0; i < step->input_count; i++)
            bytes = add_up(bytes, gather_layout_bytes(&step->inputs[i]));
        bytes = add_up(add_up(bytes, output), output);
    }
    if (bench_has_two_axes(made)) {
        const int64_t places = gather_layout_elements(&made->steps[0].inputs[1]) *
                               made->second_layout.sizes[0]; /* bounded: elements of the output */
        bytes = add_up(add_up(bytes, gather_layout_bytes(&made->second_layout)),
                       places * (int64_t)sizeof *made->numbers); /* bounded: likewise */
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

/* Floats from 1/128 to 1/64, so that what they scale is a plain number. */
static void fill_scales(float *scales, int64_t count)
{
    fill_data((unsigned char *)scales, count * (int64_t)sizeof *scales); /* bounded: lies in memory */
    for (int64_t k = 0; k < count; k++) {
        uint32_t bits;
        memcpy(&bits, &scales[k], sizeof bits);
        bits = (bits & 0x7FFFFF) | 0x3C000000;
        memcpy(&scales[k], &bits, sizeof bits);
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

/* Indices are drawn densely, and moved to where their layout has them. */
static enum gather_status draw_as_laid_out(int32_t distribution, const struct gather_index_axes *axes,
                                           const struct gather_layout *layout, struct gather_buffer buffer,
                                           struct gather_error *error)
{
    const struct gather_op relayout = gather_relayout();
    struct gather_layout dense;
    enum gather_status status = gather_layout_init(&dense, layout->dtype, layout->rank, layout->sizes, error);
    if (status != GATHER_STATUS_OK)
        return status;
    struct gather_buffer drawn = {NULL, (uint64_t)gather_layout_bytes(&dense)};
    drawn.data = malloc(drawn.bytes > 0 ? drawn.bytes : 1);
    if (drawn.data == NULL)
        return no_memory(error);
    status = gather_distribution_fill(distribution, axes, &dense, drawn.data, error);
    if (status == GATHER_STATUS_OK)
        status = gather_once(&relayout, &dense, &drawn, 1, layout, buffer, NULL, error);
    free(drawn.data);
    return status;
}

static enum gather_status draw_indices(const struct bench_case *made, const struct bench_step *step,
                                       struct gather_error *error)
{
    const struct gather_bench_row *row = made->row;
    struct gather_index_axes axes = {.components = 1, .pattern = row->pattern};
    axes.sizes[0] = step->inputs[0].sizes[step->axis];
    if (row->family == GATHER_BENCH_TUPLES) {
        axes.is_tuple = 1;
        axes.components = (int32_t)step->inputs[1].sizes[step->inputs[1].rank - 1];
        for (int32_t k = 0; k < axes.components; k++)
            axes.sizes[k] = step->inputs[0].sizes[row->batch_dims + k];
    }
    return draw_as_laid_out(row->distribution, &axes, &step->inputs[1], step->buffers[1], error);
}

static enum gather_status take_inputs(struct bench_case *made, size_t k, bool is_huge,
                                      struct gather_error *error)
{
    struct bench_step *step = &made->steps[k];
    step->buffers[0] = take(&step->memory[0], &step->inputs[0], is_huge);
    if (step->buffers[0].data == NULL)
        return no_memory(error);
    fill_data(step->buffers[0].data, gather_layout_bytes(&step->inputs[0]));
    if (step->input_count == 1)
        return GATHER_STATUS_OK;
    step->buffers[1] = take(&step->memory[1], &step->inputs[1], is_huge);
    if (step->buffers[1].data == NULL)
        return no_memory(error);
    if (step->input_count > 2) {
        step->buffers[2] = take(&step->memory[2], &step->inputs[2], is_huge);
        if (step->buffers[2].data == NULL)
            return no_memory(error);
        fill_scales(step->buffers[2].data, gather_layout_elements(&step->inputs[2]));
    }
    return draw_indices(made, step, error);
}

/* The second list of a take along two axes; and what both name, as a plain loop wants it. */
static enum gather_status take_second(struct bench_case *made, bool is_huge, struct gather_error *error)
{
    const struct bench_step *step = &made->steps[0];
    struct gather_index_axes axes = {.components = 1};
    const int64_t count = step->inputs[1].sizes[0], size = step->inputs[0].sizes[made->second.axis],
                  places = count * count; /* bounded: elements of the output */
    axes.sizes[0] = size;
    made->second.buffer = take(&made->second_memory, &made->second_layout, is_huge);
    made->numbers = calloc((size_t)places, sizeof *made->numbers);
    if (made->second.buffer.data == NULL || made->numbers == NULL)
        return no_memory(error);
    enum gather_status status = gather_distribution_fill(
        made->row->second_distribution, &axes, &made->second_layout, made->second.buffer.data, error);
    const int64_t *rows = step->buffers[1].data, *columns = made->second.buffer.data;
    for (int64_t k = 0; k < places && status == GATHER_STATUS_OK; k++)
        made->numbers[k] = rows[k / count] * size + columns[k % count]; /* bounded: elements of the data */
    return status;
}

/* The outputs of tables lie one after the other. */
static enum gather_status take_outputs(struct bench_case *made, bool is_huge, struct gather_error *error)
{
    int64_t begin = 0;
    made->bytes = 0;
    for (size_t k = 0; k < made->step_count; k++)
        made->bytes += gather_layout_bytes(&made->steps[k].output);
    if (!bench_pages_take(&made->output, made->bytes, is_huge))
        return no_memory(error);
    for (size_t k = 0; k < made->step_count; k++) {
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
    if (bench_has_two_axes(made))
        made->indices += made->steps[0].inputs[1].sizes[0];
}

/* Blocks that are moved: an index's, as often as it is used; without indices, elements. */
static void count_blocks(struct bench_case *made)
{
    const struct bench_step *last = &made->steps[made->step_count - 1];
    int32_t inner = last->inputs[0].rank - last->axis - (bench_has_two_axes(made) ? 2 : 1);
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

/* Two dimensions of a row-major layout as one. */
static struct gather_layout joined(const struct gather_layout *layout, int32_t axis)
{
    struct gather_layout made = *layout;
    int64_t sizes[GATHER_MAX_RANK];
    memcpy(sizes, layout->sizes, sizeof sizes);
    sizes[axis] *= sizes[axis + 1]; /* bounded: elements that lie in memory */
    memmove(&sizes[axis + 1], &sizes[axis + 2], (size_t)(layout->rank - axis - 2) * sizeof sizes[0]);
    (void)!gather_layout_init(&made, layout->dtype, layout->rank - 1, sizes, NULL);
    return made;
}

/* What a plain loop has to do. A take along two axes is one along both as one. */
static struct gather_bench_done done_of(const struct bench_case *made, const struct bench_step *step)
{
    if (bench_has_two_axes(made)) {
        const int64_t places = step->inputs[1].sizes[0] * step->inputs[1].sizes[0]; /* bounded: in memory */
        struct gather_bench_done done = {.family = made->row->family,
                                         .axis = step->axis,
                                         .data = joined(&step->inputs[0], step->axis),
                                         .output = joined(&step->output, step->axis),
                                         .data_bytes = step->buffers[0].data,
                                         .index_values = made->numbers,
                                         .output_bytes = step->target.data};
        (void)!gather_layout_init(&done.indices, GATHER_DTYPE_I64, 1, &places, NULL);
        return done;
    }
    return (struct gather_bench_done){.family = made->row->family,
                                      .axis = step->axis,
                                      .batch_dims = made->row->batch_dims,
                                      .data = step->inputs[0],
                                      .indices = step->inputs[1],
                                      .output = step->output,
                                      .data_bytes = step->buffers[0].data,
                                      .index_values = step->buffers[1].data,
                                      .output_bytes = step->target.data,
                                      .scales = step->inputs[2],
                                      .scale_values = step->buffers[2].data,
                                      .block = made->row->block,
                                      .bits = made->row->bits};
}

/* The scales that a step reads: a take of them by the same indices. */
static enum gather_status find_scale_lines(struct bench_step *step, const struct gather_bench_done *done,
                                           struct gather_error *error)
{
    struct gather_bench_done taken = *done;
    int64_t sizes[GATHER_MAX_RANK];
    memcpy(sizes, done->output.sizes, sizeof sizes);
    sizes[done->output.rank - 1] = done->scales.sizes[done->scales.rank - 1];
    taken.family = GATHER_BENCH_TAKE;
    taken.data = done->scales;
    taken.data_bytes = done->scale_values;
    enum gather_status status =
        gather_layout_init(&taken.output, GATHER_DTYPE_F32, done->output.rank, sizes, error);
    return status == GATHER_STATUS_OK ? gather_bench_lines_create(&step->scale_lines, &taken, error) : status;
}

/* The lines that each step reads. */
static enum gather_status find_lines(struct bench_case *made, struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < made->step_count && status == GATHER_STATUS_OK; k++) {
        struct gather_bench_done done = done_of(made, &made->steps[k]);
        if (made->row->family != GATHER_BENCH_RELAYOUT)
            status = gather_bench_lines_create(&made->steps[k].lines, &done, error);
        if (made->row->family == GATHER_BENCH_SCALED && status == GATHER_STATUS_OK)
            status = find_scale_lines(&made->steps[k], &done, error);
    }
    return status;
}

/* By its strides, with one place along an axis. */
static enum gather_status narrow(struct gather_layout *layout, int32_t axis, struct gather_error *error)
{
    struct gather_layout_summary summary;
    enum gather_status status = gather_layout_describe(layout, &summary, error);
    if (status != GATHER_STATUS_OK)
        return status;
    layout->sizes[axis] = 1;
    return gather_layout_init_strides(layout, layout->dtype, layout->rank, layout->sizes, summary.strides,
                                      summary.offset, error);
}

/* What a take along two axes runs at each row, to be described. */
static enum gather_status plan_row(struct bench_case *made, struct gather_error *error)
{
    struct bench_step *step = &made->steps[0];
    const struct gather_op op = gather_numpy_take(made->second.axis, GATHER_POLICY_ERROR);
    struct gather_layout inputs[] = {step->inputs[0], made->second_layout}, output = step->output;
    enum gather_status status = narrow(&inputs[0], step->axis, error);
    if (status == GATHER_STATUS_OK)
        status = narrow(&output, step->axis, error);
    return status == GATHER_STATUS_OK ? gather_plan_create(&step->plan, &op, inputs, 2, &output, NULL, error)
                                      : status;
}

static enum gather_status plan(struct bench_case *made, struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    if (bench_has_two_axes(made))
        return plan_row(made, error);
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
    if (status == GATHER_STATUS_OK && bench_has_two_axes(made))
        status = take_second(made, is_huge, error);
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
        for (size_t i = 0; i < BENCH_INPUTS_MAX; i++)
            bench_pages_give(&made->steps[k].memory[i]);
        gather_bench_lines_destroy(&made->steps[k].lines);
        gather_bench_lines_destroy(&made->steps[k].scale_lines);
    }
    bench_pages_give(&made->output);
    bench_pages_give(&made->second_memory);
    free(made->numbers);
    made->numbers = NULL;
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
