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
#include <string.h>

#include "core/arith.h"
#include "core/fail.h"
#include "core/geometry.h"
#include "core/padding.h"
#include "core/planned.h"
#include "core/reach.h"

/* Memory that is filled from the front; what does not fit is counted all the same. */
struct packer {
    uint8_t *memory;
    size_t size, used;
};

static void pack(struct packer *packer, const void *bytes, size_t count)
{
    if (packer->used <= packer->size && count <= packer->size - packer->used)
        memcpy(packer->memory + packer->used, bytes, count);
    packer->used += count;
}

/* ---- one step ------------------------------------------------------------------------------------ */

struct packing {
    const struct gather__draft *draft;
    int32_t digit_of[GATHER__MAX_FLOORS]; /* the digit that a floor becomes; -1 if it is not left */
    int32_t digit_count, term_count;
};

static int32_t terms_of(const struct gather__draft *draft, int32_t floor)
{
    int32_t count = 0;
    for (int32_t k = 0; k < GATHER_MAX_RANK + draft->map.floor_count; k++)
        count += draft->map.floors[floor].of.term[k] != 0;
    return count;
}

static void number_digits(struct packing *packing)
{
    const struct gather__draft *draft = packing->draft;
    packing->digit_count = packing->term_count = 0;
    for (int32_t k = 0; k < draft->map.floor_count; k++) {
        packing->digit_of[k] = draft->floor_used[k] ? packing->digit_count++ : -1;
        if (draft->floor_used[k])
            packing->term_count += terms_of(draft, k);
    }
}

static void pack_digits(struct packer *packer, const struct packing *packing)
{
    const struct gather__draft *draft = packing->draft;
    int32_t terms = 0;
    for (int32_t k = 0; k < draft->map.floor_count; k++) {
        if (!draft->floor_used[k])
            continue;
        const struct gather__floor *floor = &draft->map.floors[k];
        struct gather__digit digit = {.constant = floor->of.constant,
                                      .divisor = floor->divisor,
                                      .out = draft->out_cell.term[GATHER_MAX_RANK + k],
                                      .data = draft->data_cell.term[GATHER_MAX_RANK + k],
                                      .term_begin = terms,
                                      .term_count = terms_of(draft, k)};
        terms += digit.term_count;
        pack(packer, &digit, sizeof digit);
    }
}

static void pack_terms(struct packer *packer, const struct packing *packing)
{
    const struct gather__draft *draft = packing->draft;
    for (int32_t k = 0; k < draft->map.floor_count; k++)
        for (int32_t j = 0; draft->floor_used[k] && j < GATHER_MAX_RANK + draft->map.floor_count; j++) {
            int64_t factor = draft->map.floors[k].of.term[j];
            struct gather__term term = {factor, -1, -1};
            if (j < GATHER_MAX_RANK)
                term.loop = draft->loop_of[j];
            else
                term.digit = packing->digit_of[j - GATHER_MAX_RANK];
            if (factor != 0)
                pack(packer, &term, sizeof term);
        }
}

static void pack_step(struct packer *packer, const struct gather__draft *draft, const struct gather__box *box,
                      bool fills, int32_t rank)
{
    struct packing packing = {.draft = draft};
    number_digits(&packing);
    struct gather__step step = {.out_base = draft->out_base,
                                .data_base = draft->data_base,
                                .row_begin = rank > 0 ? box->begin[0] : 0,
                                .row_count = rank > 0 ? box->size[0] : 1,
                                .fills = fills,
                                .loop_count = draft->loop_count,
                                .evaluated_count = draft->evaluated_count,
                                .run_loop = draft->run_loop,
                                .digit_count = packing.digit_count,
                                .term_count = packing.term_count};
    /* bounded: a few arrays of the draft */
    step.bytes = sizeof step + (size_t)step.loop_count * sizeof(struct gather__loop) +
                 /* bounded: a few arrays of the draft */
                 (size_t)step.digit_count * sizeof(struct gather__digit) +
                 /* bounded: a few arrays of the draft */
                 (size_t)step.term_count * sizeof(struct gather__term);
    pack(packer, &step, sizeof step);
    /* bounded: a few arrays of the draft */
    pack(packer, draft->loops, (size_t)step.loop_count * sizeof draft->loops[0]);
    pack_digits(packer, &packing);
    pack_terms(packer, &packing);
}

/* ---- the plan ------------------------------------------------------------------------------------ */

struct writing {
    struct gather_plan plan;
    const struct gather__nest *nest;
    const struct gather_layout *data, *out;
    int32_t out_unit, data_unit;
    struct packer packer;
};

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

