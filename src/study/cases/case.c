/* SPDX-License-Identifier: Apache-2.0 */
/* One line of a case file, judged by the case format: case.h says how it is used. */
#include "study/cases/case.h"
#include "study/cases/fields.h"
#include "study/refuse.h"

#include <stdlib.h>
#include <string.h>

static const struct gather__field case_fields[] = {
    {"name", GATHER__KIND(STRING), "\"name\", a text of a-z 0-9 _ . -"},
    {"source", GATHER__KIND(STRING), "\"source\", a text"},
    {"dialect", GATHER__KIND(STRING), "\"dialect\", a text"},
    {"op", GATHER__KIND(STRING), "\"op\", a text"},
    {"expect", GATHER__KIND(OBJECT), "\"expect\", an object"},
    {"attrs", GATHER__KIND(OBJECT) | GATHER__KIND(ABSENT), "\"attrs\" to be an object"},
    {"covers", GATHER__KIND(ARRAY) | GATHER__KIND(ABSENT), "\"covers\" to be a list"},
    {"inputs", GATHER__KIND(ARRAY) | GATHER__KIND(ABSENT), "\"inputs\" to be a list"},
    {"options", GATHER__KIND(OBJECT) | GATHER__KIND(ABSENT), "\"options\" to be an object"},
    {"infer", GATHER__KIND(BOOLEAN) | GATHER__KIND(ABSENT), "\"infer\" to be true or false"},
    {"version", GATHER__KIND(INTEGER) | GATHER__KIND(STRING) | GATHER__KIND(ABSENT),
     "\"version\" to be a number or a text"},
};

#define ANY (~GATHER__KIND(ABSENT))

/* In the order of `enum gather__expectation`. */
static const struct gather__field expect_fields[] = {
    {"value", ANY, "\"value\""},
    {"error", GATHER__KIND(OBJECT), "\"error\", an object"},
    {"outputs", GATHER__KIND(ARRAY), "\"outputs\", a list"},
    {"unspecified", GATHER__KIND(BOOLEAN), "\"unspecified\", true"},
};

static const struct gather__field error_fields[] = {
    {"code", GATHER__KIND(STRING), "\"code\", the name of a status"},
    {"operand", GATHER__KIND(STRING) | GATHER__KIND(ABSENT), "\"operand\" to be a text"},
    {"position", GATHER__KIND(ARRAY) | GATHER__KIND(ABSENT), "\"position\" to be a list"},
    {"value", GATHER__KIND(INTEGER) | GATHER__KIND(STRING) | GATHER__KIND(ABSENT),
     "\"value\" to be a number"},
    {"axis", GATHER__KIND(INTEGER) | GATHER__KIND(ABSENT), "\"axis\" to be a number"},
    {"low", GATHER__KIND(INTEGER) | GATHER__KIND(STRING) | GATHER__KIND(ABSENT), "\"low\" to be a number"},
    {"high", GATHER__KIND(INTEGER) | GATHER__KIND(STRING) | GATHER__KIND(ABSENT), "\"high\" to be a number"},
    {"at", GATHER__KIND(INTEGER) | GATHER__KIND(ABSENT), "\"at\" to be a number"},
    {"lacks", GATHER__KIND(STRING) | GATHER__KIND(ABSENT), "\"lacks\" to be a text"},
};

static bool is_name(const char *text)
{
    return *text != '\0' && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_.-") == strlen(text);
}

static bool is_code(const char *text)
{
    for (int k = 1; k < GATHER_STATUS_COUNT; k++)
        if (strcmp(text, gather_status_name(k)) == 0)
            return true;
    return false;
}

static const char *string_member(const struct gather__json *object, const char *key)
{
    size_t length;
    return gather__json_string(gather__json_member(object, key), &length);
}

