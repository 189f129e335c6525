/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors of case files: what is read, what is refused, which bytes they become and expect. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "study/cases/tensor.h"
#include "study/text/number.h"

enum { CANARY = 0xEE, FORMS = GATHER__FORM_ANY | GATHER__FORM_NONE };

struct subject {
    struct gather__json *json;
    struct gather__tensor tensor;
    struct gather_error error;
};

static void begin(struct subject *subject, const char *text)
{
    memset(subject, 0, sizeof *subject);
    assert_int_equal(gather__json_read(text, strlen(text), 10000, &subject->json, NULL), GATHER_STATUS_OK);
}

static void end(struct subject *subject) { gather__json_free(subject->json); }

/* Reads a tensor that is one, up to the measure of its buffer. */
static void begin_measured(struct subject *subject, const char *text, bool any_length)
{
    begin(subject, text);
    assert_int_equal(
        gather__tensor_read(&subject->tensor, subject->json, "data", GATHER__FORM_ANY, &subject->error),
        GATHER_STATUS_OK);
    assert_int_equal(gather__tensor_lay(&subject->tensor, false, &subject->error), GATHER_STATUS_OK);
    assert_int_equal(gather__tensor_measure(&subject->tensor, any_length, &subject->error), GATHER_STATUS_OK);
}

/* Bytes as hexadecimal; "--" for a canary. Returns: how many. */
static size_t read_bytes(const char *text, uint8_t *bytes)
{
    size_t count = strlen(text) / 2;
    for (size_t k = 0; k < count; k++) {
        char pair[3] = {text[2 * k], text[2 * k + 1], '\0'};
        bytes[k] = strcmp(pair, "--") == 0 ? CANARY : (uint8_t)strtol(pair, NULL, 16);
    }
    return count;
}

static void check_placed(const char *text, bool any_length, const char *expected)
{
    struct subject subject;
    uint8_t bytes[200];
    size_t count = read_bytes(expected, bytes);
    begin_measured(&subject, text, any_length);
    assert_int_equal(subject.tensor.bytes, count);
    uint8_t *image = malloc(count + 1);
    memset(image, CANARY, count + 1);
    assert_int_equal(gather__tensor_place(&subject.tensor, image, NULL), GATHER_STATUS_OK);
    for (size_t k = 0; k < count; k++)
        if (image[k] != bytes[k])
            fail_msg("%s: byte %zu is %02x, not %02x", text, k, image[k], bytes[k]);
    assert_int_equal(image[count], CANARY);
    free(image);
    end(&subject);
}

/* COVERS(XLA-15, XLA-36, XLA-37, DML-12) */
static void test_placing(void **state)
{
    (void)state;
    check_placed("{\"dtype\":\"u8\",\"shape\":[2,3],\"values\":[1,2,3,4,5,6]}", false, "010203040506");
    check_placed("{\"dtype\":\"u16\",\"shape\":[],\"values\":[258]}", false, "0201");
    check_placed("{\"dtype\":\"u8\",\"shape\":[0,3],\"values\":[]}", false, "");
    check_placed(
        "{\"dtype\":\"u8\",\"shape\":[2,3],\"layout\":\"{0,1:pad(3,3)=zero}\",\"values\":[1,2,3,4,5,6]}",
        false, "0104--0205--0306--");
    check_placed(
        "{\"dtype\":\"u8\",\"shape\":[3,3],\"layout\":\"{1,0:T(2,2)}\",\"values\":[1,2,3,4,5,6,7,8,9]}",
        false, "0102040503--06--0708----09------");
    check_placed("{\"dtype\":\"u8\",\"shape\":[2],\"layout\":\":(-2)+3\",\"values\":[1,2]}", false,
                 "--02--01");
    check_placed("{\"dtype\":\"i4\",\"shape\":[3],\"values\":[1,-1,3]}", false, "f1e3");
    check_placed("{\"dtype\":\"i4\",\"shape\":[2],\"layout\":\"{0}\",\"values\":[1,-1]}", false, "e1ef");
    check_placed("{\"dtype\":\"u2\",\"shape\":[3],\"values\":[1,2,3]}", false, "f9");
    check_placed("{\"dtype\":\"bool\",\"shape\":[2],\"layout\":\"{0:E(32)}\",\"values\":[true,false]}", false,
                 "01------00------");
    check_placed("{\"dtype\":\"i4\",\"shape\":[4],\"hex\":\"10aF\"}", false, "10af");
    check_placed("{\"dtype\":\"u16\",\"shape\":[2],\"layout\":\":(2)\",\"hex\":\"01020304\"}", false,
                 "0102----0304");
    check_placed(
        "{\"dtype\":\"i16\",\"shape\":[2,2],\"layout\":\"{0,1}\",\"iota\":{\"start\":5,\"step\":-3}}", false,
        "0500ffff0200fcff");
    check_placed("{\"dtype\":\"u8\",\"shape\":[2],\"layout\":\"{0:L(4)}\",\"storage\":[1,null,null,7]}",
                 false, "01----07");
    check_placed("{\"dtype\":\"i4\",\"shape\":[3],\"layout\":\"{0:E(4)}\",\"storage\":[1,null,2]}", false,
                 "e1e2");
}

