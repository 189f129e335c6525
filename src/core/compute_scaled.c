/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of quantised numbers: each is made a float, less its zero point, times its scale, where it goes.
 *
 * A line of the output is its last dimension. Nearly always that is one of the data's, and an index holds for all of the
 * line: its numbers go through the kernel that scales, with the scales and zero points of the groups that they are in.
 * The kernel takes one a byte or two; those that lie otherwise are unpacked before, some hundred at a time. Where the last
 * dimension is one of the indices, each number has an index of its own.
 *
 *     numbers, packed          e d c b a   --move_bits-->   a | b | c | d | e   --scale-->   elements
 *     in pairs, or one a byte  dc ba                                            --scale-->   elements
 *     scales, zero points      one a group of numbers
 */
#include "core/computed.h"

#include <string.h>

#include "core/arith.h"
#include "core/dtype_bits.h"
#include "core/half.h"

enum { PLACES = 16 }; /* lines whose data is asked for before the first is scaled */

/* Numbers of an operand along a dimension: of the data, scales or zero points. */
struct numbers {
    const struct gather__located *operand;
    const uint8_t *bytes;
    int64_t index[GATHER_MAX_RANK]; /* of the first */
    int32_t along;                  /* -1: there is one alone */
    int32_t bits;                   /* of each; an element holds several if that is less than its own */
    int32_t dtype;                  /* of each */
    int64_t group; /* of scales and zero points: numbers of the data that share one; 0: all do */
};

/* A line, or a number with an index of its own: where all of that is. */
struct place {
    int64_t at[GATHER_MAX_RANK];    /* in the output: of the first element of a part */
    bool is_absent;                 /* its index is outside */
    struct numbers data, shared[2]; /* shared: scales, zero points */
};

/* What all lines have. */
struct line {
    const struct gather__computed *computed;
    const struct gather__kernels *kernels;
    const struct gather__buffers *buffers;
    const struct gather__index_kernel *reader;
    struct gather__scaling scaling;
    int32_t along;        /* the data's dimension that goes with the output's last; -1 if none does */
    int32_t last;         /* the output's last dimension; -1 if it has none */
    bool has_own_indices; /* each element has one */
    bool streams;         /* the output goes past the caches */
    struct place *here;   /* of the line that is gone over */
    int64_t zero_count;   /* zeros that are listed, if all are the same */
    float zeros[GATHER__SCALED], scales[GATHER__SCALED];
};

/* ---- numbers ------------------------------------------------------------------------------------- */

/* The type of the numbers that an element of `dtype` holds several of. */
static int32_t packed_type(int32_t dtype, int32_t bits)
{
    if (bits == gather__dtype_bits[dtype])
        return dtype;
    return bits == 4 ? GATHER_DTYPE_U4 : GATHER_DTYPE_U2;
}

/*
 * Where number `number` lies, and how far apart those behind it do, in bits. Returns: how many do so, from this one on.
 */
static int64_t run_from(struct numbers *numbers, int64_t number, int64_t *bit, int64_t *step)
{
    const struct gather__located *operand = numbers->operand;
    const int32_t along = numbers->along, full = gather__dtype_bits[operand->layout.dtype];
    const bool is_packed = numbers->bits < full && along == operand->layout.rank - 1;
    const int64_t each = is_packed ? full / numbers->bits : 1, behind = is_packed ? number % each : 0;
    int64_t run;
    *step = 0;
    if (along >= 0) {
        numbers->index[along] = is_packed ? number / each : number;
        *step = is_packed ? numbers->bits : operand->steps[along];
    }
    *bit = gather__run_of(operand, numbers->index, along, &run) +
           behind * numbers->bits; /* bounded: inside it */
    if (is_packed && operand->steps[along] != full)
        return each - behind;
    return is_packed && run != INT64_MAX ? run * each - behind : run; /* bounded: numbers of the operand */
}

/* ---- scales and zero points ---------------------------------------------------------------------- */

/* Numbers that lie evenly, the first and the step in bits. */
struct even {
    const uint8_t *bytes;
    int64_t bit, step;
    int32_t dtype;
};

/* Integers of at most a byte. */
static void list_integers(const struct even *even, int64_t count, float *list)
{
    const int32_t bits = gather__dtype_bits[even->dtype],
                  top = gather_dtype_is_signed(even->dtype) ? 1 << (bits - 1) : 0;
    int64_t bit = even->bit;
    for (int64_t k = 0; k < count; k++, bit += even->step)
        list[k] = (float)(((even->bytes[bit / 8] >> bit % 8 & ((1 << bits) - 1)) ^ top) - top);
}

