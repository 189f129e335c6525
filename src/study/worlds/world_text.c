/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a world says of indices, in lines:
 *
 *     openvino: OpenVINO Gather-8
 *       outside     zero
 *       negative    from the end, once
 *       ..
 */
#include <string.h>

#include "study/text/bounded.h"
#include "study/text/canvas.h"
#include "study/text/prose.h"
#include "study/worlds/explanation.h"

struct page {
    struct gather_writer *writer;
    int32_t width;
    bool colour;
};

static void write_line(const struct page *page, const char *label, const char *text)
{
    enum { LABEL = 14 };
    if (text == NULL)
        return;
    gather_write_text(page->writer, page->colour ? gather__style_begin(GATHER__STYLE_FAINT) : "");
    gather_write_text(page->writer, "  ");
    gather_write_text(page->writer, label);
    gather_write_text(page->writer, page->colour ? gather__style_end() : "");
    gather_write_repeated(page->writer, ' ', LABEL - 2 - strlen(label));
    struct gather__prose prose = gather__prose_at(page->writer, page->width, LABEL, LABEL);
    gather__prose_write(&prose, text);
    gather__prose_end(&prose);
}

static const char *reading_text(int32_t reading)
{
    static const char *const texts[] = {NULL, "only the low 32 bits of an index, signed",
                                        "unsigned indices as signed 64 bits",
                                        "only the low 32 bits of an index"};
    return texts[reading];
}

static const char *counting_text(const struct gather_behaviour *behaviour)
{
    static const char *const texts[] = {"from the end, once", "from the end, once, where the type is signed",
                                        "outside"};
    if (behaviour->rule == GATHER_RULE_WRAP)
        return "modulo the size, as any index";
    return texts[behaviour->negative];
}

static void types_text(const struct gather_behaviour *behaviour, char *text, size_t size)
{
    struct gather__bounded room;
    struct gather_writer writer = gather__bounded_writer(&room, text, size);
    static const int32_t types[] = {GATHER_DTYPE_I2,  GATHER_DTYPE_I4,  GATHER_DTYPE_I8,  GATHER_DTYPE_I16,
                                    GATHER_DTYPE_I32, GATHER_DTYPE_I64, GATHER_DTYPE_U2,  GATHER_DTYPE_U4,
                                    GATHER_DTYPE_U8,  GATHER_DTYPE_U16, GATHER_DTYPE_U32, GATHER_DTYPE_U64};
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        char name[24];
        if ((behaviour->index_types >> types[k] & 1) == 0)
            continue;
        gather_dtype_name(types[k], GATHER_WORLD_OWN, name, sizeof name);
        gather_write_text(&writer, name);
        gather_write_text(&writer, " ");
    }
}

static void write_name(const struct page *page, const struct gather_behaviour *behaviour)
{
    gather_write_text(page->writer, page->colour ? gather__style_begin(GATHER__STYLE_BOLD) : "");
    gather_write_text(page->writer, behaviour->id);
    gather_write_text(page->writer, page->colour ? gather__style_end() : "");
    gather_write_text(page->writer, ": ");
    gather_write_text(page->writer, behaviour->name);
    gather_write_text(page->writer, "\n");
}

void gather__write_world(const struct gather_behaviour *behaviour, struct gather_writer *writer,
                         int32_t width, bool colour)
{
    char types[96], known[96];
    struct page page = {writer, width, colour};
    struct gather__bounded room;
    struct gather_writer text = gather__bounded_writer(&room, known, sizeof known);
    gather_write_text(&text, gather_knowledge_word(behaviour->known));
    gather_write_text(&text, ", ");
    gather_write_text(&text, behaviour->version);
    types_text(behaviour, types, sizeof types);
    gather_write_text(writer, "\n");
    write_name(&page, behaviour);
    write_line(&page, "outside", gather_rule_word(behaviour->rule));
    write_line(&page, "negative", counting_text(behaviour));
    write_line(&page, "empty axis", gather_rule_word(behaviour->on_empty));
    write_line(&page, "reads", reading_text(behaviour->reading));
    write_line(&page, "takes", types);
    write_line(&page, "known", known);
    write_line(&page, "source", behaviour->source);
    write_line(&page, "note", behaviour->note);
}
