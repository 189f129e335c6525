/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A table for people: cells of any text, columns as wide as their widest cell. A column in which nothing stands but
 * its title is left out.
 *
 *     struct text_table table = {.columns = 3, .numbers = 1 << 1};
 *     struct gather_writer writer = text_table_cell(&table);    one cell after the other, row by row
 *     gather_write_text(&writer, "AT");
 *     ..
 *     status = text_table_write(&table, &output);
 *     text_table_fini(&table);
 */
#ifndef GATHER_TOOLS_TEXT_TABLE_H
#define GATHER_TOOLS_TEXT_TABLE_H

#include "gather/study.h"

/* All zero but for the first fields. The first row is that of the titles. */
struct text_table {
    size_t columns;
    uint32_t numbers; /* one bit a column: whether its cells stand to the right */
    struct gather_memory text;
    size_t *begins; /* owned; where each cell begins in the text */
    size_t count, capacity;
    enum gather_status status; /* NO_MEMORY, once there was none */
};

/* Begins the next cell. Returns: a writer for its text, which is good until the next call. */
struct gather_writer text_table_cell(struct text_table *table);

/* A cell of this text. */
void text_table_put(struct text_table *table, const char *text);

/* Writes all rows. Returns: OK; NO_MEMORY, where there was none for a cell: nothing is written. */
enum gather_status text_table_write(const struct text_table *table, struct gather_writer *writer);
void text_table_fini(struct text_table *table);

#endif
