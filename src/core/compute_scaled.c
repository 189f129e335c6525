/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of quantised numbers: each is made a float, less its zero point, times its scale, where it goes.
 *
 * A line of the output is its last dimension. Nearly always that is one of the data's, and an index holds for all of the
 * line: its numbers are unpacked to one a byte, some hundred at a time, if they don't lie so, and go through the kernel
 * that scales, with the scales and zero points of the groups that they are in. Where the last dimension is one of the
 * indices, each number has an index of its own.
 *
 *     numbers, packed          e d c b a   --move_bits-->   a | b | c | d | e   --scale-->   elements
 *     scales, zero points      one a group of numbers
 */
#include "core/computed.h"

#include <string.h>

#include "core/arith.h"
#include "core/dtype_bits.h"
#include "core/half.h"

enum { PLACES = 16 }; /* lines whose data is asked for before the first is scaled */

/* What numbers of a line share in groups: scales, or zero points. */
struct shared {
    int64_t group;     /* numbers along the line that share one; 0: all do */
    int64_t bit, step; /* of the first group's, and from one to the next, in bits; if they lie evenly */
    bool is_even;
};

/* Where the numbers of a line lie. */
struct numbers {
    int64_t bit, step; /* of the first, and from one to the next, in bits; if they lie evenly */
    bool is_even;
    int32_t bits; /* of each */
};

/* All of that of one line, or of one number with an index of its own. */
struct place {
    int64_t at[GATHER_MAX_RANK];   /* in the output: of the first element of a part */
    int64_t from[GATHER_MAX_RANK]; /* in the data: of the number at the beginning of the line */
    bool is_absent;                /* its index is outside */
    struct numbers numbers;
    struct shared shared[2]; /* scales, zero points */
};

/* What all lines have. */
struct line {
    const struct gather__computed *computed;
    const struct gather__kernels *kernels;
    const struct gather__buffers *buffers;
    struct gather__scaling scaling;
    int32_t along;        /* the data's dimension that goes with the output's last; -1 if none does */
    int32_t last;         /* the output's last dimension; -1 if it has none */
    bool has_own_indices; /* each element has one */
    struct place *here;   /* of the line that is gone over */
    float zeros[GATHER__SCALED], scales[GATHER__SCALED];
};

/* ---- scales and zero points ---------------------------------------------------------------------- */

/* A number of some type at a bit of a buffer, as a float. */
static float number_at(const struct gather__kernels *kernels, int32_t dtype, const uint8_t *bytes,
                       int64_t bit)
{
    uint16_t half;
    float value;
    switch (dtype) {
    case GATHER_DTYPE_F32:
        memcpy(&value, bytes + bit / 8, sizeof value);
        return value;
    case GATHER_DTYPE_F16:
        memcpy(&half, bytes + bit / 8, sizeof half);
        return gather__float_of_f16(half);
    case GATHER_DTYPE_BF16:
        memcpy(&half, bytes + bit / 8, sizeof half);
        return gather__float_of_bf16(half);
    default: /* integers of at most a byte */
        return (float)kernels->index_value(dtype, bytes, gather__dtype_bits[dtype] < 8 ? bit : bit / 8);
    }
}

/* The type of the numbers that an element of `dtype` holds several of. */
static int32_t packed_type(int32_t dtype, int32_t bits)
{
    if (bits == gather__dtype_bits[dtype])
        return dtype;
    return bits == 4 ? GATHER_DTYPE_U4 : GATHER_DTYPE_U2;
}

/* A bit of an operand in which an element holds several numbers along the last dimension. */
static int64_t packed_bit(const struct gather__located *operand, int64_t *index, int32_t bits)
{
    const int32_t last = operand->layout.rank - 1, full = gather__dtype_bits[operand->layout.dtype];
    if (bits == full)
        return gather__bit_of(operand, index);
    const int64_t number = index[last], each = full / bits;
    index[last] = number / each;
    const int64_t bit =
        gather__bit_of(operand, index) + number % each * bits; /* bounded: inside the operand */
    index[last] = number;
    return bit;
}

/* Which bits of an operand's element are one of its numbers. */
static int32_t shared_bits(const struct line *line, int32_t which)
{
    return which == 1 ? line->computed->nest.computing.zero_bits
                      : gather__dtype_bits[line->computed->more[0].layout.dtype];
}

