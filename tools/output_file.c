/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A file that appears whole or not at all: a target of the library, kept from being left half done by a signal.
 * A device, a pipe or the like has nothing to clean up and may take for ever: there signals do what they always
 * do.
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "complaint.h"
#include "exit_code.h"
#include "gather/io.h"
#include "interrupt.h"
#include "output.h"

static enum gather_status write_target(const char *path, const struct gather_memory *content,
                                       struct gather_error *error)
{
    struct gather_target *target = NULL;
    enum gather_status status = gather_target_create(&target, path, error);
    if (status == GATHER_STATUS_OK)
        status = gather_target_write(target, content->bytes, content->count, error);
    if (status == GATHER_STATUS_OK && !interrupt_seen())
        status = gather_target_commit(target, error);
    gather_target_destroy(target);
    return status;
}

/* "gather layout: can't write 'a.svg': No space left on device" */
static int complain(const char *command, const char *path, const struct gather_error *error)
{
    talk_begin(command);
    complaint_note_status(error->status == GATHER_STATUS_NO_MEMORY ? GATHER_STATUS_NO_MEMORY
                                                                   : GATHER_STATUS_IO);
    talk("can't write '");
    talk_safe(path, strlen(path));
    talk("': ");
    talk(error->reason != NULL ? error->reason : gather_status_sentence(error->status));
    talk("\n");
    return EXIT_SYSTEM;
}

bool output_file_is_plain(const char *path)
{
    struct stat there;
    return stat(path, &there) != 0 || S_ISREG(there.st_mode) || S_ISDIR(there.st_mode);
}

int output_file_write(const char *command, const char *path, const struct gather_memory *content)
{
    struct gather_error error = {0};
    if (output_file_is_plain(path))
        interrupt_catch();
    enum gather_status status = write_target(path, content, &error);
    interrupt_end();
    return status == GATHER_STATUS_OK ? EXIT_YES : complain(command, path, &error);
}

int output_file_judge(const char *command, const char *path)
{
    struct gather_target *target = NULL;
    struct gather_error error = {0};
    if (!output_file_is_plain(path))
        return EXIT_YES;
    interrupt_catch();
    enum gather_status status = gather_target_create(&target, path, &error);
    gather_target_destroy(target);
    interrupt_end();
    return status == GATHER_STATUS_OK ? EXIT_YES : complain(command, path, &error);
}

/* ---- names of one file ---------------------------------------------------------------------------- */

enum { LONGEST = 4096 /* of a path that a system takes */ };

/* "FOLDER/NAME" of a NAME that is not there yet. path: is taken apart. Owned by the caller. */
static char *place_in_folder(char *path)
{
    char *slash = strrchr(path, '/'), *place = NULL;
    const char *name = slash != NULL ? slash + 1 : path;
    if (slash != NULL)
        *slash = '\0';
    bool is_named = slash != NULL && slash != path;
    char *folder = is_named ? output_file_place(path) : realpath(slash == NULL ? "." : "/", NULL);
    size_t size = strlen(name) + 2 + (folder != NULL ? strlen(folder) : 0);
    if (folder != NULL)
        place = malloc(size);
    if (place != NULL)
        (void)snprintf(place, size, "%s/%s", folder, name);
    free(folder);
    return place;
}

char *output_file_place(const char *path)
{
    size_t end = strlen(path);
    if (end >= LONGEST)
        return NULL;
    char *copy = strdup(path), *place = realpath(path, NULL);
    if (place == NULL && copy != NULL) {
        while (end > 1 && copy[end - 1] == '/')
            copy[--end] = '\0';
        place = place_in_folder(copy);
    }
    free(copy);
    return place;
}
