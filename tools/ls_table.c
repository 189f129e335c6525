/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of `gather ls`: names stand last, so that long ones push nothing aside.
 *
 *     a.safetensors: safetensors, 3 tensors, 48 bytes
 *     format = pt
 *     TYPE  SHAPE  BYTES  OFFSET  ALIGN  NAME
 *     f32   [2,3]     24     160     32  x.weight
 *     f32   [3]       24               32  x.{0..1}.bias (2)
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "ls_work.h"
#include "name_fold.h"
#include "output.h"

enum { COLUMNS = 5, CELL_BYTES = 24 * GATHER_MAX_RANK, MOST_VALUE_BYTES = 200 };

/* ---- cells --------------------------------------------------------------------------------------- */

/* The cells of a line, each ended by NUL. */
struct line {
    char cells[COLUMNS][CELL_BYTES];
};

static const struct line titles = {{"TYPE", "SHAPE", "BYTES", "OFFSET", "ALIGN"}};

/* Writes into a cell, whose room is more than the longest one needs. */
struct cell {
    char *text;
    size_t count;
};

static enum gather_status write_cell(void *context, const char *bytes, size_t count)
{
    struct cell *cell = context;
    if (count >= CELL_BYTES - cell->count)
        return GATHER_STATUS_BOUNDS;
    memcpy(cell->text + cell->count, bytes, count);
    cell->count += count;
    cell->text[cell->count] = '\0';
    return GATHER_STATUS_OK;
}

static void write_number(char *text, int64_t number)
{
    struct cell cell = {text, 0};
    struct gather_writer writer = gather_writer_to((struct gather_sink){write_cell, &cell});
    gather_write_integer(&writer, number);
}

static bool is_column_major(const struct gather_layout *layout)
{
    bool grows = layout->kind == GATHER_LAYOUT_ORDER && layout->rank > 1;
    for (int32_t k = 0; k < layout->rank && grows; k++)
        grows = layout->minor_to_major[k] == k;
    return grows;
}

static void write_shape(char *text, const struct ls_work *work, const struct gather_tensor *tensor)
{
    struct cell cell = {text, 0};
    struct gather_writer writer = gather_writer_to((struct gather_sink){write_cell, &cell});
    struct gather_layout elements = ls_elements(tensor);
    if (ls_is_native(work))
        ls_reverse_sizes(&elements);
    gather_write_text(&writer, "[");
    gather_write_integers(&writer, elements.sizes, elements.rank, ",");
    gather_write_text(&writer, is_column_major(&tensor->layout) ? "]F" : "]");
}

static struct line line_of(const struct ls_work *work, const struct name_fold *fold)
{
    struct line line;
    char type[32];
    int64_t alignment = ls_alignment(work, fold->tensor);
    memset(&line, 0, sizeof line);
    const char *name = ls_type(fold->tensor, type);
    memcpy(line.cells[0], name, strlen(name) < CELL_BYTES ? strlen(name) : CELL_BYTES - 1);
    write_shape(line.cells[1], work, fold->tensor);
    write_number(line.cells[2], fold->bytes);
    if (alignment == 0)
        memcpy(line.cells[3], "packed", 6);
    else if (fold->count == 1)
        write_number(line.cells[3], fold->tensor->offset);
    if (alignment > 0 && fold->count == 1)
        write_number(line.cells[4], alignment);
    return line;
}

/* ---- lines --------------------------------------------------------------------------------------- */

static void widen(size_t *widths, const struct line *line)
{
    for (int c = 0; c < COLUMNS; c++)
        widths[c] = strlen(line->cells[c]) > widths[c] ? strlen(line->cells[c]) : widths[c];
}

static void write_line(struct gather_writer *writer, const struct line *line, const size_t *widths)
{
    for (int c = 0; c < COLUMNS; c++) {
        size_t gap = widths[c] - strlen(line->cells[c]);
        bool is_number = c >= 2;
        gather_write_repeated(writer, ' ', is_number ? gap : 0);
        gather_write_text(writer, line->cells[c]);
        gather_write_repeated(writer, ' ', (is_number ? 0 : gap) + 2);
    }
}

static void write_safe(struct gather_writer *writer, const char *text)
{
    gather_write_safe(writer, text, strlen(text), output_drawing().utf8);
}

static void write_folds(const struct ls_work *work, struct gather_writer *writer,
                        const struct name_fold *folds, size_t count)
{
    size_t widths[COLUMNS] = {0};
    widen(widths, &titles);
    for (size_t k = 0; k < count; k++) {
        struct line line = line_of(work, &folds[k]);
        widen(widths, &line);
    }
    write_line(writer, &titles, widths);
    gather_write_text(writer, "NAME\n");
    for (size_t k = 0; k < count; k++) {
        struct line line = line_of(work, &folds[k]);
        write_line(writer, &line, widths);
        write_safe(writer, folds[k].name[0] != '\0' ? folds[k].name : "-");
        if (folds[k].count > 1) {
            gather_write_text(writer, " (");
            gather_write_unsigned(writer, folds[k].count);
            gather_write_text(writer, ")");
        }
        gather_write_text(writer, "\n");
    }
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static void write_title(const struct ls_work *work, struct gather_writer *writer)
{
    int64_t bytes = 0;
    for (size_t k = 0; k < work->count; k++)
        bytes += work->chosen[k]->bytes; /* bounded: bytes of files */
    write_safe(writer, work->path);
    gather_write_text(writer, ": ");
    gather_write_text(writer, gather_file_format_name(gather_file_format(work->file)));
    gather_write_text(writer, ", ");
    gather_write_unsigned(writer, work->count);
    gather_write_text(writer, work->count == 1 ? " tensor, " : " tensors, ");
    gather_write_integer(writer, bytes);
    gather_write_text(writer, bytes == 1 ? " byte\n" : " bytes\n");
}

static void write_metadata(const struct ls_work *work, struct gather_writer *writer)
{
    for (size_t k = 0; k < gather_file_metadata_count(work->file); k++) {
        const struct gather_metadata *metadata = gather_file_metadata(work->file, k);
        size_t length = strlen(metadata->value);
        write_safe(writer, metadata->key);
        gather_write_text(writer, " = ");
        gather_write_safe(writer, metadata->value, length < MOST_VALUE_BYTES ? length : MOST_VALUE_BYTES,
                          output_drawing().utf8);
        gather_write_text(writer, length > MOST_VALUE_BYTES ? "..\n" : "\n");
    }
}

/* A fold for each tensor: nothing is folded. */
static size_t fold_none(const struct ls_work *work, struct name_fold **folds)
{
    *folds = calloc(work->count + 1, sizeof **folds);
    for (size_t k = 0; k < work->count && *folds != NULL; k++) {
        (*folds)[k] =
            (struct name_fold){strdup(work->chosen[k]->name), work->chosen[k], 1, work->chosen[k]->bytes};
        if ((*folds)[k].name == NULL) {
            name_fold_end(*folds, k);
            *folds = NULL;
        }
    }
    return *folds != NULL ? work->count : SIZE_MAX;
}

int ls_write(const struct ls_work *work)
{
    struct gather_writer writer = gather_writer_to(output_stdout());
    struct name_fold *folds = NULL;
    bool all = arguments_flag(work->arguments, "all");
    size_t count = all ? fold_none(work, &folds) : name_fold(work->chosen, work->count, &folds);
    if (count == SIZE_MAX)
        return complain_of_memory(work->arguments->command->name);
    write_title(work, &writer);
    write_metadata(work, &writer);
    if (count > 0)
        write_folds(work, &writer, folds, count);
    name_fold_end(folds, count);
    return EXIT_YES;
}
