/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Brief gathers: no more blocks than the index stage reads in one go, or 128 if not along the first axis, contiguous in
 * the data and 256 KiB in all. The general way to the stages costs as much as many of them, so that a plan notes when it
 * is one, and a run goes there straight. Tiny ones among them, such as Gather(Shape(x), k) or a token's row, have a few
 * indices of 32 or 64 bits and 16 KiB in all: for them the stages cost more than the work, and a run is a few dozen
 * instructions. Many small blocks of near data are picked in one pass, once all their indices have been found inside.
 * Whatever is out of the ordinary, an index that is refused among it, is left to the general way, which then does what the
 * policy says.
 *
 * The note is taken of the nest itself, before any draft: a call that runs once needs nothing else. From the last
 * dimension of the output on come those that make a block, contiguous in output and data; all others are one loop over
 * blocks. Indices lie along all of it, or along its last part, and serve each of the others again; where the data goes
 * on as well, it is a loop of the note.
 *
 *     data f32[9,2,3], axis 0, indices i64[2,2]     out[ i, j, k, l ]     i, j: 4 indices     k, l: blocks of 24 bytes
 *     data f32[5,9,3], axis 1, indices i64[4]       out[ i, j, k ]        i, j: 20 blocks     j: 4 indices    i: a loop
 */
#include "core/plan_brief.h"

#include <string.h>

#include "core/arith.h"
#include "core/dtype_bits.h"
#include "core/geometry.h"
#include "core/outlined.h"
#include "core/plan_local.h"
#include "core/reach.h"

/* To look at all indices first, and to begin a pick, takes longer than it wins where there are fewer blocks. */
enum { LEAST_PICKED = 128 };

void gather__plan_reach(struct gather_plan *plan, const struct gather__work *work)
{
    plan->data_input = work->nest.data_input;
    plan->indices_input = work->nest.indices_input;
    gather__reach_of(&work->out, true, &plan->out);
    gather__reach_of(&work->data, false, &plan->data);
    if (work->indices.layout != NULL)
        gather__reach_of(&work->indices, false, &plan->indices);
}

/* ---- lines --------------------------------------------------------------------------------------- */

/* How the bytes of an operand follow one dimension of the output; not looked at where its size is 1. */
struct step {
    int64_t out, data, indices;
};

/* How they follow all of them, and the index. */
struct lines {
    int64_t out, data, indices;        /* where the first element lies */
    int64_t scale[GATHER__BRIEF_AXES]; /* of the data, from one index to the next, for each component */
    int64_t tuple;                     /* of the indices, from one component to the next */
    struct step step[GATHER_MAX_RANK];
};

/* A sum modulo 2^64, as the products are: what is inside an operand is right whatever its parts are. */
static int64_t plus(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }

/*
 * Goes over the dimensions of a layout without tiles, each with the bytes from one of its elements to the next: of a
 * memory order from the minor one on.
 */
struct dimension {
    const struct gather_layout *layout;
    int32_t k, number;
    int64_t unit, stride; /* in bytes */
};

static inline struct dimension first_dimension(const struct gather_layout *layout)
{
    struct dimension dimension = {.layout = layout, .unit = (int64_t)((uint32_t)layout->cell_bits / 8)};
    dimension.stride = dimension.unit;
    return dimension;
}

static inline bool is_dimension(struct dimension *dimension)
{
    const struct gather_layout *layout = dimension->layout;
    if (dimension->k == layout->rank)
        return false;
    dimension->number = dimension->k;
    if (layout->kind == GATHER_LAYOUT_ORDER)
        dimension->number = layout->minor_to_major[dimension->k];
    else
        dimension->stride = gather__multiply_wrapped(layout->place[dimension->k], dimension->unit);
    return true;
}

static inline void next_dimension(struct dimension *dimension)
{
    dimension->k++;
    dimension->stride =
        gather__multiply_wrapped(dimension->stride, dimension->layout->place[dimension->number]);
}

static void draw_out(const struct gather_layout *out, struct lines *lines)
{
    struct dimension d = first_dimension(out);
    lines->out = gather__multiply_wrapped(out->offset, d.unit);
    for (; is_dimension(&d); next_dimension(&d)) {
        struct step *step = &lines->step[d.number];
        step->out = d.stride;
        step->data = step->indices = 0;
    }
}

