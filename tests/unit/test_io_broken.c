/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who listens hears of every broken rule, and what is whole can be read; who does not gets the first of them. What is
 * heard of is the same that is refused otherwise, and cut files end as they always do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gather/io.h"
#include "support/bytes_by_hand.h"
#include "support/memory_file.h"
#include "support/opened.h"
#include "support/safetensors_by_hand.h"
#include "support/scratch.h"

enum { MOST = 16 };

struct heard {
    int count;
    struct gather_error errors[MOST];
    char names[MOST][16];
};

static void hear(void *context, const char *tensor, const struct gather_error *error)
{
    struct heard *heard = context;
    if (heard->count < MOST) {
        heard->errors[heard->count] = *error;
        strncpy(heard->names[heard->count], tensor != NULL ? tensor : "?", sizeof heard->names[0] - 1);
    }
    heard->count++;
}

/* Opens bytes with a listener; of what was opened all is read. Returns: what opening answered. */
static enum gather_status listen(int32_t format, const void *bytes, size_t count, struct heard *heard,
                                 size_t *tensors)
{
    struct gather_file *file = NULL;
    struct gather_error error = {0};
    struct gather_file_options options = {
        .size = sizeof options, .format = format, .broken = hear, .context = heard};
    memset(heard, 0, sizeof *heard);
    *tensors = 0;
    enum gather_status status = gather_file_open_with(&file, memory_file(bytes, count), &options, &error);
    if (status != GATHER_STATUS_OK)
        return status;
    *tensors = gather_file_count(file);
    assert_int_equal(read_all_tensors(file, &error), GATHER_STATUS_OK);
    gather_file_close(file);
    return status;
}

/* What lies behind the end that a struct says of itself is not looked at. */
static void test_shorter_options(void **state)
{
    struct heard heard = {0};
    struct gather_file *file = NULL;
    struct gather_error error = {0};
    struct gather_file_options options = {.size = offsetof(struct gather_file_options, broken),
                                          .format = GATHER_FILE_NPY,
                                          .broken = hear,
                                          .context = &heard};
    (void)state;
    assert_int_equal(gather_file_open_with(&file, memory_file("no npy", 6), &options, &error),
                     GATHER_STATUS_FORMAT);
    options.size = offsetof(struct gather_file_options, format); /* so it is told by its name */
    assert_int_equal(gather_file_open_with(&file, memory_file("no npy", 6), &options, &error),
                     GATHER_STATUS_OK);
    assert_int_equal(gather_file_format(file), GATHER_FILE_RAW);
    gather_file_close(file);
    assert_int_equal(heard.count, 0);
}

static void test_wrong_options(void **state)
{
    struct gather_file *file = NULL;
    struct gather_error error = {0};
    struct gather_file_options options = {.size = 0};
    (void)state;
    for (; options.size < sizeof options; options.size += sizeof(int32_t)) {
        if (options.size >= sizeof options.size && options.size % sizeof(void *) == 0)
            continue;
        assert_int_equal(gather_file_open_with(&file, memory_file("", 0), &options, &error),
                         GATHER_STATUS_ARGUMENT);
        assert_string_equal(error.operand, "options");
    }
    options = (struct gather_file_options){.size = sizeof options, .memory = -1};
    assert_int_equal(gather_file_open_with(&file, memory_file("", 0), &options, &error),
                     GATHER_STATUS_ARGUMENT);
    assert_string_equal(error.operand, "memory");
    assert_int_equal(error.value, -1);
    assert_null(file);
}

/* ---- safetensors --------------------------------------------------------------------------------- */

static struct safetensors_by_hand safetensors;

#define ENTRY(name, type, shape, begin, end)                                                                 \
    "\"" name "\":{\"dtype\":\"" type "\",\"shape\":[" shape "],\"data_offsets\":[" #begin "," #end "]}"

static void test_safetensors(void **state)
{
    struct heard heard;
    struct gather_error first;
    size_t tensors;
    (void)state;
    safetensors_by_hand(&safetensors,
                        "{" ENTRY("a", "U8", "4", 0, 4) "," ENTRY("b", "U9", "4", 4, 8) "," ENTRY(
                            "c", "U8", "5", 8, 12) "," ENTRY("d", "U8", "4", 12, 99) "}",
                        16);
    assert_int_equal(listen(GATHER_FILE_SAFETENSORS, safetensors.bytes, safetensors.count, &heard, &tensors),
                     GATHER_STATUS_OK);
    assert_int_equal(heard.count, 4);
    assert_int_equal(tensors, 1);
    assert_string_equal(heard.names[0], "b");
    assert_string_equal(heard.names[1], "c");
    assert_string_equal(heard.names[2], "d");
    assert_int_equal(heard.errors[2].value, 99);
    assert_string_equal(heard.names[3], "d"); /* nor are its bytes as many as it says */
    assert_int_equal(heard.errors[3].value, 99 - 12);
    assert_int_equal(try_as(GATHER_FILE_SAFETENSORS, safetensors.bytes, safetensors.count, &first),
                     GATHER_STATUS_FORMAT);
    assert_int_equal(first.at, heard.errors[0].at);
    assert_string_equal(first.expected, heard.errors[0].expected);
}

