/* SPDX-License-Identifier: Apache-2.0 */
/* Files under names that nobody else has, in the folder where they are to be, or where everybody's are. */
#define _XOPEN_SOURCE 700
#define _FILE_OFFSET_BITS 64
#include "io/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "io/io_error.h"

size_t gather__folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

/* "folder/.gather-0123456789abcdef": another one for each try. The name need not be a secret: it is made
 * exclusively. */
static void name_temporary(char *name, size_t folder, unsigned try)
{
    static const char start[] = ".gather-";
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t number = ((uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec) + ((uint64_t)getpid() << 40) + try;
    memcpy(name + folder, start, sizeof start - 1);
    char *digits = name + folder + sizeof start - 1;
    for (int k = 0; k < 16; k++)
        digits[k] = "0123456789abcdef"[number >> (4 * k) & 15];
    digits[16] = '\0';
}

enum gather_status gather__temporary_make(const char *path, mode_t mode, int *descriptor, char **name,
                                          struct gather_error *error)
{
    enum { TRIES = 100, NAME_BYTES = 32 };
    const size_t folder = gather__folder_length(path);
    int made = -1;
    *name = malloc(folder + NAME_BYTES);
    if (*name == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    memcpy(*name, path, folder);
    for (unsigned try = 0; try < TRIES && made < 0; try++) {
        name_temporary(*name, folder, try);
        made = open(*name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
        if (made < 0 && errno != EEXIST && errno != EINTR)
            break;
    }
    if (made >= 0) {
        *descriptor = made;
        return GATHER_STATUS_OK;
    }
    const int reason = errno;
    free(*name);
    *name = NULL;
    return gather__io_fail_system(error, reason);
}

enum gather_status gather__nameless_make(int *descriptor, const char **what, struct gather_error *error)
{
    const char *given = getenv("TMPDIR");
    const bool is_given = given != NULL && *given != '\0';
    const char *folder = is_given ? given : "/tmp";
    const size_t length = strlen(folder);
    char *path = malloc(length + 2), *name = NULL;
    *what = is_given ? "a temporary file in TMPDIR" : "a temporary file in /tmp";
    if (path == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    memcpy(path, folder, length);
    path[length] = '/';
    path[length + 1] = '\0';
    const enum gather_status status = gather__temporary_make(path, 0600, descriptor, &name, error);
    free(path);
    if (status == GATHER_STATUS_OK && name != NULL)
        (void)unlink(name);
    else if (status == GATHER_STATUS_IO && error != NULL)
        error->operand = *what;
    free(name);
    return status;
}

bool gather__is_beyond_limit(int64_t bytes)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
           (uint64_t)bytes > limit.rlim_cur;
}

/* Of a descriptor that was opened not to wait, by whoever did. Returns: true. */
static bool await_room(int descriptor)
{
    struct pollfd awaited = {.fd = descriptor, .events = POLLOUT};
    (void)poll(&awaited, 1, -1);
    return true;
}

int gather__write_all(int descriptor, const uint8_t *bytes, uint64_t count)
{
    enum { MOST = 1 << 30 }; /* of one call */
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, count < MOST ? (size_t)count : MOST);
        if (written < 0 && (errno == EINTR || (errno == EAGAIN && await_room(descriptor))))
            continue;
        if (written <= 0)
            return written < 0 ? errno : ENOSPC;
        bytes += written;
        count -= (uint64_t)written;
    }
    return 0;
}