/* Returns: whether the coordinates are sums. */
static bool draw_data(const struct gather_layout *data, const struct gather__coordinate *coordinates,
                      struct lines *lines)
{
    struct dimension d = first_dimension(data);
    lines->data = gather__multiply_wrapped(data->offset, d.unit);
    memset(lines->scale, 0, sizeof lines->scale);
    for (; is_dimension(&d); next_dimension(&d)) {
        const struct gather__coordinate *source = &coordinates[d.number];
        if (!gather__is_whole(source))
            return false;
        lines->data = plus(lines->data, gather__multiply_wrapped(d.stride, source->base));
        if (source->loop >= 0)
            lines->step[source->loop].data =
                plus(lines->step[source->loop].data, gather__multiply_wrapped(d.stride, source->step));
        if (source->component >= 0)
            lines->scale[source->component] = plus(lines->scale[source->component], d.stride);
    }
    return true;
}

/* Whether a dimension of the indices goes along with one of the output, all of it. */
static bool is_followed(const struct gather__coordinate *source, int64_t size,
                        const struct gather_layout *out)
{
    return size == 1 ||
           (source->loop >= 0 && source->base == 0 && source->step == 1 && out->sizes[source->loop] == size);
}

/* Likewise; false as well if one of them isn't read. tuple: the dimension of its components; -1 for none. */
static bool draw_indices(const struct gather_layout *indices, const struct gather__coordinate *coordinates,
                         int32_t tuple, const struct gather_layout *out, struct lines *lines)
{
    struct dimension d = first_dimension(indices);
    lines->indices = gather__multiply_wrapped(indices->offset, d.unit);
    lines->tuple = 0;
    for (; is_dimension(&d); next_dimension(&d)) {
        const struct gather__coordinate *source = &coordinates[d.number];
        if (d.number == tuple) {
            lines->tuple = d.stride;
            continue;
        }
        if (!gather__is_whole(source) || !is_followed(source, indices->sizes[d.number], out))
            return false;
        lines->indices = plus(lines->indices, gather__multiply_wrapped(d.stride, source->base));
        if (source->loop >= 0)
            lines->step[source->loop].indices =
                plus(lines->step[source->loop].indices, gather__multiply_wrapped(d.stride, source->step));
    }
    return true;
}

/* ---- what they draw ------------------------------------------------------------------------------ */

static bool has_tiles(const struct gather__operand *operand)
{
    return !operand->is_plain && gather__has_tiles(operand->layout);
}

/* Whether something is inside along each axis. */
static bool have_room(const struct gather__nest *nest)
{
    for (int32_t k = 0; k < nest->component_count; k++)
        if (nest->rules[k].limit < 0)
            return false;
    return true;
}

/* Whether a nest is of the few kinds that can be brief: few components, elements of whole bytes, no tiles. */
static bool may_be_brief(const struct gather__work *work)
{
    const struct gather__nest *nest = &work->nest;
    const struct gather_layout *out = work->out.layout, *indices = work->indices.layout;
    return indices != NULL && nest->component_count >= 1 && nest->component_count <= GATHER__BRIEF_AXES &&
           nest->is_zero == 0 && nest->has_box == 0 && gather__dtype_bits[indices->dtype] >= 8 &&
           work->indices.extent.elements <= (int64_t)GATHER__BRIEF_INDICES * GATHER__BRIEF_AXES &&
           work->data.extent.elements > 0 && work->out.extent.elements > 0 &&
           work->out.extent.elements <= GATHER__BRIEF_BYTES / gather__dtype_bytes(out->dtype) &&
           have_room(nest) && !has_tiles(&work->out) && !has_tiles(&work->data) &&
           !has_tiles(&work->indices) && gather__dtype_bits[out->dtype] >= 8 &&
           gather__padding_value(out) == GATHER_PADDING_UNKNOWN;
}

/* Dimensions from the last on that make a block. width: receives its bytes. Returns: how many are left before them. */
static int32_t find_block(const struct gather_layout *out, const struct lines *lines, int64_t *width)
{
    int32_t left = out->rank;
    int64_t bytes = gather__dtype_bytes(out->dtype);
    for (; left > 0; left--) {
        const struct step *step = &lines->step[left - 1];
        if (out->sizes[left - 1] == 1)
            continue;
        if (step->indices != 0 || step->out != bytes || step->data != bytes)
            break;
        bytes *= out->sizes[left - 1]; /* bounded: bytes of the output */
    }
    *width = bytes;
    return left;
}

