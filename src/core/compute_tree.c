/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GatherTree: the beams of a search, each walked back from its last step by the parents of its steps.
 *
 *     level 0    a b c        beam 0, where the parent of g is 2 and that of f is 1:     b
 *     level 1    d e f                                                                   f
 *     level 2    g h i                                                                   g
 *
 * What is behind a walk's length, or behind the first end token on it, is end tokens. A unit is some beams of a batch,
 * which walk side by side, for their steps lie side by side too. A walk is gone to its end whichever levels are asked for:
 * each depends on those above it, and on the least level that has an end token.
 */
#include <string.h>

#include "core/arith.h"
#include "core/computed.h"
#include "core/dtype_bits.h"
#include "core/fail.h"
#include "core/half.h"
#include "core/once.h"

enum { ABREAST = 64 };                /* beams of a unit */
enum { PARENTS, LENGTHS, END_TOKEN }; /* the operands behind the steps */

struct tree {
    const struct gather__computed *computed;
    const struct gather__buffers *buffers;
    int64_t levels, batches, beams;
    int64_t groups; /* units of a batch */
    int32_t dtype, width;
    uint64_t end;      /* the end token, as it lies in memory */
    uint64_t mask;     /* the bits by which a step is equal to it */
    bool is_unreached; /* no step is */
};

/* Some walks of a batch. */
struct walks {
    int64_t batch, first, count;
    int64_t length;
    int64_t at[ABREAST]; /* the beam at the present level; -1: the walk has ended at a parent that is none */
};

/* The parent at fault that comes first. */
struct fault {
    bool is_found;
    int64_t position[3];
};

static void tree_shape(struct tree *tree, const struct gather__computed *computed)
{
    const struct gather_layout *out = &computed->out.layout;
    tree->computed = computed;
    tree->levels = out->sizes[0];
    tree->batches = out->sizes[1];
    tree->beams = out->sizes[2];
    tree->groups = gather__divide_up(tree->beams, ABREAST);
    tree->dtype = out->dtype;
    tree->width = computed->out.element_bytes;
}

static int64_t units(const struct gather__computed *computed, int64_t begin, int64_t end)
{
    struct tree tree;
    tree_shape(&tree, computed);
    return begin < end ? tree.batches * tree.groups : 0; /* bounded: no more than elements of the output */
}

/* ---- numbers ------------------------------------------------------------------------------------- */

static inline uint64_t bits_at(const uint8_t *bytes, int32_t width)
{
    uint8_t one;
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    switch (width) {
    case 1:
        memcpy(&one, bytes, sizeof one);
        return one;
    case 2:
        memcpy(&two, bytes, sizeof two);
        return two;
    case 4:
        memcpy(&four, bytes, sizeof four);
        return four;
    default:
        memcpy(&eight, bytes, sizeof eight);
        return eight;
    }
}

static inline void put_bits(uint8_t *bytes, uint64_t bits, int32_t width)
{
    const uint8_t one = (uint8_t)bits;
    const uint16_t two = (uint16_t)bits;
    const uint32_t four = (uint32_t)bits;
    switch (width) {
    case 1:
        memcpy(bytes, &one, sizeof one);
        break;
    case 2:
        memcpy(bytes, &two, sizeof two);
        break;
    case 4:
        memcpy(bytes, &four, sizeof four);
        break;
    default:
        memcpy(bytes, &bits, sizeof bits);
    }
}

/* Returns: whether the type is a float; then its number. */
static bool float_at(int32_t dtype, const uint8_t *bytes, double *value)
{
    switch (dtype) {
    case GATHER_DTYPE_F16:
    case GATHER_DTYPE_BF16:
        *value = gather__float_of_half(dtype, bytes);
        return true;
    case GATHER_DTYPE_F32:
        *value = gather__float_of_bits((uint32_t)bits_at(bytes, 4));
        return true;
    case GATHER_DTYPE_F64:
        memcpy(value, bytes, sizeof *value);
        return true;
    default:
        return false;
    }
}

/* A float as an integer, the greatest or the least where it is beyond. Returns: false if it is none. */
static bool whole_of(double value, int64_t *whole)
{
    static const double limit = 9223372036854775808.0; /* 2^63 */
    if (!(value - value == 0))                         /* infinite, or not a number */
        return false;
    *whole = value >= limit ? INT64_MAX : value < -limit ? INT64_MIN : (int64_t)value;
    return value >= limit || value < -limit || (double)*whole == value;
}