/* A buffer may be shorter or longer than its layout where a case shows just that. */
static void test_other_lengths(void **state)
{
    (void)state;
    check_placed("{\"dtype\":\"u8\",\"shape\":[3],\"layout\":\"{0}\",\"storage\":[1,2]}", true, "0102");
    check_placed("{\"dtype\":\"u8\",\"shape\":[3],\"layout\":\"{0}\",\"storage\":[]}", true, "");
    check_placed("{\"dtype\":\"u8\",\"shape\":[1],\"layout\":\"{0}\",\"storage\":[1,2,3]}", true, "010203");
}

#define DESCRIPTOR(dtype, sizes, strides, total)                                                             \
    "{\"dtype\":\"" dtype "\",\"sizes\":" sizes ",\"strides\":" strides ",\"total_bytes\":" total

static void test_descriptors(void **state)
{
    (void)state;
    check_placed(DESCRIPTOR("u8", "[2,3]", "null", "8") ",\"values\":[1,2,3,4,5,6]}", false,
                 "010203040506----");
    check_placed(DESCRIPTOR("u8", "[2,3]", "[1,2]", "8") ",\"values\":[1,2,3,4,5,6]}", false,
                 "010402050306----");
    check_placed(DESCRIPTOR("u16", "[2]", "[2]", "8") ",\"storage\":[1,null,3,4]}", false,
                 "0100----03000400");
    check_placed(DESCRIPTOR("u16", "[2]", "[2]", "5") ",\"storage\":[1,2]}", false, "01000200--");
    /* What is no layout is left to the operator: a total too short, strides without end. */
    check_placed(DESCRIPTOR("u16", "[3]", "null", "5") ",\"values\":[1,2,3]}", false, "01000200--");
    check_placed(DESCRIPTOR("u8", "[2]", "[9223372036854775807]", "2") ",\"values\":[1,2]}", false, "----");
    check_placed(DESCRIPTOR("u8", "[2]", "[-1]", "2") ",\"values\":[1,2]}", false, "----");
}

/* ---- what is no tensor --------------------------------------------------------------------------- */

static enum gather_status read_all(struct subject *subject, const char *text)
{
    uint8_t image[1000];
    begin(subject, text);
    struct gather__tensor *tensor = &subject->tensor;
    enum gather_status status =
        gather__tensor_read(tensor, subject->json, "data", GATHER__FORM_ANY, &subject->error);
    if (status == GATHER_STATUS_OK)
        status = gather__tensor_lay(tensor, false, &subject->error);
    if (status == GATHER_STATUS_OK)
        status = gather__tensor_measure(tensor, false, &subject->error);
    if (status == GATHER_STATUS_OK) {
        assert_true(tensor->bytes <= sizeof image);
        status = gather__tensor_place(tensor, image, &subject->error);
    }
    end(subject);
    return status;
}

