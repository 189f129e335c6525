/* SPDX-License-Identifier: Apache-2.0 */
/* A plan's description, told: explain_plan.h says how. */
#include "explain_plan.h"

#include <stdio.h>
#include <string.h>

#include "layout_text.h"

/* ---- text ---------------------------------------------------------------------------------------------- */

/* The letter of a dimension, as in "out[i,j,k]". */
static char letter_of(int32_t dimension) { return (char)('i' + dimension % GATHER_MAX_RANK); }

/* "i,j,k": the letters of `count` dimensions from `begin` on. */
static void write_letters(struct gather_writer *writer, int32_t begin, int32_t count)
{
    for (int32_t d = begin; d < begin + count; d++) {
        char letter[] = {letter_of(d), '\0'};
        gather_write_text(writer, d > begin ? "," : "");
        gather_write_text(writer, letter);
    }
}

static void write_index(struct gather_writer *writer, const char *operand, int32_t rank)
{
    gather_write_text(writer, operand);
    gather_write_text(writer, "[");
    write_letters(writer, 0, rank);
    gather_write_text(writer, "]");
}

/* What the operands are called. */
static const char *input_name(const struct explained_plan *plan, size_t k)
{
    static const char *const names[] = {"data", "indices"};
    return plan->operator_name == NULL ? "from" : names[k];
}

static const char *output_name(const struct explained_plan *plan)
{
    return plan->operator_name == NULL ? "to" : "output";
}

enum { LABEL = 8 };

static void write_label(struct gather_writer *writer, const char *label)
{
    gather_write_text(writer, label);
    gather_write_repeated(writer, ' ', LABEL - strlen(label));
}

static void write_side(struct gather_writer *writer, const char *label, const struct gather_layout *layout)
{
    char text[GATHER_LAYOUT_TEXT_SIZE];
    layout_text_print(layout, text);
    write_label(writer, label);
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
    case GATHER_PLAN_LOOP_INDEXED:
        return "an index at each step";
    default:
        return "";
    }
}

static void write_loop_heads(const struct explained_plan *plan, struct gather_writer *writer)
{
    if (plan->description.loop_count == 0)
        gather_write_text(writer, "loops   none\n");
    else if (plan->input_count == 1)
        gather_write_text(writer, "loops   over         times     step in from       step in to\n");
    else
        gather_write_text(writer,
                          "loops   over         times     step in data  step in indices   step in output\n");
}

