/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A file that appears whole or not at all.
 *
 *     create    folder/.gather-3f9c.. is made, so that nobody else's file is touched
 *     hold      all its room is taken first: a full disk is an error here, and no signal in the middle of the work
 *     commit    brought to the disk, then renamed, which replaces what was there in one step
 *     destroy   without commit: the other name goes, and nothing has happened
 *
 * Until then `path` is not touched. Only a process that is killed outright leaves the other name behind.
 *
 * A device or a pipe is written as it comes. Tensors are not: those lie in a file without a name first.
 */
#define _XOPEN_SOURCE 700
#define _FILE_OFFSET_BITS 64
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/arith.h"
#include "io/formats.h"
#include "io/io_error.h"
#include "io/temporary.h"

struct gather_target {
    char *path;      /* what is replaced; NULL for a device, which is written as it comes */
    char *temporary; /* NULL for a device, and as soon as it has its name */
    int descriptor;  /* of what is written; -1 once it is closed */
    int device;      /* where what is held goes at last; -1 for none */
    int64_t bytes;   /* written, or held */
    uint8_t *memory; /* of what is held; NULL if nothing is */
    const struct gather__format *format; /* of what is held */
    bool has_failed;                     /* something was not written: there is nothing to commit any more */
    bool is_refused;                     /* tensors that were to be held are not: nor before others are */
};

/* ---- creating ------------------------------------------------------------------------------------ */

static enum gather_status open_temporary(struct gather_target *target, mode_t mode,
                                         struct gather_error *error)
{
    return gather__temporary_make(target->path, mode, &target->descriptor, &target->temporary, error);
}

/* What can't be opened to write for what it is: neither has a device behind it. */
static enum gather_status refuse_device(mode_t mode, int refused, struct gather_error *error)
{
    if (refused == ENXIO && S_ISFIFO(mode))
        return gather__io_fail_reason(error, "it is a pipe that nobody reads",
                                      "one that is open to read, or a file");
    if (S_ISSOCK(mode))
        return gather__io_fail_reason(error, "it is a socket", "a file, a device, or a pipe that is read");
    return gather__io_fail_system(error, refused);
}

/* A pipe that nobody reads is an error: to wait for a reader could not be ended. */
static enum gather_status open_device(struct gather_target *target, const char *path, mode_t mode,
                                      struct gather_error *error)
{
    target->descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (target->descriptor < 0)
        return refuse_device(mode, errno, error);
    const int flags = fcntl(target->descriptor, F_GETFL);
    if (flags < 0 || fcntl(target->descriptor, F_SETFL, flags & ~O_NONBLOCK) != 0)
        return gather__io_fail_system(error, errno);
    return GATHER_STATUS_OK;
}

/* A file that is there is replaced by one of the same permissions, where its own allow to write it. */
static enum gather_status open_beside_file(struct gather_target *target, const char *path,
                                           const struct stat *there, struct gather_error *error)
{
    mode_t mode = there->st_mode & 0777;
    if (faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0)
        return gather__io_fail_system(error, errno);
    target->path = realpath(path, NULL); /* what a link points to is replaced, not the link */
    if (target->path == NULL)
        return gather__io_fail_system(error, errno);
    enum gather_status status = open_temporary(target, mode, error);
    if (status == GATHER_STATUS_OK && fchmod(target->descriptor, mode) != 0)
        status = gather__io_fail_system(error, errno);
    return status;
}