static void hear_refused(void *context, const char *tensor)
{
    struct heard *heard = context;
    strncpy(heard->names[heard->count++], tensor != NULL ? tensor : "?", sizeof heard->names[0] - 1);
}

/* Where nobody hears of broken rules, the tensor is told for which the file is refused. */
static void test_refused_tensor(void **state)
{
    struct heard heard = {0};
    struct gather_file *file = NULL;
    struct gather_error error = {0};
    const struct gather_file_options options = {
        .size = sizeof options, .format = GATHER_FILE_SAFETENSORS, .lacks = hear_refused, .context = &heard};
    (void)state;
    safetensors_by_hand(
        &safetensors,
        "{" ENTRY("a", "U8", "4", 0, 4) "," ENTRY("b", "U8", "5", 4, 8) "," ENTRY("c", "U8", "5", 8, 12) "}",
        12);
    assert_int_equal(
        gather_file_open_with(&file, memory_file(safetensors.bytes, safetensors.count), &options, &error),
        GATHER_STATUS_FORMAT);
    assert_int_equal(heard.count, 1);
    assert_string_equal(heard.names[0], "b");
    safetensors_by_hand(&safetensors, "{" ENTRY("a", "U8", "4", 0, 4) "}",
                        5); /* a rule that is no tensor's */
    assert_int_equal(
        gather_file_open_with(&file, memory_file(safetensors.bytes, safetensors.count), &options, &error),
        GATHER_STATUS_FORMAT);
    assert_int_equal(heard.count, 2);
    assert_string_equal(heard.names[1], "?");
    assert_int_equal(gather_file_open_with(&file, memory_file(safetensors.bytes, 20), &options, &error),
                     GATHER_STATUS_FORMAT);
    assert_int_equal(heard.count, 2); /* nothing passes it */
    assert_null(file);
}

/* A tensor whose place is not known explains a hole, but no two that meet. */
static void test_safetensors_places(void **state)
{
    struct heard heard;
    size_t tensors;
    (void)state;
    safetensors_by_hand(&safetensors,
                        "{" ENTRY("a", "U8", "4", 0, 4) "," ENTRY("b", "U8", "4", 99,
                                                                  103) "," ENTRY("c", "U8", "4", 8, 12) "}",
                        12);
    assert_int_equal(listen(GATHER_FILE_SAFETENSORS, safetensors.bytes, safetensors.count, &heard, &tensors),
                     GATHER_STATUS_OK);
    assert_int_equal(heard.count, 1);
    assert_int_equal(tensors, 2);
    safetensors_by_hand(
        &safetensors,
        "{" ENTRY("a", "U8", "4", 0, 4) "," ENTRY("b", "U8", "4", 2, 6) "," ENTRY("c", "U8", "4", 8, 12) "}",
        13);
    assert_int_equal(listen(GATHER_FILE_SAFETENSORS, safetensors.bytes, safetensors.count, &heard, &tensors),
                     GATHER_STATUS_OK);
    assert_int_equal(heard.count, 3); /* they meet; a hole; a byte behind */
    assert_int_equal(tensors, 3);
    safetensors_by_hand(
        &safetensors,
        "{" ENTRY("a", "U8", "8", 0, 8) "," ENTRY("b", "U8", "2", 2, 4) "," ENTRY("c", "U8", "2", 8, 10) "}",
        10);
    assert_int_equal(listen(GATHER_FILE_SAFETENSORS, safetensors.bytes, safetensors.count, &heard, &tensors),
                     GATHER_STATUS_OK);
    assert_int_equal(heard.count, 1); /* one lies inside another, behind which the last begins */
    assert_int_equal(heard.errors[0].value, 2);
    assert_int_equal(heard.errors[0].low, 8);
    assert_int_equal(tensors, 3);
}

/* Whatever byte is another one: nothing is read outside, and who listens hears of something or all is well. */
static void test_every_byte(void **state)
{
    (void)state;
    safetensors_by_hand(&safetensors, "{" ENTRY("a", "U8", "4", 0, 4) "," ENTRY("b", "I16", "2,1", 4, 8) "}",
                        8);
    for (size_t k = 0; k < safetensors.data; k++)
        for (int bit = 0; bit < 8; bit++) {
            struct heard heard;
            struct gather_error error;
            size_t tensors;
            safetensors.bytes[k] ^= (uint8_t)(1 << bit);
            enum gather_status strict =
                try_as(GATHER_FILE_SAFETENSORS, safetensors.bytes, safetensors.count, &error);
            enum gather_status listening =
                listen(GATHER_FILE_SAFETENSORS, safetensors.bytes, safetensors.count, &heard, &tensors);
            assert_int_equal(strict == GATHER_STATUS_OK, listening == GATHER_STATUS_OK && heard.count == 0);
            safetensors.bytes[k] ^= (uint8_t)(1 << bit);
        }
}

