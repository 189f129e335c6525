/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Takes along several axes. One of the lists is a plan, which runs wherever the others lead:
 *
 *     data u8[8,1080,1920,3]     rows along 1     columns along 2
 *     for each row r, the i-th of its list:   plan of data[:, r:r+1] by the columns   ->   output[:, i:i+1]
 *
 * A list that goes on evenly, as that of a crop or a flip does, leads nowhere by itself: it is a slice of the data. If all
 * do, the plan is a relayout.
 *
 * By itself each list is a take from a line of the data, and so it is judged, and checked before the first store.
 */
#include "gather/axes.h"

#include <stdatomic.h>
#include <string.h>

#include "api/run_plan.h"
#include "api/write_plan.h"
#include "core/arith.h"
#include "core/fail.h"
#include "core/geometry.h"
#include "core/plan_calls.h"
#include "core/reach.h"
#include "dialects/judging.h"
#include "gather/numpy.h"
#include "kernels/table.h"

enum { FEW_ELEMENTS = 64 /* at a place: that cost less than to go there */ };

/* A list, judged. */
struct list {
    const struct gather_layout *layout;
    struct gather_buffer buffer;
    int32_t axis;
    const struct gather__index_kernel *kernel;
    struct gather__rule rule;
    struct gather__index_run run; /* all of it */
    struct gather__reach reach;
    int64_t data_step, out_step; /* bytes from one index, and from one place of the list, to the next */
    bool is_even;                /* index k is first + k * step */
    int64_t first, step;
};

struct taking {
    struct gather__operand given_data, given_out; /* as the caller has them */
    struct gather_layout data, out;               /* the same by strides */
    struct gather_buffer data_buffer, out_buffer;
    size_t list_count;
    struct list lists[GATHER_MAX_RANK]; /* by axes */
    const struct list *inner;           /* that the plan goes by; NULL: all go on evenly */
    struct gather_plan *plan;
    int64_t row_bytes; /* of output, in a row of the plan */
    atomic_int refused;
};

/* ---- lists --------------------------------------------------------------------------------------- */

/* The list as a take from a line of `size` elements: its type, the mode, and what becomes of an index. */
static enum gather_status judge_list(struct list *list, int32_t dtype, int64_t size, int32_t mode,
                                     struct gather_error *error)
{
    static const int64_t at_one_place = 0;
    const struct gather_op op = gather_numpy_take(0, mode);
    struct gather_layout line[2], out;
    struct gather__work work;
    if (list->layout->rank != 1)
        return gather__fail_rank(error, "indices", list->layout->rank, 1, NULL);
    enum gather_status status =
        gather_layout_init_strides(&line[0], dtype, 1, &size, &at_one_place, 0, error);
    if (status != GATHER_STATUS_OK)
        return status;
    line[1] = *list->layout;
    out = line[0];
    out.sizes[0] = line[1].sizes[0];
    status = gather__lower_call(&(struct gather__call){&op, line, 2, &out}, &work, error);
    if (status != GATHER_STATUS_OK)
        return status;
    gather__reach_of(&work.indices, false, &list->reach);
    list->rule = work.nest.rules[0];
    list->rule.axis = list->axis;
    return GATHER_STATUS_OK;
}

/* Where its indices lie. */
static enum gather_status lay_list(struct list *list, struct gather_error *error)
{
    const int64_t bytes = list->layout->cell_bits / 8;
    int64_t strides[GATHER_MAX_RANK], offset;
    if (!gather__strides_of(list->layout, strides, &offset))
        return gather__fail(error, GATHER_STATUS_UNSUPPORTED, "indices", "a list with a stride");
    list->kernel = gather__index_kernel_for(gather__kernels_here(), list->layout->dtype);
    list->run = (struct gather__index_run){.indices = list->buffer.data,
                                           .first = gather__multiply_wrapped(offset, bytes),
                                           .step = gather__multiply_wrapped(strides[0], bytes),
                                           .count = list->layout->sizes[0],
                                           .scale = 1};
    return GATHER_STATUS_OK;
}

