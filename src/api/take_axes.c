/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Takes along several axes. The list of the last axis is a plan, which runs wherever those before it lead:
 *
 *     data u8[8,1080,1920,3]     rows along 1     columns along 2
 *     for each row r, the i-th of its list:   plan of data[:, r:r+1] by the columns   ->   output[:, i:i+1]
 *
 * By itself each list is a take that all other axes repeat, and so it is judged and checked: by a plan of its own over
 * data in which the axes of the other lists are as long as the output's, with a stride of 0.
 */
#include "gather/axes.h"

#include <stdatomic.h>
#include <string.h>

#include "core/arith.h"
#include "core/extent.h"
#include "core/fail.h"
#include "core/geometry.h"
#include "core/plan_calls.h"
#include "core/reach.h"
#include "dialects/judging.h"
#include "gather/numpy.h"
#include "kernels/table.h"

enum { LEAST_TASK_BYTES = 1 << 16 }; /* of output: some microseconds */

/* A list, judged. */
struct list {
    const struct gather_layout *layout;
    struct gather_plan *plan; /* of its take alone */
    int32_t axis;
    struct gather__buffers buffers;
    const struct gather__index_kernel *kernel;
    int64_t first, step;         /* units of the indices */
    int64_t count;               /* of indices */
    int64_t data_step, out_step; /* bytes from one index, and from one place of the list, to the next */
};

struct taking {
    const struct gather_layout *layouts[2]; /* as the caller gave them: data, output */
    struct gather_layout data, out;         /* the same by strides */
    struct gather__reach data_reach, out_reach;
    struct gather_buffer data_buffer, out_buffer;
    size_t list_count;
    struct list lists[GATHER_MAX_RANK]; /* by axes */
    struct gather_plan *inner;          /* of the last list, at one place of all others */
    atomic_int refused;
};

/* ---- operands ------------------------------------------------------------------------------------ */

/* A layout that is not one is the operand's fault: the error names it, not the part of the layout. */
static enum gather_status named(enum gather_status status, const char *operand, struct gather_error *error)
{
    if (error != NULL)
        error->operand = operand;
    return status;
}

static enum gather_status fail_lay(const char *operand, struct gather_error *error)
{
    return gather__fail(error, GATHER_STATUS_UNSUPPORTED, operand,
                        "a layout of strides, with elements of whole bytes and no value for padding");
}

/* An operand by its strides, and what of its buffer it touches. */
static enum gather_status lay(const struct gather_layout *given, bool is_written,
                              struct gather_layout *strided, struct gather__reach *reach,
                              struct gather_error *error)
{
    const char *name = is_written ? "output" : "data";
    struct gather__operand operand = {.layout = given};
    int64_t strides[GATHER_MAX_RANK], offset;
    enum gather_status status = gather__layout_measure(given, &operand.extent, error);
    if (status != GATHER_STATUS_OK)
        return named(status, name, error);
    if (given->cell_bits % 8 != 0 || gather__padding_value(given) != GATHER_PADDING_UNKNOWN ||
        !gather__strides_of(given, strides, &offset))
        return fail_lay(name, error);
    gather__reach_of(&operand, is_written, reach);
    *strided = (struct gather_layout){.kind = GATHER_LAYOUT_STRIDES,
                                      .dtype = given->dtype,
                                      .rank = given->rank,
                                      .cell_bits = given->cell_bits,
                                      .offset = offset};
    memcpy(strided->sizes, given->sizes, sizeof strided->sizes);
    memcpy(strided->place, strides, sizeof strides[0] * (size_t)given->rank);
    return GATHER_STATUS_OK;
}

/* ---- lists --------------------------------------------------------------------------------------- */

