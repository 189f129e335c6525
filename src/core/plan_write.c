/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writing a plan: the steps that cover the output, each drafted and packed behind the one before.
 *
 * The first step moves the elements. Where the output names a padding value, further steps fill the boxes of
 * the padded shape that no element owns, for each dimension the part behind its size:
 *
 *     f32[2,3]{1,0:pad(3,5)=zero}     e e e 1 1      0: rows 2..2
 *                                     e e e 1 1      1: columns 3..4 of rows 0..1
 *                                     0 0 0 0 0
 */
#include <stddef.h>
#include <string.h>

#include "core/arith.h"
#include "core/computed.h"
#include "core/fail.h"
#include "core/geometry.h"
#include "core/outlined.h"
#include "core/padding.h"
#include "core/plan_brief.h"
#include "core/plan_calls.h"
#include "core/plan_pack.h"
#include "core/reach.h"

enum {
    LEAST_CUT = 1024, /* elements of a box that is worth further steps */
    MOST_PARTS_LEFT = 16,
    MOST_PARTS = 64 /* of a box: tiles of several sizes along many dimensions would make thousands */
};

/* ---- the plan ------------------------------------------------------------------------------------ */

struct writing {
    struct gather_plan plan;
    const struct gather__work *work;
    const struct gather__nest *nest; /* of the work */
    struct gather__operands operands;
    struct gather__box box; /* of the output, that elements come to */
    struct gather__packer packer;
    int64_t view_strides[GATHER_MAX_RANK];
    struct gather_error *error;
};

static enum gather_status judge_draft(const struct writing *writing, enum gather__draft_verdict verdict)
{
    if (verdict == GATHER__DRAFT_MADE)
        return GATHER_STATUS_OK;
    if (verdict == GATHER__DRAFT_TOO_FAR)
        return gather__fail(writing->error, GATHER_STATUS_OVERFLOW, "output", "addresses below 2^63 bits");
    return gather__fail(writing->error, GATHER_STATUS_UNSUPPORTED, "output",
                        "operands whose tiles have fewer bounds in all");
}

static int64_t box_elements(const struct gather__box *box, int32_t rank)
{
    int64_t elements = 1;
    for (int32_t d = 0; d < rank; d++)
        if (box->size[d] == 0)
            return 0;
    for (int32_t d = 0; d < rank; d++)
        elements *= box->size[d]; /* bounded: a part of a layout whose cells fit */
    return elements;
}

/*
 * The result is a strided view of the data if the data's cells are a sum over the loops. Cells of loops are not
 * units yet: only bases, and the terms behind them, have become these.
 */
static void note_view(struct writing *writing, const struct gather__draft *draft)
{
    if (draft->floors != NULL && !gather__value_is_additive(&draft->floors->map, &draft->floors->data_cell))
        return;
    writing->plan.view_rank = draft->output_rank;
    writing->plan.view_offset = draft->data_cell.constant;
    for (int32_t d = 0; d < draft->output_rank; d++)
        writing->view_strides[d] = draft->data_cell.step[d];
}

/* Likewise, if constant indices lead through the data evenly. */
static void note_found_view(struct writing *writing, const struct gather__view *view)
{
    writing->plan.view_rank = writing->operands.out->rank;
    writing->plan.view_offset = view->offset;
    memcpy(writing->view_strides, view->strides, sizeof writing->view_strides);
}

/* Whether the points of a gather are one block, and read every index. */
static bool is_one_block(const struct gather__draft *draft, const struct gather_plan *plan)
{
    int64_t points = 1;
    for (int32_t k = 0; k < draft->front_count; k++) {
        if (draft->loops[k].kind != GATHER_PLAN_LOOP_INDEXED || draft->loops[k].extent > GATHER_BLOCK)
            return false;
        points *= draft->loops[k].extent; /* bounded: by the block, at each step */
        if (points > GATHER_BLOCK)
            return false;
    }
    return points * draft->component_count == plan->index_count; /* bounded: by the block */
}