/* Puts a list before those of larger axes. Returns: OK; ARGUMENT if its axis has one already. */
static enum gather_status add_list(struct taking *taking, const struct list *list, struct gather_error *error)
{
    size_t at = taking->list_count;
    while (at > 0 && taking->lists[at - 1].axis > list->axis)
        at--;
    if (at > 0 && taking->lists[at - 1].axis == list->axis) {
        gather__fail(error, GATHER_STATUS_ARGUMENT, "axis", "one list for each axis");
        return gather__fail_axis(error, GATHER_STATUS_ARGUMENT, list->axis);
    }
    const size_t behind = taking->list_count - at;
    memmove(&taking->lists[at + 1], &taking->lists[at], behind * sizeof *list); /* bounded: of the lists */
    taking->lists[at] = *list;
    taking->list_count++;
    return GATHER_STATUS_OK;
}

static enum gather_status read_lists(struct taking *taking, const struct gather_axis_indices *asked,
                                     size_t count, int32_t mode, struct gather_error *error)
{
    const struct gather_layout *data = taking->given_data.layout;
    enum gather_status status = GATHER_STATUS_OK;
    if (count == 0)
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "axis", "a list at least");
    for (size_t k = 0; k < count && status == GATHER_STATUS_OK; k++) {
        struct list list = {.layout = asked[k].layout, .buffer = asked[k].buffer};
        status = gather__need_axis(asked[k].axis, data->rank, "axis", &list.axis, error);
        if (status == GATHER_STATUS_OK)
            status = judge_list(&list, data->dtype, data->sizes[list.axis], mode, error);
        if (status == GATHER_STATUS_OK)
            status = lay_list(&list, error);
        if (status == GATHER_STATUS_OK)
            status = add_list(taking, &list, error);
    }
    return status;
}

/* The first index of a list that is refused. Returns: OK if there is none. */
static enum gather_status find_refused(const struct list *list, struct gather_error *error)
{
    for (int64_t k = 0; k < list->run.count; k++) {
        const int64_t at = list->run.first + k * list->run.step; /* bounded: inside the indices */
        struct gather__index_fate fate = {0, 0};
        int64_t judged;
        const int64_t value = gather__kernels_here()->index_value(list->layout->dtype, list->run.indices, at);
        gather__read_one(list->kernel, list->run.indices, at, &list->rule, &judged, &fate);
        if (fate.refused > 0)
            return gather__fail_index(error, &list->rule, value, list->layout->dtype, 1, &k);
    }
    return GATHER_STATUS_OK;
}

/* Of all lists, in the order of their axes. */
static enum gather_status check_lists(const struct taking *taking, struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < taking->list_count && status == GATHER_STATUS_OK; k++) {
        const struct list *list = &taking->lists[k];
        if (list->rule.policy == GATHER_POLICY_ERROR && list->kernel->finds_outside(&list->run, &list->rule))
            status = find_refused(list, error);
    }
    return status;
}

/* ---- operands ------------------------------------------------------------------------------------ */

/* Data or output by its strides. */
static enum gather_status lay(const struct gather_layout *given, const char *name,
                              struct gather_layout *strided, struct gather_error *error)
{
    int64_t strides[GATHER_MAX_RANK], offset;
    if (given->cell_bits % 8 != 0 || gather__padding_value(given) != GATHER_PADDING_UNKNOWN ||
        !gather__strides_of(given, strides, &offset))
        return gather__fail(error, GATHER_STATUS_UNSUPPORTED, name,
                            "a layout of strides, with cells of whole bytes and no value for padding");
    *strided = *given;
    if (given->kind == GATHER_LAYOUT_STRIDES)
        return GATHER_STATUS_OK;
    *strided = (struct gather_layout){.kind = GATHER_LAYOUT_STRIDES,
                                      .dtype = given->dtype,
                                      .rank = given->rank,
                                      .cell_bits = given->cell_bits,
                                      .offset = offset};
    memcpy(strided->sizes, given->sizes, sizeof strided->sizes);
    memcpy(strided->place, strides, sizeof strides[0] * (size_t)given->rank); /* bounded: of the layout */
    return GATHER_STATUS_OK;
}

