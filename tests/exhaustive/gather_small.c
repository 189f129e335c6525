/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every small gather: of each operator all data and indices of rank 0 to 3 and sizes 0 to 3, all axes and batch
 * dimensions with one too many on either side, all policies, and indices filled so that every value -5..5 stands at
 * every position once, that all are legal, or all but one. One operand at a time has another layout than row-major;
 * widths, index types, check modes and ways to run go round. All against the formulas of the pages.
 *
 *     gather_small [--all]    one of 97 gathers; all with --all or GATHER_TEST_ALL in the environment, but one of 11
 *                             under the address sanitizer
 *
 * COVERS(ONNX-10, ONNX-13, ONNX-14, ONNX-15, OV-5, OV-20, OV-28, OV-30, DML-43, DML-66, DML-81, XLA-G-8, XLA-G-9,
 * XLA-G-13, NP-10, NP-12, NP-13, NP-22, TORCH-6, TORCH-23, TORCH-32, CORE-14, CORE-15, CORE-16, CORE-17, CORE-19)
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/formula_op.h"
#include "support/formula_random.h"
#include "support/formula_trial.h"
#include "support/small_layout.h"

enum {
    MOST_RANK = 3,
    MOST_SIZE = 3,
    SHAPES = 85, /* 4^0 + 4^1 + 4^2 + 4^3 */
    WILD_FILLS = 11,
    LEGAL_FILLS = 3,
    BAD_FILLS = 2,
    FILLS = WILD_FILLS + LEGAL_FILLS + BAD_FILLS,
    XLA_DRAWS = 3,
    ONE_OF = 97, /* a prime, so that nothing goes round with it */
#ifdef __SANITIZE_ADDRESS__
    ONE_OF_ALL = 11,
#else
    ONE_OF_ALL = 1,
#endif
    MOST_FAULTS = 20
};

struct tally {
    int64_t one_of, number, trials, bad_indices, shapes, refused, faults;
    struct randomness randomness;
    struct formula formula;
    struct formula_answer answer; /* to the shapes */
};

/* ---- trials -------------------------------------------------------------------------------------------- */

static void fail(struct tally *tally, const struct formula_trial *trial, const char *fault)
{
    print_formula_trial(trial, fault);
    tally->faults++;
}

/* -5..5 in turn, all legal, or all but one. */
static void fill_indices(const struct formula *formula, int64_t count, int fill, int64_t number,
                         int64_t *values)
{
    int64_t bad = count > 0 ? number / FILLS % count : 0;
    if (fill >= WILD_FILLS) {
        formula_legal_values(formula, (uint64_t)fill, values);
        if (fill >= WILD_FILLS + LEGAL_FILLS && count > 0)
            values[bad] = number % 2 == 0 ? 4 : -4;
        return;
    }
    for (int64_t n = 0; n < count; n++)
        values[n] = (n * 7 + fill) % WILD_FILLS - WILD_FILLS / 2; /* bounded: few indices */
}

/* Of an output that pads, the padding has a value now and then. */
static void choose_padding(struct gather_layout *out, int64_t number)
{
    bool pads = out->kind == GATHER_LAYOUT_ORDER && out->rank > 0 && out->tile_count == 0;
    if (pads && number % 2 == 0 && out->dtype != GATHER_DTYPE_F8E8M0)
        out->padding = GATHER_PADDING_ZERO;
}

/* Small types in cells of a byte, now and then. */
static void choose_cells(struct gather_layout *layout, int64_t number)
{
    if (layout->cell_bits < 8 && number % 3 == 0)
        layout->cell_bits = 8;
}

/* The other layouts go round: each on each operand, broadcast on inputs only. */
static void choose_layouts(int64_t number, enum small_layout kinds[3])
{
    int64_t choice = number % (3 * SMALL_LAYOUTS - 1);
    kinds[0] = kinds[1] = kinds[2] = SMALL_ROW_MAJOR;
    kinds[choice / SMALL_LAYOUTS] = (enum small_layout)(choice % SMALL_LAYOUTS);
}

/* One gather of the call that stands: everything that may vary follows from its number. */
static void try_one(struct tally *tally, int fill)
{
    static struct formula_answer answer;
    static int64_t values[FORMULA_MAX_ELEMENTS];
    const struct formula *formula = &tally->formula;
    const struct formula_tensor *shape = &tally->answer.out;
    struct gather_layout data, indices, out;
    enum small_layout kinds[3];
    int64_t number = tally->number;
    choose_layouts(number / 5, kinds);
    struct formula_trial trial = {.formula = formula,
                                  .data = {.layout = &data},
                                  .indices = {.layout = &indices},
                                  .out = {.layout = &out},
                                  .wanted = values,
                                  .turn = (uint64_t)number,
                                  .way = (int32_t)(number / 2 % FORMULA_WAYS),
                                  .check = (int32_t)(number / 3 % (GATHER_CHECK_EARLIER + 1))};
    trial.data.cells =
        small_layout(&data, kinds[0], formula->data_type, formula->data.rank, formula->data.sizes);
    trial.indices.cells =
        small_layout(&indices, kinds[1], formula->index_type, formula->indices.rank, formula->indices.sizes);
    trial.out.cells = small_layout(&out, kinds[2], formula->data_type, shape->rank, shape->sizes);
    choose_padding(&out, number);
    choose_cells(&data, number);
    choose_cells(&indices, number / 3);
    choose_cells(&out, number / 9);
    fill_indices(formula, trial.indices.cells->elements, fill, number, values);
    answer.status = GATHER_STATUS_OK;
    answer.out = *shape;
    const char *fault = fault_of_formula_trial(&trial, &answer);
    tally->trials++;
    tally->bad_indices += answer.status != GATHER_STATUS_OK;
    if (fault != NULL)
        fail(tally, &trial, fault);
}

