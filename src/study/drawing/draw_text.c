/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A scene as text. A panel is a table whose lines stand only where borders are; columns with a border between
 * them are three characters apart, others one:
 *
 *           0 1 2                       labels of columns
 *         +-------+-----+
 *       0 | a b c | 0 0 |               a line of boxes
 *       1 | d e f | 0 0 |
 *         +-------+     |               a line of borders: only where some box has one on top
 *         | 0 0 0   0 0 |
 *         +-------------+
 *
 * Panels stand beside each other as long as there is room: the names of the elements, then their cells.
 */
#include <stdlib.h>
#include <string.h>

#include "study/drawing/scene.h"
#include "study/text/bounded.h"
#include "study/text/canvas.h"

enum { INDENT = 2, BETWEEN = 3, COLUMNS_DEFAULT = 80, ROWS_DEFAULT = 24, COLUMNS_MAX = 256 };
enum { ARM_UP = 1, ARM_DOWN = 2, ARM_LEFT = 4, ARM_RIGHT = 8 };

/* What a box shows: the name of what is in it; the number of its cell; that only where an element is. */
enum content { CONTENT_NAME, CONTENT_CELL, CONTENT_OWNED_CELL };

/* A panel on its way to the canvas: where its columns stand, measured from the panel's own corner. */
struct table {
    const struct gather__panel *panel;
    enum content content;
    char title[GATHER__NAME_SIZE + 48];
    int32_t x, y;        /* of the table on the canvas */
    int32_t label_width; /* of the labels of rows, with the blank behind */
    int32_t box_width;
    int32_t left[COLUMNS_MAX + 1]; /* x of a column's border, or of the blank in its place */
    bool column_border[COLUMNS_MAX + 1];
    bool column_labels;
    int32_t width, height;
};

static bool row_has_border(const struct gather__panel *panel, int32_t row)
{
    for (int32_t c = 0; c < panel->columns; c++)
        if (gather__panel_top(panel, row, c))
            return true;
    return false;
}

static bool column_has_border(const struct gather__panel *panel, int32_t column)
{
    for (int32_t r = 0; r < panel->rows; r++)
        if (gather__panel_left(panel, r, column))
            return true;
    return false;
}

static bool shows_name(const struct table *table, const struct gather__drawn_box *box)
{
    return table->content == CONTENT_NAME || box->cell < 0 ||
           (table->content == CONTENT_OWNED_CELL && box->mark != GATHER__MARK_ELEMENT);
}

static void box_text(const struct table *table, const struct gather__drawn_box *box, char *text)
{
    if (shows_name(table, box))
        memcpy(text, box->name, GATHER__NAME_SIZE);
    else
        gather__number_text(box->cell, text);
}

static int32_t widest(const struct table *table)
{
    const struct gather__panel *panel = table->panel;
    char text[GATHER__NAME_SIZE];
    size_t width = 1;
    for (int32_t r = 0; r < panel->rows; r++) {
        for (int32_t c = 0; c < panel->columns; c++) {
            box_text(table, gather__panel_box(panel, r, c), text);
            width = strlen(text) > width ? strlen(text) : width;
        }
    }
    for (int32_t c = 0; c < panel->columns; c++)
        width = strlen(panel->column_labels[c]) > width ? strlen(panel->column_labels[c]) : width;
    return (int32_t)width;
}

static bool has_column_labels(const struct gather__panel *panel)
{
    for (int32_t c = 0; c < panel->columns; c++)
        if (panel->column_labels[c][0] != '\0')
            return true;
    return false;
}

static void measure(struct table *table)
{
    const struct gather__panel *panel = table->panel;
    size_t label = 0;
    table->box_width = widest(table);
    for (int32_t r = 0; r < panel->rows; r++)
        label = strlen(panel->row_labels[r]) > label ? strlen(panel->row_labels[r]) : label;
    table->label_width = label > 0 ? (int32_t)label + 1 : 0;
    int32_t x = table->label_width;
    for (int32_t c = 0; c <= panel->columns; c++) {
        table->column_border[c] = column_has_border(panel, c);
        table->left[c] = table->column_border[c] && c > 0 ? x + 1 : x;
        x = table->left[c] + (table->column_border[c] ? 2 : 1) + table->box_width;
    }
    table->width = panel->columns > 0 ? table->left[panel->columns] + 1 : 0;
    if ((int32_t)strlen(table->title) > table->width)
        table->width = (int32_t)strlen(table->title);
    table->column_labels = has_column_labels(panel);
    table->height = 1 + table->column_labels;
    for (int32_t r = 0; r <= panel->rows; r++)
        table->height += (r < panel->rows) + row_has_border(panel, r);
}

/* ---- drawing one table --------------------------------------------------------------------------- */

