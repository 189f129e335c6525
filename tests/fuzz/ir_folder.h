/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A model of OpenVINO IR in a folder of this process that is gone when it ends: the text is the fuzzer's, beside 64
 * bytes of constants, which are also texts of a string Const.
 */
#ifndef GATHER_TESTS_FUZZ_IR_FOLDER_H
#define GATHER_TESTS_FUZZ_IR_FOLDER_H

#include <ftw.h>
#include <unistd.h>

#include "fuzz/fuzz_target.h"

static char in_memory[] = "/dev/shm/fuzz_ir_XXXXXX", on_disk[] = "/tmp/fuzz_ir_XXXXXX";
static char *folder = in_memory; /* forty times as many inputs a second */
static char model[64];

static int remove_entry(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about;
    (void)kind;
    (void)place;
    return remove(path);
}

static void end_folder(void) { (void)nftw(folder, remove_entry, 4, FTW_DEPTH | FTW_PHYS); }

static void write_file(const char *path, const uint8_t *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    fuzz_must(file != NULL && fwrite(bytes, 1, count, file) == count && fclose(file) == 0,
              "a file is written");
}

static void begin_folder(void)
{
    /* 3 texts: "a", "", "bc"; behind them whatever there is */
    static const uint8_t constants[64] = {3, 0, 0, 0, 0, 0, 0, 0, 1,   0,   0,  0,
                                          1, 0, 0, 0, 3, 0, 0, 0, 'a', 'b', 'c'};
    char bytes[64];
    if (mkdtemp(folder) == NULL)
        folder = mkdtemp(on_disk);
    fuzz_must(folder != NULL && atexit(end_folder) == 0, "a folder is made");
    (void)snprintf(model, sizeof model, "%s/m.xml", folder);
    (void)snprintf(bytes, sizeof bytes, "%s/m.bin", folder);
    write_file(bytes, constants, sizeof constants);
}

/* The path of the model, which has this text now. */
static const char *ir_in_folder(const uint8_t *data, size_t size)
{
    if (model[0] == '\0')
        begin_folder();
    write_file(model, data, size);
    return model;
}

#endif
