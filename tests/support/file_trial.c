/* SPDX-License-Identifier: Apache-2.0 */
/* A file of tensors tried as a whole: file_trial.h says how. */
#include "support/file_trial.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/memory_file.h"

enum { MOST_BYTES = 1 << 24 /* a tensor of more is not read as a whole */ };

static void must(bool holds, const char *what)
{
    if (holds)
        return;
    (void)fprintf(stderr, "it does not hold that %s\n", what);
    abort();
}

static void check_tensor(const struct gather_file *file, const struct gather_tensor *tensor)
{
    must(tensor->offset >= 0 && tensor->bytes >= 0, "a tensor has a place");
    must(gather_layout_validate(&tensor->layout, NULL) == GATHER_STATUS_OK, "its layout is valid");
    must(gather_layout_bytes(&tensor->layout) <= tensor->bytes, "it has the bytes of its layout");
    must(gather_file_find(file, tensor->name, strlen(tensor->name)) == tensor, "it is found by its name");
}

static enum gather_status read_tensor(const struct gather_file *file, const struct gather_tensor *tensor,
                                      struct gather_error *error)
{
    size_t count = tensor->bytes < MOST_BYTES ? (size_t)tensor->bytes : 0;
    uint8_t *memory = malloc(count + 1);
    must(memory != NULL, "there is memory");
    enum gather_status status = gather_file_read(file, tensor, 0, memory, count, error);
    free(memory);
    return status;
}

/* The last row, the first and none. Returns: what the library does; the bytes, which the caller frees. */
static uint8_t *take_rows(const struct gather_file *file, size_t k, const struct gather_layout *rows,
                          enum gather_status *status)
{
    const struct gather_tensor *tensor = gather_file_tensor(file, k);
    int64_t size = tensor->layout.sizes[0];
    const int64_t wanted[] = {size - 1, size > 0 ? 0 : -1, -1};
    uint64_t bytes = (uint64_t)gather_layout_bytes(rows);
    struct gather_buffer buffer = {calloc(1, (size_t)bytes + 1), bytes};
    must(buffer.data != NULL, "there is memory");
    *status = gather_io_take(file, tensor, 0, wanted, 3, rows, buffer, NULL, NULL, NULL);
    return buffer.data;
}

/* From a map come the same rows as from the file. */
static void check_rows(const struct gather_file *file, const struct gather_file *mapped, size_t k)
{
    const struct gather_layout *layout = &gather_file_tensor(file, k)->layout;
    struct gather_layout rows;
    int64_t sizes[GATHER_MAX_RANK];
    enum gather_status status, other;
    memcpy(sizes, layout->sizes, sizeof sizes);
    sizes[0] = 3;
    if (layout->rank == 0 || gather_dtype_bits(layout->dtype) < 8 ||
        gather_layout_init(&rows, layout->dtype, layout->rank, sizes, NULL) != GATHER_STATUS_OK ||
        gather_layout_bytes(&rows) > MOST_BYTES)
        return;
    uint8_t *read = take_rows(file, k, &rows, &status), *taken = take_rows(mapped, k, &rows, &other);
    must(status == other, "a map gives what reading gives");
    must(status != GATHER_STATUS_OK || memcmp(read, taken, (size_t)gather_layout_bytes(&rows)) == 0,
         "rows of a map are those that are read");
    free(read);
    free(taken);
}

static void check_mapped(const struct gather_file *file, const char *path, int32_t format)
{
    struct gather_file *mapped = NULL;
    const struct gather_file_options options = {.size = sizeof options, .format = format, .map = 1};
    must(gather_file_open_with(&mapped, path, &options, NULL) == GATHER_STATUS_OK, "it opens again");
    must(gather_file_count(mapped) == gather_file_count(file), "it has the same tensors");
    for (size_t k = 0; k < gather_file_count(file); k++)
        check_rows(file, mapped, k);
    gather_file_close(mapped);
}

static void check_texts(const struct gather_file *file)
{
    for (size_t k = 0; k < gather_file_metadata_count(file); k++) {
        const struct gather_metadata *metadata = gather_file_metadata(file, k);
        must(strlen(metadata->key) + strlen(metadata->value) < SIZE_MAX, "metadata are texts");
    }
    must(gather_file_source(file, 0) != NULL, "the file has a path");
}

enum gather_status file_trial(const char *path, int32_t format, struct gather_error *error)
{
    struct gather_file *file = NULL;
    memset(error, 0, sizeof *error);
    enum gather_status status = gather_file_open(&file, path, format, error);
    if (status != GATHER_STATUS_OK)
        return status;
    check_texts(file);
    for (size_t k = 0; k < gather_file_count(file); k++) {
        check_tensor(file, gather_file_tensor(file, k));
        if (status == GATHER_STATUS_OK)
            status = read_tensor(file, gather_file_tensor(file, k), error);
    }
    check_mapped(file, path, format);
    gather_file_close(file);
    return status;
}

enum gather_status file_trial_bytes(const uint8_t *bytes, size_t count, int32_t format,
                                    struct gather_error *error)
{
    enum gather_status status = file_trial(memory_file(bytes, count), format, error);
    if (status == GATHER_STATUS_OK)
        return status;
    must(error->status == (int32_t)status, "an error has its status");
    must(status == GATHER_STATUS_FORMAT || status == GATHER_STATUS_UNSUPPORTED ||
             status == GATHER_STATUS_RANK || status == GATHER_STATUS_OVERFLOW,
         "a malformed file is called one");
    must((error->has & GATHER_ERROR_HAS_AT) != 0 && error->at >= 0 && (size_t)error->at <= count,
         "a refusal says where");
    must(error->expected != NULL || error->lacks != NULL || error->reason != NULL, "a refusal says why");
    return status;
}

size_t file_trial_prefixes(const uint8_t *bytes, size_t count, int32_t format)
{
    struct gather_error error;
    size_t opened = 0;
    for (size_t k = 0; k < count; k++)
        opened += file_trial_bytes(bytes, k, format, &error) == GATHER_STATUS_OK;
    return opened;
}

size_t file_trial_bit_flips(const uint8_t *bytes, size_t count, int32_t format)
{
    struct gather_error error;
    size_t opened = 0;
    uint8_t *spoilt = malloc(count + 1);
    must(spoilt != NULL, "there is memory");
    memcpy(spoilt, bytes, count);
    for (size_t k = 0; k < 8 * count; k++) {
        spoilt[k / 8] ^= (uint8_t)(1 << k % 8);
        opened += file_trial_bytes(spoilt, count, format, &error) == GATHER_STATUS_OK;
        spoilt[k / 8] ^= (uint8_t)(1 << k % 8);
    }
    free(spoilt);
    return opened;
}
