/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any text as one gather of HLO or StableHLO: refused with a reason inside it, or an op with as many numbers as it
 * has room for, and layouts that are valid.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz_target.h"
#include "gather/xla_text.h"

static void check_list(const struct gather_numbers *numbers)
{
    fuzz_must(numbers->count >= 0 && numbers->count <= GATHER_MAX_RANK, "a list has room");
    for (int64_t k = 0; k < numbers->count; k++)
        fuzz_must(numbers->at[k] >= 0, "no number is negative");
}

static void check_shape(int32_t has, const struct gather_layout *layout)
{
    char text[GATHER_LAYOUT_TEXT_SIZE];
    fuzz_must(has == 0 || has == 1, "a shape is there or not");
    if (!has)
        return;
    fuzz_must(gather_layout_validate(layout, NULL) == GATHER_STATUS_OK, "a shape is valid");
    fuzz_must(gather_layout_print(layout, GATHER_SPELLING_XLA, text, sizeof text, NULL, NULL) ==
                  GATHER_STATUS_OK,
              "a shape has a text");
}

static void check_read(const struct gather_xla_text *read)
{
    fuzz_must(read->op.operation == GATHER_OPERATION_XLA_GATHER, "it is a gather");
    check_list(&read->op.offset_dims);
    check_list(&read->op.collapsed_slice_dims);
    check_list(&read->op.start_index_map);
    check_list(&read->op.operand_batching_dims);
    check_list(&read->op.start_indices_batching_dims);
    check_list(&read->op.slice_sizes);
    check_shape(read->has_operand, &read->operand);
    check_shape(read->has_indices, &read->indices);
    check_shape(read->has_result, &read->result);
}

/* What was read may be asked for its output: whatever the attributes say, that is an answer or an error. */
static void check_inferred(const struct gather_xla_text *read)
{
    struct gather_layout inputs[2] = {read->operand, read->indices}, output;
    struct gather_error error = {0};
    if (!read->has_operand || !read->has_indices)
        return;
    enum gather_status status = gather_infer(&read->op, inputs, 2, &output, &error);
    fuzz_must(status == GATHER_STATUS_OK || error.status == (int32_t)status, "the error is the status");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size > 0 ? size : 1); /* exactly as long as it is, and not ended by NUL */
    struct gather_xla_text read;
    struct gather_error error = {0};
    fuzz_must(text != NULL, "there is memory");
    memcpy(text, data, size);
    enum gather_status status = gather_xla_text_read(&read, text, size, &error);
    if (status == GATHER_STATUS_OK) {
        check_read(&read);
        check_inferred(&read);
    } else {
        fuzz_must(error.status == (int32_t)status, "the error is the status");
        fuzz_must((error.has & GATHER_ERROR_HAS_AT) != 0 && error.at >= 0 && (size_t)error.at <= size,
                  "a refusal says where");
    }
    free(text);
    return 0;
}
