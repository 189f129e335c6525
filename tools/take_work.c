/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What `gather take` does: take_work.h says in which steps.
 *
 *     what is asked ─ operator ─ indices checked ─ rows read ─ operator again, on those rows ─ result
 */
#include "take_work.h"

#include <stdlib.h>
#include <string.h>

#include "axis_option.h"
#include "block_axis.h"
#include "exit_code.h"
#include "long_run.h"
#include "op_arguments.h"
#include "output.h"
#include "result.h"
#include "slice.h"
#include "world_name.h"

static int fail(const struct take_work *work, const char *about, const struct gather_error *error)
{
    talk_failure(work->arguments->command->name, about != NULL ? about : work->about, error);
    return exit_of_status((enum gather_status)error->status);
}

/* ---- what is asked ------------------------------------------------------------------------------- */

/* The row of the table for a dialect that the library has an operator of. */
static const struct gather_behaviour *find_behaviour(const char *name)
{
    const struct gather_behaviour *behaviour;
    for (size_t k = 0; (behaviour = gather_behaviour_at(k)) != NULL; k++)
        if (behaviour->dialect != NULL && gather_behaviour_is(behaviour, name))
            return behaviour;
    return NULL;
}

/* The row of a dialect itself: where the table has none for a version, the operator judges it. */
static const struct gather_behaviour *find_dialect(const char *name, size_t length)
{
    const struct gather_behaviour *behaviour;
    for (size_t k = 0; (behaviour = gather_behaviour_at(k)) != NULL; k++)
        if (behaviour->dialect != NULL && strcmp(behaviour->id, behaviour->dialect) == 0 &&
            strlen(behaviour->id) == length && memcmp(behaviour->id, name, length) == 0)
            return behaviour;
    return NULL;
}

static int get_dialect(struct take_work *work)
{
    const char *dialect = arguments_value(work->arguments, "dialect"),
               *mode = arguments_value(work->arguments, "mode");
    dialect = dialect != NULL ? dialect : OP_DIALECT;
    if (strcmp(dialect, "numpy") == 0 && mode != NULL && strcmp(mode, "wrap") == 0)
        dialect = "numpy-wrap";
    if (strcmp(dialect, "numpy") == 0 && mode != NULL &&
        (strcmp(mode, "clip") == 0 || strcmp(mode, "clamp") == 0))
        dialect = "numpy-clip";
    size_t length = gather_dialect_read(dialect, &work->version);
    const struct gather_behaviour *behaviour = find_behaviour(dialect);
    if (behaviour == NULL)
        behaviour = find_dialect(dialect, length);
    if (behaviour == NULL)
        return world_no_dialect(work->arguments->command->name, dialect);
    work->behaviour = *behaviour;
    work->behaviour.reading = GATHER_READING_VALUE; /* as the library reads it (CORE-13) */
    work->has_version =
        work->version.kind != GATHER_ATTRIBUTE_NONE || strcmp(behaviour->id, behaviour->dialect) == 0;
    return EXIT_YES;
}

/* What a policy does with an index, as far as rows that are to be read go: a skipped one reads none either. */
static int32_t rule_of(int32_t policy)
{
    static const int32_t rules[] = {
        [GATHER_POLICY_ERROR] = GATHER_RULE_ERROR, [GATHER_POLICY_ZERO] = GATHER_RULE_ZERO,
        [GATHER_POLICY_FILL] = GATHER_RULE_FILL,   [GATHER_POLICY_CLAMP] = GATHER_RULE_CLAMP,
        [GATHER_POLICY_WRAP] = GATHER_RULE_WRAP,   [GATHER_POLICY_SKIP] = GATHER_RULE_ZERO};
    return rules[policy];
}

static int get_mode(struct take_work *work)
{
    const char *mode = arguments_value(work->arguments, "mode"),
               *fill = arguments_value(work->arguments, "fill");
    mode = mode == NULL && fill != NULL ? "fill" : mode;
    if (mode == NULL || strncmp(work->behaviour.id, "numpy-", 6) == 0)
        return EXIT_YES;
    work->policy = gather_policy_from_word(GATHER_WORLD_OWN, mode);
    if (work->policy == GATHER_POLICY_OWN)
        work->policy = gather_policy_from_word(GATHER_WORLD_NUMPY, mode);
    if (work->policy == GATHER_POLICY_OWN)
        return arguments_misused(work->arguments->command,
                                 "--mode is raise, error, clip, clamp, wrap, zero, fill or skip, not", mode);
    work->behaviour.rule = rule_of(work->policy);
    return EXIT_YES;
}

