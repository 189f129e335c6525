/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tensors of types that are not read: they stay among the others as bytes, under the file's word for their type.
 * Where their rows are of whole bytes these are blocks, as those of quantised types are, so that the shape is not
 * lost:
 *
 *     <U5, (2, 3), 120 bytes ──> u8[2,60], blocks of 1 element in 20 bytes
 */
#include "io/unread_tensor.h"

#include <string.h>

#include "core/arith.h"
#include "io/io_error.h"

enum { MOST_TYPE_BYTES = 32 };

/* Rows of blocks, the least parts of a row that are whole elements and whole bytes. Returns: whether there are such. */
static bool lay_rows(struct gather_tensor *tensor, int64_t elements)
{
    struct gather_layout *layout = &tensor->layout;
    int64_t *last = &layout->sizes[layout->rank - 1];
    int64_t rows = elements / *last, row = tensor->bytes / rows; /* bounded: below, for there are elements */
    int64_t part = gather__common_divisor(*last, row);
    if (row == 0 || tensor->bytes % rows != 0 || *last / part > INT32_MAX || row / part > INT32_MAX)
        return false;
    int32_t block = (int32_t)(*last / part);
    *last = row;
    if (gather_layout_init(layout, GATHER_DTYPE_U8, layout->rank, layout->sizes, NULL) != GATHER_STATUS_OK)
        return false;
    tensor->block = block;
    tensor->block_bytes = (int32_t)(row / part);
    return true;
}

enum gather_status gather__unread_lay(struct gather_tensor *tensor, int32_t rank, const int64_t *sizes,
                                      struct gather_error *error)
{
    enum gather_status status = gather_layout_init(&tensor->layout, GATHER_DTYPE_U8, rank, sizes, error);
    if (status != GATHER_STATUS_OK)
        return status;
    int64_t elements = gather_layout_elements(&tensor->layout);
    if (elements == 0 ? tensor->bytes == 0 : rank > 0 && lay_rows(tensor, elements))
        return GATHER_STATUS_OK;
    return gather_layout_init(&tensor->layout, GATHER_DTYPE_U8, 1, &tensor->bytes, error);
}

const char *gather__unread_word(int64_t number, char word[GATHER__UNREAD_WORD_BYTES])
{
    size_t place = GATHER__UNREAD_WORD_BYTES;
    if (number < 0)
        return "unknown";
    word[--place] = '\0';
    do {
        word[--place] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    memmove(word + 4, word + place, GATHER__UNREAD_WORD_BYTES - place); /* bounded: 19 digits and their end */
    memcpy(word, "type", 4);
    return word;
}

static bool is_word(const char *text)
{
    size_t length = 0;
    while (text[length] > ' ' && text[length] <= '~' && length <= MOST_TYPE_BYTES)
        length++;
    return length > 0 && length <= MOST_TYPE_BYTES && text[length] == '\0';
}

enum gather_status gather__file_add_unread(struct gather_file *file, struct gather_tensor *tensor,
                                           const char *type, int32_t rank, const int64_t *sizes,
                                           struct gather_error *error)
{
    const struct gather_file_options *options = &file->options;
    struct gather_error refused = *error;
    if (options->unread == 0)
        return (enum gather_status)refused.status;
    if (refused.status == GATHER_STATUS_UNSUPPORTED)
        refused.reason = "this version does not read it";
    enum gather_status status = gather__unread_lay(tensor, rank, sizes, error);
    if (status != GATHER_STATUS_OK)
        return gather__io_fail_at(error, status, refused.at);
    const char *word = is_word(type) ? type : "unknown";
    status = gather__file_text(file, word, strlen(word), &tensor->type, error);
    tensor->untyped = 1;
    tensor->unread = refused.expected;
    if (status == GATHER_STATUS_OK && options->broken != NULL)
        options->broken(options->context, tensor->name, &refused);
    return status == GATHER_STATUS_OK ? gather__file_add(file, tensor, error) : status;
}
