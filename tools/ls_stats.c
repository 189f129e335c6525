/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the elements of a tensor are like: ls_stats.h says for whom.
 *
 *     wte.weight  f32[2,3]
 *         min -1 at [0,2]  max 2.5 at [1,0]  mean 0.25  nan 0  inf 0  zeros 3
 *
 * Extremes are those of numbers, the first of equal ones; infinities and NaN are counted apart, and the mean is
 * that of what is left. Tensors of files are dense, so their cells are read one by one as they lie; one that the
 * command line gave another layout is not counted.
 */
#include "ls_stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "output.h"

enum { PIECE_BYTES = 1 << 20, ELEMENT_BYTES = 16 };

#define LARGE 0x1p900
#define SCALE 0x1p-100

struct extreme {
    double value;
    int64_t cell;
    uint8_t element[ELEMENT_BYTES];
};

struct stats {
    int64_t elements, numbers, nans, infinities, zeros;
    double sum, large;        /* of numbers up to LARGE; of the others, scaled so that their sum is finite */
    struct extreme low, high; /* where there are numbers */
};

/* ---- counting ------------------------------------------------------------------------------------ */

/* Numbers of 64 bits, of which a double has fewer digits. */
static bool is_wide_integer(int32_t dtype) { return dtype == GATHER_DTYPE_I64 || dtype == GATHER_DTYPE_U64; }

/* Whether an element is less than another, of 8 bytes both. */
static bool is_less_integer(int32_t dtype, const uint8_t *a, const uint8_t *b)
{
    int64_t signed_a, signed_b;
    uint64_t unsigned_a, unsigned_b;
    memcpy(&signed_a, a, sizeof signed_a);
    memcpy(&signed_b, b, sizeof signed_b);
    memcpy(&unsigned_a, a, sizeof unsigned_a);
    memcpy(&unsigned_b, b, sizeof unsigned_b);
    return dtype == GATHER_DTYPE_I64 ? signed_a < signed_b : unsigned_a < unsigned_b;
}

/* Below 0, 0 or above: integers that are the same double are compared as they are. */
static int compare(int32_t dtype, double value, const uint8_t *element, const struct extreme *extreme)
{
    if (value != extreme->value)
        return value < extreme->value ? -1 : 1;
    return !is_wide_integer(dtype) ? 0
                                   : is_less_integer(dtype, extreme->element, element) -
                                         is_less_integer(dtype, element, extreme->element);
}

static void keep_extreme(struct extreme *extreme, double value, int64_t cell, const uint8_t *element)
{
    extreme->value = value;
    extreme->cell = cell;
    memcpy(extreme->element, element, ELEMENT_BYTES);
}

/* An element's value; the two types that most files have without a detour. */
static double value_of(int32_t dtype, const uint8_t *element)
{
    float narrow;
    double wide;
    memcpy(&narrow, element, sizeof narrow);
    memcpy(&wide, element, sizeof wide);
    return dtype == GATHER_DTYPE_F32   ? (double)narrow
           : dtype == GATHER_DTYPE_F64 ? wide
                                       : gather_element_value(dtype, element);
}

static void count_element(struct stats *stats, int32_t dtype, const uint8_t *element)
{
    double value = value_of(dtype, element);
    int64_t cell = stats->elements++;
    if (isnan(value)) {
        stats->nans++;
        return;
    }
    if (isinf(value)) {
        stats->infinities++;
        return;
    }
    if (stats->numbers == 0 || compare(dtype, value, element, &stats->low) < 0)
        keep_extreme(&stats->low, value, cell, element);
    if (stats->numbers == 0 || compare(dtype, value, element, &stats->high) > 0)
        keep_extreme(&stats->high, value, cell, element);
    stats->zeros += value == 0;
    if (fabs(value) <= LARGE)
        stats->sum += value;
    else
        stats->large += value * SCALE;
    stats->numbers++;
}

/* The elements of a piece of the file; of those below a byte the lowest bits come first. */
static void count_piece(struct stats *stats, const struct gather_layout *layout, const uint8_t *bytes,
                        size_t count)
{
    int32_t bits = gather_dtype_bits(layout->dtype);
    uint8_t element[ELEMENT_BYTES] = {0};
    int64_t all = gather_layout_elements(layout);
    if (bits >= 8) {
        size_t width = (size_t)bits / 8;
        for (size_t k = 0; k + width <= count; k += width) {
            memcpy(element, bytes + k, width);
            count_element(stats, layout->dtype, element);
        }
        return;
    }
    for (size_t k = 0; k < count; k++)
        for (int32_t shift = 0; shift < 8 && stats->elements < all; shift += bits) {
            element[0] = (uint8_t)(bytes[k] >> shift & ((1 << bits) - 1));
            count_element(stats, layout->dtype, element);
        }
}

