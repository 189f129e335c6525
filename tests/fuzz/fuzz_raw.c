/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Raw bytes with a layout, into another one:
 *
 *     layout of the file \0 layout of the output \0 how much memory (one byte) data ..
 *
 * What the stream does in so little memory is what one plan of the whole does.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz_target.h"
#include "gather/io.h"
#include "support/memory_file.h"

enum { MOST_BYTES = 1 << 16, MOST_ELEMENTS = 1 << 14 };

/* Takes a text up to a NUL from the input. Returns: whether it is a layout of a size worth trying. */
static bool take_layout(const uint8_t **data, size_t *size, struct gather_layout *layout)
{
    const uint8_t *end = memchr(*data, 0, *size);
    if (end == NULL)
        return false;
    size_t length = (size_t)(end - *data);
    enum gather_status status =
        gather_layout_parse(layout, (const char *)*data, length, GATHER_SPELLING_ANY, NULL);
    *data += length + 1;
    *size -= length + 1;
    return status == GATHER_STATUS_OK && gather_layout_bytes(layout) <= MOST_BYTES &&
           gather_layout_elements(layout) <= MOST_ELEMENTS;
}

/* The whole at once. Returns: the output, or NULL if it is refused. */
static uint8_t *relay_at_once(const uint8_t *data, const struct gather_layout *from,
                              const struct gather_layout *to)
{
    struct gather_op op = gather_relayout();
    size_t bytes = (size_t)gather_layout_bytes(to);
    uint8_t *copy = malloc((size_t)gather_layout_bytes(from) + 1), *made = malloc(bytes + 1);
    struct gather_buffer input = {copy, (uint64_t)gather_layout_bytes(from)}, output = {made, bytes};
    fuzz_must(copy != NULL && made != NULL, "there is memory");
    memcpy(copy, data, (size_t)input.bytes);
    memset(made, 0x5A, bytes);
    if (gather_once(&op, from, &input, 1, to, output, NULL, NULL) != GATHER_STATUS_OK) {
        free(made);
        made = NULL;
    }
    free(copy);
    return made;
}

static void check(const struct gather_file *file, const struct gather_tensor *tensor,
                  const struct gather_layout *to, int64_t memory, const uint8_t *expected)
{
    struct gather_relayout_options options = {.size = sizeof options, .memory = memory};
    struct gather_error error = {0};
    size_t bytes = (size_t)gather_layout_bytes(to);
    uint8_t *made = malloc(bytes + 1);
    struct gather_buffer output = {made, bytes};
    fuzz_must(made != NULL, "there is memory");
    memset(made, 0x5A, bytes);
    enum gather_status status = gather_io_relayout(file, tensor, to, output, &options, NULL, &error);
    bool too_little = status == GATHER_STATUS_UNSUPPORTED && strcmp(error.operand, "memory") == 0;
    if (expected == NULL)
        fuzz_must(status != GATHER_STATUS_OK, "what a plan refuses is refused");
    else if (!too_little)
        fuzz_must(status == GATHER_STATUS_OK && memcmp(made, expected, bytes) == 0,
                  "slabs make what the whole makes");
    free(made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct gather_layout from, to;
    struct gather_file *file = NULL;
    if (!take_layout(&data, &size, &from) || !take_layout(&data, &size, &to) || size == 0)
        return 0;
    int64_t memory = 1 + data[0];
    data++, size--;
    fuzz_must(gather_file_open(&file, memory_file(data, size), GATHER_FILE_RAW, NULL) == GATHER_STATUS_OK,
              "any bytes are raw bytes");
    struct gather_tensor tensor = *gather_file_tensor(file, 0);
    bool holds = (uint64_t)gather_layout_bytes(&from) <= size;
    fuzz_must((gather_tensor_lay(&tensor, &from, NULL) == GATHER_STATUS_OK) == holds,
              "a layout fits where there are as many bytes");
    if (holds) {
        uint8_t *expected = relay_at_once(data, &from, &to);
        check(file, &tensor, &to, memory, expected);
        free(expected);
    }
    gather_file_close(file);
    return 0;
}
