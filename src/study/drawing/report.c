/* SPDX-License-Identifier: Apache-2.0 */
/* What there is to say of a layout, in lines and as JSON: sizes, padding, strides, every spelling. */
#include <string.h>

#include "core/arith.h"
#include "study/drawing/subject.h"
#include "study/text/canvas.h"

enum { LABEL_WIDTH = 11 };

/* ---- sizes --------------------------------------------------------------------------------------- */

static int64_t logical_bytes(const struct gather__subject *subject)
{
    int64_t bytes;
    bool fits =
        gather__cell_bytes(subject->summary.elements, gather_dtype_bits(subject->layout.dtype), &bytes);
    return fits ? bytes : -1;
}

/* "  physical   " */
static void write_label(struct gather_writer *writer, const char *label, bool colour)
{
    gather_write_text(writer, "  ");
    gather_write_text(writer, colour ? gather__style_begin(GATHER__STYLE_FAINT) : "");
    gather_write_text(writer, label);
    gather_write_text(writer, colour ? gather__style_end() : "");
    gather_write_repeated(writer, ' ', strlen(label) < LABEL_WIDTH ? LABEL_WIDTH - strlen(label) : 1);
}

static void write_count(struct gather_writer *writer, int64_t count, const char *thing)
{
    gather_write_integer(writer, count);
    gather_write_text(writer, " ");
    gather_write_text(writer, thing);
    gather_write_text(writer, count == 1 ? "" : "s");
}

/*
 * part / whole in percent, rounded to one decimal, for 0 < part <= whole; 100.0 is said of all alone, and 0.0 of
 * nothing.
 */
static void write_percent(struct gather_writer *writer, int64_t part, int64_t whole)
{
    int64_t tenths = whole / 2;
    if (gather__multiply_add(part, 1000, &tenths))
        tenths /= whole;
    else if (whole > 1000) /* both are so large that the rest of a division by 1000 does not show */
        tenths = part / (whole / 1000);
    if (part < whole && tenths > 999)
        tenths = 999;
    tenths = tenths < 1 ? 1 : tenths > 1000 ? 1000 : tenths;
    gather_write_integer(writer, tenths / 10);
    gather_write_text(writer, ".");
    gather_write_integer(writer, tenths % 10);
    gather_write_text(writer, " %");
}

static void write_logical(const struct gather__subject *subject, struct gather_writer *writer, bool colour)
{
    int64_t bytes = logical_bytes(subject);
    write_label(writer, "logical", colour);
    write_count(writer, subject->summary.elements, "element");
    if (bytes >= 0) {
        gather_write_text(writer, ", ");
        write_count(writer, bytes, "byte");
    }
    gather_write_text(writer, "\n");
}

static void write_physical(const struct gather__subject *subject, struct gather_writer *writer, bool colour)
{
    write_label(writer, "physical", colour);
    write_count(writer, subject->summary.cells, "cell");
    gather_write_text(writer, " of ");
    write_count(writer, subject->layout.cell_bits, "bit");
    gather_write_text(writer, ", ");
    write_count(writer, subject->summary.bytes, "byte");
    gather_write_text(writer, "\n");
}

static void write_padding(const struct gather__subject *subject, struct gather_writer *writer, bool colour)
{
    int64_t used = gather__subject_used_cells(subject), cells = subject->summary.cells;
    write_label(writer, "padding", colour);
    if (used < 0) {
        gather_write_text(writer, "not counted: the strides overlap irregularly\n");
        return;
    }
    if (used == cells) {
        gather_write_text(writer, "none");
    } else {
        write_count(writer, cells - used, "cell");
        gather_write_text(writer, ", ");
        write_percent(writer, cells - used, cells);
        gather_write_text(writer, subject->has_value ? "; where the layout pads, it holds " : "");
        gather_write_text(writer, subject->has_value ? gather__padding_name(subject->layout.padding) : "");
    }
    if (used < subject->summary.elements) {
        gather_write_text(writer, "; ");
        write_count(writer, subject->summary.elements, "element");
        gather_write_text(writer, " share ");
        write_count(writer, used, "cell");
    }
    gather_write_text(writer, "\n");
}

static void write_strides(const struct gather__subject *subject, struct gather_writer *writer, bool colour)
{
    const struct gather_layout_summary *summary = &subject->summary;
    write_label(writer, "strides", colour);
    if (!summary->strided) {
        gather_write_text(writer, "not strided: no sum of index times stride gives the cells\n");
        return;
    }
    gather_write_text(writer, "(");
    gather_write_integers(writer, summary->strides, subject->layout.rank, ",");
    gather_write_text(writer, ")");
    if (summary->offset != 0) {
        gather_write_text(writer, " from cell ");
        gather_write_integer(writer, summary->offset);
    }
    gather_write_text(writer, "\n");
}

/* ---- spellings ----------------------------------------------------------------------------------- */