/* Whether a tensor's elements are numbers that lie one behind the other. */
static bool can_be_counted(const struct gather_tensor *tensor)
{
    int32_t dtype = tensor->layout.dtype;
    struct gather_layout_summary summary;
    return gather_layout_describe(&tensor->layout, &summary, NULL) == GATHER_STATUS_OK && summary.dense &&
           summary.strided && tensor->block == 0 && !tensor->untyped &&
           tensor->layout.kind == GATHER_LAYOUT_ORDER &&
           tensor->layout.cell_bits == gather_dtype_bits(dtype) && dtype != GATHER_DTYPE_C64 &&
           dtype != GATHER_DTYPE_C128 && dtype != GATHER_DTYPE_STRING;
}

static enum gather_status count_all(const struct ls_work *work, const struct gather_tensor *tensor,
                                    struct stats *stats, struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    uint8_t *piece = malloc(PIECE_BYTES);
    memset(stats, 0, sizeof *stats);
    *error = (struct gather_error){.status = GATHER_STATUS_NO_MEMORY, .part = -1};
    if (piece == NULL)
        return GATHER_STATUS_NO_MEMORY;
    for (int64_t begin = 0; begin < tensor->bytes && status == GATHER_STATUS_OK; begin += PIECE_BYTES) {
        int64_t left = tensor->bytes - begin;
        size_t count = left < PIECE_BYTES ? (size_t)left : PIECE_BYTES;
        status = gather_file_read(work->input.file, tensor, begin, piece, count, error);
        if (status == GATHER_STATUS_OK)
            count_piece(stats, &tensor->layout, piece, count);
    }
    free(piece);
    return status;
}

static int fail(const struct ls_work *work, const struct gather_tensor *tensor,
                const struct gather_error *error)
{
    talk_failure_in(work->arguments->command->name, gather_file_origin(work->input.file, tensor->source),
                    tensor->name, error);
    return exit_of_status((enum gather_status)error->status);
}

/* ---- telling ------------------------------------------------------------------------------------- */

static void index_of(const struct gather_layout *layout, int64_t cell, int64_t *index)
{
    for (int32_t k = 0; k < layout->rank; k++) {
        int32_t d = layout->minor_to_major[k];
        index[d] = cell % layout->sizes[d];
        cell /= layout->sizes[d];
    }
}

/* Lines of parts that stay whole: "min -1 at [0,2]". Each is written into memory first. */
struct parts {
    struct gather_writer *writer;
    struct gather_memory part;
    size_t column;
};

static struct gather_writer begin_part(struct parts *parts, const char *what)
{
    struct gather_writer writer = gather_writer_to(output_memory(&parts->part));
    gather_write_text(&writer, what);
    return writer;
}

static void end_part(struct parts *parts)
{
    enum { INDENT = 4, GAP = 2 };
    size_t gap = parts->column == 0 ? INDENT : GAP;
    if (parts->column > 0 && parts->column + gap + parts->part.count > output_columns()) {
        gather_write_text(parts->writer, "\n");
        parts->column = 0;
        gap = INDENT;
    }
    gather_write_repeated(parts->writer, ' ', gap);
    gather_write(parts->writer, parts->part.bytes, parts->part.count);
    parts->column += gap + parts->part.count;
    gather_memory_fini(&parts->part);
    parts->part = (struct gather_memory){0};
}

/* Whether every number of a type is one of f32. */
static bool fits_f32(int32_t dtype) { return dtype == GATHER_DTYPE_F32 || gather_dtype_bits(dtype) <= 16; }

static bool is_narrow_real(int32_t dtype) { return dtype >= GATHER_DTYPE_F4E2M1 && dtype < GATHER_DTYPE_F32; }

/* Narrow floats have the digits of the same f32, as the mean has: the fewest of their own would make 450 of 448. */
static void write_value(struct gather_writer *writer, int32_t dtype, const struct extreme *extreme)
{
    float value = (float)extreme->value;
    if (is_narrow_real(dtype))
        gather_element_write(writer, GATHER_DTYPE_F32, &value, false);
    else
        gather_element_write(writer, dtype, extreme->element, false);
}

static void write_extreme(struct parts *parts, const char *what, const struct gather_layout *layout,
                          const struct extreme *extreme)
{
    int64_t index[GATHER_MAX_RANK];
    struct gather_writer writer = begin_part(parts, what);
    index_of(layout, extreme->cell, index);
    write_value(&writer, layout->dtype, extreme);
    gather_write_text(&writer, " at [");
    gather_write_integers(&writer, index, layout->rank, ",");
    gather_write_text(&writer, "]");
    end_part(parts);
}

/* Sums are rounded: no mean is outside of what it is one of. */
static double mean_of(const struct stats *stats)
{
    const double count = (double)stats->numbers;
    double mean =
        stats->large == 0 ? stats->sum / count : (stats->large + stats->sum * SCALE) / count / SCALE;
    if (mean < stats->low.value)
        return stats->low.value;
    return mean > stats->high.value ? stats->high.value : mean;
}

/*
 * An extreme that the mean can't be told from: a double has fewer digits than a number of 64 bits. NULL for none, and
 * for other types.
 */