/* The axis of a list, before those that are larger. Returns: OK; AXIS; ARGUMENT for one that is there already. */
static enum gather_status place_list(struct taking *taking, const struct gather_axis_indices *asked,
                                     int32_t *axis, size_t *at, struct gather_error *error)
{
    enum gather_status status = gather__need_axis(asked->axis, taking->data.rank, "axis", axis, error);
    *at = taking->list_count;
    if (status != GATHER_STATUS_OK)
        return status;
    while (*at > 0 && taking->lists[*at - 1].axis >= *axis)
        (*at)--;
    if (*at == taking->list_count || taking->lists[*at].axis != *axis)
        return GATHER_STATUS_OK;
    gather__fail(error, GATHER_STATUS_ARGUMENT, "axis", "one list for each axis");
    return gather__fail_axis(error, GATHER_STATUS_ARGUMENT, *axis);
}

/* Bytes; modulo 2^64, for a stride that no index makes use of may be any. */
static int64_t times(int64_t cells, int64_t unit)
{
    return (int64_t)((uint64_t)cells * (uint64_t)unit); /* bounded: modulo 2^64 */
}

/* Where the indices of a list lie. */
static enum gather_status lay_list(struct list *list, struct gather_error *error)
{
    const struct gather_layout *layout = list->layout;
    struct gather__extent extent;
    int64_t strides[GATHER_MAX_RANK], offset;
    enum gather_status status = gather__layout_measure(layout, &extent, error);
    if (status != GATHER_STATUS_OK)
        return named(status, "indices", error);
    if (layout->rank != 1) {
        gather__fail(error, GATHER_STATUS_RANK, "indices", NULL);
        return gather__fail_value(error, GATHER_STATUS_RANK, layout->rank, 1, 1);
    }
    if (!gather__strides_of(layout, strides, &offset))
        return gather__fail(error, GATHER_STATUS_UNSUPPORTED, "indices", "a list with a stride");
    const int64_t unit = layout->cell_bits % 8 == 0 ? layout->cell_bits / 8 : layout->cell_bits;
    list->kernel = gather__index_kernel_for(gather__kernels_here(), layout->dtype);
    list->count = layout->sizes[0];
    list->first = times(offset, unit);
    list->step = times(strides[0], unit);
    return GATHER_STATUS_OK;
}

/* Puts the lists in the order of their axes. */
static enum gather_status read_lists(struct taking *taking, const struct gather_axis_indices *asked,
                                     size_t count, struct gather_error *error)
{
    if (count == 0)
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "axis", "a list at least");
    for (size_t k = 0; k < count; k++) {
        struct list list = {
            .layout = asked[k].layout,
            .buffers = {.out = taking->out_buffer, .data = taking->data_buffer, .indices = asked[k].buffer}};
        size_t at;
        enum gather_status status = place_list(taking, &asked[k], &list.axis, &at, error);
        if (status == GATHER_STATUS_OK)
            status = lay_list(&list, error);
        if (status != GATHER_STATUS_OK)
            return status;
        list.data_step = times(taking->data.place[list.axis], taking->data.cell_bits / 8);
        list.out_step = times(taking->out.place[list.axis], taking->out.cell_bits / 8);
        const size_t behind = taking->list_count - at;
        memmove(&taking->lists[at + 1], &taking->lists[at], behind * sizeof list); /* bounded: of the lists */
        taking->lists[at] = list;
        taking->list_count++;
    }
    return GATHER_STATUS_OK;
}

/* The plan of a list alone: along the axes of the others the data is as long as the output, all at one place. */
static enum gather_status plan_list(const struct taking *taking, struct list *list, int32_t mode,
                                    struct gather_error *error)
{
    const struct gather_op op = gather_numpy_take(list->axis, mode);
    struct gather_layout inputs[2] = {taking->data, *list->layout};
    for (size_t k = 0; k < taking->list_count; k++) {
        const int32_t axis = taking->lists[k].axis;
        if (axis == list->axis || axis >= taking->out.rank)
            continue;
        inputs[0].sizes[axis] = taking->out.sizes[axis];
        inputs[0].place[axis] = 0;
    }
    return gather_plan_create(&list->plan, &op, inputs, 2, taking->layouts[1], NULL, error);
}

