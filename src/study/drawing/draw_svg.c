/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A scene as SVG. Boxes stand a little apart, tiles a little further, with a line between them:
 *
 *     +----+ +----+  |  +----+
 *     | a  | | b  |  |  | c  |     a box of the grid: the element, and its cell in the corner
 *     |   0| |   3|  |  |   6|     a box of memory: the element, and the cell's number below
 *     +----+ +----+  |  +----+
 */
#include <stdlib.h>
#include <string.h>

#include "study/drawing/scene.h"
#include "study/drawing/subject.h"
#include "study/drawing/svg_sheet.h"
#include "study/drawing/svg_style.h"

/* Pixels. */
enum {
    MARGIN = 28,
    CHARACTER = 9,
    BOX_HEIGHT = 42,
    BOX_MARGIN = 16,
    GAP_NARROW = 4,
    GAP_WIDE = 14,
    AXIS_HEIGHT = 18,
    NUMBER_HEIGHT = 16,
    BETWEEN = 34,
    LEGEND_HEIGHT = 22,
    WIDTH_MIN = 420,
    WIDTH_MAX = 960,
    ROWS = 16, /* of boxes */
    COLUMNS_MAX = 256,
    TITLE_SHOWN = 78,
    TITLE_KEPT = 2048,
    MEMORY_TOLD = 32
};

/*
 * A panel with the places of its rows and columns: their left and upper ends, and one more for the far
 * ones.
 */
struct figure {
    const struct gather__panel *panel;
    int32_t x, y;
    int32_t box_width, row_height;
    int32_t left[COLUMNS_MAX + 1], top[COLUMNS_MAX + 1];
    int32_t width, height;
};

/* ---- one panel ----------------------------------------------------------------------------------- */

static size_t longest(char (*labels)[GATHER__NAME_SIZE], int32_t count)
{
    size_t width = 0;
    for (int32_t k = 0; k < count; k++)
        width = strlen(labels[k]) > width ? strlen(labels[k]) : width;
    return width;
}

static int32_t box_width(const struct gather__panel *panel)
{
    size_t characters = 0;
    char number[GATHER__NAME_SIZE];
    for (int32_t r = 0; r < panel->rows; r++) {
        for (int32_t c = 0; c < panel->columns; c++) {
            const struct gather__drawn_box *box = gather__panel_box(panel, r, c);
            gather__number_text(box->cell, number);
            characters = strlen(box->name) > characters ? strlen(box->name) : characters;
            characters = strlen(number) > characters ? strlen(number) : characters;
        }
    }
    int32_t width = (int32_t)characters * CHARACTER + BOX_MARGIN;
    return width < BOX_HEIGHT ? BOX_HEIGHT : width;
}

static bool has_left(const struct gather__panel *panel, int32_t column)
{
    for (int32_t r = 0; r < panel->rows; r++)
        if (gather__panel_left(panel, r, column))
            return true;
    return false;
}

static bool has_top(const struct gather__panel *panel, int32_t row)
{
    for (int32_t c = 0; c < panel->columns; c++)
        if (gather__panel_top(panel, row, c))
            return true;
    return false;
}

static void measure(struct figure *figure)
{
    const struct gather__panel *panel = figure->panel;
    size_t label = panel->memory ? 0 : longest(panel->row_labels, panel->rows);
    int32_t x = label > 0 ? (int32_t)label * CHARACTER + 8 : 0;
    int32_t y = panel->caption[0] != '\0' ? AXIS_HEIGHT + 2 : 0;
    y += longest(panel->column_labels, panel->columns) > 0 ? AXIS_HEIGHT : 0;
    figure->box_width = box_width(panel);
    figure->row_height = BOX_HEIGHT + (panel->memory ? NUMBER_HEIGHT : 0);
    for (int32_t c = 0; c <= panel->columns; c++) {
        x += c > 0 && c < panel->columns && has_left(panel, c) ? GAP_WIDE - GAP_NARROW : 0;
        figure->left[c] = x;
        x += c < panel->columns ? figure->box_width + GAP_NARROW : 0;
    }
    for (int32_t r = 0; r <= panel->rows; r++) {
        y += r > 0 && r < panel->rows && has_top(panel, r) ? GAP_WIDE - GAP_NARROW : 0;
        figure->top[r] = y;
        y += r < panel->rows ? figure->row_height + GAP_NARROW : 0;
    }
    figure->width = x;
    figure->height = y;
    int32_t caption = (int32_t)strlen(panel->caption) * CHARACTER;
    figure->width = figure->width < caption ? caption : figure->width;
}

