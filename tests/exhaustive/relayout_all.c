/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every small memory order to and from 12 partners of its shape, for widths of 1, 2, 4, 8, 16 bytes and 2 and
 * 4 bits, against a loop over the elements; and whether the data is a strided view exactly where brute force
 * finds one.
 *
 *     relayout_all [--all]    without --all, or GATHER_TEST_ALL in the environment, each pair in one width
 *
 * COVERS(XLA-16, XLA-20, XLA-21, XLA-36, XLA-37, XLA-38, XLA-50, CORE-5, CORE-6, CORE-8, CORE-9, CORE-21,
 * CORE-22, CORE-25)
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/by_hand.h"
#include "support/every_order.h"
#include "support/every_spelling.h"
#include "support/padding_by_hand.h"
#include "support/relayout_trial.h"

enum partner {
    ROW_MAJOR,
    COLUMN_MAJOR,
    PADDED,
    PADDED_WITH_VALUE,
    TILED,
    TILED_TWICE,
    TILED_MERGED,
    PACKED,
    BACKWARDS,
    BROADCAST, /* an input only */
    WIDENED,
    WITH_GAPS,
    PARTNERS
};

static const int32_t dtypes[] = {GATHER_DTYPE_U8,   GATHER_DTYPE_BF16, GATHER_DTYPE_F32, GATHER_DTYPE_F64,
                                 GATHER_DTYPE_C128, GATHER_DTYPE_I4,   GATHER_DTYPE_U2};
enum { WIDTHS = sizeof dtypes / sizeof dtypes[0] };

struct tally {
    bool all;
    uint64_t turn;
    int64_t layouts, trials, views;
    struct gather_layout shape; /* whose partners these are */
    struct gather_layout partners[PARTNERS];
    struct operand_cells partner_cells[PARTNERS], cells;
};

/* ---- partners of a shape ------------------------------------------------------------------------- */

static void make_orders(struct gather_layout *partners, int32_t rank, const int64_t *sizes)
{
    static const int64_t ascending[] = {0, 1, 2}, mixed[] = {1, 0, 2};
    int64_t padded[GATHER_MAX_RANK];
    for (int32_t d = 0; d < rank; d++)
        padded[d] = sizes[d] + 1 + d;
    for (int k = ROW_MAJOR; k < PARTNERS; k++)
        partners[k] = order_by_hand(GATHER_DTYPE_U8, rank, sizes, NULL);
    partners[COLUMN_MAJOR] = order_by_hand(GATHER_DTYPE_U8, rank, sizes, ascending);
    pad_by_hand(&partners[PADDED], padded, GATHER_PADDING_UNKNOWN);
    partners[PADDED_WITH_VALUE] = order_by_hand(GATHER_DTYPE_U8, rank, sizes, rank > 1 ? mixed : ascending);
    pad_by_hand(&partners[PADDED_WITH_VALUE], padded, rank > 0 ? GATHER_PADDING_ONE : GATHER_PADDING_UNKNOWN);
    tile_by_hand(&partners[TILED], TILE(2, 2));
    tile_by_hand(&partners[TILED_TWICE], TILE(2, 4));
    tile_by_hand(&partners[TILED_TWICE], TILE(2, 1));
    tile_by_hand(&partners[TILED_MERGED], TILE(GATHER_TILE_MERGE, 3));
    partners[PACKED].tail = 5;
}

static void make_strides(struct gather_layout *partners, int32_t rank, const int64_t *sizes)
{
    int64_t row_major[3], backwards[3], broadcast[3], gaps[3], last = 0, step = 1, wide = 2;
    for (int32_t d = rank - 1; d >= 0; d--) {
        row_major[d] = step;
        backwards[d] = d % 2 == 0 ? -step : step;
        last += d % 2 == 0 && sizes[d] > 0 ? (sizes[d] - 1) * step : 0;
        step *= sizes[d];
    }
    for (int32_t d = 0; d < rank; d++) {
        broadcast[d] = d % 2 == 0 ? 0 : row_major[d];
        gaps[d] = wide;
        wide = wide * sizes[d] + d;
    }
    partners[BACKWARDS] = strides_by_hand(GATHER_DTYPE_U8, rank, sizes, backwards, last);
    partners[BROADCAST] = strides_by_hand(GATHER_DTYPE_U8, rank, sizes, broadcast, 1);
    partners[WITH_GAPS] = strides_by_hand(GATHER_DTYPE_U8, rank, sizes, gaps, 3);
}

static void make_partners(struct tally *tally, const struct gather_layout *layout)
{
    if (tally->layouts > 0 && tally->shape.rank == layout->rank &&
        memcmp(tally->shape.sizes, layout->sizes, sizeof layout->sizes) == 0)
        return;
    tally->shape = *layout;
    make_orders(tally->partners, layout->rank, layout->sizes);
    make_strides(tally->partners, layout->rank, layout->sizes);
    for (int k = 0; k < PARTNERS; k++)
        operand_cells_find(&tally->partner_cells[k], &tally->partners[k]);
}

/* ---- trials -------------------------------------------------------------------------------------- */

/* Gives a layout a type, with cells of the type's own bits, a byte at least if `natural`, or more if
 * `widened`. */
