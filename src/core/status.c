/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names of statuses, and the sentence of an error. The only place below the spellings that makes text.
 *
 *     at byte 9: indices[1,3] = 5 is outside -5..4 (axis 0 of data has size 5); expected ..
 *     ^ place    ^ what                ^ range       ^ axis                       ^ hint
 */
#include "gather/status.h"
#include "core/text.h"

const char *gather_status_name(enum gather_status status)
{
    switch ((int)status) {
#define STATUS_NAME(name, number, sentence)                                                                  \
    case number:                                                                                             \
        return #name;
        GATHER_STATUS_LIST(STATUS_NAME)
#undef STATUS_NAME
    default:
        return "UNKNOWN";
    }
}

const char *gather_status_sentence(enum gather_status status)
{
    switch ((int)status) {
#define STATUS_SENTENCE(name, number, sentence)                                                              \
    case number:                                                                                             \
        return sentence;
        GATHER_STATUS_LIST(STATUS_SENTENCE)
#undef STATUS_SENTENCE
    default:
        return "not a status of this library";
    }
}

static void write_value(struct gather__text *text, const struct gather_error *error)
{
    gather__text_string(text, " = ");
    if (error->value_is_unsigned)
        gather__text_unsigned(text, (uint64_t)error->value);
    else
        gather__text_integer(text, error->value);
}

static int is_word(const char *text, const char *word)
{
    while (*text == *word && *word != '\0')
        text++, word++;
    return *text == *word;
}

/* "a: 160 bytes, but 200 are needed", "3 inputs, but 2 are expected": counts of things, where no range says more. */
static int write_count(struct gather__text *text, const struct gather_error *error)
{
    const char *operand = error->operand != NULL ? error->operand : "bytes";
    int has_both = (error->has & GATHER_ERROR_HAS_VALUE) && (error->has & GATHER_ERROR_HAS_LIMITS);
    int is_bytes = error->status == GATHER_STATUS_BOUNDS && error->high == INT64_MAX;
    int is_inputs =
        error->status == GATHER_STATUS_ARGUMENT && is_word(operand, "inputs") && error->low == error->high;
    if (!has_both || (!is_bytes && !is_inputs) || (error->has & GATHER_ERROR_HAS_POSITION))
        return 0;
    if (is_bytes && !is_word(operand, "bytes")) {
        gather__text_string(text, operand);
        gather__text_string(text, ": ");
    }
    gather__text_integer(text, error->value);
    gather__text_string(text, is_bytes            ? " bytes, but "
                              : error->value == 1 ? " input, but "
                                                  : " inputs, but ");
    gather__text_integer(text, error->low);
    gather__text_string(text, error->low == 1 ? " is " : " are ");
    gather__text_string(text, is_bytes ? "needed" : "expected");
    return 1;
}

static void write_limits(struct gather__text *text, const struct gather_error *error)
{
    if (error->low > error->high) {
        gather__text_string(text, " is outside an empty range");
        return;
    }
    if (error->low == error->high) {
        gather__text_string(text, " is not ");
        gather__text_integer(text, error->low);
        return;
    }
    gather__text_string(text, " is outside ");
    gather__text_integer(text, error->low);
    gather__text_string(text, "..");
    gather__text_integer(text, error->high);
}

static void write_axis(struct gather__text *text, const struct gather_error *error)
{
    gather__text_string(text, error->status == GATHER_STATUS_SHAPE ? " (dimension " : " (axis ");
    gather__text_integer(text, error->axis);
    if (error->has & GATHER_ERROR_HAS_SIZE) {
        gather__text_string(text, " of data has size ");
        gather__text_integer(text, error->size);
    }
    gather__text_character(text, ')');
}

/* The thing that is wrong, by its name, place and value; without any of these the status says it. */
static void write_subject(struct gather__text *text, const struct gather_error *error)
{
    if (write_count(text, error))
        return;
    if ((error->has & GATHER_ERROR_HAS_VALUE) && error->status == GATHER_STATUS_RANK)
        gather__text_string(text, "rank of ");
    if ((error->has & GATHER_ERROR_HAS_VALUE) && error->status == GATHER_STATUS_SHAPE)
        gather__text_string(text, "size of ");
    if (error->operand != NULL)
        gather__text_string(text, error->operand);
    else if ((error->has & GATHER_ERROR_HAS_VALUE) && !(error->has & GATHER_ERROR_HAS_POSITION))
        gather__text_string(text, "value");
    if (error->has & GATHER_ERROR_HAS_POSITION) {
        gather__text_character(text, '[');
        gather__text_integers(text, error->position, error->rank, ",");
        gather__text_character(text, ']');
    }
    if (error->has & GATHER_ERROR_HAS_VALUE)
        write_value(text, error);
    if ((error->has & GATHER_ERROR_HAS_LIMITS) && (error->has & GATHER_ERROR_HAS_VALUE)) {
        write_limits(text, error);
        return;
    }
    if (error->operand != NULL || (error->has & (GATHER_ERROR_HAS_POSITION | GATHER_ERROR_HAS_VALUE)))
        gather__text_string(text, ": ");
    gather__text_string(text, error->reason != NULL
                                  ? error->reason
                                  : gather_status_sentence((enum gather_status)error->status));
}

size_t gather_error_format(const struct gather_error *error, char *memory, size_t size)
{
    struct gather__text text = gather__text_begin(memory, size);
    if (error->has & GATHER_ERROR_HAS_AT) {
        gather__text_string(&text, "at byte ");
        gather__text_integer(&text, error->at);
        gather__text_string(&text, ": ");
    }
    write_subject(&text, error);
    if (error->has & GATHER_ERROR_HAS_AXIS)
        write_axis(&text, error);
    if (error->lacks != NULL) {
        gather__text_string(&text, "; the notation has no way to say: ");
        gather__text_string(&text, error->lacks);
    }
    if (error->expected != NULL) {
        gather__text_string(&text, "; expected ");
        gather__text_string(&text, error->expected);
    }
    return gather__text_end(&text);
}