/* The output is as large as the lists make it, and each of its elements has a cell. */
static enum gather_status judge_output(const struct taking *taking, struct gather_error *error)
{
    const struct gather_layout *data = taking->given_data.layout, *out = taking->given_out.layout;
    struct gather__shape shape = {.dtype = data->dtype};
    gather__shape_add_sizes(&shape, data->sizes, 0, data->rank);
    for (size_t k = 0; k < taking->list_count; k++)
        shape.sizes[taking->lists[k].axis] = taking->lists[k].run.count;
    enum gather_status status = gather__check_output(out, &shape, error);
    if (status == GATHER_STATUS_OK && !gather__is_injective(out))
        status =
            gather__fail(error, GATHER_STATUS_OVERLAP, "output", "an output whose elements have a cell each");
    return status;
}

/* Buffers and overlap, list by list, as of a plan of the whole. */
static enum gather_status judge_buffers(const struct taking *taking, struct gather_error *error)
{
    struct gather_plan whole = {.unit_bits = 8, .width = taking->data.cell_bits / 8};
    struct gather__buffers buffers = {.out = taking->out_buffer, .data = taking->data_buffer};
    enum gather_status status = GATHER_STATUS_OK;
    gather__reach_of_any(&taking->given_data, false, &whole.data);
    gather__reach_of_any(&taking->given_out, true, &whole.out);
    for (size_t k = 0; k < taking->list_count && status == GATHER_STATUS_OK; k++) {
        whole.indices = taking->lists[k].reach;
        whole.index_dtype = taking->lists[k].layout->dtype;
        whole.index_bytes = taking->lists[k].layout->cell_bits / 8;
        buffers.indices = taking->lists[k].buffer;
        status = gather__plan_judge(&whole, &buffers, error);
    }
    return status;
}

static enum gather_status judge(struct taking *taking, const struct gather_axis_indices *asked, size_t count,
                                int32_t mode, struct gather_error *error)
{
    enum gather_status status = gather__check_layout(&taking->given_data, "data", error);
    if (status == GATHER_STATUS_OK)
        status = gather__check_layout(&taking->given_out, "output", error);
    if (status == GATHER_STATUS_OK)
        status = lay(taking->given_data.layout, "data", &taking->data, error);
    if (status == GATHER_STATUS_OK)
        status = lay(taking->given_out.layout, "output", &taking->out, error);
    if (status == GATHER_STATUS_OK)
        status = read_lists(taking, asked, count, mode, error);
    if (status == GATHER_STATUS_OK)
        status = judge_output(taking, error);
    if (status == GATHER_STATUS_OK)
        status = judge_buffers(taking, error);
    return status == GATHER_STATUS_OK ? check_lists(taking, error) : status;
}

/* ---- moving -------------------------------------------------------------------------------------- */

/* Bytes from one index of each list, and from one place of it, to the next. */
static void note_steps(struct taking *taking)
{
    for (size_t k = 0; k < taking->list_count; k++) {
        struct list *list = &taking->lists[k];
        list->data_step =
            gather__multiply_wrapped(taking->data.place[list->axis], taking->data.cell_bits / 8);
        list->out_step = gather__multiply_wrapped(taking->out.place[list->axis], taking->out.cell_bits / 8);
    }
}

/*
 * What the index at a position of a list becomes. One that is refused after all counts as 0, as in a run of any plan:
 * what was checked has changed.
 */
static int64_t read_index(struct taking *taking, const struct list *list, int64_t position)
{
    struct gather__index_fate fate = {0, 0};
    const int64_t at = list->run.first + position * list->run.step; /* bounded: inside the indices */
    int64_t index;
    gather__read_one(list->kernel, list->run.indices, at, &list->rule, &index, &fate);
    if (fate.refused > 0)
        atomic_store_explicit(&taking->refused, 1, memory_order_relaxed);
    return index;
}

