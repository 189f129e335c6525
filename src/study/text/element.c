/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One element as a person writes and reads it. A float is written with the fewest digits that round to it, so that
 * 0.1 of any type is 0.1; the locale plays no part.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/json.h"
#include "study/refuse.h"
#include "study/text/bounded.h"
#include "study/text/number.h"

enum { TEXT_MAX = 4096, DIGITS_MAX = 17 };

/* ---- reading ------------------------------------------------------------------------------------- */

/* Words that are no JSON are texts of it: nan is "nan". */
static enum gather_status read_json(const char *text, struct gather__json **value, struct gather_error *error)
{
    struct gather_memory quoted = {0};
    struct gather_json json = gather_json_to(gather_memory_sink(&quoted));
    enum gather_status status = gather__json_read(text, strlen(text), TEXT_MAX, value, error);
    if (status != GATHER_STATUS_FORMAT)
        return status;
    gather_json_string(&json, NULL, text, strlen(text));
    status = json.writer.status;
    if (status == GATHER_STATUS_OK)
        status = gather__json_read(quoted.bytes, quoted.count, TEXT_MAX, value, error);
    gather_memory_fini(&quoted);
    return status;
}

enum gather_status gather_element_read(int32_t dtype, const char *text, void *element,
                                       struct gather_error *error)
{
    struct gather__json *value = NULL;
    struct gather__number number;
    if (dtype == GATHER_DTYPE_STRING) /* nobody would own its bytes */
        return gather__refuse(error, GATHER_STATUS_UNSUPPORTED, NULL, "an element of fixed width");
    enum gather_status status = read_json(text, &value, error);
    if (status == GATHER_STATUS_OK)
        status = gather__number_read(&number, dtype, value, error);
    gather__json_free(value);
    if (status == GATHER_STATUS_FORMAT)
        return gather__refuse(error, GATHER_STATUS_FORMAT, NULL, "a value of the element type");
    if (status == GATHER_STATUS_OK)
        memcpy(element, number.bytes, ((size_t)gather_dtype_bits(dtype) + 7) / 8);
    return status;
}

/* ---- writing ------------------------------------------------------------------------------------- */

/* Whether a double, rounded to the type of a part, is this part again. */
static bool rounds_back(const struct gather__number *number, int32_t dtype, size_t part, double value)
{
    struct gather__number again = *number;
    return gather__number_round(&again, dtype, part, value) && memcmp(&again, number, sizeof again) == 0;
}

/* printf writes the point as the locale has it, in one byte or several. */
static void write_point(struct gather_writer *writer, const char *text)
{
    for (bool in_point = false; *text != '\0'; text++) {
        bool is_own = strchr("0123456789e+-", *text) != NULL;
        if (is_own)
            gather_write(writer, text, 1);
        else if (!in_point)
            gather_write_text(writer, ".");
        in_point = !is_own;
    }
}

static void write_real(struct gather_writer *writer, const struct gather__number *number, int32_t dtype,
                       size_t part, bool is_json)
{
    double value = gather__number_double(number, dtype, part);
    char text[64] = "";
    if (!isfinite(value)) {
        gather_write_text(writer, is_json ? "\"" : "");
        gather_write_text(writer, isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
        gather_write_text(writer, is_json ? "\"" : "");
        return;
    }
    for (int digits = 1; digits <= DIGITS_MAX; digits++) {
        (void)snprintf(text, sizeof text, "%.*g", digits, value);
        if (rounds_back(number, dtype, part, strtod(text, NULL)))
            break;
    }
    write_point(writer, text);
    if (is_json && strcmp(text, "-0") == 0) /* an integer 0 has no sign */
        gather_write_text(writer, ".0");
}

static void write_complex(struct gather_writer *writer, const struct gather__number *number, int32_t dtype,
                          bool is_json)
{
    gather_write_text(writer, "[");
    write_real(writer, number, dtype, 0, is_json);
    gather_write_text(writer, ",");
    write_real(writer, number, dtype, 1, is_json);
    gather_write_text(writer, "]");
}

static bool is_real(int32_t dtype) { return dtype >= GATHER_DTYPE_F4E2M1 && dtype <= GATHER_DTYPE_F64; }

void gather_element_write(struct gather_writer *writer, int32_t dtype, const void *element, bool is_json)
{
    struct gather__number number = {{0}};
    int32_t bits = gather_dtype_bits(dtype);
    memcpy(number.bytes, element, ((size_t)bits + 7) / 8);
    if (bits < 8) /* what lies above the element is anything */
        number.bytes[0] &= (uint8_t)((1U << bits) - 1);
    if (dtype == GATHER_DTYPE_STRING)
        return;
    bool is_beyond = is_json && dtype == GATHER_DTYPE_U64 && number.bytes[7] >> 7 != 0;
    if (is_real(dtype)) {
        write_real(writer, &number, dtype, 0, is_json);
    } else if (gather__number_parts(dtype) == 2) {
        write_complex(writer, &number, dtype, is_json);
    } else if (dtype == GATHER_DTYPE_BOOL) {
        gather_write_text(writer, number.bytes[0] != 0 ? "true" : "false");
    } else {
        gather_write_text(writer, is_beyond ? "\"" : "");
        gather__number_write(writer, dtype, &number);
        gather_write_text(writer, is_beyond ? "\"" : "");
    }
}

double gather_element_value(int32_t dtype, const void *element)
{
    struct gather__number number = {{0}};
    if (dtype == GATHER_DTYPE_STRING)
        return 0;
    memcpy(number.bytes, element, ((size_t)gather_dtype_bits(dtype) + 7) / 8);
    return gather__number_double(&number, dtype, 0);
}