static void write_loops(const struct explained_plan *plan, struct gather_writer *writer)
{
    const struct gather_plan_description *description = &plan->description;
    write_loop_heads(plan, writer);
    for (int32_t k = 0; k < description->loop_count; k++) {
        const struct gather_plan_loop *loop = &description->loops[k];
        char line[160], data[32], indices[32] = "", output[32];
        format_step(data, sizeof data, loop->data_step);
        format_step(output, sizeof output, loop->output_step);
        if (plan->input_count > 1)
            format_step(indices, sizeof indices, loop->index_step);
        (void)snprintf(line, sizeof line, "%*s%c %16lld %16s%*s%s %16s", LABEL, "",
                       letter_of(loop->dimension), (long long)loop->extent, data,
                       plan->input_count > 1 ? 17 - (int)strlen(indices) : 0, "", indices, output);
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

/* "output[i,j] = data[index(indices[i]),j]", where the operands have the dimensions of a plain take. */
static void write_nest(const struct explained_plan *plan, struct gather_writer *writer)
{
    int32_t rank = plan->inputs[0].rank, q = plan->inputs[1].rank, axis = (int32_t)plan->op.axis;
    if (plan->input_count > 1 && plan->output.rank != rank + q - 1)
        return;
    write_label(writer, "nest");
    write_index(writer, output_name(plan), plan->output.rank);
    gather_write_text(writer, " = ");
    if (plan->input_count == 1) {
        write_index(writer, input_name(plan, 0), rank);
    } else {
        gather_write_text(writer, "data[");
        write_letters(writer, 0, axis);
        gather_write_text(writer, axis > 0 ? ",index(indices[" : "index(indices[");
        write_letters(writer, axis, q);
        gather_write_text(writer, axis + 1 < rank ? "])," : "])");
        write_letters(writer, axis + q, rank - axis - 1);
        gather_write_text(writer, "]");
    }
    gather_write_text(writer, " for ");
    gather_write_integer(writer, plan->description.elements);
    gather_write_text(writer, plan->description.elements == 1 ? " element\n" : " elements\n");
}

/* "index   axis 0 of size 5: negative from the end, outside error" */
static void write_components(const struct explained_plan *plan, struct gather_writer *writer)
{
    for (int32_t k = 0; k < plan->description.component_count; k++) {
        const struct gather_plan_component *component = &plan->description.components[k];
        write_label(writer, k == 0 ? "index" : "");
        gather_write_text(writer, "axis ");
        gather_write_integer(writer, component->axis);
        gather_write_text(writer, " of size ");
        gather_write_integer(writer, component->size);
        gather_write_text(writer,
                          component->is_negative ? ": negative from the end, outside " : ": outside ");
        gather_write_text(writer, gather_policy_word(component->policy, GATHER_WORLD_OWN));
        gather_write_text(writer, "\n");
    }
}

static void write_checks(const struct explained_plan *plan, struct gather_writer *writer)
{
    if (plan->input_count == 1)
        return;
    write_label(writer, "checks");
    gather_write_integer(writer, plan->description.index_count);
    gather_write_text(writer, plan->description.index_count == 1 ? " index" : " indices");
    gather_write_text(writer, plan->description.is_checked ? ", all of them before the first store\n"
                                                           : ", none of which can be refused\n");
}

static void write_kernels(const struct explained_plan *plan, struct gather_writer *writer)
{
    write_label(writer, "kernel");
    write_wrapped(writer, plan->description.kernel);
    if (plan->description.index_kernel != NULL) {
        write_label(writer, "");
        write_wrapped(writer, plan->description.index_kernel);
    }
    write_label(writer, "why");
    write_wrapped(writer, plan->description.reason);
    if (plan->description.thresholds != NULL) {
        struct gather_tuning tuning;
        gather_tuning_here(&tuning);
        write_label(writer, "tuning");
        write_wrapped(writer, tuning.text);
        write_label(writer, "");
        write_wrapped(writer, plan->description.thresholds);
    }
}

static void write_room(uint64_t bytes, struct gather_writer *writer)
{
    if (bytes == 0)
        return;
    write_label(writer, "room");
    layout_text_bytes(writer, (int64_t)bytes);
    gather_write_text(writer, " beside the operands makes a thread faster\n");
}

static void write_parts(int32_t count, struct gather_writer *writer)
{
    if (count < 2)
        return;
    write_label(writer, "parts");
    gather_write_integer(writer, count);
    gather_write_text(writer, ", cut where a size ends within a tile; these are the loops of the first\n");
}

void explain_plan_text(const struct explained_plan *plan, struct gather_sink sink)
{
    const struct gather_plan_description *description = &plan->description;
    struct gather_writer writer = gather_writer_to(sink);
    for (size_t k = 0; k < plan->input_count; k++)
        write_side(&writer, input_name(plan, k), &plan->inputs[k]);
    write_side(&writer, output_name(plan), &plan->output);
    write_nest(plan, &writer);
    write_components(plan, &writer);
    write_checks(plan, &writer);
    write_loops(plan, &writer);
    write_parts(description->part_count, &writer);
    if (description->block_bytes > 0)
        write_bytes(&writer, "block   ", description->block_bytes);
    write_kernels(plan, &writer);
    write_room(description->room_bytes, &writer);
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
    gather_json_object(json, key);
    layout_text_json(layout, json);
    gather_json_integer(json, "bytes", gather_layout_bytes(layout));
    gather_json_end(json);
}

static void write_loops_json(const struct explained_plan *plan, struct gather_json *json)
{
    static const char *const kinds[] = {"steps", "evaluated", "run", "indexed"};
    gather_json_array(json, "loops");
    for (int32_t k = 0; k < plan->description.loop_count; k++) {
        const struct gather_plan_loop *loop = &plan->description.loops[k];
        gather_json_object(json, NULL);
        gather_json_integer(json, "dimension", loop->dimension);
        gather_json_integer(json, "extent", loop->extent);
        gather_json_integer(json, plan->input_count == 1 ? "from_step_bits" : "data_step_bits",
                            loop->data_step);
        if (plan->input_count > 1)
            gather_json_integer(json, "indices_step_bits", loop->index_step);
        gather_json_integer(json, plan->input_count == 1 ? "to_step_bits" : "output_step_bits",
                            loop->output_step);
        gather_json_text(json, "kind", kinds[loop->kind]);
        gather_json_end(json);
    }
    gather_json_end(json);
}

static void write_components_json(const struct explained_plan *plan, struct gather_json *json)
{
    gather_json_array(json, "components");
    for (int32_t k = 0; k < plan->description.component_count; k++) {
        const struct gather_plan_component *component = &plan->description.components[k];
        gather_json_object(json, NULL);
        gather_json_integer(json, "axis", component->axis);
        gather_json_integer(json, "size", component->size);
        gather_json_boolean(json, "negative_from_the_end", component->is_negative != 0);
        gather_json_text(json, "policy", gather_policy_word(component->policy, GATHER_WORLD_OWN));
        gather_json_end(json);
    }
    gather_json_end(json);
}

static void write_indices_json(const struct explained_plan *plan, struct gather_json *json)
{
    gather_json_text(json, "operator", plan->operator_name);
    write_components_json(plan, json);
    gather_json_integer(json, "index_count", plan->description.index_count);
    gather_json_boolean(json, "is_checked", plan->description.is_checked != 0);
    gather_json_text(json, "index_kernel", plan->description.index_kernel);
    gather_json_integer(json, "room_bytes", (int64_t)plan->description.room_bytes);
}

void explain_plan_json(const struct explained_plan *plan, struct gather_json *json)
{
    const struct gather_plan_description *description = &plan->description;
    for (size_t k = 0; k < plan->input_count; k++)
        write_layout(json, input_name(plan, k), &plan->inputs[k]);
    write_layout(json, output_name(plan), &plan->output);
    gather_json_integer(json, "elements", description->elements);
    write_loops_json(plan, json);
    gather_json_integer(json, "block_bytes", description->block_bytes);
    gather_json_text(json, "kernel", description->kernel);
    gather_json_text(json, "reason", description->reason);
    gather_json_text(json, "thresholds", description->thresholds);
    gather_json_integer(json, "bytes_read", description->bytes_read);
    gather_json_integer(json, "bytes_written", description->bytes_written);
    if (plan->input_count == 1)
        gather_json_integer(json, "padding_bytes", description->bytes_written - description->bytes_read);
    gather_json_integer(json, "parts", description->part_count);
    gather_json_integer(json, "fill_steps", description->fill_steps);
    gather_json_integer(json, "plan_bytes", (int64_t)description->plan_bytes);
    if (plan->input_count > 1)
        write_indices_json(plan, json);
}

/* ---- making it ----------------------------------------------------------------------------------- */

enum gather_status explain_plan_make(struct explained_plan *plan, struct gather_error *error)
{
    struct gather_plan *made = NULL;
    enum gather_status status =
        gather_plan_create(&made, &plan->op, plan->inputs, plan->input_count, &plan->output, NULL, error);
    if (status == GATHER_STATUS_OK)
        gather_plan_describe(made, &plan->description);
    gather_plan_destroy(made);
    return status;
}