static uint32_t line_character(uint32_t arms, bool utf8)
{
    static const uint16_t boxes[16] = {0x20,   0x2502, 0x2502, 0x2502, 0x2500, 0x2518, 0x2510, 0x2524,
                                       0x2500, 0x2514, 0x250c, 0x251c, 0x2500, 0x2534, 0x252c, 0x253c};
    bool upright = arms & (ARM_UP | ARM_DOWN), level = arms & (ARM_LEFT | ARM_RIGHT);
    if (utf8)
        return boxes[arms];
    return upright && level ? '+' : upright ? '|' : level ? '-' : ' ';
}

static void put_line(struct gather__canvas *canvas, int32_t x, int32_t y, uint32_t arms, bool utf8)
{
    if (arms != 0)
        gather__canvas_put(canvas, x, y, line_character(arms, utf8), GATHER__STYLE_FAINT);
}

/* The line of borders on top of a row. */
static void draw_borders(const struct table *table, struct gather__canvas *canvas, int32_t row, int32_t y,
                         bool utf8)
{
    const struct gather__panel *panel = table->panel;
    for (int32_t c = 0; c <= panel->columns; c++) {
        bool left = c > 0 && gather__panel_top(panel, row, c - 1);
        bool right = c < panel->columns && gather__panel_top(panel, row, c);
        uint32_t arms = (left ? ARM_LEFT : 0U) | (right ? ARM_RIGHT : 0U) |
                        (gather__panel_left(panel, row - 1, c) ? ARM_UP : 0U) |
                        (gather__panel_left(panel, row, c) ? ARM_DOWN : 0U);
        put_line(canvas, table->x + table->left[c], y, arms, utf8);
        for (int32_t x = table->left[c] + 1; right && x < table->left[c + 1]; x++)
            put_line(canvas, table->x + x, y, ARM_LEFT | ARM_RIGHT, utf8);
    }
}

static int32_t box_style(const struct gather__drawn_box *box)
{
    return box->mark == GATHER__MARK_ELEMENT ? GATHER__STYLE_OWNER + box->colour : GATHER__STYLE_FAINT;
}

static void draw_box(const struct table *table, struct gather__canvas *canvas, int32_t row, int32_t column,
                     int32_t y, bool utf8)
{
    const struct gather__drawn_box *box = gather__panel_box(table->panel, row, column);
    char text[GATHER__NAME_SIZE];
    if (box->mark == GATHER__MARK_NOTHING)
        return;
    box_text(table, box, text);
    int32_t right = table->left[column + 1] - (table->column_border[column + 1] ? 1 : 0);
    int32_t x = table->x + right - (int32_t)strlen(text);
    if (utf8 && box->mark == GATHER__MARK_EMPTY && shows_name(table, box))
        gather__canvas_put(canvas, x, y, 0xb7, box_style(box));
    else
        gather__canvas_text(canvas, x, y, text, box_style(box));
}

static void draw_row(const struct table *table, struct gather__canvas *canvas, int32_t row, int32_t y,
                     bool utf8)
{
    const struct gather__panel *panel = table->panel;
    const char *label = panel->row_labels[row];
    gather__canvas_text(canvas, table->x + table->label_width - 1 - (int32_t)strlen(label), y, label,
                        GATHER__STYLE_FAINT);
    for (int32_t c = 0; c <= panel->columns; c++) {
        if (gather__panel_left(panel, row, c))
            put_line(canvas, table->x + table->left[c], y, ARM_UP | ARM_DOWN, utf8);
        if (c < panel->columns)
            draw_box(table, canvas, row, c, y, utf8);
    }
}

static void draw_table(const struct table *table, struct gather__canvas *canvas, bool utf8)
{
    const struct gather__panel *panel = table->panel;
    int32_t y = table->y;
    gather__canvas_text(canvas, table->x, y++, table->title, GATHER__STYLE_PLAIN);
    for (int32_t c = 0; c < panel->columns; c++) {
        const char *label = panel->column_labels[c];
        int32_t right = table->left[c + 1] - (table->column_border[c + 1] ? 1 : 0);
        gather__canvas_text(canvas, table->x + right - (int32_t)strlen(label), y, label, GATHER__STYLE_FAINT);
    }
    y += table->column_labels;
    for (int32_t r = 0; r <= panel->rows; r++) {
        if (row_has_border(panel, r))
            draw_borders(table, canvas, r, y++, utf8);
        if (r < panel->rows)
            draw_row(table, canvas, r, y++, utf8);
    }
}

/* ---- all tables ---------------------------------------------------------------------------------- */

struct page {
    struct table *tables; /* at most two a panel */
    int32_t count;
    int32_t break_at; /* the table that begins a line in any case; 0 for none */
    int32_t width, height;
};

