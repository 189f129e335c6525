/* SPDX-License-Identifier: Apache-2.0 */
/* A file or folder of tensors, opened: input_file.h says how. */
#define _POSIX_C_SOURCE 200809L
#include "input_file.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "output.h"

enum { MOST_TOLD = 5 /* of the broken rules: who wants them all has `gather check` */ };

/* What is heard of a file while it is opened. */
struct opening {
    const char *command, *path;
    char *last;     /* the file that was opened last; owned. Without memory the folder is named alone */
    int64_t broken; /* rules that were passed */
    int worst;      /* what the command ends with for them */
};

static void keep(void *context, const char *path)
{
    struct opening *opening = context;
    free(opening->last);
    opening->last = strdup(path);
}

static const char *last_file(const struct opening *opening)
{
    return opening->last != NULL ? opening->last : opening->path;
}

static void pass(void *context, const char *tensor, const struct gather_error *error)
{
    struct opening *opening = context;
    opening->worst = exit_worse(opening->worst, exit_of_status((enum gather_status)error->status));
    if (opening->broken++ < MOST_TOLD)
        talk_failure_in(opening->command, last_file(opening), tensor, error);
}

static void tell_rest(const struct opening *opening)
{
    struct gather_writer talker = gather_writer_to(output_stderr());
    if (opening->broken <= MOST_TOLD)
        return;
    talk_begin(opening->command);
    talk_safe(opening->path, strlen(opening->path));
    talk(": ");
    gather_write_integer(&talker, opening->broken - MOST_TOLD);
    talk(" more broken; 'gather check' tells all\n");
}

static int open_file(struct gather_file **file, const struct arguments *arguments, const char *path,
                     void (*broken)(void *, const char *, const struct gather_error *))
{
    struct gather_error error = {0};
    struct opening opening = {arguments->command->name, path, NULL, 0, EXIT_YES};
    struct gather_file_options options = {.size = sizeof options,
                                          .no_links = arguments_flag(arguments, "no-links"),
                                          .map = arguments_flag(arguments, "map"),
                                          .opening = keep,
                                          .context = &opening,
                                          .broken = broken};
    enum gather_status status = gather_file_open_with(file, path, &options, &error);
    if (status != GATHER_STATUS_OK)
        talk_failure(opening.command, error.part >= 0 ? last_file(&opening) : path, &error);
    tell_rest(&opening);
    free(opening.last);
    return exit_worse(opening.worst, exit_of_status(status));
}

int input_file_open(struct gather_file **file, const struct arguments *arguments, const char *path)
{
    return open_file(file, arguments, path, NULL);
}

int input_file_open_broken(struct gather_file **file, const struct arguments *arguments, const char *path)
{
    return open_file(file, arguments, path, pass);
}
