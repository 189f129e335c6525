/* SPDX-License-Identifier: Apache-2.0 */
/* Elements in row-major order, piece by piece: element_walk.h says how. */
#include "element_walk.h"

#include <stdlib.h>
#include <string.h>

#include "interrupt.h"
#include "tensor_values.h"

enum { WHOLE_MOST = 1 << 30 }; /* bytes of a tensor in tiles that is read at once */

/* ---- a tensor ------------------------------------------------------------------------------------ */

static bool is_plain(const struct element_reader *reader)
{
    const struct gather_layout *layout = &reader->tensor.layout;
    bool same = false;
    return layout->cell_bits == reader->dense.cell_bits && reader->summary.dense &&
           reader->summary.offset == 0 &&
           gather_layout_reshape_is_bitcast(layout, &reader->dense, &same, NULL) == GATHER_STATUS_OK && same;
}

static enum gather_status refuse_tiles(struct gather_error *error)
{
    memset(error, 0, sizeof *error);
    error->status = GATHER_STATUS_UNSUPPORTED;
    error->operand = "layout";
    error->expected = "tiles of at most 1 GiB in all; 'gather convert' makes rows of larger ones";
    error->part = -1;
    return GATHER_STATUS_UNSUPPORTED;
}

static int is_interrupted(void *context, int64_t done, int64_t total)
{
    (void)context;
    (void)done;
    (void)total;
    return interrupt_seen();
}

/* Elements that lie apart may be gigabytes to read: a signal ends it within. */
static enum gather_status relay(const struct element_reader *reader, const struct gather_tensor *tensor,
                                const struct gather_layout *dense, struct gather_buffer buffer,
                                struct gather_error *error)
{
    const struct gather_relayout_options options = {.size = sizeof options, .progress = is_interrupted};
    return gather_io_relayout(reader->file, tensor, dense, buffer, &options, NULL, error);
}

static enum gather_status read_whole(struct element_reader *reader, struct gather_error *error)
{
    struct gather_buffer buffer = {NULL, (uint64_t)gather_layout_bytes(&reader->dense)};
    if (buffer.bytes > WHOLE_MOST)
        return refuse_tiles(error);
    reader->values = buffer.data = malloc((size_t)buffer.bytes + 1);
    if (buffer.data == NULL) {
        *error = (struct gather_error){.status = GATHER_STATUS_NO_MEMORY, .part = -1};
        return GATHER_STATUS_NO_MEMORY;
    }
    return relay(reader, &reader->tensor, &reader->dense, buffer, error);
}

enum gather_status element_reader_begin(struct element_reader *reader, const struct gather_file *file,
                                        const struct gather_tensor *tensor, struct gather_error *error)
{
    memset(reader, 0, sizeof *reader);
    reader->file = file;
    reader->tensor = *tensor;
    reader->dense = tensor_values_layout(&tensor->layout);
    enum gather_status status = gather_layout_describe(&tensor->layout, &reader->summary, error);
    if (status != GATHER_STATUS_OK)
        return status;
    reader->is_plain = is_plain(reader);
    return reader->is_plain || reader->summary.strided ? GATHER_STATUS_OK : read_whole(reader, error);
}

void element_reader_end(struct element_reader *reader)
{
    free(reader->values);
    reader->values = NULL;
}

int64_t element_reader_piece(const struct element_reader *reader)
{
    enum { IN_CACHES = 1 << 17 };
    return reader->is_plain || reader->values != NULL ? IN_CACHES : ELEMENT_WALK_MOST;
}

/* ---- pieces -------------------------------------------------------------------------------------- */

/* Elements inside a row of a dimension. */
static int64_t row_elements(const struct gather_layout *layout, int32_t dimension)
{
    int64_t elements = 1;
    for (int32_t d = dimension + 1; d < layout->rank && gather_layout_elements(layout) > 0; d++)
        elements *= layout->sizes[d]; /* bounded: elements of the layout, which has some */
    return elements;
}

