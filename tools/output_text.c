/* SPDX-License-Identifier: Apache-2.0 */
/* Elements as text: output_text.h says in which forms. */
#include "output_text.h"

#include <string.h>

#include "interrupt.h"
#include "output_tensor.h"
#include "print_values.h"

/* Between two pieces a signal ends it. */
static enum gather_status flush(struct output_text *text)
{
    if (interrupt_seen())
        return GATHER_STATUS_CANCELLED;
    enum gather_status status = gather_target_write(text->target, text->bytes, text->count, text->error);
    text->count = 0;
    return status;
}

static enum gather_status take(void *context, const char *bytes, size_t count)
{
    struct output_text *text = context;
    enum gather_status status = GATHER_STATUS_OK;
    while (count > 0 && status == GATHER_STATUS_OK) {
        size_t room = sizeof text->bytes - text->count, part = count < room ? count : room;
        memcpy(text->bytes + text->count, bytes, part);
        text->count += part;
        bytes += part;
        count -= part;
        if (text->count == sizeof text->bytes)
            status = flush(text);
    }
    return status;
}

/*
 * Who reads such a file reads doubles: the narrow floats are told as these, exactly, 448 for which 450 would do as an
 * f8e4m3fn.
 */
static void write_line(struct gather_writer *writer, int32_t dtype, const uint8_t *element)
{
    bool is_narrow = dtype >= GATHER_DTYPE_F4E2M1 && dtype < GATHER_DTYPE_F32;
    double value = is_narrow ? gather_element_value(dtype, element) : 0;
    if (is_narrow)
        gather_element_write(writer, GATHER_DTYPE_F64, &value, false);
    else
        gather_element_write(writer, dtype, element, false);
    gather_write_text(writer, "\n");
}

static void add_lines(struct output_text *text, const void *values, int64_t count)
{
    struct gather_writer *writer = &text->json.writer;
    int64_t bytes = text->layout->cell_bits / 8;
    for (int64_t k = 0; k < count && writer->status == GATHER_STATUS_OK; k++) {
        const uint8_t *element = (const uint8_t *)values + k * bytes; /* bounded: inside the values */
        write_line(writer, text->layout->dtype, element);
    }
}

void output_text_begin(struct output_text *text)
{
    text->json = gather_json_to((struct gather_sink){take, text});
    text->elements = 0;
    text->count = 0;
    if (text->format != OUTPUT_JSON)
        return;
    gather_json_object(&text->json, NULL);
    print_values_json_begin(text->layout, &text->json);
}

enum gather_status output_text_add(struct output_text *text, const void *values, int64_t count,
                                   struct gather_error *error)
{
    text->error = error;
    if (text->format == OUTPUT_JSON)
        print_values_json_add(text->layout, values, text->elements, count, &text->json);
    else
        add_lines(text, values, count);
    text->elements += count;
    return text->json.writer.status;
}

enum gather_status output_text_end(struct output_text *text, struct gather_error *error)
{
    text->error = error;
    if (text->format == OUTPUT_JSON) {
        gather_json_end(&text->json);
        gather_json_end(&text->json);
        gather_write_text(&text->json.writer, "\n");
    }
    return text->json.writer.status == GATHER_STATUS_OK ? flush(text) : text->json.writer.status;
}