static void test_malformed(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "[]",
        "{\"dtype\":\"f33\",\"shape\":[1],\"values\":[1]}",
        "{\"shape\":[1],\"values\":[1]}",
        "{\"dtype\":\"u8\",\"values\":[1]}",
        "{\"dtype\":\"u8\",\"shape\":[1]}",
        "{\"dtype\":\"u8\",\"shape\":[1.0],\"values\":[1]}",
        "{\"dtype\":\"u8\",\"shape\":[\"1\"],\"values\":[1]}",
        "{\"dtype\":\"u8\",\"shape\":[1],\"values\":[1],\"hex\":\"01\"}",
        "{\"dtype\":\"u8\",\"shape\":[1],\"values\":[1],\"extra\":1}",
        "{\"dtype\":\"u8\",\"shape\":[1],\"values\":[1],\"layout\":1}",
        "{\"dtype\":\"u8\",\"shape\":[2],\"values\":[1]}",
        "{\"dtype\":\"u8\",\"shape\":[2],\"values\":[1,2,3]}",
        "{\"dtype\":\"u8\",\"shape\":[1],\"values\":[null]}",
        "{\"dtype\":\"u8\",\"shape\":[1],\"values\":[256]}",
        "{\"dtype\":\"u8\",\"shape\":[1],\"values\":\"1\"}",
        "{\"dtype\":\"u8\",\"shape\":[1],\"hex\":\"1\"}",
        "{\"dtype\":\"u8\",\"shape\":[1],\"hex\":\"0102\"}",
        "{\"dtype\":\"u8\",\"shape\":[1],\"hex\":\"0x\"}",
        "{\"dtype\":\"i4\",\"shape\":[3],\"hex\":\"01\"}",
        "{\"dtype\":\"u8\",\"shape\":[1],\"storage\":[1]}",
        "{\"dtype\":\"u8\",\"shape\":[1],\"layout\":\"{0}\",\"storage\":[]}",
        "{\"dtype\":\"u8\",\"shape\":[1],\"layout\":\"{0}\",\"storage\":[1,2]}",
        "{\"dtype\":\"u8\",\"shape\":[1],\"layout\":\"{0}\",\"storage\":[-1]}",
        "{\"dtype\":\"u8\",\"shape\":[1],\"iota\":{\"start\":1}}",
        "{\"dtype\":\"u8\",\"shape\":[1],\"iota\":{\"start\":1,\"step\":1,\"stop\":1}}",
        "{\"dtype\":\"u8\",\"shape\":[1],\"iota\":{\"start\":1.5,\"step\":1}}",
        "{\"dtype\":\"u8\",\"shape\":[4194305],\"iota\":{\"start\":1,\"step\":1}}",
        "{\"dtype\":\"u8\",\"shape\":[4194305],\"layout\":\":(0)\",\"iota\":{\"start\":1,\"step\":1}}",
        "{\"dtype\":\"u8\",\"shape\":[1],\"layout\":\"{0:pad(4194305)}\",\"values\":[1]}",
        "{\"dtype\":\"u8\",\"shape\":[2],\"layout\":\"{0:E(33554432)}\",\"storage\":[1,1]}",
        DESCRIPTOR("u8", "[1]", "null", "4") "}",
        DESCRIPTOR("u8", "[1]", "1", "4") ",\"values\":[1]}",
        DESCRIPTOR("u8", "[1]", "[1.5]", "4") ",\"values\":[1]}",
        DESCRIPTOR("u8", "[1]", "null", "-1") ",\"values\":[1]}",
        DESCRIPTOR("u8", "[1]", "null", "4") ",\"values\":[1],\"shape\":[1]}",
        DESCRIPTOR("u8", "[1]", "null", "4") ",\"storage\":[1]}",
        DESCRIPTOR("u16", "[1]", "null", "5") ",\"storage\":[1,2,3]}",
        DESCRIPTOR("u2", "[1]", "null", "9223372036854775807") ",\"storage\":[1]}",
        DESCRIPTOR("u8", "[-1]", "null", "4") ",\"values\":[1]}",
        "{\"dtype\":\"string\",\"shape\":[0],\"hex\":\"\"}",
        "{\"dtype\":\"string\",\"shape\":[1],\"values\":[1]}",
        "{\"dtype\":\"string\",\"shape\":[1],\"iota\":{\"start\":0,\"step\":1}}",
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct subject subject;
        enum gather_status status = read_all(&subject, texts[k]);
        if (status != GATHER_STATUS_FORMAT || subject.error.expected == NULL || subject.error.operand != NULL)
            fail_msg("%s: %s", texts[k], gather_status_name(status));
        assert_int_equal(subject.error.status, GATHER_STATUS_FORMAT);
    }
}

