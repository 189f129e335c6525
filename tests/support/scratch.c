/* SPDX-License-Identifier: Apache-2.0 */
/* A folder under TMPDIR, removed with what is in it: scratch.h says how it is used. */
#define _XOPEN_SOURCE 700
#define _FILE_OFFSET_BITS 64
#include "support/scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[SCRATCH_PATH_SIZE];

static void must(int holds, const char *what)
{
    if (holds)
        return;
    perror(what);
    abort();
}

void scratch_begin(void)
{
    const char *place = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/gather-test-XXXXXX", place != NULL ? place : "/tmp");
    must(mkdtemp(folder) != NULL && chdir(folder) == 0, folder);
}

static int remove_entry(const char *path, const struct stat *there, int kind, struct FTW *walk)
{
    (void)there, (void)kind, (void)walk;
    return remove(path);
}

void scratch_end(void)
{
    must(chdir("/") == 0 && nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS) == 0, folder);
}

void scratch_write(const char *name, const void *bytes, size_t count)
{
    FILE *file = fopen(name, "wb");
    must(file != NULL && fwrite(bytes, 1, count, file) == count && fclose(file) == 0, name);
}

void scratch_write_sparse(const char *name, int64_t count)
{
    scratch_write(name, "", 0);
    must(truncate(name, count) == 0, name);
}

size_t scratch_read(const char *name, void *bytes, size_t size)
{
    FILE *file = fopen(name, "rb");
    must(file != NULL, name);
    size_t count = fread(bytes, 1, size, file);
    while (fgetc(file) != EOF)
        count++;
    must(fclose(file) == 0, name);
    return count;
}

int scratch_entries(void)
{
    DIR *opened = opendir(".");
    int count = -2; /* . and .. */
    must(opened != NULL, folder);
    while (readdir(opened) != NULL)
        count++;
    closedir(opened);
    return count;
}

int scratch_group_begin(void **state)
{
    (void)state;
    scratch_begin();
    return 0;
}

int scratch_group_end(void **state)
{
    (void)state;
    scratch_end();
    return 0;
}