/* Integers that are no more than themselves: element type, type. */
#define INTEGERS(X)                                                                                          \
    X(I32, int32_t)                                                                                          \
    X(I64, int64_t)                                                                                          \
    X(I8, int8_t)                                                                                            \
    X(I16, int16_t)                                                                                          \
    X(U8, uint8_t)                                                                                           \
    X(U16, uint16_t)                                                                                         \
    X(U32, uint32_t)

/* A number likewise, of any type. */
static inline bool whole_at(int32_t dtype, const uint8_t *bytes, int64_t *whole)
{
    double value;
    switch (dtype) {
#define CASE(type, Integer)                                                                                  \
    case GATHER_DTYPE_##type: {                                                                              \
        Integer integer;                                                                                     \
        memcpy(&integer, bytes, sizeof integer);                                                             \
        *whole = (int64_t)integer;                                                                           \
        return true;                                                                                         \
    }
        INTEGERS(CASE)
#undef CASE
    case GATHER_DTYPE_U64:
        memcpy(whole, bytes, sizeof *whole);
        *whole = *whole < 0 ? INT64_MAX : *whole;
        return true;
    default:
        return float_at(dtype, bytes, &value) && whole_of(value, whole);
    }
}

/* By which bits a step is equal to the end token: +0 is to -0, and a NaN to nothing. */
static void set_end(struct tree *tree)
{
    const struct gather__located *token = &tree->computed->more[END_TOKEN];
    const int64_t nowhere = 0;
    const uint8_t *bytes =
        (const uint8_t *)tree->buffers->more[END_TOKEN].data + gather__bit_of(token, &nowhere) / 8;
    double value;
    tree->end = bits_at(bytes, tree->width);
    tree->mask = UINT64_MAX;
    tree->is_unreached = false;
    if (!float_at(tree->dtype, bytes, &value))
        return;
    tree->is_unreached = value != value;
    if (value == 0)
        tree->mask = (UINT64_C(1) << (8 * tree->width - 1)) - 1;
}

static inline bool is_end(const struct tree *tree, uint64_t bits)
{
    return ((bits ^ tree->end) & tree->mask) == 0 && !tree->is_unreached;
}

/* ---- walks --------------------------------------------------------------------------------------- */

static void tree_init(struct tree *tree, const struct gather__computed *computed,
                      const struct gather__buffers *buffers)
{
    tree_shape(tree, computed);
    tree->buffers = buffers;
}

/* Where an element of an operand of three dimensions lies. */
static inline int64_t byte_of(const struct gather__located *operand, int64_t level, int64_t batch,
                              int64_t beam)
{
    const int64_t index[] = {level, batch, beam};
    return gather__bit_of(operand, index) / 8;
}

/* The beams of a batch at a level: where the first lies, and how far apart they do; with tiles each is asked for. */
struct row {
    const struct gather__located *tiled; /* NULL: without */
    int64_t level, batch;
    uint8_t *first;
    int64_t step;
};

static inline struct row row_of(const struct gather__located *operand, void *bytes, int64_t level,
                                int64_t batch)
{
    struct row row = {operand, level, batch, bytes, 0};
    if (operand->floor_count > 0)
        return row;
    row.tiled = NULL;
    row.first += byte_of(operand, level, batch, 0);
    row.step = operand->steps[2] / 8;
    return row;
}

static inline uint8_t *beam_of(const struct row *row, int64_t beam)
{
    const int64_t byte =
        row->tiled != NULL ? byte_of(row->tiled, row->level, row->batch, beam) : beam * row->step;
    return row->first + byte; /* bounded: inside the operand */
}

/* The walks of a group of beams at their last steps. Returns: whether their length is no whole number. */
static bool begin_walks(const struct tree *tree, int64_t batch, int64_t group, struct walks *walks)
{
    const struct gather__located *lengths = &tree->computed->more[LENGTHS];
    const uint8_t *bytes = tree->buffers->more[LENGTHS].data;
    walks->batch = batch;
    walks->first = group * ABREAST;
    walks->count = tree->beams - walks->first < ABREAST ? tree->beams - walks->first : ABREAST;
    for (int64_t k = 0; k < walks->count; k++)
        walks->at[k] = walks->first + k;
    walks->length = 0;
    const bool is_whole =
        whole_at(tree->dtype, bytes + gather__bit_of(lengths, &walks->batch) / 8, &walks->length);
    walks->length = gather__keep_value(walks->length);
    if (!is_whole || walks->length < 0)
        walks->length = 0;
    if (walks->length > tree->levels)
        walks->length = tree->levels;
    return !is_whole;
}

