/* SPDX-License-Identifier: Apache-2.0 */
/*
 * numpy's file of one array: versions 1.0 to 3.0, both orders of the elements and of the bytes.
 *
 *     bytes   0      6       8 (version 1)        10          10 + length
 *             \x93NUMPY  version  length of header    dictionary   data
 *                        (1, 2, 3)  2 bytes; 4 from version 2 on
 *
 * numpy pads the header so that the data begin at a multiple of 64; files of others need not. Data end the
 * file: a second array behind the first (np.save twice into one file) would be lost without a word, so it is
 * refused.
 */
#include "io/npy.h"

#include <stdlib.h>
#include <string.h>

#include "core/arith.h"
#include "io/formats.h"
#include "io/io_error.h"
#include "io/unread_tensor.h"

enum {
    MAGIC_BYTES = 6,
    LENGTH_AT = 8,
    MOST_HEADER_BYTES = 1 << 20, /* numpy writes below 256 for any array of numbers */
    ALIGNMENT = 64,
    SIZE_DIGITS = 20,
    GROWN_DIGITS = 21 /* numpy leaves room for so many in the size of the slowest dimension */
};

static const char magic[] = "\x93NUMPY";

/* ---- reading ------------------------------------------------------------------------------------- */

/* The first byte that differs from the magic, or where the file ends. */
static enum gather_status check_magic(const uint8_t *start, int64_t bytes, struct gather_error *error)
{
    int64_t at = 0;
    while (at < MAGIC_BYTES && at < bytes && start[at] == (uint8_t)magic[at])
        at++;
    if (at < MAGIC_BYTES)
        return gather__io_malformed(error, at, "a .npy file, which begins with \\x93NUMPY");
    if (bytes < LENGTH_AT)
        return gather__io_malformed(error, bytes, "a version");
    if (start[6] < 1 || start[6] > 3 || start[7] != 0)
        return gather__io_malformed(error, MAGIC_BYTES, "version 1.0, 2.0 or 3.0");
    return GATHER_STATUS_OK;
}

/* Where the header's text stands in the file. */
struct text_place {
    int64_t begin, length;
    int32_t version;
};

static enum gather_status find_text(const struct gather__npy_bytes *bytes, struct text_place *place,
                                    struct gather_error *error)
{
    uint8_t start[12] = {0};
    size_t there = bytes->count < (int64_t)sizeof start ? (size_t)bytes->count : sizeof start;
    enum gather_status status = bytes->read(bytes->context, 0, start, there, error);
    if (status == GATHER_STATUS_OK)
        status = check_magic(start, bytes->count, error);
    if (status != GATHER_STATUS_OK)
        return status;
    place->version = start[6];
    place->begin = start[6] == 1 ? 10 : 12;
    if (bytes->count < place->begin)
        return gather__io_malformed(error, bytes->count, "the length of the header");
    place->length = start[8] | start[9] << 8;
    if (start[6] > 1)
        place->length |= (int64_t)start[10] << 16 | (int64_t)start[11] << 24;
    if (place->length > bytes->count - place->begin)
        return gather__io_malformed(error, LENGTH_AT, "a header that ends within the file");
    if (place->length > MOST_HEADER_BYTES)
        return gather__io_malformed(error, LENGTH_AT, "a header of at most 1 MiB");
    return GATHER_STATUS_OK;
}

