/* SPDX-License-Identifier: Apache-2.0 */
/* What a plan says of itself: its loops and bytes for a person, and the view that makes it unnecessary. */
#include <assert.h>
#include <string.h>

#include "core/arith.h"
#include "core/computed.h"
#include "core/fail.h"
#include "core/plan_binned.h"
#include "core/plan_brief.h"
#include "core/plan_crowd.h"
#include "core/walk.h"

/* The block that the innermost loops make: as a run grows it, with every loop whole. left: loops outside it. */
static int64_t block_of(const struct gather_plan *plan, const struct gather__step *step, int32_t *left)
{
    int64_t block = plan->width;
    int32_t first = step->run_loop >= 0 ? step->run_loop + 1 : step->front_count;
    *left = step->loop_count;
    if (plan->unit_bits != 8)
        return 0;
    *left = gather__grow_loops(gather__step_loops(step), first, step->loop_count, &block);
    return block;
}

/* In bits, for a person: what is beyond 64 bits is as much as fits. */
static int64_t in_bits(int64_t units, int32_t unit_bits)
{
    int64_t bits = units < 0 ? INT64_MIN : INT64_MAX;
    (void)gather__multiply(units, unit_bits, &bits);
    return bits;
}

static int64_t bytes_of(int64_t elements, int64_t element_bits)
{
    int64_t bytes = INT64_MAX;
    (void)gather__cell_bytes(elements, element_bits, &bytes);
    return bytes;
}

/* Whether the two innermost loops cross: the data is contiguous along one, the output along the other. */
static bool loops_cross(const struct gather_plan *plan, const struct gather__step *step)
{
    const struct gather__loop *last = gather__step_loops(step) + step->loop_count - 1;
    return step->loop_count >= 2 && last->out == plan->width && last->data != plan->width &&
           last[-1].data == plan->width;
}

/* Iterations of loops begin..end-1 of a step. */
static int64_t iterations(const struct gather__step *step, int32_t begin, int32_t end)
{
    int64_t count = 1;
    for (int32_t k = begin; k < end; k++)
        count *= gather__step_loops(step)[k].extent; /* bounded: elements of the output */
    return count;
}

/* Whether the points of a gather lie side by side in the output; those that tiles decide are listed one by one. */
static bool points_are_contiguous(const struct gather__step *step, int64_t block)
{
    const struct gather__loop *loops = gather__step_loops(step);
    if (step->digit_count > 0)
        return false;
    for (int32_t k = step->front_count - 1; k >= 0; k--) {
        if (loops[k].out != block)
            return false;
        block *= loops[k].extent; /* bounded: of the output */
    }
    return true;
}

/* All points of a gather, as the move stage sees them. left: loops outside a block. */
static struct gather__crowd crowd_of(const struct gather__step *step, int64_t block, int32_t left)
{
    const struct gather__loop *loops = gather__step_loops(step) + step->front_count;
    struct gather__additive window = {.count = left - step->front_count};
    for (int32_t k = 0; k < window.count; k++) {
        window.extent[k] = loops[k].extent;
        window.out_step[k] = loops[k].out;
        window.data_step[k] = loops[k].data;
    }
    struct gather__crowd crowd = gather__crowd_of(step, &window, window.count, block);
    crowd.points = iterations(step, 0, step->front_count);
    crowd.is_contiguous = points_are_contiguous(step, block);
    crowd.point_out = INT64_MAX;
    if (step->front_count > 0 && step->digit_count == 0)
        crowd.point_out = (int64_t)gather__magnitude(loops[-1].out);
    return crowd;
}

/* What the blocks of one place span at the most: from the first indices' to the last ones'. */
static int64_t widest_span(const struct gather__step *step, int64_t block)
{
    const struct gather__loop *loops = gather__step_loops(step);
    const struct gather__component *components = gather__step_components(step);
    uint64_t span = (uint64_t)block;
    for (int32_t k = 0; k < step->front_count; k++)
        span += (uint64_t)(loops[k].extent - 1) * gather__magnitude(loops[k].data); /* bounded: of the data */
    for (int32_t k = 0; k < step->component_count; k++)
        if (components[k].rule.limit > 0) /* bounded: of the data */
            span += (uint64_t)components[k].rule.limit * gather__magnitude(components[k].scale);
    return (int64_t)span;
}

