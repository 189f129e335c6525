/* SPDX-License-Identifier: Apache-2.0 */
/* What came of comparing two tensors, as JSON. */
#include <math.h>
#include <string.h>

#include "complaint.h"
#include "diff_work.h"
#include "element_walk.h"
#include "exit_code.h"
#include "layout_text.h"
#include "ls_work.h"
#include "output.h"

/* A text that is written into memory and then becomes a string of the object. */
static void end_string(struct gather_json *json, const char *key, struct gather_memory *memory)
{
    gather_json_string(json, key, memory->bytes != NULL ? memory->bytes : "", memory->count);
    gather_memory_fini(memory);
    *memory = (struct gather_memory){0};
}

static void write_real(struct gather_json *json, const char *key, double value)
{
    struct gather_memory memory = {0};
    struct gather_writer writer = gather_writer_to(output_memory(&memory));
    if (!isfinite(value)) {
        gather_json_null(json, key);
        return;
    }
    gather_element_write(&writer, GATHER_DTYPE_F64, &value, false);
    end_string(json, key, &memory);
}

static void write_side(struct gather_json *json, const char *key, const struct diff_side *side)
{
    char type[32];
    struct gather_layout elements = ls_elements(side->tensor);
    gather_json_object(json, key);
    gather_json_string(json, "file", diff_path(side), strlen(diff_path(side)));
    if (side->tensor->name[0] != '\0')
        gather_json_string(json, "tensor", side->tensor->name, strlen(side->tensor->name));
    gather_json_text(json, "dtype", ls_type(side->tensor, type));
    gather_json_integers(json, "shape", elements.sizes, elements.rank);
    gather_json_end(json);
}

static void write_element(struct gather_json *json, const char *key, const struct diff_side *side,
                          int32_t dtype, int64_t number, const uint8_t *element)
{
    struct gather_memory memory = {0};
    struct gather_writer writer = gather_writer_to(output_memory(&memory));
    int64_t byte = diff_byte(side, number);
    gather_json_object(json, key);
    diff_write_element(&writer, dtype, element);
    end_string(json, "value", &memory);
    if (dtype != GATHER_DTYPE_STRING) {
        writer = gather_writer_to(output_memory(&memory));
        diff_write_bits(&writer, dtype, element);
        end_string(json, "bits", &memory);
    }
    if (byte >= 0)
        gather_json_integer(json, "byte", byte);
    gather_json_end(json);
}

static void write_pair(struct gather_json *json, const struct diff_side *a, const struct diff_side *b,
                       const struct gather_difference *difference, const struct gather_element_pair *pair)
{
    int64_t index[GATHER_MAX_RANK];
    element_index(&a->tensor->layout, pair->number, index);
    gather_json_integers(json, "at", index, a->tensor->layout.rank);
    write_element(json, "a", a, difference->a_type, pair->number, pair->a);
    write_element(json, "b", b, difference->b_type, pair->number, pair->b);
}

static void write_largest(struct gather_json *json, const char *key, const struct diff_side *a,
                          const struct diff_side *b, const struct gather_difference *difference,
                          const struct gather_largest_difference *largest)
{
    if (largest->where.number < 0)
        return;
    gather_json_object(json, key);
    write_real(json, "value", largest->value);
    write_pair(json, a, b, difference, &largest->where);
    gather_json_end(json);
}

static void write_hint(struct gather_json *json, const struct diff_hint *hint)
{
    char spelling[GATHER_LAYOUT_TEXT_SIZE];
    if (hint == NULL || hint->kind == DIFF_HINT_NONE)
        return;
    gather_json_object(json, "equal_as");
    gather_json_text(json, "kind", diff_hint_word(hint->kind));
    if (hint->reads_a) {
        layout_text_print(&hint->a, spelling);
        gather_json_text(json, "a", spelling);
    }
    if (hint->reads_b) {
        layout_text_print(&hint->b, spelling);
        gather_json_text(json, "b", spelling);
    }
    if (hint->kind == DIFF_HINT_SHIFTED)
        gather_json_integer(json, "shift", hint->shift);
    gather_json_end(json);
}

void diff_begin_json(const struct diff_work *work, struct gather_json *json)
{
    const struct gather_tolerance *tolerance = &work->tolerance;
    gather_json_object(json, NULL);
    gather_json_text(json, "schema", "gather.diff/1");
    if (tolerance->is_tolerant) {
        write_real(json, "rtol", tolerance->relative);
        write_real(json, "atol", tolerance->absolute);
        gather_json_unsigned(json, "ulp", tolerance->steps);
    }
    gather_json_boolean(json, "equal_nan", tolerance->equal_nan != 0);
}

void diff_end_json(struct gather_json *json)
{
    complaint_write_json(json, EXIT_YES); /* but what was lost on the way */
    gather_json_end(json);
    gather_write_text(&json->writer, "\n");
}

void diff_json(const struct diff_side *a, const struct diff_side *b, const struct diff_result *result,
               const struct diff_hint *hint, struct gather_json *json)
{
    const struct gather_difference *difference = &result->difference;
    char name[32];
    write_side(json, "a", a);
    write_side(json, "b", b);
    gather_json_boolean(json, "equal", result->same_sizes && difference->differing == 0);
    gather_json_boolean(json, "same_sizes", result->same_sizes);
    if (result->same_sizes) {
        gather_dtype_name(difference->type, GATHER_WORLD_OWN, name, sizeof name);
        gather_json_text(json, "compared_as", name);
        gather_json_integer(json, "elements", difference->elements);
        gather_json_integer(json, "differing", difference->differing);
        gather_json_integer(json, "close", difference->close);
        gather_json_integer(json, "no_number", difference->no_number);
    }
    if (difference->first.number >= 0) {
        gather_json_object(json, "first");
        write_pair(json, a, b, difference, &difference->first);
        gather_json_end(json);
    }
    write_largest(json, "max_abs", a, b, difference, &difference->absolute);
    write_largest(json, "max_rel", a, b, difference, &difference->relative);
    if (diff_is_real(difference->type))
        write_largest(json, "max_ulp", a, b, difference, &difference->steps);
    write_hint(json, hint);
}
