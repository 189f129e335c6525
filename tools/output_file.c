/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A file that appears whole or not at all: a target of the library, kept from being left half done by a signal.
 * A device, a pipe or the like has nothing to clean up and may take for ever: there signals do what they always
 * do.
 */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <sys/stat.h>

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
    talk("can't write '");
    talk_safe(path, strlen(path));
    talk("': ");
    talk(error->reason != NULL ? error->reason : gather_status_sentence((enum gather_status)error->status));
    talk("\n");
    return EXIT_SYSTEM;
}

int output_file_write(const char *command, const char *path, const struct gather_memory *content)
{
    struct stat there;
    struct gather_error error = {0};
    if (stat(path, &there) != 0 || S_ISREG(there.st_mode))
        interrupt_catch();
    enum gather_status status = write_target(path, content, &error);
    interrupt_end();
    return status == GATHER_STATUS_OK ? EXIT_YES : complain(command, path, &error);
}
