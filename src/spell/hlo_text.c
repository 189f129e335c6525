/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One gather as HLO writes it, and what StableHLO's reader shares with it (XLA-G-20).
 *
 *     ROOT g = f32[2,3]{1,0} gather(f32[3,3] %x, s64[2] %i), offset_dims={1}, .., slice_sizes={1,3}
 *
 * A shape within the text is cut out, bracket by bracket, and read by XLA's spelling.
 */
#include "spell/hlo_text.h"

#include <string.h>

#include "core/fail.h"
#include "spell/reading.h"

/* ---- words --------------------------------------------------------------------------------------- */

static bool is_letter(char byte) { return gather__is_small(byte) || gather__is_capital(byte) || byte == '_'; }

struct gather__word gather__hlo_word(const struct gather__scan *scan)
{
    struct gather__word word = {scan->at, 0};
    for (size_t k = scan->at; k < scan->length; k++) {
        char byte = scan->text[k];
        if (!is_letter(byte) && !gather__is_digit(byte) && byte != '.' && byte != '-')
            break;
        word.length++;
    }
    return word;
}

enum gather_status gather__hlo_take_name(struct gather__scan *scan, bool is_any)
{
    bool has_sign = gather__scan_next(scan) == '%';
    struct gather__scan behind = *scan;
    behind.at += has_sign;
    struct gather__word word = gather__hlo_word(&behind);
    if (word.length == 0 || !(is_letter(gather__scan_next(&behind)) || (is_any && has_sign)))
        return gather__scan_fail(scan, GATHER_STATUS_FORMAT, "a name");
    gather__scan_pass(scan, word);
    return GATHER_STATUS_OK;
}

enum gather_status gather__hlo_take_string(struct gather__scan *scan, struct gather__word *content)
{
    struct gather__word whole = {scan->at, 1};
    if (gather__scan_next(scan) != '"')
        return gather__scan_fail(scan, GATHER_STATUS_FORMAT, "a string");
    for (size_t k = scan->at + 1; k < scan->length; k++) {
        whole.length = k + 1 - whole.at;
        if (scan->text[k] == '"') {
            *content = (struct gather__word){whole.at + 1, whole.length - 2};
            gather__scan_pass(scan, whole);
            return GATHER_STATUS_OK;
        }
        k += scan->text[k] == '\\';
    }
    return gather__scan_fail(scan, GATHER_STATUS_FORMAT, "a string that is closed");
}

/* Passes one byte, whatever it is; a comment that is not closed has no end to go to. */
static enum gather_status pass_byte(struct gather__scan *scan)
{
    struct gather__word byte = {scan->at, 1};
    if (scan->at == scan->length || gather__scan_has_pair(scan, scan->at, '/', '*'))
        return gather__scan_fail(scan, GATHER_STATUS_FORMAT, "a closing bracket");
    gather__scan_pass(scan, byte);
    return GATHER_STATUS_OK;
}

/* ---- attributes ---------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    size_t field; /* of struct gather_op, where it is a list */
} attributes[GATHER__HLO_ATTRIBUTES] = {
    {"offset_dims", offsetof(struct gather_op, offset_dims)},
    {"collapsed_slice_dims", offsetof(struct gather_op, collapsed_slice_dims)},
    {"start_index_map", offsetof(struct gather_op, start_index_map)},
    {"operand_batching_dims", offsetof(struct gather_op, operand_batching_dims)},
    {"start_indices_batching_dims", offsetof(struct gather_op, start_indices_batching_dims)},
    {"slice_sizes", offsetof(struct gather_op, slice_sizes)},
    {"index_vector_dim", 0},
    {"indices_are_sorted", 0},
};

enum gather__hlo_attribute gather__hlo_find(const struct gather__scan *scan, struct gather__word name)
{
    for (int k = 0; k < GATHER__HLO_ATTRIBUTES; k++)
        if (gather__scan_is(scan, name, attributes[k].name))
            return (enum gather__hlo_attribute)k;
    return GATHER__HLO_ATTRIBUTES;
}