/* Looks whether a list goes on evenly. If it does, its indices are not read again. */
static void look_at_list(struct taking *taking, struct list *list)
{
    list->first = read_index(taking, list, 0);
    list->step = list->run.count > 1 ? read_index(taking, list, 1) - list->first : 0;
    int64_t next = list->first + list->step, k = 2; /* bounded: the second index */
    for (; k < list->run.count; k++)
        if (!gather__add(next, list->step, &next) || read_index(taking, list, k) != next)
            break;
    list->is_even = k >= list->run.count;
}

static void look_at_lists(struct taking *taking)
{
    for (size_t k = 0; k < taking->list_count; k++)
        look_at_list(taking, &taking->lists[k]);
}

/*
 * The list that the plan goes by, of those that are not even: the one whose elements lie closest to each other in the
 * data; but where a run of it would move next to nothing, the longest. Returns: NULL if all are even.
 */
static const struct list *choose_inner(const struct taking *taking)
{
    const struct list *closest = NULL, *longest = NULL;
    for (size_t k = 0; k < taking->list_count; k++) {
        const struct list *list = &taking->lists[k];
        if (list->is_even)
            continue;
        if (closest == NULL || gather__magnitude(list->data_step) <= gather__magnitude(closest->data_step))
            closest = list;
        if (longest == NULL || list->run.count >= longest->run.count)
            longest = list;
    }
    int64_t elements = taking->given_out.extent.elements;
    for (size_t k = 0; k < taking->list_count; k++)
        if (&taking->lists[k] != closest && !taking->lists[k].is_even)
            elements /= taking->lists[k].run.count;
    return elements < FEW_ELEMENTS ? longest : closest;
}

/* Whether a list leads the plan from place to place. */
static bool is_walked(const struct taking *taking, const struct list *list)
{
    return list != taking->inner && !list->is_even;
}

/* The part of the data that an even list is. */
static void slice(struct gather_layout *data, const struct list *list)
{
    int64_t *stride = &data->place[list->axis];
    data->offset += gather__multiply_wrapped(list->first, *stride); /* bounded: inside the data */
    *stride = gather__multiply_wrapped(list->step, *stride);
    data->sizes[list->axis] = list->run.count;
}

/* The plan by that list, or the relayout if there is none, at one place of all that are walked. There are elements. */
static enum gather_status make_plan(struct taking *taking, int32_t mode, struct gather_error *error)
{
    const struct list *inner = choose_inner(taking);
    const struct gather_op op = inner != NULL ? gather_numpy_take(inner->axis, mode) : gather_relayout();
    struct gather_layout inputs[2] = {taking->data}, out = taking->out;
    taking->inner = inner;
    if (inner != NULL)
        inputs[1] = *inner->layout;
    for (size_t k = 0; k < taking->list_count; k++) {
        const struct list *list = &taking->lists[k];
        if (is_walked(taking, list))
            inputs[0].sizes[list->axis] = out.sizes[list->axis] = 1;
        else if (list->is_even)
            slice(&inputs[0], list);
    }
    enum gather_status status =
        gather_plan_create(&taking->plan, &op, inputs, inner != NULL ? 2 : 1, &out, NULL, error);
    if (status == GATHER_STATUS_OK)
        taking->row_bytes = taking->plan->elements / taking->plan->rows * taking->plan->out_width;
    return status;
}

/* How often the plan runs. */
static int64_t count_places(const struct taking *taking)
{
    int64_t places = 1;
    for (size_t k = 0; k < taking->list_count; k++)
        if (is_walked(taking, &taking->lists[k]))
            places *= taking->lists[k].run.count; /* bounded: elements of the output */
    return places;
}

/* Where the lists that are walked lead at a place. */
static struct gather__buffers find_place(struct taking *taking, int64_t number)
{
    struct gather__buffers here = {.out = taking->out_buffer, .data = taking->data_buffer};
    if (taking->inner != NULL)
        here.indices = taking->inner->buffer;
    uintptr_t data = (uintptr_t)here.data.data, out = (uintptr_t)here.out.data;
    for (size_t k = taking->list_count; k-- > 0;) {
        const struct list *list = &taking->lists[k];
        if (!is_walked(taking, list))
            continue;
        const int64_t position = number % list->run.count, index = read_index(taking, list, position);
        data += (uintptr_t)gather__multiply_wrapped(index, list->data_step);
        out += (uintptr_t)gather__multiply_wrapped(position, list->out_step);
        number /= list->run.count;
    }
    here.data.data = (void *)data;
    here.out.data = (void *)out;
    return here;
}

