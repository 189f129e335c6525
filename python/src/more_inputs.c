/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operands of operators that may have more of them than data and indices, and compute with them: call.h says how they
 * are read. All that passes here is more than a gather of a few elements; what two operands take is call.c's.
 */
#include <string.h>

#include "call.h"

static const char *name_of(const struct gather_op_name *row, size_t k)
{
    return row != NULL && k < INPUTS_MAX ? row->inputs[k] : NULL;
}

bool call_wants_integers(const struct gather_op_name *row, size_t k)
{
    static const char *const words[] = {"indices",    "offsets",     "default_index",
                                        "parent_ids", "max_seq_len", "end_token"};
    const char *name = name_of(row, k);
    for (size_t word = 0; name != NULL && word < sizeof words / sizeof *words; word++)
        if (strcmp(name, words[word]) == 0)
            return true;
    return name == NULL && k > 0; /* of an operator that is refused by its name, or of one input too many */
}

void call_suit_numbers(struct call *call, const struct gather_op_name *row)
{
    const bool is_tree = row != NULL && row->operation == GATHER_OPERATION_OPENVINO_GATHER_TREE;
    int32_t dtype = is_tree ? call->inputs[0].is.dtype : GATHER_DTYPE_NONE; /* all are of that */
    for (size_t k = 0; k < call->count && dtype == GATHER_DTYPE_NONE; k++)
        if (call_wants_integers(row, k) && call->inputs[k].kind != OPERAND_NUMBERS)
            dtype = call->inputs[k].is.dtype;
    for (size_t k = 0; k < call->count && dtype != GATHER_DTYPE_NONE; k++)
        operand_numbers_as(&call->inputs[k], dtype);
}

bool call_begin_more(struct module_state *state, struct call *call, PyObject *const *inputs, size_t count,
                     const struct gather_op_name *row)
{
    call->count = 0;
    call->data_at = op_data_at(row);
    call->output.object = NULL;
    call->has_run_code = false;
    for (size_t k = 0; k < count; k++) {
        const enum operand_role role = call_wants_integers(row, k) ? ROLE_INDICES : ROLE_VALUES;
        call->count++;
        if (!operand_read_as(state, inputs[k], role, name_of(row, k), &call->inputs[k]))
            return false;
        call->has_run_code |= call->inputs[k].has_run_code;
    }
    call_suit_numbers(call, row);
    return call_read_out(state, call);
}
