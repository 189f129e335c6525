/* SPDX-License-Identifier: Apache-2.0 */
/* What `gather diff` is asked, and one tensor against another: diff_work.h says in which steps. */
#include "diff_work.h"

#include <string.h>

#include "exit_code.h"
#include "output.h"

/* ---- the tolerance ------------------------------------------------------------------------------- */

static int read_real(const struct arguments *arguments, const char *name, double *value)
{
    const char *text = arguments_value(arguments, name);
    if (text == NULL)
        return EXIT_YES;
    if (gather_real_read(text, value) && *value >= 0)
        return EXIT_YES;
    return arguments_misused(arguments->command, "a tolerance is a number from 0 on, such as 1e-5, not",
                             text);
}

static int read_steps(const struct arguments *arguments, uint64_t *steps)
{
    const char *text = arguments_value(arguments, "ulp");
    struct gather_error error;
    if (text == NULL || gather_element_read(GATHER_DTYPE_U64, text, steps, &error) == GATHER_STATUS_OK)
        return EXIT_YES;
    return arguments_misused(arguments->command, "--ulp is a whole number from 0 on, not", text);
}

static int read_tolerance(struct diff_work *work)
{
    const struct arguments *arguments = work->arguments;
    struct gather_tolerance *tolerance = &work->tolerance;
    tolerance->is_tolerant = arguments_flag(arguments, "rtol") || arguments_flag(arguments, "atol") ||
                             arguments_flag(arguments, "ulp");
    tolerance->equal_nan = arguments_flag(arguments, "equal-nan");
    int code = read_real(arguments, "rtol", &tolerance->relative);
    if (code == EXIT_YES)
        code = read_real(arguments, "atol", &tolerance->absolute);
    return code == EXIT_YES ? read_steps(arguments, &tolerance->steps) : code;
}

/* ---- the operands -------------------------------------------------------------------------------- */

/* Of one file all tensors are meant, of the other one: the one of the same name. */
static int choose_same(const struct diff_work *work, struct diff_operand *many,
                       const struct diff_operand *one)
{
    const char *name = one->input.tensor.name;
    const struct gather_tensor *found = gather_file_find(many->input.file, name, strlen(name));
    if (found == NULL && name[0] == '\0')
        return input_tensor_unnamed(&many->input, work->arguments);
    if (found == NULL)
        return input_tensor_unknown(&many->input, work->arguments->command->name, name);
    many->input.tensor = *found;
    many->all = false;
    return EXIT_YES;
}

/* Whether all of a file is meant, which has one tensor: by its path alone, and the tensor has a name in it. */
static bool is_whole(const struct diff_operand *operand)
{
    return strcmp(operand->text, operand->input.path) == 0 && operand->input.tensor.name[0] != '\0';
}

/* One operand is a file of several tensors, the other has one: another file, or a tensor to be found in the first. */
static int match_one(struct diff_work *work, struct diff_operand *many, struct diff_operand *one)
{
    if (!is_whole(one))
        return choose_same(work, many, one);
    one->all = true;
    return EXIT_YES;
}

/* With --map two files are meant, of one tensor too: it is about their names. */
static int judge_map(struct diff_work *work)
{
    struct diff_operand *operands[] = {&work->a, &work->b};
    for (size_t k = 0; k < sizeof operands / sizeof *operands; k++) {
        if (strcmp(operands[k]->text, operands[k]->input.path) != 0)
            return arguments_misused(work->arguments->command,
                                     "--map pairs the tensors of two files by their names, not",
                                     operands[k]->text);
        operands[k]->all = true;
    }
    return EXIT_YES;
}

int diff_ask(struct diff_work *work)
{
    work->a.text = arguments_operand(work->arguments, 0);
    work->b.text = arguments_operand(work->arguments, 1);
    int code = read_tolerance(work);
    if (code == EXIT_YES)
        code = diff_map_judge(work->arguments);
    if (code == EXIT_YES)
        code = input_tensor_open_all(&work->a.input, work->arguments, work->a.text, &work->a.all, false);
    if (code == EXIT_YES)
        code = input_tensor_open_all(&work->b.input, work->arguments, work->b.text, &work->b.all, false);
    if (code == EXIT_YES && arguments_flag(work->arguments, "map"))
        return judge_map(work);
    if (code != EXIT_YES || work->a.all == work->b.all)
        return code;
    return work->a.all ? match_one(work, &work->a, &work->b) : match_one(work, &work->b, &work->a);
}

void diff_end(struct diff_work *work)
{
    input_tensor_close(&work->a.input);
    input_tensor_close(&work->b.input);
}