/* Rows of the plan, counted through all places. */
static void move_rows(void *argument, uint64_t begin, uint64_t end)
{
    struct taking *taking = argument;
    const struct gather__kernels *kernels = gather__kernels_here();
    const uint64_t rows = (uint64_t)taking->plan->rows;
    while (begin < end) {
        const uint64_t place = begin / rows, first = begin % rows,
                       last = rows - first < end - begin ? rows : first + (end - begin);
        const struct gather__buffers here = find_place(taking, (int64_t)place);
        if (gather__plan_move_rows(taking->plan, kernels, &here, (int64_t)first, (int64_t)last, false) > 0)
            atomic_store_explicit(&taking->refused, 1, memory_order_relaxed);
        begin += last - first;
    }
}

static enum gather_status move(struct taking *taking, const struct gather_threads *threads,
                               struct gather_error *error)
{
    const int64_t rows = count_places(taking) * taking->plan->rows; /* bounded: elements of the output */
    const int64_t grain = gather__divide_up(GATHER__LEAST_TASK_BYTES, taking->row_bytes);
    if (threads == NULL || rows <= grain)
        move_rows(taking, 0, (uint64_t)rows);
    else if (threads->parallel_for(threads->context, move_rows, taking, (uint64_t)rows, (uint64_t)grain) != 0)
        return gather__fail(error, GATHER_STATUS_CANCELLED, NULL, NULL);
    return atomic_load(&taking->refused) != 0 ? check_lists(taking, error) : GATHER_STATUS_OK;
}

/* ---- the calls ----------------------------------------------------------------------------------- */

enum gather_status gather_infer_axes(const struct gather_layout *data_layout,
                                     const struct gather_axis_indices *lists, size_t list_count,
                                     struct gather_layout *output_layout, struct gather_error *error)
{
    struct taking taking = {.given_data.layout = data_layout};
    struct gather__operand out = {.layout = &taking.out};
    enum gather_status status = gather__check_layout(&taking.given_data, "data", error);
    if (status == GATHER_STATUS_OK)
        status = read_lists(&taking, lists, list_count, GATHER_POLICY_ERROR, error);
    if (status != GATHER_STATUS_OK)
        return status;
    taking.out.dtype = data_layout->dtype;
    taking.out.rank = data_layout->rank;
    memcpy(taking.out.sizes, data_layout->sizes, sizeof taking.out.sizes);
    for (size_t k = 0; k < taking.list_count; k++)
        taking.out.sizes[taking.lists[k].axis] = taking.lists[k].run.count;
    gather__set_row_major(&taking.out);
    status = gather__check_layout(&out, "output", error);
    if (status == GATHER_STATUS_OK)
        *output_layout = taking.out;
    return status;
}

enum gather_status gather_take_axes(const struct gather_layout *data_layout, struct gather_buffer data,
                                    const struct gather_axis_indices *lists, size_t list_count, int32_t mode,
                                    const struct gather_layout *output_layout, struct gather_buffer output,
                                    const struct gather_threads *threads, struct gather_error *error)
{
    struct taking taking = {.given_data.layout = data_layout,
                            .given_out.layout = output_layout,
                            .data_buffer = data,
                            .out_buffer = output};
    atomic_init(&taking.refused, 0);
    enum gather_status status = judge(&taking, lists, list_count, mode, error);
    if (status == GATHER_STATUS_OK)
        status = gather__judge_threads(threads, error);
    if (status != GATHER_STATUS_OK || taking.given_out.extent.elements == 0)
        return status;
    note_steps(&taking);
    look_at_lists(&taking);
    status = make_plan(&taking, mode, error);
    if (status == GATHER_STATUS_OK)
        status = move(&taking, threads, error);
    gather_plan_destroy(taking.plan);
    return status;
}
