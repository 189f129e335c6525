/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One element as a person writes and reads it. A float is written with the fewest digits that round to it, so that
 * 0.1 of any type is 0.1; the locale plays no part. Those of 8 bits and fewer are exact: next to 1.25 is 1.125, for
 * which 1.1 would do. Who reads JSON reads doubles, so there all narrow ones are: 65504, for which 65500 would do as an
 * f16.
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

static bool is_real(int32_t dtype) { return dtype >= GATHER_DTYPE_F4E2M1 && dtype <= GATHER_DTYPE_F64; }

/* Whether what ends here is the whole number -0, which JSON has for an integer, and so for one without a sign. */
static bool ends_signed_zero(const char *text, const char *at)
{
    if (at == text || at[-1] != '-' || at[0] != '0')
        return false;
    bool begins = at - 1 == text || strchr("[, \t\r\n", at[-2]) != NULL;
    return begins && (at[1] == '\0' || strchr("0123456789.eE", at[1]) == NULL);
}

/* How long the word is that begins here, in a list: nan, -inf. list: behind its blanks. Returns: 0 where none does. */
static size_t word_length(const char *list, const char *at)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    const size_t sign = *at == '-', length = strspn(at + sign, letters);
    const bool begins = *list == '[' && at > list && strchr("[, \t\r\n", at[-1]) != NULL;
    return begins && length > 0 ? sign + length : 0;
}

/*
 * The text of a float, with -0.0 for -0; and with the words of a list in quotes, as JSON has them.
 * kept: empty; to be freed in any case. Returns: OK; NO_MEMORY.
 */
static enum gather_status write_as_json(const char *text, struct gather_memory *kept)
{
    struct gather_writer writer = gather_writer_to(gather_memory_sink(kept));
    const char *list = text + strspn(text, " \t\r\n");
    for (const char *at = text; *at != '\0';) {
        const size_t word = word_length(list, at), length = word > 0 ? word : 1;
        gather_write_text(&writer, word > 0 ? "\"" : "");
        gather_write(&writer, at, length);
        gather_write_text(&writer, word > 0 ? "\"" : ends_signed_zero(text, at) ? ".0" : "");
        at += length;
    }
    gather_write(&writer, "", 1);
    return writer.status;
}

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

/* Where the imaginary part of 1e-5+2j begins: at the last sign that is no exponent's. */
static size_t real_length(const char *text, size_t length)
{
    for (size_t k = length; k-- > 1;)
        if ((text[k] == '+' || text[k] == '-') && text[k - 1] != 'e' && text[k - 1] != 'E')
            return k;
    return 0;
}

/* 1+2j, (1+2j), 2j and 1 as lists of two; what begins as a list does as it is. list: empty. Returns: OK; NO_MEMORY. */
static enum gather_status write_as_list(const char *text, struct gather_memory *list)
{
    struct gather_writer writer = gather_writer_to(gather_memory_sink(list));
    size_t length = strlen(text);
    if (length > 1 && text[0] == '(' && text[length - 1] == ')') {
        text++;
        length -= 2;
    }
    const bool is_list = text[strspn(text, " \t\r\n")] == '[';
    const bool has_imaginary = !is_list && length > 0 && text[length - 1] == 'j';
    const size_t real = has_imaginary ? real_length(text, --length) : length;
    const bool has_plus = real < length && text[real] == '+';
    gather_write_text(&writer, is_list ? "" : "[");
    gather_write_text(&writer, has_imaginary && real == 0 ? "0" : "");
    gather_write(&writer, text, real);
    gather_write_text(&writer, is_list ? "" : ",");
    if (has_imaginary)
        gather_write(&writer, text + real + has_plus, length - real - has_plus);
    else
        gather_write_text(&writer, is_list ? "" : "0");
    gather_write_text(&writer, is_list ? "" : "]");
    gather_write(&writer, "", 1);
    return writer.status;
}

/* As numbers of one part, or lists of two, which write_as_json knows. */
static enum gather_status read_parts(const char *text, struct gather__json **value,
                                     struct gather_error *error)
{
    struct gather_memory kept = {0};
    enum gather_status status = write_as_json(text, &kept);
    status = status == GATHER_STATUS_OK ? read_json(kept.bytes, value, error)
                                        : gather__refuse(error, status, NULL, NULL);
    gather_memory_fini(&kept);
    return status;
}

static enum gather_status read_value(int32_t dtype, const char *text, struct gather__json **value,
                                     struct gather_error *error)
{
    struct gather_memory list = {0};
    if (dtype == GATHER_DTYPE_BOOL && (strcmp(text, "0") == 0 || strcmp(text, "1") == 0))
        text = *text == '1' ? "true" : "false";
    if (strlen(text) > TEXT_MAX || (!is_real(dtype) && gather__number_parts(dtype) == 1))
        return read_json(text, value, error);
    if (is_real(dtype))
        return read_parts(text, value, error);
    enum gather_status status = write_as_list(text, &list);
    status = status == GATHER_STATUS_OK ? read_parts(list.bytes, value, error)
                                        : gather__refuse(error, status, NULL, NULL);
    gather_memory_fini(&list);
    return status;
}

