/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A layout as a scene: the panels are made here, box by box. What is shown of a long row of things is picked:
 *
 *     all of them, if they fit          0 1 2 3 4
 *     else its ends                     0 1 2 .. 98 99          -1 stands for the gap
 */
#include "study/drawing/scene.h"

#include <stdlib.h>
#include <string.h>

#include "core/arith.h"
#include "study/drawing/subject.h"
#include "study/text/bounded.h"

enum { PICKS_MAX = 256, GAP = -1, MEMORY_ROWS = 8 };

struct picks {
    int32_t count;
    int64_t places[PICKS_MAX];
};

/* Picks all of `count` places if there is room, else `shown` of them with the gap. */
static struct picks pick(int64_t count, int32_t room, int32_t shown)
{
    struct picks picks = {0, {0}};
    int32_t most = shown < 2 ? 2 : shown > PICKS_MAX ? PICKS_MAX : shown;
    if (count <= room && count <= PICKS_MAX) {
        for (int64_t k = 0; k < count; k++)
            picks.places[picks.count++] = k;
        return picks;
    }
    int32_t last = (most - 1) / 2, first = most - 1 - last;
    for (int32_t k = 0; k < first; k++)
        picks.places[picks.count++] = k;
    picks.places[picks.count++] = GAP;
    for (int32_t k = last; k > 0; k--)
        picks.places[picks.count++] = count - k;
    return picks;
}

/* ---- panels -------------------------------------------------------------------------------------- */

static size_t box_number(const struct gather__panel *panel, int32_t row, int32_t column)
{
    return (size_t)row * (size_t)panel->columns + (size_t)column; /* bounded: PICKS_MAX each way */
}

const struct gather__drawn_box *gather__panel_box(const struct gather__panel *panel, int32_t row,
                                                  int32_t column)
{
    if (row < 0 || row >= panel->rows || column < 0 || column >= panel->columns)
        return NULL;
    return &panel->boxes[box_number(panel, row, column)];
}

static struct gather__drawn_box *box_at(struct gather__panel *panel, int32_t row, int32_t column)
{
    return &panel->boxes[box_number(panel, row, column)];
}

static bool is_gap(const struct gather__drawn_box *box)
{
    return box != NULL && box->mark == GATHER__MARK_GAP;
}

static bool border_between(const struct gather__drawn_box *a, const struct gather__drawn_box *b)
{
    if (a == NULL || b == NULL)
        return a != b;
    if (is_gap(a) || is_gap(b) || a->mark == GATHER__MARK_NOTHING || b->mark == GATHER__MARK_NOTHING)
        return false;
    return a->block != b->block;
}

/* Along a gap, borders go on as they came. */
bool gather__panel_left(const struct gather__panel *panel, int32_t row, int32_t column)
{
    const struct gather__drawn_box *left, *right;
    do {
        left = gather__panel_box(panel, row, column - 1);
        right = gather__panel_box(panel, row, column);
        row--;
    } while (row >= 0 && is_gap(left) && is_gap(right));
    return border_between(left, right);
}

bool gather__panel_top(const struct gather__panel *panel, int32_t row, int32_t column)
{
    const struct gather__drawn_box *above, *below;
    do {
        above = gather__panel_box(panel, row - 1, column);
        below = gather__panel_box(panel, row, column);
        column--;
    } while (column >= 0 && is_gap(above) && is_gap(below));
    /* The rows of a memory panel are one line, wrapped: a border between them would say something else. */
    return !(panel->memory && above != NULL && below != NULL) && border_between(above, below);
}

