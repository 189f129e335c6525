/* SPDX-License-Identifier: Apache-2.0 */
/* A test of a model: model_trial.h says how it is used. */
#include "study/cases/model_trial.h"

#include <string.h>

#include "study/text/number.h"

/* ---- the model ----------------------------------------------------------------------------------- */

void gather__model_trial_begin(struct gather__model_trial *trial, const char *name)
{
    memset(trial, 0, sizeof *trial);
    trial->name = name;
    trial->difference = gather__bounded_writer(&trial->room, trial->text, sizeof trial->text);
}

void gather__model_trial_end(struct gather__model_trial *trial) { gather_model_close(trial->model); }

static void blame(void *context, const struct gather_model_node *node)
{
    struct gather__model_trial *trial = context;
    struct gather__bounded room;
    struct gather_writer text = gather__bounded_writer(&room, trial->blamed, sizeof trial->blamed);
    gather_write_safe(&text, node->type, strlen(node->type), false);
    gather_write_text(&text, " '");
    gather_write_safe(&text, node->name, strlen(node->name), false);
    gather_write_text(&text, "': ");
}

/* more: said behind the operator. */
static void note(struct gather__model_trial *trial, const struct gather_model_node *node, const char *more)
{
    struct gather__bounded room;
    struct gather_writer text = gather__bounded_writer(&room, trial->dialect, sizeof trial->dialect);
    gather_write_safe(&text, node->domain, strlen(node->domain), false);
    text = gather__bounded_writer(&room, trial->op, sizeof trial->op);
    gather_write_safe(&text, node->type, strlen(node->type), false);
    gather_write_text(&text, more);
}

enum gather_status gather__model_trial_open(struct gather__model_trial *trial, const char *path,
                                            struct gather_error *error)
{
    struct gather_model_node node;
    struct gather_model_options options = {.size = sizeof options, .blames = blame, .context = trial};
    enum gather_status status = gather_model_open(&trial->model, path, &options, error);
    if (status == GATHER_STATUS_OK && gather_model_node_at(trial->model, 0, &node))
        note(trial, &node, "");
    return status;
}

bool gather__model_trial_skips(struct gather__model_trial *trial)
{
    struct gather_model_node node;
    struct gather_model_value input;
    trial->is_skipped = gather_model_unbuilt(trial->model, &node);
    if (trial->is_skipped)
        note(trial, &node, "");
    for (size_t k = 0; !trial->is_skipped && gather_model_input_at(trial->model, k, &input); k++)
        if (input.layout.dtype == GATHER_DTYPE_NONE && gather_model_node_at(trial->model, 0, &node)) {
            note(trial, &node, " of no tensor");
            trial->is_skipped = true;
        }
    return trial->is_skipped;
}

enum gather_status gather__model_trial_tell(const struct gather__model_trial *trial,
                                            const struct gather_case_listener *listener)
{
    struct gather_case_result result = {trial->name, trial->dialect,       trial->op, trial->text,
                                        0,           GATHER_VERDICT_PASSED};
    if (trial->is_skipped)
        result.verdict = GATHER_VERDICT_SKIPPED;
    else if (trial->room.length > 0)
        result.verdict = GATHER_VERDICT_FAILED;
    return listener->hears(listener->context, &result);
}

/* ---- what comes out ------------------------------------------------------------------------------ */

void gather__model_trial_refused(struct gather__model_trial *trial, const char *expected,
                                 const struct gather_error *error)
{
    char sentence[GATHER__TRIAL_TEXT / 2];
    struct gather_writer *text = &trial->difference;
    gather_error_format(error, sentence, sizeof sentence);
    gather_write_text(text, "expected ");
    gather_write_text(text, expected);
    gather_write_text(text, ", got ");
    gather_write_text(text, gather_status_name(error->status));
    gather_write_text(text, " (");
    gather_write_text(text, trial->blamed);
    gather_write_safe(text, sentence, strlen(sentence), false);
    gather_write_text(text, ")");
}

