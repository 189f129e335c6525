/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operators by their names: one table an operator, of the attributes that its page gives it, and one reader for
 * all of them. What an attribute's value may be is judged by the operator itself, but for texts and types.
 *
 *     options ── version ── (operands) ── names of attributes ── each attribute, as in its table ──> struct gather_op
 */
#include "gather/names.h"
#include "core/fail.h"
#include "dialects/judging.h"
#include "dialects/known_versions.h"
#include "dialects/named.h"
#include "dialects/xla_lists.h"

#include <string.h>

/* ---- rows by name -------------------------------------------------------------------------------- */

const struct gather_op_name *gather_op_name_at(size_t position)
{
    return position < gather__row_count ? &gather__rows[position].name : NULL;
}

static const struct gather__row *find_row(const char *dialect, const char *name)
{
    for (size_t k = 0; k < gather__row_count; k++)
        if (strcmp(gather__rows[k].name.dialect, dialect) == 0 &&
            strcmp(gather__rows[k].name.name, name) == 0)
            return &gather__rows[k];
    return NULL;
}

/* Returns: NULL if there is no such dialect. */
static const struct gather__world *find_world(const char *dialect)
{
    for (size_t k = 0; k < gather__row_count; k++)
        if (strcmp(gather__rows[k].name.dialect, dialect) == 0)
            return gather__rows[k].world;
    return NULL;
}

const struct gather_op_name *gather_op_name_find(const char *dialect, const char *name)
{
    const struct gather__row *row = find_row(dialect, name);
    return row != NULL ? &row->name : NULL;
}

const char *gather_op_attribute_at(const struct gather_op_name *row, size_t position)
{
    const struct gather__attribute *attribute = ((const struct gather__row *)row)->attributes;
    while (attribute->name != NULL && position-- > 0)
        attribute++;
    return attribute->name;
}

/* ---- the call ------------------------------------------------------------------------------------ */

/* What is read, and the op that becomes of it. */
struct reading {
    const struct gather__row *row;
    const struct gather_attribute *given;
    size_t count;
    struct gather_op op;
    struct gather_error *error;
    const struct gather__attribute *misshapen; /* one that is integers, but not one; NULL for none */
};

static const struct gather_attribute *find_given(const struct reading *reading, const char *name,
                                                 bool is_option)
{
    for (size_t k = 0; k < reading->count; k++)
        if (!reading->given[k].is_option == !is_option && strcmp(reading->given[k].name, name) == 0)
            return &reading->given[k];
    return NULL;
}

static enum gather_status refuse(const struct reading *reading, const char *name, const char *expected)
{
    return gather__fail(reading->error, GATHER_STATUS_ARGUMENT, name, expected);
}

/* What a value is, in words; NULL if it is nothing that has some. */
static const char *words_of_kind(int32_t kind)
{
    static const char *const words[] = {
        [GATHER_ATTRIBUTE_NONE] = "given null",
        [GATHER_ATTRIBUTE_INTEGER] = "given an integer",
        [GATHER_ATTRIBUTE_BOOLEAN] = "given true or false",
        [GATHER_ATTRIBUTE_TEXT] = "given a text",
        [GATHER_ATTRIBUTE_INTEGERS] = "given a list of integers",
        [GATHER_ATTRIBUTE_BYTES] = "given bytes",
        [GATHER_ATTRIBUTE_TENSOR] = "given lists of lists",
    };
    return kind >= 0 && (size_t)kind < sizeof words / sizeof *words ? words[kind] : NULL;
}

/* Of a value that is no such thing at all. */
static enum gather_status refuse_kind(const struct reading *reading, const char *name,
                                      const struct gather_attribute *given, const char *expected)
{
    const enum gather_status status = refuse(reading, name, expected);
    if (reading->error != NULL) {
        reading->error->has |= GATHER_ERROR_HAS_OTHER_KIND;
        reading->error->reason = words_of_kind(given->kind);
    }
    return status;
}

/* Whether an attribute is given again behind the place where it was found. */
static bool is_repeated(const struct reading *reading, const struct gather_attribute *found)
{
    for (const struct gather_attribute *k = found + 1; k < reading->given + reading->count; k++)
        if (!k->is_option == !found->is_option && strcmp(k->name, found->name) == 0)
            return true;
    return false;
}