static const struct extreme *extreme_at_mean(const struct stats *stats, int32_t dtype, double mean)
{
    if (!is_wide_integer(dtype))
        return NULL;
    return mean >= stats->high.value ? &stats->high : mean <= stats->low.value ? &stats->low : NULL;
}

static void write_mean(struct parts *parts, const struct stats *stats, int32_t dtype)
{
    struct gather_writer writer = begin_part(parts, "mean ");
    double mean = mean_of(stats);
    float narrow = (float)mean;
    const struct extreme *extreme = extreme_at_mean(stats, dtype, mean);
    if (extreme != NULL)
        gather_element_write(&writer, dtype, extreme->element, false);
    else if (fits_f32(dtype))
        gather_element_write(&writer, GATHER_DTYPE_F32, &narrow, false);
    else
        gather_element_write(&writer, GATHER_DTYPE_F64, &mean, false);
    end_part(parts);
}

static void write_count(struct parts *parts, const char *what, int64_t count)
{
    struct gather_writer writer = begin_part(parts, what);
    gather_write_integer(&writer, count);
    end_part(parts);
}

static int write_stats(const struct ls_work *work, const struct gather_tensor *tensor,
                       struct gather_writer *writer)
{
    struct stats stats;
    struct parts parts = {.writer = writer};
    struct gather_error error;
    if (!can_be_counted(tensor)) {
        gather_write_text(writer, "    no numbers that can be counted\n");
        return EXIT_YES;
    }
    if (count_all(work, tensor, &stats, &error) != GATHER_STATUS_OK) {
        gather_write_text(writer, "    not read\n");
        return fail(work, tensor, &error);
    }
    if (stats.numbers > 0) {
        write_extreme(&parts, "min ", &tensor->layout, &stats.low);
        write_extreme(&parts, "max ", &tensor->layout, &stats.high);
        write_mean(&parts, &stats, tensor->layout.dtype);
    }
    write_count(&parts, "nan ", stats.nans);
    write_count(&parts, "inf ", stats.infinities);
    write_count(&parts, "zeros ", stats.zeros);
    gather_write_text(writer, "\n");
    return EXIT_YES;
}

int ls_write_stats(const struct ls_work *work)
{
    struct gather_writer writer = gather_writer_to(output_stdout());
    int code = EXIT_YES;
    for (size_t k = 0; k < work->count && code != EXIT_SYSTEM; k++) {
        const struct gather_tensor *tensor = work->chosen[k];
        struct gather_layout elements = ls_elements(tensor);
        char type[32];
        output_write_safe(&writer, tensor->name);
        gather_write_text(&writer, tensor->name[0] != '\0' ? "  " : "");
        gather_write_text(&writer, ls_type(tensor, type));
        gather_write_text(&writer, "[");
        gather_write_integers(&writer, elements.sizes, elements.rank, ",");
        gather_write_text(&writer, "]\n");
        code = exit_worse(code, write_stats(work, tensor, &writer));
    }
    return code;
}

static void extreme_json(struct gather_json *json, const char *what, const struct gather_layout *layout,
                         const struct extreme *extreme)
{
    int64_t index[GATHER_MAX_RANK];
    index_of(layout, extreme->cell, index);
    gather_json_object(json, what);
    gather_json_element(json, "value", layout->dtype, extreme->element);
    gather_json_integers(json, "at", index, layout->rank);
    gather_json_end(json);
}

/* With the digits that the extremes have: those of f32 for f32, else of a double. */
static void mean_json(struct gather_json *json, const struct stats *stats, int32_t dtype)
{
    double mean = mean_of(stats);
    float narrow = (float)mean;
    const struct extreme *extreme = extreme_at_mean(stats, dtype, mean);
    if (extreme != NULL)
        gather_json_element(json, "mean", dtype, extreme->element);
    else if (dtype == GATHER_DTYPE_F32)
        gather_json_element(json, "mean", GATHER_DTYPE_F32, &narrow);
    else
        gather_json_element(json, "mean", GATHER_DTYPE_F64, &mean);
}

int ls_stats_json(const struct ls_work *work, const struct gather_tensor *tensor, struct gather_json *json)
{
    struct stats stats;
    struct gather_error error;
    if (!can_be_counted(tensor)) {
        gather_json_null(json, "stats");
        return EXIT_YES;
    }
    if (count_all(work, tensor, &stats, &error) != GATHER_STATUS_OK) {
        gather_json_null(json, "stats");
        gather_json_object(json, "error");
        output_json_error(json, &error);
        gather_json_end(json);
        return fail(work, tensor, &error);
    }
    gather_json_object(json, "stats");
    if (stats.numbers > 0) {
        extreme_json(json, "min", &tensor->layout, &stats.low);
        extreme_json(json, "max", &tensor->layout, &stats.high);
        mean_json(json, &stats, tensor->layout.dtype);
    }
    gather_json_integer(json, "nan", stats.nans);
    gather_json_integer(json, "inf", stats.infinities);
    gather_json_integer(json, "zeros", stats.zeros);
    gather_json_end(json);
    return EXIT_YES;
}
