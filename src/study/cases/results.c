/* SPDX-License-Identifier: Apache-2.0 */
/* The results of many cases, kept and summed up: in a line, by op, as JSON. */
#include <stdlib.h>
#include <string.h>

#include "core/arith.h"
#include "study/cases/kept_result.h"

static enum gather_status reserve(struct gather_results *results)
{
    if (results->count < results->capacity)
        return GATHER_STATUS_OK;
    size_t wanted = results->capacity < 64 ? 64 : results->capacity + results->capacity / 2;
    uint64_t bytes;
    if (!gather__multiply_unsigned(wanted, sizeof *results->kept, &bytes) || bytes > SIZE_MAX)
        return GATHER_STATUS_NO_MEMORY;
    struct gather_kept_result *kept = realloc(results->kept, (size_t)bytes);
    if (kept == NULL)
        return GATHER_STATUS_NO_MEMORY;
    results->kept = kept;
    results->capacity = wanted;
    return GATHER_STATUS_OK;
}

/* Copies the texts one after the other into one piece of memory. */
static bool keep_texts(struct gather_kept_result *kept, const char *const texts[5])
{
    const char **const places[5] = {&kept->file, &kept->name, &kept->dialect, &kept->op, &kept->message};
    size_t total = 0;
    for (int k = 0; k < 5; k++)
        total += strlen(texts[k]) + 1;
    char *place = kept->text = malloc(total);
    for (int k = 0; place != NULL && k < 5; k++) {
        size_t size = strlen(texts[k]) + 1;
        memcpy(place, texts[k], size);
        *places[k] = place;
        place += size;
    }
    return kept->text != NULL;
}

enum gather_status gather_results_add(struct gather_results *results, const char *file,
                                      const struct gather_case_result *result)
{
    const char *const texts[5] = {file, result->name, result->dialect, result->op, result->message};
    enum gather_status status = reserve(results);
    if (status != GATHER_STATUS_OK)
        return status;
    struct gather_kept_result *kept = &results->kept[results->count];
    if (!keep_texts(kept, texts))
        return GATHER_STATUS_NO_MEMORY;
    kept->line = result->line;
    kept->verdict = result->verdict;
    results->count++;
    results->verdicts[result->verdict]++;
    return GATHER_STATUS_OK;
}

void gather_results_fini(struct gather_results *results)
{
    for (size_t k = 0; k < results->count; k++)
        free(results->kept[k].text);
    free(results->kept);
    memset(results, 0, sizeof *results);
}

void gather_results_write_summary(const struct gather_results *results, struct gather_writer *writer)
{
    gather_write_integer(writer, results->verdicts[GATHER_VERDICT_PASSED]);
    gather_write_text(writer, " passed, ");
    gather_write_integer(writer, results->verdicts[GATHER_VERDICT_FAILED]);
    gather_write_text(writer, " failed, ");
    gather_write_integer(writer, results->verdicts[GATHER_VERDICT_SKIPPED]);
    gather_write_text(writer, " skipped\n");
}

/* ---- what was skipped ---------------------------------------------------------------------------- */

static int compare_ops(const void *a, const void *b)
{
    const struct gather_kept_result *x = *(const struct gather_kept_result *const *)a;
    const struct gather_kept_result *y = *(const struct gather_kept_result *const *)b;
    int order = strcmp(x->dialect, y->dialect);
    return order != 0 ? order : strcmp(x->op, y->op);
}

/* The skipped results, those of one op side by side. NULL where there are none or no memory. */
static const struct gather_kept_result **sorted_skips(const struct gather_results *results, size_t *count)
{
    *count = (size_t)results->verdicts[GATHER_VERDICT_SKIPPED];
    const struct gather_kept_result **sorted = *count > 0 ? calloc(*count, sizeof *sorted) : NULL;
    size_t filled = 0;
    for (size_t k = 0; sorted != NULL && k < results->count; k++)
        if (results->kept[k].verdict == GATHER_VERDICT_SKIPPED)
            sorted[filled++] = &results->kept[k];
    if (sorted != NULL)
        qsort(sorted, *count, sizeof *sorted, compare_ops);
    return sorted;
}