enum gather_status gather__hlo_note(struct gather__hlo_reading *reading, enum gather__hlo_attribute attribute,
                                    size_t at)
{
    if (reading->seen >> attribute & 1)
        return gather__scan_fail_at(&reading->scan, at, GATHER_STATUS_FORMAT, "each attribute once");
    reading->seen |= UINT32_C(1) << attribute;
    return GATHER_STATUS_OK;
}

enum gather_status gather__hlo_need(const struct gather__hlo_reading *reading, uint32_t needed)
{
    for (int k = 0; k < GATHER__HLO_ATTRIBUTES; k++)
        if ((needed & ~reading->seen) >> k & 1)
            return gather__scan_fail(&reading->scan, GATHER_STATUS_FORMAT, attributes[k].name);
    return GATHER_STATUS_OK;
}

enum gather_status gather__hlo_keep(struct gather__hlo_reading *reading, enum gather__hlo_attribute attribute,
                                    const struct gather__numbers *numbers)
{
    struct gather_numbers kept = {(int64_t)numbers->count, {0}};
    if (numbers->count > GATHER_MAX_RANK)
        return gather__scan_fail_at(&reading->scan, numbers->at, GATHER_STATUS_RANK, "at most 16 entries");
    memcpy(kept.at, numbers->values, sizeof kept.at);
    memcpy((char *)&reading->read.op + attributes[attribute].field, &kept, sizeof kept);
    return GATHER_STATUS_OK;
}

static enum gather_status take_boolean(struct gather__hlo_reading *reading)
{
    struct gather__scan *scan = &reading->scan;
    struct gather__word word = gather__hlo_word(scan);
    reading->read.indices_are_sorted = gather__scan_is(scan, word, "true");
    if (!reading->read.indices_are_sorted && !gather__scan_is(scan, word, "false"))
        return gather__scan_fail(scan, GATHER_STATUS_FORMAT, "true or false");
    gather__scan_pass(scan, word);
    return GATHER_STATUS_OK;
}

enum gather_status gather__hlo_take_value(struct gather__hlo_reading *reading,
                                          enum gather__hlo_attribute attribute, char open, char close)
{
    const struct gather__list list = {open,
                                      close,
                                      "a list",
                                      "a number or the end of the list",
                                      "a number",
                                      "',' or the end of the list",
                                      gather__scan_number_item};
    struct gather__numbers numbers;
    if (attribute == GATHER__HLO_INDICES_ARE_SORTED)
        return take_boolean(reading);
    if (attribute == GATHER__HLO_INDEX_VECTOR_DIM)
        return gather__scan_number(&reading->scan, &reading->read.op.index_vector_dim, "a number");
    enum gather_status status = gather__scan_numbers(&reading->scan, &list, &numbers);
    return status == GATHER_STATUS_OK ? gather__hlo_keep(reading, attribute, &numbers) : status;
}

/* ---- shapes -------------------------------------------------------------------------------------- */

/* To behind the bracket that closes the one to come. */
static enum gather_status pass_brackets(struct gather__scan *scan, char open, char close)
{
    size_t depth = 0;
    enum gather_status status = GATHER_STATUS_OK;
    do {
        depth += gather__scan_next(scan) == open;
        depth -= gather__scan_next(scan) == close;
        status = pass_byte(scan);
    } while (depth > 0 && status == GATHER_STATUS_OK);
    return status;
}

/* Whether a shape comes next: a type and "[", or one of those that are no arrays (XLA-29). */
static bool sees_shape(const struct gather__scan *scan)
{
    struct gather__scan ahead = *scan;
    struct gather__word word = gather__scan_type_name(scan);
    if (gather__scan_next(scan) == '(')
        return true;
    gather__scan_pass(&ahead, word);
    return word.length > 0 && gather__scan_next(&ahead) == '[';
}