/* Whether so many blocks that span so much of each place are permuted. */
static bool are_permuted(const struct gather_plan *plan, const struct gather__kernels *kernels,
                         const struct gather__crowd *crowd, int64_t blocks, int64_t span, bool is_far)
{
    const struct gather__offsets offsets = {.count = blocks,
                                            .out_step = crowd->block,
                                            .more = crowd->places - 1,
                                            .more_out = crowd->place_out,
                                            .more_data = crowd->place_data,
                                            .span = span,
                                            .is_far = is_far,
                                            .tuning = gather__plan_tuning(plan, kernels)};
    return kernels->permute != NULL && crowd->is_contiguous &&
           kernels->permute->takes(&offsets, crowd->block);
}

/* ---- thresholds ---------------------------------------------------------------------------------- */

/* How blocks are reached; whether gathers decides how they are loaded; whether the output may go past the caches. */
enum way { NO_WAY, NEAR, FAR_ASKED, FAR_LONG, FAR_LOCAL, FAR_BINNED, WAYS };
enum loads { NO_LOADS, MANY, ONE_BY_ONE, LOADS };

struct decided {
    enum way way;
    enum loads loads;
    bool streams; /* as far as the kernel goes */
};

/* Whether a picking would be taken by another threshold of what is near. */
static bool is_taken_with_near(const struct gather__pick_kernel *pick, struct gather__picking picking,
                               int64_t near_bytes)
{
    struct gather__tuning other = *picking.tuning;
    other.near_bytes = near_bytes;
    picking.tuning = &other;
    return pick->takes(&picking);
}

/* Whether another kernel would take it by the other threshold of gathering. */
static bool is_taken_by_gathers(const struct gather__kernels *kernels, const struct gather__pick_kernel *pick,
                                struct gather__picking picking)
{
    struct gather__tuning other = *picking.tuning;
    other.gathers = !other.gathers;
    picking.tuning = &other;
    return gather__pick_kernel_for(kernels, pick->dtype, pick->width, &picking) != pick;
}

/* How blocks that are picked are reached. */
static enum way way_of_pick(const struct gather__pick_kernel *pick, const struct gather__picking *picking)
{
    const bool is_far = picking->high - picking->low > picking->tuning->near_bytes;
    if (is_far && !is_taken_with_near(pick, *picking, INT64_MAX))
        return FAR_ASKED;
    return is_taken_with_near(pick, *picking, 0) ? NO_WAY : is_far ? FAR_LOCAL : NEAR;
}

static struct decided decided_of_pick(const struct gather__kernels *kernels,
                                      const struct gather__pick_kernel *pick,
                                      const struct gather__picking *picking)
{
    struct decided decided = {.way = way_of_pick(pick, picking), .streams = pick->streams};
    if (is_taken_by_gathers(kernels, pick, *picking))
        decided.loads = picking->tuning->gathers != 0 ? MANY : ONE_BY_ONE;
    return decided;
}

/* How blocks that are fetched are reached. `ask` is about rows, which one kernel has for many widths. */
static struct decided decided_of_fetch(const struct gather__fetch_kernel *fetch,
                                       const struct gather__reach *data, const struct gather__tuning *tuning,
                                       const struct gather__crowd *crowd)
{
    const bool is_far = data->high - data->low > tuning->near_bytes,
               can_gather = fetch->gathers && !is_far && crowd->is_contiguous;
    struct decided decided = {.way = NEAR, .streams = fetch->streams};
    if (is_far)
        decided.way = fetch->least < fetch->most && crowd->block > tuning->asked_bytes ? FAR_LONG : FAR_ASKED;
    if (can_gather)
        decided.loads = tuning->gathers != 0 ? MANY : ONE_BY_ONE;
    return decided;
}

/*
 * Whether a kernel that moves may go past the caches: with long blocks, or where the data is contiguous along one of
 * the loops first..left-1 and the output along another. Cells that follow tiles may be so in part.
 */
static bool move_streams(const struct gather__move_kernel *kernel, const struct gather__step *step,
                         int32_t first, int32_t left, int64_t block)
{
    const struct gather__loop *loops = gather__step_loops(step);
    int32_t places = 0, columns = 0;
    if (kernel->turn == NULL)
        return kernel->streams && block >= GATHER__STREAMED_BYTES;
    for (int32_t k = first; k < left; k++) {
        places += loops[k].out != block && (int64_t)gather__magnitude(loops[k].data) == block;
        columns += loops[k].out == block && loops[k].data != block;
    }
    return kernel->streams && (step->digit_count > 0 || (places > 0 && columns > 0));
}

