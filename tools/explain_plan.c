/* SPDX-License-Identifier: Apache-2.0 */
/* A plan's description, told: explain_plan.h says how. */
#include "explain_plan.h"

#include <stdio.h>
#include <string.h>

#include "layout_text.h"

/* ---- text ---------------------------------------------------------------------------------------------- */

/* The letter of a dimension, as in "out[i,j,k]". */
static char letter_of(int32_t dimension) { return (char)('i' + dimension % GATHER_MAX_RANK); }

static void write_index(struct gather_writer *writer, const char *operand, int32_t rank)
{
    gather_write_text(writer, operand);
    gather_write_text(writer, "[");
    for (int32_t d = 0; d < rank; d++) {
        char letter[] = {letter_of(d), '\0'};
        gather_write_text(writer, d > 0 ? "," : "");
        gather_write_text(writer, letter);
    }
    gather_write_text(writer, "]");
}

static void write_side(struct gather_writer *writer, const char *label, const struct gather_layout *layout)
{
    char text[GATHER_LAYOUT_TEXT_SIZE];
    layout_text_print(layout, text);
    gather_write_text(writer, label);
    gather_write_text(writer, text);
    gather_write_text(writer, "\n        ");
    layout_text_bytes(writer, gather_layout_bytes(layout));
    gather_write_text(writer, "\n");
}

/* "-12 B", or "4 bits" where it is no whole number of bytes. */
static void format_step(char *text, size_t size, int64_t bits)
{
    if (bits % 8 == 0)
        (void)snprintf(text, size, "%lld B", (long long)(bits / 8));
    else
        (void)snprintf(text, size, "%lld bits", (long long)bits);
}

static const char *kind_of(int32_t kind)
{
    switch (kind) {
    case GATHER_PLAN_LOOP_EVALUATED:
        return "evaluated: tiles do not divide it";
    case GATHER_PLAN_LOOP_RUN:
        return "evaluated, a run to the tile's edge at a time";
    default:
        return "";
    }
}

static void write_loops(struct gather_writer *writer, const struct gather_plan_description *description)
{
    gather_write_text(writer, description->loop_count > 0
                                  ? "loops   over         times     step in from       step in to\n"
                                  : "loops   none\n");
    for (int32_t k = 0; k < description->loop_count; k++) {
        const struct gather_plan_loop *loop = &description->loops[k];
        char line[128], data[32], output[32];
        format_step(data, sizeof data, loop->data_step);
        format_step(output, sizeof output, loop->output_step);
        (void)snprintf(line, sizeof line, "%*s%c %16lld %16s %16s", 8, "", letter_of(loop->dimension),
                       (long long)loop->extent, data, output);
        gather_write_text(writer, line);
        gather_write_text(writer, loop->kind != GATHER_PLAN_LOOP_STEPS ? "\n          " : "");
        gather_write_text(writer, kind_of(loop->kind));
        gather_write_text(writer, "\n");
    }
}

/* A text behind a label, broken at blanks before it is wider than a page. */
static void write_wrapped(struct gather_writer *writer, const char *text)
{
    enum { PAGE = 80, INDENT = 8 };
    size_t column = INDENT;
    for (size_t length = strcspn(text, " "); *text != '\0'; length = strcspn(text, " ")) {
        if (column > INDENT && column + 1 + length > PAGE) {
            gather_write_text(writer, "\n");
            gather_write_repeated(writer, ' ', INDENT);
            column = INDENT;
        } else if (column > INDENT) {
            gather_write_text(writer, " ");
            column++;
        }
        gather_write(writer, text, length);
        column += length;
        text += length;
        text += *text == ' ';
    }
    gather_write_text(writer, "\n");
}

static void write_bytes(struct gather_writer *writer, const char *label, int64_t bytes)
{
    gather_write_text(writer, label);
    layout_text_bytes(writer, bytes);
    gather_write_text(writer, "\n");
}

void explain_plan_text(const struct gather_layout *from, const struct gather_layout *to,
                       const struct gather_plan_description *description, struct gather_sink sink)
{
    struct gather_writer writer = gather_writer_to(sink);
    write_side(&writer, "from    ", from);
    write_side(&writer, "to      ", to);
    gather_write_text(&writer, "nest    ");
    write_index(&writer, "to", to->rank);
    write_index(&writer, " = from", from->rank);
    gather_write_text(&writer, " for ");
    gather_write_integer(&writer, description->elements);
    gather_write_text(&writer, description->elements == 1 ? " element\n" : " elements\n");
    write_loops(&writer, description);
    if (description->block_bytes > 0)
        write_bytes(&writer, "block   ", description->block_bytes);
    gather_write_text(&writer, "kernel  ");
    write_wrapped(&writer, description->kernel);
    gather_write_text(&writer, "why     ");
    write_wrapped(&writer, description->reason);
    write_bytes(&writer, "reads   ", description->bytes_read);
    write_bytes(&writer, "writes  ", description->bytes_written);
    if (description->fill_steps > 0)
        write_bytes(&writer, "        of them padding ",
                    description->bytes_written - description->bytes_read);
    write_bytes(&writer, "plan    ", (int64_t)description->plan_bytes);
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */

static void write_layout(struct gather_json *json, const char *key, const struct gather_layout *layout)
{
    char text[GATHER_LAYOUT_TEXT_SIZE];
    layout_text_print(layout, text);
    gather_json_object(json, key);
    gather_json_text(json, "layout", text);
    gather_json_integer(json, "bytes", gather_layout_bytes(layout));
    gather_json_end(json);
}

static void write_loops_json(struct gather_json *json, const struct gather_plan_description *description)
{
    static const char *const kinds[] = {"steps", "evaluated", "run"};
    gather_json_array(json, "loops");
    for (int32_t k = 0; k < description->loop_count; k++) {
        const struct gather_plan_loop *loop = &description->loops[k];
        gather_json_object(json, NULL);
        gather_json_integer(json, "dimension", loop->dimension);
        gather_json_integer(json, "extent", loop->extent);
        gather_json_integer(json, "from_step_bits", loop->data_step);
        gather_json_integer(json, "to_step_bits", loop->output_step);
        gather_json_text(json, "kind", kinds[loop->kind]);
        gather_json_end(json);
    }
    gather_json_end(json);
}

void explain_plan_json(const struct gather_layout *from, const struct gather_layout *to,
                       const struct gather_plan_description *description, struct gather_sink sink)
{
    struct gather_json json = gather_json_to(sink);
    gather_json_object(&json, NULL);
    gather_json_text(&json, "schema", "gather.explain/1");
    write_layout(&json, "from", from);
    write_layout(&json, "to", to);
    gather_json_integer(&json, "elements", description->elements);
    write_loops_json(&json, description);
    gather_json_integer(&json, "block_bytes", description->block_bytes);
    gather_json_text(&json, "kernel", description->kernel);
    gather_json_text(&json, "reason", description->reason);
    gather_json_integer(&json, "bytes_read", description->bytes_read);
    gather_json_integer(&json, "bytes_written", description->bytes_written);
    gather_json_integer(&json, "padding_bytes", description->bytes_written - description->bytes_read);
    gather_json_integer(&json, "fill_steps", description->fill_steps);
    gather_json_integer(&json, "plan_bytes", (int64_t)description->plan_bytes);
    gather_json_end(&json);
    gather_write_text(&json.writer, "\n");
}