/* The dimension whose rows are counted out: the first of which a row fits; -1 where all of them fit. */
static int32_t divided_dimension(const struct gather_layout *layout, int64_t most)
{
    int32_t d = -1;
    while (d < layout->rank - 1 && row_elements(layout, d) > most)
        d++;
    return d;
}

/* From its begin on, as many rows as fit. */
static void measure(const struct gather_layout *layout, int64_t most, struct element_piece *piece)
{
    int32_t divided = divided_dimension(layout, most);
    memcpy(piece->sizes, layout->sizes, sizeof piece->sizes);
    for (int32_t d = 0; d < divided; d++)
        piece->sizes[d] = 1;
    if (divided >= 0) {
        int64_t rows = most / row_elements(layout, divided),
                left = layout->sizes[divided] - piece->begin[divided];
        piece->sizes[divided] = rows < left ? rows : left;
    }
    piece->count = 1;
    for (int32_t d = 0; d < layout->rank; d++)
        piece->count *= piece->sizes[d]; /* bounded: elements of the layout */
}

struct element_piece element_piece_first(const struct gather_layout *layout, int64_t most)
{
    struct element_piece piece;
    memset(&piece, 0, sizeof piece);
    measure(layout, most, &piece);
    return piece;
}

bool element_piece_next(const struct gather_layout *layout, int64_t most, struct element_piece *piece)
{
    int32_t d = divided_dimension(layout, most);
    piece->first += piece->count;
    for (; d >= 0; d--) {
        piece->begin[d] += piece->sizes[d];
        if (piece->begin[d] < layout->sizes[d])
            break;
        piece->begin[d] = 0;
    }
    if (d < 0)
        return false;
    measure(layout, most, piece);
    return true;
}

/* ---- reading ------------------------------------------------------------------------------------- */

struct gather_layout element_point(const struct gather_layout *layout,
                                   const struct gather_layout_summary *summary)
{
    return (struct gather_layout){.kind = GATHER_LAYOUT_STRIDES,
                                  .tail = 1,
                                  .dtype = layout->dtype,
                                  .cell_bits = layout->cell_bits,
                                  .offset = summary->offset};
}

struct gather_layout element_part(const struct gather_layout *layout,
                                  const struct gather_layout_summary *summary, const int64_t *begin,
                                  const int64_t *sizes)
{
    struct gather_layout part = element_point(layout, summary);
    part.rank = layout->rank;
    for (int32_t d = 0; d < layout->rank; d++) {
        part.sizes[d] = sizes[d];
        part.place[d] = summary->strides[d];
        part.offset += begin[d] * summary->strides[d]; /* bounded: a cell of the layout */
    }
    return part;
}

enum gather_status element_reader_read(const struct element_reader *reader, const struct element_piece *piece,
                                       void *elements, struct gather_error *error)
{
    int64_t width = reader->dense.cell_bits / 8;
    int64_t begin = piece->first * width, bytes = piece->count * width; /* bounded: bytes of the elements */
    if (reader->is_plain)
        return gather_file_read(reader->file, &reader->tensor, begin, elements, (size_t)bytes, error);
    if (reader->values != NULL) {
        memcpy(elements, (const char *)reader->values + begin, (size_t)bytes);
        return GATHER_STATUS_OK;
    }
    struct gather_tensor part = reader->tensor;
    struct gather_layout dense = reader->dense;
    part.layout = element_part(&part.layout, &reader->summary, piece->begin, piece->sizes);
    memcpy(dense.sizes, piece->sizes, sizeof dense.sizes);
    dense = tensor_values_layout(&dense);
    return relay(reader, &part, &dense, (struct gather_buffer){elements, (uint64_t)bytes}, error);
}

void element_index(const struct gather_layout *layout, int64_t number, int64_t *index)
{
    for (int32_t d = layout->rank; d-- > 0;) {
        int64_t size = layout->sizes[d] > 0 ? layout->sizes[d] : 1;
        index[d] = number % size;
        number /= size;
    }
}
