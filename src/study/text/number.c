/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The values of a case file as the bits of an element: number.h says how it is used.
 *
 * A float is rounded from an exact `significand * 2^exponent`, be it an integer or a double, in integers
 * alone: neither the processor's rounding nor the compiler's can play a part.
 */
#include "study/text/number.h"

#include <float.h>
#include <math.h>

#include "study/refuse.h"

_Static_assert(sizeof(struct gather__view) <= sizeof(struct gather__number), "a string is an element");
_Static_assert(DBL_MANT_DIG == 53 && DBL_MAX_EXP == 1024, "a double is an IEEE 754 binary64");

/* ---- kinds of types ------------------------------------------------------------------------------ */

/* The floats, by their codes without the sign. A code of 0 for infinity or nan: the type has none. */
struct format {
    int32_t dtype;
    int32_t fraction_bits, bias;
    uint64_t sign, largest, infinity, nan; /* sign: the bit; largest: the largest finite number */
};

/* clang-format off */
static const struct format formats[] = {
    {GATHER_DTYPE_F4E2M1,      1,  1,    0x8,        0x7,        0,          0},
    {GATHER_DTYPE_F8E4M3FN,    3,  7,    0x80,       0x7E,       0,          0x7F},
    {GATHER_DTYPE_F8E4M3FNUZ,  3,  8,    0x80,       0x7F,       0,          0x80}, /* nan stands where -0 would */
    {GATHER_DTYPE_F8E5M2,      2,  15,   0x80,       0x7B,       0x7C,       0x7E},
    {GATHER_DTYPE_F8E5M2FNUZ,  2,  16,   0x80,       0x7F,       0,          0x80},
    {GATHER_DTYPE_F8E8M0,      0,  127,  0,          0xFE,       0,          0xFF}, /* a power of 2 */
    {GATHER_DTYPE_F16,         10, 15,   0x8000,     0x7BFF,     0x7C00,     0x7E00},
    {GATHER_DTYPE_BF16,        7,  127,  0x8000,     0x7F7F,     0x7F80,     0x7FC0},
    {GATHER_DTYPE_F32,         23, 127,  0x80000000, 0x7F7FFFFF, 0x7F800000, 0x7FC00000},
    {GATHER_DTYPE_F64,         52, 1023, 0x8000000000000000, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000,
                                         0x7FF8000000000000},
};
/* clang-format on */

static bool is_complex(int32_t dtype) { return dtype == GATHER_DTYPE_C64 || dtype == GATHER_DTYPE_C128; }

/* The type of a complex number's parts; any other type is its own part. */
static int32_t part_type(int32_t dtype)
{
    if (dtype == GATHER_DTYPE_C64)
        return GATHER_DTYPE_F32;
    return dtype == GATHER_DTYPE_C128 ? GATHER_DTYPE_F64 : dtype;
}

/* NULL for a type that is no float. */
static const struct format *format_of(int32_t dtype)
{
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
        if (formats[k].dtype == dtype)
            return &formats[k];
    return NULL;
}

static uint64_t mask_of(int32_t dtype) { return UINT64_MAX >> (64 - gather_dtype_bits(dtype)); }

/* ---- bytes --------------------------------------------------------------------------------------- */

/* The bytes of a part; a type that has no parts is part 0. */
static size_t part_bytes(int32_t dtype) { return ((size_t)gather_dtype_bits(part_type(dtype)) + 7) / 8; }

static void set_part(struct gather__number *number, int32_t dtype, size_t part, uint64_t code)
{
    uint8_t *bytes = number->bytes + (part == 0 ? 0 : part_bytes(dtype));
    for (size_t k = 0; k < part_bytes(dtype); k++)
        bytes[k] = (uint8_t)(code >> (8 * k));
}

/* Of a byte that is more than its value the low bits are, and any that is not 0 is true. */
static uint64_t get_part(const struct gather__number *number, int32_t dtype, size_t part)
{
    const uint8_t *bytes = number->bytes + (part == 0 ? 0 : part_bytes(dtype));
    uint64_t code = 0;
    for (size_t k = 0; k < part_bytes(dtype); k++)
        code |= (uint64_t)bytes[k] << (8 * k);
    return dtype == GATHER_DTYPE_BOOL ? code != 0 : code & mask_of(part_type(dtype));
}

/* ---- floats -------------------------------------------------------------------------------------- */

/* (-1)^negative * significand * 2^exponent */
struct exact {
    bool negative;
    uint64_t significand;
    int32_t exponent;
};

static struct exact exact_of_integer(int64_t value)
{
    struct exact exact = {value < 0, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 0};
    return exact;
}