/* Where the scale, or the zero point, of a number of the data lies. which: 0 scales, 1 zero points. */
static int64_t shared_bit(const struct line *line, int32_t which, const int64_t *from)
{
    const struct gather__located *operand = &line->computed->more[which];
    const int64_t *group = line->computed->nest.computing.group[which];
    int64_t index[GATHER_MAX_RANK];
    for (int32_t d = 0; d < operand->layout.rank; d++)
        index[d] = group[d] != 0 ? from[d] / group[d] : 0;
    return packed_bit(operand, index, shared_bits(line, which));
}

/* How far numbers of an operand lie apart along a dimension, in bits. is_even: whether there is such a number. */
static int64_t step_along(const struct gather__located *operand, int32_t dimension, int32_t bits,
                          bool *is_even)
{
    const int32_t full = gather__dtype_bits[operand->layout.dtype];
    const int64_t step = operand->is_strided ? operand->strides[dimension] : 0;
    *is_even = operand->is_strided && (bits == full || dimension < operand->layout.rank - 1 || step == full);
    return bits < full && dimension == operand->layout.rank - 1 ? bits : step;
}

/* What the numbers of a line share, from `from` on. */
static void shared_init(struct line *line, int32_t which)
{
    struct shared *shared = &line->here->shared[which];
    const struct gather__located *operand = &line->computed->more[which];
    shared->group = line->along >= 0 ? line->computed->nest.computing.group[which][line->along] : 0;
    shared->bit = shared_bit(line, which, line->here->from);
    shared->step = 0;
    shared->is_even = true;
    if (shared->group != 0)
        shared->step = step_along(operand, line->along, shared_bits(line, which), &shared->is_even);
}

/* Those of a group. */
static float shared_of(const struct line *line, int32_t which, int64_t group)
{
    const struct shared *shared = &line->here->shared[which];
    const int32_t dtype = packed_type(line->computed->more[which].layout.dtype, shared_bits(line, which));
    int64_t bit = shared->bit + group * shared->step; /* bounded: inside the operand */
    if (!shared->is_even) {
        int64_t from[GATHER_MAX_RANK];
        memcpy(from, line->here->from, sizeof from);
        from[line->along] = group * shared->group; /* bounded: inside the data */
        bit = shared_bit(line, which, from);
    }
    return number_at(line->kernels, dtype, line->buffers->more[which].data, bit);
}

/*
 * Those of `count` groups of `unit` numbers, from group `first` on, into a list. Groups of what is shared are whole
 * multiples of the unit.
 */
static void list_shared(const struct line *line, int32_t which, int64_t unit, int64_t first, int64_t count,
                        float *list)
{
    const struct shared *shared = &line->here->shared[which];
    const uint8_t *bytes = line->buffers->more[which].data;
    if (shared->group == unit && shared->is_even && shared->step == 32 &&
        line->computed->more[which].layout.dtype == GATHER_DTYPE_F32) {
        memcpy(list, bytes + (shared->bit + first * 32) / 8,
               (size_t)count * sizeof *list); /* bounded: inside it */
        return;
    }
    for (int64_t k = 0; k < count; k++) {
        const int64_t number = first + k;
        if (k > 0 && shared->group == 0)
            list[k] = list[0];
        else
            list[k] = shared_of(line, which,
                                shared->group == unit ? number
                                : shared->group == 0
                                    ? 0
                                    : number * unit / shared->group); /* bounded: inside the data */
    }
}

/* How many numbers share both: the smaller of the two groups where it divides the other one. */
static int64_t unit_of(const struct line *line)
{
    int64_t scales = line->here->shared[0].group, zeros = line->here->shared[1].group;
    if (scales == 0 || zeros == 0)
        return scales + zeros;
    const int64_t less = scales < zeros ? scales : zeros, more = scales < zeros ? zeros : scales;
    return more % less == 0 ? less : 1;
}

/* Scales and zero points of numbers begin..begin+count-1 of the line. */
static void look_up(struct line *line, int64_t begin, int64_t count)
{
    struct gather__scaling *scaling = &line->scaling;
    const int64_t unit = unit_of(line), first = unit > 0 ? begin / unit : 0;
    const int64_t groups = unit > 0 ? (begin + count - 1) / unit - first + 1 : 1;
    scaling->group = unit > 0 ? unit : INT64_MAX;
    scaling->first = unit > 0 ? unit - begin % unit : count;
    list_shared(line, 0, unit, first, groups, line->scales);
    if (line->computed->nest.computing.has_zeros != 0)
        list_shared(line, 1, unit, first, groups, line->zeros);
    for (int64_t k = 0; k < groups && line->computed->nest.computing.has_zeros == 0; k++)
        line->zeros[k] = (float)line->computed->nest.computing.zero;
}