static struct gather__panel *add_panel(struct gather__scene *scene, int32_t rows, int32_t columns)
{
    struct gather__panel *panel = &scene->panels[scene->panel_count];
    panel->rows = rows;
    panel->columns = columns;
    panel->boxes = calloc(box_number(panel, rows, 0) + 1, sizeof *panel->boxes);
    panel->row_labels = calloc((size_t)rows + 1, sizeof *panel->row_labels);
    panel->column_labels = calloc((size_t)columns + 1, sizeof *panel->column_labels);
    scene->panel_count++; /* counted even where memory is lacking, so that it is freed */
    if (panel->boxes == NULL || panel->row_labels == NULL || panel->column_labels == NULL)
        return NULL;
    return panel;
}

void gather__scene_fini(struct gather__scene *scene)
{
    for (int32_t k = 0; k < scene->panel_count; k++) {
        free(scene->panels[k].boxes);
        free(scene->panels[k].row_labels);
        free(scene->panels[k].column_labels);
    }
    memset(scene, 0, sizeof *scene);
}

void gather__number_text(int64_t number, char *text)
{
    struct gather__bounded room;
    struct gather_writer writing = gather__bounded_writer(&room, text, GATHER__NAME_SIZE);
    if (number == GAP)
        gather_write_text(&writing, "..");
    else
        gather_write_integer(&writing, number);
}

static void set_gap(struct gather__drawn_box *box)
{
    box->cell = -1;
    box->mark = GATHER__MARK_GAP;
    gather__number_text(GAP, box->name);
}

static int32_t box_size(const struct gather__metrics *metrics, int32_t characters)
{
    int32_t size = characters * metrics->character + metrics->box_margin;
    return size < metrics->box_minimum ? metrics->box_minimum : size;
}

/* How many boxes fit beside each other, behind a label, with a border every `between` boxes (0: none). */
static int32_t boxes_that_fit(const struct gather__metrics *metrics, int32_t label, int32_t characters,
                              int64_t between)
{
    int32_t room = metrics->width - label * metrics->character - metrics->frame, count = 0;
    for (int32_t used = 0; count < PICKS_MAX; count++) {
        used += box_size(metrics, characters);
        used += between > 0 && count > 0 && count % between == 0 ? metrics->border : 0;
        if (used > room)
            break;
    }
    return count > 0 ? count : 1;
}

/* ---- the grid ------------------------------------------------------------------------------------ */

struct grid {
    const struct gather__subject *subject;
    struct picks rows, columns;
    int32_t row_dimension, column_dimension; /* -1 where the rank has none */
};

static bool is_inside(const struct gather_layout *layout, const int64_t *index)
{
    return gather_layout_holds(layout, index, layout->rank);
}

/* One box of the grid; what lies outside the shape has a block of its own, unless tiles give the blocks. */
static void fill_grid_box(const struct grid *grid, const int64_t *index, struct gather__drawn_box *box)
{
    const struct gather__subject *subject = grid->subject;
    int64_t cell;
    if (gather_layout_cell(&subject->extended, index, subject->layout.rank, &cell, NULL) != GATHER_STATUS_OK)
        return;
    gather__subject_box(subject, cell, box);
    if (subject->layout.tile_count == 0)
        box->block = is_inside(&subject->layout, index) ? 0 : 1;
}

/* How many boxes of the first row lie before its first border; 0 where none is near. */
static int64_t boxes_before_border(const struct grid *grid, int64_t columns)
{
    int64_t index[GATHER_MAX_RANK] = {0};
    struct gather__drawn_box first = {0}, box = {0};
    fill_grid_box(grid, index, &first);
    for (int64_t c = 1; c < columns && c < PICKS_MAX; c++) {
        index[grid->column_dimension] = c;
        fill_grid_box(grid, index, &box);
        if (box.block != first.block)
            return c;
    }
    return 0;
}

