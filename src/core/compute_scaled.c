/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of quantised numbers: each is made a float, less its zero point, times its scale, where it goes.
 *
 * A line of the output is its last dimension. Nearly always that is one of the data's, and an index holds for all of the
 * line: its numbers are unpacked to one a byte, some hundred at a time, if they don't lie so, and go through the kernel
 * that scales, as many at once as share a scale and a zero point. Where the last dimension is one of the indices, each
 * number has an index of its own.
 *
 *     numbers, packed          e d c b a   --move_bits-->   a | b | c | d | e   --scale-->   elements
 *     scales, zero points      one for a group of them, or for each
 */
#include "core/computed.h"

#include <string.h>

#include "core/arith.h"
#include "core/dtype_bits.h"
#include "core/half.h"

enum { LEAST_GROUP = 16 }; /* numbers that share a scale, for which a call of their own pays */

/* What a line has. */
struct line {
    const struct gather__computed *computed;
    const struct gather__kernels *kernels;
    const struct gather__buffers *buffers;
    struct gather__scaling scaling;
    int32_t along;               /* the data's dimension that goes with the output's last; -1 if none does */
    int32_t last;                /* the output's last dimension; -1 if it has none */
    bool has_own_indices;        /* each element has one */
    int64_t at[GATHER_MAX_RANK]; /* in the output; the last: of the first element looked at */
    int64_t from[GATHER_MAX_RANK]; /* in the data, likewise */
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

/* The scale, or the zero point, of a number of the data. which: 0 scales, 1 zero points. */
static float shared_at(const struct line *line, int32_t which, const int64_t *from)
{
    const struct gather__computing *computing = &line->computed->nest.computing;
    const struct gather__located *operand = &line->computed->more[which];
    const int64_t *group = computing->group[which];
    int64_t index[GATHER_MAX_RANK];
    const int32_t bits = which == 1 ? computing->zero_bits : gather__dtype_bits[operand->layout.dtype];
    for (int32_t d = 0; d < operand->layout.rank; d++)
        index[d] = group[d] != 0 ? from[d] / group[d] : 0;
    return number_at(line->kernels, packed_type(operand->layout.dtype, bits), line->buffers->more[which].data,
                     packed_bit(operand, index, bits));
}

/* How many numbers from one on, along the line, share what it has. */
static int64_t shared_count(const struct line *line, int32_t which)
{
    const int64_t group = line->along >= 0 ? line->computed->nest.computing.group[which][line->along] : 0;
    return group != 0 ? group - line->from[line->along] % group : INT64_MAX;
}

/*
 * The scales and zero points of the numbers from the present one on, at most `most`. Returns: of how many: those that
 * share both, or a few that are listed one by one.
 */
static int64_t look_up(struct line *line, int64_t most)
{
    const bool has_zeros = line->computed->nest.computing.has_zeros != 0;
    const int64_t scales = shared_count(line, 0), zeros = has_zeros ? shared_count(line, 1) : INT64_MAX;
    const int64_t shared = scales < zeros ? scales : zeros;
    int64_t from[GATHER_MAX_RANK];
    line->scaling.is_same = shared >= LEAST_GROUP || shared >= most;
    const int64_t count = line->scaling.is_same && shared < most ? shared : most;
    memcpy(from, line->from, sizeof from);
    for (int64_t k = 0; k < (line->scaling.is_same ? 1 : count); k++) {
        line->scales[k] = shared_at(line, 0, from);
        line->zeros[k] = has_zeros ? shared_at(line, 1, from) : (float)line->computed->nest.computing.zero;
        if (line->along >= 0)
            from[line->along]++;
    }
    return count;
}

/* ---- numbers ------------------------------------------------------------------------------------- */

/*
 * Numbers of the data from the present one on, one a byte. room: of `count` bytes, for those that lie otherwise.
 * Returns: where they lie.
 */
static const uint8_t *unpack(struct line *line, int64_t count, uint8_t *room)
{
    const struct gather__located *data = &line->computed->data;
    const uint8_t *bytes = line->buffers->data.data;
    const int32_t bits = line->computed->nest.computing.value_bits,
                  full = gather__dtype_bits[data->layout.dtype];
    const int64_t bit = packed_bit(data, line->from, bits);
    int64_t step = line->along >= 0 && data->is_strided ? data->strides[line->along] : 0;
    if (bits != full)
        step = step == full ? bits : 0; /* several in each, one behind the other */
    if (bits == 8 && (step == 8 || count == 1))
        return bytes + bit / 8;
    struct gather__tile tile = {
        .count = {1, count}, .out_step = {0, 8}, .data_step = {0, step}, .width = bits, .out_width = 8};
    if (step != 0 && bits == 8) {
        tile.out_step[1] = tile.width = tile.out_width = 1;
        tile.data_step[1] = step / 8;
        gather__kernel_for(line->kernels, 1)->move(room, bytes + bit / 8, &tile);
    } else if (step != 0 || count == 1) {
        line->kernels->move_bits(room, 0, bytes, bit, &tile);
    } else {
        int64_t from[GATHER_MAX_RANK];
        memcpy(from, line->from, sizeof from);
        for (int64_t k = 0; k < count; k++) {
            const int64_t at = packed_bit(data, from, bits);
            room[k] = (uint8_t)(bytes[at / 8] >> at % 8 & ((1 << bits) - 1));
            from[line->along]++;
        }
    }
    return room;
}

/* ---- elements ------------------------------------------------------------------------------------ */

/* Elements of the output from the present one on, `width` bytes each; NULL: zeros. */
static void put(struct line *line, int64_t count, const uint8_t *elements)
{
    const struct gather__located *out = &line->computed->out;
    const int32_t width = out->element_bytes;
    uint8_t *bytes = line->buffers->out.data;
    int64_t index[GATHER_MAX_RANK];
    memcpy(index, line->at, sizeof index);
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

/* Where the elements from the present one on lie one behind the other. Returns: NULL if they don't. */
static uint8_t *contiguous(const struct line *line)
{
    const struct gather__located *out = &line->computed->out;
    const int64_t step = out->is_strided && line->last >= 0 ? out->strides[line->last] : 0;
    const bool is_single = line->last < 0 || out->layout.sizes[line->last] == 1;
    if (!is_single && step != out->element_bytes * 8)
        return NULL;
    return (uint8_t *)line->buffers->out.data + gather__bit_of(out, line->at) / 8;
}

/* The line's elements from `first` on, whose index is inside. */
static void scale_numbers(struct line *line, int64_t first, int64_t count)
{
    uint32_t made[GATHER__SCALED];
    uint8_t numbers[GATHER__SCALED];
    const int32_t width = line->computed->out.element_bytes;
    for (int64_t done = 0, part; done < count; done += part) {
        const int64_t left = count - done, most = left < GATHER__SCALED ? left : GATHER__SCALED;
        if (line->last >= 0)
            line->at[line->last] = first + done;
        if (line->along >= 0)
            line->from[line->along] = first + done;
        part = look_up(line, most);
        part = part < most ? part : most;
        uint8_t *to = contiguous(line);
        const bool goes_straight = to != NULL && (uintptr_t)to % (unsigned)width == 0;
        line->kernels->scale(goes_straight ? (void *)to : made, unpack(line, part, numbers), part,
                             &line->scaling);
        if (!goes_straight && to != NULL)
            memcpy(to, made, (size_t)(part * width)); /* bounded: of the room */
        else if (!goes_straight)
            put(line, part, (const uint8_t *)made);
    }
}

static void put_zeros(struct line *line, int64_t first, int64_t count)
{
    if (line->last >= 0)
        line->at[line->last] = first;
    uint8_t *to = contiguous(line);
    if (to != NULL)
        memset(to, 0, (size_t)(count * line->computed->out.element_bytes)); /* bounded: of the output */
    else
        put(line, count, NULL);
}

/* ---- indices ------------------------------------------------------------------------------------- */

/* What the rule makes of the index of the present element. Returns: -1 if it is outside. */
static int64_t read_index(const struct line *line)
{
    const struct gather__nest *nest = &line->computed->nest;
    const struct gather__located *indices = &line->computed->indices;
    const struct gather__rule *rule = &nest->rules[0];
    const int32_t dtype = indices->layout.dtype;
    int64_t index[GATHER_MAX_RANK];
    for (int32_t d = 0; d < indices->layout.rank; d++)
        index[d] = nest->indices[d].loop >= 0 ? line->at[nest->indices[d].loop] : 0;
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

/* The data's index of the present element, but for the axis. */
static void set_from(struct line *line)
{
    const struct gather__nest *nest = &line->computed->nest;
    for (int32_t d = 0; d < line->computed->data.layout.rank; d++)
        line->from[d] = nest->data[d].loop >= 0 ? line->at[nest->data[d].loop] : 0;
}

/* Elements first..first+count-1 of the line, that have one index. Returns: whether it is refused. */
static bool scale_part(struct line *line, int64_t first, int64_t count)
{
    const struct gather__rule *rule = &line->computed->nest.rules[0];
    if (line->last >= 0)
        line->at[line->last] = first;
    const int64_t value = read_index(line);
    if (value < 0) {
        put_zeros(line, first, count);
        return rule->policy == GATHER_POLICY_ERROR;
    }
    set_from(line);
    line->from[rule->axis] = value;
    scale_numbers(line, first, count);
    return false;
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
    memset(line->at, 0, sizeof line->at);
    memset(line->from, 0, sizeof line->from);
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

static bool scale_lines(const struct gather__computed *computed, const struct gather__kernels *kernels,
                        const struct gather__buffers *buffers, const struct gather__share *share)
{
    struct line line;
    const struct gather_layout *out = &computed->out.layout;
    const bool is_flat = out->rank == 1; /* rows are parts of the one line */
    const int64_t length = is_flat ? share->end - share->begin : line_length(computed);
    bool is_refused = false;
    line_init(&line, computed);
    line.kernels = kernels;
    line.buffers = buffers;
    for (int64_t unit = share->first; unit < share->last; unit++) {
        const int64_t begin = is_flat ? share->begin : 0;
        if (!is_flat)
            gather__index_of(out, share->begin * computed->elements_a_row + unit * length,
                             line.at); /* bounded: elements of the output */
        for (int64_t k = 0; line.has_own_indices && k < length; k++)
            is_refused |= scale_part(&line, begin + k, 1);
        if (!line.has_own_indices)
            is_refused |= scale_part(&line, begin, length);
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