/* Calls `visit` for each op that was skipped, with how often. */
static enum gather_status each_skipped_op(const struct gather_results *results,
                                          void (*visit)(void *context, const struct gather_kept_result *op,
                                                        int64_t times),
                                          void *context)
{
    size_t count, end;
    const struct gather_kept_result **sorted = sorted_skips(results, &count);
    if (sorted == NULL)
        return count > 0 ? GATHER_STATUS_NO_MEMORY : GATHER_STATUS_OK;
    for (size_t k = 0; k < count; k = end) {
        for (end = k; end < count && compare_ops(&sorted[k], &sorted[end]) == 0; end++)
            continue;
        visit(context, sorted[k], (int64_t)(end - k));
    }
    free(sorted);
    return GATHER_STATUS_OK;
}

struct skip_line {
    struct gather_writer *writer;
    const char *why; /* NULL behind the first op */
};

static void write_skipped_op(void *context, const struct gather_kept_result *op, int64_t times)
{
    struct skip_line *line = context;
    gather_write_text(line->writer, line->why != NULL ? "skipped, " : ", ");
    if (line->why != NULL) {
        gather_write_text(line->writer, line->why);
        gather_write_text(line->writer, ": ");
    }
    gather_write_safe(line->writer, op->dialect, strlen(op->dialect), false);
    gather_write_text(line->writer, " ");
    gather_write_safe(line->writer, op->op, strlen(op->op), false);
    gather_write_text(line->writer, " ");
    gather_write_integer(line->writer, times);
    line->why = NULL;
}

enum gather_status gather_results_write_skipped(const struct gather_results *results, const char *why,
                                                struct gather_writer *writer)
{
    struct skip_line line = {writer, why};
    enum gather_status status = each_skipped_op(results, write_skipped_op, &line);
    if (status == GATHER_STATUS_OK && results->verdicts[GATHER_VERDICT_SKIPPED] > 0)
        gather_write_text(writer, "\n");
    return status == GATHER_STATUS_OK ? writer->status : status;
}

/* ---- JSON ---------------------------------------------------------------------------------------- */

static void write_json_skip(void *context, const struct gather_kept_result *op, int64_t times)
{
    struct gather_json *json = context;
    gather_json_object(json, NULL);
    gather_json_text(json, "dialect", op->dialect);
    gather_json_text(json, "op", op->op);
    gather_json_integer(json, "cases", times);
    gather_json_end(json);
}

static void write_json_results(const struct gather_results *results, int32_t verdict, const char *key,
                               struct gather_json *json)
{
    gather_json_array(json, key);
    for (size_t k = 0; k < results->count; k++) {
        const struct gather_kept_result *kept = &results->kept[k];
        if (kept->verdict != verdict)
            continue;
        gather_json_object(json, NULL);
        gather_json_text(json, "file", kept->file);
        gather_json_integer(json, "line", kept->line);
        gather_json_text(json, "name", kept->name);
        gather_json_text(json, "message", kept->message);
        gather_json_end(json);
    }
    gather_json_end(json);
}

enum gather_status gather_results_write_json(const struct gather_results *results, struct gather_json *json)
{
    gather_json_text(json, "schema", "gather.test/1");
    gather_json_integer(json, "passed", results->verdicts[GATHER_VERDICT_PASSED]);
    gather_json_integer(json, "failed", results->verdicts[GATHER_VERDICT_FAILED]);
    gather_json_integer(json, "skipped", results->verdicts[GATHER_VERDICT_SKIPPED]);
    write_json_results(results, GATHER_VERDICT_FAILED, "failures", json);
    write_json_results(results, GATHER_VERDICT_BROKEN, "broken", json);
    gather_json_array(json, "skips");
    enum gather_status status = each_skipped_op(results, write_json_skip, json);
    gather_json_end(json);
    return status == GATHER_STATUS_OK ? json->writer.status : status;
}