/* Whether an element of a batch comes before the one that is known to be at fault. */
static bool is_before(const struct fault *fault, int64_t level, int64_t batch, int64_t beam)
{
    const int64_t position[] = {level, batch, beam};
    for (int32_t d = 0; d < 3 && fault->is_found; d++)
        if (position[d] != fault->position[d])
            return position[d] < fault->position[d];
    return !fault->is_found;
}

/* A walk ends at a parent that is none, and this is noted. */
static void end_walk(const struct row *row, struct walks *walks, int64_t k, struct fault *fault)
{
    const int64_t beam = walks->at[k];
    walks->at[k] = -1;
    if (is_before(fault, row->level, row->batch, beam))
        *fault = (struct fault){true, {row->level, row->batch, beam}};
}

/* STEP(parent) takes all walks to their parents, which `parent` reads at `from`. Returns, as it: whether it is none. */
#define STEP(parent_at)                                                                                      \
    for (int64_t k = 0; k < walks->count; k++) {                                                             \
        int64_t parent = 0;                                                                                  \
        if (walks->at[k] < 0)                                                                                \
            continue;                                                                                        \
        const uint8_t *from = beam_of(&row, walks->at[k]);                                                   \
        const bool is_whole = (parent_at);                                                                   \
        parent = gather__keep_value(parent);                                                                 \
        if (is_whole && (uint64_t)parent < (uint64_t)tree->beams)                                            \
            walks->at[k] = parent;                                                                           \
        else                                                                                                 \
            end_walk(&row, walks, k, fault);                                                                 \
    }                                                                                                        \
    break

/* To the parents. */
static void step_back(const struct tree *tree, int64_t level, struct walks *walks, struct fault *fault)
{
    const struct row row =
        row_of(&tree->computed->more[PARENTS], tree->buffers->more[PARENTS].data, level, walks->batch);
    switch (tree->dtype) { /* those that trees have */
    case GATHER_DTYPE_I32:
        STEP(whole_at(GATHER_DTYPE_I32, from, &parent));
    case GATHER_DTYPE_I64:
        STEP(whole_at(GATHER_DTYPE_I64, from, &parent));
    case GATHER_DTYPE_F32:
        STEP(whole_at(GATHER_DTYPE_F32, from, &parent));
    default:
        STEP(whole_at(tree->dtype, from, &parent));
    }
}

/* ---- elements ------------------------------------------------------------------------------------ */

static void put(const struct tree *tree, int64_t level, const struct walks *walks, int64_t k, uint64_t bits)
{
    const struct gather__located *out = &tree->computed->out;
    uint8_t *bytes = tree->buffers->out.data;
    put_bits(bytes + byte_of(out, level, walks->batch, walks->first + k), bits, tree->width);
}

/* End tokens on one walk, at levels begin..end-1. */
static void put_ends(const struct tree *tree, const struct walks *walks, int64_t k, int64_t begin,
                     int64_t end)
{
    for (int64_t level = begin; level < end; level++)
        put(tree, level, walks, k, tree->end);
}

static int64_t greater(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }

/* All steps of `width` bytes. */
#define STEPS_OF(width)                                                                                      \
    for (int64_t k = 0; k < walks->count; k++) {                                                             \
        if (walks->at[k] < 0)                                                                                \
            continue;                                                                                        \
        const uint64_t bits = bits_at(beam_of(&from, walks->at[k]), width);                                  \
        if (is_end(tree, bits))                                                                              \
            ended[k] = level;                                                                                \
        if (is_asked_for)                                                                                    \
            put_bits(beam_of(&to, walks->first + k), bits, width);                                           \
    }                                                                                                        \
    break

/* The steps of walks at a level. ended: receives it where there is an end token. */
static void put_steps(const struct tree *tree, int64_t level, const struct walks *walks, bool is_asked_for,
                      int64_t *ended)
{
    const struct row from = row_of(&tree->computed->data, tree->buffers->data.data, level, walks->batch);
    const struct row to = row_of(&tree->computed->out, tree->buffers->out.data, level, walks->batch);
    switch (tree->width) {
    case 1:
        STEPS_OF(1);
    case 2:
        STEPS_OF(2);
    case 4:
        STEPS_OF(4);
    default:
        STEPS_OF(8);
    }
}

