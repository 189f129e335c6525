/* SPDX-License-Identifier: Apache-2.0 */
/* Deflated bytes of a file: deflated.h says which of them are in memory. */
#include "io/formats.h"

#if GATHER_FORMAT_NPZ

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/deflated.h"
#include "io/io_error.h"
#include "io/unpack.h"

enum {
    WINDOW_BYTES = 1 << 16,
    MOST_POINTS = 256, /* each is some 40 KB */
    LEAST_STEP = 1 << 20
};

/* The state of unpacking at a byte, from which it can go on. */
struct point {
    int64_t at, place, left; /* unpacked; then of the deflated bytes */
    uLong check;             /* of all before */
    z_stream stream;
};

/* Part of a member on its way through memory. Whoever reads has it alone. */
struct reader {
    pthread_mutex_t busy;
    pid_t process;  /* whose threads it waits for: a child's parent may have it, and never leave it there */
    bool has_begun; /* `unpacking` is to be ended */
    bool has_gone_back; /* from then on points are kept: who reads in order needs none */
    struct gather__unpacking unpacking;
    uLong check;        /* of all up to the end of the window */
    int64_t begin, end; /* of the window */
    int64_t reached;    /* the furthest end that there was */
    int64_t again;      /* bytes that were unpacked more than once */
    int32_t points;
    struct point point[MOST_POINTS];
    uint8_t window[WINDOW_BYTES];
};

/* ---- all of it ----------------------------------------------------------------------------------- */

enum gather_status gather__deflated_make(const struct gather__source *source, uint8_t *memory,
                                         struct gather_error *error)
{
    struct gather__unpacking unpacking;
    const struct gather__made *made = &source->made;
    enum gather_status status =
        gather__unpack_begin(&unpacking, made->from, made->begin, made->length, error);
    if (status != GATHER_STATUS_OK)
        return status;
    status = gather__unpack(&unpacking, memory, (size_t)source->bytes, error);
    if (status == GATHER_STATUS_OK)
        status = gather__unpack_end(&unpacking, error);
    (void)inflateEnd(&unpacking.stream);
    if (status == GATHER_STATUS_OK)
        status =
            gather__unpack_check(crc32_z(0, memory, (size_t)source->bytes), made->check, made->begin, error);
    return status;
}

/* ---- points -------------------------------------------------------------------------------------- */

/* Keeps the state at the end of the window, where that is a step behind the last. Without memory there is none more. */
static void keep_point(struct reader *reader, int64_t bytes)
{
    const int64_t even = bytes / MOST_POINTS, step = even < LEAST_STEP ? LEAST_STEP : even;
    if (!reader->has_gone_back || reader->points == MOST_POINTS || reader->end / step <= reader->points)
        return;
    struct point *point = &reader->point[reader->points];
    struct gather__unpacking *unpacking = &reader->unpacking;
    *point = (struct point){.at = reader->end,
                            .place = gather__unpack_place(unpacking),
                            .left = unpacking->left + unpacking->stream.avail_in, /* bounded: of the file */
                            .check = reader->check};
    reader->points += inflateCopy(&point->stream, &unpacking->stream) == Z_OK;
}

/* The last point that is not behind a byte; NULL for the beginning. */
static struct point *find_point(struct reader *reader, int64_t offset)
{
    int32_t k = reader->points;
    while (k > 0 && reader->point[k - 1].at > offset)
        k--;
    return k > 0 ? &reader->point[k - 1] : NULL;
}

/* ---- windows ------------------------------------------------------------------------------------- */

static void stop(struct reader *reader)
{
    if (reader->has_begun)
        (void)inflateEnd(&reader->unpacking.stream);
    reader->has_begun = false;
    reader->begin = reader->end = 0;
    reader->check = crc32_z(0, NULL, 0);
}

static enum gather_status go_to(struct reader *reader, const struct gather__made *made, struct point *point,
                                struct gather_error *error)
{
    struct gather__unpacking *unpacking = &reader->unpacking;
    unpacking->from = made->from;
    if (inflateCopy(&unpacking->stream, &point->stream) != Z_OK)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    unpacking->stream.avail_in = 0;
    unpacking->next = point->place;
    unpacking->left = point->left;
    unpacking->ended = false;
    reader->begin = reader->end = point->at;
    reader->check = point->check;
    reader->has_begun = true;
    return GATHER_STATUS_OK;
}

/* From a point, or the beginning. */
static enum gather_status start(struct reader *reader, const struct gather__made *made, struct point *point,
                                struct gather_error *error)
{
    stop(reader);
    if (point != NULL)
        return go_to(reader, made, point, error);
    enum gather_status status =
        gather__unpack_begin(&reader->unpacking, made->from, made->begin, made->length, error);
    reader->has_begun = status == GATHER_STATUS_OK;
    return status;
}

