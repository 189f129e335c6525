/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the data hold that is no number, tensor by tensor. All data are read.
 *
 *     1 of 3 tensors holds NaN or infinities
 *     NAN  INF  FIRST AT  VALUE  TYPE        NAME
 *      12    0  [3,17]    nan    f32[64,48]  h.0.w
 */
#include <stdlib.h>
#include <string.h>

#include "check_work.h"
#include "element_walk.h"
#include "exit_code.h"
#include "gather/difference.h"
#include "ls_work.h"
#include "output.h"
#include "progress.h"
#include "text_table.h"

struct finding {
    const struct gather_tensor *tensor;
    struct gather_oddities oddities;
};

struct values {
    struct check_work *work;
    uint8_t *elements;    /* owned; a piece */
    struct finding *list; /* owned; those that hold any */
    size_t found, looked, passed;
    struct progress progress;
    int64_t done, total; /* bytes */
};

/* ---- looking ------------------------------------------------------------------------------------- */

/* Whether elements are numbers of a known type: blocks hold them in ways of their own. */
static bool can_be_looked_at(const struct gather_tensor *tensor)
{
    return tensor->block == 0 && !tensor->untyped && tensor->layout.dtype != GATHER_DTYPE_STRING;
}

static enum gather_status look_at_pieces(struct values *values, const struct element_reader *reader,
                                         struct gather_oddities *oddities, struct gather_error *error)
{
    const struct gather_layout *layout = &reader->dense;
    int64_t all = gather_layout_elements(layout), most = element_reader_piece(reader);
    enum gather_status status = GATHER_STATUS_OK;
    struct element_piece piece = element_piece_first(layout, most);
    for (bool more = all > 0; more && status == GATHER_STATUS_OK;) {
        status = element_reader_read(reader, &piece, values->elements, error);
        if (status == GATHER_STATUS_OK)
            gather_oddities_add(oddities, values->elements, piece.count);
        values->done +=
            piece.count * (reader->dense.cell_bits / 8); /* bounded: bytes of the file's tensors */
        (void)progress_report(&values->progress, values->done, values->total);
        more = element_piece_next(layout, most, &piece);
    }
    return status;
}

static int look_at(struct values *values, const struct gather_tensor *tensor)
{
    struct gather_error error = {0};
    struct element_reader reader;
    struct finding finding = {tensor, {.dtype = tensor->layout.dtype}};
    if (!can_be_looked_at(tensor)) {
        values->passed++;
        return EXIT_YES;
    }
    values->looked++;
    enum gather_status status = element_reader_begin(&reader, values->work->input.file, tensor, &error);
    if (status == GATHER_STATUS_OK)
        status = look_at_pieces(values, &reader, &finding.oddities, &error);
    element_reader_end(&reader);
    if (status == GATHER_STATUS_OK && finding.oddities.nans + finding.oddities.infinities > 0)
        values->list[values->found++] = finding;
    if (status == GATHER_STATUS_FORMAT || status == GATHER_STATUS_UNSUPPORTED) {
        progress_end(&values->progress);
        values->looked--;
        check_turn_to(values->work, gather_file_origin(values->work->input.file, tensor->source));
        check_tell_broken(values->work, tensor->name, &error);
    } else if (status != GATHER_STATUS_OK) {
        progress_end(&values->progress);
        talk_failure_in(values->work->arguments->command->name,
                        gather_file_origin(values->work->input.file, tensor->source), tensor->name, &error);
        return exit_of_status(status);
    }
    return EXIT_YES;
}

/* ---- telling ------------------------------------------------------------------------------------- */

static void put_finding(struct text_table *table, const struct finding *finding)
{
    const struct gather_layout *layout = &finding->tensor->layout;
    const struct gather_oddities *oddities = &finding->oddities;
    const char *name = finding->tensor->name;
    char type[32];
    int64_t index[GATHER_MAX_RANK];
    struct gather_writer writer = text_table_cell(table);
    gather_write_integer(&writer, oddities->nans);
    writer = text_table_cell(table);
    gather_write_integer(&writer, oddities->infinities);
    writer = text_table_cell(table);
    element_index(layout, oddities->first.number, index);
    gather_write_text(&writer, "[");
    gather_write_integers(&writer, index, layout->rank, ",");
    gather_write_text(&writer, "]");
    writer = text_table_cell(table);
    gather_element_write(&writer, layout->dtype, oddities->first.a, false);
    writer = text_table_cell(table);
    gather_write_text(&writer, ls_type(finding->tensor, type));
    gather_write_text(&writer, "[");
    gather_write_integers(&writer, layout->sizes, layout->rank, ",");
    gather_write_text(&writer, "]");
    writer = text_table_cell(table);
    output_write_safe(&writer, *name != '\0' ? name : "-");
}