/* What a person may write, in words. */
static const char *values_of(int32_t dtype)
{
    static const char *const words[GATHER_DTYPE_COUNT] = {
        [GATHER_DTYPE_BOOL] = "true, false, 1 or 0",
        [GATHER_DTYPE_I2] = "an i2, an integer in -2..1",
        [GATHER_DTYPE_I4] = "an i4, an integer in -8..7",
        [GATHER_DTYPE_I8] = "an i8, an integer in -128..127",
        [GATHER_DTYPE_I16] = "an i16, an integer in -32768..32767",
        [GATHER_DTYPE_I32] = "an i32, an integer in -2147483648..2147483647",
        [GATHER_DTYPE_I64] = "an i64, an integer in -9223372036854775808..9223372036854775807",
        [GATHER_DTYPE_U2] = "a u2, an integer in 0..3",
        [GATHER_DTYPE_U4] = "a u4, an integer in 0..15",
        [GATHER_DTYPE_U8] = "a u8, an integer in 0..255",
        [GATHER_DTYPE_U16] = "a u16, an integer in 0..65535",
        [GATHER_DTYPE_U32] = "a u32, an integer in 0..4294967295",
        [GATHER_DTYPE_U64] = "a u64, an integer in 0..18446744073709551615",
    };
    if (words[dtype] != NULL)
        return words[dtype];
    return gather__number_parts(dtype) == 2
               ? "a complex number such as 1+2j"
               : "a number such as 0.5, 1e-5, nan or -inf, as far as the type has it";
}

/* Whether a part was written as a number, and is none any more: what it was is beyond the type's numbers. */
static bool overflows(int32_t dtype, const struct gather__json *value, const struct gather__number *number)
{
    const size_t parts = gather__number_parts(dtype);
    for (size_t part = 0; part < parts && (is_real(dtype) || parts > 1); part++) {
        const struct gather__json *written = parts > 1 ? gather__json_item(value, part) : value;
        if (gather__json_kind(written) != GATHER__JSON_STRING &&
            isinf(gather__number_double(number, dtype, part)))
            return true;
    }
    return false;
}

