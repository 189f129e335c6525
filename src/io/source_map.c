/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A source that is mapped, where its opener wants that: what the system has in memory is then the process's too, and
 * looking at it again costs no call. Who looks at a byte that is gone, since the file was cut short or the disk fails,
 * gets a signal which ends the process; none is caught here. So nothing that judges a file goes this way, only rows of
 * tensors that were judged.
 */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#include <errno.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "io/io_error.h"
#include "io/source.h"

enum gather_status gather__source_map(struct gather__source *source, struct gather_error *error)
{
    if (source->descriptor < 0 || source->bytes == 0 || source->map != NULL)
        return GATHER_STATUS_OK;
    if ((uint64_t)source->bytes > SIZE_MAX)
        return gather__io_fail_system(error, ENOMEM);
    size_t bytes = (size_t)source->bytes;
    void *map = mmap(NULL, bytes, PROT_READ, MAP_SHARED, source->descriptor, 0);
    if (map == MAP_FAILED)
        return gather__io_fail_system(error, errno);
    /* Rows lie anywhere: what the system would read around each of them is megabytes that nobody asked for. */
    (void)posix_madvise(map, bytes, POSIX_MADV_RANDOM);
    source->map = map;
    return GATHER_STATUS_OK;
}

void gather__source_unmap(struct gather__source *source)
{
    if (source->map != NULL)
        (void)munmap(source->map, (size_t)source->bytes);
    source->map = NULL;
}

enum gather_status gather__source_view(const struct gather__source *source, int64_t offset, int64_t count,
                                       const uint8_t **bytes, struct gather_error *error)
{
    struct stat there;
    *bytes = NULL;
    if (source->map == NULL)
        return GATHER_STATUS_OK;
    if (fstat(source->descriptor, &there) != 0)
        return gather__io_fail_system(error, errno);
    int64_t end = there.st_size < source->bytes ? there.st_size : source->bytes;
    if (offset > end || count > end - offset) {
        gather__io_fail_reason(error, "the file has become shorter since it was opened", NULL);
        return gather__io_fail_at(error, GATHER_STATUS_IO, end);
    }
    *bytes = source->map + offset;
    return GATHER_STATUS_OK;
}
