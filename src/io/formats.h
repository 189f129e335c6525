/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a format is to the rest of the room: a few functions, in a table with a row for each.
 *
 * To add one: a row in GATHER_FILE_FORMAT_LIST (its name and extension), its switch below and in cmake/io.cmake,
 * and a file that defines gather__format_<name>:
 *   list       judges the whole file and adds its tensors and metadata (file.h says by what)
 *   head       what stands beside the data of tensors to be written, and where each of them goes; NULL where it
 *              can't be written
 *   recognise  whether a file whose name tells nothing begins like one; NULL where the bytes tell nothing
 */
#ifndef GATHER_IO_FORMATS_H
#define GATHER_IO_FORMATS_H

#include "io/file.h"

#ifndef GATHER_FORMAT_RAW
#define GATHER_FORMAT_RAW 1
#endif
#ifndef GATHER_FORMAT_NPY
#define GATHER_FORMAT_NPY 1
#endif
#ifndef GATHER_FORMAT_NPZ
#define GATHER_FORMAT_NPZ 1
#endif
#ifndef GATHER_FORMAT_SAFETENSORS
#define GATHER_FORMAT_SAFETENSORS 1
#endif
#ifndef GATHER_FORMAT_GGUF
#define GATHER_FORMAT_GGUF 1
#endif
#ifndef GATHER_FORMAT_ONNX
#define GATHER_FORMAT_ONNX 1
#endif
#define GATHER_FORMAT_PB GATHER_FORMAT_ONNX /* one tensor of ONNX's */
#ifndef GATHER_FORMAT_IR
#define GATHER_FORMAT_IR 1
#endif
#ifndef GATHER_FORMAT_TEXT
#define GATHER_FORMAT_TEXT 1
#endif
#ifndef GATHER_FORMAT_FOLDER
#define GATHER_FORMAT_FOLDER 1
#endif

enum { GATHER__START_BYTES = 64 /* what `recognise` gets to see, if the file is as long */ };

/* Bytes that grow; all zero at the beginning, ended by free(bytes). */
struct gather__head {
    uint8_t *bytes;
    size_t count, capacity;
};

/* Returns: OK; NO_MEMORY. */
enum gather_status gather__head_add(struct gather__head *head, const void *bytes, size_t count,
                                    struct gather_error *error);

struct gather__format {
    enum gather_status (*list)(struct gather_file *file, struct gather_error *error);
    /*
     * Sets offset, bytes and, where the format says a layout in a way of its own, the layout of each
     * tensor.
     */
    enum gather_status (*head)(struct gather_tensor *tensors, size_t count, struct gather__head *head,
                               struct gather_error *error);
    /*
     * Puts the head into a file of `bytes` bytes, and when its tensors are there what follows from them (checks).
     * NULL: the head stands before the first tensor, and nothing follows.
     */
    void (*fill)(const struct gather_tensor *tensors, size_t count, const struct gather__head *head,
                 uint8_t *memory, int64_t bytes);
    void (*seal)(uint8_t *memory, int64_t bytes);
    /* start: the first `count` bytes of a file of `bytes`. */
    bool (*recognise)(const uint8_t *start, size_t count, int64_t bytes);
};

#define GATHER__FORMAT_DECLARE(id, name, extension) extern const struct gather__format gather__format_##name;
GATHER_FILE_FORMAT_LIST(GATHER__FORMAT_DECLARE)
#undef GATHER__FORMAT_DECLARE

/* The row of a format. Returns: OK; UNSUPPORTED for one that was not built in; ARGUMENT for none. */
enum gather_status gather__format_find(const struct gather__format **found, int32_t format,
                                       struct gather_error *error);

/* What a tensor is called in a file that calls each something. */
const char *gather__format_name_of_tensor(const struct gather_tensor *tensor);

/*
 * Judges these names before they are written: plain text, each once. may_be: what else the format wants of a name.
 * expected: all of that, in words. Returns: OK; UNSUPPORTED; ARGUMENT for a name that is there twice; NO_MEMORY; each
 * with the number of the tensor as `part`.
 */
enum gather_status gather__format_judge_names(const struct gather_tensor *tensors, size_t count,
                                              bool (*may_be)(const char *name), const char *expected,
                                              struct gather_error *error);

/* The format that a name tells; ANY where it tells none. */
int32_t gather__format_of_name(const char *path);

/* The format that the first bytes of a file tell; RAW where they tell none. */
int32_t gather__format_recognise(const uint8_t *start, size_t count, int64_t bytes);

#endif