/* Borders around every single box say nothing: the tile shows itself in other dimensions than these two. */
static void drop_useless_borders(struct gather__panel *panel)
{
    for (int32_t r = 0; r < panel->rows; r++)
        for (int32_t c = 0; c < panel->columns; c++) {
            bool left = c > 0 && !is_gap(box_at(panel, r, c)) && !is_gap(box_at(panel, r, c - 1));
            bool top = r > 0 && !is_gap(box_at(panel, r, c)) && !is_gap(box_at(panel, r - 1, c));
            if ((left && !gather__panel_left(panel, r, c)) || (top && !gather__panel_top(panel, r, c)))
                return;
        }
    for (int32_t r = 0; r < panel->rows; r++)
        for (int32_t c = 0; c < panel->columns; c++)
            box_at(panel, r, c)->block = 0;
}

static void fill_grid(const struct grid *grid, int64_t *index, struct gather__panel *panel)
{
    for (int32_t r = 0; r < panel->rows; r++) {
        int64_t row = grid->rows.places[r];
        for (int32_t c = 0; c < panel->columns; c++) {
            int64_t column = grid->columns.places[c];
            struct gather__drawn_box *box = box_at(panel, r, c);
            if (grid->row_dimension >= 0)
                index[grid->row_dimension] = row;
            if (grid->column_dimension >= 0)
                index[grid->column_dimension] = column;
            if (row == GAP || column == GAP)
                set_gap(box);
            else
                fill_grid_box(grid, index, box);
        }
    }
}

/* Numbers beside the boxes, as far as the shape goes. */
static void label_grid(const struct grid *grid, struct gather__panel *panel)
{
    const int64_t *sizes = grid->subject->layout.sizes;
    for (int32_t r = 0; grid->row_dimension >= 0 && r < panel->rows; r++)
        if (grid->rows.places[r] < sizes[grid->row_dimension])
            gather__number_text(grid->rows.places[r], panel->row_labels[r]);
    for (int32_t c = 0; grid->column_dimension >= 0 && c < panel->columns; c++)
        if (grid->columns.places[c] < sizes[grid->column_dimension])
            gather__number_text(grid->columns.places[c], panel->column_labels[c]);
}

/* "[0,2,:,:]" */
static void caption_slice(const struct gather_layout *layout, const int64_t *index,
                          struct gather__panel *panel)
{
    struct gather__bounded room;
    struct gather_writer text = gather__bounded_writer(&room, panel->caption, sizeof panel->caption);
    gather_write_text(&text, "[");
    gather_write_integers(&text, index, layout->rank - 2, ",");
    gather_write_text(&text, ",:,:]");
}

/*
 * How many slices there are of the dimensions before the last two; INT64_MAX where that is beyond
 * counting.
 */
static int64_t slice_count(const struct gather_layout *layout)
{
    int64_t count = 1;
    for (int32_t d = 0; d < layout->rank - 2; d++)
        if (layout->sizes[d] == 0)
            return 0;
    for (int32_t d = 0; d < layout->rank - 2; d++)
        if (!gather__multiply(count, layout->sizes[d], &count))
            return INT64_MAX;
    return count;
}

static void slice_index(const struct gather_layout *layout, int64_t number, int64_t *index)
{
    for (int32_t d = layout->rank - 3; d >= 0; d--) {
        index[d] = number % layout->sizes[d];
        number /= layout->sizes[d];
    }
}

static enum gather_status add_slice(struct gather__scene *scene, const struct grid *grid, int64_t number)
{
    const struct gather_layout *layout = &grid->subject->layout;
    int64_t index[GATHER_MAX_RANK] = {0};
    struct gather__panel *panel =
        number == GAP ? add_panel(scene, 0, 0) : add_panel(scene, grid->rows.count, grid->columns.count);
    if (panel == NULL)
        return GATHER_STATUS_NO_MEMORY;
    if (number == GAP) {
        gather__number_text(GAP, panel->caption);
        return GATHER_STATUS_OK;
    }
    if (layout->rank > 2) {
        slice_index(layout, number, index);
        caption_slice(layout, index, panel);
    }
    fill_grid(grid, index, panel);
    drop_useless_borders(panel);
    label_grid(grid, panel);
    return GATHER_STATUS_OK;
}