static void write_shape(struct gather_writer *text, const struct gather_layout *layout)
{
    char name[32];
    gather_dtype_name(layout->dtype, GATHER_WORLD_OWN, name, sizeof name);
    gather_write_text(text, name);
    gather_write_text(text, "[");
    for (int32_t d = 0; d < layout->rank; d++) {
        gather_write_text(text, d > 0 ? "," : "");
        gather_write_integer(text, layout->sizes[d]);
    }
    gather_write_text(text, "]");
}

static bool same_shape(const struct gather_layout *a, const struct gather_layout *b)
{
    return a->dtype == b->dtype && a->rank == b->rank &&
           memcmp(a->sizes, b->sizes, sizeof(int64_t) * (size_t)a->rank) == 0; /* bounded: 16 sizes */
}

/* One element of a dense buffer. */
static struct gather__number element_at(const struct gather_layout *layout, const void *bytes,
                                        int64_t position)
{
    struct gather__number number = {{0}};
    int64_t bits = gather_dtype_bits(layout->dtype), bit = position * bits; /* bounded: within the buffer */
    const uint8_t *from = (const uint8_t *)bytes + bit / 8;
    if (bits >= 8)
        memcpy(number.bytes, from, (size_t)bits / 8);
    else
        number.bytes[0] = (uint8_t)(*from >> bit % 8 & ((1 << bits) - 1));
    return number;
}

static bool same_element(int32_t dtype, const struct gather__number *a, const struct gather__number *b)
{
    if (dtype != GATHER_DTYPE_STRING)
        return memcmp(a, b, sizeof *a) == 0;
    struct gather__view x = gather__view_of_number(a), y = gather__view_of_number(b);
    return x.length == y.length && (x.length == 0 || memcmp(x.text, y.text, (size_t)x.length) == 0);
}

static void write_position(struct gather_writer *text, const struct gather_layout *layout, int64_t position)
{
    int64_t coordinates[GATHER_MAX_RANK];
    for (int32_t d = layout->rank; d-- > 0;) {
        coordinates[d] = position % layout->sizes[d];
        position /= layout->sizes[d];
    }
    gather_write_text(text, "[");
    for (int32_t d = 0; d < layout->rank; d++) {
        gather_write_text(text, d > 0 ? "," : "");
        gather_write_integer(text, coordinates[d]);
    }
    gather_write_text(text, "]");
}

static void write_difference(struct gather__model_trial *trial, const char *name,
                             const struct gather_layout *layout, int64_t position,
                             const struct gather__number *expected, const struct gather__number *got)
{
    struct gather_writer *text = &trial->difference;
    gather_write_text(text, "expected ");
    gather_write_safe(text, name, strlen(name), false);
    write_position(text, layout, position);
    gather_write_text(text, " = ");
    gather_element_write(text, layout->dtype, expected->bytes, true);
    gather_write_text(text, ", got ");
    gather_element_write(text, layout->dtype, got->bytes, true);
}

void gather__model_trial_compare(struct gather__model_trial *trial, const struct gather_model_operand *got,
                                 const struct gather_layout *layout, const void *expected)
{
    if (!same_shape(layout, &got->layout)) {
        gather_write_text(&trial->difference, "expected ");
        gather_write_safe(&trial->difference, got->name, strlen(got->name), false);
        gather_write_text(&trial->difference, " to be ");
        write_shape(&trial->difference, layout);
        gather_write_text(&trial->difference, ", got ");
        write_shape(&trial->difference, &got->layout);
        return;
    }
    for (int64_t k = 0; k < gather_layout_elements(layout); k++) {
        struct gather__number a = element_at(layout, expected, k),
                              b = element_at(layout, got->buffer.data, k);
        if (same_element(layout->dtype, &a, &b))
            continue;
        write_difference(trial, got->name, layout, k, &a, &b);
        break;
    }
}
