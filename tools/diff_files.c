/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All tensors of a file against those of another, by their names, the worst first.
 *
 *     A  old.safetensors, 4 tensors
 *     B  new.safetensors, 3 tensors
 *     3 of 4 tensors differ, bit for bit
 *
 *     DIFFER   SHARE  MAX ABS  MAX REL  MAX ULP  TYPE        NAME
 *       gone                                     f32[64]     lm_head (in A alone)
 *      sizes                                     f32[3]      h.0.attn.b (in B f32[4])
 *         12   0.3 %     0.25    0.125        4  f32[64,48]  h.0.attn.w
 */
#include <stdlib.h>
#include <string.h>

#include "diff_work.h"
#include "exit_code.h"
#include "output.h"
#include "text_table.h"

/* A tensor of A and that of B; NULL for the one that is not there. */
struct match {
    const struct gather_tensor *a, *b;
    struct diff_result result;
};

struct matches {
    struct diff_work *work;
    struct match *list; /* owned */
    size_t count, differing;
    struct gather_tensor *alike; /* those whose type the other side says; owned */
    size_t alike_a, alike_b;
};

/* ---- names --------------------------------------------------------------------------------------- */

/* Those of B that no tensor of A has for its own. */
static void add_rest(struct matches *matches, const bool *taken)
{
    const struct gather_file *file = matches->work->b.input.file;
    for (size_t k = 0; k < gather_file_count(file); k++)
        if (!taken[k])
            matches->list[matches->count++].b = gather_file_tensor(file, k);
}

/* What was paired last has the tensor of B that another of A has. */
static int complain_of_pair(const struct matches *matches)
{
    const struct match *last = &matches->list[matches->count - 1], *first = matches->list;
    while (first->b != last->b)
        first++;
    talk_begin(matches->work->arguments->command->name);
    talk("two tensors of A, '");
    talk_safe(first->a->name, strlen(first->a->name));
    talk("' and '");
    talk_safe(last->a->name, strlen(last->a->name));
    talk("', are paired with one of B, '");
    talk_safe(last->b->name, strlen(last->b->name));
    talk("', by --map\n");
    return EXIT_USAGE;
}

static int match_all(struct matches *matches)
{
    const struct gather_file *a = matches->work->a.input.file, *b = matches->work->b.input.file;
    size_t most = gather_file_count(a) + gather_file_count(b);
    bool *taken = calloc(gather_file_count(b) + 1, sizeof *taken), no_memory = false, is_twice = false;
    matches->list = calloc(most + 1, sizeof *matches->list);
    no_memory = taken == NULL || matches->list == NULL;
    for (size_t k = 0; k < gather_file_count(a) && !no_memory && !is_twice; k++) {
        struct match *match = &matches->list[matches->count++];
        match->a = gather_file_tensor(a, k);
        match->b = diff_map_find(matches->work, match->a->name, &no_memory);
        bool *is_taken = match->b != NULL ? &taken[match->b - gather_file_tensor(b, 0)] : NULL;
        is_twice = is_taken != NULL && *is_taken;
        if (is_taken != NULL)
            *is_taken = true;
    }
    if (!no_memory && !is_twice)
        add_rest(matches, taken);
    free(taken);
    if (no_memory)
        return complain_of_memory(matches->work->arguments->command->name);
    return is_twice ? complain_of_pair(matches) : EXIT_YES;
}

/* ---- comparing ----------------------------------------------------------------------------------- */

static bool is_equal(const struct match *match)
{
    return match->result.same_sizes && match->result.difference.differing == 0;
}

