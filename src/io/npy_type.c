/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Types of a .npy file: order of bytes, letter, bytes of an element: "<f4". Types that numpy does not have of
 * its own (bf16, f8*) are stored by everybody as bytes that say nothing, "|V2" and "|V1".
 *
 * numpy writes no others, but reads more: any type without an order of bytes, or with '=' or '|', which all mean that
 * of the machine, little-endian; and instead of letter and bytes one letter, as struct has them: "<q" is "<i8".
 */
#include "io/io_error.h"
#include "io/npy.h"

#include <string.h>

/* What is written stands first for each type. */
static const struct type_row {
    const char *text;
    int32_t dtype;
    int32_t number_bytes; /* of each number that has an order of bytes */
    int32_t untyped;
} types[] = {
    {"|b1", GATHER_DTYPE_BOOL, 1, 0}, {"|i1", GATHER_DTYPE_I8, 1, 0},    {"<i2", GATHER_DTYPE_I16, 2, 0},
    {"<i4", GATHER_DTYPE_I32, 4, 0},  {"<i8", GATHER_DTYPE_I64, 8, 0},   {"|u1", GATHER_DTYPE_U8, 1, 0},
    {"<u2", GATHER_DTYPE_U16, 2, 0},  {"<u4", GATHER_DTYPE_U32, 4, 0},   {"<u8", GATHER_DTYPE_U64, 8, 0},
    {"<f2", GATHER_DTYPE_F16, 2, 0},  {"<f4", GATHER_DTYPE_F32, 4, 0},   {"<f8", GATHER_DTYPE_F64, 8, 0},
    {"<c8", GATHER_DTYPE_C64, 4, 0},  {"<c16", GATHER_DTYPE_C128, 8, 0}, {"|V1", GATHER_DTYPE_U8, 1, 1},
    {"|V2", GATHER_DTYPE_U16, 1, 1},  {"|f1", GATHER_DTYPE_U8, 1, 1},
};

/* The letters that mean the same on every machine, unlike 'l' and 'p'. */
static const struct letter_row {
    char letter;
    const char *text; /* the same as letter and bytes */
} letters[] = {
    {'?', "b1"}, {'b', "i1"}, {'h', "i2"}, {'i', "i4"}, {'q', "i8"}, {'B', "u1"}, {'H', "u2"},
    {'I', "u4"}, {'Q', "u8"}, {'e', "f2"}, {'f', "f4"}, {'d', "f8"}, {'F', "c8"}, {'D', "c16"},
};

#define NO_LONG_FLOATS "f2, f4 or f8: those of long double differ from machine to machine"
#define NO_LONG_COMPLEX "c8 or c16: those of long double differ from machine to machine"

static const struct refused_row {
    const char *text; /* all of it; or a letter and *: digits may follow, or a unit behind M and m */
    const char *expected;
} refused[] = {
    {"O*", "numbers: elements of type object are pickled Python objects"},
    {"S*", "numbers: elements of type S are strings"},
    {"a*", "numbers: elements of type a are strings"},
    {"U*", "numbers: elements of type U are strings"},
    {"M*", "numbers: elements of type M are dates; save them as their .view('i8')"},
    {"m*", "numbers: elements of type m are durations; save them as their .view('i8')"},
    {"V*", "numbers, or |V1 and |V2: elements of other types V are structures"},
    {"f1", "'|f1', for numpy has no f1 of its own"},
    {"f12", NO_LONG_FLOATS},
    {"f16", NO_LONG_FLOATS},
    {"g", NO_LONG_FLOATS},
    {"c24", NO_LONG_COMPLEX},
    {"c32", NO_LONG_COMPLEX},
    {"G", NO_LONG_COMPLEX},
};

static bool same(const char *text, size_t length, const char *other)
{
    return strlen(other) == length && memcmp(text, other, length) == 0;
}

/* The row of a type without its order of bytes: "f4". */
static const struct type_row *find_type(const char *text, size_t length)
{
    for (size_t k = 0; k < sizeof letters / sizeof letters[0] && length == 1; k++)
        if (text[0] == letters[k].letter)
            return find_type(letters[k].text, strlen(letters[k].text));
    for (size_t k = 0; k < sizeof types / sizeof types[0]; k++)
        if (same(text, length, types[k].text + 1))
            return &types[k];
    return NULL;
}

static bool all_digits(const char *text, size_t length)
{
    for (size_t k = 0; k < length; k++)
        if (text[k] < '0' || text[k] > '9')
            return false;
    return true;
}

static bool is_refused(const struct refused_row *row, const char *text, size_t length)
{
    if (row->text[1] != '*')
        return same(text, length, row->text);
    return text[0] == row->text[0] && (all_digits(text + 1, length - 1) || text[0] == 'M' || text[0] == 'm');
}

/* "|S0", "<U5", "|O", "<M8[ns]", "<f16": known, and nothing that is gathered here. */
static const char *what_is_refused(const char *text, size_t length)
{
    for (size_t k = 0; k < sizeof refused / sizeof refused[0] && length > 0; k++)
        if (is_refused(&refused[k], text, length))
            return refused[k].expected;
    return NULL;
}

enum gather_status gather__npy_read_type(const char *text, size_t length, struct gather__npy_array *array,
                                         struct gather_error *error)
{
    static const char orders[] = {'<', '>', '|', '='};
    char order = length > 0 && memchr(orders, text[0], sizeof orders) != NULL ? text[0] : '=';
    size_t begin = length > 0 && text[0] == order;
    const struct type_row *row = find_type(text + begin, length - begin);
    if (row == NULL || (order == '=' && strcmp(row->text, "|f1") == 0)) { /* numpy has none of its own */
        const char *expected = what_is_refused(text + begin, length - begin);
        return gather__io_fail(error, expected != NULL ? GATHER_STATUS_UNSUPPORTED : GATHER_STATUS_FORMAT,
                               "descr", expected != NULL ? expected : "a type of numbers such as '<f4'");
    }
    if (order == '>' && row->untyped)
        return gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, "descr",
                               "'|', for nobody says what the bytes are");
    array->dtype = row->dtype;
    array->swapped = order == '>' && row->number_bytes > 1 ? row->number_bytes : 0;
    array->untyped = row->untyped;
    return GATHER_STATUS_OK;
}

const char *gather__npy_type_text(int32_t dtype)
{
    for (size_t k = 0; k < sizeof types / sizeof types[0]; k++)
        if (types[k].dtype == dtype && !types[k].untyped)
            return types[k].text;
    if (gather_dtype_bits(dtype) == 8)
        return "|V1";
    return gather_dtype_bits(dtype) == 16 ? "|V2" : NULL;
}
