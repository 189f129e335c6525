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
    char *last;      /* the file that was opened last; owned. Without memory the folder is named alone */
    int64_t broken;  /* rules that were passed */
    int worst;       /* what the command ends with for them */
    int64_t missing; /* files, passed in silence */
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

/* What else is broken is not said either, but counted: then the file is opened anew, to be refused. */
static void pass_missing(void *context, const char *tensor, const struct gather_error *error)
{
    struct opening *opening = context;
    (void)tensor;
    if (error->status == GATHER_STATUS_IO)
        opening->missing++;
    else
        opening->broken++;
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

static int open_file(struct gather_file **file, const struct arguments *arguments, struct opening *opening,
                     bool map, void (*broken)(void *, const char *, const struct gather_error *))
{
    struct gather_error error = {0};
    struct gather_file_options options = {.size = sizeof options,
                                          .no_links = arguments_flag(arguments, "no-links"),
                                          .map = map,
                                          .opening = keep,
                                          .context = opening,
                                          .broken = broken};
    enum gather_status status = gather_file_open_with(file, opening->path, &options, &error);
    if (status != GATHER_STATUS_OK)
        talk_failure(opening->command, error.part >= 0 ? last_file(opening) : opening->path, &error);
    free(opening->last);
    opening->last = NULL;
    return exit_of_status(status);
}

int input_file_open(struct gather_file **file, const struct arguments *arguments, const char *path, bool map)
{
    struct opening opening = {.command = arguments->command->name, .path = path};
    return open_file(file, arguments, &opening, map, NULL);
}

int input_file_open_broken(struct gather_file **file, const struct arguments *arguments, const char *path)
{
    struct opening opening = {.command = arguments->command->name, .path = path};
    int code = open_file(file, arguments, &opening, false, pass);
    tell_rest(&opening);
    return exit_worse(opening.worst, code);
}

int input_file_open_part(struct gather_file **file, const struct arguments *arguments, const char *path,
                         bool map, bool (*is_enough)(const struct gather_file *file, const void *context),
                         const void *context)
{
    struct opening opening = {.command = arguments->command->name, .path = path};
    int code = open_file(file, arguments, &opening, map, pass_missing);
    if (code != EXIT_YES || (opening.broken == 0 && (opening.missing == 0 || is_enough(*file, context))))
        return code;
    gather_file_close(*file);
    *file = NULL;
    return input_file_open(file, arguments, path, map);
}
