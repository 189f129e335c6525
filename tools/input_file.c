/* SPDX-License-Identifier: Apache-2.0 */
/* A file or folder of tensors, opened: input_file.h says how. */
#define _POSIX_C_SOURCE 200809L
#include "input_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "complaint.h"
#include "exit_code.h"
#include "input_stdin.h"
#include "left_out.h"
#include "memory_option.h"
#include "output.h"

enum { MOST_TOLD = 5 /* of the broken rules: who wants them all has `gather check` */ };

/* What is heard of a file while it is opened. */
struct opening {
    const char *command, *path;
    int32_t format;
    char *last;       /* the file that was opened last; owned */
    bool is_lost;     /* for want of memory it is not known, and missed once it is to be told */
    int64_t broken;   /* rules that were passed */
    bool is_partial;  /* `--partial` asks for that: they are told, and change no exit code */
    int worst;        /* what the command ends with for them */
    char *refused;    /* the tensor that is refused where none is passed; owned */
    bool is_passable; /* and `--partial` would leave out what is refused */
    /* of the files that are missing that which has a tensor wanted, owned, and what the system said of it */
    bool (*is_wanted)(const char *tensor, const void *wanted);
    const void *wanted;
    char *lacking;
    struct gather_error missed; /* of the last one missing, then of `lacking` */
    bool is_silent, is_unsure;  /* nobody has said what the last one has, or some one */
};

static void keep(void *context, const char *path)
{
    struct opening *opening = context;
    free(opening->last);
    opening->last = strdup(path);
    opening->is_lost = opening->last == NULL;
}

static const char *last_file(const struct opening *opening)
{
    if (opening->is_lost)
        complaint_lose();
    return opening->last != NULL ? opening->last : opening->path;
}

bool input_is_unread(const char *tensor, const struct gather_error *error)
{
    return tensor != NULL && error->status == GATHER_STATUS_UNSUPPORTED;
}

static void pass(void *context, const char *tensor, const struct gather_error *error)
{
    struct opening *opening = context;
    const bool is_note = opening->is_partial || input_is_unread(tensor, error);
    if (!is_note)
        opening->worst = exit_worse(opening->worst, exit_of_status((enum gather_status)error->status));
    if (opening->is_partial)
        left_out_keep(last_file(opening), tensor, error);
    if (opening->broken++ < MOST_TOLD) {
        (is_note ? talk_note_in : talk_failure_in)(opening->command, last_file(opening), tensor, error);
    } else if (!is_note) {
        complaint_begin();
        complaint_note(error);
    }
}

/* What else is broken is not said either, but counted: then the file is opened anew, to be refused. */
static void pass_missing(void *context, const char *tensor, const struct gather_error *error)
{
    struct opening *opening = context;
    opening->broken += error->status != GATHER_STATUS_IO && !input_is_unread(tensor, error);
    if (error->status != GATHER_STATUS_IO)
        return;
    opening->is_unsure = opening->is_unsure || opening->is_silent;
    opening->is_silent = true;
    if (opening->lacking == NULL)
        opening->missed = *error;
}

static void note_lack(void *context, const char *tensor)
{
    struct opening *opening = context;
    opening->is_unsure = opening->is_unsure || tensor == NULL;
    opening->is_silent = false;
    if (opening->lacking == NULL && tensor != NULL && opening->is_wanted(tensor, opening->wanted))
        opening->lacking = output_copy(last_file(opening));
}

void input_file_offer_partial(const struct command *command)
{
    if (!command_takes(command, "partial"))
        return;
    talk_begin_note(command->name);
    talk("--partial leaves out what can't be read, where the rest can be\n");
}

static void note_refused(void *context, const char *tensor)
{
    struct opening *opening = context;
    opening->is_passable = true;
    if (opening->refused == NULL && tensor != NULL)
        opening->refused = output_copy(tensor);
}

/* "line 7", where a text of numbers was refused behind its first line. Returns: false where that is not so. */
static bool find_line(const char *path, const struct gather_error *error, char *line, size_t size)
{
    const bool is_text = gather_file_format_of(path) == GATHER_FILE_TEXT;
    FILE *file = is_text && (error->has & GATHER_ERROR_HAS_AT) != 0 ? fopen(path, "rb") : NULL;
    int64_t number = 1;
    int character = 0;
    if (file == NULL)
        return false;
    for (int64_t at = 0; at < error->at && character != EOF; at++) {
        character = getc(file);
        number += character == '\n';
    }
    (void)fclose(file);
    (void)snprintf(line, size, "line %lld", (long long)number);
    return number > 1;
}