/* Takes a shape. has: set to 1. */
static enum gather_status take_shape(struct gather__scan *scan, struct gather_layout *layout, int32_t *has)
{
    struct gather__scan behind = *scan;
    size_t begin = scan->at;
    enum gather_status status = GATHER_STATUS_OK;
    gather__scan_pass(&behind, gather__scan_type_name(scan));
    if (gather__scan_next(&behind) == '(') /* of a tuple no more is needed to refuse it */
        status = pass_byte(&behind);
    if (gather__scan_next(&behind) == '[')
        status = pass_brackets(&behind, '[', ']');
    if (status == GATHER_STATUS_OK && gather__scan_next(&behind) == '{')
        status = pass_brackets(&behind, '{', '}');
    if (status != GATHER_STATUS_OK)
        return status;
    status =
        gather_layout_parse(layout, scan->text + begin, behind.at - begin, GATHER_SPELLING_XLA, scan->error);
    if (status != GATHER_STATUS_OK && scan->error != NULL)
        scan->error->at += (int64_t)begin;
    *has = 1;
    *scan = behind;
    return status;
}

/* ---- HLO ----------------------------------------------------------------------------------------- */

/* "{.." with strings and further braces in it, or a string: of an attribute that is passed over. */
static enum gather_status pass_value(struct gather__scan *scan)
{
    struct gather__word string;
    size_t depth = 0;
    enum gather_status status = GATHER_STATUS_OK;
    if (gather__scan_next(scan) != '"' && gather__scan_next(scan) != '{')
        return gather__scan_fail(scan, GATHER_STATUS_FORMAT, "a string or braces");
    do {
        char next = gather__scan_next(scan);
        depth += next == '{';
        depth -= next == '}';
        status = next == '"' ? gather__hlo_take_string(scan, &string) : pass_byte(scan);
    } while (depth > 0 && status == GATHER_STATUS_OK);
    return status;
}

