/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An explanation as SVG: rows of the data on the left, indices in the middle, what comes out on the right. An
 * index that is outside has a red border; where worlds part on it, dashed lines go to each row that some of them
 * take, and the output says how many do what.
 *
 *     rows of axis 0          indices              output
 *     +---------+             +------+             +---------+
 *     | 0       |-------------| 0    |------------>| row 0   |
 *     +---------+             +------+             +---------+
 *     | 1       |  - - - - - -| 5 !  |------------>| ?       |  12 error, 6 zero, 6 row 1
 *     +---------+             +------+             +---------+
 */
#include <stdlib.h>
#include <string.h>

#include "study/drawing/svg_sheet.h"
#include "study/drawing/svg_style.h"
#include "study/text/bounded.h"
#include "study/worlds/explanation.h"

enum {
    MARGIN = 28,
    CHARACTER = 9,
    BOX_HEIGHT = 34,
    STEP = 42,  /* from one box to the next */
    GAP = 26,   /* where some are left out */
    SPACE = 96, /* between the columns */
    COLOURS = 8,
    SHOWN_MOST = 14,
    ROWS_MOST = 64,
    NOTE_CHARACTERS = 104, /* in a line of the verdict */
    TOP = 64,
    TITLE_SHOWN = 78,
    TITLE_KEPT = 2048
};

#define TAKE_STYLE                                                                                           \
    "<style>\n"                                                                                              \
    ".gather .link{fill:none;stroke:#8c96a1;stroke-width:1.5}.gather .dash{stroke-dasharray:4 4}\n"          \
    ".gather .head{text-anchor:middle}.gather .tip{fill:#8c96a1}\n"                                          \
    ".gather .bad{fill:#ffebe9;stroke:#cf222e;stroke-width:2}.gather .alarm{fill:#cf222e;font-weight:600}\n" \
    "@media (prefers-color-scheme:dark){\n"                                                                  \
    ".gather .link{stroke:#68727d}.gather .tip{fill:#68727d}.gather .bad{fill:#4a1719;stroke:#f85149}\n"     \
    ".gather .alarm{fill:#ff7b72}\n"                                                                         \
    "}\n"                                                                                                    \
    "</style>\n"

/* One box of a column: a row of the data, or an index with its output. */
struct item {
    int64_t number; /* of the row, or the place of the index */
    int32_t y;      /* of its upper end; 0 until it is placed */
};

struct sheet {
    const struct gather_explanation *explanation;
    struct gather__svg svg;
    struct item rows[ROWS_MOST], indices[SHOWN_MOST];
    int32_t row_count, index_count;
    int32_t note_lines; /* of the verdict */
    int32_t row_x, row_width, index_x, index_width, output_x, output_width;
    int32_t bottom;
};

/* ---- which are shown ----------------------------------------------------------------------------- */

static bool has_item(const struct item *items, int32_t count, int64_t number)
{
    for (int32_t k = 0; k < count; k++)
        if (items[k].number == number)
            return true;
    return false;
}

/* Adds a number in its order, if there is room and it is not there. */
static void add_item(struct item *items, int32_t *count, int32_t most, int64_t number)
{
    if (*count == most || has_item(items, *count, number))
        return;
    int32_t place = (*count)++;
    for (; place > 0 && items[place - 1].number > number; place--)
        items[place] = items[place - 1];
    items[place].number = number;
    items[place].y = 0;
}

/* First those that matter, then the first ones. */
static void choose_indices(struct sheet *sheet)
{
    const struct gather_explanation *explanation = sheet->explanation;
    int32_t few = explanation->survey.count > SHOWN_MOST ? SHOWN_MOST - 4 : SHOWN_MOST;
    for (int32_t c = 0; c < explanation->column_count; c++)
        add_item(sheet->indices, &sheet->index_count, few,
                 explanation->survey.values[explanation->columns[c]].position);
    for (int64_t k = 0; k < explanation->survey.count && k < SHOWN_MOST; k++)
        add_item(sheet->indices, &sheet->index_count, SHOWN_MOST, k);
}

static int64_t index_at(const struct sheet *sheet, int32_t item)
{
    return gather_take_index(&sheet->explanation->take, sheet->indices[item].number);
}