/* value: finite */
static struct exact exact_of_double(double value)
{
    uint64_t code;
    memcpy(&code, &value, sizeof code);
    int32_t field = (int32_t)(code >> 52 & 0x7FF);
    uint64_t fraction = code & ((UINT64_C(1) << 52) - 1), hidden = UINT64_C(1) << 52;
    struct exact exact = {code >> 63 != 0, field == 0 ? fraction : fraction | hidden,
                          (field == 0 ? 1 : field) - 1075};
    return exact;
}

static int32_t highest_bit(uint64_t value)
{
    int32_t bit = -1;
    for (; value != 0; value >>= 1)
        bit++;
    return bit;
}

/* What of `significand` lies below bit `shift`, against one half: 1 above it, 0 exactly, -1 below. */
static int32_t compare_with_half(uint64_t significand, int32_t shift)
{
    if (shift < 1 || shift > 64)
        return -1;
    uint64_t half = UINT64_C(1) << (shift - 1), rest = significand & (half | (half - 1));
    return rest > half ? 1 : rest == half ? 0 : -1;
}

static uint64_t rounded(uint64_t code, uint64_t significand, int32_t shift)
{
    int32_t half = compare_with_half(significand, shift);
    return code + (half > 0 || (half == 0 && code % 2 == 1));
}

/*
 * The code of a number that is not 0. Codes follow each other as numbers do, so the one below, rounded up, is
 * the one above, also where that begins a new exponent.
 */
static uint64_t round_magnitude(const struct format *format, const struct exact *exact)
{
    int32_t lowest = 1 - format->bias, exponent = highest_bit(exact->significand) + exact->exponent;
    exponent = exponent < lowest ? lowest : exponent; /* below it there are only fractions */
    int32_t shift = exponent - format->fraction_bits - exact->exponent;
    uint64_t kept = shift <= 0 ? exact->significand << -shift : shift < 64 ? exact->significand >> shift : 0;
    return rounded(((uint64_t)(exponent - lowest) << format->fraction_bits) + kept, exact->significand,
                   shift);
}

/* f8e8m0 has neither sign nor 0 nor fractions: code c is 2^(c-127). */
static uint64_t round_power(const struct exact *exact)
{
    int32_t shift = highest_bit(exact->significand);
    int32_t code = shift + exact->exponent + 127;
    return code < 0 ? 0 : rounded((uint64_t)code, exact->significand, shift);
}

/* Returns: false where the type has no number to round to. */
static bool round_float(const struct format *format, const struct exact *exact, uint64_t *code)
{
    bool is_power = format->sign == 0;
    if (is_power && (exact->negative || exact->significand == 0))
        return false;
    *code = exact->significand == 0 ? 0 : is_power ? round_power(exact) : round_magnitude(format, exact);
    if (*code > format->largest && format->infinity == 0)
        return false;
    if (*code > format->largest)
        *code = format->infinity;
    if (exact->negative && (*code != 0 || format->nan != format->sign))
        *code |= format->sign;
    return true;
}

static bool is_nan(const struct format *format, uint64_t code)
{
    if (format->nan == format->sign)
        return code == format->nan;
    return (code & ~format->sign) > (format->infinity != 0 ? format->infinity : format->largest);
}

/* "nan", "inf", "-inf". Returns: false for another text, and where the type has no such thing. */
static bool read_word(const struct format *format, const char *word, uint64_t *code)
{
    if (strcmp(word, "nan") == 0)
        *code = format->nan;
    else if (strcmp(word, "inf") == 0)
        *code = format->infinity;
    else if (strcmp(word, "-inf") == 0 && format->infinity != 0)
        *code = format->infinity | format->sign;
    else
        return false;
    return *code != 0;
}

static bool read_exact(const struct gather__json *value, struct exact *exact)
{
    if (gather__json_kind(value) == GATHER__JSON_INTEGER)
        *exact = exact_of_integer(gather__json_integer(value));
    else if (gather__json_kind(value) == GATHER__JSON_REAL)
        *exact = exact_of_double(gather__json_real(value));
    else
        return false;
    return true;
}

static bool read_float(const struct format *format, const struct gather__json *value, uint64_t *code)
{
    size_t length;
    struct exact exact;
    if (gather__json_kind(value) == GATHER__JSON_STRING)
        return read_word(format, gather__json_string(value, &length), code);
    return read_exact(value, &exact) && round_float(format, &exact, code);
}

/* ---- integers ------------------------------------------------------------------------------------ */

