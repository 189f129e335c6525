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
#include "layout_text.h"
#include "ls_files.h"
#include "name_fold.h"
#include "output.h"
#include "text_table.h"

enum { MOST_VALUE_BYTES = 200 };

/* ---- cells --------------------------------------------------------------------------------------- */

static bool is_column_major(const struct gather_layout *layout)
{
    bool grows = layout->kind == GATHER_LAYOUT_ORDER && layout->rank > 1;
    for (int32_t k = 0; k < layout->rank && grows; k++)
        grows = layout->minor_to_major[k] == k;
    return grows;
}

static void put_type(struct text_table *table, const struct gather_tensor *tensor)
{
    char type[32];
    struct gather_writer writer = text_table_cell(table);
    gather_write_text(&writer, ls_type(tensor, type));
    gather_write_text(&writer, tensor->swapped != 0 ? " big-endian" : "");
}

static void put_shape(struct text_table *table, const struct ls_work *work,
                      const struct gather_tensor *tensor)
{
    struct gather_writer writer = text_table_cell(table);
    struct gather_layout elements = ls_elements(tensor);
    if (ls_is_native(work))
        ls_reverse_sizes(&elements);
    gather_write_text(&writer, "[");
    gather_write_integers(&writer, elements.sizes, elements.rank, ",");
    gather_write_text(&writer, is_column_major(&tensor->layout) ? "]F" : "]");
}

/* Where it lies; of several tensors nothing. */
static void put_place(struct text_table *table, const struct ls_work *work, const struct name_fold *fold)
{
    int64_t alignment = ls_alignment(work, fold->tensor);
    struct gather_writer writer = text_table_cell(table);
    if (alignment == 0)
        gather_write_text(&writer, "packed");
    else if (fold->count == 1)
        gather_write_integer(&writer, fold->tensor->offset);
    writer = text_table_cell(table);
    if (alignment > 0 && fold->count == 1)
        gather_write_integer(&writer, alignment);
}

static void put_file(struct text_table *table, const struct ls_files *files, const struct name_fold *fold)
{
    struct gather_writer writer = text_table_cell(table);
    ls_files_write_cell(files, fold->low_source, fold->high_source, &writer);
}

static void put_name(struct text_table *table, const struct name_fold *fold)
{
    struct gather_writer writer = text_table_cell(table);
    output_write_safe(&writer, fold->name[0] != '\0' ? fold->name : "-");
    if (fold->count == 1)
        return;
    gather_write_text(&writer, " (");
    gather_write_unsigned(&writer, fold->count);
    gather_write_text(&writer, ")");
}

static void put_fold(struct text_table *table, const struct ls_files *files, const struct name_fold *fold)
{
    const struct ls_work *work = files->work;
    put_type(table, fold->tensor);
    put_shape(table, work, fold->tensor);
    struct gather_writer writer = text_table_cell(table);
    gather_write_integer(&writer, fold->bytes);
    put_place(table, work, fold);
    put_file(table, files, fold);
    put_name(table, fold);
}

static enum gather_status write_folds(const struct ls_files *files, struct gather_writer *writer,
                                      const struct name_fold *folds, size_t count)
{
    static const char *const titles[] = {"TYPE", "SHAPE", "BYTES", "OFFSET", "ALIGN", "FILE", "NAME"};
    struct text_table table = {.columns = sizeof titles / sizeof *titles,
                               .numbers = 1 << 2 | 1 << 3 | 1 << 4};
    for (size_t c = 0; c < table.columns; c++)
        text_table_put(&table, titles[c]);
    for (size_t k = 0; k < count; k++)
        put_fold(&table, files, &folds[k]);
    enum gather_status status = text_table_write(&table, writer);
    text_table_fini(&table);
    return status;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static void write_title(const struct ls_work *work, struct gather_writer *writer)
{
    int64_t bytes = 0;
    for (size_t k = 0; k < work->count; k++)
        bytes += work->chosen[k]->bytes; /* bounded: bytes of files */
    output_write_safe(writer, work->input.path);
    gather_write_text(writer, ": ");
    gather_write_text(writer, gather_file_format_name(gather_file_format(work->input.file)));
    gather_write_text(writer, ", ");
    gather_write_unsigned(writer, work->count);
    gather_write_text(writer, work->count == 1 ? " tensor, " : " tensors, ");
    layout_text_bytes(writer, bytes);
    gather_write_text(writer, "\n");
}

static void write_metadata(const struct ls_work *work, struct gather_writer *writer)
{
    for (size_t k = 0; k < gather_file_metadata_count(work->input.file); k++) {
        const struct gather_metadata *metadata = gather_file_metadata(work->input.file, k);
        size_t length = strlen(metadata->value);
        output_write_safe(writer, metadata->key);
        gather_write_text(writer, " = ");
        gather_write_safe(writer, metadata->value, length < MOST_VALUE_BYTES ? length : MOST_VALUE_BYTES,
                          output_is_utf8());
        gather_write_text(writer, length > MOST_VALUE_BYTES ? "..\n" : "\n");
    }
}

/* A fold for each tensor: nothing is folded. */
static size_t fold_none(const struct ls_work *work, struct name_fold **folds)
{
    *folds = calloc(work->count + 1, sizeof **folds);
    for (size_t k = 0; k < work->count && *folds != NULL; k++) {
        const struct gather_tensor *tensor = work->chosen[k];
        (*folds)[k] = (struct name_fold){strdup(tensor->name), tensor,         1,
                                         tensor->bytes,        tensor->source, tensor->source};
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
    struct ls_files files = ls_files_of(work);
    ls_files_write(&files, &writer);
    enum gather_status status = count > 0 ? write_folds(&files, &writer, folds, count) : GATHER_STATUS_OK;
    name_fold_end(folds, count);
    return status == GATHER_STATUS_OK ? EXIT_YES : complain_of_memory(work->arguments->command->name);
}
