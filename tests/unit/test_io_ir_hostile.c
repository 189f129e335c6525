/* SPDX-License-Identifier: Apache-2.0 */
/* The hostile list, D and F: models of OpenVINO that are cut off, spoilt, or lie; and what is read of right ones. */
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "gather/io.h"
#include "io/graph.h"
#include "support/opened.h"
#include "support/scratch.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

enum { XML_MOST = 1 << 21 };

static char xml[XML_MOST];
static uint8_t bytes[64];

static const char parameter[] =
    "<layer id='0' name='x' type='Parameter' version='opset1'><data shape='?,2' element_type='f32'/>"
    "<output><port id='0' precision='FP32'><dim>-1</dim><dim>2</dim></port></output></layer>";
static const char constant[] =
    "<layer id='1' name='c' type='Const' version='opset1'><data element_type='i32' shape='2, 3' offset='4' "
    "size='24'/><output><port id='0' precision='I32'><dim>2</dim><dim>3</dim></port></output></layer>";
static const char result[] =
    "<layer id='2' name='r' type='Result' version='opset1'><input><port id='0'/></input>"
    "</layer>";
static const char edge[] = "<edge from-layer='0' from-port='0' to-layer='2' to-port='0'/>";

static int begin_scratch(void **state)
{
    (void)state;
    scratch_begin();
    for (size_t k = 0; k < sizeof bytes; k++)
        bytes[k] = (uint8_t)k;
    scratch_write("m.bin", bytes, sizeof bytes);
    return 0;
}

static enum gather_status try_text(const char *text, size_t length, struct gather_error *error)
{
    scratch_write("m.xml", text, length);
    enum gather_status status = try_path("m.xml", GATHER_FILE_ANY, error);
    if (status != GATHER_STATUS_OK) {
        assert_true(error->has & GATHER_ERROR_HAS_AT);
        assert_in_range(error->at, 0, length);
        assert_true(error->expected != NULL || error->reason != NULL);
    }
    return status;
}

static void make_net(const char *head, const char *layers, const char *edges)
{
    int length =
        snprintf(xml, sizeof xml,
                 "<?xml version='1.0'?>%s<net name='n' version='11'><layers>%s</layers><edges>%s</edges>"
                 "<rt_info><MO_version value='x'/></rt_info></net>",
                 head, layers, edges);
    assert_in_range(length, 1, sizeof xml - 1);
}

static void make_seed(void)
{
    char layers[2048];
    (void)snprintf(layers, sizeof layers, "%s%s%s", parameter, constant, result);
    make_net("", layers, edge);
}

/* The text as it stands gives this status; where `where` stands in it first, if it is not NULL. */
static void check(enum gather_status expected, const char *where)
{
    struct gather_error error;
    enum gather_status status = try_text(xml, strlen(xml), &error);
    if (status != expected)
        fail_msg("%s: %s", xml, gather_status_name(status));
    if (where != NULL) {
        assert_non_null(strstr(xml, where));
        assert_int_equal(error.at, strstr(xml, where) - xml);
    }
}

/* A layer of this Const alone. */
static void check_constant(const char *data, enum gather_status expected)
{
    char layer[1024];
    (void)snprintf(
        layer, sizeof layer,
        "<layer id='1' name='c' type='Const' version='opset1'><data %s/><output><port id='0'/></output>"
        "</layer>",
        data);
    make_net("", layer, "");
    check(expected, expected == GATHER_STATUS_FORMAT ? "<data" : NULL);
}

/* ---- a right one --------------------------------------------------------------------------------- */