/* ---- options (CORE-15) --------------------------------------------------------------------------- */

/* The policy that a world means by an attribute. Returns: OWN if it means none. */
static int32_t policy_of(const struct gather_attribute *given, int32_t world)
{
    return given->kind == GATHER_ATTRIBUTE_TEXT ? gather_policy_from_word(world, given->text)
                                                : GATHER_POLICY_OWN;
}

static enum gather_status read_policy(struct reading *reading, const struct gather_attribute *given)
{
    reading->op.policy = policy_of(given, GATHER_WORLD_OWN);
    if (reading->op.policy == GATHER_POLICY_OWN)
        return refuse(reading, "policy", "error, zero, fill, clamp, wrap or skip");
    return GATHER_STATUS_OK;
}

static enum gather_status read_fill(struct reading *reading, const struct gather_attribute *given)
{
    if (given->kind != GATHER_ATTRIBUTE_BYTES || given->count == 0 || given->count > sizeof reading->op.fill)
        return refuse(reading, "fill", "one element of the data's type");
    memcpy(reading->op.fill, given->text, given->count);
    return GATHER_STATUS_OK;
}

static enum gather_status read_strict(struct reading *reading, const struct gather_attribute *given)
{
    if (given->kind != GATHER_ATTRIBUTE_BOOLEAN)
        return refuse(reading, "strict", "true or false");
    reading->op.strictness = given->integer != 0 ? GATHER_STRICT : GATHER_LOOSE;
    return GATHER_STATUS_OK;
}

static enum gather_status read_option(struct reading *reading, const struct gather_attribute *given)
{
    bool has_indices = reading->row->name.inputs[1] != NULL;
    if (has_indices && is_repeated(reading, given))
        return refuse(reading, given->name, "each option once");
    if (has_indices && strcmp(given->name, "policy") == 0)
        return read_policy(reading, given);
    if (has_indices && strcmp(given->name, "fill") == 0)
        return read_fill(reading, given);
    if (has_indices && reading->row->world->has_strict && strcmp(given->name, "strict") == 0)
        return read_strict(reading, given);
    return refuse(reading, given->name, "an option that the operator has");
}

static enum gather_status read_options(struct reading *reading)
{
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; k < reading->count && status == GATHER_STATUS_OK; k++)
        if (reading->given[k].is_option)
            status = read_option(reading, &reading->given[k]);
    bool is_given = find_given(reading, "fill", true) != NULL;
    const bool fills = reading->op.policy == GATHER_POLICY_FILL;
    if (status == GATHER_STATUS_OK && fills && !is_given)
        return gather__fail_missing(reading->error, "fill", "a value, for the policy is to fill");
    if (status == GATHER_STATUS_OK && is_given && !fills)
        return refuse(reading, "fill", "no value, for the policy is not to fill");
    return status;
}

/* ---- versions ------------------------------------------------------------------------------------ */

/* "3.1" is 31. Returns: -1 for a text of another form. */
static int64_t read_level(const char *text)
{
    bool is_level = text[0] >= '0' && text[0] <= '9' && text[1] == '.' && text[2] >= '0' && text[2] <= '9' &&
                    text[3] == '\0';
    return is_level ? (text[0] - '0') * 10 + text[2] - '0' : -1;
}

static enum gather_status read_version(struct reading *reading, const struct gather_attribute *version)
{
    static const char a_level[] = "a feature level, such as 3.0";
    int32_t kind = reading->row->world->version_kind;
    if (version == NULL || version->kind == GATHER_ATTRIBUTE_NONE)
        return GATHER_STATUS_OK;
    if (version->kind != kind)
        return refuse(reading, "version",
                      kind == GATHER_ATTRIBUTE_NONE      ? "no version"
                      : kind == GATHER_ATTRIBUTE_INTEGER ? "an opset's number"
                                                         : a_level);
    int64_t number = kind == GATHER_ATTRIBUTE_TEXT ? read_level(version->text) : version->integer;
    if (kind == GATHER_ATTRIBUTE_TEXT && number < 0)
        return refuse(reading, "version", a_level);
    reading->op.version = number < 1 ? -1 : number > INT32_MAX ? INT32_MAX : (int32_t)number;
    enum gather_status status = gather__version_check(&reading->op, reading->error);
    if (status != GATHER_STATUS_OK && reading->error != NULL)
        reading->error->value = number; /* as the caller wrote it */
    return status;
}