/* What a spelling lacks, as a sentence. */
static const char *lacks_sentence(const char *lacks)
{
    static const struct {
        const char *lacks, *sentence;
    } sentences[] = {
        {"bits", "no word for cells wider than the type"},
        {"space", "no word for a memory space"},
        {"padding", "no word for this padding"},
        {"tiles", "no word for these tiles"},
        {"offset", "no word for an offset"},
        {"type", "no name for the type"},
        {"rank", "no shapes of this rank"},
        {"size", "a size beyond what it allows"},
        {"stride", "no word for these strides"},
    };
    for (size_t k = 0; lacks != NULL && k < sizeof sentences / sizeof *sentences; k++)
        if (strcmp(lacks, sentences[k].lacks) == 0)
            return sentences[k].sentence;
    return "no word for this layout";
}

/*
 * Bytes of the layout that a text says. They are fewer where a tail, a total or padding without a value has no
 * word in that spelling.
 */
static int64_t bytes_said(const char *text, size_t length)
{
    struct gather_layout said;
    struct gather_layout_summary summary;
    if (gather_layout_parse(&said, text, length, GATHER_SPELLING_ANY, NULL) != GATHER_STATUS_OK ||
        gather_layout_describe(&said, &summary, NULL) != GATHER_STATUS_OK)
        return INT64_MAX;
    return summary.bytes;
}

static void write_bytes_said(int64_t said, int64_t bytes, struct gather_writer *writer)
{
    if (said >= bytes)
        return;
    gather_write_text(writer, " (");
    gather_write_integer(writer, said);
    gather_write_text(writer, " of ");
    write_count(writer, bytes, "byte");
    gather_write_text(writer, ")");
}

static void write_spelling(const struct gather__subject *subject, int32_t spelling,
                           struct gather_writer *writer, bool colour)
{
    char text[GATHER_LAYOUT_TEXT_SIZE];
    size_t length = 0;
    struct gather_error error = {0};
    write_label(writer, gather_spelling_name(spelling), colour);
    if (gather_layout_print(&subject->layout, spelling, text, sizeof text, &length, &error) ==
        GATHER_STATUS_OK) {
        gather_write(writer, text, length);
        write_bytes_said(bytes_said(text, length), subject->summary.bytes, writer);
    } else {
        gather_write_text(writer, colour ? gather__style_begin(GATHER__STYLE_FAINT) : "");
        gather_write_text(writer, "- ");
        gather_write_text(writer, lacks_sentence(error.lacks));
        gather_write_text(writer, colour ? gather__style_end() : "");
    }
    gather_write_text(writer, "\n");
}

void gather_layout_report(const struct gather_layout *layout, struct gather_writer *writer, bool colour)
{
    struct gather__subject subject;
    if (gather__subject_init(&subject, layout) != GATHER_STATUS_OK)
        return;
    write_logical(&subject, writer, colour);
    write_physical(&subject, writer, colour);
    write_padding(&subject, writer, colour);
    write_strides(&subject, writer, colour);
    gather_write_text(writer, "\n");
    for (int32_t spelling = 0; spelling < GATHER_SPELLING_COUNT; spelling++)
        write_spelling(&subject, spelling, writer, colour);
}

static void write_json_spelling(const struct gather__subject *subject, int32_t spelling,
                                struct gather_json *json)
{
    char text[GATHER_LAYOUT_TEXT_SIZE];
    size_t length = 0;
    struct gather_error error = {0};
    gather_json_object(json, gather_spelling_name(spelling));
    if (gather_layout_print(&subject->layout, spelling, text, sizeof text, &length, &error) ==
        GATHER_STATUS_OK) {
        int64_t said = bytes_said(text, length);
        gather_json_string(json, "text", text, length);
        if (said < subject->summary.bytes)
            gather_json_integer(json, "bytes", said);
    } else {
        gather_json_text(json, "lacks", error.lacks);
        gather_json_text(json, "sentence", lacks_sentence(error.lacks));
    }
    gather_json_end(json);
}

void gather_layout_report_json(const struct gather_layout *layout, struct gather_json *json)
{
    struct gather__subject subject;
    char name[32];
    if (gather__subject_init(&subject, layout) != GATHER_STATUS_OK)
        return;
    int64_t used = gather__subject_used_cells(&subject), bytes = logical_bytes(&subject);
    gather_json_string(json, "dtype", name,
                       gather_dtype_name(layout->dtype, GATHER_WORLD_OWN, name, sizeof name));
    gather_json_integers(json, "shape", layout->sizes, layout->rank);
    gather_json_integer(json, "elements", subject.summary.elements);
    if (bytes >= 0)
        gather_json_integer(json, "logical_bytes", bytes);
    gather_json_integer(json, "cells", subject.summary.cells);
    gather_json_integer(json, "cell_bits", layout->cell_bits);
    gather_json_integer(json, "bytes", subject.summary.bytes);
    if (used >= 0)
        gather_json_integer(json, "padding_cells", subject.summary.cells - used);
    gather_json_text(json, "padding_value", subject.has_value ? gather__padding_name(layout->padding) : NULL);
    gather_json_boolean(json, "dense", subject.summary.dense);
    gather_json_boolean(json, "strided", subject.summary.strided);
    if (subject.summary.strided) {
        gather_json_integers(json, "strides", subject.summary.strides, layout->rank);
        gather_json_integer(json, "offset", subject.summary.offset);
    }
    gather_json_object(json, "spellings");
    for (int32_t spelling = 0; spelling < GATHER_SPELLING_COUNT; spelling++)
        write_json_spelling(&subject, spelling, json);
    gather_json_end(json);
}