/* The plan that runs: of the last list, at one place of all others. There are elements. */
static enum gather_status plan_inner(struct taking *taking, int32_t mode, struct gather_error *error)
{
    const struct list *last = &taking->lists[taking->list_count - 1];
    const struct gather_op op = gather_numpy_take(last->axis, mode);
    struct gather_layout inputs[2] = {taking->data, *last->layout}, out = taking->out;
    for (size_t k = 0; k + 1 < taking->list_count; k++)
        inputs[0].sizes[taking->lists[k].axis] = out.sizes[taking->lists[k].axis] = 1;
    return gather_plan_create(&taking->inner, &op, inputs, 2, &out, NULL, error);
}

/* Of a plan of a list: buffers and overlap, as if it had all of the data. */
static enum gather_status judge_buffers(const struct taking *taking, const struct list *list,
                                        struct gather_error *error)
{
    struct gather_plan whole = *list->plan;
    whole.data = taking->data_reach;
    whole.out = taking->out_reach;
    whole.identity = 0;
    return gather__plan_judge(&whole, &list->buffers, error);
}

static enum gather_status check_list(const struct list *list, struct gather_error *error)
{
    const struct gather__kernels *kernels = gather__kernels_here();
    if (gather__plan_check_step(list->plan) == NULL ||
        !gather__plan_refuses(list->plan, kernels, &list->buffers, 0, gather__plan_points(list->plan)))
        return GATHER_STATUS_OK;
    return gather__plan_find_refused(list->plan, kernels, &list->buffers, error);
}

static enum gather_status judge(struct taking *taking, const struct gather_axis_indices *asked, size_t count,
                                int32_t mode, struct gather_error *error)
{
    enum gather_status status = lay(taking->layouts[0], false, &taking->data, &taking->data_reach, error);
    if (status == GATHER_STATUS_OK)
        status = lay(taking->layouts[1], true, &taking->out, &taking->out_reach, error);
    if (status == GATHER_STATUS_OK)
        status = read_lists(taking, asked, count, error);
    for (size_t k = 0; k < taking->list_count && status == GATHER_STATUS_OK; k++)
        status = plan_list(taking, &taking->lists[k], mode, error);
    for (size_t k = 0; k < taking->list_count && status == GATHER_STATUS_OK; k++)
        status = judge_buffers(taking, &taking->lists[k], error);
    for (size_t k = 0; k < taking->list_count && status == GATHER_STATUS_OK; k++)
        status = check_list(&taking->lists[k], error);
    return status;
}

/* ---- moving -------------------------------------------------------------------------------------- */

/* How often the inner plan runs. */
static int64_t count_places(const struct taking *taking)
{
    int64_t places = 1;
    for (size_t k = 0; k + 1 < taking->list_count; k++)
        places *= taking->lists[k].count; /* bounded: elements of the output */
    return places;
}

/* Where the lists before the last lead at a place, in bytes. Returns: false if an index is refused. */
static bool find_place(const struct taking *taking, int64_t number, int64_t *data, int64_t *out)
{
    struct gather__index_fate fate = {0, 0};
    *data = *out = 0;
    for (size_t k = taking->list_count - 1; k-- > 0;) {
        const struct list *list = &taking->lists[k];
        const struct gather__rule *rule =
            &gather__step_components(gather__plan_first_step(list->plan))[0].rule;
        const int64_t position = number % list->count;
        int64_t index;
        gather__read_one(list->kernel, list->buffers.indices.data, list->first + position * list->step, rule,
                         &index, &fate);
        if (fate.refused > 0)
            return false;
        *data += index * list->data_step;  /* bounded: inside the data */
        *out += position * list->out_step; /* bounded: inside the output */
        number /= list->count;
    }
    return true;
}