enum gather_status gather_element_read(int32_t dtype, const char *text, void *element,
                                       struct gather_error *error)
{
    struct gather__json *value = NULL;
    struct gather__number number;
    if (dtype <= GATHER_DTYPE_NONE || dtype >= GATHER_DTYPE_COUNT)
        return gather__refuse(error, GATHER_STATUS_DTYPE, NULL, "an element type of this library");
    if (dtype == GATHER_DTYPE_STRING) /* nobody would own its bytes */
        return gather__refuse(error, GATHER_STATUS_UNSUPPORTED, NULL, "an element of fixed width");
    enum gather_status status = read_value(dtype, text, &value, error);
    if (status == GATHER_STATUS_OK)
        status = gather__number_read(&number, dtype, value, error);
    const bool is_beyond = status == GATHER_STATUS_OK && overflows(dtype, value, &number);
    gather__json_free(value);
    if (is_beyond)
        return gather__refuse(error, GATHER_STATUS_FORMAT, NULL,
                              "a value that is not beyond the element type's");
    if (status == GATHER_STATUS_FORMAT)
        return gather__refuse(error, GATHER_STATUS_FORMAT, NULL, values_of(dtype));
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

/* d.ddd * 10^exponent, as %e of printf has it. */
struct decimal {
    bool negative;
    char digits[DIGITS_MAX + 1];
    int32_t count, exponent;
};

/* The point is as the locale has it, in one byte or several: only the digits are read. */
static struct decimal decimal_of(const char *text)
{
    struct decimal decimal = {.negative = *text == '-'};
    for (; *text != 'e' && decimal.count < DIGITS_MAX; text++)
        if (*text >= '0' && *text <= '9')
            decimal.digits[decimal.count++] = *text;
    decimal.exponent = (int32_t)strtol(strchr(text, 'e') + 1, NULL, 10);
    return decimal;
}

/* 10, 1500, 0.1 */
static void write_positional(struct gather_writer *writer, const struct decimal *decimal)
{
    int32_t whole = decimal->exponent + 1; /* digits before the point */
    if (whole <= 0) {
        gather_write_text(writer, "0.");
        gather_write_repeated(writer, '0', (size_t)-whole);
    }
    for (int32_t k = 0; k < decimal->count; k++) {
        gather_write_text(writer, k > 0 && k == whole ? "." : "");
        gather_write(writer, &decimal->digits[k], 1);
    }
    gather_write_repeated(writer, '0', whole > decimal->count ? (size_t)(whole - decimal->count) : 0);
}

/* 1e+16, 1.5e-06 */
static void write_scientific(struct gather_writer *writer, const struct decimal *decimal)
{
    int32_t size = decimal->exponent < 0 ? -decimal->exponent : decimal->exponent;
    gather_write(writer, decimal->digits, 1);
    gather_write_text(writer, decimal->count > 1 ? "." : "");
    gather_write(writer, decimal->digits + 1, (size_t)decimal->count - 1);
    gather_write_text(writer, decimal->exponent < 0 ? "e-" : "e+");
    gather_write_text(writer, size < 10 ? "0" : "");
    gather_write_integer(writer, size);
}

/* Whether digits are enough for an element. */
static bool is_enough(const struct gather__number *number, int32_t dtype, size_t part, double value,
                      const char *text, bool is_json)
{
    double read = strtod(text, NULL);
    bool is_exact = gather_dtype_bits(dtype) < (is_json ? 32 : 16);
    return is_exact ? !(read < value) && !(read > value) : rounds_back(number, dtype, part, read);
}

/*
 * The fewest digits behind the first that are enough, into `text`. One more is never farther off, so that they are found
 * by halving; but step by step where neighbours of a value are not equally far, or few digits are enough for most.
 */
static void write_digits(const struct gather__number *number, int32_t dtype, size_t part, double value,
                         bool is_json, char *text, size_t size)
{
    int exponent, least = 0, most = DIGITS_MAX - 1;
    const bool halves = gather_dtype_bits(dtype) >= 32 && fabs(frexp(value, &exponent)) > .5;
    while (least < most) {
        const int digits = halves ? (least + most) / 2 : least;
        (void)snprintf(text, size, "%.*e", digits, value);
        if (is_enough(number, dtype, part, value, text, is_json))
            most = digits;
        else
            least = digits + 1;
    }
    (void)snprintf(text, size, "%.*e", least, value);
}

static void write_real(struct gather_writer *writer, const struct gather__number *number, int32_t dtype,
                       size_t part, bool is_json)
{
    enum { LEAST = -5, BEYOND = 16 }; /* powers of ten that are written out */
    double value = gather__number_double(number, dtype, part);
    char text[64] = "";
    if (!isfinite(value)) {
        gather_write_text(writer, is_json ? "\"" : "");
        gather_write_text(writer, isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
        gather_write_text(writer, is_json ? "\"" : "");
        return;
    }
    write_digits(number, dtype, part, value, is_json, text, sizeof text);
    struct decimal decimal = decimal_of(text);
    gather_write_text(writer, decimal.negative ? "-" : "");
    if (decimal.exponent >= LEAST && decimal.exponent < BEYOND)
        write_positional(writer, &decimal);
    else
        write_scientific(writer, &decimal);
    if (is_json && decimal.negative && value >= 0) /* an integer 0 has no sign */
        gather_write_text(writer, ".0");
}

/* 1+2j, as numpy has it: brackets are dimensions. JSON has no such numbers, so there it is a list of two. */
static void write_complex(struct gather_writer *writer, const struct gather__number *number, int32_t dtype,
                          bool is_json)
{
    double imaginary = gather__number_double(number, dtype, 1);
    bool has_sign = signbit(imaginary) && !isnan(imaginary);
    gather_write_text(writer, is_json ? "[" : "");
    write_real(writer, number, dtype, 0, is_json);
    gather_write_text(writer, is_json ? "," : has_sign ? "" : "+");
    write_real(writer, number, dtype, 1, is_json);
    gather_write_text(writer, is_json ? "]" : "j");
}

static void write_string(struct gather_writer *writer, struct gather__view view, bool is_json)
{
    struct gather_json json = gather_json_to(writer->sink);
    const char *text = view.length > 0 ? view.text : ""; /* an empty one may lie nowhere */
    if (is_json && writer->status == GATHER_STATUS_OK) {
        gather_json_string(&json, NULL, text, (size_t)view.length);
        writer->status = json.writer.status;
        return;
    }
    gather_write_text(writer, "\"");
    gather_write_safe(writer, text, (size_t)view.length, false);
    gather_write_text(writer, "\"");
}

void gather_element_write(struct gather_writer *writer, int32_t dtype, const void *element, bool is_json)
{
    struct gather__number number = {{0}};
    int32_t bits = gather_dtype_bits(dtype);
    memcpy(number.bytes, element, ((size_t)bits + 7) / 8);
    if (bits < 8) /* what lies above the element is anything */
        number.bytes[0] &= (uint8_t)((1U << bits) - 1);
    if (dtype == GATHER_DTYPE_STRING) {
        write_string(writer, gather__view_of_number(&number), is_json);
        return;
    }
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
