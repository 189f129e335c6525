/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which worlds an output may come from. Of each piece of it, the elements that one index gives, what each world
 * would have given is compared. A piece on which all worlds agree is read and compared once for all of them; any
 * other once for each thing that is done with its index.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/refuse.h"
#include "study/text/number.h"
#include "study/worlds/explanation.h"

enum { CHUNK = 4096, ELEMENT = 16, ROOM = CHUNK * ELEMENT };

/* What came of comparing some elements. */
struct finding {
    int64_t differing, close, undefined;
    int64_t first; /* of the output, -1 for none */
    struct gather__number expected, got;
};

/* A piece of the output, and what worlds may have given instead. */
struct piece {
    int64_t place; /* of its first element in the output */
    int64_t row;   /* elements before the row 0 that the piece would come from */
    int64_t count;
};

struct comparing {
    struct gather_explanation *explanation;
    const struct gather_got *got;
    int32_t dtype;                   /* of the data */
    int64_t outer, inner;            /* elements before and behind the axis, as products of sizes */
    size_t data_width, output_width; /* bytes of an element */
    uint8_t *wanted, *given;         /* CHUNK elements each */
    struct finding common;           /* of the pieces on which all worlds agree */
    struct finding own[GATHER__WORLDS_MAX];
    struct gather__number fill;
};

static size_t width_of(int32_t dtype) { return ((size_t)gather_dtype_bits(dtype) + 7) / 8; }

/* ---- one element --------------------------------------------------------------------------------- */

/* Parts that are NaN or infinite have to be so in both; how far apart all others are counts together. */
static bool is_within(const struct comparing *comparing, const struct gather__number *expected,
                      const struct gather__number *got)
{
    enum { PARTS = 2 };
    const struct gather_got *how = comparing->got;
    double wanted[PARTS], given[PARTS];
    size_t count = 0;
    for (size_t part = 0; part < gather__number_parts(comparing->dtype); part++) {
        wanted[count] = gather__number_double(expected, comparing->dtype, part);
        given[count] = gather__number_double(got, how->dtype, part);
        if (isnan(wanted[count]) && isnan(given[count]))
            continue;
        if (isfinite(wanted[count]) && isfinite(given[count]))
            count++;
        else if (wanted[count] != given[count])
            return false;
    }
    const struct gather__distance distance = gather__distance_of(wanted, given, count);
    return distance.apart <= how->absolute * distance.scale + how->relative * distance.length;
}

/* A fill that is NaN may be any NaN. */
static bool is_nan_of_fill(const struct comparing *comparing, const struct gather__number *got, int32_t kind)
{
    return kind == GATHER_OUTCOME_FILL && comparing->dtype == comparing->got->dtype &&
           isnan(gather__number_double(&comparing->fill, comparing->dtype, 0)) &&
           isnan(gather__number_double(got, comparing->dtype, 0));
}

static void compare_element(const struct comparing *comparing, size_t k, int64_t place, int32_t kind,
                            struct finding *finding)
{
    struct gather__number expected = {{0}}, got = {{0}};
    memcpy(expected.bytes, comparing->wanted + k * comparing->data_width, comparing->data_width);
    memcpy(got.bytes, comparing->given + k * comparing->output_width, comparing->output_width);
    bool same_type = comparing->dtype == comparing->got->dtype;
    if (same_type && memcmp(expected.bytes, got.bytes, ELEMENT) == 0)
        return;
    if (is_nan_of_fill(comparing, &got, kind))
        return;
    if (comparing->got->is_tolerant && is_within(comparing, &expected, &got)) {
        finding->close++;
        return;
    }
    if (finding->differing++ == 0) {
        finding->first = place + (int64_t)k;
        finding->expected = expected;
        finding->got = got;
    }
}

/* ---- one piece ----------------------------------------------------------------------------------- */

/* What an outcome gives for `count` elements from `skip` on in a piece, into `wanted`. */
static enum gather_status give(struct comparing *comparing, const struct piece *piece,
                               struct gather_outcome outcome, int64_t skip, int64_t count,
                               struct gather_error *error)
{
    if (outcome.kind == GATHER_OUTCOME_ROW) /* bounded: a place of the data */
        return comparing->got->data.read(comparing->got->data.context,
                                         piece->row + outcome.row * comparing->inner + skip, count,
                                         comparing->wanted, error);
    for (int64_t k = 0; k < count; k++)
        memcpy(comparing->wanted + (size_t)k * comparing->data_width, /* bounded: inside a chunk */
               outcome.kind == GATHER_OUTCOME_FILL ? comparing->fill.bytes : (const uint8_t[ELEMENT]){0},
               comparing->data_width);
    return GATHER_STATUS_OK;
}

