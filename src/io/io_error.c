/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The meanings of errno, as static text: strerror's depends on the locale, and an error outlives its buffer.
 * The words are those that everybody knows.
 */
#include "io/io_error.h"

#include <errno.h>
#include <string.h>

#define SYSTEM_ERROR_LIST(X)                                                                                 \
    X(EACCES, "Permission denied")                                                                           \
    X(EAGAIN, "Resource temporarily unavailable")                                                            \
    X(EBADF, "Bad file descriptor")                                                                          \
    X(EBUSY, "Device or resource busy")                                                                      \
    X(EDQUOT, "Disk quota exceeded")                                                                         \
    X(EEXIST, "File exists")                                                                                 \
    X(EFBIG, "File too large")                                                                               \
    X(EINVAL, "Invalid argument")                                                                            \
    X(EIO, "Input/output error")                                                                             \
    X(EISDIR, "Is a directory")                                                                              \
    X(ELOOP, "Too many levels of symbolic links")                                                            \
    X(EMFILE, "Too many open files")                                                                         \
    X(ENAMETOOLONG, "File name too long")                                                                    \
    X(ENFILE, "Too many open files in system")                                                               \
    X(ENODEV, "No such device")                                                                              \
    X(ENOENT, "No such file or directory")                                                                   \
    X(ENOMEM, "Cannot allocate memory")                                                                      \
    X(ENOSPC, "No space left on device")                                                                     \
    X(ENOTDIR, "Not a directory")                                                                            \
    X(ENXIO, "No such device or address")                                                                    \
    X(EOPNOTSUPP, "Operation not supported")                                                                 \
    X(EOVERFLOW, "Value too large for defined data type")                                                    \
    X(EPERM, "Operation not permitted")                                                                      \
    X(EPIPE, "Broken pipe")                                                                                  \
    X(EROFS, "Read-only file system")                                                                        \
    X(ESTALE, "Stale file handle")                                                                           \
    X(ETIMEDOUT, "Connection timed out")                                                                     \
    X(ETXTBSY, "Text file busy")                                                                             \
    X(EXDEV, "Invalid cross-device link")

static const char *meaning(int number)
{
    switch (number) {
#define SYSTEM_ERROR_CASE(name, text)                                                                        \
    case name:                                                                                               \
        return text;
        SYSTEM_ERROR_LIST(SYSTEM_ERROR_CASE)
#undef SYSTEM_ERROR_CASE
    default:
        return "the system refused";
    }
}

enum gather_status gather__io_fail(struct gather_error *error, enum gather_status status, const char *operand,
                                   const char *expected)
{
    if (error != NULL) {
        memset(error, 0, sizeof *error);
        error->status = (int32_t)status;
        error->operand = operand;
        error->expected = expected;
        error->part = -1;
    }
    return status;
}

enum gather_status gather__io_fail_system(struct gather_error *error, int number)
{
    enum gather_status status = number == ENOMEM ? GATHER_STATUS_NO_MEMORY : GATHER_STATUS_IO;
    gather__io_fail(error, status, NULL,
                    number == EMFILE ? "fewer files at once, or a higher limit (ulimit -n)" : NULL);
    if (error != NULL) {
        error->reason = meaning(number);
        error->value = number;
    }
    return status;
}

bool gather__io_lacks_descriptors(const struct gather_error *error)
{
    return error != NULL && error->status == GATHER_STATUS_IO && error->reason != NULL &&
           (error->has & GATHER_ERROR_HAS_VALUE) == 0 && (error->value == EMFILE || error->value == ENFILE);
}

enum gather_status gather__io_fail_reason(struct gather_error *error, const char *reason,
                                          const char *expected)
{
    gather__io_fail(error, GATHER_STATUS_IO, NULL, expected);
    if (error != NULL)
        error->reason = reason;
    return GATHER_STATUS_IO;
}

enum gather_status gather__io_fail_at(struct gather_error *error, enum gather_status status, int64_t at)
{
    if (error != NULL) {
        error->has |= GATHER_ERROR_HAS_AT;
        error->at = at;
    }
    return status;
}

enum gather_status gather__io_malformed(struct gather_error *error, int64_t at, const char *expected)
{
    gather__io_fail(error, GATHER_STATUS_FORMAT, NULL, expected);
    return gather__io_fail_at(error, GATHER_STATUS_FORMAT, at);
}

enum gather_status gather__io_fail_value(struct gather_error *error, enum gather_status status, int64_t value,
                                         int64_t low, int64_t high)
{
    if (error != NULL) {
        error->has |= GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS;
        error->value = value;
        error->low = low;
        error->high = high;
    }
    return status;
}

enum gather_status gather__io_fail_rank(struct gather_error *error, int64_t rank)
{
    if (error != NULL)
        error->operand = "shape";
    return gather__io_fail_value(error, GATHER_STATUS_RANK, rank, 0, GATHER_MAX_RANK);
}

enum gather_status gather__io_fail_type(struct gather_error *error, enum gather_status status, int32_t dtype,
                                        int32_t wanted)
{
    if (error != NULL) {
        error->has |= GATHER_ERROR_HAS_TYPE;
        error->value = dtype;
        error->low = wanted;
    }
    return status;
}

void gather__io_fail_part(struct gather_error *error, size_t part)
{
    if (error != NULL)
        error->part = part <= INT32_MAX ? (int32_t)part : -1;
}
