/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Corners of a tensor: corners.h says for whom. A dimension with more elements than are printed has two ends; each
 * choice of an end of each is a box that is read on its own.
 *
 *     file   a b c d e f g h i     edge 3     memory   a b c g h i
 */
#include "corners.h"

#include <stdlib.h>
#include <string.h>

#include "element_walk.h"
#include "exit_code.h"
#include "output.h"
#include "print_values.h"
#include "tensor_values.h"

struct reading {
    const struct input_tensor *input;
    struct corners *corners;
    struct gather_layout_summary from, to;
    int64_t edge;
};

static bool has_ends(const struct reading *reading, int32_t d)
{
    return reading->corners->layout.sizes[d] < reading->input->tensor.layout.sizes[d];
}

/* One box: bit d of `ends` chooses the far end of dimension d. */
static enum gather_status read_box(const struct reading *reading, uint32_t ends, struct gather_error *error)
{
    struct gather_tensor part = reading->input->tensor;
    const struct gather_layout *whole = &reading->input->tensor.layout, *held = &reading->corners->layout;
    struct gather_buffer buffer = {reading->corners->values, (uint64_t)gather_layout_bytes(held)};
    int64_t from[GATHER_MAX_RANK] = {0}, to[GATHER_MAX_RANK] = {0}, sizes[GATHER_MAX_RANK];
    for (int32_t d = 0; d < whole->rank; d++) {
        sizes[d] = has_ends(reading, d) ? reading->edge : held->sizes[d];
        if ((ends >> d & 1) == 0)
            continue;
        from[d] = whole->sizes[d] - reading->edge;
        to[d] = reading->edge;
    }
    struct gather_layout box = element_part(held, &reading->to, to, sizes);
    part.layout = element_part(whole, &reading->from, from, sizes);
    return gather_io_relayout(reading->input->file, &part, &box, buffer, NULL, NULL, error);
}

static enum gather_status read_boxes(const struct reading *reading, struct gather_error *error)
{
    uint32_t ends = 0, mask = 0;
    enum gather_status status = GATHER_STATUS_OK;
    for (int32_t d = 0; d < reading->corners->layout.rank; d++)
        mask |= has_ends(reading, d) ? UINT32_C(1) << d : 0;
    do {
        status = read_box(reading, ends, error);
        ends = (ends - mask) & mask; /* the next choice */
    } while (ends != 0 && status == GATHER_STATUS_OK);
    return status;
}

static int read_corners(struct reading *reading, const char *command)
{
    struct gather_error error = {0};
    struct gather_layout *layout = &reading->corners->layout;
    for (int32_t d = 0; d < layout->rank; d++)
        if (layout->sizes[d] / 2 >= reading->edge)
            layout->sizes[d] = 2 * reading->edge; /* bounded: no more than it was */
    *layout = tensor_values_layout(layout);
    reading->corners->values = malloc((size_t)gather_layout_bytes(layout) + 1);
    if (reading->corners->values == NULL)
        return complain_of_memory(command);
    enum gather_status status = gather_layout_describe(layout, &reading->to, &error);
    if (status == GATHER_STATUS_OK && gather_layout_elements(layout) > 0)
        status = read_boxes(reading, &error);
    if (status != GATHER_STATUS_OK)
        talk_failure_in(command, reading->input->path, reading->input->tensor.name, &error);
    return exit_of_status(status);
}

int corners_read(struct corners *corners, const struct input_tensor *input, const char *command)
{
    struct reading reading = {.input = input, .corners = corners};
    const struct gather_layout *whole = &input->tensor.layout;
    memset(corners, 0, sizeof *corners);
    corners->layout = *whole;
    reading.edge = print_values_edge(whole);
    if (gather_layout_describe(whole, &reading.from, NULL) == GATHER_STATUS_OK && reading.from.strided)
        return read_corners(&reading, command);
    return tensor_values_read(input, command, &corners->layout, &corners->values);
}

void corners_fini(struct corners *corners) { free(corners->values); }
