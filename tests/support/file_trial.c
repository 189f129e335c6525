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
