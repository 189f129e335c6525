/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What `gather take` does: take_work.h says in which steps.
 *
 *     what is asked ── operator ── indices checked ── rows read ── operator again, on those rows ── result
 */
#include "take_work.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "index_list.h"
#include "output.h"
#include "result.h"

static int fail(const struct take_work *work, const char *about, const struct gather_error *error)
{
    talk_failure(work->arguments->command->name, about, error);
    return exit_of_status((enum gather_status)error->status);
}

/* ---- what is asked ------------------------------------------------------------------------------- */

static int get_axis(struct take_work *work)
{
    const char *text = arguments_value(work->arguments, "axis");
    struct gather_error error = {0};
    struct index_list list = index_list_read(text != NULL ? text : "0");
    if (list.count != 1)
        return arguments_misused(work->arguments->command, "no number of a dimension:", text);
    enum gather_status status =
        gather_layout_dimension(&work->take.data, list.values[0], &work->take.axis, &error);
    return status == GATHER_STATUS_OK ? EXIT_YES : fail(work, "--axis", &error);
}

/* The row of the table for a dialect that the library has an operator of. */
static const struct gather_behaviour *find_behaviour(const char *name)
{
    const struct gather_behaviour *behaviour;
    for (size_t k = 0; (behaviour = gather_behaviour_at(k)) != NULL; k++)
        if (behaviour->dialect != NULL && gather_behaviour_is(behaviour, name))
            return behaviour;
    return NULL;
}

/* The row of a version, or of the dialect where the table has none for it: the operator itself judges versions. */
static const struct gather_behaviour *find_versioned(const char *name)
{
    char dialect[16] = "";
    size_t length = strcspn(name, "@");
    const struct gather_behaviour *behaviour = find_behaviour(name);
    if (behaviour != NULL || name[length] == '\0' || length >= sizeof dialect)
        return behaviour;
    memcpy(dialect, name, length);
    return find_behaviour(dialect);
}

/* "13", or a feature level: "3.0" is 30. 0 for none. */
static int32_t version_of(const char *dialect)
{
    const char *at = strchr(dialect, '@');
    const char *point = at != NULL ? strchr(at, '.') : NULL;
    int32_t version = at != NULL ? (int32_t)strtol(at + 1, NULL, 10) : 0;
    return point != NULL ? version * 10 + (int32_t)strtol(point + 1, NULL, 10) : version;
}

static int get_dialect(struct take_work *work)
{
    const char *dialect = arguments_value(work->arguments, "dialect"),
               *mode = arguments_value(work->arguments, "mode");
    bool is_numpy = dialect == NULL || strcmp(dialect, "numpy") == 0;
    dialect = dialect != NULL ? dialect : "numpy";
    if (is_numpy && mode != NULL && strcmp(mode, "wrap") == 0)
        dialect = "numpy-wrap";
    if (is_numpy && mode != NULL && strcmp(mode, "clip") == 0)
        dialect = "numpy-clip";
    const struct gather_behaviour *behaviour = find_versioned(dialect);
    if (behaviour == NULL)
        return arguments_misused(work->arguments->command, "the library has no operator of", dialect);
    work->behaviour = *behaviour;
    work->behaviour.reading = GATHER_READING_VALUE; /* as the library reads it (CORE-13) */
    work->version = version_of(dialect);
    if (work->version == 0 && strcmp(behaviour->id, behaviour->dialect) != 0)
        work->version = behaviour->op_version;
    return EXIT_YES;
}

