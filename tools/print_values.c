/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The elements of a tensor: print_values.h says for whom.
 *
 *     f32[2,3]
 *     [[ 0, 1.5, -2],
 *      [10,  11, 12]]
 *
 * Elements are walked over twice: first for the widest of them, then to write.
 */
#include "print_values.h"

#include <string.h>

enum { EDGE = 3, MANY = 1000, MOST_SHOWN = 50000, COLUMNS = 80, TEXT_SIZE = 128 };

struct page {
    const struct gather_layout *layout;
    const struct gather_layout *held; /* the same, or with the corners alone */
    const uint8_t *values;
    struct gather_writer *writer; /* NULL: widths are asked for */
    int64_t element_bytes;
    int64_t edge;  /* entries shown at each end of a dimension */
    int64_t inner; /* of the last dimension: as many as a line holds */
    size_t width;  /* of the widest element */
    size_t column; /* where the line stands */
    size_t columns;
};

/* ---- one element --------------------------------------------------------------------------------- */

struct text {
    char bytes[TEXT_SIZE];
    size_t length;
};

static enum gather_status append(void *context, const char *bytes, size_t count)
{
    struct text *text = context;
    for (size_t k = 0; k < count && text->length < TEXT_SIZE; k++)
        text->bytes[text->length++] = bytes[k];
    return GATHER_STATUS_OK;
}

static void show_element(struct page *page, int64_t number)
{
    struct text text = {{0}, 0};
    struct gather_sink sink = {append, &text};
    struct gather_writer writer = gather_writer_to(sink);
    const uint8_t *element = page->values + number * page->element_bytes; /* bounded: inside the values */
    gather_element_write(&writer, page->layout->dtype, element, false);
    if (page->writer == NULL) {
        page->width = text.length > page->width ? text.length : page->width;
        return;
    }
    gather_write_repeated(page->writer, ' ', page->width - text.length);
    gather_write(page->writer, text.bytes, text.length);
    page->column += page->width;
}

/* ---- a dimension --------------------------------------------------------------------------------- */

static void write(struct page *page, const char *text)
{
    if (page->writer != NULL)
        gather_write_text(page->writer, text);
    page->column += strlen(text);
}

static void next_line(struct page *page, int32_t indent)
{
    if (page->writer != NULL) {
        gather_write_text(page->writer, "\n");
        gather_write_repeated(page->writer, ' ', (size_t)indent);
    }
    page->column = (size_t)indent;
}

/* Between two entries of a dimension: rows stand below each other, elements beside each other while they fit. */
static void part(struct page *page, int32_t dimension)
{
    bool is_innermost = dimension == page->layout->rank - 1;
    write(page, ",");
    if (!is_innermost || page->column + 1 + page->width >= page->columns)
        next_line(page, dimension + 1);
    else
        write(page, " ");
}

/* The part of the tensor that begins at an element, from a dimension on. */
static void show_dimension(struct page *page, int32_t dimension, int64_t first)
{
    const struct gather_layout *layout = page->layout;
    if (dimension == layout->rank) {
        show_element(page, first);
        return;
    }
    const int64_t edge = dimension == layout->rank - 1 ? page->inner : page->edge;
    int64_t size = layout->sizes[dimension], step = 1;
    int64_t left_out = size - page->held->sizes[dimension];
    for (int32_t d = dimension + 1; d < layout->rank; d++)
        step *= page->held->sizes[d]; /* bounded: a part of the elements, which fit */
    write(page, "[");
    for (int64_t k = 0; k < size; k++) {
        if (k > 0)
            part(page, dimension);
        if (k == edge && size > 2 * page->edge) {
            write(page, "..");
            k = size - edge - 1;
            continue;
        }
        int64_t place = k < edge ? k : k - left_out;
        show_dimension(page, dimension + 1, first + place * step); /* bounded: an element's number */
    }
    write(page, "]");
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static void write_head(const struct gather_layout *layout, struct gather_writer *writer)
{
    char name[32];
    gather_dtype_name(layout->dtype, GATHER_WORLD_OWN, name, sizeof name);
    gather_write_text(writer, name);
    gather_write_text(writer, "[");
    gather_write_integers(writer, layout->sizes, layout->rank, ",");
    gather_write_text(writer, "]\n");
}

/* Elements that are printed with so many at each end. */
static int64_t count_shown(const struct gather_layout *layout, int64_t edge)
{
    int64_t shown = 1;
    for (int32_t d = 0; d < layout->rank && shown <= MOST_SHOWN; d++)
        shown *=
            layout->sizes[d] > 2 * edge ? 2 * edge : layout->sizes[d]; /* bounded: six times MOST_SHOWN */
    return shown;
}

int64_t print_values_edge(const struct gather_layout *layout)
{
    int64_t elements = gather_layout_elements(layout), edge = EDGE;
    if (elements <= MANY)
        return MANY;
    while (edge > 1 && count_shown(layout, edge) > MOST_SHOWN)
        edge--;
    return edge;
}

/* Entries at each end of a row, so that with brackets, commas and what stands for the others it is one line. */
static int64_t inner_edge(const struct page *page)
{
    int64_t brackets = 2 * (int64_t)page->layout->rank + 4;
    int64_t most = ((int64_t)page->columns - brackets) / (2 * ((int64_t)page->width + 2));
    return most >= page->edge ? page->edge : most > 1 ? most : 1;
}

void print_corners(const struct gather_layout *whole, const struct gather_layout *held, const void *values,
                   const struct gather_drawing *drawing, struct gather_writer *writer)
{
    struct page page = {.layout = whole, .held = held, .values = values};
    page.element_bytes = held->cell_bits / 8;
    page.edge = page.inner = print_values_edge(whole);
    page.columns = drawing->columns > 0 ? (size_t)drawing->columns : COLUMNS;
    write_head(whole, writer);
    if (gather_layout_elements(whole) == 0)
        return;
    show_dimension(&page, 0, 0);
    if (page.edge < MANY)
        page.inner = inner_edge(&page);
    page.writer = writer;
    page.column = 0;
    show_dimension(&page, 0, 0);
    gather_write_text(writer, "\n");
}

void print_values(const struct gather_layout *layout, const void *values,
                  const struct gather_drawing *drawing, struct gather_writer *writer)
{
    print_corners(layout, layout, values, drawing, writer);
}

void print_values_json_begin(const struct gather_layout *layout, struct gather_json *json)
{
    char name[32];
    gather_dtype_name(layout->dtype, GATHER_WORLD_OWN, name, sizeof name);
    gather_json_text(json, "dtype", name);
    gather_json_integers(json, "shape", layout->sizes, layout->rank);
    gather_json_array(json, "values");
}

void print_values_json_add(const struct gather_layout *layout, const void *values, int64_t first,
                           int64_t count, struct gather_json *json)
{
    int64_t bytes = layout->cell_bits / 8;
    for (int64_t k = 0; k < count && json->writer.status == GATHER_STATUS_OK; k++) {
        const uint8_t *element = (const uint8_t *)values + k * bytes; /* bounded: inside the values */
        gather_write_text(&json->writer, first + k > 0 ? "," : "");
        gather_element_write(&json->writer, layout->dtype, element, true);
    }
}

void print_values_json(const struct gather_layout *layout, const void *values, struct gather_json *json)
{
    print_values_json_begin(layout, json);
    print_values_json_add(layout, values, 0, gather_layout_elements(layout), json);
    gather_json_end(json);
}