/* All rows if they are few; else those that some world takes, with the first and the last. */
static void choose_rows(struct sheet *sheet)
{
    struct gather__tally tallies[GATHER__WORLDS_MAX];
    int64_t size = sheet->explanation->size;
    for (int64_t r = 0; r < size && r < (size > SHOWN_MOST ? 1 : size); r++)
        add_item(sheet->rows, &sheet->row_count, ROWS_MOST, r);
    if (size > 0)
        add_item(sheet->rows, &sheet->row_count, ROWS_MOST, size - 1);
    for (int32_t k = 0; k < sheet->index_count; k++) {
        int32_t found = gather__tally(sheet->explanation, index_at(sheet, k), tallies);
        for (int32_t t = 0; t < found; t++)
            if (tallies[t].outcome.kind == GATHER_OUTCOME_ROW)
                add_item(sheet->rows, &sheet->row_count, ROWS_MOST, tallies[t].outcome.row);
    }
}

/* ---- places -------------------------------------------------------------------------------------- */

/* Returns: the lower end. */
static int32_t place_column(struct item *items, int32_t count, int64_t all, int32_t y)
{
    int64_t next = 0;
    for (int32_t k = 0; k < count; k++) {
        y += items[k].number > next ? GAP : 0;
        items[k].y = y;
        y += STEP;
        next = items[k].number + 1;
    }
    return y + (next < all ? GAP : 0);
}

static void number_label(int64_t number, char *text, size_t size)
{
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, text, size);
    gather_write_integer(&writer, number);
}

static void index_label(const struct sheet *sheet, int32_t item, char *text, size_t size)
{
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, text, size);
    gather__write_value(&writer, gather__take_dtype(&sheet->explanation->take), index_at(sheet, item));
}

static int32_t box_width(int32_t width, const char *label)
{
    int32_t needed = (int32_t)strlen(label) * CHARACTER + 28;
    return needed > width ? needed : width;
}

static void place_all(struct sheet *sheet)
{
    char label[64];
    int32_t top = TOP + 20 * sheet->note_lines + 40;
    sheet->row_width = 116;
    sheet->index_width = 84;
    for (int32_t k = 0; k < sheet->row_count; k++) {
        number_label(sheet->rows[k].number, label, sizeof label);
        sheet->row_width = box_width(sheet->row_width, label);
    }
    for (int32_t k = 0; k < sheet->index_count; k++) {
        index_label(sheet, k, label, sizeof label);
        sheet->index_width = box_width(sheet->index_width, label);
    }
    sheet->output_width = sheet->row_width + 2 * CHARACTER;
    sheet->row_x = MARGIN;
    sheet->index_x = sheet->row_x + sheet->row_width + SPACE;
    sheet->output_x = sheet->index_x + sheet->index_width + SPACE;
    int32_t rows = place_column(sheet->rows, sheet->row_count, sheet->explanation->size, top);
    int32_t indices = place_column(sheet->indices, sheet->index_count, sheet->explanation->survey.count, top);
    sheet->bottom = rows > indices ? rows : indices;
}

/* ---- drawing ------------------------------------------------------------------------------------- */

static void put_box(struct sheet *sheet, int32_t x, int32_t y, int32_t width, const char *class_name)
{
    gather__svg_put(&sheet->svg,
                    "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n",
                    class_name, (int)x, (int)y, (int)width, (int)BOX_HEIGHT);
}

static void put_name(struct sheet *sheet, int32_t x, int32_t y, int32_t width, const char *class_name,
                     const char *text)
{
    gather__svg_label(&sheet->svg, x + width / 2, y + 22, class_name, text);
}

/* The class of a row's colour. text: 4 bytes. */
static void colour_class(int64_t row, char *text)
{
    text[0] = 'o';
    text[1] = (char)('0' + row % COLOURS);
    text[2] = '\0';
}

static void put_dots(struct sheet *sheet, int32_t x, int32_t width, int32_t y)
{
    gather__svg_label(&sheet->svg, x + width / 2, y - 10, "name faint", "..");
}

static void put_rows(struct sheet *sheet)
{
    char label[64], colour[4];
    int64_t next = 0;
    for (int32_t k = 0; k < sheet->row_count; k++) {
        const struct item *row = &sheet->rows[k];
        if (row->number > next)
            put_dots(sheet, sheet->row_x, sheet->row_width, row->y);
        colour_class(row->number, colour);
        put_box(sheet, sheet->row_x, row->y, sheet->row_width, colour);
        number_label(row->number, label, sizeof label);
        put_name(sheet, sheet->row_x, row->y, sheet->row_width, "name", label);
        next = row->number + 1;
    }
}

static const struct item *row_item(const struct sheet *sheet, int64_t row)
{
    for (int32_t k = 0; k < sheet->row_count; k++)
        if (sheet->rows[k].number == row)
            return &sheet->rows[k];
    return NULL;
}