static int get_mode(struct take_work *work)
{
    static const struct {
        const char *word;
        int32_t policy, rule;
    } modes[] = {
        {"raise", GATHER_POLICY_ERROR, GATHER_RULE_ERROR}, {"error", GATHER_POLICY_ERROR, GATHER_RULE_ERROR},
        {"clip", GATHER_POLICY_CLAMP, GATHER_RULE_CLAMP},  {"clamp", GATHER_POLICY_CLAMP, GATHER_RULE_CLAMP},
        {"wrap", GATHER_POLICY_WRAP, GATHER_RULE_WRAP},    {"zero", GATHER_POLICY_ZERO, GATHER_RULE_ZERO},
        {"fill", GATHER_POLICY_FILL, GATHER_RULE_FILL},    {"skip", GATHER_POLICY_SKIP, GATHER_RULE_ZERO}};
    const char *mode = arguments_value(work->arguments, "mode"),
               *fill = arguments_value(work->arguments, "fill");
    mode = mode == NULL && fill != NULL ? "fill" : mode;
    if (mode == NULL || strncmp(work->behaviour.id, "numpy-", 6) == 0)
        return EXIT_YES;
    for (size_t k = 0; k < sizeof modes / sizeof *modes; k++)
        if (strcmp(mode, modes[k].word) == 0) {
            work->policy = modes[k].policy;
            work->behaviour.rule = modes[k].rule;
        }
    if (work->policy == GATHER_POLICY_OWN)
        return arguments_misused(work->arguments->command,
                                 "--mode is raise, error, clip, clamp, wrap, zero, fill or skip, not", mode);
    return EXIT_YES;
}

static int get_fill(struct take_work *work)
{
    const char *fill = arguments_value(work->arguments, "fill");
    struct gather_error error = {0};
    if ((fill != NULL) != (work->policy == GATHER_POLICY_FILL))
        return arguments_misused(work->arguments->command, "--fill V goes with --mode fill", NULL);
    if (fill != NULL &&
        gather_element_read(work->take.data.dtype, fill, work->fill, &error) != GATHER_STATUS_OK)
        return fail(work, "--fill", &error);
    return EXIT_YES;
}

int take_ask(struct take_work *work, const char *data)
{
    const char *indices = arguments_value(work->arguments, "indices");
    int code = input_tensor_open(&work->input, work->arguments, data);
    if (code == EXIT_YES)
        code = indices_read(&work->indices, work->arguments, indices);
    if (code != EXIT_YES)
        return code;
    work->take.data = work->input.tensor.layout;
    work->take.indices = work->indices.layout;
    work->take.values = work->indices.values;
    work->take.is_plain = work->indices.is_plain;
    code = get_axis(work);
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
    enum gather_status status = gather_behaviour_op(&work->behaviour, take, &work->op, work->operands, error);
    if (status != GATHER_STATUS_OK)
        return status;
    work->op.version = work->version;
    work->op.policy = work->policy;
    memcpy(work->op.fill, work->fill, sizeof work->fill);
    status = gather_infer(&work->op, work->operands, 2, &work->output, error);
    return status == GATHER_STATUS_OK ? gather_take_output(take, &work->shown, error) : status;
}

int take_check(struct take_work *work)
{
    struct gather_error error = {0};
    struct gather_plan *plan = NULL;
    struct gather_buffer indices = {work->indices.values, (uint64_t)gather_layout_bytes(&work->take.indices)};
    struct gather_options options = {.size = sizeof options, .indices = &indices};
    enum gather_status status = make_op(work, &work->take, &error);
    if (status == GATHER_STATUS_OK)
        status = gather_plan_create(&plan, &work->op, work->operands, 2, &work->output, &options, &error);
    gather_plan_destroy(plan);
    return status == GATHER_STATUS_OK ? EXIT_YES : fail(work, NULL, &error);
}

int take_run(struct take_work *work)
{
    struct gather_error error = {0};
    const struct gather_take *rows = &work->rows.take;
    int code = take_rows_read(&work->rows, &work->input, &work->take, &work->behaviour,
                              work->arguments->command->name);
    if (code != EXIT_YES)
        return code;
    if (make_op(work, rows, &error) != GATHER_STATUS_OK)
        return fail(work, NULL, &error);
    const struct gather_buffer inputs[] = {
        {work->rows.data, (uint64_t)gather_layout_bytes(&rows->data)},
        {(void *)(uintptr_t)rows->values, (uint64_t)gather_layout_bytes(&rows->indices)}};
    struct result result = {.arguments = work->arguments,
                            .op = &work->op,
                            .layouts = work->operands,
                            .inputs = inputs,
                            .input_count = 2,
                            .layout = work->output};
    if (!gather_layout_compatible(&work->output, &work->shown))
        result.shown = &work->shown;
    return result_make(&result);
}

void take_end(struct take_work *work)
{
    take_rows_fini(&work->rows);
    indices_fini(&work->indices);
    input_tensor_close(&work->input);
}