/* ---- attributes ---------------------------------------------------------------------------------- */

static bool is_in_version(const struct reading *reading, const struct gather__attribute *attribute)
{
    int32_t version = reading->op.version;
    return version == 0 || version >= attribute->since || reading->op.strictness == GATHER_LOOSE;
}

static enum gather_status check_unknown(const struct reading *reading)
{
    for (size_t k = 0; k < reading->count; k++) {
        const struct gather__attribute *attribute = reading->row->attributes;
        if (reading->given[k].is_option)
            continue;
        while (attribute->name != NULL && strcmp(attribute->name, reading->given[k].name) != 0)
            attribute++;
        if (attribute->name == NULL)
            return refuse(reading, reading->given[k].name, "an attribute that the operator has");
        if (!is_in_version(reading, attribute))
            return refuse(reading, attribute->name, "an attribute that the operator has in this version");
    }
    return GATHER_STATUS_OK;
}

static enum gather_status check_missing(const struct reading *reading,
                                        const struct gather__attribute *attribute)
{
    if (!attribute->is_required || find_given(reading, attribute->name, false) != NULL)
        return GATHER_STATUS_OK;
    return gather__fail_missing(reading->error, attribute->name, "this attribute to be given");
}

static enum gather_status read_mode(struct reading *reading, const struct gather_attribute *given)
{
    reading->op.mode = policy_of(given, GATHER_WORLD_NUMPY);
    if (reading->op.mode == GATHER_POLICY_OWN)
        return refuse(reading, "mode", "raise, wrap or clip");
    return GATHER_STATUS_OK;
}

static enum gather_status read_reduction(struct reading *reading, const struct gather_attribute *given)
{
    if (given->kind != GATHER_ATTRIBUTE_TEXT)
        return refuse_kind(reading, "reduction", given, "sum or mean");
    const bool is_mean = strcmp(given->text, "mean") == 0;
    if (!is_mean && strcmp(given->text, "sum") != 0)
        return refuse(reading, "reduction", "sum or mean");
    reading->op.reduction = is_mean ? GATHER_REDUCTION_MEAN : GATHER_REDUCTION_SUM;
    return GATHER_STATUS_OK;
}

static enum gather_status read_list(struct reading *reading, const struct gather__attribute *attribute,
                                    const struct gather_attribute *given)
{
    struct gather_numbers numbers = {(int64_t)given->count, {0}};
    if (given->kind != GATHER_ATTRIBUTE_INTEGERS)
        return refuse_kind(reading, attribute->name, given, "a list of integers");
    for (size_t k = 0; k < given->count && k < GATHER_MAX_RANK; k++)
        numbers.at[k] = given->integers[k];
    memcpy((char *)&reading->op + attribute->field, &numbers, sizeof numbers);
    return GATHER_STATUS_OK;
}

static void set_integer(struct reading *reading, const struct gather__attribute *attribute, int64_t value)
{
    memcpy((char *)&reading->op + attribute->field, &value, sizeof value);
}

static enum gather_status read_integer(struct reading *reading, const struct gather__attribute *attribute,
                                       const struct gather_attribute *given)
{
    if (given->kind != GATHER_ATTRIBUTE_INTEGER)
        return refuse_kind(reading, attribute->name, given, "an integer");
    set_integer(reading, attribute, given->integer);
    return GATHER_STATUS_OK;
}

static enum gather_status read_one_integer(struct reading *reading, const struct gather__attribute *attribute,
                                           const struct gather_attribute *given)
{
    bool is_list = given->kind == GATHER_ATTRIBUTE_INTEGERS;
    if (!is_list && given->kind != GATHER_ATTRIBUTE_TENSOR)
        return read_integer(reading, attribute, given);
    if (is_list && given->count == 1)
        set_integer(reading, attribute, given->integers[0]);
    else
        reading->misshapen = attribute; /* behind what is ill-typed (OV-5) */
    return GATHER_STATUS_OK;
}