/* ---- GGUF ---------------------------------------------------------------------------------------- */

enum { F32 = 0, I8 = 24 };

static struct bytes_by_hand gguf;

static void put_tensor(const char *name, uint64_t size, uint64_t type, uint64_t offset)
{
    put_counted(&gguf, name);
    put_number(&gguf, 4, 1);
    put_number(&gguf, 8, size);
    put_number(&gguf, 4, type);
    put_number(&gguf, 8, offset);
}

static void begin_gguf(uint64_t tensors)
{
    gguf.count = 0;
    put_text(&gguf, "GGUF");
    put_number(&gguf, 4, 3);
    put_number(&gguf, 8, tensors);
    put_number(&gguf, 8, 0);
}

static void put_data(size_t bytes)
{
    put_zeros(&gguf, (32 - gguf.count % 32) % 32);
    put_zeros(&gguf, bytes);
}

static void test_gguf(void **state)
{
    struct heard heard;
    size_t tensors;
    (void)state;
    begin_gguf(6);
    put_tensor("a", 8, I8, 0);
    put_tensor("type", 8, 999, 32);
    put_tensor("meets", 8, I8, 0);
    put_tensor("far", INT64_MAX, I8, 32);
    put_tensor("odd", 8, I8, 33);
    put_tensor("b", 8, I8, 64);
    put_data(72);
    assert_int_equal(listen(GATHER_FILE_GGUF, gguf.bytes, gguf.count, &heard, &tensors), GATHER_STATUS_OK);
    assert_int_equal(tensors, 3); /* a, meets, b */
    assert_string_equal(heard.names[0], "type");
    assert_string_equal(heard.names[1], "odd");
    assert_string_equal(heard.names[2], "meets");
    assert_string_equal(heard.names[3], "far");
    assert_int_equal(heard.count, 4);
    struct gather_error first;
    assert_int_equal(try_as(GATHER_FILE_GGUF, gguf.bytes, gguf.count, &first), GATHER_STATUS_FORMAT);
    assert_int_equal(first.at, heard.errors[0].at);
}

/* One broken rule: of what number, and between which it had to be. */
static void check_gguf(const char *name, uint64_t value, int64_t low, int64_t high, size_t kept)
{
    struct heard heard;
    size_t tensors;
    assert_int_equal(listen(GATHER_FILE_GGUF, gguf.bytes, gguf.count, &heard, &tensors), GATHER_STATUS_OK);
    assert_int_equal(tensors, kept);
    assert_int_equal(heard.count, 1);
    assert_string_equal(heard.names[0], name);
    assert_true((uint64_t)heard.errors[0].value == value);
    assert_int_equal(heard.errors[0].low, low);
    assert_int_equal(heard.errors[0].high, high);
}

static void test_gguf_offsets(void **state)
{
    static const uint64_t beyond[] = {1 << 20, UINT64_C(1) << 63, UINT64_MAX - 31};
    (void)state;
    for (size_t k = 0; k < sizeof beyond / sizeof beyond[0]; k++) {
        begin_gguf(1);
        put_tensor("far", 8, F32, beyond[k]);
        put_data(256);
        check_gguf("far", beyond[k], 0, (int64_t)gguf.count, 0);
    }
    begin_gguf(2);
    put_tensor("all", 64, F32, 0);
    put_tensor("meets", 8, F32, 32); /* nor is there room behind the other */
    put_data(256);
    check_gguf("meets", 32, 256, 256, 2);
}

/* What is wrong in the file beside is heard of, whether or not somebody hears which file is meant. */
static void test_ir_texts(void **state)
{
    static const char model[] =
        "<net version=\"11\"><layers><layer id=\"2\" name=\"c\" type=\"Const\" version=\"opset8\">"
        "<data element_type=\"string\" shape=\"2\" offset=\"0\" size=\"24\"/>"
        "<output><port id=\"1\"><dim>2</dim></port></output></layer></layers><edges/></net>";
    static const uint8_t none[24];
    struct heard heard = {0};
    struct gather_file *file = NULL;
    struct gather_file_options options = {.size = sizeof options, .broken = hear, .context = &heard};
    (void)state;
    scratch_begin();
    scratch_write("a.xml", model, sizeof model - 1);
    scratch_write("a.bin", none, sizeof none);
    assert_int_equal(gather_file_open_with(&file, "a.xml", &options, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_file_count(file), 0);
    assert_int_equal(heard.count, 1);
    assert_string_equal(heard.errors[0].expected, "as many texts as elements");
    gather_file_close(file);
    scratch_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shorter_options),
        cmocka_unit_test(test_wrong_options),
        cmocka_unit_test(test_safetensors),
        cmocka_unit_test(test_refused_tensor),
        cmocka_unit_test(test_safetensors_places),
        cmocka_unit_test(test_every_byte),
        cmocka_unit_test(test_gguf),
        cmocka_unit_test(test_gguf_offsets),
        cmocka_unit_test(test_ir_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