/* What is wrong with a layout is an answer to the case, and names the tensor. COVERS(XLA-53) */
static void check_refused(const char *text, enum gather_status expected)
{
    struct subject subject;
    begin(&subject, text);
    assert_int_equal(gather__tensor_read(&subject.tensor, subject.json, "data", FORMS, NULL),
                     GATHER_STATUS_OK);
    enum gather_status status = gather__tensor_lay(&subject.tensor, false, &subject.error);
    if (status != expected)
        fail_msg("%s: %s", text, gather_status_name(status));
    assert_int_equal(subject.error.status, expected);
    assert_string_equal(subject.error.operand, "data");
    end(&subject);
}

#define ONES_17 "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]"

static void test_refused_layouts(void **state)
{
    (void)state;
    check_refused("{\"dtype\":\"u8\",\"shape\":[2,2],\"layout\":\"{0}\"}", GATHER_STATUS_LAYOUT);
    check_refused("{\"dtype\":\"u8\",\"shape\":[2],\"layout\":\"{0\"}", GATHER_STATUS_FORMAT);
    check_refused("{\"dtype\":\"u8\",\"shape\":[2],\"layout\":\"{0:E(9)}\"}", GATHER_STATUS_UNSUPPORTED);
    check_refused("{\"dtype\":\"u8\",\"shape\":[-1]}", GATHER_STATUS_SHAPE);
    check_refused("{\"dtype\":\"u8\",\"shape\":[4294967296,4294967296]}", GATHER_STATUS_OVERFLOW);
    check_refused("{\"dtype\":\"u8\",\"shape\":" ONES_17 "}", GATHER_STATUS_RANK);
    check_refused(DESCRIPTOR("u8", ONES_17, "null", "4") "}", GATHER_STATUS_RANK);
    check_refused(DESCRIPTOR("u8", "[1,4294967296,4294967296]", "null", "4") "}", GATHER_STATUS_OVERFLOW);
}

/* Strides that are not as many as sizes are none: who judges strides refuses them in their turn. */
static void test_other_strides(void **state)
{
    (void)state;
    static const char *const texts[] = {DESCRIPTOR("u8", "[1,1]", "[1]", "4") "}",
                                        DESCRIPTOR("u8", "[1,1]", "[1,1,1]", "4") "}"};
    for (size_t k = 0; k < 2; k++) {
        struct subject subject;
        begin(&subject, texts[k]);
        assert_int_equal(gather__tensor_read(&subject.tensor, subject.json, "data", FORMS, NULL),
                         GATHER_STATUS_OK);
        assert_int_equal(gather__tensor_lay(&subject.tensor, false, NULL), GATHER_STATUS_OK);
        assert_int_equal(subject.tensor.layout.place[0], -1);
        assert_int_equal(subject.tensor.layout.place[1], -1);
        end(&subject);
    }
}