/* ---- numbers ------------------------------------------------------------------------------------- */

static void numbers_init(struct line *line)
{
    struct numbers *numbers = &line->here->numbers;
    const struct gather__located *data = &line->computed->data;
    numbers->bits = line->computed->nest.computing.value_bits;
    numbers->bit = packed_bit(data, line->here->from, numbers->bits);
    numbers->step = 0;
    numbers->is_even = true;
    if (line->along >= 0)
        numbers->step = step_along(data, line->along, numbers->bits, &numbers->is_even);
}

/* One by one, as tiles have them. */
static void unpack_each(const struct line *line, int32_t bits, int64_t begin, int64_t count, uint8_t *room)
{
    const struct gather__located *data = &line->computed->data;
    const uint8_t *bytes = line->buffers->data.data;
    int64_t from[GATHER_MAX_RANK];
    memcpy(from, line->here->from, sizeof from);
    for (int64_t k = 0; k < count; k++) {
        from[line->along] = begin + k;
        const int64_t bit = packed_bit(data, from, bits);
        room[k] = (uint8_t)(bytes[bit / 8] >> bit % 8 & ((1 << bits) - 1));
    }
}

/*
 * Numbers begin..begin+count-1 of the line, one a byte. room: for those that lie otherwise. Returns: where they lie.
 */
static const uint8_t *unpack(const struct line *line, int64_t begin, int64_t count, uint8_t *room)
{
    const struct numbers *numbers = &line->here->numbers;
    const uint8_t *bytes = line->buffers->data.data;
    const int64_t bit = numbers->bit + begin * numbers->step; /* bounded: inside the data */
    if (!numbers->is_even) {
        unpack_each(line, numbers->bits, begin, count, room);
        return room;
    }
    if (numbers->bits == 8 && (numbers->step == 8 || count == 1))
        return bytes + bit / 8;
    const int64_t in_bits = numbers->bits < 8; /* or else in bytes */
    const struct gather__tile tile = {.count = {1, count},
                                      .out_step = {0, in_bits ? 8 : 1},
                                      .data_step = {0, in_bits ? numbers->step : numbers->step / 8},
                                      .width = in_bits ? numbers->bits : 1,
                                      .out_width = in_bits ? 8 : 1};
    if (in_bits)
        line->kernels->move_bits(room, 0, bytes, bit, &tile);
    else
        gather__kernel_for(line->kernels, 1)->move(room, bytes + bit / 8, &tile);
    return room;
}

/* ---- elements ------------------------------------------------------------------------------------ */

/* Elements of the output from the one at `at` on, `width` bytes each; NULL: zeros. */
static void put(struct line *line, int64_t count, const uint8_t *elements)
{
    const struct gather__located *out = &line->computed->out;
    const int32_t width = out->element_bytes;
    uint8_t *bytes = line->buffers->out.data;
    int64_t index[GATHER_MAX_RANK];
    memcpy(index, line->here->at, sizeof index);
    for (int64_t k = 0; k < count; k++) {
        uint8_t *to = bytes + gather__bit_of(out, index) / 8;
        if (elements != NULL)
            memcpy(to, elements + k * width, (size_t)width); /* bounded: of the room */
        else
            memset(to, 0, (size_t)width);
        if (line->last >= 0)
            index[line->last]++;
    }
}

/* Where the elements from the one at `at` on lie, one behind the other. Returns: NULL if they don't. */
static uint8_t *contiguous(const struct line *line)
{
    const struct gather__located *out = &line->computed->out;
    const int64_t step = out->is_strided && line->last >= 0 ? out->strides[line->last] : 0;
    const bool is_single = line->last < 0 || out->layout.sizes[line->last] == 1;
    if (!is_single && step != out->element_bytes * 8)
        return NULL;
    return (uint8_t *)line->buffers->out.data + gather__bit_of(out, line->here->at) / 8;
}

/* Elements begin..begin+count-1 of the line, whose index is inside. */
static void scale_numbers(struct line *line, int64_t begin, int64_t count)
{
    uint32_t made[GATHER__SCALED];
    uint8_t room[GATHER__SCALED];
    const int32_t width = line->computed->out.element_bytes;
    for (int64_t end = begin + count, part; begin < end; begin += part) {
        part = end - begin < GATHER__SCALED ? end - begin : GATHER__SCALED;
        if (line->last >= 0)
            line->here->at[line->last] = begin;
        const int64_t first = line->along >= 0 ? begin : 0;
        uint8_t *to = contiguous(line);
        const bool goes_straight = to != NULL && (uintptr_t)to % (unsigned)width == 0;
        look_up(line, first, part);
        line->kernels->scale(goes_straight ? (void *)to : made, unpack(line, first, part, room), part,
                             &line->scaling);
        if (!goes_straight && to != NULL)
            memcpy(to, made, (size_t)(part * width)); /* bounded: of the room */
        else if (!goes_straight)
            put(line, part, (const uint8_t *)made);
    }
}