/* All walks of a unit, into rows begin..end-1. One that ended at a bad parent, which changed meanwhile, is end tokens. */
static void walk_back(const struct tree *tree, struct walks *walks, int64_t begin, int64_t end,
                      struct fault *fault)
{
    int64_t ended[ABREAST];
    for (int64_t k = 0; k < walks->count; k++)
        ended[k] = walks->length;
    for (int64_t level = walks->length - 1; level >= 0; level--) {
        put_steps(tree, level, walks, level >= begin && level < end, ended);
        if (level > 0)
            step_back(tree, level, walks, fault);
    }
    for (int64_t k = 0; k < walks->count; k++)
        put_ends(tree, walks, k, greater(begin, walks->at[k] < 0 ? 0 : lesser(ended[k] + 1, walks->length)),
                 end);
}

static bool walk_tree(const struct gather__computed *computed, const struct gather__kernels *kernels,
                      const struct gather__buffers *buffers, const struct gather__share *share)
{
    struct tree tree;
    struct fault fault = {0};
    bool is_refused = false;
    (void)kernels;
    tree_init(&tree, computed, buffers);
    set_end(&tree);
    for (int64_t unit = share->first; unit < share->last; unit++) {
        struct walks walks;
        is_refused |= begin_walks(&tree, unit / tree.groups, unit % tree.groups, &walks);
        walk_back(&tree, &walks, share->begin, share->end, &fault);
    }
    return is_refused || fault.is_found;
}

/* ---- what values must be ------------------------------------------------------------------------- */

static enum gather_status fail_parent(const struct tree *tree, const struct fault *fault,
                                      struct gather_error *error)
{
    const struct gather__located *parents = &tree->computed->more[PARENTS];
    const int64_t *position = fault->position;
    const uint8_t *bytes = (const uint8_t *)tree->buffers->more[PARENTS].data +
                           byte_of(parents, position[0], position[1], position[2]);
    const bool is_unsigned = tree->dtype == GATHER_DTYPE_U64;
    const enum gather_status status = GATHER_STATUS_INDEX_RANGE;
    int64_t value;
    const bool is_whole = whole_at(tree->dtype, bytes, &value);
    gather__fail(error, status, "parent_ids", is_whole ? NULL : "a whole number");
    gather__fail_position(error, status, 3, position);
    gather__fail_axis_size(error, status, 2, tree->beams);
    if (is_whole)
        gather__fail_value(error, status, is_unsigned ? (int64_t)bits_at(bytes, tree->width) : value, 0,
                           tree->beams - 1);
    if (error != NULL)
        error->value_is_unsigned = is_unsigned;
    return status;
}

static enum gather_status fail_length(int64_t batch, struct gather_error *error)
{
    gather__fail(error, GATHER_STATUS_INDEX_RANGE, "max_seq_len", "a whole number");
    return gather__fail_position(error, GATHER_STATUS_INDEX_RANGE, 1, &batch);
}

/* Parents come before lengths, as their operands do; without a length a batch has no walk that has parents. */
static enum gather_status check(const struct gather__computed *computed,
                                const struct gather__kernels *kernels, const struct gather__buffers *buffers,
                                struct gather_error *error)
{
    struct tree tree;
    struct walks walks;
    struct fault fault = {0};
    int64_t wrong = -1; /* the first batch without a length */
    (void)kernels;
    tree_init(&tree, computed, buffers);
    for (int64_t batch = 0; batch < tree.batches; batch++)
        for (int64_t group = 0; group < tree.groups || group == 0; group++) {
            if (begin_walks(&tree, batch, group, &walks) && wrong < 0)
                wrong = batch;
            for (int64_t level = walks.length - 1; level > 0; level--)
                step_back(&tree, level, &walks, &fault);
        }
    if (fault.is_found)
        return fail_parent(&tree, &fault, error);
    return wrong >= 0 ? fail_length(wrong, error) : GATHER_STATUS_OK;
}

/* No table has one of its own: a walk goes from element to element. */
static const char *kernel(const struct gather__kernels *kernels)
{
    (void)kernels;
    return "walk";
}

const struct gather__computation gather__tree_walk = {
    .inputs = {GATHER__TREE_INPUTS},
    .kernel = kernel,
    .reason = "beams, from their last steps back by the parents of these",
    .units = units,
    .check = check,
    .compute = walk_tree};
