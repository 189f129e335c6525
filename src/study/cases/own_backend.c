/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libgather as a backend of its own cases: the list of queries as a table, operators by their names, and the
 * ways in which a plan is run.
 */
#include <string.h>

#include "study/cases/ops.h"
#include "study/refuse.h"

/* ---- names --------------------------------------------------------------------------------------- */

static const struct gather__query_row queries[] = {
#define QUERY_ROW(dialect, op, function) {dialect, op, function},
    GATHER__QUERY_LIST(QUERY_ROW)
#undef QUERY_ROW
};

const struct gather__query_row *gather__query_find(const char *dialect, const char *name)
{
    for (size_t k = 0; k < sizeof queries / sizeof *queries; k++)
        if (strcmp(queries[k].dialect, dialect) == 0 && strcmp(queries[k].name, name) == 0)
            return &queries[k];
    return NULL;
}

bool gather__is_dialect(const char *dialect)
{
    const struct gather_op_name *op;
    for (size_t k = 0; k < sizeof queries / sizeof *queries; k++)
        if (strcmp(queries[k].dialect, dialect) == 0)
            return true;
    for (size_t k = 0; (op = gather_op_name_at(k)) != NULL; k++)
        if (strcmp(op->dialect, dialect) == 0)
            return true;
    return false;
}

/* All: an unknown name has an answer too, which is an error. */
static bool own_answers(void *context, const char *dialect, const char *op)
{
    (void)context, (void)dialect, (void)op;
    return true;
}

static enum gather_status own_query(void *context, const struct gather_query *query,
                                    struct gather_json *answer, struct gather_error *error)
{
    (void)context;
    const struct gather__query_row *row = gather__query_find(query->dialect, query->op);
    if (row == NULL)
        return gather__refuse(error, GATHER_STATUS_UNSUPPORTED, "op", NULL);
    return row->answer(query, answer, error);
}

/* ---- operators ----------------------------------------------------------------------------------- */

static enum gather_status make_op(const struct gather_query *query, const struct gather_op_operands *operands,
                                  struct gather_op *op, struct gather_error *error)
{
    return gather_op_from_call(op, query->dialect, query->op, &query->version, query->attributes,
                               query->attribute_count, operands, error);
}

static enum gather_status own_infer(void *context, const struct gather_query *query,
                                    const struct gather_layout *inputs, size_t input_count,
                                    struct gather_layout *output, struct gather_error *error)
{
    struct gather_op op;
    const struct gather_op_operands operands = {inputs, input_count, NULL};
    (void)context;
    enum gather_status status = make_op(query, &operands, &op, error);
    return status == GATHER_STATUS_OK ? gather_infer(&op, inputs, input_count, output, error) : status;
}

/* The indices where they are constants; NULL else, and for an operator without any. */
static const struct gather_buffer *constant_indices(const struct gather_query *query,
                                                    const struct gather_operands *operands)
{
    const struct gather_op_name *row = gather_op_name_find(query->dialect, query->op);
    const size_t most = row != NULL && operands->is_constant ? GATHER_MAX_INPUTS : 0;
    for (size_t k = 0; k < most && k < operands->input_count && row->inputs[k] != NULL; k++)
        if (strcmp(row->inputs[k], "indices") == 0)
            return &operands->inputs[k];
    return NULL;
}

static enum gather_status run_plan(const struct gather_plan *plan, const struct gather_operands *operands,
                                   struct gather_error *error)
{
    struct gather_run run = {.size = sizeof run, .check = operands->check};
    enum gather_status status = GATHER_STATUS_OK;
    if (operands->check == GATHER_CHECK_EARLIER)
        status =
            gather_plan_check(plan, operands->inputs, operands->input_count, operands->output, &run, error);
    if (status == GATHER_STATUS_OK)
        status =
            gather_plan_run(plan, operands->inputs, operands->input_count, operands->output, &run, error);
    return status;
}

static enum gather_status own_run(void *context, const struct gather_query *query,
                                  const struct gather_operands *operands, struct gather_error *error)
{
    struct gather_op op;
    struct gather_plan *plan = NULL;
    struct gather_options options = {.size = sizeof options, .indices = constant_indices(query, operands)};
    const struct gather_op_operands given = {operands->layouts, operands->input_count,
                                             &operands->output_layout};
    (void)context;
    enum gather_status status = make_op(query, &given, &op, error);
    if (status == GATHER_STATUS_OK)
        status = gather_plan_create(&plan, &op, operands->layouts, operands->input_count,
                                    &operands->output_layout, &options, error);
    if (status == GATHER_STATUS_OK)
        status = run_plan(plan, operands, error);
    gather_plan_destroy(plan);
    return status;
}

const struct gather_backend *gather_own_backend(void)
{
    static const struct gather_backend own = {sizeof own, "libgather", NULL,    own_answers,
                                              own_query,  own_infer,   own_run, NULL};
    return &own;
}
