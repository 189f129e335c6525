/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files of many small things, whose reading takes as long as they have bytes. Where each thing is compared with each, a
 * test takes minutes, and is ended before.
 */
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "gather/io.h"
#include "gather/model.h"
#include "support/scratch.h"

enum { MOST = 1 << 25, MANY = 500000 };

static struct {
    char bytes[MOST];
    size_t count;
} text;

__attribute__((format(printf, 1, 2))) static void put(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int count = vsnprintf(text.bytes + text.count, MOST - text.count, format, values);
    va_end(values);
    assert_in_range(count, 0, MOST - text.count - 1);
    text.count += (size_t)count;
}

/* A field of protobuf of bytes, fewer than 128. */
static void put_field(int number, const char *bytes, size_t count)
{
    put("%c%c", number << 3 | 2, (int)count);
    memcpy(text.bytes + text.count, bytes, count);
    text.count += count;
}

/* A field of bytes that have been put since `begin`. */
static void wrap(int number, size_t begin)
{
    char head[12];
    size_t length = 1, count = text.count - begin;
    head[0] = (char)(number << 3 | 2);
    for (size_t left = count; left > 0 || length == 1; left >>= 7)
        head[length++] = (char)((left & 0x7F) | (left > 0x7F ? 0x80 : 0));
    memmove(text.bytes + begin + length, text.bytes + begin, count);
    memcpy(text.bytes + begin, head, length);
    text.count += length;
}

static void note(void *context, const char *tensor, const struct gather_error *error)
{
    (void)context;
    (void)tensor;
    (void)error;
}

static void count_lacks(void *context, const char *tensor)
{
    size_t *count = context;
    *count += tensor != NULL;
}

static void test_what_shards_say_of_themselves(void **state)
{
    struct gather_file *file = NULL;
    (void)state;
    assert_int_equal(mkdir("said", 0777), 0);
    for (int shard = 0; shard < 2; shard++) {
        text.count = 8;
        put("{\"__metadata__\":{\"shard\":\"%d\"", shard);
        for (int k = 0; k < MANY; k++)
            put(",\"%d\":\"\"", k);
        put("}}");
        for (size_t k = 0; k < 8; k++)
            text.bytes[k] = (char)((text.count - 8) >> (8 * k));
        scratch_write(shard == 0 ? "said/a.safetensors" : "said/b.safetensors", text.bytes, text.count);
    }
    assert_int_equal(gather_file_open(&file, "said", GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_file_metadata_count(file), MANY + 2);
    assert_string_equal(gather_file_metadata(file, 0)->key, "shard");
    assert_string_equal(gather_file_metadata(file, 0)->value, "0");
    assert_int_equal(atoi(gather_file_metadata(file, MANY)->key), MANY - 1);
    assert_string_equal(gather_file_metadata(file, MANY + 1)->key, "shard");
    assert_string_equal(gather_file_metadata(file, MANY + 1)->value, "1");
    gather_file_close(file);
}

/* before: what their names begin with. */
static void check_missing_shards(const char *before)
{
    size_t lacks = 0;
    struct gather_file *file = NULL;
    struct gather_file_options options = {
        .size = sizeof options, .broken = note, .lacks = count_lacks, .context = &lacks};
    text.count = 0;
    put("{\"weight_map\":{\"x\":\"0\"");
    for (int k = 0; k < MANY; k++)
        put(",\"%d\":\"%s%d.npy\"", k, before, k);
    put("}}");
    scratch_write("missing/model.safetensors.index.json", text.bytes, text.count);
    assert_int_equal(gather_file_open_with(&file, "missing", &options, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_file_count(file), 0);
    assert_int_equal(lacks, MANY + 1);
    gather_file_close(file);
}

static void test_shards_that_are_missing(void **state)
{
    (void)state;
    assert_int_equal(mkdir("missing", 0777), 0);
    check_missing_shards("");
    check_missing_shards("/");
}

/* Numbers that become sources of their own, and then values in another file, all in one. */
static void test_values_in_another_file(void **state)
{
    struct gather_file *file = NULL;
    struct gather_error error;
    (void)state;
    scratch_write("beside", "z", 1);
    text.count = 0;
    for (int k = 0; k < MANY; k++) {
        const size_t begin = text.count;
        char name[16];
        put("\x10%c\x28\x05", k < MANY / 2 ? 6 : 2); /* i32, u8; 5 */
        if (k >= MANY / 2) {
            text.count -= 2;
            put("\x70\x01"); /* elsewhere: */
            put_field(13,
                      "\x0A\x08location\x12\x06"
                      "beside",
                      18);
        }
        put_field(8, name, (size_t)snprintf(name, sizeof name, "%d", k));
        wrap(5, begin);
    }
    wrap(7, 0);
    scratch_write("many.onnx", text.bytes, text.count);
    assert_int_equal(gather_file_open(&file, "many.onnx", GATHER_FILE_ANY, &error), GATHER_STATUS_OK);
    assert_int_equal(gather_file_count(file), MANY);
    uint8_t value = 0;
    assert_int_equal(gather_file_read(file, gather_file_tensor(file, MANY - 1), 0, &value, 1, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(value, 'z');
    gather_file_close(file);
}

static void test_inputs_of_a_model(void **state)
{
    enum { INPUTS = 120000 };
    struct gather_model *model = NULL;
    struct gather_error error;
    struct gather_model_value value;
    size_t count = 0;
    char name[16];
    (void)state;
    text.count = 0;
    for (int k = 0; k < INPUTS; k++) {
        const size_t begin = text.count;
        put_field(1, name, (size_t)snprintf(name, sizeof name, "%d", k));
        wrap(11, begin);
    }
    put_field(12,
              "\x0A\x01"
              "7",
              3);
    wrap(7, 0);
    put("\x08\x08"); /* ir_version */
    put_field(8, "\x10\x0D", 2);
    scratch_write("inputs.onnx", text.bytes, text.count);
    assert_int_equal(gather_model_open(&model, "inputs.onnx", NULL, &error), GATHER_STATUS_OK);
    for (; gather_model_input_at(model, count, &value); count++)
        assert_int_equal(atoi(value.name), count);
    assert_int_equal(count, INPUTS);
    gather_model_close(model);
}

/* One piece of markup that is as long as the file: expat from 2.6 on takes it in linear time by itself. */
static void test_long_markup(void **state)
{
    static const char *const begins[] = {"<!--",      "<net x='", "<net><!--",
                                         "<net x='1", "<?x ",     "<net><![CDATA["};
    struct gather_error error;
    struct gather_file *file = NULL;
    (void)state;
    for (size_t k = 0; k < sizeof begins / sizeof begins[0]; k++) {
        text.count = 0;
        put("%s", begins[k]);
        memset(text.bytes + text.count, 'x', MOST - text.count);
        scratch_write("long.xml", text.bytes, MOST);
        assert_int_equal(gather_file_open(&file, "long.xml", GATHER_FILE_IR, &error), GATHER_STATUS_FORMAT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_shards_say_of_themselves),
        cmocka_unit_test(test_shards_that_are_missing),
        cmocka_unit_test(test_values_in_another_file),
        cmocka_unit_test(test_inputs_of_a_model),
        cmocka_unit_test(test_long_markup),
    };
    return cmocka_run_group_tests_name("files of many small things", tests, scratch_group_begin,
                                       scratch_group_end);
}
