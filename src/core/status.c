/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names of statuses, and the sentence of an error. The only place below the spellings that makes text.
 *
 *     at byte 9: indices[1,3] = 5 is outside -5..4 (axis 0 of data has size 5); expected ..
 *     ^ place    ^ what                ^ range       ^ axis                       ^ hint
 */
#include "gather/status.h"
#include "core/text.h"
#include "gather/dtype.h"

const char *gather_status_name(int32_t status)
{
    switch (status) {
#define STATUS_NAME(name, number, sentence)                                                                  \
    case number:                                                                                             \
        return #name;
        GATHER_STATUS_LIST(STATUS_NAME)
#undef STATUS_NAME
    default:
        return "UNKNOWN";
    }
}

const char *gather_status_sentence(int32_t status)
{
    switch (status) {
#define STATUS_SENTENCE(name, number, sentence)                                                              \
    case number:                                                                                             \
        return sentence;
        GATHER_STATUS_LIST(STATUS_SENTENCE)
#undef STATUS_SENTENCE
    default:
        return "not a status of this library";
    }
}

static void write_type(struct gather__text *text, int32_t dtype)
{
    char name[32];
    if (gather_dtype_name(dtype, GATHER_WORLD_OWN, name, sizeof name) > 0)
        gather__text_string(text, name);
    else
        gather__text_integer(text, dtype);
}

static void write_value(struct gather__text *text, const struct gather_error *error)
{
    gather__text_string(text, " = ");
    if (error->has & GATHER_ERROR_HAS_TYPE)
        write_type(text, (int32_t)error->value);
    else if (error->value_is_unsigned)
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
    gather__text_string(text, is_bytes            ? error->value == 1 ? " byte, but " : " bytes, but "
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
    const int is_below = error->high == INT64_MAX && !error->value_is_unsigned;
    gather__text_string(text, is_below ? " is below " : " is outside ");
    gather__text_integer(text, error->low);
    if (is_below)
        return;
    gather__text_string(text, "..");
    gather__text_integer(text, error->high);
}

static void write_axis(struct gather__text *text, const struct gather_error *error)
{
    const int is_dimension = error->status == GATHER_STATUS_SHAPE || error->status == GATHER_STATUS_LAYOUT;
    gather__text_string(text, is_dimension ? " (dimension " : " (axis ");
    gather__text_integer(text, error->axis);
    if (error->has & GATHER_ERROR_HAS_SIZE) {
        const int is_flat = (error->has & GATHER_ERROR_OF_FLAT) != 0;
        gather__text_string(text, is_flat ? " of data read flat has size " : " of data has size ");
        gather__text_integer(text, error->size);
    }
    gather__text_character(text, ')');
}

/* What of the operand the value is: "rank of ", or nothing for its own. */
static const char *measure_of(const struct gather_error *error)
{
    if (error->has & GATHER_ERROR_HAS_TYPE)
        return error->operand != NULL && is_word(error->operand, "dtype") ? "" : "type of ";
    if ((error->has & GATHER_ERROR_HAS_VALUE) == 0)
        return "";
    if (error->status == GATHER_STATUS_DTYPE)
        return "type of "; /* by a number that is no type's */
    const int is_length = (error->has & GATHER_ERROR_HAS_LENGTH) != 0,
              is_shape = error->status == GATHER_STATUS_SHAPE;
    if (error->operand != NULL && !is_length &&
        (is_word(error->operand, "rank") || is_word(error->operand, "sizes")))
        return ""; /* parts of a layout */
    if (error->status == GATHER_STATUS_RANK || (is_length && is_shape))
        return "rank of ";
    return is_length ? "length of " : is_shape ? "size of " : "";
}

/* Whether a value is wrong though it lies in the range allowed: words say why. */
static int is_within(const struct gather_error *error)
{
    return error->value >= error->low && error->value <= error->high &&
           !(error->value_is_unsigned && error->value < 0);
}

static void write_meaning(struct gather__text *text, const struct gather_error *error)
{
    gather__text_string(text, error->reason != NULL ? error->reason : gather_status_sentence(error->status));
}

/* What is wrong with a value: it is outside, no other one, or words behind the sentence say it. */
static void write_verdict(struct gather__text *text, const struct gather_error *error)
{
    const uint32_t both = GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS;
    const int is_type = (error->has & GATHER_ERROR_HAS_TYPE) != 0 && error->status == GATHER_STATUS_DTYPE;
    if ((error->has & both) == both && !is_within(error)) {
        write_limits(text, error);
    } else if (is_type && error->low != 0) {
        gather__text_string(text, " is not ");
        write_type(text, (int32_t)error->low);
    } else if (is_type || error->status == GATHER_STATUS_ARGUMENT) {
        gather__text_string(text, " is not allowed here");
    } else {
        gather__text_string(text, ": ");
        write_meaning(text, error);
    }
}

/* The thing that is wrong, by its name, place and value; without any of these the status says it. */
static void write_subject(struct gather__text *text, const struct gather_error *error)
{
    const int has_value = (error->has & (GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_TYPE)) != 0,
              has_position = (error->has & GATHER_ERROR_HAS_POSITION) != 0;
    if (write_count(text, error))
        return;
    gather__text_string(text, measure_of(error));
    if (error->operand != NULL)
        gather__text_string(text, error->operand);
    else if (has_value && !has_position)
        gather__text_string(text, "value");
    if (has_position) {
        gather__text_character(text, '[');
        gather__text_integers(text, error->position, error->rank, ",");
        gather__text_character(text, ']');
    }
    if (has_value) {
        write_value(text, error);
        write_verdict(text, error);
        return;
    }
    if (error->operand != NULL || has_position)
        gather__text_string(text, ": ");
    write_meaning(text, error);
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
