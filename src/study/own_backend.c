/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libgather as a backend of its own cases: the list of ops as a table, the way from a name to its row, and
 * from there to the library.
 */
#include <string.h>

#include "study/ops.h"
#include "study/refuse.h"

static const struct gather__op ops[] = {
#define QUERY_ROW(dialect, op, function) {dialect, op, function, NULL, {NULL}},
#define BUILT_ROW(dialect, op, function, ...) {dialect, op, NULL, function, {__VA_ARGS__}},
#define OPERATOR_ROW(dialect, op) {dialect, op, NULL, NULL, {NULL}},
    GATHER__OP_LIST(QUERY_ROW, BUILT_ROW, OPERATOR_ROW)
#undef QUERY_ROW
#undef BUILT_ROW
#undef OPERATOR_ROW
};

const struct gather__op *gather__op_find(const char *dialect, const char *name)
{
    for (size_t k = 0; k < sizeof ops / sizeof *ops; k++)
        if (strcmp(ops[k].dialect, dialect) == 0 && strcmp(ops[k].name, name) == 0)
            return &ops[k];
    return NULL;
}

bool gather__op_dialect(const char *dialect)
{
    for (size_t k = 0; k < sizeof ops / sizeof *ops; k++)
        if (strcmp(ops[k].dialect, dialect) == 0)
            return true;
    return false;
}

static bool own_answers(void *context, const char *dialect, const char *op)
{
    (void)context;
    const struct gather__op *row = gather__op_find(dialect, op);
    return row != NULL && (row->answer != NULL || row->make != NULL);
}

static enum gather_status own_query(void *context, const struct gather_query *query,
                                    struct gather_json *answer, struct gather_error *error)
{
    (void)context;
    const struct gather__op *row = gather__op_find(query->dialect, query->op);
    if (row == NULL || row->answer == NULL)
        return gather__refuse(error, GATHER_STATUS_UNSUPPORTED, "op", NULL);
    return row->answer(query, answer, error);
}

static enum gather_status make_op(const struct gather_query *query, struct gather_op *op,
                                  struct gather_error *error)
{
    const struct gather__op *row = gather__op_find(query->dialect, query->op);
    if (row == NULL || row->make == NULL)
        return gather__refuse(error, GATHER_STATUS_UNSUPPORTED, "op", NULL);
    return row->make(query, op, error);
}

static enum gather_status own_infer(void *context, const struct gather_query *query,
                                    const struct gather_layout *inputs, size_t input_count,
                                    struct gather_layout *output, struct gather_error *error)
{
    struct gather_op op;
    (void)context;
    enum gather_status status = make_op(query, &op, error);
    return status == GATHER_STATUS_OK ? gather_infer(&op, inputs, input_count, output, error) : status;
}

static enum gather_status own_run(void *context, const struct gather_query *query,
                                  const struct gather_operands *operands, struct gather_error *error)
{
    struct gather_op op;
    (void)context;
    enum gather_status status = make_op(query, &op, error);
    if (status != GATHER_STATUS_OK)
        return status;
    return gather_once(&op, operands->layouts, operands->inputs, operands->input_count,
                       &operands->output_layout, operands->output, NULL, error);
}

const struct gather_backend *gather_own_backend(void)
{
    static const struct gather_backend own = {sizeof own, "libgather", NULL,   own_answers,
                                              own_query,  own_infer,   own_run};
    return &own;
}