static enum gather_status open_new(struct gather_target *target, const char *path, struct gather_error *error)
{
    struct stat link;
    if (path[0] == '\0')
        return gather__io_fail_system(error, ENOENT);
    if (lstat(path, &link) == 0) /* it is not replaced by a file */
        return gather__io_fail_reason(error, "it is a symbolic link to what is not there", NULL);
    target->path = strdup(path);
    if (target->path == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    return open_temporary(target, 0666, error);
}

static enum gather_status open_target(struct gather_target *target, const char *path,
                                      struct gather_error *error)
{
    struct stat there;
    if (stat(path, &there) != 0)
        return errno == ENOENT ? open_new(target, path, error) : gather__io_fail_system(error, errno);
    if (S_ISREG(there.st_mode))
        return open_beside_file(target, path, &there, error);
    return S_ISDIR(there.st_mode) ? gather__io_fail_system(error, EISDIR)
                                  : open_device(target, path, there.st_mode, error);
}

/* What is open already, by a descriptor of our own. */
static enum gather_status open_again(struct gather_target *target, int descriptor, struct gather_error *error)
{
    target->descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    return target->descriptor < 0 ? gather__io_fail_system(error, errno) : GATHER_STATUS_OK;
}

/* path: NULL for the descriptor. */
static enum gather_status create(struct gather_target **target, const char *path, int descriptor,
                                 struct gather_error *error)
{
    struct gather_target *created = calloc(1, sizeof *created);
    if (created == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    created->descriptor = created->device = -1;
    enum gather_status status =
        path != NULL ? open_target(created, path, error) : open_again(created, descriptor, error);
    if (status == GATHER_STATUS_OK)
        *target = created;
    else
        gather_target_destroy(created);
    return status;
}

enum gather_status gather_target_create(struct gather_target **target, const char *path,
                                        struct gather_error *error)
{
    return create(target, path, -1, error);
}

enum gather_status gather_target_stream(struct gather_target **target, int descriptor,
                                        struct gather_error *error)
{
    return create(target, NULL, descriptor, error);
}

static void unmap(struct gather_target *target)
{
    if (target->memory != NULL)
        munmap(target->memory, (size_t)target->bytes);
    target->memory = NULL;
}

void gather_target_destroy(struct gather_target *target)
{
    if (target == NULL)
        return;
    unmap(target);
    if (target->descriptor >= 0)
        close(target->descriptor);
    if (target->device >= 0)
        close(target->device);
    if (target->temporary != NULL)
        unlink(target->temporary);
    free(target->temporary);
    free(target->path);
    free(target);
}

/* ---- content ------------------------------------------------------------------------------------- */

/* Whether a file would grow beyond what the process may write; a device does not. */
static bool is_beyond_limit(const struct gather_target *target, int64_t bytes)
{
    return (target->temporary != NULL || target->device >= 0) && gather__is_beyond_limit(bytes);
}

enum gather_status gather_target_write(struct gather_target *target, const void *bytes, size_t count,
                                       struct gather_error *error)
{
    int64_t after;
    if (target->format != NULL)
        return gather__io_fail(error, GATHER_STATUS_ARGUMENT, "target", "one that holds no tensors");
    const bool is_too_long = count > INT64_MAX || !gather__add(target->bytes, (int64_t)count, &after) ||
                             is_beyond_limit(target, after);
    const int refused = is_too_long ? EFBIG : gather__write_all(target->descriptor, bytes, count);
    target->has_failed |= refused != 0;
    if (refused != 0)
        return gather__io_fail_system(error, refused);
    target->bytes = after;
    return GATHER_STATUS_OK;
}

/* A file without a name, for what a device can't hold. what: as gather__nameless_make has it. */
static enum gather_status open_nameless(struct gather_target *target, const char **what,
                                        struct gather_error *error)
{
    int descriptor;
    const enum gather_status status = gather__nameless_make(&descriptor, what, error);
    if (status == GATHER_STATUS_OK) {
        target->device = target->descriptor;
        target->descriptor = descriptor;
    }
    return status;
}

/* Pages of a map are the system's, who has room for them; what a process may lack are addresses. */
static enum gather_status refuse_map(int refused, struct gather_error *error)
{
    const enum gather_status status = gather__io_fail_system(error, refused);
    if (status == GATHER_STATUS_NO_MEMORY && error != NULL) {
        error->reason = "the output is mapped whole, which takes address space of its size, though no memory";
        error->expected = "a limit of address space (ulimit -v) beyond that";
    }
    return status;
}

/* All room of the file, in memory too; it begins as zeros. */
static enum gather_status reserve(struct gather_target *target, int64_t bytes, struct gather_error *error)
{
    int refused;
    if (bytes == 0)
        return GATHER_STATUS_OK;
    if (is_beyond_limit(target, bytes) || (uint64_t)bytes > SIZE_MAX)
        return gather__io_fail_system(error, EFBIG);
    do
        refused = posix_fallocate(target->descriptor, 0, bytes);
    while (refused == EINTR);
    if (refused != 0)
        return gather__io_fail_system(error, refused);
    void *memory = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_SHARED, target->descriptor, 0);
    if (memory == MAP_FAILED)
        return refuse_map(errno, error);
    target->memory = memory;
    target->bytes = bytes;
    return GATHER_STATUS_OK;
}

/* Head and tensors leave no hole. */
static enum gather_status count_bytes(const struct gather_tensor *tensors, size_t count, size_t head,
                                      int64_t *bytes, struct gather_error *error)
{
    *bytes = (int64_t)head;
    for (size_t k = 0; k < count; k++)
        if (!gather__add(*bytes, tensors[k].bytes, bytes))
            return gather__io_fail(error, GATHER_STATUS_OVERFLOW, "layout", "a file below 2^63 bytes");
    return GATHER_STATUS_OK;
}

/* The head into the file, which has room for it. */
static void fill(struct gather_target *target, const struct gather_tensor *tensors, size_t count,
                 const struct gather__head *head)
{
    if (target->format->fill != NULL)
        target->format->fill(tensors, count, head, target->memory, target->bytes);
    else if (head->count > 0)
        memcpy(target->memory, head->bytes, head->count);
}

/* From here on it holds tensors, and nothing else. */
static enum gather_status take_room(struct gather_target *target, const struct gather__format *format,
                                    int64_t bytes, struct gather_error *error)
{
    const bool is_device = target->temporary == NULL;
    target->format = format;
    const char *what = NULL;
    enum gather_status status = is_device ? open_nameless(target, &what, error) : GATHER_STATUS_OK;
    if (status == GATHER_STATUS_OK)
        status = reserve(target, bytes, error);
    if (status == GATHER_STATUS_IO && is_device && error != NULL)
        error->operand = what;
    return status;
}

enum gather_status gather_target_hold(struct gather_target *target, int32_t format,
                                      struct gather_tensor *tensors, size_t count, struct gather_error *error)
{
    const struct gather__format *row = NULL;
    struct gather__head head = {NULL, 0, 0};
    int64_t bytes = 0;
    if (target->has_failed || target->bytes != 0 || target->format != NULL)
        return gather__io_fail(error, GATHER_STATUS_ARGUMENT, "target", "an empty one");
    enum gather_status status = gather__format_find(&row, format, error);
    if (status == GATHER_STATUS_OK && row->head == NULL)
        status = gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, gather_file_format_name(format),
                                 "a format that can be written: raw, npy, npz, safetensors, pb");
    if (status == GATHER_STATUS_OK)
        status = row->head(tensors, count, &head, error);
    if (status == GATHER_STATUS_OK)
        status = count_bytes(tensors, count, head.count, &bytes, error);
    if (status == GATHER_STATUS_OK)
        status = take_room(target, row, bytes, error);
    target->is_refused = status != GATHER_STATUS_OK;
    if (status == GATHER_STATUS_OK)
        fill(target, tensors, count, &head);
    free(head.bytes);
    return status;
}

