/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the shape of the output comes about, with the real numbers:
 *
 *     shape         data[:axis] ++ indices ++ data[axis+1:]
 *       data        [5,3]      axis 0 has size 5
 *       indices     [2,2]
 *       in front    []
 *       in place    [2,2]      instead of 5
 *       behind      [3]
 *       output      [2,2,3]    12 elements
 */
#include <string.h>

#include "study/text/bounded.h"
#include "study/text/canvas.h"
#include "study/text/prose.h"
#include "study/worlds/explanation.h"

struct page {
    const struct gather_explanation *explanation;
    struct gather_writer *writer;
    int32_t width;
    bool colour;
};

static void write_label(const struct page *page, const char *label)
{
    enum { WIDTH = 12 };
    size_t length = strlen(label);
    gather_write_text(page->writer, "  ");
    gather_write_text(page->writer, page->colour ? gather__style_begin(GATHER__STYLE_FAINT) : "");
    gather_write_text(page->writer, label);
    gather_write_text(page->writer, page->colour ? gather__style_end() : "");
    gather_write_repeated(page->writer, ' ', length < WIDTH ? WIDTH - length : 1);
}

/* "[2,2]      instead of 5" */
static void write_sizes(const struct page *page, const char *label, const int64_t *sizes, int32_t rank,
                        const char *remark)
{
    enum { COLUMN = 16 };
    char text[512];
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, text, sizeof text);
    gather_write_text(&writer, "[");
    gather_write_integers(&writer, sizes, rank, ",");
    gather_write_text(&writer, "]");
    write_label(page, label);
    gather_write_text(page->writer, text);
    if (*remark != '\0') {
        gather_write_repeated(page->writer, ' ', strlen(text) < COLUMN ? COLUMN - strlen(text) : 2);
        gather_write_text(page->writer, remark);
    }
    gather_write_text(page->writer, "\n");
}

static void remark_axis(const struct gather_take *take, char *text, size_t size)
{
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, text, size);
    gather_write_text(&writer, "axis ");
    gather_write_integer(&writer, take->axis);
    gather_write_text(&writer, " has size ");
    gather_write_integer(&writer, take->data.sizes[take->axis]);
}

static void remark_place(const struct gather_take *take, char *text, size_t size)
{
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, text, size);
    gather_write_text(&writer, take->indices.rank == 0 ? "nothing instead of " : "instead of ");
    gather_write_integer(&writer, take->data.sizes[take->axis]);
    gather_write_text(&writer, take->indices.rank == 0 ? ": a single index takes the axis away" : "");
}

static void remark_output(const struct gather_layout *output, char *text, size_t size)
{
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, text, size);
    int64_t elements = gather_layout_elements(output), bytes = gather_layout_bytes(output);
    gather_write_integer(&writer, elements);
    gather_write_text(&writer, elements == 1 ? " element, " : " elements, ");
    gather_write_integer(&writer, bytes);
    gather_write_text(&writer, bytes == 1 ? " byte" : " bytes");
}

static void write_steps(const struct page *page, const struct gather_layout *output)
{
    const struct gather_take *take = &page->explanation->take;
    char remark[128];
    gather_write_text(page->writer, "shape: data[:axis] ++ indices ++ data[axis+1:]\n");
    remark_axis(take, remark, sizeof remark);
    write_sizes(page, "data", take->data.sizes, take->data.rank, remark);
    write_sizes(page, "indices", take->indices.sizes, take->indices.rank, "");
    write_sizes(page, "in front", take->data.sizes, take->axis, "");
    remark_place(take, remark, sizeof remark);
    write_sizes(page, "in place", take->indices.sizes, take->indices.rank, remark);
    write_sizes(page, "behind", take->data.sizes + take->axis + 1, take->data.rank - take->axis - 1, "");
    remark_output(output, remark, sizeof remark);
    write_sizes(page, "output", output->sizes, output->rank, remark);
}

/* ---- worlds that write the operands in their own way --------------------------------------------- */

static bool same_sizes(const struct gather_layout *a, const struct gather_layout *b)
{
    return a->rank == b->rank && memcmp(a->sizes, b->sizes, (size_t)a->rank * sizeof *a->sizes) == 0;
}

static void add_sizes(struct gather_writer *writer, const char *label, const struct gather_layout *layout)
{
    gather_write_text(writer, label);
    gather_write_text(writer, " [");
    gather_write_integers(writer, layout->sizes, layout->rank, ",");
    gather_write_text(writer, "]");
}

/* One line of a world that is asked for other sizes, or gives others. */
static void write_own_way(const struct page *page, const struct gather__world *world,
                          const struct gather_layout *output)
{
    const struct gather_take *take = &page->explanation->take;
    struct gather_layout operands[2], own;
    struct gather_op op;
    char text[1536];
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, text, sizeof text);
    if (world->group < 0 || world->behaviour->dialect == NULL ||
        gather_behaviour_op(world->behaviour, NULL, take, &op, operands, NULL) != GATHER_STATUS_OK ||
        gather_infer(&op, operands, 2, &own, NULL) != GATHER_STATUS_OK)
        return;
    if (same_sizes(&operands[0], &take->data) && same_sizes(&operands[1], &take->indices) &&
        same_sizes(&own, output))
        return;
    gather_write_text(&writer, "writes it as");
    add_sizes(&writer, " data", &operands[0]);
    add_sizes(&writer, ", indices", &operands[1]);
    add_sizes(&writer, ", output", &own);
    write_label(page, world->behaviour->id);
    struct gather__prose prose = gather__prose_at(page->writer, page->width, 14, 14);
    gather__prose_write(&prose, text);
    gather__prose_end(&prose);
}

static void write_refusal(const struct page *page, const struct gather__world *world)
{
    char sentence[256];
    struct gather__prose prose = gather__prose_at(page->writer, page->width, 14, 14);
    if (!world->refuses)
        return;
    gather_error_format(&world->refusal, sentence, sizeof sentence);
    write_label(page, world->behaviour->id);
    gather__prose_write(&prose, "refuses it:");
    gather__prose_write(&prose, sentence);
    gather__prose_end(&prose);
}

void gather_explanation_write_shape(const struct gather_explanation *explanation,
                                    const struct gather_drawing *drawing, struct gather_writer *writer)
{
    struct page page = {explanation, writer, gather__page_of(drawing), drawing->colour};
    struct gather_layout output;
    if (gather_take_output(&explanation->take, &output, NULL) != GATHER_STATUS_OK)
        return; /* it was made before */
    write_steps(&page, &output);
    for (int32_t w = 0; w < explanation->world_count; w++) {
        write_own_way(&page, &explanation->worlds[w], &output);
        write_refusal(&page, &explanation->worlds[w]);
    }
}