static void put_box(struct gather__svg *svg, const struct figure *figure, int32_t row, int32_t column)
{
    const struct gather__drawn_box *box = gather__panel_box(figure->panel, row, column);
    int x = figure->x + figure->left[column], y = figure->y + figure->top[row];
    int width = figure->box_width, middle = x + width / 2;
    bool memory = figure->panel->memory, owned = box->mark == GATHER__MARK_ELEMENT;
    char number[GATHER__NAME_SIZE];
    if (box->mark == GATHER__MARK_NOTHING)
        return;
    if (owned)
        gather__svg_put(svg, "<rect class=\"o%d\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>",
                        (int)box->colour, x, y, width, BOX_HEIGHT);
    else if (box->mark != GATHER__MARK_GAP)
        gather__svg_put(svg, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>",
                        box->mark == GATHER__MARK_VALUE ? "v" : "e", x, y, width, BOX_HEIGHT);
    bool dot = box->mark == GATHER__MARK_EMPTY;
    gather__svg_label(svg, middle, y + (memory ? 27 : 23), owned ? "name" : "name faint",
                      dot ? "\xc2\xb7" : box->name);
    if (box->cell < 0)
        return;
    gather__number_text(box->cell, number);
    if (memory)
        gather__svg_label(svg, middle, y + BOX_HEIGHT + 12, "cell mid faint", number);
    else
        gather__svg_label(svg, x + width - 5, y + BOX_HEIGHT - 5, owned ? "cell end" : "cell end faint",
                          number);
}

/* The middle of the space before a column, or a row. */
static int middle_before(const int32_t *places, int32_t place) { return (int)places[place] - GAP_WIDE / 2; }

/* Lines between tiles; the outer frame is left to the eye. */
static void put_lines(struct gather__svg *svg, const struct figure *figure)
{
    const struct gather__panel *panel = figure->panel;
    for (int32_t r = 0; r < panel->rows; r++) {
        for (int32_t c = 0; c < panel->columns; c++) {
            int x = figure->x, y = figure->y;
            int top = y + figure->top[r] - 2, left = x + figure->left[c] - 2;
            int bottom = y + figure->top[r] + BOX_HEIGHT + 2,
                right = x + figure->left[c] + figure->box_width + 2;
            if (c > 0 && gather__panel_left(panel, r, c))
                gather__svg_put(svg, "<path class=\"line\" d=\"M%d %dV%d\"/>",
                                x + middle_before(figure->left, c), top, bottom);
            if (r > 0 && gather__panel_top(panel, r, c))
                gather__svg_put(svg, "<path class=\"line\" d=\"M%d %dH%d\"/>", left,
                                y + middle_before(figure->top, r), right);
        }
    }
    gather__svg_put(svg, "\n");
}

static void put_figure(struct gather__svg *svg, const struct figure *figure)
{
    const struct gather__panel *panel = figure->panel;
    gather__svg_label(svg, figure->x, figure->y + 11, "axis", panel->caption);
    for (int32_t c = 0; c < panel->columns; c++)
        gather__svg_label(svg, figure->x + figure->left[c] + figure->box_width / 2,
                          figure->y + figure->top[0] - 7, "axis mid", panel->column_labels[c]);
    for (int32_t r = 0; r < panel->rows; r++) {
        if (!panel->memory)
            gather__svg_label(svg, figure->x + figure->left[0] - 8, figure->y + figure->top[r] + 25,
                              "axis end", panel->row_labels[r]);
        for (int32_t c = 0; c < panel->columns; c++)
            put_box(svg, figure, r, c);
    }
    put_lines(svg, figure);
}

/* ---- the page ------------------------------------------------------------------------------------ */