/* Whether a step is `count` times another. */
static bool is_multiple(int64_t step, int64_t count, int64_t other)
{
    int64_t product;
    return gather__multiply(count, other, &product) && product == step;
}

/* Adds a dimension along which the data goes on, outside those before it. Returns: false if there are too many. */
static bool add_loop(struct gather__brief *brief, int64_t inner, int64_t extent, int64_t step)
{
    if (brief->loop_count > 0) {
        struct gather__brief_loop *last = &brief->loops[brief->loop_count - 1];
        const int32_t covered = last->inner * last->extent; /* bounded: blocks of a brief one */
        if (covered == inner && is_multiple(step, last->extent, last->step)) {
            last->extent = (int32_t)(last->extent * extent); /* bounded: blocks of a brief one */
            return true;
        }
    }
    if (brief->loop_count == GATHER__BRIEF_LOOPS)
        return false;
    brief->loops[brief->loop_count++] =
        (struct gather__brief_loop){.step = step, .inner = (int32_t)inner, .extent = (int32_t)extent};
    return true;
}

/* The first dimensions of the output as one loop over blocks. Returns: whether it is one. */
static bool find_points(const struct gather_layout *out, const struct lines *lines, int32_t dimensions,
                        struct gather__brief *brief)
{
    int64_t count = 1, read_count = 1;
    brief->out_step = brief->indices_step = 0;
    brief->loop_count = 0;
    for (int32_t d = dimensions - 1; d >= 0; d--) {
        const struct step *step = &lines->step[d];
        const int64_t size = out->sizes[d];
        if (size == 1)
            continue;
        if (count == 1)
            brief->out_step = step->out;
        if (read_count == 1)
            brief->indices_step = step->indices;
        if (size > GATHER__BRIEF_INDICES / count || !is_multiple(step->out, count, brief->out_step) ||
            (step->indices != 0 &&
             (read_count != count || !is_multiple(step->indices, count, brief->indices_step))) ||
            (step->data != 0 && !add_loop(brief, count, size, step->data)))
            return false;
        count *= size; /* bounded: GATHER__BRIEF_INDICES */
        if (step->indices != 0)
            read_count = count;
    }
    brief->count = (int32_t)count;
    brief->read_count = (int32_t)read_count;
    return true;
}

/* What is added to an index below 0: counted from the end once, or wrapped once, it is the same. */
static int64_t added_below(const struct gather__rule *rule)
{
    if (rule->is_negative != 0)
        return rule->size;
    return rule->policy == GATHER_POLICY_WRAP ? rule->limit + 1 : 0;
}

/* Whether each block has an index of its own, and begins where that says. */
static bool is_simple(const struct gather__brief *brief)
{
    return brief->axis_count == 1 && brief->loop_count == 0 && brief->read_count == brief->count;
}

/* How a call goes about a tiny gather by itself. */
static int32_t few_of(const struct gather__brief *tiny)
{
    const int64_t width = tiny->width, index_bytes = tiny->is_wide != 0 ? 8 : 4;
    if (width != 4 && width != 8)
        return GATHER__NOT_FEW;
    if (tiny->count == 1)
        return GATHER__ONE;
    if (tiny->axes[0].scale != width || tiny->out_step != width || tiny->indices_step != index_bytes)
        return GATHER__NOT_FEW;
    const int32_t group = tiny->count <= 4   ? GATHER__UP_TO_4
                          : tiny->count <= 8 ? GATHER__UP_TO_8
                                             : GATHER__UP_TO_16;
    return group + (width == 8 ? 1 : 0) + (tiny->is_wide != 0 ? 2 : 0);
}

/* Whether it is tiny, and what such ones need besides. */
static void note_tiny(struct gather__brief *brief)
{
    brief->is_tiny = is_simple(brief) &&
                     (brief->index_dtype == GATHER_DTYPE_I32 || brief->index_dtype == GATHER_DTYPE_I64) &&
                     brief->count <= GATHER__TINY_INDICES &&
                     brief->width * brief->count <= GATHER__TINY_BYTES; /* bounded: of a brief one */
    brief->is_wide = brief->index_dtype == GATHER_DTYPE_I64;
    brief->more = added_below(&brief->axes[0].rule);
    brief->few = brief->is_tiny != 0 ? few_of(brief) : GATHER__NOT_FEW;
}