static void put_zeros(struct line *line, int64_t begin, int64_t count)
{
    if (line->last >= 0)
        line->here->at[line->last] = begin;
    uint8_t *to = contiguous(line);
    if (to != NULL)
        memset(to, 0, (size_t)(count * line->computed->out.element_bytes)); /* bounded: of the output */
    else
        put(line, count, NULL);
}

/* ---- indices ------------------------------------------------------------------------------------- */

/* What the rule makes of the index of the element at `at`. Returns: -1 if it is outside. */
static int64_t read_index(const struct line *line)
{
    const struct gather__nest *nest = &line->computed->nest;
    const struct gather__located *indices = &line->computed->indices;
    const struct gather__rule *rule = &nest->rules[0];
    const int32_t dtype = indices->layout.dtype;
    int64_t index[GATHER_MAX_RANK];
    for (int32_t d = 0; d < indices->layout.rank; d++)
        index[d] = nest->indices[d].loop >= 0 ? line->here->at[nest->indices[d].loop] : 0;
    const int64_t bit = gather__bit_of(indices, index);
    int64_t value = line->kernels->index_value(dtype, line->buffers->indices.data, bit / 8);
    const bool is_beyond = dtype == GATHER_DTYPE_U64 && value < 0; /* 2^63 and more */
    if (!is_beyond && value < 0 && value >= -rule->size && rule->is_negative)
        value += rule->size;
    if (!is_beyond && value >= 0 && value <= rule->limit)
        return value;
    if (rule->policy == GATHER_POLICY_CLAMP && rule->size > 0)
        return value < 0 && !is_beyond ? 0 : rule->limit;
    if (rule->policy == GATHER_POLICY_WRAP && rule->size > 0)
        return is_beyond ? (int64_t)((uint64_t)value % (uint64_t)rule->size)
                         : gather__floor_modulo(value, rule->size);
    return -1;
}

/* The data's index of the element at the beginning of the line, but for the axis. */
static void set_from(struct line *line)
{
    const struct gather__nest *nest = &line->computed->nest;
    for (int32_t d = 0; d < line->computed->data.layout.rank; d++)
        line->here->from[d] =
            nest->data[d].loop >= 0 && d != line->along ? line->here->at[nest->data[d].loop] : 0;
}

/* Finds where a line, or a part of one with an index of its own, lies: from `at` on. Returns: whether it is refused. */
static bool find_place(struct line *line)
{
    const struct gather__rule *rule = &line->computed->nest.rules[0];
    const int64_t value = read_index(line);
    line->here->is_absent = value < 0;
    if (value < 0)
        return rule->policy == GATHER_POLICY_ERROR;
    set_from(line);
    line->here->from[rule->axis] = value;
    numbers_init(line);
    shared_init(line, 0);
    line->here->shared[1].group = 0;
    if (line->computed->nest.computing.has_zeros != 0)
        shared_init(line, 1);
    return false;
}

/* Elements begin..begin+count-1 of the line whose place was found. */
static void scale_part(struct line *line, int64_t begin, int64_t count)
{
    if (line->here->is_absent)
        put_zeros(line, begin, count);
    else
        scale_numbers(line, begin, count);
}

/* ---- lines --------------------------------------------------------------------------------------- */

static int64_t line_length(const struct gather__computed *computed)
{
    const struct gather_layout *out = &computed->out.layout;
    return out->rank > 0 ? out->sizes[out->rank - 1] : 1;
}

static int64_t lines(const struct gather__computed *computed, int64_t begin, int64_t end)
{
    const int64_t elements = (end - begin) * computed->elements_a_row; /* bounded: elements of the output */
    return computed->out.layout.rank == 1 ? 1 : elements / line_length(computed);
}