/* Whether every element has the same cell in both operands. */
static bool stays(const struct gather__draft *draft, const struct gather__operands *operands)
{
    const struct gather__floors *floors = draft->floors;
    if (draft->out_base != draft->data_base || operands->out_unit != operands->data_unit ||
        memcmp(draft->out_cell.step, draft->data_cell.step,
               (size_t)draft->output_rank * sizeof draft->out_cell.step[0]) != 0)
        return false;
    return floors == NULL ||
           memcmp(floors->out_cell.term, floors->data_cell.term, sizeof floors->out_cell.term) == 0;
}

/* What a plan says of the step that makes its elements. */
static void note_elements(struct writing *writing, const struct gather__draft *draft,
                          enum gather__step_kind kind)
{
    struct gather_plan *plan = &writing->plan;
    if (kind == GATHER__STEP_MOVE && !plan->placed)
        note_view(writing, draft);
    if (kind == GATHER__STEP_MOVE)
        plan->identity = stays(draft, &writing->operands);
    if (kind == GATHER__STEP_GATHER)
        plan->is_one_block = is_one_block(draft, plan);
}

/* A part of the output, and what happens to it. */
struct part {
    struct gather__box box;
    int64_t elements;
    enum gather__step_kind kind;
    bool pads;
    bool is_whole; /* nothing was cut off */
    bool may_be_cut;
    int32_t cut_dimension; /* where it must be cut first, and so has no step; -1: it has one */
    int64_t cut;
};

/* The dimension that a part is cut along, so that tiles divide what is before or behind; -1 if that would not pay. */
static int32_t find_cut_dimension(const struct writing *writing, const struct gather__draft *draft,
                                  const struct part *part)
{
    if (!part->may_be_cut || draft->has_points || part->elements < LEAST_CUT || writing->plan.unit_bits != 8)
        return -1;
    for (int32_t d = 0; d < draft->output_rank; d++)
        if (draft->loop_of[d] >= 0 && draft->cut[d] > 0)
            return d;
    return -1;
}

/* floors: room for them; NULL if the step wants none. */
static enum gather_status write_drafted(struct writing *writing, struct part *part,
                                        const struct gather__operands *operands,
                                        const struct gather__nest *nest, struct gather__floors *floors)
{
    struct gather__draft draft;
    int32_t rank = operands->out->rank, row = operands->row_dimension;
    enum gather__draft_verdict verdict = gather__draft_make(&draft, floors, operands, nest, &part->box);
    if (verdict != GATHER__DRAFT_MADE)
        return judge_draft(writing, verdict);
    if (part->is_whole)
        note_elements(writing, &draft, part->kind);
    part->cut_dimension = find_cut_dimension(writing, &draft, part);
    if (part->cut_dimension >= 0) {
        part->cut = draft.cut[part->cut_dimension];
        return GATHER_STATUS_OK;
    }
    struct gather__step step = {.kind = (int32_t)part->kind,
                                .pads = part->pads,
                                .row_begin = rank > 0 ? part->box.begin[row] - writing->box.begin[row] : 0,
                                .row_count = rank > 0 ? part->box.size[row] : 1,
                                .component_count = draft.component_count,
                                .tuple_loop = -1};
    if (draft.component_count > 0)
        step.tuple = draft.indices_cell.step[gather__component_variable(&draft, draft.component_count)];
    if (part->pads)
        writing->plan.filled += part->elements;
    writing->plan.step_count++;
    gather__pack_step(&writing->packer, &draft, step, writing->nest);
    return GATHER_STATUS_OK;
}

/* Only where there are floors is there room for them on the stack. */
OUTLINED enum gather_status write_with_floors(struct writing *writing, struct part *part,
                                              const struct gather__operands *operands,
                                              const struct gather__nest *nest)
{
    struct gather__floors floors;
    return write_drafted(writing, part, operands, nest, &floors);
}