/* Which thresholds decide, in words. Returns: NULL if none does. */
static const char *thresholds_of(const struct gather_plan *plan, const struct gather__tuning *tuning,
                                 struct decided decided)
{
#define STREAMS_TEXT                                                                                         \
    "the output, with the indices and as much of the data, has more bytes than stream, so it may go "        \
    "past the caches"
#define MANY_TEXT "gathers is 1, so one instruction loads many"
#define ONE_BY_ONE_TEXT "gathers is 0, so blocks are loaded one by one"
#define WITH_OUTPUT(text)                                                                                    \
    {                                                                                                        \
        text, text "; " STREAMS_TEXT                                                                         \
    }
#define WITH_LOADS(text)                                                                                     \
    {                                                                                                        \
        WITH_OUTPUT(text), WITH_OUTPUT(text "; " MANY_TEXT), WITH_OUTPUT(text "; " ONE_BY_ONE_TEXT)          \
    }
    static const char *const texts[WAYS][LOADS][2] = {
        [NO_WAY] = {{NULL, STREAMS_TEXT}, WITH_OUTPUT(MANY_TEXT), WITH_OUTPUT(ONE_BY_ONE_TEXT)},
        [NEAR] = WITH_LOADS("the data has no more bytes than near, so blocks are not asked for early"),
        [FAR_ASKED] = WITH_LOADS("the data has more bytes than near, so what comes next is asked for early "
                                 "where the indices lead apart"),
        [FAR_LONG] = WITH_LOADS("the data has more bytes than near, but rows have more than ask, so they are "
                                "not asked for early"),
        [FAR_LOCAL] =
            WITH_LOADS("the data has more bytes than near, but indices side by side take from less of it"),
        [FAR_BINNED] =
            WITH_LOADS("the data has more bytes than near, so what comes next is asked for early "
                       "where the indices lead apart; where blocks take as long as bin all the same, "
                       "they are fetched by where they lie"),
    };
#undef WITH_LOADS
#undef WITH_OUTPUT
#undef ONE_BY_ONE_TEXT
#undef MANY_TEXT
#undef STREAMS_TEXT
    return texts[decided.way][decided.loads]
                [decided.streams && gather__is_large_run(plan, tuning->stream_bytes)];
}

/* ---- kernels ------------------------------------------------------------------------------------- */

static void describe_move(const struct gather_plan *plan, const struct gather__step *step,
                          const struct gather__kernels *kernels, struct gather_plan_description *description)
{
    int32_t left;
    int64_t block = description->block_bytes = block_of(plan, step, &left);
    struct decided decided = {.way = NO_WAY};
    description->kernel = kernels->bits_name;
    if (plan->unit_bits == 8) {
        const struct gather__move_kernel *kernel = gather__kernel_for(kernels, block);
        description->kernel = kernel->name;
        decided.streams = move_streams(kernel, step, 0, left, block);
    }
    if (plan->unit_bits == 1)
        description->reason =
            "elements below a byte, many at a time where they lie dense, one by one elsewhere";
    else if (block > plan->width)
        description->reason = "blocks that are contiguous in both operands, one copy each";
    else if (loops_cross(plan, step))
        description->reason =
            "a transpose, in squares of one cache line a side; straight on where sides are short";
    else
        description->reason = "elements at constant steps";
    description->thresholds = thresholds_of(plan, gather__plan_tuning(plan, kernels), decided);
}

/* Whether a gather goes over all of its points in strips. */
static bool goes_in_strips(const struct gather_plan *plan, const struct gather__step *step)
{
    const struct gather__loop *loops = gather__step_loops(step);
    const int32_t inner = step->front_count - 1;
    return inner > 0 && gather__strip_columns(plan, step, loops[inner - 1].extent, loops[inner].extent) > 0;
}

/* Whether points of a step may go by bins, if that wins. */
static bool may_be_binned(const struct gather_plan *plan, const struct gather__step *step,
                          const struct gather__kernels *kernels)
{
    const int64_t task = gather__binned_task(plan, kernels);
    return task > 0 && (int64_t)plan->out.bytes >= task && gather__binned_block(plan, step) > 0;
}