static void test_constants_are_tensors(void **state) /* COVERS(OV-IR-1, OV-IR-2, OV-IR-3, OV-IR-10) */
{
    struct gather_file *file = NULL;
    uint8_t got[24];
    (void)state;
    make_seed();
    scratch_write("m.xml", xml, strlen(xml));
    assert_int_equal(gather_file_open(&file, "m.xml", GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_file_format(file), GATHER_FILE_IR);
    assert_int_equal(gather_file_count(file), 1);
    const struct gather_tensor *found = gather_file_tensor(file, 0);
    assert_string_equal(found->name, "c");
    assert_int_equal(found->layout.dtype, GATHER_DTYPE_I32);
    assert_int_equal(found->layout.sizes[1], 3);
    assert_int_equal(found->offset, 4);
    assert_int_equal(gather_file_read(file, found, 0, got, sizeof got, NULL), GATHER_STATUS_OK);
    assert_memory_equal(got, bytes + 4, sizeof got);
    gather_file_close(file);
}

/* Names of types, and whether a Const may have them; 16 elements of any fit the 64 bytes. */
static void test_types(void **state) /* COVERS(OV-IR-8) */
{
    static const char *const known[] = {"boolean", "u2",     "u4",     "u8",     "u16",   "u32",  "i4",
                                        "i8",      "i16",    "i32",    "f16",    "f32",   "bf16", "f8e4m3",
                                        "f8e5m2",  "f8e8m0", "f4e2m1", "u1",     "u3",    "u6",   "nf4",
                                        "BOOL",    "FP32",   "BIN",    "F8E4M3", "F4E2M1"};
    static const char *const unknown[] = {"f24",     "",          "F32",         "Boolean",
                                          "dynamic", "undefined", "UNSPECIFIED", " u8"};
    char data[128];
    (void)state;
    for (size_t k = 0; k < COUNT_OF(known) + COUNT_OF(unknown); k++) {
        bool good = k < COUNT_OF(known);
        (void)snprintf(data, sizeof data, "element_type='%s' shape='16' offset='0' size='64'",
                       good ? known[k] : unknown[k - COUNT_OF(known)]);
        check_constant(data, good ? GATHER_STATUS_OK : GATHER_STATUS_FORMAT);
    }
}

/* ---- all formats --------------------------------------------------------------------------------- */

static void test_hostile_36_every_prefix(void **state)
{
    struct gather_error error;
    (void)state;
    make_seed();
    assert_int_equal(try_text(xml, strlen(xml), &error), GATHER_STATUS_OK);
    for (size_t count = 0; count < strlen(xml); count++)
        assert_int_equal(try_text(xml, count, &error), GATHER_STATUS_FORMAT);
}

static void test_hostile_37_single_bit_flips(void **state)
{
    int statuses[GATHER_STATUS_COUNT] = {0};
    struct gather_error error;
    (void)state;
    make_seed();
    size_t length = strlen(xml);
    for (size_t bit = 0; bit < 8 * length; bit++) {
        xml[bit / 8] = (char)(xml[bit / 8] ^ 1 << bit % 8);
        statuses[try_text(xml, length, &error)]++;
        xml[bit / 8] = (char)(xml[bit / 8] ^ 1 << bit % 8);
    }
    assert_true(statuses[GATHER_STATUS_OK] > 500); /* in names that are of no matter */
    assert_true(statuses[GATHER_STATUS_FORMAT] > 1000);
    assert_int_equal(statuses[GATHER_STATUS_IO] + statuses[GATHER_STATUS_NO_MEMORY], 0);
}

static void test_hostile_38_and_39_ends(void **state) /* COVERS(OV-IR-13) */
{
    struct gather_error error;
    (void)state;
    assert_int_equal(try_text("", 0, &error), GATHER_STATUS_FORMAT);
    assert_int_equal(try_text("<", 1, &error), GATHER_STATUS_FORMAT);
    make_seed();
    strcat(xml, "<net/>");
    check(GATHER_STATUS_FORMAT, "<net/>");
    make_seed();
    strcat(xml, "x");
    check(GATHER_STATUS_FORMAT, NULL);
}

static void test_hostile_43_names(void **state)
{
    static const char *const bad[] = {"\xff", "\xc0\xae", "\xed\xa0\x80", "a&#0;b", "&#xD800;", "\x01"};
    char layers[1024];
    (void)state;
    for (size_t k = 0; k < COUNT_OF(bad); k++) {
        (void)snprintf(layers, sizeof layers, "<layer id='0' name='%s' type='ReLU' version='opset1'/>",
                       bad[k]);
        make_net("", layers, "");
        check(GATHER_STATUS_FORMAT, NULL);
    }
    (void)snprintf(layers, sizeof layers, "%s%s", constant,
                   "<layer id='9' name='c' type='Const' version='opset1'>"
                   "<data element_type='u8' shape='' offset='0' size='1'/></layer>");
    make_net("", layers, "");
    check(GATHER_STATUS_FORMAT, NULL);
}

/* ---- XML ----------------------------------------------------------------------------------------- */

static void test_hostile_54_doctype_and_entities(void **state) /* COVERS(OV-IR-13) */
{
    (void)state;
    static const char *const heads[] = {"<!DOCTYPE net>", "<!DOCTYPE net [<!ENTITY a 'b'>]>",
                                        "<!DOCTYPE net SYSTEM 'file:///etc/passwd'>"};
    for (size_t k = 0; k < COUNT_OF(heads); k++) {
        struct gather_error error;
        make_net(heads[k], "&a;", "");
        assert_int_equal(try_text(xml, strlen(xml), &error), GATHER_STATUS_FORMAT);
        assert_string_equal(error.expected, "no document type declaration");
        assert_in_range(error.at, strstr(xml, "<!DOCTYPE") - xml, strstr(xml, "<net") - xml);
    }
    make_net("", "&a;", "");
    check(GATHER_STATUS_FORMAT, "&a;");
    make_net("", "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='/etc/passwd'/>", "");
    check(GATHER_STATUS_OK, NULL); /* an element like any other: passed */
    make_net("", "<layer id='0' name='&lt;&amp;&#65;' type='ReLU' version='opset1'/>", "");
    check(GATHER_STATUS_OK, NULL);
}

static char *repeat(char *end, const char *text, int count)
{
    for (int k = 0; k < count; k++) {
        memcpy(end, text, strlen(text));
        end += strlen(text);
    }
    *end = '\0';
    return end;
}

static void test_hostile_55_nested_elements_and_attributes(void **state)
{
    struct gather_error error;
    (void)state;
    strcpy(xml, "<net version='11'>");
    repeat(xml + strlen(xml), "<a>", 100000);
    assert_int_equal(try_text(xml, strlen(xml), &error), GATHER_STATUS_FORMAT);
    assert_in_range(error.at, 3 * 250, 3 * 300);
    strcpy(xml, "<net version='11'><rt_info");
    char *end = xml + strlen(xml);
    for (int k = 0; k < 100000; k++)
        end += sprintf(end, " a%d=''", k);
    strcpy(end, "/></net>");
    assert_int_equal(try_text(xml, strlen(xml), &error), GATHER_STATUS_OK);
    strcpy(end, " a7=''/></net>");
    assert_int_equal(try_text(xml, strlen(xml), &error), GATHER_STATUS_FORMAT);
}

static void test_roots_and_versions(void **state) /* COVERS(OV-IR-1) */
{
    struct gather_error error;
    static const struct {
        const char *text;
        enum gather_status status;
    } rows[] = {
        {"<net version='10'/>", GATHER_STATUS_OK},
        {"<net version='11'/>", GATHER_STATUS_OK},
        {"<net version='9'/>", GATHER_STATUS_UNSUPPORTED},
        {"<net version='12'/>", GATHER_STATUS_UNSUPPORTED},
        {"<net version='x'/>", GATHER_STATUS_FORMAT},
        {"<net/>", GATHER_STATUS_FORMAT},
        {"<net version='-11'/>", GATHER_STATUS_FORMAT},
        {"<model version='11'/>", GATHER_STATUS_FORMAT},
        {"<net version='4294967307'/>", GATHER_STATUS_UNSUPPORTED},
        {"<net version='18446744073709551627'/>", GATHER_STATUS_UNSUPPORTED}, /* 2^64 + 11 */
        {"<net version='9223372036854775808'/>", GATHER_STATUS_UNSUPPORTED},
        {"<net version='100000000000000000000000000000000000000000'/>", GATHER_STATUS_UNSUPPORTED},
        {"<net version='99999999999999999999x'/>", GATHER_STATUS_FORMAT},
        {"<net version='000000000000000000000000011'/>", GATHER_STATUS_OK},
        {"<net version='0'/>", GATHER_STATUS_UNSUPPORTED},
        {"<net version=''/>", GATHER_STATUS_FORMAT},
    };
    (void)state;
    for (size_t k = 0; k < COUNT_OF(rows); k++)
        assert_int_equal(try_text(rows[k].text, strlen(rows[k].text), &error), rows[k].status);
}

/* ---- constants ----------------------------------------------------------------------------------- */

static void test_hostile_56_offsets_and_sizes(void **state) /* COVERS(OV-IR-10, OV-IR-15) */
{
    (void)state;
    check_constant("element_type='u8' shape='4' offset='60' size='4'", GATHER_STATUS_OK);
    check_constant("element_type='u8' shape='4' offset='61' size='4'", GATHER_STATUS_FORMAT);
    check_constant("element_type='u8' shape='4' offset='0' size='3'", GATHER_STATUS_FORMAT);
    check_constant("element_type='u8' shape='4' offset='0' size='64'",
                   GATHER_STATUS_OK); /* larger: accepted */
    check_constant("element_type='u8' shape='4' offset='0' size='65'", GATHER_STATUS_FORMAT);
    check_constant("element_type='u8' shape='4' offset='9223372036854775807' size='4'", GATHER_STATUS_FORMAT);
    check_constant("element_type='u8' shape='4' offset='18446744073709551612' size='4'",
                   GATHER_STATUS_FORMAT);
    check_constant("element_type='u8' shape='4' offset='4' size='18446744073709551612'",
                   GATHER_STATUS_FORMAT);
    check_constant("element_type='u8' shape='4' offset='-1' size='4'", GATHER_STATUS_FORMAT);
    check_constant("element_type='u8' shape='4' offset='0' size='0'", GATHER_STATUS_FORMAT);
    check_constant("element_type='u8' shape='0' offset='0' size='0'", GATHER_STATUS_OK);
    check_constant("element_type='u8' shape='4' size='4'", GATHER_STATUS_FORMAT);
    check_constant("element_type='u8' offset='0' size='4'", GATHER_STATUS_FORMAT);
    check_constant("shape='4' offset='0' size='4'", GATHER_STATUS_FORMAT);
}

static void test_hostile_57_shapes_that_wrap(void **state)
{
    (void)state;
    check_constant("element_type='u8' shape='4294967296,4294967296' offset='0' size='16'",
                   GATHER_STATUS_OVERFLOW);
    check_constant("element_type='f32' shape='4611686018427387904' offset='0' size='16'",
                   GATHER_STATUS_OVERFLOW);
    check_constant("element_type='nf4' shape='4194304,4194304,4194304' offset='0' size='16'",
                   GATHER_STATUS_OVERFLOW);
    check_constant("element_type='u3' shape='9223372036854775807' offset='0' size='16'",
                   GATHER_STATUS_OVERFLOW);
    check_constant("element_type='u8' shape='1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1' offset='0' size='16'",
                   GATHER_STATUS_RANK);
}

static void test_hostile_58_sizes(void **state) /* COVERS(OV-IR-5, OV-IR-9) */
{
    static const char *const shapes[] = {"-1",  "?",   "1,,2", " 1", "1,",    ",1",  "99999999999999999999",
                                         "1.0", "1e3", "0x1",  "+1", "1,  2", "...", "\xd9\xa1"};
    static const char *const dims[] = {
        "-2", " 1", "1 ", "", "x", "1,2", "99999999999999999999", "9223372036854775808"};
    static const char *const partial[] = {"?", "-1", "1..3", "..3", "1..", "..."};
    static const char *const not_partial[] = {"..", "1...3", ".", "1.3", "...,1", "1..x", "1..2..3", "?x"};
    char text[512];
    (void)state;
    for (size_t k = 0; k < COUNT_OF(shapes); k++) {
        (void)snprintf(text, sizeof text, "element_type='u8' shape='%s' offset='0' size='4'", shapes[k]);
        check_constant(text, GATHER_STATUS_FORMAT);
    }
    for (size_t k = 0; k < COUNT_OF(dims); k++) {
        (void)snprintf(
            text, sizeof text,
            "<layer id='0' name='a' type='ReLU' version='opset1'><output><port id='0'><dim>%s</dim></port>"
            "</output></layer>",
            dims[k]);
        make_net("", text, "");
        check(GATHER_STATUS_FORMAT, "<dim>");
    }
    for (size_t k = 0; k < COUNT_OF(partial) + COUNT_OF(not_partial); k++) {
        bool good = k < COUNT_OF(partial);
        (void)snprintf(text, sizeof text,
                       "<layer id='0' name='a' type='Parameter' version='opset1'><data element_type='f32' "
                       "shape='%s'/></layer>",
                       good ? partial[k] : not_partial[k - COUNT_OF(partial)]);
        make_net("", text, "");
        check(good ? GATHER_STATUS_OK : GATHER_STATUS_FORMAT, good ? NULL : "<data");
    }
}

/* ---- graphs -------------------------------------------------------------------------------------- */

static const char two_relus[] =
    "<layer id='0' name='a' type='ReLU' version='opset1'><input><port id='0'/></input>"
    "<output><port id='0'/></output></layer>"
    "<layer id='1' name='b' type='ReLU' version='opset1'><input><port id='0'/></input>"
    "<output><port id='0'/></output></layer>";

static void check_edges(const char *edges, enum gather_status expected)
{
    make_net("", two_relus, edges);
    check(expected, NULL);
}

static void test_hostile_59_ids_and_edges(void **state) /* COVERS(OV-IR-4, OV-IR-6) */
{
    (void)state;
    check_edges("<edge from-layer='0' from-port='0' to-layer='1' to-port='0'/>", GATHER_STATUS_OK);
    check_edges("<edge from-layer='0' from-port='0' to-layer='1' to-port='1'/>", GATHER_STATUS_FORMAT);
    check_edges("<edge from-layer='0' from-port='1' to-layer='1' to-port='0'/>", GATHER_STATUS_FORMAT);
    check_edges("<edge from-layer='0' from-port='0' to-layer='7' to-port='0'/>", GATHER_STATUS_FORMAT);
    check_edges("<edge from-layer='0' from-port='0' to-layer='0' to-port='0'/>", GATHER_STATUS_FORMAT);
    check_edges("<edge from-layer='0' from-port='0' to-layer='1'/>", GATHER_STATUS_FORMAT);
    check_edges("<edge from-layer='0' from-port='0' to-layer='1' to-port='0'/>"
                "<edge from-layer='0' from-port='0' to-layer='1' to-port='0'/>",
                GATHER_STATUS_FORMAT);
    check_edges("<edge from-layer='0' from-port='0' to-layer='1' to-port='0'/>"
                "<edge from-layer='1' from-port='0' to-layer='0' to-port='0'/>",
                GATHER_STATUS_FORMAT);
    make_net("",
             "<layer id='0' name='a' type='ReLU' version='opset1'/><layer id='0' name='b' type='ReLU' "
             "version='opset1'/>",
             "");
    check(GATHER_STATUS_FORMAT, "<layer id='0' name='b'");
    make_net("",
             "<layer id='0' name='a' type='ReLU' version='opset1'><input><port id='1'/><port "
             "id='1'/></input></layer>",
             "");
    check(GATHER_STATUS_FORMAT, "<port id='1'/></input>");
    make_net("", "<layer id='-1' name='a' type='ReLU' version='opset1'/>", "");
    check(GATHER_STATUS_FORMAT, "<layer ");
    make_net("", "<layer id='0' type='ReLU' version='opset1'/>", "");
    check(GATHER_STATUS_FORMAT, "<layer ");
    make_net("", result, ""); /* it has no edge */
    check(GATHER_STATUS_FORMAT, "<layer ");
}

/* A line of layers, the last of which feeds the first: found in time that grows with their number. */
static void test_hostile_59_long_cycle(void **state)
{
    enum { LAYERS = 5000 };
    struct gather_error error;
    (void)state;
    char *end = xml + sprintf(xml, "<net version='11'><layers>");
    for (int k = 0; k < LAYERS; k++)
        end += sprintf(
            end,
            "<layer id='%d' name='l%d' type='ReLU' version='opset1'><input><port id='0'/></input><output>"
            "<port id='1'/></output></layer>",
            k, k);
    end += sprintf(end, "</layers><edges>");
    for (int k = 0; k + 1 < LAYERS; k++)
        end += sprintf(end, "<edge from-layer='%d' from-port='1' to-layer='%d' to-port='0'/>", k, k + 1);
    strcpy(end, "</edges></net>");
    assert_int_equal(try_text(xml, strlen(xml), &error), GATHER_STATUS_OK);
    sprintf(end, "<edge from-layer='%d' from-port='1' to-layer='0' to-port='0'/></edges></net>", LAYERS - 1);
    assert_int_equal(try_text(xml, strlen(xml), &error), GATHER_STATUS_FORMAT);
}

static void test_hostile_60_the_file_of_bytes(void **state) /* COVERS(OV-IR-3) */
{
    struct gather_error error;
    (void)state;
    make_seed();
    assert_int_equal(unlink("m.bin"), 0);
    assert_int_equal(try_text(xml, strlen(xml), &error), GATHER_STATUS_IO);
    assert_int_equal(mkfifo("m.bin", 0600), 0);
    assert_int_equal(try_text(xml, strlen(xml), &error), GATHER_STATUS_IO);
    assert_int_equal(unlink("m.bin"), 0);
    scratch_write("m.bin", "", 0);
    assert_int_equal(try_text(xml, strlen(xml), &error), GATHER_STATUS_FORMAT);
    assert_int_equal(unlink("m.bin"), 0);
    make_net("", parameter, ""); /* nobody needs it */
    assert_int_equal(try_text(xml, strlen(xml), &error), GATHER_STATUS_OK);
    scratch_write("m.bin", bytes, sizeof bytes);
}

/* A file that is another one when its graph is read: of constants those are known that it had. */
static void test_a_constant_that_was_renamed(void **state)
{
    static const struct gather_model_options options = {.size = sizeof options};
    struct gather_error error = {0};
    struct gather__graph graph = {.options = &options, .error = &error, .dialect = "openvino"};
    (void)state;
    make_seed();
    scratch_write("m.xml", xml, strlen(xml));
    assert_int_equal(gather_file_open(&graph.file, "m.xml", GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
    char *name = strstr(xml, "name='c'");
    assert_non_null(name);
    name[6] = 'd';
    scratch_write("m.xml", xml, strlen(xml));
    assert_int_equal(gather__graph_of_ir(&graph), GATHER_STATUS_FORMAT);
    assert_string_equal(error.expected, "the constants that were there when it was opened");
    assert_int_equal(error.at, strstr(xml, "<layer id='1'") - xml);
    gather__graph_fini(&graph);
    gather_file_close(graph.file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_constant_that_was_renamed),
        cmocka_unit_test(test_constants_are_tensors),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_hostile_36_every_prefix),
        cmocka_unit_test(test_hostile_37_single_bit_flips),
        cmocka_unit_test(test_hostile_38_and_39_ends),
        cmocka_unit_test(test_hostile_43_names),
        cmocka_unit_test(test_hostile_54_doctype_and_entities),
        cmocka_unit_test(test_hostile_55_nested_elements_and_attributes),
        cmocka_unit_test(test_roots_and_versions),
        cmocka_unit_test(test_hostile_56_offsets_and_sizes),
        cmocka_unit_test(test_hostile_57_shapes_that_wrap),
        cmocka_unit_test(test_hostile_58_sizes),
        cmocka_unit_test(test_hostile_59_ids_and_edges),
        cmocka_unit_test(test_hostile_59_long_cycle),
        cmocka_unit_test(test_hostile_60_the_file_of_bytes),
    };
    return cmocka_run_group_tests(tests, begin_scratch, scratch_group_end);
}