static enum gather_status write_part(struct writing *writing, struct part *part)
{
    struct gather__operands operands = writing->operands;
    const struct gather__nest *nest = part->kind == GATHER__STEP_FILL ? NULL : writing->nest;
    part->elements = box_elements(&part->box, operands.out->rank);
    part->cut_dimension = -1;
    if (part->elements == 0)
        return GATHER_STATUS_OK;
    if (part->kind == GATHER__STEP_FILL)
        operands.data = NULL;
    if (gather__draft_wants_floors(&operands, nest))
        return write_with_floors(writing, part, &operands, nest);
    return write_drafted(writing, part, &operands, nest, NULL);
}

/*
 * The steps of a box. Where tiles don't divide it, it is cut, and its parts are cut again, so that most of it lies in
 * whole tiles, which are loops:
 *
 *     f32[3,5]{1,0:T(2,2)}     e e e e | e       three steps; small ones are left as they are
 *                              e e e e | e
 *                              --------+--
 *                              e e e e   e
 *
 * What is cut off comes last, so that where there would be too many parts, small ones are left as they are.
 */
static enum gather_status write_step(struct writing *writing, const struct gather__box *box,
                                     enum gather__step_kind kind, bool pads)
{
    struct gather__box left[MOST_PARTS_LEFT];
    struct part part = {.kind = kind, .pads = pads, .is_whole = true};
    enum gather_status status = GATHER_STATUS_OK;
    int32_t made = 0;
    left[0] = *box;
    for (int32_t count = 1; count > 0 && status == GATHER_STATUS_OK; part.is_whole = false) {
        part.box = left[--count];
        part.may_be_cut = count + 2 <= MOST_PARTS_LEFT && made + count + 2 <= MOST_PARTS;
        status = write_part(writing, &part);
        int32_t d = part.cut_dimension;
        if (d < 0) {
            made++;
            continue;
        }
        left[count] = left[count + 1] = part.box;
        left[count].begin[d] += part.cut;
        left[count++].size[d] -= part.cut;
        left[count++].size[d] = part.cut;
    }
    return status;
}

static enum gather_status write_elements(struct writing *writing)
{
    const struct gather__nest *nest = writing->nest;
    enum gather__step_kind kind = GATHER__STEP_MOVE;
    if (nest->is_zero)
        kind = GATHER__STEP_FILL;
    else if (nest->component_count > 0)
        kind = GATHER__STEP_GATHER;
    return write_step(writing, &writing->box, kind, false);
}

/*
 * Behind the size of dimension d, inside the sizes of those before it, over the padded sizes of those
 * after.
 */
static enum gather_status write_padding(struct writing *writing)
{
    const struct gather_layout *out = writing->operands.out;
    enum gather_status status = GATHER_STATUS_OK;
    if (gather__padding_value(out) == GATHER_PADDING_UNKNOWN)
        return status;
    gather__padding_pattern(out->dtype, out->padding, writing->plan.pattern);
    for (int32_t d = 0; d < out->rank && status == GATHER_STATUS_OK; d++) {
        struct gather__box box = {{0}, {0}};
        for (int32_t e = 0; e < out->rank; e++)
            box.size[e] = e < d ? out->sizes[e] : out->place[e];
        box.begin[d] = out->sizes[d];
        box.size[d] = out->place[d] - out->sizes[d];
        status = write_step(writing, &box, GATHER__STEP_FILL, true);
    }
    return status;
}

/* ---- indices ------------------------------------------------------------------------------------- */

/* Whether some value of the indices' type is refused by a rule. */
static bool can_refuse(const struct gather__rule *rule, int32_t dtype)
{
    int32_t bits = gather_dtype_bits(dtype);
    bool is_signed = dtype >= GATHER_DTYPE_I2 && dtype <= GATHER_DTYPE_I64;
    if (rule->policy != GATHER_POLICY_ERROR)
        return false;
    if (bits == 64)
        return true;
    int64_t low = is_signed ? -(INT64_C(1) << (bits - 1)) : 0;
    int64_t high = (INT64_C(1) << (is_signed ? bits - 1 : bits)) - 1;
    return high > rule->limit || low < (rule->is_negative ? -rule->size : 0);
}

