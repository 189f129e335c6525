/* SPDX-License-Identifier: Apache-2.0 */
/* A file or folder of tensors, opened: input_file.h says how. */
#define _POSIX_C_SOURCE 200809L
#include "input_file.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "output.h"

/* The last file of a folder that was opened; without memory for its name the folder is named alone. */
struct last {
    char *path;
};

static void keep(void *context, const char *path)
{
    struct last *last = context;
    free(last->path);
    last->path = strdup(path);
}

int input_file_open(struct gather_file **file, const struct arguments *arguments, const char *path)
{
    struct gather_error error = {0};
    struct last last = {NULL};
    struct gather_file_options options = {.size = sizeof options,
                                          .no_links = arguments_flag(arguments, "no-links"),
                                          .opening = keep,
                                          .context = &last};
    enum gather_status status = gather_file_open_with(file, path, &options, &error);
    if (status != GATHER_STATUS_OK)
        talk_failure(arguments->command->name, error.part >= 0 && last.path != NULL ? last.path : path,
                     &error);
    free(last.path);
    return exit_of_status(status);
}