static enum gather_status read_ignored(const struct reading *reading,
                                       const struct gather__attribute *attribute,
                                       const struct gather_attribute *given)
{
    if (attribute->form == GATHER__BOOLEAN && given->kind != GATHER_ATTRIBUTE_BOOLEAN)
        return refuse_kind(reading, attribute->name, given, "true or false");
    if (attribute->form == GATHER__NUMBER && given->kind != GATHER_ATTRIBUTE_INTEGER &&
        given->kind != GATHER_ATTRIBUTE_OTHER)
        return refuse_kind(reading, attribute->name, given, "a number");
    return GATHER_STATUS_OK;
}

static enum gather_status read_attribute(struct reading *reading, const struct gather__attribute *attribute,
                                         const struct gather_attribute *given)
{
    bool is_null = given->kind == GATHER_ATTRIBUTE_NONE;
    if (is_repeated(reading, given))
        return refuse(reading, attribute->name, "each attribute once");
    switch (attribute->form) {
    case GATHER__INTEGER:
        return read_integer(reading, attribute, given);
    case GATHER__ONE_INTEGER:
        return read_one_integer(reading, attribute, given);
    case GATHER__AXIS_OR_FLAT:
        reading->op.is_flat = is_null;
        return is_null ? GATHER_STATUS_OK : read_integer(reading, attribute, given);
    case GATHER__INDEX_OR_NONE:
        reading->op.has_padding_index = !is_null;
        return is_null ? GATHER_STATUS_OK : read_integer(reading, attribute, given);
    case GATHER__LIST:
        return read_list(reading, attribute, given);
    case GATHER__MODE:
        return read_mode(reading, given);
    case GATHER__REDUCTION:
        return read_reduction(reading, given);
    case GATHER__NORM:
        reading->op.has_max_norm = !is_null;
        return GATHER_STATUS_OK;
    default:
        return read_ignored(reading, attribute, given);
    }
}

static void set_standard(struct reading *reading, const struct gather__attribute *attribute)
{
    reading->op.is_flat = reading->op.is_flat || attribute->is_flat;
    if (attribute->standard != 0)
        set_integer(reading, attribute, attribute->standard);
}

static enum gather_status read_attributes(struct reading *reading)
{
    const struct gather__attribute *attributes = reading->row->attributes;
    enum gather_status status = GATHER_STATUS_OK;
    for (size_t k = 0; reading->row->world->missing_is_first && attributes[k].name != NULL; k++)
        if (status == GATHER_STATUS_OK)
            status = check_missing(reading, &attributes[k]);
    if (status == GATHER_STATUS_OK)
        status = check_unknown(reading);
    for (size_t k = 0; attributes[k].name != NULL && status == GATHER_STATUS_OK; k++) {
        const struct gather_attribute *given = find_given(reading, attributes[k].name, false);
        status = check_missing(reading, &attributes[k]);
        if (given != NULL)
            status = read_attribute(reading, &attributes[k], given);
        else
            set_standard(reading, &attributes[k]);
    }
    if (status != GATHER_STATUS_OK || reading->misshapen == NULL)
        return status;
    const char *name = reading->misshapen->name;
    const struct gather_attribute *given = find_given(reading, name, false);
    status = gather__fail(reading->error, GATHER_STATUS_SHAPE, name, "one integer");
    if (given->kind == GATHER_ATTRIBUTE_INTEGERS)
        gather__fail_value(reading->error, status, (int64_t)given->count, 1, 1);
    else if (reading->error != NULL)
        reading->error->reason = words_of_kind(given->kind);
    return status;
}

/* ---- lists that an op has no room for ------------------------------------------------------------ */