static int compare(const struct matches *matches, struct match *match, struct progress *progress)
{
    const struct diff_work *work = matches->work;
    const struct diff_side a = {work->a.input.path, work->a.input.file, match->a};
    const struct diff_side b = {work->b.input.path, work->b.input.file, match->b};
    const struct diff_side *failed = NULL;
    struct gather_error error = {0};
    if (match->a == NULL || match->b == NULL)
        return EXIT_YES;
    enum gather_status status = gather_difference_init(&match->result.difference, match->a->layout.dtype,
                                                       match->b->layout.dtype, &work->tolerance, &error);
    match->result.same_sizes = status == GATHER_STATUS_OK && diff_same_blocks(match->a, match->b) &&
                               diff_same_sizes(&match->a->layout, &match->b->layout);
    if (!match->result.same_sizes)
        return EXIT_YES;
    const int code = diff_judge_types(work, match->a, match->b);
    if (code != EXIT_YES)
        return code;
    status = diff_compare(&a, &b, &work->tolerance, progress, &match->result.difference, &failed, &error);
    if (status == GATHER_STATUS_OK)
        return EXIT_YES;
    progress_end(progress);
    return diff_complain(work, failed, &error);
}

/* What a file does not say of a tensor, the other one may. */
static void look_alike(struct matches *matches, struct match *match, struct gather_tensor *alike)
{
    if (match->a == NULL || match->b == NULL)
        return;
    *alike = match->a->untyped ? *match->a : *match->b;
    if (!diff_look_alike(alike, match->a->untyped ? match->b : match->a))
        return;
    matches->alike_a += match->a->untyped != 0;
    matches->alike_b += match->a->untyped == 0;
    *(match->a->untyped ? &match->a : &match->b) = alike;
}

static int look_all_alike(struct matches *matches)
{
    matches->alike = calloc(matches->count + 1, sizeof *matches->alike);
    if (matches->alike == NULL)
        return complain_of_memory(matches->work->arguments->command->name);
    for (size_t k = 0; k < matches->count; k++)
        look_alike(matches, &matches->list[k], &matches->alike[k]);
    diff_tell_alike(matches->work, &matches->work->a, matches->alike_a);
    diff_tell_alike(matches->work, &matches->work->b, matches->alike_b);
    return EXIT_YES;
}

static int compare_all(struct matches *matches)
{
    int code = EXIT_YES;
    for (size_t k = 0; k < matches->count && code == EXIT_YES; k++) {
        struct match *match = &matches->list[k];
        struct progress progress =
            progress_begin(matches->work->arguments, match->a != NULL ? match->a->bytes : 0);
        code = compare(matches, match, &progress);
        progress_end(&progress);
        matches->differing += !is_equal(match);
    }
    return code;
}

/* ---- the worst first ----------------------------------------------------------------------------- */

/* 3 for one that is not in both, 2 for other sizes; then the share of elements that differ. */
static double badness(const struct match *match)
{
    const struct gather_difference *difference = &match->result.difference;
    if (match->a == NULL || match->b == NULL)
        return 3;
    if (!match->result.same_sizes)
        return 2;
    return difference->elements > 0 ? (double)difference->differing / (double)difference->elements : 0;
}

static const char *name_of(const struct match *match)
{
    return (match->a != NULL ? match->a : match->b)->name;
}

static int compare_badness(const void *a, const void *b)
{
    const struct match *first = a, *second = b;
    double of_first = badness(first), of_second = badness(second);
    double apart = first->result.difference.relative.value - second->result.difference.relative.value;
    if (of_first != of_second)
        return of_first > of_second ? -1 : 1;
    if (apart < 0 || apart > 0)
        return apart > 0 ? -1 : 1;
    return strcmp(name_of(first), name_of(second));
}

/* ---- telling ------------------------------------------------------------------------------------- */

static const char *word_of(const struct match *match)
{
    if (match->a == NULL)
        return "new";
    if (match->b == NULL)
        return "gone";
    return diff_same_sizes(&match->a->layout, &match->b->layout) || !diff_same_blocks(match->a, match->b)
               ? "type"
               : "sizes";
}