/* How many slices there is room for: side by side, and in bands below each other. */
static int32_t slices_that_fit(const struct gather__metrics *metrics, const struct grid *grid,
                               int32_t characters)
{
    int32_t box = box_size(metrics, characters), between = 4 * metrics->character;
    int32_t width = grid->columns.count * box + metrics->frame + between; /* bounded: PICKS_MAX boxes */
    int32_t beside = width > metrics->width ? 1 : metrics->width / width;
    int32_t below = metrics->rows / (grid->rows.count + 3);
    int32_t count = beside * (below > 0 ? below : 1);
    return count < GATHER__PANELS_MAX - 1 ? count : GATHER__PANELS_MAX - 1;
}

/* Places of a dimension in the grid: to the end of the tiles if there is room, else to that of the shape. */
static int64_t grid_size(const struct gather__subject *subject, int32_t dimension, int32_t room)
{
    if (dimension < 0)
        return 1;
    int64_t size = subject->layout.sizes[dimension], extended = subject->extended.sizes[dimension];
    return extended > room && size > 0 ? size : extended;
}

static enum gather_status add_grid(struct gather__scene *scene, const struct gather__subject *subject,
                                   const struct gather__metrics *metrics)
{
    const struct gather_layout *layout = &subject->layout;
    struct grid grid = {.subject = subject,
                        .row_dimension = layout->rank > 1 ? layout->rank - 2 : -1,
                        .column_dimension = layout->rank - 1};
    int32_t name = gather__subject_name_width(subject), cell = gather__subject_cell_width(subject);
    int32_t characters = metrics->both && name > cell ? name : cell;
    int64_t slices = slice_count(layout);
    int32_t room = slices == 1 ? metrics->rows : metrics->rows / 3;
    int64_t rows = grid_size(subject, grid.row_dimension, room);
    int64_t columns = grid_size(subject, grid.column_dimension, PICKS_MAX);
    if (characters < gather__digits(columns))
        characters = gather__digits(columns);
    if (rows == 0 || columns == 0 || slices == 0)
        return GATHER_STATUS_OK;
    int32_t fit =
        boxes_that_fit(metrics, gather__digits(rows), characters, boxes_before_border(&grid, columns));
    columns = grid_size(subject, grid.column_dimension, fit);
    grid.rows = pick(rows, room, room - room / 4);
    grid.columns = pick(columns, fit, fit);
    fit = slices_that_fit(metrics, &grid, characters);
    struct picks picked = pick(slices, fit, fit < 3 ? 3 : fit); /* the first and the last at least */
    enum gather_status status = GATHER_STATUS_OK;
    for (int32_t k = 0; k < picked.count && status == GATHER_STATUS_OK; k++)
        status = add_slice(scene, &grid, picked.places[k]);
    return status;
}

/* ---- memory -------------------------------------------------------------------------------------- */

/* How memory is cut into rows: whole units, as many as fit; a unit that does not fit is a row with a gap. */
struct wrapping {
    int64_t cells; /* of a row */
    struct picks columns, rows;
};

static struct wrapping wrap_memory(const struct gather__subject *subject,
                                   const struct gather__metrics *metrics, int32_t characters)
{
    struct wrapping wrapping;
    int64_t cells = subject->summary.cells;
    int32_t fit = boxes_that_fit(metrics, gather__subject_cell_width(subject), characters, subject->unit);
    wrapping.cells = fit;
    if (subject->unit > 0)
        wrapping.cells = subject->unit > fit ? subject->unit : fit - fit % subject->unit;
    if (wrapping.cells > cells)
        wrapping.cells = cells;
    int64_t rows = gather__divide_up(cells, wrapping.cells);
    wrapping.columns = pick(wrapping.cells, fit, fit);
    wrapping.rows = pick(rows, MEMORY_ROWS, MEMORY_ROWS);
    /* A gap is two characters wide: where there is one, no box may be counted as less. */
    if (characters < 2 && (rows > MEMORY_ROWS || wrapping.cells > fit))
        return wrap_memory(subject, metrics, 2);
    return wrapping;
}