static bool is_passed_over(const struct gather__scan *scan, struct gather__word name)
{
    static const char *const names[] = {"metadata", "sharding", "frontend_attributes", "backend_config",
                                        "control-predecessors"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (gather__scan_is(scan, name, names[k]))
            return true;
    return false;
}

/* name "=" value */
static enum gather_status take_attribute(struct gather__hlo_reading *reading)
{
    struct gather__scan *scan = &reading->scan;
    struct gather__word name = gather__hlo_word(scan);
    enum gather__hlo_attribute attribute = gather__hlo_find(scan, name);
    bool is_known = attribute != GATHER__HLO_ATTRIBUTES, passes = is_passed_over(scan, name);
    if (!is_known && !passes)
        return gather__scan_fail(scan, GATHER_STATUS_FORMAT, "an attribute of gather");
    enum gather_status status = is_known ? gather__hlo_note(reading, attribute, name.at) : GATHER_STATUS_OK;
    gather__scan_pass(scan, name);
    if (status == GATHER_STATUS_OK)
        status = gather__scan_expect(scan, '=', "'='");
    if (status != GATHER_STATUS_OK)
        return status;
    return is_known ? gather__hlo_take_value(reading, attribute, '{', '}') : pass_value(scan);
}

/* [shape] name */
static enum gather_status take_operand(struct gather__scan *scan, struct gather_layout *layout, int32_t *has)
{
    enum gather_status status = sees_shape(scan) ? take_shape(scan, layout, has) : GATHER_STATUS_OK;
    return status == GATHER_STATUS_OK ? gather__hlo_take_name(scan, false) : status;
}

/* "(" operand "," operand ")" {"," attribute} */
static enum gather_status read_hlo(struct gather__hlo_reading *reading)
{
    struct gather__scan *scan = &reading->scan;
    struct gather_xla_text *read = &reading->read;
    const uint32_t required = 1U << GATHER__HLO_OFFSET_DIMS | 1U << GATHER__HLO_COLLAPSED_SLICE_DIMS |
                              1U << GATHER__HLO_START_INDEX_MAP | 1U << GATHER__HLO_SLICE_SIZES |
                              1U << GATHER__HLO_INDEX_VECTOR_DIM;
    enum gather_status status = gather__scan_expect(scan, '(', "'('");
    if (status == GATHER_STATUS_OK)
        status = take_operand(scan, &read->operand, &read->has_operand);
    if (status == GATHER_STATUS_OK)
        status = gather__scan_expect(scan, ',', "','");
    if (status == GATHER_STATUS_OK)
        status = take_operand(scan, &read->indices, &read->has_indices);
    if (status == GATHER_STATUS_OK)
        status = gather__scan_expect(scan, ')', "')'");
    while (status == GATHER_STATUS_OK && gather__scan_take(scan, ','))
        status = take_attribute(reading);
    if (status == GATHER_STATUS_OK)
        status = gather__scan_end(scan, "',' or the end");
    return status == GATHER_STATUS_OK ? gather__hlo_need(reading, required) : status;
}

/* ---- both ---------------------------------------------------------------------------------------- */

/* Whether a word comes next, and behind it this sign. */
static bool comes_before(const struct gather__scan *scan, const char *name, char sign)
{
    struct gather__scan ahead = *scan;
    struct gather__word word = gather__hlo_word(scan);
    gather__scan_pass(&ahead, word);
    return gather__scan_is(scan, word, name) && gather__scan_next(&ahead) == sign;
}

/* [name "="], if the operation itself does not begin at once. */
static enum gather_status take_result_name(struct gather__scan *scan, bool *is_named, size_t *name_at)
{
    *is_named = gather__scan_next(scan) != '"' && !comes_before(scan, "gather", '(');
    *name_at = scan->at;
    if (!*is_named)
        return GATHER_STATUS_OK;
    enum gather_status status = gather__hlo_take_name(scan, true);
    return status == GATHER_STATUS_OK ? gather__scan_expect(scan, '=', "'='") : status;
}

/* A name of HLO begins with a letter: "%0" is one of MLIR's. */
static enum gather_status check_hlo_name(const struct gather__scan *scan, size_t at)
{
    struct gather__scan name = *scan;
    name.at = at;
    return gather__hlo_take_name(&name, false);
}

static enum gather_status read_text(struct gather__hlo_reading *reading)
{
    struct gather__scan *scan = &reading->scan;
    struct gather_xla_text *read = &reading->read;
    bool is_named, is_root = comes_before(scan, "ROOT", '=') ? false : gather__scan_take_word(scan, "ROOT");
    size_t name_at;
    enum gather_status status = take_result_name(scan, &is_named, &name_at);
    if (status != GATHER_STATUS_OK)
        return status;
    if (gather__scan_next(scan) == '"' && !is_root)
        return gather__read_stablehlo(reading);
    if (is_named)
        status = check_hlo_name(scan, name_at);
    if (status == GATHER_STATUS_OK && is_named && sees_shape(scan))
        status = take_shape(scan, &read->result, &read->has_result);
    if (status == GATHER_STATUS_OK && !comes_before(scan, "gather", '('))
        status = gather__scan_fail(scan, GATHER_STATUS_FORMAT, "the operation gather");
    if (status != GATHER_STATUS_OK)
        return status;
    gather__scan_pass(scan, gather__hlo_word(scan));
    return read_hlo(reading);
}

enum gather_status gather_xla_text_read(struct gather_xla_text *read, const char *text, size_t length,
                                        struct gather_error *error)
{
    struct gather__hlo_reading reading = {0};
    reading.scan = gather__scan_begin(text, length, error);
    reading.read.op.operation = GATHER_OPERATION_XLA_GATHER;
    enum gather_status status = read_text(&reading);
    if (status == GATHER_STATUS_OK)
        *read = reading.read;
    return status;
}