/* Returns: whether the blocks that the lines draw are those of a brief gather, each of which has a place of its own. */
static bool note_blocks(const struct gather__work *work, const struct lines *lines,
                        struct gather__brief *brief)
{
    int32_t points = find_block(work->out.layout, lines, &brief->width);
    brief->axis_count = work->nest.component_count;
    if (!find_points(work->out.layout, lines, points, brief) ||
        (brief->count > GATHER__BRIEF_MANY && !is_simple(brief)) ||
        (brief->count > 1 && gather__magnitude(brief->out_step) < (uint64_t)brief->width))
        return false;
    brief->out = lines->out;
    brief->data = lines->data;
    brief->indices = lines->indices;
    brief->tuple = lines->tuple;
    brief->index_dtype = work->indices.layout->dtype;
    for (int32_t k = 0; k < brief->axis_count; k++)
        brief->axes[k] = (struct gather__component){lines->scale[k], work->nest.rules[k]};
    note_tiny(brief);
    return true;
}

/* One side of `struct gather__brief_reach`. */
static void note_apart(const struct gather__reach *out, const struct gather__reach *input, uintptr_t *shift,
                       uintptr_t *apart)
{
    uintptr_t length = (uintptr_t)(out->high - out->low);
    *shift = (uintptr_t)input->low - (uintptr_t)out->low - length;
    *apart = (uintptr_t)0 - length - (uintptr_t)(input->high - input->low);
}

bool gather__plan_note_brief(struct gather_plan *plan, const struct gather__work *work)
{
    const struct gather__nest *nest = &work->nest;
    struct gather__brief_reach *reach = &plan->brief_reach;
    struct lines lines;
    plan->brief.count = 0;
    if (!may_be_brief(work))
        return false;
    draw_out(work->out.layout, &lines);
    if (!draw_data(work->data.layout, nest->data, &lines) ||
        !draw_indices(work->indices.layout, nest->indices, nest->tuple_dimension, work->out.layout, &lines) ||
        !note_blocks(work, &lines, &plan->brief)) {
        plan->brief.count = 0;
        return false;
    }
    note_apart(&plan->out, &plan->data, &reach->data_shift, &reach->data_apart);
    note_apart(&plan->out, &plan->indices, &reach->indices_shift, &reach->indices_apart);
    return true;
}

/* ---- a run --------------------------------------------------------------------------------------- */

/* Adds what the other components of each tuple pick; moves the run to the last. Returns: as `read_places`. */
OUTLINED bool add_components(const struct gather__brief *brief, const struct gather__index_kernel *kernel,
                             struct gather__index_run *run, int64_t *places)
{
    struct gather__index_fate fate = {0, 0};
    int64_t more[GATHER__BRIEF_MANY];
    run->begin = 0;
    for (int32_t k = 1; k < brief->axis_count; k++) {
        run->first += brief->tuple;
        run->scale = brief->axes[k].scale;
        kernel->read(more, run, &brief->axes[k].rule, &fate);
        if (fate.refused > 0 || fate.absent > 0)
            return false;
        for (int32_t p = 0; p < brief->read_count; p++)
            places[p] += more[p]; /* bounded: inside the data */
    }
    return true;
}

/* The places that the indices pick. Returns: whether all of them are inside. */
static inline bool read_places(const struct gather__brief *brief, const struct gather__index_kernel *kernel,
                               const uint8_t *indices, int64_t *places)
{
    struct gather__index_run run = {.indices = indices,
                                    .first = brief->indices,
                                    .step = brief->indices_step,
                                    .count = brief->read_count,
                                    .begin = brief->data,
                                    .scale = brief->axes[0].scale};
    struct gather__index_fate fate = {0, 0};
    if (brief->axis_count > 1 && kernel->read_tuples != NULL &&
        kernel->read_tuples(places, &run, brief->axes, brief->axis_count, brief->tuple))
        return true;
    kernel->read(places, &run, &brief->axes[0].rule, &fate);
    return fate.refused == 0 && fate.absent == 0 &&
           (brief->axis_count == 1 || add_components(brief, kernel, &run, places));
}

