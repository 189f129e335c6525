/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A file that another one names: external data, shards. The name comes from a stranger, so where it may lead
 * is bounded, and judged on what was opened:
 *
 *     the name       relative, no "..", no backslash, no NUL
 *     what it opens  below the folder that it was named from, or in the folder of the real file that names it:
 *                    snapshots/1/model.onnx -> ../../blobs/ab, snapshots/1/model.data -> ../../blobs/cd
 *     hard links     refused: nobody can tell where their other names lie
 */
#define _XOPEN_SOURCE 700
#define _FILE_OFFSET_BITS 64
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/file.h"
#include "io/io_error.h"
#include "io/temporary.h"

const char gather__source_name_below[] = "the name of a file below the folder of the one that names it";

/* ---- names --------------------------------------------------------------------------------------- */

static bool has_step_up(const char *name, size_t length)
{
    for (size_t k = 0, begin = 0; k <= length; k++)
        if (k == length || name[k] == '/') {
            if (k - begin == 2 && name[begin] == '.' && name[begin + 1] == '.')
                return true;
            begin = k + 1;
        }
    return false;
}

bool gather__source_is_name_below(const char *name, size_t length)
{
    return length > 0 && length < PATH_MAX && name[0] != '/' && memchr(name, '\0', length) == NULL &&
           memchr(name, '\\', length) == NULL && !has_step_up(name, length);
}

/* "folder/" of a file and `length` bytes of a name; without a name the folder alone. "./" for no folder. */
static char *join(const struct gather__source *naming, const char *name, size_t length)
{
    size_t folder = gather__folder_length(naming->path);
    char *path = malloc(folder + length + 3);
    if (path == NULL)
        return NULL;
    memcpy(path, folder > 0 ? naming->path : "./", folder > 0 ? folder : 2);
    folder = folder > 0 ? folder : 2;
    memcpy(path + folder, name, length);
    path[folder + length] = '\0';
    return path;
}

/* ---- places -------------------------------------------------------------------------------------- */

/* Whether a path without links lies below the folder of another path without links. */
static bool is_below(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 &&
           (path[length] == '/' || (length > 0 && folder[length - 1] == '/'));
}

static bool is_beside(const char *path, const char *file)
{
    size_t length = gather__folder_length(path);
    return length == gather__folder_length(file) && memcmp(path, file, length) == 0;
}

/* A path without links. Returns: NULL if there is none; *lacked_memory is then set if that is why. */
static char *resolve(const char *path, bool *lacked_memory)
{
    char *resolved = realpath(path, NULL);
    *lacked_memory = *lacked_memory || (resolved == NULL && errno == ENOMEM);
    return resolved;
}

/* The path without links that leads to what was opened; NULL if it has changed meanwhile. */
static char *real_path(const struct gather__source *source, bool *lacked_memory)
{
    struct stat opened, there;
    char *path = resolve(source->path, lacked_memory);
    if (path != NULL && fstat(source->descriptor, &opened) == 0 && lstat(path, &there) == 0 &&
        opened.st_dev == there.st_dev && opened.st_ino == there.st_ino)
        return path;
    free(path);
    return NULL;
}

static enum gather_status judge_place(const struct gather__source *naming, const char *folder,
                                      const struct gather__source *source, struct gather_error *error)
{
    struct stat there;
    bool lacked_memory = false;
    char *path = real_path(source, &lacked_memory), *below = resolve(folder, &lacked_memory);
    char *real = real_path(naming, &lacked_memory);
    bool allowed =
        path != NULL && ((below != NULL && is_below(path, below)) || (real != NULL && is_beside(path, real)));
    bool hard = fstat(source->descriptor, &there) == 0 && there.st_nlink > 1;
    free(path);
    free(below);
    free(real);
    if (!allowed && lacked_memory)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    if (!allowed)
        return gather__io_fail(error, GATHER_STATUS_FORMAT, NULL,
                               "a link that leads to a file below the folder of the one that names it");
    return hard ? gather__io_fail(error, GATHER_STATUS_FORMAT, NULL, "a file of one name, no hard link")
                : GATHER_STATUS_OK;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static enum gather_status open_beside(struct gather__source **source, const struct gather__source *naming,
                                      const char *folder, const char *path, bool no_links,
                                      struct gather_error *error)
{
    struct gather__source *opened = NULL;
    enum gather__source_kind kind = GATHER__SOURCE_FILE;
    enum gather_status status = gather__source_open(&opened, path, no_links, &kind, error);
    if (status == GATHER_STATUS_OK && kind == GATHER__SOURCE_FOLDER)
        status = gather__io_fail_reason(error, "it is a directory", "a regular file");
    if (status == GATHER_STATUS_OK)
        status = judge_place(naming, folder, opened, error);
    if (status == GATHER_STATUS_OK)
        *source = opened;
    else
        gather__source_close(opened);
    return status;
}

enum gather_status gather__source_beside(struct gather__source **source, const struct gather__source *naming,
                                         const char *name, size_t length, bool no_links,
                                         struct gather_error *error)
{
    if (!gather__source_is_name_below(name, length))
        return gather__io_fail(error, GATHER_STATUS_FORMAT, NULL, gather__source_name_below);
    char *folder = join(naming, "", 0), *path = join(naming, name, length);
    enum gather_status status = folder != NULL && path != NULL
                                    ? open_beside(source, naming, folder, path, no_links, error)
                                    : gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    free(folder);
    free(path);
    return status;
}

/* The source of a name that was opened already; -1 if there is none. */
static int32_t find_source(const struct gather_file *file, const char *name, size_t length)
{
    size_t folder = gather__folder_length(file->sources[0]->path);
    for (size_t k = 0; k < file->beside_count; k++) {
        const char *rest = file->sources[file->beside[k]]->path + (folder > 0 ? folder : strlen("./"));
        if (strlen(rest) == length && memcmp(rest, name, length) == 0)
            return file->beside[k];
    }
    return -1;
}

/* Names the file that is missing, to who listens; else the place of its name has to do. */
static void blame(struct gather_file *file, const char *name, size_t length, int64_t at,
                  struct gather_error *error)
{
    const struct gather_file_options *options = &file->options;
    bool is_tried = error->reason != NULL && options->opening != NULL;
    char *path = is_tried ? join(file->sources[0], name, length) : NULL;
    if (path == NULL) {
        gather__io_fail_at(error, (enum gather_status)error->status, at);
        return;
    }
    const char *shown = gather__folder_length(file->sources[0]->path) > 0 ? path : path + strlen("./");
    file->missed_before = file->missed != NULL && strcmp(file->missed, shown) == 0;
    if (!file->missed_before) /* without memory it is told again */
        (void)!gather__file_text(file, shown, strlen(shown), &file->missed, NULL);
    options->opening(options->context, shown);
    gather__io_fail_part(error, 0);
    if (error->expected == NULL)
        error->expected = "a file, for another one names it";
    free(path);
}

enum gather_status gather__file_beside(struct gather_file *file, const char *name, size_t length, int64_t at,
                                       int32_t *number, struct gather_error *error)
{
    struct gather__source *source = NULL;
    int32_t found = find_source(file, name, length);
    if (found >= 0) {
        *number = found;
        return GATHER_STATUS_OK;
    }
    enum gather_status status =
        gather__source_beside(&source, file->sources[0], name, length, file->options.no_links != 0, error);
    if (status == GATHER_STATUS_OK)
        status = gather__file_add_beside(file, source, number, error);
    if (error != NULL && status != GATHER_STATUS_OK && status != GATHER_STATUS_NO_MEMORY)
        blame(file, name, length, at, error);
    return status;
}
