/* SPDX-License-Identifier: Apache-2.0 */
/* What comes through a pipe, kept: data are read at any place of a file, and a pipe has but one. */
#define _XOPEN_SOURCE 700
#define _FILE_OFFSET_BITS 64
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gather/io.h"
#include "io/io_error.h"
#include "io/temporary.h"

enum { PART_BYTES = 1 << 18 };

/* Returns: bytes read, 0 at the end; -1 with errno. */
static ssize_t read_part(int stream, uint8_t *part)
{
    for (;;) {
        ssize_t count = read(stream, part, PART_BYTES);
        if (count >= 0 || (errno != EINTR && errno != EAGAIN))
            return count;
        struct pollfd awaited = {.fd = stream, .events = POLLIN};
        if (errno == EAGAIN) /* it was opened not to wait, by whoever did */
            (void)poll(&awaited, 1, -1);
    }
}

/* what: as gather__nameless_make has it. */
static enum gather_status copy_all(int stream, int to, uint8_t *part, const char *what,
                                   struct gather_error *error)
{
    int64_t bytes = 0;
    ssize_t count;
    while ((count = read_part(stream, part)) > 0) {
        bytes += count; /* bounded: they are in a file */
        int refused = gather__is_beyond_limit(bytes) ? EFBIG : gather__write_all(to, part, (uint64_t)count);
        if (refused != 0) {
            enum gather_status status = gather__io_fail_system(error, refused);
            if (error != NULL)
                error->operand = what;
            return status;
        }
    }
    return count < 0 ? gather__io_fail_system(error, errno) : GATHER_STATUS_OK;
}

static enum gather_status keep_copy(int stream, int *kept, struct gather_error *error)
{
    const char *what = NULL;
    int made = -1;
    uint8_t *part = malloc(PART_BYTES);
    enum gather_status status = part != NULL ? gather__nameless_make(&made, &what, error)
                                             : gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    if (status == GATHER_STATUS_OK)
        status = copy_all(stream, made, part, what, error);
    free(part);
    if (status == GATHER_STATUS_OK)
        *kept = made;
    else if (made >= 0)
        close(made);
    return status;
}

/* Whether it is a file, of which nothing was read yet. The system tells no length of those that it makes up. */
static bool is_whole_file(int stream, const struct stat *there)
{
    return S_ISREG(there->st_mode) && there->st_size > 0 && lseek(stream, 0, SEEK_CUR) == 0;
}

enum gather_status gather_stream_keep(int stream, int *kept, struct gather_error *error)
{
    struct stat there;
    if (fstat(stream, &there) != 0)
        return gather__io_fail_system(error, errno);
    if (!is_whole_file(stream, &there))
        return keep_copy(stream, kept, error);
    int descriptor = fcntl(stream, F_DUPFD_CLOEXEC, 0);
    if (descriptor < 0)
        return gather__io_fail_system(error, errno);
    *kept = descriptor;
    return GATHER_STATUS_OK;
}