/* Places figures from left to right, and below each other where there is no room. */
static void place_figures(struct gather__svg *svg, struct figure *figures, int32_t begin, int32_t end)
{
    int32_t x = MARGIN, y = svg->height, band = 0;
    for (int32_t k = begin; k < end; k++) {
        struct figure *figure = &figures[k];
        if (x > MARGIN && x + figure->width > WIDTH_MAX - MARGIN) {
            x = MARGIN;
            y += band + GAP_WIDE;
            band = 0;
        }
        figure->x = x;
        figure->y = y;
        x += figure->width + BETWEEN;
        band = figure->height > band ? figure->height : band;
        svg->width = x - BETWEEN > svg->width ? x - BETWEEN : svg->width;
    }
    svg->height = y + band;
}

static void put_swatch(struct gather__svg *svg, int x, int y, const char *class_name, int number)
{
    gather__svg_put(svg, "<rect class=\"%s", class_name);
    if (number >= 0)
        gather__svg_put(svg, "%d", number);
    gather__svg_put(svg, "\" x=\"%d\" y=\"%d\" width=\"14\" height=\"14\" rx=\"4\"/>", x, y);
}

/* A line a colour scheme, a line a mark. */
static void put_legend(struct gather__svg *svg, const struct gather__scene *scene, int y)
{
    int swatches = (int)(scene->colour_count > GATHER__COLOURS ? GATHER__COLOURS : scene->colour_count);
    for (int k = 0; k < swatches; k++)
        put_swatch(svg, MARGIN + k * 18, y, "o", k);
    if (swatches > 0) {
        gather__svg_put(svg, "<text class=\"note\" x=\"%d\" y=\"%d\">index along dimension %d</text>\n",
                        MARGIN + swatches * 18 + 6, y + 12, (int)scene->colour_dimension);
        y += LEGEND_HEIGHT;
    }
    for (int32_t k = 0; k < scene->legend_count; k++, y += LEGEND_HEIGHT) {
        put_swatch(svg, MARGIN, y, scene->legend[k].mark == GATHER__MARK_VALUE ? "v" : "e", -1);
        gather__svg_label(svg, MARGIN + 24, y + 12, "note", scene->legend[k].text);
    }
}

/* "6 elements in 15 cells, 60 bytes" */
static void put_sizes(struct gather__svg *svg, const struct gather__subject *subject)
{
    const struct gather_layout_summary *summary = &subject->summary;
    gather__svg_put(svg, "%lld element%s in %lld cell%s of %d bit%s, %lld byte%s",
                    (long long)summary->elements, summary->elements == 1 ? "" : "s",
                    (long long)summary->cells, summary->cells == 1 ? "" : "s", (int)subject->layout.cell_bits,
                    subject->layout.cell_bits == 1 ? "" : "s", (long long)summary->bytes,
                    summary->bytes == 1 ? "" : "s");
}

/* For those who can't see it: the sizes, and of a small memory what lies there, cell by cell. */
static void put_description(struct gather__svg *svg, const struct gather__scene *scene,
                            const struct gather__subject *subject)
{
    gather__svg_put(svg, "<desc id=\"gather-description\">");
    put_sizes(svg, subject);
    const struct gather__panel *memory =
        scene->panel_count > 0 ? &scene->panels[scene->panel_count - 1] : NULL;
    if (memory != NULL && memory->memory && subject->summary.cells <= MEMORY_TOLD) {
        gather__svg_put(svg, ". In the order of memory:");
        for (int32_t k = 0; k < memory->rows; k++)
            for (int32_t c = 0; c < memory->columns; c++) {
                const struct gather__drawn_box *box = gather__panel_box(memory, k, c);
                if (box->mark != GATHER__MARK_NOTHING) {
                    gather__svg_put(svg, " ");
                    gather__svg_text(svg, box->name, strlen(box->name), SIZE_MAX);
                }
            }
    }
    gather__svg_put(svg, ".</desc>\n");
}

static void put_head(struct gather__svg *svg, const struct gather__scene *scene,
                     const struct gather__subject *subject, const char *title, size_t length)
{
    gather__svg_put(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"gather\" viewBox=\"0 0 %d %d\" width=\"%d\" "
        "height=\"%d\" role=\"img\" "
        "aria-labelledby=\"gather-title gather-description\">\n<title id=\"gather-title\">",
        (int)svg->width, (int)svg->height, (int)svg->width, (int)svg->height);
    gather__svg_text(svg, title, length, TITLE_KEPT);
    gather__svg_put(svg, "</title>\n");
    put_description(svg, scene, subject);
    gather_write_text(&svg->writer, GATHER__SVG_STYLE);
    gather__svg_put(
        svg,
        "<rect class=\"page\" width=\"100%%\" height=\"100%%\" rx=\"10\"/>\n<text class=\"title\" x=\"%d\" "
        "y=\"44\">",
        MARGIN);
    gather__svg_text(svg, title, length, TITLE_SHOWN);
    gather__svg_put(svg, "</text>\n<text class=\"note\" x=\"%d\" y=\"66\">", MARGIN);
    put_sizes(svg, subject);
    gather__svg_put(svg, "</text>\n");
}