static enum gather_status read_given(struct comparing *comparing, const struct piece *piece, int64_t skip,
                                     int64_t count, struct gather_error *error)
{
    return comparing->got->output.read(comparing->got->output.context, piece->place + skip, count,
                                       comparing->given, error);
}

static int64_t chunk_of(int64_t left) { return left < CHUNK ? left : CHUNK; }

static enum gather_status compare_outcome(struct comparing *comparing, const struct piece *piece,
                                          struct gather_outcome outcome, struct finding *finding,
                                          struct gather_error *error)
{
    if (outcome.kind == GATHER_OUTCOME_UNDEFINED)
        finding->undefined += piece->count;
    if (outcome.kind == GATHER_OUTCOME_UNDEFINED || outcome.kind == GATHER_OUTCOME_ERROR)
        return GATHER_STATUS_OK;
    for (int64_t skip = 0; skip < piece->count; skip += CHUNK) {
        int64_t count = chunk_of(piece->count - skip);
        enum gather_status status = read_given(comparing, piece, skip, count, error);
        if (status == GATHER_STATUS_OK)
            status = give(comparing, piece, outcome, skip, count, error);
        if (status != GATHER_STATUS_OK)
            return status;
        for (int64_t k = 0; k < count; k++)
            compare_element(comparing, (size_t)k, piece->place + skip, outcome.kind, finding);
    }
    return GATHER_STATUS_OK;
}

static void add_finding(struct finding *sum, const struct finding *more)
{
    if (more->differing > 0 && (sum->differing == 0 || more->first < sum->first)) {
        sum->first = more->first;
        sum->expected = more->expected;
        sum->got = more->got;
    }
    sum->differing += more->differing;
    sum->close += more->close;
    sum->undefined += more->undefined;
}

/* Compares a piece for each world; worlds that do the same with the index share the work. */
static enum gather_status compare_worlds(struct comparing *comparing, const struct piece *piece,
                                         int64_t value, struct gather_error *error)
{
    struct gather_explanation *explanation = comparing->explanation;
    struct gather_outcome outcomes[GATHER__WORLDS_MAX];
    int32_t dtype = gather__take_dtype(&explanation->take);
    for (int32_t w = 0; w < explanation->world_count; w++)
        outcomes[w] =
            gather_behaviour_outcome(explanation->worlds[w].behaviour, dtype, value, explanation->size);
    for (int32_t w = 0; w < explanation->world_count; w++) {
        struct finding finding = {.first = -1};
        bool is_first = true;
        for (int32_t k = 0; k < w && is_first; k++)
            is_first = !gather__same_outcome(outcomes[k], outcomes[w]);
        if (!is_first)
            continue;
        enum gather_status status = compare_outcome(comparing, piece, outcomes[w], &finding, error);
        if (status != GATHER_STATUS_OK)
            return status;
        for (int32_t k = w; k < explanation->world_count; k++)
            if (gather__same_outcome(outcomes[k], outcomes[w]))
                add_finding(&comparing->own[k], &finding);
    }
    return GATHER_STATUS_OK;
}

static enum gather_status compare_piece(struct comparing *comparing, const struct piece *piece, int64_t value,
                                        struct gather_error *error)
{
    int32_t dtype = gather__take_dtype(&comparing->explanation->take);
    if (gather__side_of(dtype, value, comparing->explanation->size) != GATHER__SIDE_COUNT)
        return compare_worlds(comparing, piece, value, error);
    struct finding finding = {.first = -1};
    struct gather_outcome outcome = {GATHER_OUTCOME_ROW, value};
    enum gather_status status = compare_outcome(comparing, piece, outcome, &finding, error);
    add_finding(&comparing->common, &finding);
    return status;
}