/* A string lies with the tensor's others, and its element is a view of it. */
static void test_strings(void **state)
{
    (void)state;
    struct subject subject;
    uint8_t image[48];
    char texts[5];
    struct gather__number number;
    static const char *const expected[] = {"ab", "", "\303\251"};
    static const size_t places[] = {2, 1, 0};
    begin_measured(
        &subject,
        "{\"dtype\":\"string\",\"shape\":[3],\"layout\":\":(-1)+2\",\"values\":[\"ab\",\"\",\"\\u00e9\"]}",
        false);
    assert_int_equal(subject.tensor.bytes, sizeof image);
    assert_int_equal(subject.tensor.texts.count, 4);
    memset(texts, '!', sizeof texts);
    subject.tensor.texts.bytes = texts;
    assert_int_equal(gather__tensor_place(&subject.tensor, image, NULL), GATHER_STATUS_OK);
    assert_memory_equal(texts, "ab\303\251!", 5);
    for (size_t k = 0; k < 3; k++) {
        memcpy(number.bytes, image + 16 * places[k], 16);
        struct gather__view view = gather__view_of_number(&number);
        assert_int_equal(view.length, strlen(expected[k]));
        assert_true(view.text >= texts && view.text + view.length <= texts + 4);
        assert_memory_equal(view.text, expected[k], view.length);
    }
    end(&subject);
}