static void line_init(struct line *line, const struct gather__computed *computed)
{
    const struct gather__nest *nest = &computed->nest;
    line->computed = computed;
    line->last = computed->out.layout.rank - 1;
    line->along = -1;
    line->has_own_indices = false;
    for (int32_t d = 0; d < computed->data.layout.rank && line->last >= 0; d++)
        if (nest->data[d].loop == line->last)
            line->along = d;
    for (int32_t d = 0; d < computed->indices.layout.rank && line->last >= 0; d++)
        line->has_own_indices = line->has_own_indices || nest->indices[d].loop == line->last;
    line->scaling.dtype = packed_type(computed->data.layout.dtype, nest->computing.value_bits);
    line->scaling.out_dtype = computed->out.layout.dtype;
    line->scaling.zeros = line->zeros;
    line->scaling.scales = line->scales;
}

/* What the lines of a share have. */
struct lines {
    int64_t first;         /* element of the output that they begin with */
    int64_t begin, length; /* of each line: the elements that are made */
};

/* A line each element of which has an index of its own. Returns: whether one is refused. */
static bool scale_singly(struct line *line, const struct lines *lines)
{
    bool is_refused = false;
    for (int64_t k = lines->begin; k < lines->begin + lines->length; k++) {
        line->here->at[line->last] = k;
        is_refused |= find_place(line);
        scale_part(line, k, 1);
    }
    return is_refused;
}

/* Asks for the numbers of a line, and for what they share. */
static void ask(const struct line *line, int64_t length)
{
    const struct place *here = line->here;
    if (here->is_absent || !here->numbers.is_even)
        return;
    const uint8_t *data = line->buffers->data.data;
    const int64_t bits = here->numbers.step == here->numbers.bits ? here->numbers.step * length : 1;
    line->kernels->ask(data + here->numbers.bit / 8, bits / 8 + 1); /* bounded: inside the data */
    for (int32_t k = 0; k < 1 + (line->computed->nest.computing.has_zeros != 0); k++)
        line->kernels->ask((const uint8_t *)line->buffers->more[k].data + here->shared[k].bit / 8, 1);
}

/* Lines first..first+count-1, at most as many as there are places: all are found and asked for, then scaled. */
static bool scale_several(struct line *line, const struct lines *lines, struct place *places, int64_t first,
                          int64_t count, bool is_far)
{
    bool is_refused = false;
    for (int64_t k = 0; k < count; k++) {
        line->here = &places[k];
        gather__index_of(&line->computed->out.layout, lines->first + (first + k) * lines->length,
                         line->here->at); /* bounded: elements of the output */
        is_refused |= find_place(line);
        if (is_far)
            ask(line, lines->length);
    }
    for (int64_t k = 0; k < count; k++) {
        line->here = &places[k];
        scale_part(line, lines->begin, lines->length);
    }
    return is_refused;
}

static bool scale_lines(const struct gather__computed *computed, const struct gather__kernels *kernels,
                        const struct gather__buffers *buffers, const struct gather__share *share)
{
    struct line line;
    struct place places[PLACES];
    const bool is_flat = computed->out.layout.rank == 1; /* rows are parts of the one line */
    const struct lines lines = {
        .first = is_flat ? 0 : share->begin * computed->elements_a_row, /* bounded: elements of the output */
        .begin = is_flat ? share->begin : 0,
        .length = is_flat ? share->end - share->begin : line_length(computed)};
    const bool is_far = computed->data.reach.high - computed->data.reach.low > kernels->tuning->near_bytes;
    bool is_refused = false;
    line_init(&line, computed);
    line.kernels = kernels;
    line.buffers = buffers;
    memset(places[0].at, 0, sizeof places[0].at);
    line.here = &places[0];
    for (int64_t unit = share->first, count; unit < share->last; unit += count) {
        count = line.has_own_indices ? 1 : share->last - unit < PLACES ? share->last - unit : PLACES;
        if (line.has_own_indices && !is_flat)
            gather__index_of(&computed->out.layout, lines.first + unit * lines.length,
                             line.here->at); /* bounded: elements of the output */
        if (line.has_own_indices)
            is_refused |= scale_singly(&line, &lines);
        else
            is_refused |= scale_several(&line, &lines, places, unit, count, is_far);
    }
    return is_refused;
}

#define SCALING(scales, zeros)                                                                               \
    {                                                                                                        \
        .inputs = {"data", "indices", scales, zeros}, .kernel = "scale",                                     \
        .reason =                                                                                            \
            "numbers, unpacked to one a byte where they are not, less their zero point, times their scale",  \
        .units = lines, .compute = scale_lines                                                               \
    }

const struct gather__computation gather__block_scaling = SCALING("scales", "zero_points");
const struct gather__computation gather__compressed_scaling = SCALING("scale", "zero_point");