/* data: what of it may be read. */
static void describe_points(const struct gather_plan *plan, const struct gather__step *step,
                            const struct gather__reach *data, const struct gather__kernels *kernels,
                            struct gather_plan_description *description)
{
    int32_t left;
    const struct gather__tuning *tuning = gather__plan_tuning(plan, kernels);
    const bool goes_short = gather__goes_short(plan, tuning),
               is_far = data->high - data->low > tuning->near_bytes;
    int64_t block = block_of(plan, step, &left);
    if (goes_short)
        block = plan->brief.width;
    description->block_bytes = block;
    struct gather__picking picking;
    const struct gather__pick_kernel *pick = NULL;
    if (goes_short)
        pick = gather__brief_pick(plan, kernels, &picking);
    else if (left == step->front_count && !plan->is_one_block) /* whose indices are all read first */
        pick = gather__find_pick(plan, step, data, kernels, block, &picking);
    const struct gather__crowd crowd = crowd_of(step, block, left);
    const struct gather__move_kernel *move = gather__kernel_for(kernels, block);
    const struct gather__fetch_kernel *fetch = gather__fetch_kernel_for(kernels, block);
    const int64_t widest = widest_span(step, block);
    const bool permutes = are_permuted(plan, kernels, &crowd, crowd.points, widest, is_far),
               permutes_close = are_permuted(plan, kernels, &crowd, crowd.points, block, is_far),
               crosses = gather__points_cross(&crowd) && move->turn != NULL;
    struct decided decided = {.way = NO_WAY};
    description->kernel = plan->unit_bits == 8 ? fetch->name : kernels->bits_name;
    if (goes_short && plan->brief.few != GATHER__NOT_FEW) {
        description->kernel = "gather_few";
        description->reason = "a few blocks of 4 or 8 bytes, in the call itself";
    } else if (goes_short && plan->brief.is_tiny != 0) {
        description->kernel = "gather_tiny";
        description->reason = "a few small blocks, all of them in one call";
    } else if (goes_short && pick != NULL) {
        description->kernel = pick->name;
        description->reason = "small blocks, few enough to be picked in one go";
        decided = decided_of_pick(kernels, pick, &picking);
    } else if (goes_short) {
        description->reason = "blocks contiguous in both operands, few enough to be fetched in one go";
        decided = decided_of_fetch(fetch, data, tuning, &crowd);
    } else if (plan->unit_bits == 1) {
        description->reason = "elements below a byte, a window of them at each index";
    } else if (gather__points_are_apart(&crowd)) {
        description->kernel = move->name;
        description->reason = "many blocks at each index, moved at one index after the other";
        decided.streams = move_streams(move, step, step->front_count, left, block);
    } else if (pick != NULL) {
        description->kernel = pick->name;
        description->reason = goes_in_strips(plan, step)
                                  ? "small blocks, picked as their indices are read, in strips of columns"
                                  : "small blocks, picked as their indices are read";
        decided = decided_of_pick(kernels, pick, &picking);
    } else if (crosses && !(permutes && gather__places_overlap(&crowd, widest))) {
        description->kernel = move->name;
        description->reason =
            permutes_close ? "columns at each index, turned in squares of one cache line a side, or permuted "
                             "in registers where they lie close together in a row"
                           : "columns at each index, turned in squares of one cache line a side";
        decided.streams = move->streams || (permutes_close && kernels->permute->streams);
    } else if (permutes) {
        description->kernel = kernels->permute->name;
        description->reason = "the same few blocks of each row, permuted in registers";
        decided.streams = kernels->permute->streams;
    } else {
        const bool may_permute = permutes_close || are_permuted(plan, kernels, &crowd, 1, block, is_far);
        description->reason =
            goes_in_strips(plan, step)
                ? "blocks contiguous in both operands, fetched 1,024 indices at a time, in strips of columns"
            : may_permute
                ? "blocks contiguous in both operands, fetched 1,024 indices at a time, or permuted "
                  "in registers where they lie close together in a row"
                : "blocks contiguous in both operands, fetched 1,024 indices at a time";
        decided = decided_of_fetch(fetch, data, tuning, &crowd);
        decided.streams |= may_permute && kernels->permute->streams;
    }
    if (decided.way == FAR_ASKED && !goes_short && may_be_binned(plan, step, kernels))
        decided.way = FAR_BINNED;
    description->thresholds = thresholds_of(plan, tuning, decided);
}

static void describe_fetch(const struct gather_plan *plan, const struct gather__step *step,
                           const struct gather__kernels *kernels, struct gather_plan_description *description)
{
    struct gather__piece piece;
    if (gather__goes_short(plan, gather__plan_tuning(plan, kernels)) ||
        !gather__first_piece(plan, step, &piece)) {
        describe_points(plan, step, &plan->data, kernels, description);
        return;
    }
    describe_points(plan, &piece.step, &piece.reach, kernels, description);
    description->reason =
        "rows that lie apart in the data and are read again and again, put in order in pieces of "
        "24 KiB at most, from which indices fetch";
}

static_assert((int)GATHER_PLAN_MAX_LOOPS == (int)GATHER__MAX_LOOPS, "a description has room for all loops");