static enum gather_status next_window(struct reader *reader, const struct gather__source *source,
                                      struct gather_error *error)
{
    const struct gather__made *made = &source->made;
    int64_t left = source->bytes - reader->end;
    size_t count = left < WINDOW_BYTES ? (size_t)left : WINDOW_BYTES;
    enum gather_status status = gather__unpack(&reader->unpacking, reader->window, count, error);
    if (status != GATHER_STATUS_OK)
        return status;
    reader->check = crc32_z(reader->check, reader->window, count);
    reader->begin = reader->end;
    reader->end += (int64_t)count;
    if (reader->end > reader->reached)
        reader->reached = reader->end;
    else
        reader->again += (int64_t)count; /* bounded: by the time it takes */
    if (reader->end < source->bytes) {
        keep_point(reader, source->bytes);
        return GATHER_STATUS_OK;
    }
    status = gather__unpack_end(&reader->unpacking, error);
    return status == GATHER_STATUS_OK ? gather__unpack_check(reader->check, made->check, made->begin, error)
                                      : status;
}

static bool has_passed(const struct reader *reader, int64_t offset) { return offset < reader->begin; }

/* Brings a byte into the window. */
static enum gather_status bring(struct reader *reader, const struct gather__source *source, int64_t offset,
                                struct gather_error *error)
{
    enum gather_status status = GATHER_STATUS_OK;
    struct point *point = find_point(reader, offset);
    reader->has_gone_back |= has_passed(reader, offset);
    if (!reader->has_begun || has_passed(reader, offset) || (point != NULL && point->at > reader->end))
        status = start(reader, &source->made, point, error);
    while (status == GATHER_STATUS_OK && offset >= reader->end)
        status = next_window(reader, source, error);
    if (status != GATHER_STATUS_OK)
        stop(reader);
    return status;
}

static enum gather_status read_windows(struct reader *reader, const struct gather__source *source,
                                       int64_t offset, uint8_t *memory, size_t count,
                                       struct gather_error *error)
{
    while (count > 0) {
        enum gather_status status = bring(reader, source, offset, error);
        if (status != GATHER_STATUS_OK)
            return status;
        uint64_t there = (uint64_t)(reader->end - offset);
        size_t part = there < count ? (size_t)there : count;
        memcpy(memory, reader->window + (offset - reader->begin), part);
        memory += part;
        offset += (int64_t)part;
        count -= part;
    }
    return GATHER_STATUS_OK;
}

/* ---- reading ------------------------------------------------------------------------------------- */

static struct reader *create(void)
{
    struct reader *reader = calloc(1, sizeof *reader);
    if (reader != NULL && pthread_mutex_init(&reader->busy, NULL) != 0) {
        free(reader);
        reader = NULL;
    }
    if (reader != NULL)
        reader->process = getpid();
    return reader;
}

/* What is kept of what was read. */
static void forget(struct reader *reader)
{
    stop(reader);
    while (reader->points > 0)
        (void)inflateEnd(&reader->point[--reader->points].stream);
}

void gather__deflated_end(void *reader)
{
    struct reader *ended = reader;
    if (ended == NULL)
        return;
    forget(ended);
    (void)pthread_mutex_destroy(&ended->busy);
    free(ended);
}

/* The reader of a source, which all threads of a process share; its parent's is left. Returns: NULL without memory. */
static struct reader *reader_of(struct gather__source *source)
{
    void *kept = atomic_load(&source->reader);
    if (kept != NULL && ((struct reader *)kept)->process == getpid())
        return kept;
    struct reader *created = create();
    if (created == NULL || atomic_compare_exchange_strong(&source->reader, &kept, created))
        return created;
    gather__deflated_end(created);
    return kept;
}

/* Whether all is to be held: half of it was unpacked again. A few parts out of order, as corners are, don't need that. */
static bool is_worth_holding(const struct reader *reader, const struct gather__source *source, int64_t offset)
{
    return has_passed(reader, offset) && reader->again >= source->bytes / 2 && source->bytes <= source->limit;
}

/* From windows, unless there is memory for all and it is worth that. bytes: receives all, NULL for windows. */
static enum gather_status read_or_hold(struct reader *reader, struct gather__source *source, int64_t offset,
                                       uint8_t *memory, size_t count, const uint8_t **bytes,
                                       struct gather_error *error)
{
    struct gather_error own = {0};
    enum gather_status status = GATHER_STATUS_NO_MEMORY;
    *bytes = atomic_load(&source->memory);
    if (*bytes != NULL)
        return GATHER_STATUS_OK;
    if (is_worth_holding(reader, source, offset))
        status = gather__source_hold(source, bytes, &own);
    if (status == GATHER_STATUS_NO_MEMORY)
        return read_windows(reader, source, offset, memory, count, error);
    if (status != GATHER_STATUS_OK && error != NULL)
        *error = own;
    forget(reader);
    return status;
}

enum gather_status gather__deflated_read(struct gather__source *source, int64_t offset, void *memory,
                                         size_t count, struct gather_error *error)
{
    const uint8_t *bytes = NULL;
    struct reader *reader = reader_of(source);
    if (reader == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    (void)pthread_mutex_lock(&reader->busy);
    enum gather_status status = read_or_hold(reader, source, offset, memory, count, &bytes, error);
    (void)pthread_mutex_unlock(&reader->busy);
    if (bytes != NULL)
        memcpy(memory, bytes + offset, count);
    return status;
}

#endif