static bool is_chosen(struct tally *tally) { return ++tally->number % tally->one_of == 0; }

static void choose_types(struct tally *tally)
{
    const int32_t *types;
    struct formula *formula = &tally->formula;
    int32_t count = formula_data_types(formula, &types);
    formula->data_type = types[tally->number / 11 % count];
    for (int k = 0; k < 16; k++)
        formula->fill[k] = (uint8_t)(0xC3 + 7 * k);
    count = formula_index_types(formula, &types);
    formula->index_type = types[tally->number / 7 % count];
}

static void try_policies(struct tally *tally)
{
    int32_t last = formula_takes_policy(&tally->formula) ? GATHER_POLICY_SKIP : GATHER_POLICY_OWN;
    for (int32_t policy = GATHER_POLICY_OWN; policy <= last; policy++)
        for (int fill = 0; fill < FILLS && tally->faults < MOST_FAULTS; fill++) {
            if (!is_chosen(tally))
                continue;
            tally->formula.policy = policy;
            choose_types(tally);
            try_one(tally, fill);
        }
}

/* A call whose attributes and shapes stand: its shape, and then its values. */
static void try_call(struct tally *tally)
{
    struct gather_layout data, indices;
    struct formula *formula = &tally->formula;
    struct formula_trial trial = {.formula = formula, .data = {&data, NULL}, .indices = {&indices, NULL}};
    formula->policy = GATHER_POLICY_OWN;
    formula_judge(formula, &tally->answer);
    tally->number++;
    choose_types(tally);
    trial.data.cells =
        small_layout(&data, SMALL_ROW_MAJOR, formula->data_type, formula->data.rank, formula->data.sizes);
    trial.indices.cells = small_layout(&indices, SMALL_ROW_MAJOR, formula->index_type, formula->indices.rank,
                                       formula->indices.sizes);
    trial.out = trial.data;
    const char *fault = fault_of_shape(formula, &tally->answer, &data, &indices);
    tally->shapes++;
    tally->refused += tally->answer.status != GATHER_STATUS_OK;
    if (fault != NULL) {
        static const int64_t nothing[MOST_SIZE * MOST_SIZE * MOST_SIZE];
        trial.wanted = nothing;
        fail(tally, &trial, fault);
    }
    if (tally->answer.status == GATHER_STATUS_OK)
        try_policies(tally);
}

/* ---- attributes ---------------------------------------------------------------------------------------- */

/* All axes, with one too many on either side; none, where the operator has that. */
static void try_axes(struct tally *tally)
{
    struct formula *formula = &tally->formula;
    int64_t rank = formula->data.rank;
    bool may_be_flat = formula->operation == GATHER_OPERATION_NUMPY_TAKE ||
                       formula->operation == GATHER_OPERATION_NUMPY_TAKE_ALONG_AXIS ||
                       formula->operation == GATHER_OPERATION_TORCH_TAKE_ALONG_DIM;
    for (formula->axis = -rank - 1; formula->axis <= rank; formula->axis++)
        try_call(tally);
    formula->is_flat = may_be_flat;
    if (may_be_flat)
        try_call(tally);
    formula->is_flat = false;
}

static void try_axes_and_batches(struct tally *tally)
{
    int64_t most = tally->formula.indices.rank + 1;
    for (tally->formula.batch_dims = -most; tally->formula.batch_dims <= most; tally->formula.batch_dims++)
        try_axes(tally);
}

static void try_batches(struct tally *tally)
{
    int64_t most = tally->formula.indices.rank;
    for (tally->formula.batch_dims = -1; tally->formula.batch_dims <= most; tally->formula.batch_dims++)
        try_call(tally);
}

static void try_directml(struct tally *tally)
{
    struct formula *formula = &tally->formula;
    int64_t r = formula->data.rank, q = formula->indices.rank;
    bool is_tuple = formula->operation == GATHER_OPERATION_DIRECTML_GATHER_ND ||
                    formula->operation == GATHER_OPERATION_DIRECTML_GATHER_ND1;
    for (formula->indices_count = 0; formula->indices_count <= q + 1; formula->indices_count++) {
        if (formula->operation == GATHER_OPERATION_DIRECTML_GATHER)
            for (formula->axis = 0; formula->axis <= r; formula->axis++)
                try_call(tally);
        for (formula->data_count = 0; is_tuple && formula->data_count <= r + 1; formula->data_count++)
            for (formula->batch_dims = 0;
                 formula->batch_dims <= (formula->operation == GATHER_OPERATION_DIRECTML_GATHER_ND1) * r;
                 formula->batch_dims++)
                try_call(tally);
    }
}