static void list_halves(const struct even *even, int64_t count, float *list)
{
    const uint8_t *from = even->bytes + even->bit / 8;
    for (int64_t k = 0; k < count; k++, from += even->step / 8)
        list[k] = gather__float_of_half(even->dtype, from);
}

/* As floats. */
static void list_evenly(const struct even *even, int64_t count, float *list)
{
    const uint8_t *from = even->bytes + even->bit / 8;
    if (even->dtype == GATHER_DTYPE_F16 || even->dtype == GATHER_DTYPE_BF16)
        list_halves(even, count, list);
    else if (even->dtype != GATHER_DTYPE_F32)
        list_integers(even, count, list);
    else if (even->step == 32)
        memcpy(list, from, (size_t)count * sizeof *list); /* bounded: of the list */
    else
        for (int64_t k = 0; k < count; k++, from += even->step / 8)
            memcpy(&list[k], from, sizeof *list);
}

/* Numbers first..first+count-1 of what is shared, into a list. */
static void list_run(struct numbers *shared, int64_t first, int64_t count, float *list)
{
    struct even even = {.bytes = shared->bytes, .dtype = shared->dtype};
    for (int64_t k = 0, part; k < count; k += part) {
        const int64_t run = run_from(shared, first + k, &even.bit, &even.step);
        part = run < count - k ? run : count - k;
        list_evenly(&even, part, list + k);
    }
}