/* Says what was refused, and a way to the rest. */
static void refuse(const struct opening *opening, const struct arguments *arguments,
                   const struct gather_error *error)
{
    const char *about = error->part >= 0 ? last_file(opening) : opening->path, *within = opening->refused;
    char line[32];
    struct stat there;
    if (within == NULL && find_line(about, error, line, sizeof line))
        within = line;
    talk_failure_in(opening->command, about, within, error);
    if (opening->is_passable)
        input_file_offer_partial(arguments->command);
    if (stat(opening->path, &there) == 0 && S_ISFIFO(there.st_mode)) {
        talk_begin_note(opening->command);
        talk("what comes through a pipe is read from stdin, which is -\n");
    }
}

static void tell_rest(const struct opening *opening)
{
    struct gather_writer talker = gather_writer_to(output_stderr());
    if (opening->broken <= MOST_TOLD)
        return;
    talk_begin_note(opening->command);
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
                                          .format = opening->format,
                                          .no_links = arguments_flag(arguments, "no-links"),
                                          .memory = memory_option_unpacked(arguments),
                                          .map = map,
                                          .unread = 1,
                                          .opening = keep,
                                          .context = opening,
                                          .broken = broken,
                                          .lacks = broken == NULL               ? note_refused
                                                   : opening->is_wanted != NULL ? note_lack
                                                                                : NULL};
    enum gather_status status = input_stdin_or_file(file, opening->path, &options, &error);
    if (status != GATHER_STATUS_OK)
        refuse(opening, arguments, &error);
    free(opening->last);
    free(opening->refused);
    opening->last = opening->refused = NULL;
    return exit_of_status(status);
}

static int open_whole(struct gather_file **file, const struct arguments *arguments, const char *path,
                      int32_t format, bool map)
{
    struct opening opening = {.command = arguments->command->name, .path = path, .format = format};
    return open_file(file, arguments, &opening, map, NULL);
}

/* What `--partial` asks for. Where nothing can be read that is refused, as it is without. */
static int open_partial(struct gather_file **file, const struct arguments *arguments, const char *path,
                        int32_t format, bool map)
{
    struct opening opening = {
        .command = arguments->command->name, .path = path, .format = format, .is_partial = true};
    int code = open_file(file, arguments, &opening, map, pass);
    tell_rest(&opening);
    if (code != EXIT_YES || opening.broken == 0 || gather_file_count(*file) > 0)
        return code;
    gather_file_close(*file);
    *file = NULL;
    left_out_forget();
    return open_whole(file, arguments, path, format, map);
}

int input_file_open(struct gather_file **file, const struct arguments *arguments, const char *path,
                    int32_t format, bool map)
{
    return arguments_flag(arguments, "partial") ? open_partial(file, arguments, path, format, map)
                                                : open_whole(file, arguments, path, format, map);
}

int input_file_open_broken(struct gather_file **file, const struct arguments *arguments, const char *path,
                           int32_t format)
{
    struct opening opening = {.command = arguments->command->name, .path = path, .format = format};
    int code = open_file(file, arguments, &opening, false, pass);
    tell_rest(&opening);
    return exit_worse(opening.worst, code);
}

static bool has_wanted(const struct gather_file *file, const struct opening *opening)
{
    for (size_t k = 0; k < gather_file_count(file); k++)
        if (opening->is_wanted(gather_file_tensor(file, k)->name, opening->wanted))
            return true;
    return false;
}

static int complain_of_lack(const struct opening *opening)
{
    talk_failure(opening->command, opening->lacking, &opening->missed);
    return exit_of_status((enum gather_status)opening->missed.status);
}

int input_file_open_part(struct gather_file **file, const struct arguments *arguments, const char *path,
                         bool map, bool (*is_wanted)(const char *tensor, const void *wanted),
                         const void *wanted)
{
    struct opening opening = {
        .command = arguments->command->name, .path = path, .is_wanted = is_wanted, .wanted = wanted};
    if (arguments_flag(arguments, "partial"))
        return open_partial(file, arguments, path, GATHER_FILE_ANY, map);
    int code = open_file(file, arguments, &opening, map, pass_missing);
    bool opened = code == EXIT_YES, is_there = opened && has_wanted(*file, &opening);
    bool is_lacking = !is_there && opening.lacking != NULL;
    bool is_refused = opening.broken > 0 || ((opening.is_unsure || opening.is_silent) && !is_there);
    if (opened && (is_lacking || is_refused)) {
        gather_file_close(*file);
        *file = NULL;
        code = is_refused ? input_file_open(file, arguments, path, GATHER_FILE_ANY, map)
                          : complain_of_lack(&opening);
    }
    free(opening.lacking);
    return code;
}
