/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program without a C library that gathers as ONNX does, and no other way: its table of operators stands in
 * the place of the library's. scripts/check_freestanding builds it.
 */
#include "dialects/lower.h"
#include "gather/onnx.h"
#include "gather/plan.h"

const struct gather__operation gather__operations[GATHER__OPERATIONS] = {
    [GATHER_OPERATION_ONNX_GATHER] = {gather__onnx_gather_lower},
};

enum gather_status gather_in_place_of_main(void *memory, size_t bytes, const struct gather_layout *layouts,
                                           const struct gather_layout *output,
                                           const struct gather_buffer *inputs, struct gather_buffer out);

enum gather_status gather_in_place_of_main(void *memory, size_t bytes, const struct gather_layout *layouts,
                                           const struct gather_layout *output,
                                           const struct gather_buffer *inputs, struct gather_buffer out)
{
    const struct gather_op op = gather_onnx_gather(13, 0);
    enum gather_status status = gather_plan_init(memory, bytes, &op, layouts, 2, output, NULL, NULL);
    return status == GATHER_STATUS_OK ? gather_plan_run(memory, inputs, 2, out, NULL, NULL) : status;
}