static enum gather_status write_indices(struct writing *writing, struct gather__floors *floors)
{
    struct gather__draft draft;
    const struct gather__nest *nest = writing->nest;
    enum gather__draft_verdict verdict =
        gather__draft_indices(&draft, floors, &writing->operands, nest->tuple_dimension);
    if (verdict != GATHER__DRAFT_MADE)
        return judge_draft(writing, verdict);
    struct gather__step step = {.kind = GATHER__STEP_INDICES,
                                .component_count = nest->component_count,
                                .tuple_loop = nest->tuple_dimension};
    writing->plan.check_step = writing->packer.used;
    gather__pack_step(&writing->packer, &draft, step, nest);
    return GATHER_STATUS_OK;
}

OUTLINED enum gather_status write_indices_with_floors(struct writing *writing)
{
    struct gather__floors floors;
    return write_indices(writing, &floors);
}

/* The walk over all indices, if one of them may be refused. It stands behind the steps that write. */
static enum gather_status write_check(struct writing *writing)
{
    const struct gather_layout *indices = writing->operands.indices;
    const struct gather__nest *nest = writing->nest;
    bool refuses = false;
    for (int32_t k = 0; k < nest->component_count; k++)
        refuses = refuses || can_refuse(&nest->rules[k], indices->dtype);
    if (!refuses || !gather__has_elements(indices))
        return GATHER_STATUS_OK;
    return gather__has_tiles(indices) ? write_indices_with_floors(writing) : write_indices(writing, NULL);
}

/* An element below a byte is the low bits of its fill; those above it are 0 in a wider cell. */
static void set_fill(struct gather_plan *plan, const struct gather__nest *nest, int32_t dtype)
{
    int32_t bits = gather_dtype_bits(dtype);
    memcpy(plan->fill, nest->fill, sizeof plan->fill);
    if (bits < 8)
        plan->fill[0] &= (uint8_t)((1 << bits) - 1);
}

static void note_indices(struct writing *writing)
{
    struct gather_plan *plan = &writing->plan;
    const struct gather__nest *nest = writing->nest;
    const struct gather_layout *indices = writing->operands.indices;
    int32_t bits = gather_dtype_bits(indices->dtype);
    plan->index_dtype = indices->dtype;
    plan->index_bytes = (bits + 7) / 8;
    plan->index_count = writing->work->indices.extent.elements;
    writing->operands.indices_unit = indices->cell_bits / (bits < 8 ? 1 : 8);
    if (!nest->is_zero)
        set_fill(plan, nest, writing->operands.out->dtype);
    for (int32_t k = 0; k < nest->component_count; k++)
        plan->skips = plan->skips || nest->rules[k].policy == GATHER_POLICY_SKIP;
}

/* ---- what computes ------------------------------------------------------------------------------- */

