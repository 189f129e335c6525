/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as a file of several tensors: refused with a place inside it, or every tensor has a name and a
 * layout, and all of it can be read.
 */
#ifndef GATHER_TESTS_FUZZ_CONTAINER_H
#define GATHER_TESTS_FUZZ_CONTAINER_H

#include <stdbool.h>
#include <string.h>

#include "fuzz/fuzz_target.h"
#include "gather/io.h"
#include "support/memory_file.h"

enum { FUZZ_MOST_READ = 1 << 22 };

static inline void fuzz_refusal(const struct gather_error *error, size_t size)
{
    fuzz_must(error->status != GATHER_STATUS_OK && error->status != GATHER_STATUS_NO_MEMORY,
              "a malformed file is called one");
    fuzz_must((error->has & GATHER_ERROR_HAS_AT) != 0 && error->at >= 0 && (size_t)error->at <= size,
              "a refusal says where");
}

static inline void fuzz_tensor(const struct gather_file *file, const struct gather_tensor *tensor,
                               bool is_only)
{
    fuzz_must(tensor->name != NULL && gather_layout_validate(&tensor->layout, NULL) == GATHER_STATUS_OK,
              "a tensor has a name and a layout");
    fuzz_must(tensor->bytes >= 0 && gather_layout_bytes(&tensor->layout) == tensor->bytes,
              "a tensor has the bytes of its layout");
    const struct gather_tensor *found = gather_file_find(file, tensor->name, strlen(tensor->name));
    fuzz_must(is_only ? found == tensor : found != NULL, "a tensor is found by its name");
    if (tensor->bytes > FUZZ_MOST_READ)
        return;
    uint8_t *bytes = malloc((size_t)tensor->bytes + 1);
    fuzz_must(bytes != NULL, "there is memory");
    fuzz_must(gather_file_read(file, tensor, 0, bytes, (size_t)tensor->bytes, NULL) == GATHER_STATUS_OK,
              "a tensor can be read");
    free(bytes);
}

static inline void fuzz_hear(void *context, const char *tensor, const struct gather_error *error)
{
    (void)tensor;
    fuzz_must(error->status != GATHER_STATUS_OK && error->status != GATHER_STATUS_IO &&
                  error->status != GATHER_STATUS_NO_MEMORY,
              "a broken rule is told as one");
    ++*(size_t *)context;
}

/*
 * What was refused, once more for somebody who wants to hear of every broken rule, and to have the tensors of types that
 * are not read too: what is left can be read.
 */
static inline void fuzz_listen(int32_t format, const char *path)
{
    struct gather_file *file = NULL;
    size_t heard = 0;
    struct gather_file_options options = {
        .size = sizeof options, .format = format, .broken = fuzz_hear, .context = &heard, .unread = 1};
    if (gather_file_open_with(&file, path, &options, NULL) != GATHER_STATUS_OK)
        return;
    fuzz_must(heard > 0, "what is refused has a broken rule");
    for (size_t k = 0; k < gather_file_count(file); k++)
        fuzz_tensor(file, gather_file_tensor(file, k), false);
    gather_file_close(file);
}

/* A file of `size` bytes. */
static inline int fuzz_path(int32_t format, const char *path, size_t size)
{
    struct gather_file *file = NULL;
    struct gather_error error = {0};
    if (gather_file_open(&file, path, format, &error) != GATHER_STATUS_OK) {
        fuzz_refusal(&error, size);
        fuzz_listen(format, path);
        return 0;
    }
    for (size_t k = 0; k < gather_file_metadata_count(file); k++)
        fuzz_must(gather_file_metadata(file, k)->key != NULL && gather_file_metadata(file, k)->value != NULL,
                  "metadata have a key and a value");
    for (size_t k = 0; k < gather_file_count(file); k++)
        fuzz_tensor(file, gather_file_tensor(file, k), true);
    gather_file_close(file);
    return 0;
}

static inline int fuzz_container(int32_t format, const uint8_t *data, size_t size)
{
    return fuzz_path(format, memory_file(data, size), size);
}

#endif