static void describe_loops(const struct gather_plan *plan, const struct gather__step *step,
                           struct gather_plan_description *description)
{
    const struct gather__loop *loops = gather__step_loops(step);
    int32_t index_unit = gather_dtype_bits(plan->index_dtype) < 8 ? 1 : 8;
    description->loop_count = step->loop_count;
    for (int32_t k = 0; k < step->loop_count; k++) {
        struct gather_plan_loop *loop = &description->loops[k];
        loop->extent = loops[k].extent;
        loop->output_step = in_bits(loops[k].out, plan->unit_bits);
        loop->data_step = in_bits(loops[k].data, plan->unit_bits);
        loop->index_step = in_bits(loops[k].indices, index_unit);
        loop->kind = loops[k].kind;
        loop->dimension = loops[k].dimension;
    }
}

static void describe_indices(const struct gather_plan *plan, const struct gather__step *step,
                             const struct gather__kernels *kernels,
                             struct gather_plan_description *description)
{
    const struct gather__component *components = gather__step_components(step);
    if (step->kind != GATHER__STEP_GATHER && step->kind != GATHER__STEP_INDICES)
        return;
    description->index_count = plan->index_count;
    description->is_checked = plan->check_step != 0;
    description->index_kernel = gather__index_kernel_for(kernels, plan->index_dtype)->name;
    description->component_count = step->component_count;
    for (int32_t k = 0; k < step->component_count; k++) {
        struct gather_plan_component *component = &description->components[k];
        component->size = components[k].rule.size;
        component->limit = components[k].rule.limit;
        component->axis = components[k].rule.axis;
        component->policy = components[k].rule.policy;
        component->is_negative = components[k].rule.is_negative;
        component->data_step = in_bits(components[k].scale, plan->unit_bits);
    }
}

static void count_steps(const struct gather_plan *plan, struct gather_plan_description *description)
{
    const struct gather__step *step = gather__plan_first_step(plan);
    for (int32_t k = 0; k < plan->step_count; k++, step = gather__step_next(step))
        if (step->kind == GATHER__STEP_FILL)
            description->fill_steps++;
        else
            description->part_count++;
}

/* A number of the data for each element; bags and trees say themselves what they read. */
static void describe_computed(const struct gather_plan *plan, struct gather_plan_description *description)
{
    const struct gather__computed *computed = gather__plan_computed(plan);
    description->bytes_read = bytes_of(plan->elements, computed->nest.computing.value_bits);
    description->index_count = plan->index_count;
}

void gather__plan_describe(const struct gather_plan *plan, const struct gather__kernels *kernels,
                           struct gather_plan_description *description)
{
    const struct gather__step *step = gather__plan_first_step(plan);
    int64_t element_bits = (int64_t)plan->width * plan->unit_bits;
    memset(description, 0, sizeof *description);
    description->plan_bytes = (size_t)plan->bytes;
    description->elements = plan->elements;
    description->bytes_read = bytes_of(plan->elements, element_bits);
    description->bytes_written = bytes_of(plan->elements + plan->filled, element_bits);
    description->kernel = "none";
    description->reason = "nothing to move";
    count_steps(plan, description);
    if (plan->computed != 0)
        describe_computed(plan, description);
    if (description->part_count == 0) {
        if (plan->check_step != 0) /* they are checked all the same */
            describe_indices(plan, gather__plan_check_step(plan), kernels, description);
        return;
    }
    if (step->kind == GATHER__STEP_GATHER)
        describe_fetch(plan, step, kernels, description);
    else
        describe_move(plan, step, kernels, description);
    describe_loops(plan, step, description);
    describe_indices(plan, step, kernels, description);
}

enum gather_status gather__plan_view(const struct gather_plan *plan, struct gather_layout *view,
                                     struct gather_error *error)
{
    if (plan->view_rank < 0)
        return gather__fail(error, GATHER_STATUS_UNSUPPORTED, "data",
                            "data of which the result is a strided view");
    const int64_t *numbers = (const int64_t *)(const void *)((const uint8_t *)plan + plan->view);
    memset(view, 0, sizeof *view);
    view->kind = GATHER_LAYOUT_STRIDES;
    view->dtype = plan->view_dtype;
    view->cell_bits = plan->view_cell_bits;
    view->rank = plan->view_rank;
    view->offset = plan->view_offset;
    view->tail = 1;
    memcpy(view->sizes, numbers, (size_t)plan->view_rank * sizeof numbers[0]);
    memcpy(view->place, numbers + plan->view_rank, (size_t)plan->view_rank * sizeof numbers[0]);
    return GATHER_STATUS_OK;
}