static int get_fill(struct take_work *work)
{
    const char *fill = arguments_value(work->arguments, "fill");
    struct gather_error error = {0};
    if (fill != NULL && work->policy != GATHER_POLICY_FILL)
        return arguments_misused(work->arguments->command, "--fill V goes with --mode fill", NULL);
    if (fill == NULL && work->policy == GATHER_POLICY_FILL)
        return arguments_misused(work->arguments->command, "--mode fill goes with --fill V, which is missing",
                                 NULL);
    if (fill != NULL &&
        gather_element_read(work->take.data.dtype, fill, work->fill, &error) != GATHER_STATUS_OK)
        return fail(work, "--fill", &error);
    return EXIT_YES;
}

int take_ask(struct take_work *work)
{
    const char *slice = arguments_value(work->arguments, "slice");
    int code = slice != NULL ? slice_tensor(work->arguments, slice, &work->input.tensor) : EXIT_YES;
    if (code != EXIT_YES)
        return code;
    work->take.data = work->input.tensor.layout;
    work->take.indices = work->indices->layout;
    work->take.values = work->indices->values;
    work->take.is_plain = work->indices->is_plain;
    code = axis_option_get(work->arguments, &work->take.data, &work->take.axis);
    if (code == EXIT_YES)
        code = block_axis_judge(work->arguments, &work->input.tensor, work->take.axis);
    if (code == EXIT_YES)
        code = get_dialect(work);
    if (code == EXIT_YES)
        code = get_mode(work);
    return code == EXIT_YES ? get_fill(work) : code;
}

/* ---- the operator -------------------------------------------------------------------------------- */

/* Of a take: the operator, its operands, what comes out. */
static enum gather_status make_op(struct take_work *work, const struct gather_take *take,
                                  struct gather_error *error)
{
    enum gather_status status = gather_behaviour_op(
        &work->behaviour, work->has_version ? &work->version : NULL, take, &work->op, work->operands, error);
    if (status != GATHER_STATUS_OK)
        return status;
    work->op.policy = work->policy;
    memcpy(work->op.fill, work->fill, sizeof work->fill);
    status = gather_infer(&work->op, work->operands, 2, &work->output, error);
    return status == GATHER_STATUS_OK ? gather_take_output(take, &work->shown, error) : status;
}

int take_check(struct take_work *work)
{
    struct gather_error error = {0};
    struct gather_plan *plan = NULL;
    struct gather_buffer indices = {work->indices->values,
                                    (uint64_t)gather_layout_bytes(&work->take.indices)};
    struct gather_options options = {.size = sizeof options, .indices = &indices};
    enum gather_status status = make_op(work, &work->take, &error);
    if (status == GATHER_STATUS_OK)
        status = gather_plan_create(&plan, &work->op, work->operands, 2, &work->output, &options, &error);
    gather_plan_destroy(plan);
    return status == GATHER_STATUS_OK ? EXIT_YES : fail(work, NULL, &error);
}

/* Into an output that holds zeros: each row to its place, or else the operator on the rows in memory. */
static int make_output(void *context, const struct gather_layout *layout, struct gather_buffer buffer)
{
    struct take_work *work = context;
    struct gather_error error = {0};
    const struct gather_take *rows = &work->rows.take;
    bool done;
    int code = take_rows_write(&work->rows, layout, buffer, &done);
    if (code == EXIT_YES && !done)
        code = take_rows_read(&work->rows);
    if (code != EXIT_YES || done)
        return code;
    enum gather_status status = make_op(work, rows, &error);
    const struct gather_buffer inputs[] = {
        {work->rows.data, (uint64_t)gather_layout_bytes(&rows->data)},
        {(void *)(uintptr_t)rows->values, (uint64_t)gather_layout_bytes(&rows->indices)}};
    if (status != GATHER_STATUS_OK)
        return fail(work, NULL, &error);
    return long_run(work->arguments->command->name, &work->op, work->operands, inputs, 2, layout, buffer);
}

int take_begin(struct take_work *work, struct result *result)
{
    *result = (struct result){.arguments = work->arguments,
                              .name = work->input.tensor.name,
                              .make = make_output,
                              .context = work,
                              .layout = work->output};
    if (!gather_layout_compatible(&work->output, &work->shown))
        result->shown = &work->shown;
    return take_rows_find(&work->rows, work->arguments, &work->input, &work->take, &work->behaviour,
                          work->policy == GATHER_POLICY_FILL);
}

void take_end(struct take_work *work) { take_rows_fini(&work->rows); }
