/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where bytes of tensors lie: in an open file, or in memory, made of bytes of a file when they are first read.
 *
 *     a file    pread                    of a file that is mapped and then shrinks, a byte behind its end
 *                                        would be a signal; here it is an error
 *     mapped    for rows of tensors      where the opener wants it so, signal or not
 *     made      make, once ─> memory     two threads may both make them; one result is kept
 *               read, piece by piece     what can be read in its order, and is much, or more than memory is allowed
 */
#ifndef GATHER_IO_SOURCE_H
#define GATHER_IO_SOURCE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "gather/io.h"

struct gather__source;

/* What made bytes are made of. */
struct gather__made {
    const struct gather__source *from; /* bytes `begin` to `begin + length` of it */
    int64_t begin, length;
    int32_t method; /* whatever `make` wants to know */
    uint32_t check;
    /* Fills `memory`, of source->bytes bytes, which is more than none. Returns: OK; NO_MEMORY; IO, FORMAT with
     * `at`. */
    enum gather_status (*make)(const struct gather__source *source, uint8_t *memory,
                               struct gather_error *error);
    /*
     * Reads bytes of what is larger than `limit`, or than what is made at once, with or without making it. NULL where
     * that can't be, and then so is `end`. Returns: as gather__source_read. Threads: any number at once.
     */
    enum gather_status (*read)(struct gather__source *source, int64_t offset, void *memory, size_t count,
                               struct gather_error *error);
    void (*end)(void *reader); /* ends source->reader; NULL is allowed */
};

/* A part of a source of which a check is known: that of the part, and that of what belongs to it and stands before. */
struct gather__check {
    int64_t begin, bytes;
    uint32_t before, whole;
};

struct gather__source {
    int descriptor; /* -1 for what is made */
    char *path;     /* NULL for what is made; owned */
    int64_t bytes;  /* when it was opened */
    int64_t limit;  /* of what is made */
    uint8_t *map;   /* `bytes` bytes, which are only read; NULL where it is not mapped */
    struct gather__made made;
    _Atomic(uint8_t *) memory;
    _Atomic(void *) reader;       /* whatever made.read keeps */
    struct gather__check *checks; /* sorted by `begin`; owned */
    size_t check_count;
    bool (*fits)(const struct gather__check *check, const void *bytes);
};

enum gather__source_kind { GATHER__SOURCE_FILE, GATHER__SOURCE_FOLDER };

/*
 * Opens a path to read. kind: what it turned out to be.
 * Returns: OK; NO_MEMORY; IO, also for what is neither a regular file nor a folder, and for one whose length
 * the system does not tell. On failure: *source is untouched.
 */
enum gather_status gather__source_open(struct gather__source **source, const char *path, bool no_links,
                                       enum gather__source_kind *kind, struct gather_error *error);

/*
 * The same of a file that is open, by a descriptor of its own. path: what it is called.
 * Returns: OK; NO_MEMORY; IO for what is no regular file. On failure: *source is untouched.
 */
enum gather_status gather__source_of_descriptor(struct gather__source **source, int descriptor,
                                                const char *path, struct gather_error *error);

/* Whether a name in a file can be one below its folder, and what is expected of one. */
bool gather__source_is_name_below(const char *name, size_t length);
extern const char gather__source_name_below[];

/*
 * Opens a file that another one names, relative to the folder of that one: source_beside.c says where it may lie.
 * name: as it stands in the file, not ended by NUL.
 * Returns: OK; NO_MEMORY; FORMAT for a name that leads elsewhere, the caller knows `at`; IO.
 */
enum gather_status gather__source_beside(struct gather__source **source, const struct gather__source *naming,
                                         const char *name, size_t length, bool no_links,
                                         struct gather_error *error);

void gather__source_close(struct gather__source *source);

/*
 * Reads bytes of a source. Returns: OK; IO with `at`, also if the file has become shorter; BOUNDS for bytes
 * outside of what is made; UNSUPPORTED if making them needs more memory than is allowed; what `make` refuses.
 */
enum gather_status gather__source_read(const struct gather__source *source, int64_t offset, void *memory,
                                       size_t count, struct gather_error *error);

/*
 * All bytes of what is made, in memory from then on. Returns: OK; NO_MEMORY; UNSUPPORTED if that needs more memory than
 * is allowed; what `make` refuses.
 */
enum gather_status gather__source_hold(struct gather__source *source, const uint8_t **bytes,
                                       struct gather_error *error);

/* Whether a part is read without all being made: one after the other, so that threads gain nothing. */
bool gather__source_is_in_parts(const struct gather__source *source);

/*
 * Reads bytes of a file if they lie in memory already; if not, the disk is asked for them, and nobody waits. Returns:
 * whether they were read. If not, `memory` is unspecified, and gather__source_read says what is wrong, if anything is.
 */
bool gather__source_read_now(const struct gather__source *source, int64_t offset, void *memory, size_t count);

/* ---- mapped: source_map.c ------------------------------------------------------------------------ */

/* Maps a file, until it is closed; what is empty or made needs no map. Returns: OK; IO; NO_MEMORY. */
enum gather_status gather__source_map(struct gather__source *source, struct gather_error *error);

void gather__source_unmap(struct gather__source *source);

/*
 * Where bytes of a mapped source lie. *bytes: NULL where it is not mapped. Returns: OK; IO, with `at` if the file has
 * become shorter.
 */
enum gather_status gather__source_view(const struct gather__source *source, int64_t offset, int64_t count,
                                       const uint8_t **bytes, struct gather_error *error);

/* ---- checks -------------------------------------------------------------------------------------- */

/* Compares the check of a part, where one is known. Returns: OK; FORMAT with `at`. */
enum gather_status gather__source_check(const struct gather__source *source, int64_t offset,
                                        const void *bytes, size_t count, struct gather_error *error);

#endif