static enum gather_status read_expectation(struct gather__case *self, struct gather_error *error)
{
    const struct gather__json *expect = gather__json_member(self->line, "expect");
    size_t found = GATHER__COUNT(expect_fields);
    for (size_t k = 0; k < GATHER__COUNT(expect_fields); k++)
        if (gather__json_member(expect, expect_fields[k].name) != NULL)
            found = k;
    if (found == GATHER__COUNT(expect_fields) || gather__json_count(expect) != 1)
        return gather__malformed(error, "exactly one of value, error, outputs, unspecified in \"expect\"");
    self->expectation = (enum gather__expectation)found;
    self->expected = gather__json_member(expect, expect_fields[found].name);
    enum gather_status status = gather__fields_check(expect, &expect_fields[found], 1, "", error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (self->expectation == GATHER__EXPECT_UNSPECIFIED && !gather__json_boolean(self->expected))
        return gather__malformed(error, expect_fields[found].expected);
    if (self->expectation != GATHER__EXPECT_ERROR)
        return GATHER_STATUS_OK;
    status = gather__fields_check(
        self->expected, error_fields, GATHER__COUNT(error_fields),
        "only code, operand, position, value, axis, low, high, at, lacks in \"error\"", error);
    if (status == GATHER_STATUS_OK && !is_code(string_member(self->expected, "code")))
        return gather__malformed(error, error_fields[0].expected);
    return status;
}

/* How many integers the list of an attribute holds; 0 for a list of anything else. */
static size_t list_integers(const struct gather__json *value)
{
    size_t count = gather__json_kind(value) == GATHER__JSON_ARRAY ? gather__json_count(value) : 0;
    for (size_t k = 0; k < count; k++)
        if (gather__json_kind(gather__json_item(value, k)) != GATHER__JSON_INTEGER)
            return 0;
    return count;
}

static bool count_integers(void *context, const char *key, struct gather__json *value)
{
    size_t *count = context;
    (void)key;
    *count += list_integers(value);
    return true;
}

/* Whether a list is of lists of integers, at any depth. */
static bool is_tensor(const struct gather__json *value)
{
    size_t count = gather__json_count(value);
    for (size_t k = 0; k < count; k++) {
        const struct gather__json *item = gather__json_item(value, k);
        if (gather__json_kind(item) != GATHER__JSON_ARRAY ||
            (list_integers(item) != gather__json_count(item) && !is_tensor(item)))
            return false;
    }
    return count > 0;
}

static void fill_list(struct gather_attribute *attribute, const struct gather__json *value, int64_t *integers)
{
    attribute->count = list_integers(value);
    if (attribute->count != gather__json_count(value)) {
        attribute->kind = is_tensor(value) ? GATHER_ATTRIBUTE_TENSOR : GATHER_ATTRIBUTE_OTHER;
        return;
    }
    attribute->kind = GATHER_ATTRIBUTE_INTEGERS;
    attribute->integers = integers;
    for (size_t k = 0; k < attribute->count; k++)
        integers[k] = gather__json_integer(gather__json_item(value, k));
}

/* value: NULL for none. integers: room for those of a list. */
static void fill_attribute(struct gather_attribute *attribute, const struct gather__json *value,
                           int64_t *integers)
{
    attribute->kind = GATHER_ATTRIBUTE_OTHER;
    switch (gather__json_kind(value)) {
    case GATHER__JSON_ABSENT:
    case GATHER__JSON_NULL:
        attribute->kind = GATHER_ATTRIBUTE_NONE;
        break;
    case GATHER__JSON_BOOLEAN:
        attribute->kind = GATHER_ATTRIBUTE_BOOLEAN;
        attribute->integer = gather__json_boolean(value);
        break;
    case GATHER__JSON_INTEGER:
        attribute->kind = GATHER_ATTRIBUTE_INTEGER;
        attribute->integer = gather__json_integer(value);
        break;
    case GATHER__JSON_STRING:
        attribute->kind = GATHER_ATTRIBUTE_TEXT;
        attribute->text = gather__json_string(value, &attribute->count);
        break;
    case GATHER__JSON_ARRAY:
        fill_list(attribute, value, integers);
        break;
    default:
        break;
    }
}

static bool add_attribute(void *context, const char *key, struct gather__json *value)
{
    struct gather__attributes *attributes = context;
    struct gather_attribute *attribute = &attributes->list[attributes->count++];
    attribute->name = key;
    fill_attribute(attribute, value, attributes->integers + attributes->integer_count);
    attributes->integer_count += list_integers(value);
    return true;
}

static bool add_option(void *context, const char *key, struct gather__json *value)
{
    struct gather__attributes *attributes = context;
    attributes->list[attributes->count].is_option = 1;
    return add_attribute(context, key, value);
}

/* The type of the input that the operator calls `data`; NONE if there is no such input. */
static int32_t data_type(const struct gather__case *self)
{
    const struct gather_op_name *op = gather_op_name_find(self->dialect, self->op);
    size_t place = 0, length = 0;
    while (op != NULL && place < GATHER_MAX_INPUTS && op->inputs[place] != NULL &&
           strcmp(op->inputs[place], "data") != 0)
        place++;
    const struct gather__json *input = gather__json_item(gather__json_member(self->line, "inputs"), place);
    const char *name = gather__json_string(gather__json_member(input, "dtype"), &length);
    return name != NULL ? gather_dtype_from_name(GATHER_WORLD_OWN, name, length) : GATHER_DTYPE_NONE;
}

/* `fill` is a value of the data's type; what is none stays as it is, and no op takes it. */
static void read_fill(struct gather__case *self)
{
    const struct gather__json *value =
        gather__json_member(gather__json_member(self->line, "options"), "fill");
    struct gather__attributes *attributes = &self->attributes;
    int32_t dtype = data_type(self);
    if (value == NULL || dtype == GATHER_DTYPE_NONE ||
        gather__number_read(&attributes->fill, dtype, value, NULL) != GATHER_STATUS_OK)
        return;
    self->fill_type = dtype;
    for (size_t k = 0; k < attributes->count; k++) {
        struct gather_attribute *attribute = &attributes->list[k];
        if (!attribute->is_option || strcmp(attribute->name, "fill") != 0)
            continue;
        attribute->kind = GATHER_ATTRIBUTE_BYTES;
        attribute->text = (const char *)attributes->fill.bytes;
        attribute->count = ((size_t)gather_dtype_bits(dtype) + 7) / 8;
    }
}

static enum gather_status read_attributes(struct gather__case *self, struct gather_error *error)
{
    const struct gather__json *given = gather__json_member(self->line, "attrs");
    const struct gather__json *options = gather__json_member(self->line, "options");
    struct gather__attributes *attributes = &self->attributes;
    size_t integers = 0;
    gather__json_members(given, count_integers, &integers);
    gather__json_members(options, count_integers, &integers);
    /* One more of each, so that nothing is asked of calloc that it may answer with NULL. */
    attributes->list =
        calloc(gather__json_count(given) + gather__json_count(options) + 1, sizeof *attributes->list);
    attributes->integers = calloc(integers + 1, sizeof *attributes->integers);
    if (attributes->list == NULL || attributes->integers == NULL)
        return gather__refuse(error, GATHER_STATUS_NO_MEMORY, "case", NULL);
    gather__json_members(given, add_attribute, attributes);
    gather__json_members(options, add_option, attributes);
    read_fill(self);
    return GATHER_STATUS_OK;
}

enum gather_status gather__case_read(struct gather__case *self, const char *line, size_t length,
                                     struct gather_error *error)
{
    enum gather_status status = gather__json_read(line, length, GATHER__CASE_LINE_MAX, &self->line, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (gather__json_kind(self->line) != GATHER__JSON_OBJECT)
        return gather__malformed(error, "an object");
    status = gather__fields_check(
        self->line, case_fields, GATHER__COUNT(case_fields),
        "only name, source, covers, dialect, op, version, attrs, inputs, options, infer, expect", error);
    if (status != GATHER_STATUS_OK)
        return status;
    self->name = string_member(self->line, "name");
    self->dialect = string_member(self->line, "dialect");
    self->op = string_member(self->line, "op");
    self->infer = gather__json_boolean(gather__json_member(self->line, "infer"));
    if (!is_name(self->name))
        return gather__malformed(error, case_fields[0].expected);
    self->version.name = "version";
    fill_attribute(&self->version, gather__json_member(self->line, "version"), NULL);
    status = read_expectation(self, error);
    if (status == GATHER_STATUS_OK)
        status = read_attributes(self, error);
    return status;
}

void gather__case_fini(struct gather__case *self)
{
    gather__json_free(self->line);
    free(self->attributes.list);
    free(self->attributes.integers);
    memset(self, 0, sizeof *self);
}

bool gather__case_expects(const struct gather__case *self, const char *code)
{
    return self->expectation == GATHER__EXPECT_ERROR &&
           strcmp(string_member(self->expected, "code"), code) == 0;
}
