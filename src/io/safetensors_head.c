/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The header of a safetensors file, written.
 *
 * Data go by the width of their types, the widest first, so that each tensor begins at a multiple of its type's
 * width without a hole; the header is filled with blanks up to a multiple of 8. This is also how the format's
 * own library writes.
 */
#include <stdlib.h>
#include <string.h>

#include "core/arith.h"
#include "io/io_error.h"
#include "io/safetensors.h"

enum { MOST_DIGITS = 20 };

/* ---- writing ------------------------------------------------------------------------------------- */

/* Text that grows until something fails. */
struct writing {
    struct gather__head *head;
    struct gather_error *error;
    enum gather_status status;
};

static void add_bytes(struct writing *writing, const char *bytes, size_t count)
{
    if (writing->status == GATHER_STATUS_OK)
        writing->status = gather__head_add(writing->head, bytes, count, writing->error);
}

static void add(struct writing *writing, const char *text) { add_bytes(writing, text, strlen(text)); }

static void add_number(struct writing *writing, int64_t number)
{
    char digits[MOST_DIGITS];
    size_t place = sizeof digits;
    do {
        digits[--place] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    add_bytes(writing, digits + place, sizeof digits - place);
}

/* A text as JSON, in its quotes. */
static void add_string(struct writing *writing, const char *text)
{
    add(writing, "\"");
    for (; *text != '\0'; text++) {
        char escape[] = "\\u0000";
        if ((unsigned char)*text < ' ') {
            escape[4] = (char)('0' + (*text >> 4));
            escape[5] = "0123456789abcdef"[*text & 15];
            add(writing, escape);
        } else {
            add_bytes(writing, "\\", *text == '"' || *text == '\\');
            add_bytes(writing, text, 1);
        }
    }
    add(writing, "\"");
}

static void add_tensor(struct writing *writing, const struct gather_tensor *tensor)
{
    char type[32];
    const struct gather_layout *layout = &tensor->layout;
    gather_dtype_name(layout->dtype, GATHER_WORLD_SAFETENSORS, type, sizeof type);
    add_string(writing, gather__format_name_of_tensor(tensor));
    add(writing, ":{\"dtype\":\"");
    add(writing, type);
    add(writing, "\",\"shape\":[");
    for (int32_t d = 0; d < layout->rank; d++) {
        add(writing, d > 0 ? "," : "");
        add_number(writing, layout->sizes[d]);
    }
    add(writing, "],\"data_offsets\":[");
    add_number(writing, tensor->offset);
    add(writing, ",");
    add_number(writing, tensor->offset + tensor->bytes); /* bounded: by place_data */
    add(writing, "]}");
}

/* ---- what can be written ------------------------------------------------------------------------- */

/* The layout as this format says it: dense and row-major. */
static enum gather_status judge_layout(struct gather_layout *layout, struct gather_error *error)
{
    struct gather_layout dense;
    char text[GATHER_LAYOUT_TEXT_SIZE], type[32];
    size_t length;
    if (gather_dtype_name(layout->dtype, GATHER_WORLD_SAFETENSORS, type, sizeof type) == 0) {
        gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, "layout", "a type that safetensors has");
        return gather__io_fail_type(error, GATHER_STATUS_UNSUPPORTED, layout->dtype, GATHER_DTYPE_NONE);
    }
    if (gather_dtype_bits(layout->dtype) < 8 && gather_layout_elements(layout) % 2 != 0)
        return gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, "layout",
                               "an even number of elements of 4 bits, for safetensors has whole bytes");
    enum gather_status status =
        gather_layout_print(layout, GATHER_SPELLING_NUMPY, text, sizeof text, &length, NULL);
    if (status != GATHER_STATUS_OK || text[length - 1] != 'C')
        return gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, "layout",
                               "a dense, row-major one, for the file is a .safetensors");
    status = gather_layout_init(&dense, layout->dtype, layout->rank, layout->sizes, error);
    if (status == GATHER_STATUS_OK)
        *layout = dense;
    return status;
}

static bool is_no_metadata(const char *name) { return strcmp(name, "__metadata__") != 0; }

static enum gather_status judge_tensors(struct gather_tensor *tensors, size_t count,
                                        struct gather_error *error)
{
    for (size_t k = 0; k < count; k++) {
        enum gather_status status = judge_layout(&tensors[k].layout, error);
        if (status != GATHER_STATUS_OK) {
            gather__io_fail_part(error, k);
            return status;
        }
    }
    return gather__format_judge_names(tensors, count, is_no_metadata,
                                      "UTF-8, and not \"__metadata__\", for the file is a .safetensors",
                                      error);
}

/* Gives each tensor its place in the data: the widest types first. */
static enum gather_status place_data(struct gather_tensor *tensors, size_t count, struct gather_error *error)
{
    int64_t end = 0;
    for (int32_t bits = 128; bits >= 2; bits /= 2)
        for (size_t k = 0; k < count; k++) {
            if (gather_dtype_bits(tensors[k].layout.dtype) != bits)
                continue;
            tensors[k].offset = end;
            tensors[k].bytes = gather_layout_bytes(&tensors[k].layout);
            if (!gather__add(end, tensors[k].bytes, &end))
                return gather__io_fail(error, GATHER_STATUS_OVERFLOW, "layout", "a file below 2^63 bytes");
        }
    return GATHER_STATUS_OK;
}

static enum gather_status write_header(const struct gather_tensor *tensors, size_t count,
                                       struct gather__head *head, struct gather_error *error)
{
    struct writing writing = {head, error, GATHER_STATUS_OK};
    const char length[GATHER__SAFETENSORS_LENGTH_BYTES] = {0};
    add_bytes(&writing, length, sizeof length);
    add(&writing, "{");
    for (size_t k = 0; k < count; k++) {
        add(&writing, k > 0 ? "," : "");
        add_tensor(&writing, &tensors[k]);
    }
    add(&writing, "}");
    while (writing.status == GATHER_STATUS_OK && head->count % 8 != 0)
        add(&writing, " ");
    if (writing.status == GATHER_STATUS_OK &&
        head->count - GATHER__SAFETENSORS_LENGTH_BYTES > GATHER__SAFETENSORS_MOST_HEADER)
        return gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, "tensors", "a header of at most 100 MB");
    for (int k = 0; k < GATHER__SAFETENSORS_LENGTH_BYTES && writing.status == GATHER_STATUS_OK; k++)
        head->bytes[k] = (uint8_t)((head->count - GATHER__SAFETENSORS_LENGTH_BYTES) >> (8 * k));
    return writing.status;
}

enum gather_status gather__safetensors_head(struct gather_tensor *tensors, size_t count,
                                            struct gather__head *head, struct gather_error *error)
{
    enum gather_status status = judge_tensors(tensors, count, error);
    if (status == GATHER_STATUS_OK)
        status = place_data(tensors, count, error);
    if (status == GATHER_STATUS_OK)
        status = write_header(tensors, count, head, error);
    for (size_t k = 0; k < count && status == GATHER_STATUS_OK; k++)
        if (!gather__add(tensors[k].offset, (int64_t)head->count, &tensors[k].offset))
            status = gather__io_fail(error, GATHER_STATUS_OVERFLOW, "layout", "a file below 2^63 bytes");
    return status;
}
