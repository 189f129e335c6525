/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an .npy says of its array, in parts: all of it, the dictionary of its header, and in it the type.
 *
 *     \x93NUMPY 1 0 <length> {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }   \n <data>
 */
#ifndef GATHER_IO_NPY_H
#define GATHER_IO_NPY_H

#include <stdbool.h>

#include "gather/io.h"

struct gather__npy_array {
    int32_t dtype;
    int32_t swapped; /* bytes of each big-endian number; 0 if none is */
    int32_t untyped; /* |V1, |V2 */
    bool fortran_order;
    int32_t rank;
    int64_t sizes[GATHER_MAX_RANK];
    /* a type that is not read: the text of it, and what was refused; status 0 if it is */
    char type[32];
    struct gather_error refused;
};

/* The bytes of an .npy: a file, or a member of an archive. */
struct gather__npy_bytes {
    enum gather_status (*read)(void *context, int64_t begin, void *memory, size_t count,
                               struct gather_error *error);
    void *context;
    int64_t count;
    bool is_packed; /* to read far in, all before it has to be unpacked */
};

/*
 * Judges an .npy, and sets all of a tensor but its name and source; its offset counts from the first of the bytes.
 * error: not NULL. Returns: OK; NO_MEMORY; IO; FORMAT, RANK, OVERFLOW with `at`, which counts so too; UNSUPPORTED,
 *   likewise, for a type that is not read: `array` and the tensor's place are then set all the same.
 */
enum gather_status gather__npy_read(const struct gather__npy_bytes *bytes, struct gather__npy_array *array,
                                    struct gather_tensor *tensor, struct gather_error *error);

/*
 * Reads the dictionary. at: where the text begins in its file. version: 1 to 3. error: not NULL.
 * Returns: OK, also for a type that is not read, which is then in `refused`; FORMAT, RANK, OVERFLOW with `at`.
 */
enum gather_status gather__npy_read_header(const char *text, size_t length, int64_t at, int32_t version,
                                           struct gather__npy_array *array, struct gather_error *error);

/*
 * Reads the text of a type, without its quotes. Returns: OK; FORMAT; UNSUPPORTED with what such elements are.
 */
enum gather_status gather__npy_read_type(const char *text, size_t length, struct gather__npy_array *array,
                                         struct gather_error *error);

/* The text of a type, as numpy writes it: "<f4"; NULL if an .npy has none for it. */
const char *gather__npy_type_text(int32_t dtype);

struct gather__head;

/*
 * Writes what stands before the data: a multiple of 64 bytes. layout: becomes the dense one that the header says.
 * Returns: OK; NO_MEMORY; UNSUPPORTED for a layout or type that an .npy has not.
 */
enum gather_status gather__npy_write_header(struct gather_layout *layout, struct gather__head *bytes,
                                            struct gather_error *error);

#endif