/* Where only shapes are asked for, sizes may be unknown or too many. */
static void test_shapes_alone(void **state)
{
    (void)state;
    struct subject subject;
    begin(&subject, "{\"dtype\":\"u8\",\"shape\":[-1,4294967296,4294967296]}");
    assert_int_equal(gather__tensor_read(&subject.tensor, subject.json, "data", GATHER__FORM_NONE, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(gather__tensor_lay(&subject.tensor, true, NULL), GATHER_STATUS_OK);
    assert_int_equal(subject.tensor.layout.rank, 3);
    assert_int_equal(subject.tensor.layout.sizes[0], -1);
    assert_true(subject.tensor.layout.sizes[2] == INT64_C(4294967296));
    end(&subject);
    begin(&subject, "{\"dtype\":\"u8\",\"shape\":[1],\"values\":[1]}");
    assert_int_equal(
        gather__tensor_read(&subject.tensor, subject.json, "data", GATHER__FORM_NONE, &subject.error),
        GATHER_STATUS_FORMAT);
    end(&subject);
}

/* ---- what is expected ---------------------------------------------------------------------------- */

/* The image that a tensor expects of `got`, over canaries; and what is said of the first difference. */
static void check_image(const char *text, const char *got_text, const char *expected, const char *difference)
{
    struct subject subject;
    uint8_t got[200], image[200], bytes[200];
    size_t count = read_bytes(got_text, got);
    begin_measured(&subject, text, false);
    assert_int_equal(subject.tensor.bytes, count);
    assert_int_equal(read_bytes(expected, bytes), count);
    memset(image, CANARY, sizeof image);
    assert_int_equal(gather__tensor_expect(&subject.tensor, image, got, NULL), GATHER_STATUS_OK);
    for (size_t k = 0; k < count; k++)
        if (image[k] != bytes[k])
            fail_msg("%s: byte %zu is %02x, not %02x", text, k, image[k], bytes[k]);
    assert_int_equal(memcmp(image, got, count) == 0, difference == NULL);
    if (difference != NULL) {
        struct gather_memory memory = {0};
        struct gather_writer writer = gather_writer_to(gather_memory_sink(&memory));
        gather__tensor_write_difference(&subject.tensor, image, got, &writer);
        gather_write(&writer, "", 1);
        assert_string_equal(memory.bytes, difference);
        gather_memory_fini(&memory);
    }
    end(&subject);
}

#define U8_PADDED "{\"dtype\":\"u8\",\"shape\":[2,2],\"layout\":\"{1,0:pad(2,3)"

static void test_expecting(void **state)
{
    (void)state;
    check_image("{\"dtype\":\"i16\",\"shape\":[2],\"values\":[1,-2]}", "0100feff", "0100feff", NULL);
    check_image("{\"dtype\":\"i16\",\"shape\":[2],\"values\":[1,-2]}", "0100fdff", "0100feff",
                "output[1] = -2, got -3");
    check_image("{\"dtype\":\"f32\",\"shape\":[],\"values\":[1]}", "0000803e", "0000803f",
                "output[] = 1 (0x3f800000), got 0.25 (0x3e800000)");
    /* Dead cells keep their canaries; padding with a value, and null, is not looked at. */
    check_image(U8_PADDED "}\",\"values\":[1,2,3,4]}", "0102--0304--", "0102--0304--", NULL);
    check_image(U8_PADDED "}\",\"values\":[1,2,3,4]}", "010200030400", "0102--0304--",
                "output cell 2 = 238, got 0");
    check_image(U8_PADDED "=one}\",\"values\":[1,2,3,4]}", "010201030409", "010201030409", NULL);
    check_image(U8_PADDED "=one}\",\"storage\":[1,2,1,3,4,1]}", "010201030409", "010201030401",
                "output cell 5 = 1, got 9");
    check_image(U8_PADDED "}\",\"storage\":[1,2,null,3,4,null]}", "010207030409", "010207030409", NULL);
    /* Every NaN is "nan", hex is exact. */
    check_image("{\"dtype\":\"f16\",\"shape\":[2],\"values\":[\"nan\",1]}", "01fe003c", "01fe003c", NULL);
    check_image("{\"dtype\":\"f16\",\"shape\":[2],\"values\":[\"nan\",1]}", "007c003c", "007e003c",
                "output[0] = nan (0x7e00), got inf (0x7c00)");
    check_image("{\"dtype\":\"f16\",\"shape\":[1],\"hex\":\"007e\"}", "01fe", "007e",
                "output[0] = nan (0x7e00), got nan (0xfe01)");
}

/* What lies in a cell beside its element. COVERS(XLA-36, XLA-37) */
static void test_expecting_wide_cells(void **state)
{
    (void)state;
    check_image("{\"dtype\":\"i4\",\"shape\":[2],\"layout\":\"{0}\",\"values\":[7,-1]}", "070f", "070f",
                NULL);
    check_image("{\"dtype\":\"i4\",\"shape\":[2],\"layout\":\"{0}\",\"values\":[7,-1]}", "07ff", "070f",
                "output[1] = 0x0f, got 0xff");
    check_image("{\"dtype\":\"i4\",\"shape\":[1],\"layout\":\"{0:E(16)}\",\"storage\":[-1]}", "0f--", "0f--",
                NULL);
    check_image("{\"dtype\":\"i4\",\"shape\":[1],\"layout\":\"{0:E(16)}\",\"storage\":[-1]}", "0f00", "0f--",
                "output[0] = 0xee0f, got 0x000f");
    check_image("{\"dtype\":\"i4\",\"shape\":[3],\"values\":[1,2,3]}", "21e3", "21e3", NULL);
    check_image("{\"dtype\":\"i4\",\"shape\":[3],\"values\":[1,2,3]}", "2103", "21e3",
                "output cell 3 = -2, got 0");
    check_image("{\"dtype\":\"u8\",\"shape\":[1],\"layout\":\"{0:E(160)}\",\"values\":[1]}",
                "01--------------------------------------", "01--------------------------------------", NULL);
    check_image("{\"dtype\":\"u8\",\"shape\":[1],\"layout\":\"{0:E(160)}\",\"values\":[1]}",
                "0100------------------------------------", "01--------------------------------------",
                "output[0] = ..0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeee01, got ..0xeeeeeeeeeeeeeeeeeeeeeeeeeeee0001");
    check_image(DESCRIPTOR("u16", "[1]", "null", "5") ",\"values\":[1]}", "0100----00", "0100------",
                "output cell 2 = 0xee, got 0x00");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_placing),         cmocka_unit_test(test_other_lengths),
        cmocka_unit_test(test_descriptors),     cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_refused_layouts), cmocka_unit_test(test_other_strides),
        cmocka_unit_test(test_strings),         cmocka_unit_test(test_shapes_alone),
        cmocka_unit_test(test_expecting),       cmocka_unit_test(test_expecting_wide_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