static void move_places(void *argument, uint64_t begin, uint64_t end)
{
    struct taking *taking = argument;
    const struct gather__kernels *kernels = gather__kernels_here();
    const struct gather__buffers *whole = &taking->lists[taking->list_count - 1].buffers;
    for (uint64_t number = begin; number < end; number++) {
        struct gather__buffers here = *whole;
        int64_t data, out;
        if (!find_place(taking, (int64_t)number, &data, &out)) {
            atomic_store_explicit(&taking->refused, 1, memory_order_relaxed);
            return;
        }
        here.data.data = (uint8_t *)whole->data.data + data;
        here.out.data = (uint8_t *)whole->out.data + out;
        if (gather__plan_move_rows(taking->inner, kernels, &here, 0, taking->inner->rows, false) > 0)
            atomic_store_explicit(&taking->refused, 1, memory_order_relaxed);
    }
}

/* What was checked has changed meanwhile: the first index that is refused, if there still is one. */
static enum gather_status find_refused(const struct taking *taking, struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < taking->list_count && status == GATHER_STATUS_OK; k++)
        status = check_list(&taking->lists[k], error);
    return status;
}

static enum gather_status move(struct taking *taking, const struct gather_threads *threads,
                               struct gather_error *error)
{
    const int64_t places = count_places(taking);
    const int64_t bytes = (taking->out_reach.high - taking->out_reach.low) / places;
    const int64_t grain = gather__divide_up(LEAST_TASK_BYTES, bytes > 0 ? bytes : 1);
    if (threads == NULL || places <= grain)
        move_places(taking, 0, (uint64_t)places);
    else if (threads->parallel_for(threads->context, move_places, taking, (uint64_t)places,
                                   (uint64_t)grain) != 0)
        return gather__fail(error, GATHER_STATUS_CANCELLED, NULL, NULL);
    return atomic_load(&taking->refused) != 0 ? find_refused(taking, error) : GATHER_STATUS_OK;
}

enum gather_status gather_infer_axes(const struct gather_layout *data_layout,
                                     const struct gather_axis_indices *lists, size_t list_count,
                                     struct gather_layout *output_layout, struct gather_error *error)
{
    struct taking taking = {.layouts = {data_layout, NULL}};
    struct gather__extent extent;
    enum gather_status status = gather__layout_measure(data_layout, &extent, error);
    if (status != GATHER_STATUS_OK)
        return named(status, "data", error);
    taking.data.rank = data_layout->rank;
    status = read_lists(&taking, lists, list_count, error);
    if (status != GATHER_STATUS_OK)
        return status;
    memcpy(taking.data.sizes, data_layout->sizes, sizeof taking.data.sizes);
    for (size_t k = 0; k < taking.list_count; k++)
        taking.data.sizes[taking.lists[k].axis] = taking.lists[k].count;
    return gather_layout_init(output_layout, data_layout->dtype, data_layout->rank, taking.data.sizes, error);
}

enum gather_status gather_take_axes(const struct gather_layout *data_layout, struct gather_buffer data,
                                    const struct gather_axis_indices *lists, size_t list_count, int32_t mode,
                                    const struct gather_layout *output_layout, struct gather_buffer output,
                                    const struct gather_threads *threads, struct gather_error *error)
{
    struct taking taking = {
        .layouts = {data_layout, output_layout}, .data_buffer = data, .out_buffer = output};
    atomic_init(&taking.refused, 0);
    enum gather_status status = judge(&taking, lists, list_count, mode, error);
    const bool moves = status == GATHER_STATUS_OK && taking.lists[0].plan->elements > 0;
    if (moves)
        status = plan_inner(&taking, mode, error);
    if (moves && status == GATHER_STATUS_OK)
        status = move(&taking, threads, error);
    for (size_t k = 0; k < taking.list_count; k++)
        gather_plan_destroy(taking.lists[k].plan);
    gather_plan_destroy(taking.inner);
    return status;
}
