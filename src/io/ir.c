/* SPDX-License-Identifier: Apache-2.0 */
/* OpenVINO IR as a format of files: the tensors are its constants, by the names of their layers. */
#include "io/ir.h"

#include <string.h>

#include "io/formats.h"
#include "io/io_error.h"

#if GATHER_FORMAT_IR

/* Parameters are tensors that the model has not; what they are like is judged with the rest. */
static enum gather_status judge_parameter(const struct gather__ir_layer *layer, struct gather_error *error)
{
    struct gather__ir_shape shape;
    const char *type = gather__ir_attribute(layer, "element_type"),
               *sizes = gather__ir_attribute(layer, "shape");
    if (type == NULL || gather__ir_type_find(type) == NULL)
        return gather__io_malformed(error, layer->data_at, GATHER__IR_ELEMENT_TYPE);
    if (sizes == NULL || gather__ir_read_shape(sizes, &shape, NULL) == GATHER_STATUS_FORMAT)
        return gather__io_malformed(error, layer->data_at, "a shape");
    return GATHER_STATUS_OK;
}

enum gather_status gather__ir_read(struct gather_file *file, struct gather__ir *ir,
                                   struct gather_error *error)
{
    enum gather_status status = gather__ir_read_xml(file, ir, error);
    if (status == GATHER_STATUS_OK)
        status = gather__ir_judge(ir, error);
    for (size_t k = 0; k < ir->layer_count && status == GATHER_STATUS_OK; k++)
        if (gather__ir_is(&ir->layers[k], "Parameter"))
            status = judge_parameter(&ir->layers[k], error);
    return status;
}

static enum gather_status list(struct gather_file *file, struct gather_error *error)
{
    struct gather__ir ir = {.version = 0};
    enum gather_status status = gather__ir_read(file, &ir, error);
    if (status == GATHER_STATUS_OK)
        status = gather__ir_add_constants(file, &ir, error);
    if (status == GATHER_STATUS_OK)
        status = gather__file_tell(file, "version", ir.version == 10 ? "10" : "11", error);
    gather__ir_end(&ir);
    return status;
}

static bool recognise(const uint8_t *start, size_t count, int64_t bytes)
{
    (void)bytes;
    return (count >= 5 && memcmp(start, "<?xml", 5) == 0) || (count >= 5 && memcmp(start, "<net ", 5) == 0);
}

const struct gather__format gather__format_ir = {.list = list, .recognise = recognise};

#endif
