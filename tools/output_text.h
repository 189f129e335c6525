/* SPDX-License-Identifier: Apache-2.0 */
/* Elements as a file of text: one a line, or an object of JSON. */
#ifndef GATHER_TOOLS_OUTPUT_TEXT_H
#define GATHER_TOOLS_OUTPUT_TEXT_H

#include "gather/io.h"

/*
 * format: OUTPUT_TEXT or OUTPUT_JSON. layout: as tensor_values_layout makes it. Returns: as gather_target_write.
 */
enum gather_status output_text_write(struct gather_target *target, int32_t format,
                                     const struct gather_layout *layout, const void *values,
                                     struct gather_error *error);

#endif
