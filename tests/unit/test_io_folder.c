/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A folder as if it were one file: shards by an index, or all files; and where names inside a file may lead
 * (the hostile list, 50, for shards).
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
#include "support/file_trial.h"
#include "support/npy_by_hand.h"
#include "support/safetensors_by_hand.h"
#include "support/scratch.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static struct safetensors_by_hand made;
static struct npy_by_hand npy;
static char last[512]; /* the file of a folder that was opened last */

static void must_do(int answer) { assert_int_equal(answer, 0); }

/* A safetensors file of one tensor of two bytes. */
static void write_shard(const char *path, const char *tensor)
{
    char header[256];
    snprintf(header, sizeof header,
             "{\"__metadata__\":{\"format\":\"pt\"},\"%s\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":["
             "0,2]}}",
             tensor);
    safetensors_by_hand(&made, header, 2);
    scratch_write(path, made.bytes, made.count);
}

static void write_index(const char *path, const char *map)
{
    char text[1024];
    int length = snprintf(text, sizeof text, "{\"metadata\":{},\"weight_map\":%s}", map);
    scratch_write(path, text, (size_t)length);
}

static void keep(void *context, const char *path)
{
    (void)context;
    snprintf(last, sizeof last, "%s", path);
}

static enum gather_status try_folder(const char *path, bool no_links, struct gather_error *error)
{
    struct gather_file *file = NULL;
    struct gather_file_options options = {
        .size = sizeof options, .no_links = no_links, .opening = keep, .context = NULL};
    memset(error, 0, sizeof *error);
    last[0] = '\0';
    enum gather_status status = gather_file_open_with(&file, path, &options, error);
    if (status == GATHER_STATUS_OK)
        gather_file_close(file);
    return status;
}

/* ---- folders ------------------------------------------------------------------------------------- */

static void test_all_files_of_a_folder(void **state)
{
    struct gather_error error;
    uint8_t bytes[2];
    (void)state;
    must_do(mkdir("all", 0777));
    write_shard("all/b.safetensors", "two");
    write_shard("all/a.safetensors", "one");
    npy_of_shape(&npy, "'|u1'", "(2,)", 2);
    scratch_write("all/c.npy", npy.bytes, npy.count);
    scratch_write("all/README.md", "text", 4);
    scratch_write("all/.hidden.npy", "spoilt", 6);
    assert_int_equal(file_trial("all", GATHER_FILE_ANY, &error), GATHER_STATUS_OK);
    assert_int_equal(file_trial("all/", GATHER_FILE_ANY, &error), GATHER_STATUS_OK);

    struct gather_file *file = NULL;
    assert_int_equal(gather_file_open(&file, "all", GATHER_FILE_FOLDER, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_file_count(file), 3);
    assert_string_equal(gather_file_tensor(file, 0)->name, "one");
    assert_string_equal(gather_file_tensor(file, 1)->name, "two");
    const struct gather_tensor *c = gather_file_find(file, "c", 1); /* by its file */
    assert_string_equal(gather_file_source(file, c->source), "all/c.npy");
    assert_int_equal(gather_file_read(file, c, 0, bytes, 2, NULL), GATHER_STATUS_OK);
    assert_int_equal(bytes[1], 2);
    assert_int_equal(gather_file_metadata_count(file), 1); /* what both say, once */
    gather_file_close(file);
}

static void test_folders_without_tensors(void **state)
{
    struct gather_error error;
    (void)state;
    must_do(mkdir("empty", 0777));
    assert_int_equal(try_folder("empty", false, &error), GATHER_STATUS_FORMAT);
    must_do(mkdir("empty/a.npy", 0777));
    assert_int_equal(try_folder("empty", false, &error), GATHER_STATUS_IO);
    assert_string_equal(last, "empty/a.npy");
    assert_int_equal(file_trial("empty/a.npy", GATHER_FILE_NPY, &error), GATHER_STATUS_IO);
    scratch_write("plain", "x", 1);
    assert_int_equal(file_trial("plain", GATHER_FILE_FOLDER, &error), GATHER_STATUS_IO);
}

static void test_a_spoilt_file_is_named(void **state)
{
    struct gather_error error;
    (void)state;
    must_do(mkdir("spoilt", 0777));
    write_shard("spoilt/a.safetensors", "one");
    scratch_write("spoilt/b.safetensors", "1234567", 7);
    assert_int_equal(try_folder("spoilt", false, &error), GATHER_STATUS_FORMAT);
    assert_true(error.part >= 0);
    assert_int_equal(error.at, 7);
    assert_string_equal(last, "spoilt/b.safetensors");
}

static void test_hostile_43_duplicate_names(void **state)
{
    struct gather_error error;
    (void)state;
    must_do(mkdir("twice", 0777));
    write_shard("twice/a.safetensors", "same");
    write_shard("twice/b.safetensors", "same");
    assert_int_equal(try_folder("twice", false, &error), GATHER_STATUS_FORMAT);
    assert_string_equal(last, "twice/b.safetensors");
    assert_int_equal(error.at, made.data);
}

/* ---- an index ------------------------------------------------------------------------------------ */

static void test_shards_of_an_index(void **state)
{
    struct gather_file *file = NULL;
    (void)state;
    must_do(mkdir("sharded", 0777));
    must_do(mkdir("sharded/deep", 0777));
    write_shard("sharded/z.safetensors", "one");
    write_shard("sharded/deep/y.safetensors", "two");
    write_shard("sharded/other.safetensors", "one"); /* which the index does not name */
    scratch_write("sharded/pytorch_model.bin.index.json", "{}", 2);
    write_index("sharded/model.safetensors.index.json",
                "{\"one\":\"z.safetensors\",\"two\":\"./deep/y.safetensors\"}");
    assert_int_equal(gather_file_open(&file, "sharded", GATHER_FILE_ANY, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_file_count(file), 2);
    assert_string_equal(gather_file_tensor(file, 0)->name, "one");
    assert_non_null(gather_file_find(file, "two", 3));
    gather_file_close(file);
}

static void test_indices_that_are_none(void **state)
{
    static const struct {
        const char *map;
        enum gather_status status;
        const char *last;
        int64_t at; /* behind the map's name; where there is one */
    } rows[] = {
        {"[]", GATHER_STATUS_FORMAT, "index/a.safetensors.index.json", 0},
        {"{\"one\":1}", GATHER_STATUS_FORMAT, "index/a.safetensors.index.json", 14},
        {"{\"none\":\"a.safetensors\"}", GATHER_STATUS_FORMAT, "index/a.safetensors.index.json", 14},
        {"{\"one\":\"a.safetensors\",\"two\":{}}", GATHER_STATUS_FORMAT, "index/a.safetensors.index.json",
         36},
        {"{\"one\":\"none.safetensors\"}", GATHER_STATUS_IO, "index/none.safetensors", -1},
        {"{\"one\":\"a.safetensors\",\"one\":\"a.safetensors\"}", GATHER_STATUS_FORMAT,
         "index/a.safetensors.index.json", 41},
    };
    const int64_t map_at = (int64_t)strlen("{\"metadata\":{},");
    struct gather_error error;
    (void)state;
    must_do(mkdir("index", 0777));
    write_shard("index/a.safetensors", "one");
    for (size_t k = 0; k < COUNT_OF(rows); k++) {
        write_index("index/a.safetensors.index.json", rows[k].map);
        assert_int_equal(try_folder("index", false, &error), rows[k].status);
        assert_true(error.part >= 0);
        assert_string_equal(last, rows[k].last);
        assert_int_equal((error.has & GATHER_ERROR_HAS_AT) != 0, rows[k].at >= 0);
        if (rows[k].at >= 0)
            assert_int_equal(error.at, map_at + rows[k].at);
    }
    write_index("index/a.safetensors.index.json", "{\"one\":\"a.safetensors\"}");
    assert_int_equal(try_folder("index", false, &error), GATHER_STATUS_OK);
    write_index("index/b.safetensors.index.json", "{\"one\":\"a.safetensors\"}");
    assert_int_equal(try_folder("index", false, &error), GATHER_STATUS_FORMAT);
}

static int missed;

static void hear(void *context, const char *tensor, const struct gather_error *error)
{
    assert_null(context);
    assert_null(tensor);
    assert_int_equal(error->status, GATHER_STATUS_IO);
    assert_string_equal(error->reason, "No such file or directory");
    assert_string_equal(last, "missing/b.safetensors");
    missed++;
}

static void test_a_missing_shard_is_passed(void **state)
{
    struct gather_file *file = NULL;
    struct gather_file_options options = {.size = sizeof options, .opening = keep, .broken = hear};
    (void)state;
    must_do(mkdir("missing", 0777));
    write_shard("missing/a.safetensors", "one");
    write_shard("missing/c.safetensors", "three");
    write_index("missing/a.safetensors.index.json",
                "{\"one\":\"a.safetensors\",\"two\":\"b.safetensors\",\"three\":\"c.safetensors\"}");
    assert_int_equal(gather_file_open_with(&file, "missing", &options, NULL), GATHER_STATUS_OK);
    assert_int_equal(missed, 1);
    assert_int_equal(gather_file_count(file), 2);
    assert_non_null(gather_file_find(file, "three", 5));
    gather_file_close(file);
}

static enum gather_status try_name(const char *name, bool no_links)
{
    char map[600];
    struct gather_error error;
    snprintf(map, sizeof map, "{\"one\":\"%s\"}", name);
    write_index("links/m/a.safetensors.index.json", map);
    return try_folder("links/m", no_links, &error);
}

static void test_hostile_50_names_and_links_that_lead_elsewhere(void **state)
{
    static char longest[500];
    (void)state;
    memset(longest, 'a', sizeof longest - 1);
    must_do(mkdir("links", 0777));
    must_do(mkdir("links/m", 0777));
    must_do(mkdir("links/m/in", 0777));
    must_do(mkdir("links/out", 0777));
    write_shard("links/m/a.safetensors", "one");
    write_shard("links/m/in/b.safetensors", "one");
    write_shard("links/out/c.safetensors", "one");
    must_do(symlink("in/b.safetensors", "links/m/below.safetensors"));
    must_do(symlink("../out/c.safetensors", "links/m/leaves.safetensors"));
    must_do(symlink("../out", "links/m/middle"));
    must_do(link("links/out/c.safetensors", "links/m/hard.safetensors"));

    assert_int_equal(try_name("a.safetensors", false), GATHER_STATUS_OK);
    assert_int_equal(try_name("./in/b.safetensors", true), GATHER_STATUS_OK);
    assert_int_equal(try_name("below.safetensors", false), GATHER_STATUS_OK);
    assert_int_equal(try_name("below.safetensors", true), GATHER_STATUS_IO);
    assert_int_equal(try_name("leaves.safetensors", false), GATHER_STATUS_FORMAT);
    assert_int_equal(try_name("middle/c.safetensors", false), GATHER_STATUS_FORMAT);
    assert_int_equal(try_name("middle/c.safetensors", true), GATHER_STATUS_IO);
    assert_int_equal(try_name("hard.safetensors", false), GATHER_STATUS_FORMAT);
    assert_int_equal(try_name("../out/c.safetensors", false), GATHER_STATUS_FORMAT);
    assert_int_equal(try_name("in/../../out/c.safetensors", false), GATHER_STATUS_FORMAT);
    assert_int_equal(try_name("/etc/passwd", false), GATHER_STATUS_FORMAT);
    assert_int_equal(try_name("in\\\\b.safetensors", false), GATHER_STATUS_FORMAT);
    assert_int_equal(try_name("", false), GATHER_STATUS_FORMAT);
    assert_int_equal(try_name("in", false), GATHER_STATUS_IO);
    assert_int_equal(try_name(longest, false), GATHER_STATUS_IO);
}

/* snapshots/1/x -> ../../blobs/..: what a cache of models looks like. */
static void test_links_of_a_cache_are_followed(void **state)
{
    struct gather_error error;
    (void)state;
    must_do(mkdir("cache", 0777));
    must_do(mkdir("cache/blobs", 0777));
    must_do(mkdir("cache/snapshots", 0777));
    write_shard("cache/blobs/cd", "one");
    write_index("cache/blobs/ab", "{\"one\":\"x.safetensors\"}");
    must_do(symlink("../blobs/ab", "cache/snapshots/a.safetensors.index.json"));
    must_do(symlink("../blobs/cd", "cache/snapshots/x.safetensors"));
    assert_int_equal(try_folder("cache/snapshots", false, &error), GATHER_STATUS_OK);
    assert_int_equal(try_folder("cache/snapshots", true, &error), GATHER_STATUS_IO);
    assert_int_equal(file_trial("cache/snapshots/x.safetensors", GATHER_FILE_ANY, &error), GATHER_STATUS_OK);
    must_do(unlink("cache/snapshots/a.safetensors.index.json"));
    assert_int_equal(try_folder("cache/snapshots", false, &error), GATHER_STATUS_OK);
    assert_int_equal(try_folder("cache/blobs/..", false, &error), GATHER_STATUS_FORMAT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_files_of_a_folder),
        cmocka_unit_test(test_folders_without_tensors),
        cmocka_unit_test(test_a_spoilt_file_is_named),
        cmocka_unit_test(test_hostile_43_duplicate_names),
        cmocka_unit_test(test_shards_of_an_index),
        cmocka_unit_test(test_indices_that_are_none),
        cmocka_unit_test(test_a_missing_shard_is_passed),
        cmocka_unit_test(test_hostile_50_names_and_links_that_lead_elsewhere),
        cmocka_unit_test(test_links_of_a_cache_are_followed),
    };
    return cmocka_run_group_tests(tests, scratch_group_begin, scratch_group_end);
}