static void put_measure(struct text_table *table, const struct gather_largest_difference *largest,
                        void (*write)(struct gather_writer *writer, double value))
{
    struct gather_writer writer = text_table_cell(table);
    if (largest->where.number >= 0)
        write(&writer, largest->value);
}

/* What was compared is told in numbers. */
static void put_numbers(struct text_table *table, const struct gather_difference *difference)
{
    struct gather_writer writer = text_table_cell(table);
    gather_write_integer(&writer, difference->differing);
    writer = text_table_cell(table);
    diff_write_share(&writer, difference->differing, difference->elements);
    put_measure(table, &difference->absolute, diff_write_measure);
    put_measure(table, &difference->relative, diff_write_measure);
    if (diff_is_real(difference->type))
        put_measure(table, &difference->steps, diff_write_steps);
    else
        text_table_put(table, "");
}

static void write_name(struct gather_writer *writer, const struct match *match)
{
    output_write_safe(writer, name_of(match));
    if (match->a == NULL || match->b == NULL) {
        gather_write_text(writer, match->a != NULL ? " (in A alone)" : " (in B alone)");
        return;
    }
    bool renamed = strcmp(match->a->name, match->b->name) != 0,
         retyped = match->a->layout.dtype != match->b->layout.dtype || !match->result.same_sizes;
    if (renamed || retyped) {
        gather_write_text(writer, " (in B ");
        output_write_safe(writer, renamed ? match->b->name : "");
        gather_write_text(writer, renamed && retyped ? ", " : "");
        if (retyped)
            diff_write_type(writer, match->b);
        gather_write_text(writer, ")");
    }
}

static enum gather_status write_table(struct gather_writer *writer, const struct matches *matches)
{
    static const char *const titles[] = {"DIFFER", "SHARE", "MAX ABS", "MAX REL", "MAX ULP", "TYPE", "NAME"};
    enum { COLUMNS = sizeof titles / sizeof *titles, NUMBERS = 5 };
    struct text_table table = {.columns = COLUMNS, .numbers = (1 << NUMBERS) - 1};
    for (int c = 0; c < COLUMNS; c++)
        text_table_put(&table, titles[c]);
    for (size_t k = 0; k < matches->differing; k++) {
        const struct match *match = &matches->list[k];
        if (match->result.same_sizes)
            put_numbers(&table, &match->result.difference);
        for (int c = 0; c < NUMBERS && !match->result.same_sizes; c++)
            text_table_put(&table, c == 0 ? word_of(match) : "");
        struct gather_writer cell = text_table_cell(&table);
        diff_write_type(&cell, match->a != NULL ? match->a : match->b);
        cell = text_table_cell(&table);
        write_name(&cell, match);
    }
    gather_write_text(writer, "\n");
    enum gather_status status = text_table_write(&table, writer);
    text_table_fini(&table);
    return status;
}

static void write_file(struct gather_writer *writer, const char *which, const struct diff_operand *operand)
{
    size_t count = gather_file_count(operand->input.file);
    gather_write_text(writer, which);
    output_write_safe(writer, operand->input.path);
    gather_write_text(writer, ", ");
    gather_write_unsigned(writer, count);
    gather_write_text(writer, count == 1 ? " tensor\n" : " tensors\n");
}

static void write_verdict(struct gather_writer *writer, const struct matches *matches)
{
    const struct gather_tolerance *tolerance = &matches->work->tolerance;
    bool equal = matches->differing == 0;
    if (!equal) {
        gather_write_unsigned(writer, matches->differing);
        gather_write_text(writer, " of ");
    }
    gather_write_unsigned(writer, matches->count);
    gather_write_text(writer, matches->count == 1 ? " tensor" : " tensors");
    gather_write_text(writer, equal ? (matches->count == 1 ? " is equal" : " are equal")
                                    : (matches->differing == 1 ? " differs" : " differ"));
    gather_write_text(writer, !tolerance->is_tolerant ? ", bit for bit"
                              : equal                 ? " within "
                                                      : " by more than ");
    if (tolerance->is_tolerant)
        diff_write_tolerance(writer, tolerance);
    gather_write_text(writer, "\n");
}