/* Decimal digits of a number above 2^63-1: all others are written as numbers. */
static bool read_digits(const char *digits, uint64_t *code)
{
    uint64_t value = 0;
    for (; *digits >= '0' && *digits <= '9'; digits++) {
        uint64_t digit = (uint64_t)(*digits - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *code = value;
    return *digits == '\0' && value > INT64_MAX;
}

static bool read_integer(int32_t dtype, const struct gather__json *value, uint64_t *code)
{
    size_t length;
    if (gather__json_kind(value) == GATHER__JSON_STRING)
        return dtype == GATHER_DTYPE_U64 && read_digits(gather__json_string(value, &length), code);
    if (gather__json_kind(value) != GATHER__JSON_INTEGER)
        return false;
    int64_t number = gather__json_integer(value), highest = (int64_t)(mask_of(dtype) >> 1);
    *code = (uint64_t)number & mask_of(dtype);
    if (gather_dtype_is_signed(dtype))
        return number >= -highest - 1 && number <= highest;
    return number >= 0 && (uint64_t)number <= mask_of(dtype);
}

/* ---- all of them --------------------------------------------------------------------------------- */

static bool read_part(int32_t dtype, const struct gather__json *value, uint64_t *code)
{
    const struct format *format = format_of(dtype);
    if (format != NULL)
        return read_float(format, value, code);
    if (dtype != GATHER_DTYPE_BOOL)
        return read_integer(dtype, value, code);
    *code = gather__json_boolean(value);
    return gather__json_kind(value) == GATHER__JSON_BOOLEAN;
}

/* The part of a value, and of how many; the two of a complex number are a list. */
static size_t part_count(int32_t dtype) { return is_complex(dtype) ? 2 : 1; }

static const struct gather__json *part_of(int32_t dtype, const struct gather__json *value, size_t part)
{
    return is_complex(dtype) ? gather__json_item(value, part) : value;
}

static enum gather_status malformed(struct gather_error *error)
{
    return gather__refuse(error, GATHER_STATUS_FORMAT, NULL, "values of the element type");
}

struct gather__number gather__number_of_view(struct gather__view view)
{
    struct gather__number number = {{0}};
    memcpy(number.bytes, &view, sizeof view);
    return number;
}

struct gather__view gather__view_of_number(const struct gather__number *number)
{
    struct gather__view view;
    memcpy(&view, number->bytes, sizeof view);
    return view;
}

static enum gather_status read_string(struct gather__number *number, const struct gather__json *value,
                                      struct gather_error *error)
{
    size_t length = 0;
    struct gather__view view = {gather__json_string(value, &length), 0};
    if (view.text == NULL)
        return malformed(error);
    view.length = length;
    *number = gather__number_of_view(view);
    return GATHER_STATUS_OK;
}

enum gather_status gather__number_read(struct gather__number *number, int32_t dtype,
                                       const struct gather__json *value, struct gather_error *error)
{
    if (dtype == GATHER_DTYPE_STRING)
        return read_string(number, value, error);
    memset(number, 0, sizeof *number);
    if (is_complex(dtype) &&
        (gather__json_kind(value) != GATHER__JSON_ARRAY || gather__json_count(value) != 2))
        return malformed(error);
    for (size_t part = 0; part < part_count(dtype); part++) {
        uint64_t code = 0;
        if (!read_part(part_type(dtype), part_of(dtype, value, part), &code))
            return malformed(error);
        set_part(number, dtype, part, code);
    }
    return GATHER_STATUS_OK;
}

static double as_double(const struct gather__json *value)
{
    return gather__json_kind(value) == GATHER__JSON_INTEGER ? (double)gather__json_integer(value)
                                                            : gather__json_real(value);
}

static bool count_float(const struct format *format, const struct gather__json *start,
                        const struct gather__json *step, uint64_t n, uint64_t *code)
{
    struct exact unused;
    if (!read_exact(start, &unused) || !read_exact(step, &unused))
        return false;
    double value = as_double(start) + as_double(step) * (double)n;
    struct exact exact = exact_of_double(value);
    return value >= -DBL_MAX && value <= DBL_MAX && round_float(format, &exact, code);
}

static bool count_integer(int32_t dtype, const struct gather__json *start, const struct gather__json *step,
                          uint64_t n, uint64_t *code)
{
    uint64_t first, each;
    if (!read_integer(dtype, start, &first) || !read_integer(dtype, step, &each))
        return false;
    *code = (first + each * n) & mask_of(dtype);
    return true;
}

enum gather_status gather__number_count(struct gather__number *number, int32_t dtype,
                                        const struct gather__json *start, const struct gather__json *step,
                                        uint64_t n, struct gather_error *error)
{
    const struct format *format = format_of(dtype);
    uint64_t code = 0;
    bool countable = format != NULL || gather_dtype_is_signed(dtype) || gather_dtype_is_unsigned(dtype);
    if (!countable || !(format != NULL ? count_float(format, start, step, n, &code)
                                       : count_integer(dtype, start, step, n, &code)))
        return malformed(error);
    memset(number, 0, sizeof *number);
    set_part(number, dtype, 0, code);
    return GATHER_STATUS_OK;
}

static bool says_nan(const struct gather__json *value)
{
    size_t length;
    const char *word = gather__json_string(value, &length);
    return word != NULL && strcmp(word, "nan") == 0;
}

void gather__number_adopt_nan(struct gather__number *number, int32_t dtype, const struct gather__json *value,
                              const struct gather__number *other)
{
    const struct format *format = format_of(part_type(dtype));
    for (size_t part = 0; format != NULL && part < part_count(dtype); part++)
        if (says_nan(part_of(dtype, value, part)) && is_nan(format, get_part(other, dtype, part)))
            set_part(number, dtype, part, get_part(other, dtype, part));
}

/* 2^exponent * value, exactly where the result is no fraction below the least. */
static double scaled(double value, int32_t exponent)
{
    for (; exponent > 0; exponent--)
        value *= 2;
    for (; exponent < 0 && value != 0; exponent++)
        value /= 2;
    return value;
}

static double double_of_code(const struct format *format, uint64_t code)
{
    uint64_t magnitude = code & ~format->sign, hidden = UINT64_C(1) << format->fraction_bits;
    uint64_t fraction = magnitude & (hidden - 1);
    int32_t field = (int32_t)(magnitude >> format->fraction_bits), bias = format->bias;
    bool is_power = format->sign == 0, negative = (code & format->sign) != 0;
    double value;
    if (is_nan(format, code))
        return NAN;
    if (format->infinity != 0 && magnitude == format->infinity)
        value = INFINITY;
    else if (is_power)
        value = scaled(1, field - bias);
    else
        value = scaled((double)(field > 0 ? fraction | hidden : fraction),
                       (field > 0 ? field : 1) - bias - format->fraction_bits);
    return negative ? -value : value;
}

double gather__number_double(const struct gather__number *number, int32_t dtype, size_t part)
{
    uint64_t code = get_part(number, dtype, part);
    const struct format *format = format_of(part_type(dtype));
    if (part_type(dtype) == GATHER_DTYPE_F64) {
        double value;
        memcpy(&value, &code, sizeof value);
        return value;
    }
    if (format != NULL)
        return double_of_code(format, code);
    uint64_t sign = (mask_of(dtype) >> 1) + 1;
    return gather_dtype_is_signed(dtype) ? (double)(int64_t)((code ^ sign) - sign) : (double)code;
}

/* How far a complex number is from 0, by Newton's way to a root, of 1 to 2: libm is not linked for it. */
static double length_of(double real, double imaginary)
{
    const double a = fabs(real), b = fabs(imaginary), larger = a > b ? a : b, smaller = a > b ? b : a;
    if (smaller == 0)
        return larger;
    const double square = 1 + smaller / larger * (smaller / larger);
    double root = 1 + (square - 1) / 2;
    for (int k = 0; k < 5; k++)
        root = (root + square / root) / 2;
    return larger * root;
}

struct gather__distance gather__distance_of(const double *first, const double *second, size_t parts)
{
    static const double large = 1e307;
    struct gather__distance distance = {0, 0, 1};
    for (size_t k = 0; k < parts; k++)
        if (fabs(first[k]) > large || fabs(second[k]) > large)
            distance.scale = 1.0 / 8;
    for (size_t k = 0; k < parts; k++) {
        const double a = first[k] * distance.scale, b = second[k] * distance.scale;
        distance.apart = length_of(distance.apart, b - a);
        distance.length = length_of(distance.length, a);
    }
    return distance;
}

bool gather__number_round(struct gather__number *number, int32_t dtype, size_t part, double value)
{
    const struct format *format = format_of(part_type(dtype));
    struct exact exact = exact_of_double(value);
    uint64_t code = 0;
    if (format == NULL || !round_float(format, &exact, &code))
        return false;
    set_part(number, dtype, part, code);
    return true;
}

size_t gather__number_parts(int32_t dtype) { return part_count(dtype); }

uint64_t gather__number_nan(int32_t dtype)
{
    const struct format *format = format_of(part_type(dtype));
    return format != NULL ? format->nan : 0;
}

void gather__number_write(struct gather_writer *writer, int32_t dtype, const struct gather__number *number)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t code = get_part(number, dtype, 0), sign = (mask_of(part_type(dtype)) >> 1) + 1;
    if (gather_dtype_is_unsigned(dtype) || dtype == GATHER_DTYPE_BOOL) {
        gather_write_unsigned(writer, code);
    } else if (gather_dtype_is_signed(dtype)) {
        gather_write_integer(writer, (int64_t)((code ^ sign) - sign));
    } else {
        gather_write_text(writer, "0x");
        for (size_t k = ((size_t)gather_dtype_bits(dtype) + 3) / 4; k-- > 0;)
            gather_write(writer, &digits[number->bytes[k / 2] >> (k % 2 == 1 ? 4 : 0) & 15], 1);
    }
}