/* What `count` groups of `unit` numbers share, from group `first` on, into a list. */
static void list_shared(struct numbers *shared, int64_t unit, int64_t first, int64_t count, float *list)
{
    if (shared->group == unit && unit > 0) {
        list_run(shared, first, count, list);
        return;
    }
    for (int64_t k = 0, before = -1; k < count; k++) {
        const int64_t group =
            shared->group > 0 ? (first + k) * unit / shared->group : 0; /* bounded: inside the data */
        if (group != before)
            list_run(shared, group, 1, &list[k]);
        else
            list[k] = list[k - 1];
        before = group;
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
    scaling->group = unit > 0 ? unit : count;
    scaling->first = unit > 0 ? unit - begin % unit : count;
    list_shared(&line->here->shared[0], unit, first, groups, line->scales);
    if (line->computed->nest.computing.has_zeros != 0)
        list_shared(&line->here->shared[1], unit, first, groups, line->zeros);
    while (line->computed->nest.computing.has_zeros == 0 && line->zero_count < groups)
        line->zeros[line->zero_count++] = (float)line->computed->nest.computing.zero;
}

/* ---- elements ------------------------------------------------------------------------------------ */

/* Whether numbers that begin at a bit and lie a step apart lie as the kernel takes them. */
static bool is_ready(struct line *line, int64_t bit, int64_t step, int64_t count)
{
    const int32_t bits = line->here->data.bits;
    line->scaling.in_pairs = bits == 4 && step == 4 && bit % 8 == 0;
    return line->scaling.in_pairs || (bits == 8 && (step == 8 || count == 1));
}

/*
 * Numbers of a line, one a byte: of `count` that begin at a bit and lie a step apart. Returns: where they lie, in `room`.
 */
static const uint8_t *unpack(const struct line *line, int64_t bit, int64_t step, int64_t count, uint8_t *room)
{
    const struct numbers *data = &line->here->data;
    const bool in_bits = data->bits < 8; /* or else in bytes */
    const struct gather__tile tile = {.count = {1, count},
                                      .out_step = {0, in_bits ? 8 : 1},
                                      .data_step = {0, in_bits ? step : step / 8},
                                      .width = in_bits ? data->bits : 1,
                                      .out_width = in_bits ? 8 : 1};
    if (in_bits)
        line->kernels->move_bits(room, 0, data->bytes, bit, &tile);
    else
        gather__kernel_for(line->kernels, 1)->move(room, data->bytes + bit / 8, &tile);
    return room;
}

/* Elements of `width` bytes to places that lie a step of bytes apart. elements: NULL for zeros. */
static void put(uint8_t *to, int64_t step, const uint8_t *elements, int64_t count, int32_t width)
{
    const bool is_whole = step == width;
    const int64_t times = is_whole ? 1 : count,
                  bytes = is_whole ? count * width : width; /* bounded: of the room */
    for (int64_t k = 0; k < times; k++) {
        if (elements != NULL)
            memcpy(to + k * step, elements + k * bytes, (size_t)bytes); /* bounded: inside both */
        else
            memset(to + k * step, 0, (size_t)bytes); /* bounded: inside the output */
    }
}

/* Where elements of the output from `begin` on lie, and how many bytes apart. Returns: how many do so. */
static int64_t run_to(struct line *line, int64_t begin, uint8_t **to, int64_t *step)
{
    const struct gather__located *out = &line->computed->out;
    int64_t run;
    *step = 0;
    if (line->last >= 0) {
        line->here->at[line->last] = begin;
        *step = out->steps[line->last] / 8;
    }
    *to = (uint8_t *)line->buffers->out.data + gather__run_of(out, line->here->at, line->last, &run) / 8;
    return run;
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

/*
 * How many of `count` numbers from `begin` on go through the kernel at once: as many as there is room for, or of those
 * that need none, some hundred groups.
 */
static int64_t part_of(const struct line *line, int64_t begin, int64_t count, bool needs_no_room)
{
    const int64_t unit = unit_of(line);
    int64_t most = needs_no_room ? count : GATHER__SCALED;
    if (needs_no_room && unit > 0 && count / unit >= GATHER__SCALED - 1)
        most = (GATHER__SCALED - 1) * unit - begin % unit; /* bounded: numbers of the line */
    return least(count, most);
}

/* Elements begin..begin+count-1 of the line, whose index is inside. */
static void scale_numbers(struct line *line, int64_t begin, int64_t count)
{
    uint32_t made[GATHER__SCALED];
    uint8_t room[GATHER__SCALED], *to;
    const int32_t width = line->computed->out.element_bytes;
    for (int64_t end = begin + count, part, bit, step, to_step; begin < end; begin += part) {
        const int64_t first = line->along >= 0 ? begin : 0;
        part = least(end - begin, run_to(line, begin, &to, &to_step));
        part = least(part, run_from(&line->here->data, first, &bit, &step));
        const bool goes_straight =
            (to_step == width || part == 1) && ((uintptr_t)to & (uintptr_t)(width - 1)) == 0;
        const bool lies_ready = is_ready(line, bit, step, part);
        part = part_of(line, first, part, goes_straight && lies_ready);
        line->scaling.streams = line->streams && goes_straight;
        look_up(line, first, part);
        line->kernels->scale(goes_straight ? (void *)to : made,
                             lies_ready ? line->here->data.bytes + bit / 8
                                        : unpack(line, bit, step, part, room),
                             part, &line->scaling);
        if (!goes_straight)
            put(to, to_step, (const uint8_t *)made, part, width);
    }
}

static void put_zeros(struct line *line, int64_t begin, int64_t count)
{
    const int32_t width = line->computed->out.element_bytes;
    for (int64_t end = begin + count, part, step; begin < end; begin += part) {
        uint8_t *to;
        part = least(end - begin, run_to(line, begin, &to, &step));
        put(to, step, NULL, part, width);
    }
}

/* ---- indices ------------------------------------------------------------------------------------- */

/* What the rule makes of the index of the element at `at`: GATHER__ABSENT where there is none. */
static int64_t read_index(const struct line *line, struct gather__index_fate *fate)
{
    const struct gather__nest *nest = &line->computed->nest;
    const struct gather__located *indices = &line->computed->indices;
    int64_t index[GATHER_MAX_RANK], value;
    for (int32_t d = 0; d < indices->layout.rank; d++)
        index[d] = nest->indices[d].loop >= 0 ? line->here->at[nest->indices[d].loop] : 0;
    gather__read_one(line->reader, line->buffers->indices.data, gather__bit_of(indices, index) / 8,
                     &nest->rules[0], &value, fate);
    return value;
}

/* What numbers of the data share, from a place of the data on. which: 0 scales, 1 zero points. */
static void find_shared(struct line *line, int32_t which)
{
    const struct gather__computing *computing = &line->computed->nest.computing;
    const struct gather__located *operand = &line->computed->more[which];
    struct numbers *shared = &line->here->shared[which];
    const int64_t *group = computing->group[which], *from = line->here->data.index;
    const int32_t along = line->along;
    shared->operand = operand;
    shared->bytes = line->buffers->more[which].data;
    shared->bits = which == 1 ? computing->zero_bits : gather__dtype_bits[operand->layout.dtype];
    shared->dtype = packed_type(operand->layout.dtype, shared->bits);
    shared->group = along >= 0 ? group[along] : 0;
    shared->along = shared->group != 0 ? along : -1;
    for (int32_t d = 0; d < operand->layout.rank; d++)
        shared->index[d] = group[d] != 0 && d != along ? from[d] / group[d] : 0;
}

/* Finds where a line, or a number with an index of its own, lies: from `at` on. Returns: whether it is refused. */
static bool find_place(struct line *line)
{
    const struct gather__nest *nest = &line->computed->nest;
    const struct gather__located *operand = &line->computed->data;
    struct numbers *data = &line->here->data;
    struct gather__index_fate fate = {0, 0};
    const int64_t value = read_index(line, &fate);
    line->here->is_absent = value == GATHER__ABSENT;
    if (line->here->is_absent)
        return fate.refused > 0;
    data->operand = operand;
    data->bytes = line->buffers->data.data;
    data->bits = nest->computing.value_bits;
    data->along = line->along;
    for (int32_t d = 0; d < operand->layout.rank; d++)
        data->index[d] = nest->data[d].loop >= 0 && d != line->along ? line->here->at[nest->data[d].loop] : 0;
    data->index[nest->rules[0].axis] = value;
    find_shared(line, 0);
    line->here->shared[1].group = 0;
    if (nest->computing.has_zeros != 0)
        find_shared(line, 1);
    return fate.refused > 0;
}

/* Elements begin..begin+count-1 of the line whose place was found. */
static void scale_part(struct line *line, int64_t begin, int64_t count)
{
    if (!line->here->is_absent)
        scale_numbers(line, begin, count);
    else if (line->computed->nest.rules[0].policy != GATHER_POLICY_SKIP)
        put_zeros(line, begin, count);
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
    line->zero_count = 0;
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

/* Asks for numbers of an operand, up to a tile's edge. */
static void ask(const struct line *line, struct numbers *numbers, int64_t count)
{
    int64_t bit, step;
    const int64_t run = least(run_from(numbers, 0, &bit, &step), count);
    const bool is_dense = step > 0 && step <= 64; /* so that lines follow one another */
    line->kernels->ask(numbers->bytes + bit / 8,
                       is_dense ? (run - 1) * step / 8 + 1 : 1); /* bounded: inside the operand */
}

/* Those of a line, and what they share. */
static void ask_all(const struct line *line, int64_t length)
{
    if (line->here->is_absent)
        return;
    ask(line, &line->here->data, length);
    for (int32_t k = 0; k < 1 + (line->computed->nest.computing.has_zeros != 0); k++) {
        struct numbers *shared = &line->here->shared[k];
        ask(line, shared, shared->group > 0 ? (length - 1) / shared->group + 1 : 1);
    }
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
            ask_all(line, lines->length);
    }
    for (int64_t k = 0; k < count; k++) {
        line->here = &places[k];
        scale_part(line, lines->begin, lines->length);
    }
    return is_refused;
}

/* As of runs that move: the output is not read soon, and no cache next to a core keeps it. */
static bool is_streamed(const struct gather__computed *computed, const struct gather__buffers *buffers,
                        const struct gather__tuning *tuning)
{
    const struct gather__reach *out = &computed->out.reach, *indices = &computed->indices.reach,
                               *data = &computed->data.reach;
    return !buffers->is_read_soon &&
           gather__is_large_move(out->high - out->low, indices->high - indices->low, data->high - data->low,
                                 gather__kept_bytes(tuning, buffers->is_shared));
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
    const bool is_far = computed->data.reach.high - computed->data.reach.low > share->tuning->near_bytes;
    bool is_refused = false;
    line_init(&line, computed);
    line.kernels = kernels;
    line.buffers = buffers;
    line.reader = gather__index_kernel_for(kernels, computed->indices.layout.dtype);
    line.streams = is_streamed(computed, buffers, share->tuning);
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
    if (line.streams)
        kernels->settle();
    return is_refused;
}

static const char *kernel(const struct gather__kernels *kernels) { return kernels->scale_name; }

#define SCALING(...)                                                                                         \
    {                                                                                                        \
        .inputs = {__VA_ARGS__}, .kernel = kernel,                                                           \
        .reason = "numbers, unpacked where they lie unevenly, less their zero point, times their scale",     \
        .units = lines, .compute = scale_lines                                                               \
    }

const struct gather__computation gather__block_scaling = SCALING(GATHER__BLOCK_INPUTS);
const struct gather__computation gather__compressed_scaling = SCALING(GATHER__COMPRESSED_INPUTS);