static bool write_step(struct writing *writing, const struct gather__box *box, bool fills)
{
    struct gather__draft draft;
    int64_t elements = box_elements(box, writing->out->rank);
    if (elements == 0)
        return true;
    if (!gather__draft_make(&draft, writing->out, writing->out_unit, fills ? NULL : writing->data,
                            writing->data_unit, writing->nest, box))
        return false;
    writing->plan.step_count++;
    if (fills)
        writing->plan.filled += elements;
    else
        writing->plan.identity =
            draft.out_base == draft.data_base && draft.out_unit == draft.data_unit &&
            memcmp(draft.out_cell.term, draft.data_cell.term, sizeof draft.out_cell.term) == 0;
    pack_step(&writing->packer, &draft, box, fills, writing->out->rank);
    return true;
}

static bool write_moves(struct writing *writing) { return write_step(writing, &writing->nest->out, false); }

/*
 * Behind the size of dimension d, inside the sizes of those before it, over the padded sizes of those
 * after.
 */
static bool write_fills(struct writing *writing)
{
    const struct gather_layout *out = writing->out;
    if (gather__padding_value(out) == GATHER_PADDING_UNKNOWN)
        return true;
    gather__padding_pattern(out->dtype, out->padding, writing->plan.pattern);
    for (int32_t d = 0; d < out->rank; d++) {
        struct gather__box box = {{0}, {0}};
        for (int32_t e = 0; e < out->rank; e++)
            box.size[e] = e < d ? out->sizes[e] : out->place[e];
        box.begin[d] = out->sizes[d];
        box.size[d] = out->place[d] - out->sizes[d];
        if (!write_step(writing, &box, true))
            return false;
    }
    return true;
}

/* Elements below a byte are moved as bits, and so are counted in bits on both sides; all others in bytes. */
static void choose_units(struct writing *writing)
{
    int32_t bits = gather_dtype_bits(writing->out->dtype);
    bool below_byte = bits < 8;
    writing->plan.unit_bits = below_byte ? 1 : 8;
    writing->plan.width = below_byte ? bits : bits / 8;
    writing->plan.out_width = below_byte && writing->out->cell_bits != bits ? 8 : writing->plan.width;
    writing->out_unit = writing->out->cell_bits / writing->plan.unit_bits;
    writing->data_unit = writing->data->cell_bits / writing->plan.unit_bits;
}

/* The result as a strided view of the data: strides of the data, looked at through the nest. */
static void find_view(struct writing *writing, int64_t *strides)
{
    int64_t data_strides[GATHER_MAX_RANK], offset;
    struct gather_plan *plan = &writing->plan;
    plan->view_rank = -1;
    if (plan->placed)
        return;
    memset(strides, 0, GATHER_MAX_RANK * sizeof strides[0]);
    if (!gather__strides_of(writing->data, data_strides, &offset))
        return;
    for (int32_t d = 0; d < writing->data->rank; d++) {
        const struct gather__coordinate *source = &writing->nest->data[d];
        if (!gather__multiply_add(source->base, data_strides[d], &offset))
            return;
        if (source->loop >= 0 && !gather__multiply_add(source->step, data_strides[d], &strides[source->loop]))
            return;
    }
    plan->view_rank = writing->out->rank;
    plan->view_offset = offset;
    plan->view_dtype = writing->data->dtype;
    plan->view_cell_bits = writing->data->cell_bits;
}

static void finish(struct writing *writing)
{
    int64_t strides[GATHER_MAX_RANK];
    struct gather_plan *plan = &writing->plan;
    find_view(writing, strides);
    if (plan->view_rank > 0) {
        pack(&writing->packer, writing->out->sizes, (size_t)plan->view_rank * sizeof strides[0]);
        pack(&writing->packer, strides, (size_t)plan->view_rank * sizeof strides[0]);
    }
    plan->bytes = writing->packer.used;
    if (writing->packer.size >= sizeof *plan)
        memcpy(writing->packer.memory, plan, sizeof *plan);
}

enum gather_status gather__plan_write(void *memory, size_t size, size_t *needed,
                                      const struct gather__nest *nest, const struct gather_layout *data,
                                      const struct gather_layout *out, struct gather_error *error)
{
    struct writing writing = {
        .nest = nest, .data = data, .out = out, .packer = {memory, size, sizeof writing.plan}};
    struct gather_plan *plan = &writing.plan;
    int32_t element_bytes = (gather_dtype_bits(out->dtype) + 7) / 8;
    if (!gather__is_injective(out))
        return gather__fail(error, GATHER_STATUS_OVERLAP, "output",
                            "an output whose elements have a cell each");
    gather__reach_of(out, element_bytes, true, &plan->out);
    gather__reach_of(data, element_bytes, false, &plan->data);
    plan->rows = out->rank > 0 ? nest->out.size[0] : 1;
    plan->elements = gather_layout_elements(data);
    plan->placed = memcmp(nest->out.size, out->sizes, (size_t)out->rank * sizeof out->sizes[0]) != 0;
    choose_units(&writing);
    if (!write_moves(&writing) || !write_fills(&writing))
        return gather__fail(error, GATHER_STATUS_OVERFLOW, "output", "addresses below 2^63 bits");
    finish(&writing);
    *needed = (size_t)plan->bytes;
    return GATHER_STATUS_OK;
}
