/* SPDX-License-Identifier: Apache-2.0 */
/* Opening and reading of sources: source.h says what they are. What was opened is judged, not its name. */
#define _GNU_SOURCE /* preadv2 */
#define _FILE_OFFSET_BITS 64
#include "io/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "io/io_error.h"

enum {
    LARGEST_PIECE = 1 << 30, /* a larger read is made of several, so that no system's limit on one is met */
    NOW_MOST = 1 << 18,      /* of more than this some is likely not in memory */
    ASK_MOST = 1 << 22,      /* what is asked for early should still be there when it is read */
    MADE_AT_ONCE = 1 << 26   /* bytes of which no part is read alone */
};

static const char become_shorter[] = "the file has become shorter while it was read";

/* O_NONBLOCK: a FIFO that nobody writes to would be waited for; it means nothing for a regular file. */
enum { OPEN_TO_READ = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY };

/* ---- opening ------------------------------------------------------------------------------------- */

static int open_again(int folder, const char *path, int flags)
{
    int descriptor;
    do
        descriptor = openat(folder, path, flags);
    while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

/* Whether what is no folder is a link: then that is why it was not stepped into. */
static bool is_link(int folder, const char *step)
{
    struct stat there;
    return fstatat(folder, step, &there, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(there.st_mode);
}

/* Steps into the folders of a path one by one, none of them through a link. path: changed. */
static int walk(char *path)
{
    int folder = open_again(AT_FDCWD, path[0] == '/' ? "/" : ".", O_RDONLY | O_CLOEXEC | O_DIRECTORY);
    char *step = path + strspn(path, "/"), *end;
    while (folder >= 0 && *(end = step + strcspn(step, "/")) != '\0') {
        *end = '\0';
        int next = open_again(folder, step, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW);
        int reason = errno;
        if (next < 0 && reason == ENOTDIR && is_link(folder, step))
            reason = ELOOP;
        close(folder);
        errno = reason;
        folder = next;
        step = end + 1 + strspn(end + 1, "/");
    }
    if (folder < 0)
        return folder;
    int descriptor = open_again(folder, *step != '\0' ? step : ".", OPEN_TO_READ | O_NOFOLLOW),
        reason = errno;
    close(folder);
    errno = reason;
    return descriptor;
}

static int open_to_read(const char *path, bool no_links)
{
    if (!no_links)
        return open_again(AT_FDCWD, path, OPEN_TO_READ);
    char *steps = strdup(path);
    int descriptor = steps != NULL && path[0] != '\0' ? walk(steps) : -1, reason = errno;
    free(steps);
    errno = path[0] != '\0' ? reason : ENOENT;
    return descriptor;
}

static enum gather_status complain_of_open(bool no_links, int reason, struct gather_error *error)
{
    return no_links && reason == ELOOP
               ? gather__io_fail_reason(error, "it is a symbolic link, and none is to be followed", NULL)
               : gather__io_fail_system(error, reason);
}

static const char *kind_of(mode_t mode)
{
    if (S_ISFIFO(mode))
        return "it is a pipe";
    if (S_ISSOCK(mode))
        return "it is a socket";
    return "it is a device";
}

/* The system makes some files up while they are read (/proc): they have content, and a length of 0. */
static bool hides_its_length(const struct gather__source *source)
{
    char byte;
    return source->bytes == 0 && pread(source->descriptor, &byte, 1, 0) == 1;
}

static enum gather_status judge_kind(struct gather__source *source, enum gather__source_kind *kind,
                                     struct gather_error *error)
{
    struct stat there;
    if (fstat(source->descriptor, &there) != 0)
        return gather__io_fail_system(error, errno);
    *kind = S_ISDIR(there.st_mode) ? GATHER__SOURCE_FOLDER : GATHER__SOURCE_FILE;
    if (S_ISDIR(there.st_mode))
        return GATHER_STATUS_OK;
    if (!S_ISREG(there.st_mode))
        return gather__io_fail_reason(error, kind_of(there.st_mode), "a regular file");
    source->bytes = there.st_size;
    if (hides_its_length(source))
        return gather__io_fail_reason(error, "the system does not tell its length",
                                      "a regular file: a copy of this one");
    return GATHER_STATUS_OK;
}

/* A source without a file yet. Returns: NULL without memory. */
static struct gather__source *make_source(const char *path)
{
    struct gather__source *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    made->descriptor = -1;
    made->path = strdup(path);
    if (made->path == NULL) {
        free(made);
        return NULL;
    }
    return made;
}

enum gather_status gather__source_open(struct gather__source **source, const char *path, bool no_links,
                                       enum gather__source_kind *kind, struct gather_error *error)
{
    struct gather__source *opened = make_source(path);
    if (opened == NULL)
        return gather__io_fail_system(error, ENOMEM);
    opened->descriptor = open_to_read(path, no_links);
    enum gather_status status =
        opened->descriptor < 0 ? complain_of_open(no_links, errno, error) : judge_kind(opened, kind, error);
    if (status == GATHER_STATUS_OK)
        *source = opened;
    else
        gather__source_close(opened);
    return status;
}

enum gather_status gather__source_of_descriptor(struct gather__source **source, int descriptor,
                                                const char *path, struct gather_error *error)
{
    enum gather__source_kind kind = GATHER__SOURCE_FILE;
    struct gather__source *opened = make_source(path);
    if (opened == NULL)
        return gather__io_fail_system(error, ENOMEM);
    opened->descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    enum gather_status status =
        opened->descriptor < 0 ? gather__io_fail_system(error, errno) : judge_kind(opened, &kind, error);
    if (status == GATHER_STATUS_OK && kind == GATHER__SOURCE_FOLDER)
        status = gather__io_fail_reason(error, "it is a directory", "a regular file");
    if (status == GATHER_STATUS_OK)
        *source = opened;
    else
        gather__source_close(opened);
    return status;
}

void gather__source_close(struct gather__source *source)
{
    if (source == NULL)
        return;
    gather__source_unmap(source);
    if (source->descriptor >= 0)
        close(source->descriptor);
    free(atomic_load(&source->memory));
    if (source->made.end != NULL)
        source->made.end(atomic_load(&source->reader));
    free(source->path);
    free(source->checks);
    free(source);
}

/* ---- reading ------------------------------------------------------------------------------------- */

static enum gather_status read_file(const struct gather__source *source, int64_t offset, void *memory,
                                    size_t count, struct gather_error *error)
{
    uint8_t *next = memory;
    while (count > 0) {
        size_t piece = count < LARGEST_PIECE ? count : LARGEST_PIECE;
        ssize_t received = pread(source->descriptor, next, piece, offset);
        if (received < 0 && errno == EINTR)
            continue;
        if (received <= 0) {
            enum gather_status status = received < 0 ? gather__io_fail_system(error, errno)
                                                     : gather__io_fail_reason(error, become_shorter, NULL);
            return gather__io_fail_at(error, status, offset);
        }
        next += received;
        offset += received;
        count -= (size_t)received;
    }
    return GATHER_STATUS_OK;
}

/* Whether all of it was in memory. A system that can't say so reads nothing. */
static bool read_cached(const struct gather__source *source, int64_t offset, void *memory, size_t count)
{
#ifdef RWF_NOWAIT
    struct iovec to = {memory, count};
    return count <= NOW_MOST && preadv2(source->descriptor, &to, 1, offset, RWF_NOWAIT) == (ssize_t)count;
#else
    return false;
#endif
}

bool gather__source_read_now(const struct gather__source *source, int64_t offset, void *memory, size_t count)
{
    if (source->descriptor < 0)
        return false;
    if (read_cached(source, offset, memory, count))
        return true;
#ifdef POSIX_FADV_WILLNEED
    (void)posix_fadvise(source->descriptor, offset, count < ASK_MOST ? (off_t)count : ASK_MOST,
                        POSIX_FADV_WILLNEED);
#endif
    return false;
}

enum gather_status gather__source_hold(struct gather__source *source, const uint8_t **bytes,
                                       struct gather_error *error)
{
    uint8_t *made = NULL;
    if ((*bytes = atomic_load(&source->memory)) != NULL)
        return GATHER_STATUS_OK;
    if (source->bytes > source->limit || (uint64_t)source->bytes > SIZE_MAX) {
        gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, "memory", "a tensor that fits there unpacked");
        return gather__io_fail_value(error, GATHER_STATUS_UNSUPPORTED, source->bytes, 0, source->limit);
    }
    uint8_t *memory = malloc((size_t)source->bytes);
    if (memory == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    enum gather_status status = source->made.make(source, memory, error);
    *bytes = memory;
    if (status != GATHER_STATUS_OK || !atomic_compare_exchange_strong(&source->memory, &made, memory)) {
        free(memory);
        *bytes = made;
    }
    return status;
}

bool gather__source_is_in_parts(const struct gather__source *source)
{
    return source->descriptor < 0 && source->made.read != NULL &&
           (source->bytes > source->limit || source->bytes > MADE_AT_ONCE) &&
           atomic_load(&source->memory) == NULL;
}

enum gather_status gather__source_read(const struct gather__source *source, int64_t offset, void *memory,
                                       size_t count, struct gather_error *error)
{
    const uint8_t *bytes = NULL;
    if (count == 0)
        return GATHER_STATUS_OK;
    if (source->descriptor >= 0)
        return read_file(source, offset, memory, count, error);
    if (offset < 0 || offset > source->bytes || count > (uint64_t)(source->bytes - offset))
        return gather__io_fail(error, GATHER_STATUS_BOUNDS, "bytes", "bytes of the tensor");
    /* what is made is no part of what the source is */
    struct gather__source *maker = (struct gather__source *)(uintptr_t)source;
    if (gather__source_is_in_parts(source))
        return source->made.read(maker, offset, memory, count, error);
    enum gather_status status = gather__source_hold(maker, &bytes, error);
    if (status == GATHER_STATUS_OK)
        memcpy(memory, bytes + offset, count);
    return status;
}

/* ---- checks -------------------------------------------------------------------------------------- */

static int compare_begin(const void *key, const void *entry)
{
    int64_t begin = *(const int64_t *)key, other = ((const struct gather__check *)entry)->begin;
    return (begin > other) - (begin < other);
}

enum gather_status gather__source_check(const struct gather__source *source, int64_t offset,
                                        const void *bytes, size_t count, struct gather_error *error)
{
    const struct gather__check *check =
        source->check_count > 0
            ? bsearch(&offset, source->checks, source->check_count, sizeof *check, compare_begin)
            : NULL;
    if (check == NULL || (uint64_t)check->bytes != count || source->fits(check, bytes))
        return GATHER_STATUS_OK;
    return gather__io_malformed(error, offset, "bytes whose CRC-32 is the one in the directory");
}
