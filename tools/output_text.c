/* SPDX-License-Identifier: Apache-2.0 */
/* Elements as text: output_text.h says in which forms. They are written in pieces, for most are a few bytes long. */
#include "output_text.h"

#include <string.h>

#include "gather/study.h"
#include "interrupt.h"
#include "output_tensor.h"
#include "print_values.h"

enum { PIECE_BYTES = 1 << 16 };

struct piece {
    struct gather_target *target;
    struct gather_error *error;
    size_t count;
    char bytes[PIECE_BYTES];
};

/* Between two pieces a signal ends it. */
static enum gather_status flush(struct piece *piece)
{
    if (interrupt_seen())
        return GATHER_STATUS_CANCELLED;
    enum gather_status status = gather_target_write(piece->target, piece->bytes, piece->count, piece->error);
    piece->count = 0;
    return status;
}

static enum gather_status add(void *context, const char *bytes, size_t count)
{
    struct piece *piece = context;
    enum gather_status status = GATHER_STATUS_OK;
    while (count > 0 && status == GATHER_STATUS_OK) {
        size_t room = PIECE_BYTES - piece->count, part = count < room ? count : room;
        memcpy(piece->bytes + piece->count, bytes, part);
        piece->count += part;
        bytes += part;
        count -= part;
        if (piece->count == PIECE_BYTES)
            status = flush(piece);
    }
    return status;
}

static void write_lines(struct gather_writer *writer, const struct gather_layout *layout, const void *values)
{
    int64_t elements = gather_layout_elements(layout), bytes = layout->cell_bits / 8;
    for (int64_t k = 0; k < elements && writer->status == GATHER_STATUS_OK; k++) {
        const uint8_t *element = (const uint8_t *)values + k * bytes; /* bounded: inside the values */
        gather_element_write(writer, layout->dtype, element, false);
        gather_write_text(writer, "\n");
    }
}

enum gather_status output_text_write(struct gather_target *target, int32_t format,
                                     const struct gather_layout *layout, const void *values,
                                     struct gather_error *error)
{
    struct piece piece = {.target = target, .error = error};
    struct gather_sink sink = {add, &piece};
    struct gather_json json = gather_json_to(sink);
    if (format == OUTPUT_JSON) {
        gather_json_object(&json, NULL);
        print_values_json(layout, values, &json);
        gather_json_end(&json);
        gather_write_text(&json.writer, "\n");
    } else {
        write_lines(&json.writer, layout, values);
    }
    return json.writer.status == GATHER_STATUS_OK ? flush(&piece) : json.writer.status;
}