/* A list as it was given; an empty one where it was not. */
static struct gather__xla_list list_given(const struct reading *reading, const char *name, bool *is_long)
{
    const struct gather_attribute *given = find_given(reading, name, false);
    struct gather__xla_list list = {0};
    if (given == NULL)
        return list;
    *is_long = *is_long || given->count > GATHER_MAX_RANK;
    list.at = given->integers;
    list.count = (int64_t)given->count;
    list.kept = (int32_t)(given->count < GATHER__XLA_LIST_MAX ? given->count : GATHER__XLA_LIST_MAX);
    return list;
}

/* Where a list is longer than the op's own, only here is there all of what step 1 of XLA-G-19 judges. */
static enum gather_status judge_long_lists(const struct reading *reading)
{
    bool is_long = false;
    const struct gather__xla_lists lists = {
        list_given(reading, "offset_dims", &is_long),
        list_given(reading, "collapsed_slice_dims", &is_long),
        list_given(reading, "start_index_map", &is_long),
        list_given(reading, "operand_batching_dims", &is_long),
        list_given(reading, "start_indices_batching_dims", &is_long),
        list_given(reading, "slice_sizes", &is_long),
        reading->op.index_vector_dim,
    };
    return is_long ? gather__xla_need_lists(&lists, reading->error) : GATHER_STATUS_OK;
}

/* ---- operands ------------------------------------------------------------------------------------ */

static enum gather_status judge_operands(const struct reading *reading,
                                         const struct gather_op_operands *operands)
{
    const char *const *names = reading->row->name.inputs;
    size_t count = operands->input_count;
    size_t most = 0;
    while (most < GATHER_MAX_INPUTS && names[most] != NULL)
        most++;
    const struct gather__call call = {&reading->op, operands->inputs, count, operands->output};
    enum gather_status status =
        gather__need_inputs(&call, names, (size_t)reading->row->name.required,
                            reading->row->world->counts_inputs ? most : SIZE_MAX, reading->error);
    if (status == GATHER_STATUS_OK && reading->row->world->begin != NULL)
        status = reading->row->world->begin(&call, reading->error);
    return status;
}

/* ---- names that are none ------------------------------------------------------------------------- */

/* word: the caller's own. */
static enum gather_status refuse_word(const char *word, const char *reason, const char *expected,
                                      struct gather_error *error)
{
    gather__fail(error, GATHER_STATUS_UNSUPPORTED, word[0] != '\0' ? word : "op", expected);
    if (error != NULL)
        error->reason = reason;
    return GATHER_STATUS_UNSUPPORTED;
}

static enum gather_status refuse_name(const char *dialect, const char *name, struct gather_error *error)
{
    const struct gather__world *world = find_world(dialect);
    if (world == NULL)
        return refuse_word(dialect, "no dialect of this library", gather__dialects, error);
    return refuse_word(name, "no operator that the library has of this dialect", world->operators, error);
}

/* ---- all of it ----------------------------------------------------------------------------------- */

enum gather_status gather_op_from_call(struct gather_op *op, const char *dialect, const char *name,
                                       const struct gather_attribute *version,
                                       const struct gather_attribute *attributes, size_t count,
                                       const struct gather_op_operands *operands, struct gather_error *error)
{
    struct reading reading = {find_row(dialect, name), attributes, count, {0}, error, NULL};
    if (reading.row == NULL)
        return refuse_name(dialect, name, error);
    reading.op.operation = reading.row->name.operation;
    enum gather_status status = read_options(&reading);
    if (status == GATHER_STATUS_OK)
        status = read_version(&reading, version);
    if (status == GATHER_STATUS_OK && operands != NULL)
        status = judge_operands(&reading, operands);
    if (status == GATHER_STATUS_OK)
        status = read_attributes(&reading);
    if (status == GATHER_STATUS_OK && reading.row->world == &gather__xla_world)
        status = judge_long_lists(&reading);
    if (status == GATHER_STATUS_OK)
        *op = reading.op;
    return status;
}

enum gather_status gather_op_from_names(struct gather_op *op, const char *dialect, const char *name,
                                        const struct gather_attribute *version,
                                        const struct gather_attribute *attributes, size_t count,
                                        struct gather_error *error)
{
    return gather_op_from_call(op, dialect, name, version, attributes, count, NULL, error);
}