static enum gather_status compare_all(struct comparing *comparing, struct gather_error *error)
{
    const struct gather_take *take = &comparing->explanation->take;
    int64_t count = comparing->explanation->survey.count, size = comparing->explanation->size;
    enum gather_status status = GATHER_STATUS_OK;
    if (comparing->explanation->output_elements == 0)
        return status;
    for (int64_t p = 0; p < comparing->outer && status == GATHER_STATUS_OK; p++) {
        for (int64_t k = 0; k < count && status == GATHER_STATUS_OK; k++) {
            /* bounded: places of the output and of the data, whose elements were counted */
            struct piece piece = {(p * count + k) * comparing->inner, p * size * comparing->inner,
                                  comparing->inner};
            status = compare_piece(comparing, &piece, gather_take_index(take, k), error);
        }
    }
    return status;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

/* NaN, the lowest of signed integers, the highest of unsigned ones, true: what JAX fills with. */
static struct gather__number fill_of(int32_t dtype)
{
    struct gather__number fill = {{0}};
    size_t width = width_of(dtype) / gather__number_parts(dtype);
    int32_t bits = gather_dtype_bits(dtype);
    uint64_t code = 0;
    if (dtype == GATHER_DTYPE_BOOL)
        code = 1;
    else if (gather_dtype_is_unsigned(dtype))
        code = UINT64_MAX >> (64 - bits);
    else if (gather_dtype_is_signed(dtype))
        code = UINT64_C(1) << (bits - 1);
    else
        code = gather__number_nan(dtype);
    for (size_t k = 0; k < width && k < sizeof code; k++)
        fill.bytes[k] = (uint8_t)(code >> (8 * k));
    return fill;
}

static int32_t match_of(const struct gather__world *world, const struct finding *finding)
{
    if (world->group < 0 || world->may_refuse_index)
        return GATHER_MATCH_NO_OUTPUT;
    if (finding->differing > 0)
        return GATHER_MATCH_DIFFERS;
    if (finding->undefined > 0)
        return GATHER_MATCH_OPEN;
    return finding->close > 0 ? GATHER_MATCH_CLOSE : GATHER_MATCH_EXACT;
}

static void conclude(struct comparing *comparing)
{
    struct gather_explanation *explanation = comparing->explanation;
    for (int32_t w = 0; w < explanation->world_count; w++) {
        struct gather__world *world = &explanation->worlds[w];
        struct finding *finding = &comparing->own[w];
        add_finding(finding, &comparing->common);
        world->comparison.match = match_of(world, finding);
        world->comparison.differing = finding->differing;
        world->comparison.undefined = finding->undefined;
        world->comparison.first = finding->differing > 0 ? finding->first : -1;
        memcpy(world->comparison.expected, finding->expected.bytes, ELEMENT);
        memcpy(world->comparison.got, finding->got.bytes, ELEMENT);
    }
    explanation->is_compared = true;
    explanation->is_tolerant = comparing->got->is_tolerant;
    explanation->got_dtype = comparing->got->dtype;
}

static int64_t product(const int64_t *sizes, int32_t count)
{
    int64_t product = 1;
    for (int32_t d = 0; d < count; d++)
        product *= sizes[d]; /* bounded: a factor of the output's elements */
    return product;
}

enum gather_status gather_explanation_compare(struct gather_explanation *explanation,
                                              const struct gather_got *got, struct gather_error *error)
{
    const struct gather_layout *data = &explanation->take.data;
    if (got->dtype != data->dtype && !got->is_tolerant)
        return gather__refuse_type(error, "got", got->dtype, "the type of the data, or a tolerance");
    struct comparing comparing = {.explanation = explanation,
                                  .got = got,
                                  .dtype = data->dtype,
                                  .data_width = width_of(data->dtype),
                                  .output_width = width_of(got->dtype),
                                  .common = {.first = -1},
                                  .fill = fill_of(data->dtype)};
    if (explanation->output_elements > 0) {
        comparing.outer = product(data->sizes, explanation->take.axis);
        comparing.inner =
            product(data->sizes + explanation->take.axis + 1, data->rank - explanation->take.axis - 1);
    }
    comparing.wanted = malloc(ROOM);
    comparing.given = malloc(ROOM);
    enum gather_status status = GATHER_STATUS_NO_MEMORY;
    if (comparing.wanted != NULL && comparing.given != NULL)
        status = compare_all(&comparing, error);
    else
        gather__refuse(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    if (status == GATHER_STATUS_OK)
        conclude(&comparing);
    free(comparing.wanted);
    free(comparing.given);
    return status;
}

int32_t gather_explanation_matches(const struct gather_explanation *explanation)
{
    int32_t count = 0;
    for (int32_t w = 0; w < explanation->world_count && explanation->is_compared; w++)
        count += explanation->worlds[w].comparison.match == GATHER_MATCH_EXACT ||
                 explanation->worlds[w].comparison.match == GATHER_MATCH_CLOSE;
    return count;
}