int diff_complain(const struct diff_work *work, const struct diff_side *failed,
                  const struct gather_error *error)
{
    talk_failure(work->arguments->command->name, failed != NULL ? failed->path : NULL, error);
    return exit_of_status((enum gather_status)error->status);
}

/* ---- types that a file does not say -------------------------------------------------------------- */

bool diff_look_alike(struct gather_tensor *tensor, const struct gather_tensor *other)
{
    struct gather_error error;
    return tensor->untyped && tensor->unread == NULL && !other->untyped && other->block == 0 &&
           gather_tensor_view(tensor, other->layout.dtype, &error) == GATHER_STATUS_OK;
}

/* Whether elements are numbers of a type that only their user knows; others are none, and compared as bytes. */
static bool is_unsaid(const struct gather_tensor *tensor)
{
    return tensor->untyped && tensor->unread == NULL;
}

int diff_judge_types(const struct diff_work *work, const struct gather_tensor *a,
                     const struct gather_tensor *b)
{
    struct gather_writer talker = gather_writer_to(output_stderr());
    const bool is_a = is_unsaid(a);
    const struct diff_operand *operand = is_a ? &work->a : &work->b;
    const struct gather_tensor *tensor = is_a ? a : b, *other = is_a ? b : a;
    if (!is_unsaid(tensor) || other->untyped)
        return EXIT_YES;
    talk_begin(work->arguments->command->name);
    talk_safe(operand->input.path, strlen(operand->input.path));
    talk(" does not say the type of ");
    if (tensor->name[0] != '\0')
        talk_safe(tensor->name, strlen(tensor->name));
    else
        talk("its elements");
    talk(", which can't be what the other side has; ");
    diff_write_typed(&talker, tensor);
    talk(" says it\n");
    return EXIT_LIBRARY;
}

void diff_tell_alike(const struct diff_work *work, const struct diff_operand *operand, size_t count)
{
    struct gather_writer talker = gather_writer_to(output_stderr());
    if (count == 0)
        return;
    talk_begin_note(work->arguments->command->name);
    talk_safe(operand->input.path, strlen(operand->input.path));
    talk(" does not say the type of ");
    gather_write_unsigned(&talker, count);
    talk(count == 1 ? " tensor, which is looked at as what the other side has\n"
                    : " tensors, which are looked at as what the other side has\n");
}

static void look_alike(struct diff_work *work)
{
    struct gather_tensor *a = &work->a.input.tensor, *b = &work->b.input.tensor;
    diff_tell_alike(work, &work->a, diff_look_alike(a, b));
    diff_tell_alike(work, &work->b, diff_look_alike(b, a));
}

/* ---- one tensor against another ------------------------------------------------------------------ */

static enum gather_status tell(const struct diff_work *work, const struct diff_side *a,
                               const struct diff_side *b, const struct diff_result *result,
                               const struct diff_hint *hint)
{
    if (!arguments_flag(work->arguments, "json"))
        return diff_write(work, a, b, result, hint);
    struct gather_json json = gather_json_to(output_stdout());
    diff_begin_json(work, &json);
    diff_json(a, b, result, hint, &json);
    diff_end_json(&json);
    return GATHER_STATUS_OK;
}

int diff_pair(struct diff_work *work)
{
    const struct diff_side a = {work->a.input.path, work->a.input.file, &work->a.input.tensor};
    const struct diff_side b = {work->b.input.path, work->b.input.file, &work->b.input.tensor};
    struct diff_result result = {.same_sizes = diff_same_blocks(a.tensor, b.tensor) &&
                                               diff_same_sizes(&a.tensor->layout, &b.tensor->layout)};
    struct diff_hint hint = {.kind = DIFF_HINT_NONE};
    const struct diff_side *failed = NULL;
    struct gather_error error = {0};
    look_alike(work);
    const int code = result.same_sizes ? diff_judge_types(work, a.tensor, b.tensor) : EXIT_YES;
    if (code != EXIT_YES)
        return code;
    struct progress progress = progress_begin(work->arguments, a.tensor->bytes + b.tensor->bytes);
    enum gather_status status =
        result.same_sizes
            ? diff_compare(&a, &b, &work->tolerance, &progress, &result.difference, &failed, &error)
            : gather_difference_init(&result.difference, a.tensor->layout.dtype, b.tensor->layout.dtype,
                                     &work->tolerance, &error);
    progress_end(&progress);
    if (status != GATHER_STATUS_OK)
        return diff_complain(work, failed, &error);
    bool equal = result.same_sizes && result.difference.differing == 0;
    if (!equal)
        hint = diff_hint_find(&a, &b, &work->tolerance);
    if (tell(work, &a, &b, &result, &hint) != GATHER_STATUS_OK)
        return complain_of_memory(work->arguments->command->name);
    return equal ? EXIT_YES : EXIT_NO;
}