static void add_table(struct page *page, const struct gather__panel *panel, enum content content,
                      const char *title)
{
    struct table *table = &page->tables[page->count++];
    struct gather__bounded room;
    struct gather_writer text = gather__bounded_writer(&room, table->title, sizeof table->title);
    table->panel = panel;
    table->content = content;
    gather_write_text(&text, title);
    gather_write_text(&text, *title != '\0' && panel->caption[0] != '\0' ? " " : "");
    gather_write_text(&text, panel->caption);
    measure(table);
}

/* The names of a slice stand beside its cells; of several slices first all names, then all cells. */
static void add_tables(struct page *page, const struct gather__scene *scene)
{
    const struct gather__panel *panels = scene->panels, *end = panels + scene->panel_count;
    for (const struct gather__panel *panel = panels; scene->letters && panel < end; panel++)
        if (!panel->memory)
            add_table(page, panel, CONTENT_NAME, "elements");
    page->break_at = page->count > 1 ? page->count : 0;
    for (const struct gather__panel *panel = panels; panel < end; panel++) {
        if (panel->memory)
            add_table(page, panel, CONTENT_NAME, "memory, cell by cell");
        else if (panel->rows == 0)
            add_table(page, panel, CONTENT_NAME, "");
        else
            add_table(page, panel, scene->letters ? CONTENT_CELL : CONTENT_OWNED_CELL,
                      scene->letters ? "their cells" : "cells");
    }
}

/* From left to right, and below each other where there is no room; memory begins anew on the left. */
static void place_tables(struct page *page, int32_t columns)
{
    int32_t x = INDENT, y = 0, band = 0;
    for (int32_t k = 0; k < page->count; k++) {
        struct table *table = &page->tables[k];
        bool breaks = table->panel->memory || k == page->break_at || x + table->width > columns;
        if (x > INDENT && breaks) {
            x = INDENT;
            y += band + 1;
            band = 0;
        }
        table->x = x;
        table->y = y;
        x += table->width + BETWEEN;
        band = table->height > band ? table->height : band;
        page->width = table->x + table->width > page->width ? table->x + table->width : page->width;
    }
    page->height = y + band;
}

static void write_legend(const struct gather__scene *scene, const struct gather_drawing *drawing,
                         struct gather_writer *writer)
{
    for (int32_t k = 0; k < scene->legend_count; k++) {
        const struct gather__legend *legend = &scene->legend[k];
        bool dot = drawing->utf8 && legend->mark == GATHER__MARK_EMPTY;
        gather_write_text(writer, k == 0 ? "\n  " : "  ");
        gather_write_text(writer, dot ? "\xc2\xb7" : legend->name);
        gather_write_text(writer, "  ");
        gather_write_text(writer, legend->text);
        gather_write_text(writer, "\n");
    }
}

static enum gather_status draw_page(const struct gather__scene *scene, const struct gather_drawing *drawing,
                                    int32_t columns, struct gather_writer *writer)
{
    struct page page = {0};
    struct gather__canvas canvas = {0};
    /* bounded: by GATHER__PANELS_MAX */
    page.tables = calloc((size_t)scene->panel_count * 2 + 1, sizeof *page.tables);
    if (page.tables == NULL)
        return GATHER_STATUS_NO_MEMORY;
    add_tables(&page, scene);
    place_tables(&page, columns);
    enum gather_status status = gather__canvas_init(&canvas, page.width, page.height);
    if (status == GATHER_STATUS_OK) {
        for (int32_t k = 0; k < page.count; k++)
            draw_table(&page.tables[k], &canvas, drawing->utf8);
        gather__canvas_write(&canvas, writer, drawing->colour);
        write_legend(scene, drawing, writer);
        if (scene->panel_count == 0)
            gather_write_text(writer, "  nothing to draw: no elements, no cells\n");
        status = writer->status;
    }
    gather__canvas_fini(&canvas);
    free(page.tables);
    return status;
}

static int32_t within(int32_t value, int32_t otherwise, int32_t least, int32_t most)
{
    value = value == 0 ? otherwise : value;
    return value < least ? least : value > most ? most : value;
}

enum gather_status gather_layout_draw_text(const struct gather_layout *layout,
                                           const struct gather_drawing *drawing, struct gather_sink sink)
{
    struct gather__scene scene;
    struct gather_writer writer = gather_writer_to(sink);
    int32_t columns = within(drawing->columns, COLUMNS_DEFAULT, 40, COLUMNS_MAX);
    struct gather__metrics metrics = {.width = columns,
                                      .rows = within(drawing->rows, ROWS_DEFAULT, 6, COLUMNS_MAX),
                                      .character = 1,
                                      .box_minimum = 2,
                                      .box_margin = 1,
                                      .border = 2,
                                      .frame = INDENT + 4,
                                      .both = false};
    enum gather_status status = gather__scene_init(&scene, layout, &metrics);
    if (status == GATHER_STATUS_OK)
        status = draw_page(&scene, drawing, columns, &writer);
    gather__scene_fini(&scene);
    return status;
}
