/* SPDX-License-Identifier: Apache-2.0 */
/* Row-major copies: dense.h says what for. */
#include "dense.h"

#include "array_type.h"

bool dense_layout_of(struct module_state *state, const struct operand *operand, struct gather_layout *layout)
{
    struct gather_error error = {0};
    if (operand->layout != NULL) {
        *layout = *operand->layout;
        return true;
    }
    if (signature_layout(&operand->is, layout, &error) == GATHER_STATUS_OK)
        return true;
    return raise_error(state, &error) != NULL;
}

PyObject *dense_of(struct module_state *state, const struct operand *operand)
{
    struct gather_layout from, to;
    struct gather_error error = {0};
    struct gather_op op = gather_relayout();
    if (!dense_layout_of(state, operand, &from))
        return NULL;
    if (gather_layout_init(&to, from.dtype, from.rank, from.sizes, &error) != GATHER_STATUS_OK)
        return raise_error(state, &error);
    if (to.cell_bits < 8)
        to.cell_bits = 8;
    PyObject *made = array_new(state, &to);
    if (made == NULL)
        return NULL;
    /* To make it may have run Python's collector. */
    if (operand_is_steady(state, operand) &&
        (gather_once(&op, &from, &operand->buffer, 1, &to, array_buffer(made), NULL, &error) ==
             GATHER_STATUS_OK ||
         raise_error(state, &error) != NULL))
        return made;
    Py_DECREF(made);
    return NULL;
}