struct gather_buffer gather_target_buffer(const struct gather_target *target,
                                          const struct gather_tensor *tensor)
{
    struct gather_buffer buffer = {NULL, 0};
    if (target->memory != NULL) {
        buffer.data = target->memory + tensor->offset;
        buffer.bytes = (uint64_t)tensor->bytes;
    }
    return buffer;
}

/* ---- commit -------------------------------------------------------------------------------------- */

static bool synchronize(int descriptor)
{
    int refused;
    do
        refused = fsync(descriptor);
    while (refused != 0 && errno == EINTR);
    return refused == 0;
}

/* The new name is in the folder, and so on the disk only with the folder. What can't be done here is no harm
 * done. */
static void synchronize_folder(const struct gather_target *target)
{
    char *folder = strdup(target->path);
    if (folder == NULL)
        return;
    folder[gather__folder_length(folder)] = '\0';
    int descriptor = open(folder[0] != '\0' ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        (void)synchronize(descriptor);
        close(descriptor);
    }
    free(folder);
}

/* What is held, to the device that it is for. Returns: false with errno. */
static bool hand_over(struct gather_target *target)
{
    if (target->device < 0)
        return true;
    const int refused = target->memory != NULL
                            ? gather__write_all(target->device, target->memory, (uint64_t)target->bytes)
                            : 0;
    const int closed = close(target->device);
    target->device = -1;
    if (refused != 0)
        errno = refused;
    return refused == 0 && (closed == 0 || errno == EINTR);
}

static bool finish(struct gather_target *target)
{
    if (target->memory != NULL && target->format->seal != NULL)
        target->format->seal(target->memory, target->bytes);
    if (!hand_over(target))
        return false;
    unmap(target);
    bool done = target->temporary == NULL || synchronize(target->descriptor);
    int refused = done ? close(target->descriptor) : 0;
    if (done)
        target->descriptor = -1;
    return done && (refused == 0 || errno == EINTR);
}

enum gather_status gather_target_commit(struct gather_target *target, struct gather_error *error)
{
    if (target->has_failed || target->is_refused)
        return gather__io_fail(error, GATHER_STATUS_ARGUMENT, "target", "one of which nothing has failed");
    if (!finish(target) || (target->temporary != NULL && rename(target->temporary, target->path) != 0)) {
        target->has_failed = true;
        return gather__io_fail_system(error, errno);
    }
    if (target->temporary == NULL)
        return GATHER_STATUS_OK;
    free(target->temporary);
    target->temporary = NULL;
    synchronize_folder(target);
    return GATHER_STATUS_OK;
}
