/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An open file, as the formats see it: its bytes, and the lists that they fill.
 *
 *     gather__file_text       a text that lives as long as the file
 *     gather__file_add        a tensor            gather__file_tell   a piece of metadata
 *     gather__file_beside     another file, named inside this one: source.h
 *     gather__file_made       bytes that lie in no file as they are: compressed, or numbers of varying length
 *
 * A tensor names the source of its bytes by number; 0 is the file itself.
 */
#ifndef GATHER_IO_FILE_H
#define GATHER_IO_FILE_H

#include <stdbool.h>

#include "gather/io.h"
#include "io/source.h"

struct gather__text_block; /* of file_list.c */

struct gather_file {
    int32_t format;
    int64_t bytes; /* of the file itself, when it was opened */
    struct gather_file_options options;
    struct gather__source **sources; /* [0] is the file itself */
    size_t source_count, source_capacity;
    int32_t *beside; /* those of files that are named inside this one: numbers of sources */
    size_t beside_count, beside_capacity;
    struct gather_tensor *tensors;
    size_t count, capacity;
    const struct gather_tensor **by_name; /* sorted, once all are there */
    struct gather_metadata *metadata;
    size_t metadata_count, metadata_capacity;
    struct gather__text_block *texts;
    /* the path of a file that this one names and that could not be opened; NULL for none */
    const char *missed;
    bool missed_before; /* and it was told already */
    bool lacks;         /* something was passed, so a tensor may be left out */
};

/* Reads bytes of the file itself as they are. Returns: OK; IO with `at`, also if the file ends before. */
enum gather_status gather__file_read_at(const struct gather_file *file, int64_t offset, void *memory,
                                        size_t count, struct gather_error *error);

/* Opens what a path names, or a descriptor that is not NULL. Returns: as gather_file_open_descriptor. */
enum gather_status gather__file_open(struct gather_file **file, const int *descriptor, const char *path,
                                     const struct gather_file_options *options, struct gather_error *error);

/*
 * A file of its own of a source that is open, which it then owns, in any case. format: as for gather_file_open.
 * Returns: as gather_file_open.
 */
enum gather_status gather__file_of_source(struct gather_file **file, struct gather__source *source,
                                          const struct gather_file_options *options,
                                          struct gather_error *error);

/*
 * Whether reading goes on behind something that was refused: somebody wants to hear of every broken rule, and has
 * heard of this one; of a file that can't be opened it hears once. It is never so where the system failed with this
 * file, or has no descriptor left for another. status: with `unread` and a tensor not UNSUPPORTED, which is said of those that are kept. tensor: NULL where
 * it has no name, or that is not known.
 */
bool gather__file_passes(struct gather_file *file, enum gather_status status, const char *tensor,
                         const struct gather_error *error);

/* ---- lists: file_list.c -------------------------------------------------------------------------- */

/* Copies a text of `length` bytes, and ends it by NUL. Returns: OK; NO_MEMORY. */
enum gather_status gather__file_text(struct gather_file *file, const char *bytes, size_t length,
                                     const char **text, struct gather_error *error);

/* Adds a tensor, whose texts belong to the file already. Returns: OK; NO_MEMORY. */
enum gather_status gather__file_add(struct gather_file *file, const struct gather_tensor *tensor,
                                    struct gather_error *error);

/* Adds a piece of metadata, whose texts belong to the file already. Returns: OK; NO_MEMORY. */
enum gather_status gather__file_tell(struct gather_file *file, const char *key, const char *value,
                                     struct gather_error *error);

/* Sorts the names when all are there. Returns: OK; NO_MEMORY; FORMAT with `at` for a name that is there twice. */
enum gather_status gather__file_sort_names(struct gather_file *file, struct gather_error *error);

/*
 * Moves everything of `part` to the end of `file`, and ends `part` in any case.
 * Returns: OK; NO_MEMORY.
 */
enum gather_status gather__file_adopt(struct gather_file *file, struct gather_file *part,
                                      struct gather_error *error);

/* Leaves each pair of metadata there once: shards say the same of themselves. Returns: OK; NO_MEMORY. */
enum gather_status gather__file_tell_once(struct gather_file *file, struct gather_error *error);

void gather__file_free_lists(struct gather_file *file);

/* ---- sources: source.c --------------------------------------------------------------------------- */

/*
 * Adds a source, which the file then owns; in any case; mapped if the file's options say so. number: may be NULL.
 * Returns: OK; NO_MEMORY; IO for one that can't be mapped.
 */
enum gather_status gather__file_add_source(struct gather_file *file, struct gather__source *source,
                                           int32_t *number, struct gather_error *error);

/* Likewise one that is named inside the file: gather__file_beside finds it again. */
enum gather_status gather__file_add_beside(struct gather_file *file, struct gather__source *source,
                                           int32_t *number, struct gather_error *error);

/*
 * Adds a file that this one names as a source, once for each name: gather__source_beside says what is refused. at:
 * where the name stands.
 */
enum gather_status gather__file_beside(struct gather_file *file, const char *name, size_t length, int64_t at,
                                       int32_t *number, struct gather_error *error);

/*
 * Adds a source of `bytes` bytes that `make` puts into memory when they are read for the first time.
 * made: from, begin, length, method, check and make are read.
 * Returns: OK; NO_MEMORY.
 */
enum gather_status gather__file_made(struct gather_file *file, const struct gather__made *made, int64_t bytes,
                                     int32_t *number, struct gather_error *error);

#endif
