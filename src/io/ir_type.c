/* SPDX-License-Identifier: Apache-2.0 */
/* Texts in the attributes of an IR: names of types, numbers, shapes, versions. */
#include <string.h>

#include "io/io_error.h"
#include "io/ir.h"

enum { NEWEST_OPSET = 17, MOST_DIGITS = 19 };

/* In Const and Parameter; on ports; either is read in both. */
static const struct gather__ir_type types[] = {
    {"boolean", "BOOL", GATHER_DTYPE_BOOL, 1, 1},
    {"u2", "U2", GATHER_DTYPE_U2, 1, 1},
    {"u4", "U4", GATHER_DTYPE_U4, 1, 1},
    {"u8", "U8", GATHER_DTYPE_U8, 1, 1},
    {"u16", "U16", GATHER_DTYPE_U16, 1, 2},
    {"u32", "U32", GATHER_DTYPE_U32, 1, 4},
    {"u64", "U64", GATHER_DTYPE_U64, 1, 8},
    {"i4", "I4", GATHER_DTYPE_I4, 1, 1},
    {"i8", "I8", GATHER_DTYPE_I8, 1, 1},
    {"i16", "I16", GATHER_DTYPE_I16, 1, 2},
    {"i32", "I32", GATHER_DTYPE_I32, 1, 4},
    {"i64", "I64", GATHER_DTYPE_I64, 1, 8},
    {"f16", "FP16", GATHER_DTYPE_F16, 1, 2},
    {"f32", "FP32", GATHER_DTYPE_F32, 1, 4},
    {"f64", "FP64", GATHER_DTYPE_F64, 1, 8},
    {"bf16", "BF16", GATHER_DTYPE_BF16, 1, 2},
    {"f8e4m3", "F8E4M3", GATHER_DTYPE_F8E4M3FN, 1, 1},
    {"f8e5m2", "F8E5M2", GATHER_DTYPE_F8E5M2, 1, 1},
    {"f8e8m0", "F8E8M0", GATHER_DTYPE_F8E8M0, 1, 1},
    {"f4e2m1", "F4E2M1", GATHER_DTYPE_F4E2M1, 1, 1},
    {"string", "STRING", GATHER_DTYPE_STRING, 1, 16},
    {"u1", "BIN", GATHER_DTYPE_NONE, 8, 1},
    {"u1", "U1", GATHER_DTYPE_NONE, 8, 1},
    {"u3", "U3", GATHER_DTYPE_NONE, 8, 3},
    {"u6", "U6", GATHER_DTYPE_NONE, 4, 3},
    {"nf4", "NF4", GATHER_DTYPE_NONE, 2, 1},
    {"dynamic", "UNSPECIFIED", GATHER_DTYPE_NONE, 0, 0},
    {"undefined", "UNSPECIFIED", GATHER_DTYPE_NONE, 0, 0},
};

const struct gather__ir_type *gather__ir_type_find(const char *name)
{
    for (size_t k = 0; k < sizeof types / sizeof types[0]; k++)
        if (strcmp(name, types[k].name) == 0 || strcmp(name, types[k].port_name) == 0)
            return &types[k];
    return NULL;
}

/* ---- numbers ------------------------------------------------------------------------------------- */

/* Digits at the beginning of a text, at most up to `end`. */
static bool read_digits(const char *text, const char *end, int64_t *number)
{
    uint64_t value = 0;
    if (text == end || end - text > MOST_DIGITS)
        return false;
    for (; text < end; text++) {
        if (*text < '0' || *text > '9')
            return false;
        value = 10 * value + (uint64_t)(*text - '0'); /* bounded: 19 digits are below 2^64 */
    }
    *number = (int64_t)value;
    return value <= INT64_MAX;
}

bool gather__ir_number(const char *text, int64_t *number)
{
    return read_digits(text, text + strlen(text), number);
}

bool gather__ir_size(const char *text, int64_t *size)
{
    *size = -1;
    return strcmp(text, "-1") == 0 || gather__ir_number(text, size);
}

/* ---- shapes -------------------------------------------------------------------------------------- */

/* "3", "-1", "?", "1..3", "1..", "..3" */
static bool read_size(const char *text, const char *end, int64_t *size)
{
    int64_t bound;
    const char *dots = text;
    while (dots < end && *dots != '.')
        dots++;
    *size = -1;
    if (dots == end)
        return (end - text == 1 && *text == '?') || (end - text == 2 && memcmp(text, "-1", 2) == 0) ||
               read_digits(text, end, size);
    if (end - dots < 2 || dots[1] != '.' || end - text == 2)
        return false;
    return (dots == text || read_digits(text, dots, &bound)) &&
           (dots + 2 == end || read_digits(dots + 2, end, &bound));
}

/* More sizes than any tensor has, of which these are left. */
static enum gather_status refuse_sizes(const char *text, struct gather_error *error)
{
    int64_t count = GATHER_MAX_RANK + 1;
    while ((text = strchr(text, ',')) != NULL) {
        count++;
        text++;
    }
    gather__io_fail(error, GATHER_STATUS_RANK, "shape", "at most 16 sizes");
    return gather__io_fail_rank(error, count);
}

enum gather_status gather__ir_read_shape(const char *text, struct gather__ir_shape *shape,
                                         struct gather_error *error)
{
    shape->rank = 0;
    if (strcmp(text, "...") == 0) {
        shape->rank = -1;
        return GATHER_STATUS_OK;
    }
    while (*text != '\0') {
        const char *end = text + strcspn(text, ",");
        if (shape->rank == GATHER_MAX_RANK)
            return refuse_sizes(text, error);
        if (!read_size(text, end, &shape->sizes[shape->rank++]) || (end[0] == ',' && end[1] == '\0'))
            return gather__io_fail(error, GATHER_STATUS_FORMAT, "shape", "sizes in digits, between commas");
        text = end + (*end == ',');
        text += *end == ',' && *text == ' '; /* "2, 3": so OpenVINO writes a Const */
    }
    return GATHER_STATUS_OK;
}

/* ---- layers -------------------------------------------------------------------------------------- */

const char *gather__ir_attribute(const struct gather__ir_layer *layer, const char *name)
{
    for (const struct gather__ir_attribute *next = layer->attributes; next != NULL && next->name != NULL;
         next++)
        if (strcmp(next->name, name) == 0)
            return next->value;
    return NULL;
}

int32_t gather__ir_opset(const struct gather__ir_layer *layer)
{
    static const char start[] = "opset";
    int64_t number = 0;
    if (strncmp(layer->version, start, sizeof start - 1) != 0 || layer->version[sizeof start - 1] == '0' ||
        !gather__ir_number(layer->version + sizeof start - 1, &number) || number > NEWEST_OPSET)
        return 0;
    return (int32_t)number;
}

bool gather__ir_is(const struct gather__ir_layer *layer, const char *type)
{
    return strcmp(layer->type, type) == 0 && gather__ir_opset(layer) > 0;
}