/* "3 of them have another type in B, and were compared by value" */
static void write_types(struct gather_writer *writer, const struct matches *matches)
{
    size_t count = 0;
    for (size_t k = 0; k < matches->count; k++) {
        const struct match *match = &matches->list[k];
        count += match->result.same_sizes && match->a->layout.dtype != match->b->layout.dtype;
    }
    if (count == 0)
        return;
    gather_write_unsigned(writer, count);
    gather_write_text(writer, count == 1 ? " of them has another type in B, and was compared by value\n"
                                         : " of them have another type in B, and were compared by value\n");
}

/* Where names are in one file alone, on both sides, they may be others for the same. */
static void tell_of_map(const struct matches *matches)
{
    const struct arguments *arguments = matches->work->arguments;
    bool in_a = false, in_b = false;
    for (size_t k = 0; k < matches->count; k++) {
        in_a = in_a || matches->list[k].b == NULL;
        in_b = in_b || matches->list[k].a == NULL;
    }
    if (!in_a || !in_b || arguments_flag(arguments, "map"))
        return;
    talk_begin_note(arguments->command->name);
    talk("names that are in one alone are paired by --map OLD=NEW\n");
}

static enum gather_status write_text(const struct matches *matches)
{
    struct gather_writer writer = gather_writer_to(output_stdout());
    write_file(&writer, "A  ", &matches->work->a);
    write_file(&writer, "B  ", &matches->work->b);
    write_verdict(&writer, matches);
    write_types(&writer, matches);
    tell_of_map(matches);
    return matches->differing > 0 ? write_table(&writer, matches) : GATHER_STATUS_OK;
}

static void write_json(const struct matches *matches)
{
    const struct diff_work *work = matches->work;
    struct gather_json json = gather_json_to(output_stdout());
    diff_begin_json(work, &json);
    gather_json_string(&json, "a", work->a.input.path, strlen(work->a.input.path));
    gather_json_string(&json, "b", work->b.input.path, strlen(work->b.input.path));
    gather_json_unsigned(&json, "tensors", matches->count);
    gather_json_unsigned(&json, "differing", matches->differing);
    gather_json_array(&json, "pairs");
    for (size_t k = 0; k < matches->count; k++) {
        const struct match *match = &matches->list[k];
        const struct diff_side a = {work->a.input.path, work->a.input.file, match->a};
        const struct diff_side b = {work->b.input.path, work->b.input.file, match->b};
        gather_json_object(&json, NULL);
        if (match->a != NULL && match->b != NULL) {
            diff_json(&a, &b, &match->result, NULL, &json);
        } else {
            gather_json_string(&json, match->a != NULL ? "only_a" : "only_b", name_of(match),
                               strlen(name_of(match)));
            gather_json_boolean(&json, "equal", false);
        }
        gather_json_end(&json);
    }
    gather_json_end(&json);
    diff_end_json(&json);
}

/* ---- all of it ----------------------------------------------------------------------------------- */

int diff_files(struct diff_work *work)
{
    struct matches matches = {.work = work};
    diff_map_tell_unused(work);
    int code = match_all(&matches);
    if (code == EXIT_YES)
        code = look_all_alike(&matches);
    if (code == EXIT_YES)
        code = compare_all(&matches);
    if (code == EXIT_YES) {
        qsort(matches.list, matches.count, sizeof *matches.list, compare_badness);
        code = matches.differing > 0 ? EXIT_NO : EXIT_YES;
        if (arguments_flag(work->arguments, "json"))
            write_json(&matches);
        else if (write_text(&matches) != GATHER_STATUS_OK)
            code = complain_of_memory(work->arguments->command->name);
    }
    free(matches.alike);
    free(matches.list);
    return code;
}