static enum gather_status write_table(const struct values *values)
{
    static const char *const titles[] = {"NAN", "INF", "FIRST AT", "VALUE", "TYPE", "NAME"};
    enum { COLUMNS = sizeof titles / sizeof *titles };
    struct text_table table = {.columns = COLUMNS, .numbers = 1 | 1 << 1};
    for (int c = 0; c < COLUMNS; c++)
        text_table_put(&table, titles[c]);
    for (size_t k = 0; k < values->found; k++)
        put_finding(&table, &values->list[k]);
    enum gather_status status = text_table_write(&table, &values->work->writer);
    text_table_fini(&table);
    return status;
}

static enum gather_status tell_text(const struct values *values)
{
    struct gather_writer *writer = &values->work->writer;
    if (values->found > 0) {
        gather_write_unsigned(writer, values->found);
        gather_write_text(writer, " of ");
    } else {
        gather_write_text(writer, "no NaN and no infinity in ");
    }
    check_write_count(writer, (int64_t)values->looked, "tensor", "tensors");
    if (values->found > 0)
        gather_write_text(writer,
                          values->looked == 1 ? " holds NaN or infinities" : " hold NaN or infinities");
    if (values->passed > 0) {
        gather_write_text(writer, "; not looked at: ");
        check_write_count(writer, (int64_t)values->passed, "of blocks, texts or without a type",
                          "of blocks, texts or without a type");
    }
    gather_write_text(writer, "\n");
    return values->found > 0 ? write_table(values) : GATHER_STATUS_OK;
}

static void tell_json(const struct values *values)
{
    struct gather_json *json = &values->work->json;
    gather_json_object(json, "values");
    gather_json_unsigned(json, "tensors", values->looked);
    gather_json_unsigned(json, "not_looked_at", values->passed);
    gather_json_array(json, "found");
    for (size_t k = 0; k < values->found; k++) {
        const struct finding *finding = &values->list[k];
        struct gather_memory value = {0};
        struct gather_writer writer = gather_writer_to(output_memory(&value));
        gather_element_write(&writer, finding->tensor->layout.dtype, finding->oddities.first.a, false);
        int64_t index[GATHER_MAX_RANK];
        element_index(&finding->tensor->layout, finding->oddities.first.number, index);
        gather_json_object(json, NULL);
        gather_json_string(json, "tensor", finding->tensor->name, strlen(finding->tensor->name));
        gather_json_integer(json, "nan", finding->oddities.nans);
        gather_json_integer(json, "inf", finding->oddities.infinities);
        gather_json_integers(json, "at", index, finding->tensor->layout.rank);
        gather_json_string(json, "value", value.bytes != NULL ? value.bytes : "", value.count);
        gather_memory_fini(&value);
        gather_json_end(json);
    }
    gather_json_end(json);
    gather_json_end(json);
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static int look_at_all(struct values *values)
{
    struct check_work *work = values->work;
    size_t count = work->all ? gather_file_count(work->input.file) : 1;
    int code = EXIT_YES;
    for (size_t k = 0; k < count; k++)
        values->total += (work->all ? gather_file_tensor(work->input.file, k) : &work->input.tensor)->bytes;
    values->progress = progress_begin(work->arguments, values->total);
    if (work->is_json)
        gather_json_array(&work->json, "unreadable");
    for (size_t k = 0; k < count && code == EXIT_YES; k++)
        code = look_at(values, work->all ? gather_file_tensor(work->input.file, k) : &work->input.tensor);
    if (work->is_json)
        gather_json_end(&work->json);
    progress_end(&values->progress);
    check_end_row(work);
    return code;
}

int check_values(struct check_work *work)
{
    struct values values = {.work = work};
    size_t room = ELEMENT_WALK_MOST;
    values.elements = malloc(room * ELEMENT_WALK_BYTES);
    values.list = calloc(gather_file_count(work->input.file) + 1, sizeof *values.list);
    int code = values.elements != NULL && values.list != NULL
                   ? look_at_all(&values)
                   : complain_of_memory(work->arguments->command->name);
    if (code == EXIT_YES) {
        work->found |= values.found > 0;
        if (work->is_json)
            tell_json(&values);
        else if (tell_text(&values) != GATHER_STATUS_OK)
            code = complain_of_memory(work->arguments->command->name);
    }
    free(values.elements);
    free(values.list);
    return code;
}
