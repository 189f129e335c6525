/* SPDX-License-Identifier: Apache-2.0 */
/* Tables for people: text_table.h says how they are filled. */
#include "text_table.h"

#include <stdlib.h>

#include "complaint.h"
#include "output.h"

enum { GAP = 2 };

static enum gather_status keep_text(void *context, const char *bytes, size_t count)
{
    struct text_table *table = context;
    struct gather_sink sink = output_memory(&table->text);
    if (table->status == GATHER_STATUS_OK)
        table->status = sink.write(sink.context, bytes, count);
    return table->status;
}

/* Room for one more cell. */
static void make_room(struct text_table *table)
{
    if (table->count < table->capacity)
        return;
    size_t capacity = table->capacity == 0 ? 64 : 2 * table->capacity; /* bounded: cells are in memory */
    size_t *grown = realloc(table->begins, capacity * sizeof *grown);  /* bounded: as above */
    if (grown == NULL) {
        complaint_lose();
        table->status = GATHER_STATUS_NO_MEMORY;
        return;
    }
    table->begins = grown;
    table->capacity = capacity;
}

struct gather_writer text_table_cell(struct text_table *table)
{
    if (table->status == GATHER_STATUS_OK)
        make_room(table);
    if (table->status == GATHER_STATUS_OK)
        table->begins[table->count++] = table->text.count;
    return gather_writer_to((struct gather_sink){keep_text, table});
}

void text_table_put(struct text_table *table, const char *text)
{
    struct gather_writer writer = text_table_cell(table);
    gather_write_text(&writer, text);
}

static size_t width_of(const struct text_table *table, size_t cell)
{
    size_t end = cell + 1 < table->count ? table->begins[cell + 1] : table->text.count;
    return end - table->begins[cell];
}

/* The width of a column; 0 where nothing stands behind its title. */
static size_t column_width(const struct text_table *table, size_t column)
{
    size_t widest = 0;
    for (size_t cell = column + table->columns; cell < table->count; cell += table->columns)
        widest = width_of(table, cell) > widest ? width_of(table, cell) : widest;
    return widest == 0 || widest > width_of(table, column) ? widest : width_of(table, column);
}

/* Blanks are due only when something follows them. */
static void write_row(const struct text_table *table, size_t first, const size_t *widths,
                      struct gather_writer *writer)
{
    size_t due = 0;
    for (size_t c = 0; c < table->columns && first + c < table->count; c++) {
        if (widths[c] == 0)
            continue;
        size_t width = width_of(table, first + c), gap = widths[c] - width;
        bool is_number = (table->numbers >> c & 1) != 0;
        if (width > 0) {
            gather_write_repeated(writer, ' ', due + (is_number ? gap : 0));
            gather_write(writer, table->text.bytes + table->begins[first + c], width);
            due = 0;
        }
        due += (is_number ? (width > 0 ? 0 : gap) : gap) + GAP;
    }
    gather_write_text(writer, "\n");
}

enum gather_status text_table_write(const struct text_table *table, struct gather_writer *writer)
{
    size_t widths[32] = {0};
    if (table->status != GATHER_STATUS_OK)
        return table->status;
    for (size_t c = 0; c < table->columns; c++)
        widths[c] = column_width(table, c);
    for (size_t first = 0; first < table->count; first += table->columns)
        write_row(table, first, widths, writer);
    return GATHER_STATUS_OK;
}

void text_table_fini(struct text_table *table)
{
    gather_memory_fini(&table->text);
    free(table->begins);
    table->begins = NULL;
    table->count = table->capacity = 0;
}