static void try_xla(struct tally *tally)
{
    struct formula *formula = &tally->formula;
    int32_t q = formula->indices.rank;
    for (formula->index_vector_dim = 0; formula->index_vector_dim <= q; formula->index_vector_dim++)
        for (int draw = 0; draw < XLA_DRAWS; draw++)
            if (formula_draw_xla(&tally->randomness, formula))
                try_call(tally);
}

static void try_slices(struct tally *tally)
{
    struct formula *formula = &tally->formula;
    formula->slice_sizes.count = formula->data.rank;
    for (int draw = 0; draw < XLA_DRAWS; draw++) {
        for (int32_t d = 0; d < formula->data.rank; d++)
            formula->slice_sizes.at[d] = random_below(&tally->randomness, formula->data.sizes[d] + 1);
        try_call(tally);
    }
}

static void try_attributes(struct tally *tally)
{
    struct formula *formula = &tally->formula;
    switch ((enum gather_operation)formula->operation) {
    case GATHER_OPERATION_OPENVINO_GATHER:
    case GATHER_OPERATION_XLA_TORCH_INDEX_SELECT:
        if (formula->version == 1)
            try_axes(tally);
        else
            try_axes_and_batches(tally);
        return;
    case GATHER_OPERATION_ONNX_GATHER_ND:
    case GATHER_OPERATION_OPENVINO_GATHER_ND:
        if (formula->version == 11)
            try_call(tally);
        else
            try_batches(tally);
        return;
    case GATHER_OPERATION_DIRECTML_GATHER:
    case GATHER_OPERATION_DIRECTML_GATHER_ND:
    case GATHER_OPERATION_DIRECTML_GATHER_ND1:
        try_directml(tally);
        return;
    case GATHER_OPERATION_XLA_GATHER:
        try_xla(tally);
        return;
    case GATHER_OPERATION_XLA_DYNAMIC_SLICE:
        try_slices(tally);
        return;
    case GATHER_OPERATION_WEBNN_GATHER_ND:
    case GATHER_OPERATION_TORCH_EMBEDDING:
        try_call(tally);
        return;
    default:
        try_axes(tally);
        return;
    }
}

/* ---- shapes -------------------------------------------------------------------------------------------- */

static struct formula_tensor shape_of(int number)
{
    struct formula_tensor shape = {0, {0}};
    int shapes = 1;
    for (; number >= shapes; shapes *= MOST_SIZE + 1, shape.rank++)
        number -= shapes;
    for (int32_t d = shape.rank - 1; d >= 0; d--, number /= MOST_SIZE + 1)
        shape.sizes[d] = number % (MOST_SIZE + 1);
    return shape;
}

static void try_variant(struct tally *tally, const struct formula_variant *variant)
{
    for (int data = 0; data < SHAPES; data++)
        for (int indices = 0; indices < SHAPES && tally->faults < MOST_FAULTS; indices++) {
            memset(&tally->formula, 0, sizeof tally->formula);
            tally->formula.operation = variant->operation;
            tally->formula.version = variant->version;
            tally->formula.strictness = variant->strictness;
            tally->formula.mode = variant->mode;
            tally->formula.data = shape_of(data);
            tally->formula.indices = shape_of(indices);
            try_attributes(tally);
        }
}

static void print_variant(const struct formula_variant *variant, int64_t shapes, int64_t trials)
{
    static const char *const strictness[] = {"", ", strict", ", loose"};
    const char *mode = variant->mode == GATHER_POLICY_WRAP    ? ", wrap"
                       : variant->mode == GATHER_POLICY_CLAMP ? ", clip"
                                                              : "";
    const struct formula formula = {.operation = variant->operation};
    struct formula_name name = formula_name(&formula);
    printf("%s %s, version %" PRId32 "%s%s: %" PRId64 " shapes, %" PRId64 " gathers\n", name.dialect,
           name.name, variant->version, strictness[variant->strictness], mode, shapes, trials);
}

int main(int argc, char **argv)
{
    static struct tally tally;
    bool all = (argc > 1 && strcmp(argv[1], "--all") == 0) || getenv("GATHER_TEST_ALL") != NULL;
    tally.one_of = all ? ONE_OF_ALL : ONE_OF;
    tally.randomness = randomness_begin("gather_small");
    for (int32_t k = 0; k < formula_variant_count && tally.faults < MOST_FAULTS; k++) {
        int64_t trials = tally.trials, shapes = tally.shapes;
        try_variant(&tally, &formula_variants[k]);
        print_variant(&formula_variants[k], tally.shapes - shapes, tally.trials - trials);
    }
    printf("%" PRId64 " shapes, %" PRId64 " of them refused; %" PRId64 " gathers, %" PRId64
           " of them with bad indices; %" PRId64 " faults\n",
           tally.shapes, tally.refused, tally.trials, tally.bad_indices, tally.faults);
    formula_trials_end();
    small_layouts_end();
    return tally.faults == 0 ? 0 : 1;
}
