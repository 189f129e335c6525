/* SPDX-License-Identifier: Apache-2.0 */
/* A small take: take_fixture.h says what it is. */
#include "support/take_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const int32_t take_index_types[TAKE_TYPES] = {GATHER_DTYPE_I8,  GATHER_DTYPE_I16, GATHER_DTYPE_I32,
                                              GATHER_DTYPE_I64, GATHER_DTYPE_U8,  GATHER_DTYPE_U16,
                                              GATHER_DTYPE_U32, GATHER_DTYPE_U64};

/* A fixture that can't be made is a fault of the test itself. */
static void must(bool holds, const char *what)
{
    if (holds)
        return;
    (void)fprintf(stderr, "take_fixture: %s\n", what);
    abort();
}

void take_set_data(struct take_fixture *fixture, int64_t size)
{
    const int64_t sizes[] = {size, TAKE_COLUMNS};
    memset(fixture, 0, sizeof *fixture);
    must(gather_layout_init(&fixture->take.data, GATHER_DTYPE_I32, 2, sizes, NULL) == GATHER_STATUS_OK,
         "data");
    for (int32_t k = 0; k < size * TAKE_COLUMNS; k++)
        fixture->data[k] = 10 * (k / TAKE_COLUMNS + 1) + k % TAKE_COLUMNS;
}

void take_set_indices(struct take_fixture *fixture, int32_t dtype, const int64_t *values, int64_t count)
{
    size_t width = (size_t)gather_dtype_bits(dtype) / 8;
    must(gather_layout_init(&fixture->take.indices, dtype, 1, &count, NULL) == GATHER_STATUS_OK, "indices");
    for (int64_t k = 0; k < count; k++)
        for (size_t b = 0; b < width; b++)
            fixture->values[(size_t)k * width + b] = (uint8_t)((uint64_t)values[k] >> (8 * b));
    fixture->take.values = fixture->values;
}

const struct gather_behaviour *take_behaviour(const char *id)
{
    const struct gather_behaviour *behaviour;
    for (size_t k = 0; (behaviour = gather_behaviour_at(k)) != NULL; k++)
        if (strcmp(behaviour->id, id) == 0)
            return behaviour;
    must(false, id);
    return NULL;
}

enum gather_status take_run_own(const struct gather_behaviour *behaviour, const struct take_fixture *fixture,
                                int32_t *output, struct gather_error *error)
{
    struct gather_op op;
    struct gather_layout operands[2], result;
    struct gather_buffer inputs[2] = {
        {(void *)(uintptr_t)fixture->data, (uint64_t)gather_layout_bytes(&fixture->take.data)},
        {(void *)(uintptr_t)fixture->values, (uint64_t)gather_layout_bytes(&fixture->take.indices)}};
    enum gather_status status = gather_behaviour_op(behaviour, NULL, &fixture->take, &op, operands, error);
    if (status == GATHER_STATUS_OK)
        status = gather_infer(&op, operands, 2, &result, error);
    if (status != GATHER_STATUS_OK)
        return status;
    struct gather_buffer out = {output, (uint64_t)gather_layout_bytes(&result)};
    return gather_once(&op, operands, inputs, 2, &result, out, NULL, error);
}

struct gather_explanation *take_explain(const struct take_fixture *fixture, const char *worlds)
{
    struct gather_explanation *explanation = NULL;
    must(gather_explanation_create(&explanation, &fixture->take, worlds, NULL) == GATHER_STATUS_OK,
         "explanation");
    return explanation;
}
