/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the elements of a tensor are like: ls_stats.h says for whom.
 *
 *     wte.weight  f32[2,3]
 *         min -1 at [0,2]  max 2.5 at [1,0]  mean 0.25  nan 0  inf 0  zeros 3
 *
 * Tensors of files are dense, so their cells are read one by one as they lie; one that the command line gave another
 * layout is not counted.
 */
#include "ls_stats.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "output.h"
#include "tally.h"

enum { PIECE_BYTES = 1 << 20 };

/* ---- counting ------------------------------------------------------------------------------------ */

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
                                    struct tally *tally, struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    uint8_t *piece = malloc(PIECE_BYTES);
    *error = (struct gather_error){.status = GATHER_STATUS_NO_MEMORY, .part = -1};
    if (!tally_init(tally, tensor->layout.dtype, gather_layout_elements(&tensor->layout)) || piece == NULL)
        status = GATHER_STATUS_NO_MEMORY;
    for (int64_t begin = 0; begin < tensor->bytes && status == GATHER_STATUS_OK; begin += PIECE_BYTES) {
        int64_t left = tensor->bytes - begin;
        size_t count = left < PIECE_BYTES ? (size_t)left : PIECE_BYTES;
        status = gather_file_read(work->input.file, tensor, begin, piece, count, error);
        if (status == GATHER_STATUS_OK)
            tally_add(tally, piece, count);
    }
    tally_fini(tally);
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
static void write_value(struct gather_writer *writer, int32_t dtype, const struct tally_extreme *extreme)
{
    float value = (float)extreme->value;
    if (is_narrow_real(dtype))
        gather_element_write(writer, GATHER_DTYPE_F32, &value, false);
    else
        gather_element_write(writer, dtype, extreme->element, false);
}

static void write_extreme(struct parts *parts, const char *what, const struct gather_layout *layout,
                          const struct tally_extreme *extreme)
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

static void write_mean(struct parts *parts, const struct tally *tally, int32_t dtype)
{
    struct gather_writer writer = begin_part(parts, "mean ");
    double mean = tally_mean(tally);
    float narrow = (float)mean;
    const struct tally_extreme *extreme = tally_extreme_at_mean(tally);
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
    struct tally tally;
    struct parts parts = {.writer = writer};
    struct gather_error error;
    if (!can_be_counted(tensor)) {
        gather_write_text(writer, "    no numbers that can be counted\n");
        return EXIT_YES;
    }
    if (count_all(work, tensor, &tally, &error) != GATHER_STATUS_OK) {
        gather_write_text(writer, "    not read\n");
        return fail(work, tensor, &error);
    }
    if (tally.numbers > 0) {
        write_extreme(&parts, "min ", &tensor->layout, &tally.low);
        write_extreme(&parts, "max ", &tensor->layout, &tally.high);
        write_mean(&parts, &tally, tensor->layout.dtype);
    }
    write_count(&parts, "nan ", tally.nans);
    write_count(&parts, "inf ", tally.infinities);
    write_count(&parts, "zeros ", tally.zeros);
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
                         const struct tally_extreme *extreme)
{
    int64_t index[GATHER_MAX_RANK];
    index_of(layout, extreme->cell, index);
    gather_json_object(json, what);
    gather_json_element(json, "value", layout->dtype, extreme->element);
    gather_json_integers(json, "at", index, layout->rank);
    gather_json_end(json);
}

/* With the digits that the extremes have: those of f32 for f32, else of a double. */
static void mean_json(struct gather_json *json, const struct tally *tally, int32_t dtype)
{
    double mean = tally_mean(tally);
    float narrow = (float)mean;
    const struct tally_extreme *extreme = tally_extreme_at_mean(tally);
    if (extreme != NULL)
        gather_json_element(json, "mean", dtype, extreme->element);
    else if (dtype == GATHER_DTYPE_F32)
        gather_json_element(json, "mean", GATHER_DTYPE_F32, &narrow);
    else
        gather_json_element(json, "mean", GATHER_DTYPE_F64, &mean);
}

int ls_stats_json(const struct ls_work *work, const struct gather_tensor *tensor, struct gather_json *json)
{
    struct tally tally;
    struct gather_error error;
    if (!can_be_counted(tensor)) {
        gather_json_null(json, "stats");
        return EXIT_YES;
    }
    if (count_all(work, tensor, &tally, &error) != GATHER_STATUS_OK) {
        gather_json_null(json, "stats");
        gather_json_object(json, "error");
        output_json_error(json, &error);
        gather_json_end(json);
        return fail(work, tensor, &error);
    }
    gather_json_object(json, "stats");
    if (tally.numbers > 0) {
        extreme_json(json, "min", &tensor->layout, &tally.low);
        extreme_json(json, "max", &tensor->layout, &tally.high);
        mean_json(json, &tally, tensor->layout.dtype);
    }
    gather_json_integer(json, "nan", tally.nans);
    gather_json_integer(json, "inf", tally.infinities);
    gather_json_integer(json, "zeros", tally.zeros);
    gather_json_end(json);
    return EXIT_YES;
}
