/* SPDX-License-Identifier: Apache-2.0 */
/* An operator as the command line asks for it: op_arguments.h says how. */
#define _POSIX_C_SOURCE 200809L
#include "op_arguments.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "gather/study.h"
#include "index_list.h"
#include "output.h"

/* ---- values -------------------------------------------------------------------------------------- */

/* How many numbers a text has at most: behind each but the last stands a comma. */
static size_t most_numbers(const char *text) { return strlen(text) / 2 + 1; }

/* A list without or with its brackets. Returns: whether the text is one; *integers: room for its numbers. */
static bool read_list(struct gather_attribute *attribute, const char *text, int64_t *integers)
{
    size_t length = strlen(text);
    bool has_brackets = length >= 2 && text[0] == '[' && text[length - 1] == ']';
    if (!has_brackets && strchr(text, ',') == NULL)
        return false;
    int64_t count =
        index_list_fill(text + has_brackets, length - (has_brackets ? 2 : 0), integers, most_numbers(text));
    if (count < 0)
        return false;
    attribute->kind = GATHER_ATTRIBUTE_INTEGERS;
    attribute->integers = integers;
    attribute->count = (size_t)count;
    return true;
}

/* Whether a text is lists of lists of integers, at any depth: [[0],[1,2]]. */
static bool is_tensor(const char *text)
{
    size_t depth = 0; /* lists that are open around what comes next */
    if (strncmp(text, "[[", 2) != 0)
        return false;
    for (;; text++) {
        for (; text[0] == '[' && text[1] == '['; text++)
            depth++;
        const size_t length = *text == '[' ? strcspn(text + 1, "[]") : 0;
        if (*text != '[' || text[length + 1] != ']' || index_list_fill(text + 1, length, NULL, 0) < 0)
            return false;
        for (text += length + 2; *text == ']' && depth > 0; text++)
            depth--;
        if (depth == 0 || *text != ',')
            return depth == 0 && *text == '\0';
    }
}

static bool read_number(struct gather_attribute *attribute, const char *text)
{
    struct index_list list = index_list_read(text);
    double real;
    if (list.count == 1) {
        attribute->kind = GATHER_ATTRIBUTE_INTEGER;
        attribute->integer = list.values[0];
    } else if (gather_real_read(text, &real)) {
        attribute->kind = GATHER_ATTRIBUTE_OTHER;
    } else {
        return false;
    }
    return true;
}

/* 1, -1, true, null, 0,1 or [0,1], [[0]], 0.5, clip: of which kind a value is, it says itself. */
static void read_value(struct gather_attribute *attribute, const char *text, int64_t *integers)
{
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
        attribute->kind = GATHER_ATTRIBUTE_BOOLEAN;
        attribute->integer = text[0] == 't';
    } else if (strcmp(text, "null") == 0) {
        attribute->kind = GATHER_ATTRIBUTE_NONE;
    } else if (is_tensor(text)) {
        attribute->kind = GATHER_ATTRIBUTE_TENSOR;
    } else if (!read_list(attribute, text, integers) && !read_number(attribute, text)) {
        attribute->kind = GATHER_ATTRIBUTE_TEXT;
        attribute->text = text;
        attribute->count = strlen(text);
    }
}

/* ---- options ------------------------------------------------------------------------------------- */

static struct gather_attribute *add(struct op_request *request, const char *name, int32_t is_option)
{
    struct gather_attribute *attribute = &request->attributes[request->count++];
    attribute->name = name;
    attribute->is_option = is_option;
    return attribute;
}

static void add_text(struct op_request *request, const char *name, int32_t is_option, const char *text)
{
    struct gather_attribute *attribute = add(request, name, is_option);
    attribute->kind = GATHER_ATTRIBUTE_TEXT;
    attribute->text = text;
    attribute->count = strlen(text);
}

static void add_strict(struct op_request *request, int64_t value)
{
    struct gather_attribute *attribute = add(request, "strict", 1);
    attribute->kind = GATHER_ATTRIBUTE_BOOLEAN;
    attribute->integer = value;
}

/*
 * The words of all worlds for a policy. numpy's own three are the attribute of that name, in which a negative index
 * is not counted from the end.
 */