static void fill_memory(const struct gather__subject *subject, const struct wrapping *wrapping,
                        struct gather__panel *panel)
{
    for (int32_t r = 0; r < panel->rows; r++) {
        int64_t row = wrapping->rows.places[r], first = 0;
        if (row == GAP || !gather__multiply(row, wrapping->cells, &first))
            row = GAP;
        gather__number_text(row == GAP ? GAP : first, panel->row_labels[r]);
        for (int32_t c = 0; c < panel->columns; c++) {
            int64_t column = wrapping->columns.places[c], cell = 0;
            struct gather__drawn_box *box = box_at(panel, r, c);
            if (row == GAP || column == GAP)
                set_gap(box);
            else if (gather__add(first, column, &cell) && cell < subject->summary.cells)
                gather__subject_box(subject, cell, box);
        }
    }
}

static enum gather_status add_memory(struct gather__scene *scene, const struct gather__subject *subject,
                                     const struct gather__metrics *metrics)
{
    if (subject->summary.cells == 0)
        return GATHER_STATUS_OK;
    struct wrapping wrapping = wrap_memory(subject, metrics, gather__subject_name_width(subject));
    struct gather__panel *panel = add_panel(scene, wrapping.rows.count, wrapping.columns.count);
    if (panel == NULL)
        return GATHER_STATUS_NO_MEMORY;
    panel->memory = true;
    fill_memory(subject, &wrapping, panel);
    return GATHER_STATUS_OK;
}

/* ---- the legend ---------------------------------------------------------------------------------- */

static void add_legend(struct gather__scene *scene, int32_t mark, const char *name, const char *text,
                       const char *more)
{
    struct gather__legend *legend = &scene->legend[scene->legend_count++];
    struct gather__bounded room;
    struct gather_writer writing = gather__bounded_writer(&room, legend->text, sizeof legend->text);
    legend->mark = mark;
    memcpy(legend->name, name, strlen(name) + 1);
    gather_write_text(&writing, text);
    gather_write_text(&writing, more);
}

static bool scene_shows(const struct gather__scene *scene, int32_t mark)
{
    for (int32_t p = 0; p < scene->panel_count; p++)
        for (int32_t r = 0; r < scene->panels[p].rows; r++)
            for (int32_t c = 0; c < scene->panels[p].columns; c++)
                if (gather__panel_box(&scene->panels[p], r, c)->mark == mark)
                    return true;
    return false;
}

static void add_legends(struct gather__scene *scene, const struct gather__subject *subject)
{
    int32_t padding = subject->layout.padding, dimension = subject->colour_dimension;
    scene->colour_dimension = dimension;
    if (dimension >= 0 && subject->summary.elements > 0)
        scene->colour_count = subject->layout.sizes[dimension];
    if (scene_shows(scene, GATHER__MARK_VALUE))
        add_legend(scene, GATHER__MARK_VALUE, gather__padding_sign(padding), "padding, holds ",
                   gather__padding_name(padding));
    if (scene_shows(scene, GATHER__MARK_EMPTY))
        add_legend(scene, GATHER__MARK_EMPTY, ".", "holds no element", "");
}

enum gather_status gather__scene_init(struct gather__scene *scene, const struct gather_layout *layout,
                                      const struct gather__metrics *metrics)
{
    struct gather__subject subject;
    memset(scene, 0, sizeof *scene);
    enum gather_status status = gather__subject_init(&subject, layout);
    if (status != GATHER_STATUS_OK)
        return status;
    scene->letters = subject.letters;
    status = add_grid(scene, &subject, metrics);
    if (status == GATHER_STATUS_OK)
        status = add_memory(scene, &subject, metrics);
    if (status == GATHER_STATUS_OK)
        add_legends(scene, &subject);
    return status;
}