/* Behind all steps, in place of those that move. */
OUTLINED enum gather_status write_computed(struct writing *writing)
{
    struct gather__computed computed;
    enum gather_status status = gather__computed_init(&computed, writing->work, writing->error);
    writing->plan.computed = writing->packer.used;
    if (status == GATHER_STATUS_OK)
        gather__pack(&writing->packer, &computed,
                     offsetof(struct gather__computed, tiles) +
                         (size_t)computed.tiled_count * sizeof computed.tiles[0]); /* bounded: operands */
    return status;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static void set_box(struct writing *writing)
{
    const struct gather_layout *out = writing->operands.out;
    if (writing->nest->has_box)
        writing->box = writing->nest->out;
    for (int32_t d = 0; d < out->rank && !writing->nest->has_box; d++) {
        writing->box.begin[d] = 0;
        writing->box.size[d] = out->sizes[d];
    }
}

/*
 * Threads share the rows of the leading dimension; where it has one, as of a batch of one, those of the first
 * dimension that has more, unless padding is filled, which might have others, or elements are computed, whose units are
 * shared.
 */
static void set_rows(struct writing *writing)
{
    struct gather_plan *plan = &writing->plan;
    const struct gather__box *box = &writing->box;
    const struct gather_layout *out = writing->operands.out;
    bool stays = gather__padding_value(out) != GATHER_PADDING_UNKNOWN || writing->work->operation != 0;
    int32_t row = 0;
    while (!stays && plan->elements > 1 && box->size[row] == 1)
        row++;
    writing->operands.row_dimension = row;
    plan->rows = out->rank > 0 ? box->size[row] : 1;
    plan->row_parts = row > 0 ? plan->rows : 1;
}

/* Elements below a byte are moved as bits, and so are counted in bits on both sides; all others in bytes. */
static void choose_units(struct writing *writing)
{
    const struct gather_layout *out = writing->operands.out, *data = writing->operands.data;
    int32_t bits = gather_dtype_bits(out->dtype);
    bool below_byte = bits < 8;
    writing->plan.unit_bits = below_byte ? 1 : 8;
    writing->plan.width = below_byte ? bits : bits / 8;
    writing->plan.out_width = below_byte && out->cell_bits != bits ? 8 : writing->plan.width;
    writing->operands.out_unit = out->cell_bits / writing->plan.unit_bits;
    writing->operands.data_unit = data->cell_bits / writing->plan.unit_bits;
}

static void finish(struct writing *writing)
{
    struct gather_plan *plan = &writing->plan;
    if (plan->view_rank > 0) {
        size_t bytes = (size_t)plan->view_rank * sizeof writing->view_strides[0];
        plan->view = writing->packer.used;
        gather__pack(&writing->packer, writing->operands.out->sizes, bytes);
        gather__pack(&writing->packer, writing->view_strides, bytes);
    }
    if (writing->work->tuning != NULL) {
        plan->tuning = writing->packer.used;
        gather__pack(&writing->packer, writing->work->tuning, sizeof *writing->work->tuning);
    }
    plan->bytes = writing->packer.used;
    if (writing->packer.size >= sizeof *plan)
        memcpy(writing->packer.memory, plan, sizeof *plan);
}

enum gather_status gather__plan_write(void *memory, size_t size, size_t *needed,
                                      const struct gather__work *work, struct gather_error *error)
{
    const struct gather__nest *nest = &work->nest;
    const struct gather_layout *out = work->out.layout, *data = work->data.layout;
    struct writing writing;
    struct gather_plan *plan = &writing.plan;
    memset(plan, 0, sizeof *plan);
    writing.work = work;
    writing.nest = nest;
    writing.operands = (struct gather__operands){.out = out, .data = data, .indices = work->indices.layout};
    writing.packer = (struct gather__packer){memory, size, sizeof *plan};
    writing.error = error;
    if (!gather__is_injective(out))
        return gather__fail(error, GATHER_STATUS_OVERLAP, "output",
                            "an output whose elements have a cell each");
    gather__plan_reach(plan, work);
    if (work->operation == 0)
        gather__plan_note_brief(plan, work);
    plan->input_count = nest->input_count;
    set_box(&writing);
    plan->elements = box_elements(&writing.box, out->rank);
    set_rows(&writing);
    plan->placed = memcmp(writing.box.size, out->sizes, (size_t)out->rank * sizeof out->sizes[0]) != 0;
    plan->view_dtype = data->dtype;
    plan->view_cell_bits = data->cell_bits;
    plan->view_rank =
        plan->elements == 0 && !plan->placed && nest->component_count == 0 && work->operation == 0 ? out->rank
                                                                                                   : -1;
    memset(writing.view_strides, 0, sizeof writing.view_strides); /* of a view without elements */
    choose_units(&writing);
    if (work->indices.layout != NULL)
        note_indices(&writing);
    if (work->view.is_found && !plan->placed)
        note_found_view(&writing, &work->view);
    enum gather_status status = work->operation == 0 ? write_elements(&writing) : GATHER_STATUS_OK;
    if (status == GATHER_STATUS_OK)
        status = write_padding(&writing);
    if (status == GATHER_STATUS_OK && work->indices.layout != NULL && !nest->is_zero)
        status = write_check(&writing);
    if (status == GATHER_STATUS_OK && work->operation != 0)
        status = write_computed(&writing);
    if (status != GATHER_STATUS_OK)
        return status;
    finish(&writing);
    *needed = (size_t)plan->bytes;
    return GATHER_STATUS_OK;
}