/* A line from a row to an index. */
static void put_link(struct sheet *sheet, int64_t row, const struct item *index, bool dashed)
{
    const struct item *from = row_item(sheet, row);
    if (from == NULL)
        return;
    int x1 = sheet->row_x + sheet->row_width, y1 = from->y + BOX_HEIGHT / 2;
    int x2 = sheet->index_x, y2 = index->y + BOX_HEIGHT / 2;
    gather__svg_put(&sheet->svg, "<path class=\"link%s\" d=\"M%d %dC%d %d %d %d %d %d\"/>\n",
                    dashed ? " dash" : "", x1, y1, x1 + SPACE / 2, y1, x2 - SPACE / 2, y2, x2, y2);
}

/* An arrow from an index to its output. */
static void put_arrow(struct sheet *sheet, const struct item *index)
{
    int x1 = sheet->index_x + sheet->index_width, x2 = sheet->output_x, y = index->y + BOX_HEIGHT / 2;
    gather__svg_put(&sheet->svg,
                    "<path class=\"link\" d=\"M%d %dH%d\"/><path class=\"tip\" d=\"M%d %dl-10 -5v10z\"/>\n",
                    x1, y, x2 - 10, x2 - 2, y);
}

/* "12 error, 6 zero, 6 row 4" */
static void tally_text(const struct gather__tally *tallies, int32_t count, char *text, size_t size)
{
    char word[32];
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, text, size);
    for (int32_t k = 0; k < count; k++) {
        gather__outcome_text(tallies[k].outcome, word);
        gather_write_text(&writer, k > 0 ? ", " : "");
        gather_write_integer(&writer, tallies[k].count);
        gather_write_text(&writer, " ");
        gather_write_text(&writer, word);
    }
}

/* What comes out where all that were asked agree. */
static void put_outcome(struct sheet *sheet, const struct item *index, struct gather_outcome outcome)
{
    char text[32], colour[4] = "v";
    bool is_error = outcome.kind == GATHER_OUTCOME_ERROR;
    gather__outcome_text(outcome, text);
    if (outcome.kind == GATHER_OUTCOME_ROW)
        colour_class(outcome.row, colour);
    put_box(sheet, sheet->output_x, index->y, sheet->output_width, is_error ? "e" : colour);
    put_name(sheet, sheet->output_x, index->y, sheet->output_width, is_error ? "name alarm" : "name", text);
}

/* Whether an index is one to look at: outside for the one world asked, or one on which worlds part. */
static bool is_bad(const struct sheet *sheet, int64_t value, int32_t found)
{
    const struct gather__world *only = gather__only_world(sheet->explanation);
    return only != NULL ? gather__is_outside(sheet->explanation, only, value) : found != 1;
}

static void put_index(struct sheet *sheet, int32_t item)
{
    const struct item *index = &sheet->indices[item];
    struct gather__tally tallies[GATHER__WORLDS_MAX];
    char label[64], tally[256], colour[4] = "v";
    int64_t value = index_at(sheet, item);
    int32_t found = gather__tally(sheet->explanation, value, tallies);
    for (int32_t k = 0; k < found; k++) {
        if (tallies[k].outcome.kind != GATHER_OUTCOME_ROW)
            continue;
        put_link(sheet, tallies[k].outcome.row, index, found > 1 || tallies[k].outcome.row != value);
        colour_class(tallies[k].outcome.row, colour);
    }
    put_box(sheet, sheet->index_x, index->y, sheet->index_width,
            is_bad(sheet, value, found) ? "bad" : colour);
    index_label(sheet, item, label, sizeof label);
    put_name(sheet, sheet->index_x, index->y, sheet->index_width, "name", label);
    put_arrow(sheet, index);
    if (found == 1) {
        put_outcome(sheet, index, tallies[0].outcome);
        return;
    }
    put_box(sheet, sheet->output_x, index->y, sheet->output_width, "e");
    put_name(sheet, sheet->output_x, index->y, sheet->output_width, "name alarm", found > 0 ? "?" : "");
    tally_text(tallies, found, tally, sizeof tally);
    gather__svg_label(&sheet->svg, sheet->output_x + sheet->output_width + 12, index->y + 22, "note", tally);
}

static void put_indices(struct sheet *sheet)
{
    int64_t next = 0;
    for (int32_t k = 0; k < sheet->index_count; k++) {
        const struct item *index = &sheet->indices[k];
        if (index->number > next)
            put_dots(sheet, sheet->index_x, sheet->index_width, index->y);
        put_index(sheet, k);
        next = index->number + 1;
    }
    if (next < sheet->explanation->survey.count && sheet->index_count > 0)
        put_dots(sheet, sheet->index_x, sheet->index_width,
                 sheet->indices[sheet->index_count - 1].y + STEP + GAP);
}