static void set_type(struct gather_layout *layout, int32_t dtype, bool natural, bool widened)
{
    uint8_t pattern[16];
    int32_t bits = gather_dtype_bits(dtype);
    layout->dtype = dtype;
    layout->cell_bits = natural && bits < 8 ? 8 : bits;
    if (widened)
        layout->cell_bits = bits < 8 ? 16 : bits + 8;
    if (layout->padding != GATHER_PADDING_UNKNOWN && !padding_by_hand(dtype, layout->padding, pattern))
        layout->padding = GATHER_PADDING_ONE;
}

static bool judge_trial(struct tally *tally, const struct gather_layout *data,
                        const struct operand_cells *data_cells, const struct gather_layout *out,
                        const struct operand_cells *out_cells)
{
    struct trial trial = {data, out, data_cells, out_cells, NULL, tally->turn, TRIAL_WHOLE};
    trial.way = (enum trial_way)(tally->turn++ / 3 % TRIAL_WAYS);
    const char *fault = fault_of_trial(&trial, NULL);
    tally->trials++;
    if (fault != NULL)
        print_trial(&trial, fault);
    return fault == NULL;
}

static bool judge_pair(struct tally *tally, const struct gather_layout *layout, int partner, int32_t dtype)
{
    struct gather_layout one = *layout, other = tally->partners[partner];
    set_type(&one, dtype, tally->turn % 3 == 0, false);
    set_type(&other, dtype, partner >= PADDED && partner <= TILED_MERGED, partner == WIDENED);
    if (partner == WITH_GAPS)
        other.total_bytes = (int64_t)operand_bytes(&tally->partner_cells[partner], &other) + 5;
    bool right = judge_trial(tally, &other, &tally->partner_cells[partner], &one, &tally->cells);
    if (partner != BROADCAST)
        right = judge_trial(tally, &one, &tally->cells, &other, &tally->partner_cells[partner]) && right;
    return right;
}

/* CORE-25: a view where the cells are offset + the sum of index * stride, and then with these cells. */
static const char *fault_of_view(struct tally *tally, const struct gather_layout *layout)
{
    int64_t strides[GATHER_MAX_RANK], offset, cell_of[EVERY_ORDER_MAX_ELEMENTS];
    const struct gather_op op = gather_relayout();
    struct gather_layout out = tally->partners[COLUMN_MAJOR], view;
    struct gather_plan *plan;
    set_type(&out, layout->dtype, false, false);
    for (int64_t n = 0; n < tally->cells.elements; n++)
        cell_of[n] = tally->cells.cell_of[n];
    struct truth truth = {layout, tally->cells.elements, cell_of};
    bool strided = truly_strided(&truth, strides, &offset);
    if (gather_plan_create(&plan, &op, layout, 1, &out, NULL, NULL) != GATHER_STATUS_OK)
        return "a plan";
    enum gather_status status = gather_plan_view(plan, &view, NULL);
    gather_plan_destroy(plan);
    tally->views += strided;
    if (status != (strided ? GATHER_STATUS_OK : GATHER_STATUS_UNSUPPORTED))
        return "a view exactly where the data is strided";
    if (!strided)
        return NULL;
    if (gather_layout_validate(&view, NULL) != GATHER_STATUS_OK || view.kind != GATHER_LAYOUT_STRIDES ||
        !gather_layout_compatible(&view, layout) || view.cell_bits != layout->cell_bits)
        return "the view is a layout of the same shape";
    if (tally->cells.elements > 0 && view.offset != offset)
        return "the view's offset";
    for (int32_t d = 0; d < layout->rank; d++)
        if (tally->cells.elements > 0 && layout->sizes[d] > 1 && view.place[d] != strides[d])
            return "the view's strides";
    return NULL;
}

static bool judge(void *context, const struct gather_layout *layout)
{
    struct tally *tally = context;
    bool right = true;
    make_partners(tally, layout);
    operand_cells_find(&tally->cells, layout);
    const char *fault = fault_of_view(tally, layout);
    if (fault != NULL) {
        struct trial trial = {layout, layout, &tally->cells, &tally->cells, NULL, tally->turn, TRIAL_WHOLE};
        print_trial(&trial, fault);
        right = false;
    }
    for (int partner = 0; partner < PARTNERS; partner++)
        for (int width = 0; width < (tally->all ? WIDTHS : 1); width++)
            right = judge_pair(tally, layout, partner, dtypes[(width + partner + tally->layouts) % WIDTHS]) &&
                    right;
    tally->layouts++;
    return right;
}

int main(int argc, char **argv)
{
    static struct tally tally;
    tally.all = (argc > 1 && strcmp(argv[1], "--all") == 0) || getenv("GATHER_TEST_ALL") != NULL;
    bool right = visit_every_order(judge, &tally);
    printf("%" PRId64 " layouts, %" PRId64 " relayouts; %" PRId64 " layouts are strided views\n",
           tally.layouts, tally.trials, tally.views);
    for (int k = 0; k < PARTNERS; k++)
        operand_cells_end(&tally.partner_cells[k]);
    operand_cells_end(&tally.cells);
    return right ? 0 : 1;
}
