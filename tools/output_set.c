/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensors on their way into files: output_set.h says in which steps.
 *
 *     file of tensors    one target, which holds all
 *     folder             .gather-<process>-<n>/NAME.npy, a target each; renamed when all are there
 *     text, JSON         elements in memory, written when they are there; or piece by piece
 */
#define _POSIX_C_SOURCE 200809L
#include "output_set.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "complaint.h"
#include "exit_code.h"
#include "interrupt.h"
#include "output.h"
#include "output_tensor.h"
#include "tensor_values.h"

/* "link -> target" of a link to nothing, which is not seen by its name. */
static void talk_of_path(const char *path)
{
    char target[1024];
    struct stat there;
    ssize_t length = stat(path, &there) != 0 ? readlink(path, target, sizeof target) : -1;
    talk_safe(path, strlen(path));
    if (length <= 0)
        return;
    talk(" -> ");
    talk_safe(target, (size_t)length);
}

/* "w.0: ", of a name that is longer than any line its beginning */
static void talk_of_tensor(const char *name)
{
    enum { MOST = 200 };
    size_t length = strlen(name);
    const bool is_long = length > MOST;
    if (is_long)
        for (length = MOST; length > 0 && ((unsigned char)name[length] & 0xC0) == 0x80;)
            length--; /* to where a character begins */
    talk_safe(name, length);
    talk(is_long ? "..: " : ": ");
}

/* "gather convert: m.npz: w.0: layout: .." */
static int fail(const struct output_set *set, const struct gather_error *error)
{
    char sentence[512];
    gather_error_format(error, sentence, sizeof sentence);
    talk_begin(set->command);
    complaint_note(error);
    talk_of_path(set->path);
    talk(": ");
    const char *name = error->part >= 0 ? set->tensors[error->part].name : "";
    if (name[0] != '\0')
        talk_of_tensor(name);
    talk_safe(sentence, strlen(sentence));
    talk("\n");
    return exit_of_status((enum gather_status)error->status);
}

/* "gather convert: out/: there is one already" */
static int refuse(const struct output_set *set, const char *name, const char *what)
{
    talk_begin(set->command);
    talk_safe(set->path, strlen(set->path));
    talk(": ");
    if (name != NULL) {
        talk_safe(name, strlen(name));
        talk(": ");
    }
    talk(what);
    talk("\n");
    return EXIT_LIBRARY;
}

/* Elements that become text are in memory first. */
#define MOST_TEXT_BYTES (INT64_C(2) << 30)

bool output_set_is_text(const struct output_set *set)
{
    return set->format == OUTPUT_TEXT || set->format == OUTPUT_JSON;
}

/* ---- a folder ------------------------------------------------------------------------------------ */

static const char *name_of(const struct gather_tensor *tensor)
{
    return tensor->name[0] != '\0' ? tensor->name : "tensor";
}

static size_t longest_name(const struct output_set *set)
{
    size_t longest = 0;
    for (size_t k = 0; k < set->count; k++) {
        size_t length = strlen(name_of(&set->tensors[k]));
        longest = length > longest ? length : longest;
    }
    return longest;
}

/*
 * Makes the folder that is to be renamed, beside what it will be. Room for a path in it is made before: what takes the
 * folder away again needs none.
 */
static int make_folder(struct output_set *set)
{
    enum { TRIES = 100, NAME_BYTES = 64, MORE_BYTES = 8 };
    size_t end = strlen(set->path);
    while (end > 1 && set->path[end - 1] == '/')
        set->path[--end] = '\0';
    const char *slash = strrchr(set->path, '/');
    int parent = slash != NULL ? (int)(slash - set->path) + 1 : 0;
    struct stat there;
    if (lstat(set->path, &there) == 0)
        return refuse(set, NULL, "there is something of this name already, and a folder is written anew");
    char *name = malloc((size_t)parent + NAME_BYTES);
    set->place = malloc((size_t)parent + NAME_BYTES + longest_name(set) + MORE_BYTES);
    if (name == NULL || set->place == NULL) {
        free(name);
        return complain_of_memory(set->command);
    }
    for (int try = 0; try < TRIES; try++) {
        (void)snprintf(name, (size_t)parent + NAME_BYTES, "%.*s.gather-%ld-%d", parent, set->path,
                       (long)getpid(), try);
        if (mkdir(name, 0777) == 0) {
            set->folder = name;
            return EXIT_YES;
        }
        if (errno != EEXIST)
            break;
    }
    free(name);
    return complain_of_file(set->command, "can't make a folder beside", set->path);
}

/* Names of tensors become names of files, and no path. */
static int judge_names(const struct output_set *set)
{
    for (size_t k = 0; k < set->count; k++) {
        const char *name = name_of(&set->tensors[k]);
        if (name[0] == '.' || strchr(name, '/') != NULL)
            return refuse(set, name, "no name for a file of a folder: it has a '/' or begins with '.'");
    }
    return EXIT_YES;
}

/* "FOLDER/NAME.npy", until the next is asked for. */
static const char *path_in_folder(const struct output_set *set, size_t k)
{
    const char *name = name_of(&set->tensors[k]);
    (void)snprintf(set->place, strlen(set->folder) + strlen(name) + sizeof "/.npy", "%s/%s.npy", set->folder,
                   name);
    return set->place;
}

/* A file of its own for each tensor. */
static enum gather_status open_in_folder(struct output_set *set, size_t k, struct gather_error *error)
{
    enum gather_status status = gather_target_create(&set->target, path_in_folder(set, k), error);
    if (status == GATHER_STATUS_OK)
        status = gather_target_hold(set->target, GATHER_FILE_NPY, &set->tensors[k], 1, error);
    return status;
}