static void put_heads(struct sheet *sheet)
{
    char text[64];
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, text, sizeof text);
    int32_t y = TOP + 20 * sheet->note_lines + 24;
    gather_write_text(&writer, "rows of axis ");
    gather_write_integer(&writer, sheet->explanation->take.axis);
    gather__svg_label(&sheet->svg, sheet->row_x + sheet->row_width / 2, y, "head", text);
    gather__svg_label(&sheet->svg, sheet->index_x + sheet->index_width / 2, y, "head", "indices");
    gather__svg_label(&sheet->svg, sheet->output_x + sheet->output_width / 2, y, "head", "output");
}

/* ---- the page ------------------------------------------------------------------------------------ */

/* The verdict in lines; counts them, and writes them where `y` is not 0. */
static int32_t put_verdict(struct sheet *sheet, const char *verdict, bool written)
{
    int32_t lines = 0;
    for (size_t left = strlen(verdict); left > 0; lines++) {
        size_t length = left;
        if (left > NOTE_CHARACTERS)
            for (length = NOTE_CHARACTERS; length > 1 && verdict[length] != ' ';)
                length--;
        if (written) {
            gather__svg_put(&sheet->svg, "<text class=\"note\" x=\"%d\" y=\"%d\">", (int)MARGIN,
                            (int)(TOP + 6 + 20 * lines));
            gather__svg_text(&sheet->svg, verdict, length, length);
            gather__svg_put(&sheet->svg, "</text>\n");
        }
        verdict += length;
        left -= length;
        for (; *verdict == ' '; verdict++)
            left--;
    }
    return lines;
}

/* Room for the longest tally on the right. */
static int32_t page_width(const struct sheet *sheet, const char *verdict, size_t title)
{
    int32_t width =
        sheet->output_x + sheet->output_width + (sheet->explanation->asked_count > 1 ? 420 : MARGIN);
    size_t note = strlen(verdict) < NOTE_CHARACTERS ? strlen(verdict) : NOTE_CHARACTERS;
    int32_t for_note = 2 * MARGIN + (int32_t)note * 7;
    int32_t for_title = 2 * MARGIN + (int32_t)(title < TITLE_SHOWN ? title : TITLE_SHOWN + 2) * 12;
    width = width < for_note ? for_note : width;
    return width < for_title ? for_title : width;
}

static void put_page(struct sheet *sheet, const char *verdict, const char *title, size_t length)
{
    int width = (int)page_width(sheet, verdict, length), height = (int)sheet->bottom + MARGIN - 8;
    gather__svg_put(
        &sheet->svg,
        "<svg class=\"gather\" xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
        "viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"gather-title gather-description\">\n"
        "<title id=\"gather-title\">",
        width, height, width, height);
    gather__svg_text(&sheet->svg, title, length, TITLE_KEPT);
    gather__svg_put(&sheet->svg, "</title>\n<desc id=\"gather-description\">");
    gather__svg_text(&sheet->svg, verdict, strlen(verdict), strlen(verdict));
    gather__svg_put(&sheet->svg, "</desc>\n");
    gather_write_text(&sheet->svg.writer, GATHER__SVG_STYLE TAKE_STYLE);
    gather__svg_put(&sheet->svg,
                    "<rect class=\"page\" width=\"100%%\" height=\"100%%\" rx=\"10\"/>\n"
                    "<text class=\"title\" x=\"%d\" y=\"44\">",
                    MARGIN);
    gather__svg_text(&sheet->svg, title, length, TITLE_SHOWN);
    gather__svg_put(&sheet->svg, "</text>\n");
    (void)put_verdict(sheet, verdict, true);
    put_heads(sheet);
    put_rows(sheet);
    put_indices(sheet);
    gather__svg_put(&sheet->svg, "</svg>\n");
}

enum gather_status gather_explanation_draw_svg(const struct gather_explanation *explanation,
                                               const char *title, size_t length, struct gather_sink sink)
{
    char verdict[1024];
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, verdict, sizeof verdict);
    struct sheet *sheet = calloc(1, sizeof *sheet);
    if (sheet == NULL)
        return GATHER_STATUS_NO_MEMORY;
    sheet->explanation = explanation;
    sheet->svg.writer = gather_writer_to(sink);
    gather__write_verdict(explanation, &writer);
    sheet->note_lines = put_verdict(sheet, verdict, false);
    choose_indices(sheet);
    choose_rows(sheet);
    place_all(sheet);
    put_page(sheet, verdict, title, length);
    enum gather_status status = sheet->svg.writer.status;
    free(sheet);
    return status;
}