static void put_heading(struct gather__svg *svg, int y, const char *text)
{
    gather__svg_put(svg, "<text class=\"head\" x=\"%d\" y=\"%d\">%s</text>\n", MARGIN, y, text);
}

/* Where everything stands, found before anything is written, since the size of the page comes first. */
struct places {
    int32_t grid_y, memory_y, legend_y; /* -1 for what there is none of */
};

static struct places place_all(struct gather__svg *svg, const struct gather__scene *scene,
                               struct figure *figures, size_t title_length)
{
    struct places places = {-1, -1, -1};
    int32_t memory = scene->panel_count;
    if (memory > 0 && scene->panels[memory - 1].memory)
        memory--;
    size_t shown = title_length < TITLE_SHOWN ? title_length : TITLE_SHOWN + 2;
    svg->width = MARGIN + (int32_t)shown * 12;
    svg->height = 84;
    if (memory > 0) {
        places.grid_y = svg->height + 14;
        svg->height += 26;
        place_figures(svg, figures, 0, memory);
        svg->height += 24;
    }
    if (memory < scene->panel_count) {
        places.memory_y = svg->height + 14;
        svg->height += 28;
        place_figures(svg, figures, memory, scene->panel_count);
        svg->height += 18;
    }
    places.legend_y = svg->height;
    /* bounded: a line a mark, and one for the colours */
    svg->height += (scene->legend_count + (scene->colour_count > 0)) * LEGEND_HEIGHT + MARGIN - 8;
    svg->width = svg->width < WIDTH_MIN ? WIDTH_MIN : svg->width + MARGIN;
    return places;
}

static enum gather_status put_page(struct gather__svg *svg, const struct gather__scene *scene,
                                   const struct gather__subject *subject, const char *title, size_t length)
{
    struct figure *figures = calloc((size_t)scene->panel_count + 1, sizeof *figures);
    if (figures == NULL)
        return GATHER_STATUS_NO_MEMORY;
    for (int32_t k = 0; k < scene->panel_count; k++) {
        figures[k].panel = &scene->panels[k];
        measure(&figures[k]);
    }
    struct places places = place_all(svg, scene, figures, length);
    put_head(svg, scene, subject, title, length);
    if (places.grid_y >= 0)
        put_heading(svg, places.grid_y, "Elements, each with its cell");
    if (places.memory_y >= 0)
        put_heading(svg, places.memory_y, "Memory, cell by cell");
    for (int32_t k = 0; k < scene->panel_count; k++)
        put_figure(svg, &figures[k]);
    put_legend(svg, scene, places.legend_y);
    gather__svg_put(svg, "</svg>\n");
    free(figures);
    return svg->writer.status;
}

enum gather_status gather_layout_draw_svg(const struct gather_layout *layout, const char *title,
                                          size_t length, struct gather_sink sink)
{
    static const struct gather__metrics metrics = {.width = WIDTH_MAX - 2 * MARGIN,
                                                   .rows = ROWS,
                                                   .character = CHARACTER,
                                                   .box_minimum = BOX_HEIGHT + GAP_NARROW,
                                                   .box_margin = BOX_MARGIN + GAP_NARROW,
                                                   .border = GAP_WIDE - GAP_NARROW,
                                                   .frame = 8,
                                                   .both = true};
    struct gather__svg svg = {gather_writer_to(sink), 0, 0};
    struct gather__subject subject;
    struct gather__scene scene;
    enum gather_status status = gather__scene_init(&scene, layout, &metrics);
    if (status == GATHER_STATUS_OK)
        status = gather__subject_init(&subject, layout);
    if (status == GATHER_STATUS_OK)
        status = put_page(&svg, &scene, &subject, title, length);
    gather__scene_fini(&scene);
    return status;
}