static enum gather_status read_array(const struct gather__npy_bytes *bytes, const struct text_place *place,
                                     struct gather__npy_array *array, struct gather_error *error)
{
    char *text = malloc((size_t)place->length + 1);
    if (text == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    enum gather_status status = bytes->read(bytes->context, place->begin, text, (size_t)place->length, error);
    if (status == GATHER_STATUS_OK)
        status =
            gather__npy_read_header(text, (size_t)place->length, place->begin, place->version, array, error);
    free(text);
    return status;
}

/* Memory order of a Fortran array: the first dimension changes fastest. */
static void reverse_order(struct gather_layout *layout)
{
    for (int32_t k = 0; k < layout->rank; k++)
        layout->minor_to_major[k] = (uint8_t)k;
}

/* Bytes behind the array, which are rather a second one than rubbish where they begin as one. */
static enum gather_status refuse_rest(const struct gather__npy_bytes *bytes, int64_t end,
                                      struct gather_error *error)
{
    uint8_t start[MAGIC_BYTES] = {0};
    enum gather_status status = GATHER_STATUS_OK;
    if (!bytes->is_packed && bytes->count - end >= MAGIC_BYTES)
        status = bytes->read(bytes->context, end, start, MAGIC_BYTES, error);
    if (status != GATHER_STATUS_OK)
        return status;
    bool is_array = memcmp(start, magic, MAGIC_BYTES) == 0;
    return gather__io_malformed(error, end,
                                is_array
                                    ? "one array, for here another one begins: numpy.savez makes a file of "
                                      "several, an .npz"
                                    : "the end of the file, for here the array ends");
}

/* The data fill what is left of the bytes, to the last. */
static enum gather_status judge_data(const struct gather__npy_bytes *bytes, struct gather_tensor *tensor,
                                     struct gather_error *error)
{
    int64_t left = bytes->count - tensor->offset;
    tensor->bytes = gather_layout_bytes(&tensor->layout);
    if (tensor->bytes == left)
        return GATHER_STATUS_OK;
    if (tensor->bytes < left)
        return refuse_rest(bytes, tensor->offset + tensor->bytes, error); /* bounded: within the bytes */
    gather__io_fail(error, GATHER_STATUS_FORMAT, "bytes", "as many bytes of data as the shape asks for");
    gather__io_fail_at(error, GATHER_STATUS_FORMAT, bytes->count);
    return gather__io_fail_value(error, GATHER_STATUS_FORMAT, left, tensor->bytes, tensor->bytes);
}

enum gather_status gather__npy_read(const struct gather__npy_bytes *bytes, struct gather__npy_array *array,
                                    struct gather_tensor *tensor, struct gather_error *error)
{
    struct text_place place = {0, 0, 0};
    enum gather_status status = find_text(bytes, &place, error);
    if (status == GATHER_STATUS_OK)
        status = read_array(bytes, &place, array, error);
    if (status != GATHER_STATUS_OK)
        return status;
    tensor->offset = place.begin + place.length;
    if (array->refused.status != GATHER_STATUS_OK) {
        tensor->bytes = bytes->count - tensor->offset;
        *error = array->refused;
        return (enum gather_status)error->status;
    }
    tensor->swapped = array->swapped;
    tensor->untyped = array->untyped;
    status = gather_layout_init(&tensor->layout, array->dtype, array->rank, array->sizes, error);
    if (status != GATHER_STATUS_OK)
        return gather__io_fail_at(error, status, place.begin);
    if (array->fortran_order)
        reverse_order(&tensor->layout);
    return judge_data(bytes, tensor, error);
}

static enum gather_status read_file(void *context, int64_t begin, void *memory, size_t count,
                                    struct gather_error *error)
{
    return gather__file_read_at(context, begin, memory, count, error);
}

static enum gather_status list(struct gather_file *file, struct gather_error *error)
{
    struct gather__npy_bytes bytes = {read_file, file, file->bytes, false};
    struct gather__npy_array array = {.dtype = GATHER_DTYPE_NONE};
    struct gather_tensor tensor = {.name = ""};
    enum gather_status status = gather__npy_read(&bytes, &array, &tensor, error);
    if (status == GATHER_STATUS_UNSUPPORTED)
        return gather__file_add_unread(file, &tensor, array.type, array.rank, array.sizes, error);
    return status == GATHER_STATUS_OK ? gather__file_add(file, &tensor, error) : status;
}

/* ---- writing ------------------------------------------------------------------------------------- */

/* The layout as this format says it: dense, row-major or column-major. */
static enum gather_status judge_layout(struct gather_layout *layout, bool *fortran_order,
                                       struct gather_error *error)
{
    char text[GATHER_LAYOUT_TEXT_SIZE];
    size_t length;
    struct gather_layout dense;
    enum gather_status status =
        gather_layout_print(layout, GATHER_SPELLING_NUMPY, text, sizeof text, &length, error);
    if (status != GATHER_STATUS_OK) {
        if (error != NULL) { /* what it lacks is said already */
            error->operand = "layout";
            error->expected = "a dense one, row-major or column-major, for the file is an .npy";
        }
        return status;
    }
    if (gather__npy_type_text(layout->dtype) == NULL) {
        gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, "layout",
                        "a type of numpy's, for the file is an .npy");
        return gather__io_fail_type(error, GATHER_STATUS_UNSUPPORTED, layout->dtype, GATHER_DTYPE_NONE);
    }
    *fortran_order = text[length - 1] == 'F';
    status = gather_layout_init(&dense, layout->dtype, layout->rank, layout->sizes, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (*fortran_order)
        reverse_order(&dense);
    *layout = dense;
    return GATHER_STATUS_OK;
}

/* A text of bounded length, put together; longer than any header of 16 sizes. */
struct text {
    char bytes[512];
    size_t length;
};

static void add_text(struct text *text, const char *more)
{
    size_t length = strlen(more);
    memcpy(text->bytes + text->length, more, length);
    text->length += length;
}

/* Returns: how many digits it has. */
static int add_size(struct text *text, int64_t size)
{
    char digits[SIZE_DIGITS + 1] = {0};
    int place = SIZE_DIGITS;
    do {
        digits[--place] = (char)('0' + size % 10);
        size /= 10;
    } while (size > 0);
    add_text(text, digits + place);
    return SIZE_DIGITS - place;
}

static void add_blanks(struct text *text, int count)
{
    while (count-- > 0)
        add_text(text, " ");
}

/* To the byte what numpy.save writes. */
static void write_dictionary(struct text *text, const struct gather_layout *layout, bool fortran_order)
{
    int32_t slowest = fortran_order ? layout->rank - 1 : 0;
    int room = 0;
    add_text(text, "{'descr': '");
    add_text(text, gather__npy_type_text(layout->dtype));
    add_text(text, fortran_order ? "', 'fortran_order': True, 'shape': ("
                                 : "', 'fortran_order': False, 'shape': (");
    for (int32_t d = 0; d < layout->rank; d++) {
        int digits = add_size(text, layout->sizes[d]);
        room = d == slowest ? GROWN_DIGITS - digits : room;
        add_text(text, layout->rank == 1 ? "," : d + 1 < layout->rank ? ", " : "");
    }
    add_text(text, "), }");
    add_blanks(text, room);
    add_blanks(text, ALIGNMENT - 1 - (int)((LENGTH_AT + 2 + text->length) % ALIGNMENT));
    add_text(text, "\n");
}

enum gather_status gather__npy_write_header(struct gather_layout *layout, struct gather__head *bytes,
                                            struct gather_error *error)
{
    bool fortran_order = false;
    struct text text = {.length = 0};
    enum gather_status status = judge_layout(layout, &fortran_order, error);
    if (status != GATHER_STATUS_OK)
        return status;
    write_dictionary(&text, layout, fortran_order);
    const uint8_t start[] = {1, 0, (uint8_t)(text.length & 0xFF), (uint8_t)(text.length >> 8)};
    status = gather__head_add(bytes, magic, MAGIC_BYTES, error);
    if (status == GATHER_STATUS_OK)
        status = gather__head_add(bytes, start, sizeof start, error);
    if (status == GATHER_STATUS_OK)
        status = gather__head_add(bytes, text.bytes, text.length, error);
    return status;
}

static enum gather_status head(struct gather_tensor *tensors, size_t count, struct gather__head *bytes,
                               struct gather_error *error)
{
    if (count != 1)
        return gather__io_fail(error, GATHER_STATUS_ARGUMENT, "tensors", "one tensor a file");
    enum gather_status status = gather__npy_write_header(&tensors->layout, bytes, error);
    tensors->offset = (int64_t)bytes->count;
    tensors->bytes = status == GATHER_STATUS_OK ? gather_layout_bytes(&tensors->layout) : 0;
    return status;
}

static bool recognise(const uint8_t *start, size_t count, int64_t bytes)
{
    (void)bytes;
    return count >= MAGIC_BYTES && memcmp(start, magic, MAGIC_BYTES) == 0;
}

const struct gather__format gather__format_npy = {.list = list, .head = head, .recognise = recognise};