static enum gather_status close_in_folder(struct output_set *set, struct gather_error *error)
{
    enum gather_status status = gather_target_commit(set->target, error);
    gather_target_destroy(set->target);
    set->target = NULL;
    set->files += status == GATHER_STATUS_OK;
    return status;
}

static int rename_folder(struct output_set *set)
{
    if (rename(set->folder, set->path) != 0)
        return complain_of_file(set->command, "can't write", set->path);
    free(set->folder);
    set->folder = NULL;
    return EXIT_YES;
}

static void remove_folder(struct output_set *set)
{
    for (size_t k = 0; k < set->files; k++)
        (void)unlink(path_in_folder(set, k));
    (void)rmdir(set->folder);
    free(set->folder);
}

/* ---- text ---------------------------------------------------------------------------------------- */

static int begin_text(struct output_set *set)
{
    set->text = calloc(1, sizeof *set->text);
    if (set->text == NULL)
        return complain_of_memory(set->command);
    set->tensors->layout = tensor_values_layout(&set->tensors->layout);
    set->text->target = set->target;
    set->text->layout = &set->tensors->layout;
    set->text->format = set->format;
    output_text_begin(set->text);
    return EXIT_YES;
}

static int open_text(struct output_set *set, struct gather_buffer *buffer)
{
    int64_t bytes = gather_layout_bytes(&set->tensors->layout);
    if (bytes > MOST_TEXT_BYTES)
        return refuse(set, NULL, "elements of more than 2 GiB do not become text");
    set->memory = calloc((size_t)bytes + 1, 1);
    *buffer = (struct gather_buffer){set->memory, (uint64_t)bytes};
    return set->memory != NULL ? EXIT_YES : complain_of_memory(set->command);
}

static enum gather_status close_text(struct output_set *set, struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    if (set->memory != NULL)
        status =
            output_text_add(set->text, set->memory, gather_layout_elements(&set->tensors->layout), error);
    return status == GATHER_STATUS_OK ? output_text_end(set->text, error) : status;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

int output_set_begin(struct output_set *set)
{
    struct gather_error error = {0};
    if (set->count != 1 && !output_format_holds_several(set->format))
        return refuse(set, NULL,
                      "room for one tensor; several go into a .safetensors, an .npz or a folder, DIR/");
    const bool is_stdout = output_is_stdout(set->path);
    if (!is_stdout &&
        output_file_is_plain(set->path)) /* else nothing is left behind, and it may wait for ever */
        interrupt_catch();
    if (set->format == GATHER_FILE_FOLDER) {
        int code = judge_names(set);
        return code == EXIT_YES ? make_folder(set) : code;
    }
    enum gather_status status = is_stdout ? gather_target_stream(&set->target, STDOUT_FILENO, &error)
                                          : gather_target_create(&set->target, set->path, &error);
    if (status == GATHER_STATUS_OK && output_set_is_text(set))
        return begin_text(set);
    if (status == GATHER_STATUS_OK)
        status = gather_target_hold(set->target, set->format, set->tensors, set->count, &error);
    return status == GATHER_STATUS_OK ? EXIT_YES : fail(set, &error);
}

int output_set_open(struct output_set *set, size_t k, struct gather_buffer *buffer)
{
    struct gather_error error = {0};
    if (output_set_is_text(set))
        return open_text(set, buffer);
    if (set->folder != NULL && open_in_folder(set, k, &error) != GATHER_STATUS_OK) {
        error.part = (int32_t)k;
        return fail(set, &error);
    }
    *buffer = gather_target_buffer(set->target, &set->tensors[k]);
    return EXIT_YES;
}

/* What failed of a tensor, and CANCELLED by a signal, which `_end` tells. */
static int judge(const struct output_set *set, enum gather_status status, const struct gather_error *error)
{
    if (status == GATHER_STATUS_CANCELLED)
        return EXIT_SYSTEM;
    return status == GATHER_STATUS_OK ? EXIT_YES : fail(set, error);
}

int output_set_add(struct output_set *set, const void *elements, int64_t count)
{
    struct gather_error error = {0};
    return judge(set, output_text_add(set->text, elements, count, &error), &error);
}

int output_set_close(struct output_set *set)
{
    struct gather_error error = {0};
    enum gather_status status = GATHER_STATUS_OK;
    if (interrupt_seen())
        return EXIT_SYSTEM; /* which `_end` makes it anyway */
    if (output_set_is_text(set))
        status = close_text(set, &error);
    else if (set->folder != NULL)
        status = close_in_folder(set, &error);
    if (status != GATHER_STATUS_OK && set->folder != NULL)
        error.part = (int32_t)set->files; /* those before it are there */
    return judge(set, status, &error);
}

/* The types that numpy has no name for are told, once each. */
static void tell_types(const struct output_set *set)
{
    for (size_t k = 0; k < set->count; k++) {
        int32_t dtype = set->tensors[k].layout.dtype;
        size_t first = 0;
        while (set->tensors[first].layout.dtype != dtype)
            first++;
        if (first == k)
            output_type_tell(set->command, set->path, set->format, dtype);
    }
}

int output_set_commit(struct output_set *set)
{
    struct gather_error error = {0};
    if (interrupt_seen())
        return EXIT_SYSTEM;
    if (set->folder != NULL) {
        int code = rename_folder(set);
        if (code != EXIT_YES)
            return code;
    } else if (gather_target_commit(set->target, &error) != GATHER_STATUS_OK) {
        return fail(set, &error);
    }
    tell_types(set);
    return EXIT_YES;
}

void output_set_end(struct output_set *set)
{
    gather_target_destroy(set->target);
    if (set->folder != NULL)
        remove_folder(set);
    free(set->text);
    free(set->memory);
    free(set->path);
    free(set->place);
    interrupt_end();
}