static void add_mode(struct op_request *request, const char *op, const char *word)
{
    bool is_numpy = strcmp(request->dialect, "numpy") == 0 && strcmp(op, "take") == 0;
    int32_t numpys = gather_policy_from_word(GATHER_WORLD_NUMPY, word);
    if (is_numpy && numpys != GATHER_POLICY_OWN)
        add_text(request, "mode", 0, word);
    else if (numpys != GATHER_POLICY_OWN)
        add_text(request, "policy", 1, gather_policy_word(numpys, GATHER_WORLD_OWN));
    else
        add_text(request, "policy", 1, word);
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static int read_dialect(struct op_request *request, const struct arguments *arguments)
{
    const char *text = arguments_value(arguments, "dialect");
    text = text != NULL ? text : OP_DIALECT;
    request->dialect = strndup(text, gather_dialect_read(text, &request->version));
    return request->dialect != NULL ? EXIT_YES : complain_of_memory(arguments->command->name);
}

/* NAME=VALUE. */
static int add_attribute(struct op_request *request, const struct arguments *arguments, const char *text)
{
    const char *value = strchr(text, '=');
    if (value == NULL || value == text)
        return arguments_misused(arguments->command, "an attribute is NAME=VALUE, not", text);
    size_t place = request->count, length = (size_t)(value - text);
    char *name = malloc(length + 1);
    if (name == NULL)
        return complain_of_memory(arguments->command->name);
    memcpy(name, text, length);
    name[length] = '\0';
    request->names[place] = name;
    read_value(add(request, name, 0), value + 1, request->integers + request->integer_count);
    request->integer_count +=
        request->attributes[place].kind == GATHER_ATTRIBUTE_INTEGERS ? request->attributes[place].count : 0;
    return EXIT_YES;
}

/* How many numbers the lists of all attributes have at most. */
static size_t numbers_room(const struct arguments *arguments)
{
    size_t room = 1;
    for (size_t k = 0; k < arguments->count; k++)
        if (argument_is(&arguments->list[k], "attribute"))
            room += most_numbers(arguments->list[k].value);
    return room;
}

int op_request_read(struct op_request *request, const struct arguments *arguments, const char *op)
{
    size_t room = arguments->count + 1;
    memset(request, 0, sizeof *request);
    request->attributes = calloc(room, sizeof *request->attributes);
    request->names = calloc(room, sizeof *request->names);
    request->integers = calloc(numbers_room(arguments), sizeof *request->integers);
    if (request->attributes == NULL || request->names == NULL || request->integers == NULL)
        return complain_of_memory(arguments->command->name);
    int code = read_dialect(request, arguments);
    for (size_t k = 0; k < arguments->count && code == EXIT_YES; k++)
        if (argument_is(&arguments->list[k], "attribute"))
            code = add_attribute(request, arguments, arguments->list[k].value);
    if (code != EXIT_YES)
        return code;
    if (arguments_value(arguments, "mode") != NULL)
        add_mode(request, op, arguments_value(arguments, "mode"));
    else if (arguments_value(arguments, "fill") != NULL)
        add_text(request, "policy", 1, "fill");
    if (arguments_flag(arguments, "strict"))
        add_strict(request, 1);
    if (arguments_flag(arguments, "loose"))
        add_strict(request, 0);
    return code;
}

int op_request_fill(struct op_request *request, const struct arguments *arguments, int32_t dtype)
{
    const char *text = arguments_value(arguments, "fill");
    struct gather_error error = {0};
    if (text == NULL)
        return EXIT_YES;
    enum gather_status status = gather_element_read(dtype, text, request->fill, &error);
    if (status != GATHER_STATUS_OK) {
        talk_failure(arguments->command->name, "--fill", &error);
        return exit_of_status(status);
    }
    struct gather_attribute *attribute = add(request, "fill", 1);
    attribute->kind = GATHER_ATTRIBUTE_BYTES;
    attribute->text = (const char *)request->fill;
    attribute->count = ((size_t)gather_dtype_bits(dtype) + 7) / 8;
    return EXIT_YES;
}

void op_request_fini(struct op_request *request)
{
    for (size_t k = 0; request->names != NULL && k < request->count; k++)
        free(request->names[k]);
    free(request->names);
    free(request->attributes);
    free(request->integers);
    free(request->dialect);
}