/* Places of all blocks from those of the first `read_count`, where the data goes on from one to another. */
OUTLINED void spread_places(const struct gather__brief *brief, int64_t *places)
{
    for (int32_t p = brief->read_count; p < brief->count; p++)
        places[p] = places[p - brief->read_count];
    for (int32_t k = 0; k < brief->loop_count; k++) {
        const struct gather__brief_loop *loop = &brief->loops[k];
        for (int32_t p = 0; p < brief->count;)
            for (int32_t c = 0; c < loop->extent; c++)
                for (int32_t i = 0; i < loop->inner; i++)
                    places[p++] += c * loop->step; /* bounded: inside the data */
    }
}

/* Whether blocks lie as kernels pick them. Those of a byte are picked faster by bytes alone. */
static bool suits_picks(const struct gather__brief *brief, const struct gather__tuning *tuning)
{
    const bool is_wide = gather__dtype_bytes(brief->index_dtype) == 8;
    return brief->count >= (is_wide && tuning->picked > 0 ? tuning->picked : LEAST_PICKED) &&
           is_simple(brief) && brief->out_step == brief->width &&
           (brief->width > 1 || gather__dtype_bytes(brief->index_dtype) == 1) &&
           brief->axes[0].rule.policy != GATHER_POLICY_SKIP; /* should an index change, they have written */
}

const struct gather__pick_kernel *gather__brief_pick(const struct gather_plan *plan,
                                                     const struct gather__kernels *kernels,
                                                     struct gather__picking *picking)
{
    const struct gather__brief *brief = &plan->brief;
    const struct gather__tuning *tuning = gather__plan_tuning(plan, kernels);
    if (!suits_picks(brief, tuning) || plan->data.high - plan->data.low > tuning->near_bytes)
        return NULL;
    *picking = (struct gather__picking){.run = {.first = brief->indices,
                                                .step = brief->indices_step,
                                                .count = brief->count,
                                                .begin = brief->data,
                                                .scale = brief->axes[0].scale},
                                        .points = brief->count,
                                        .rows = 1,
                                        .rule = brief->axes[0].rule,
                                        .low = plan->data.low,
                                        .high = plan->data.high,
                                        .tuning = tuning};
    if (gather_dtype_is_unsigned(brief->index_dtype))
        picking->rule.is_negative = 0;
    return gather__pick_kernel_for(kernels, brief->index_dtype, brief->width, picking);
}

bool gather__plan_run_stages(const struct gather_plan *plan, const struct gather__kernels *kernels,
                             uint8_t *out, const uint8_t *data, const uint8_t *indices)
{
    const struct gather__brief *brief = &plan->brief;
    const struct gather__tuning *tuning = gather__plan_tuning(plan, kernels);
    if (!gather__goes_short(plan, tuning))
        return false;
    const struct gather__index_kernel *kernel = gather__index_kernel_for(kernels, brief->index_dtype);
    struct gather__picking picking;
    const struct gather__pick_kernel *pick = gather__brief_pick(plan, kernels, &picking);
    if (pick != NULL) {
        picking.run.indices = indices;
        picking.run.early = gather__early_of(indices, plan->indices.low, plan->indices.high, picking.tuning);
        if (!kernel->finds_outside(&picking.run, &brief->axes[0].rule))
            return pick->pick(out + brief->out, data, &picking);
        if (picking.rule.policy != GATHER_POLICY_CLAMP && picking.rule.policy != GATHER_POLICY_WRAP)
            return false; /* as the stages would find */
    }
    int64_t places[GATHER__BRIEF_INDICES];
    struct gather__offsets offsets = {.count = brief->count,
                                      .data = places,
                                      .end = data + plan->data.high,
                                      .out_begin = brief->out,
                                      .out_step = brief->out_step,
                                      .is_far = plan->data.high - plan->data.low > tuning->near_bytes,
                                      .tuning = tuning};
    if (!read_places(brief, kernel, indices, places))
        return false;
    if (brief->loop_count > 0 || brief->read_count < brief->count)
        spread_places(brief, places);
    if (offsets.is_far)
        offsets.is_far = !gather__blocks_are_local(&offsets, plan->data.high - plan->data.low);
    gather__fetch_kernel_for(kernels, brief->width)->fetch(out, data, &offsets, brief->width);
    return true;
}
