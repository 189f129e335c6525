/* SPDX-License-Identifier: Apache-2.0 */
/* Indices one by one: integer_list.h says what for. */
#include "integer_list.h"

#include <string.h>

static int64_t integer_at(int32_t dtype, const char *element)
{
    uint64_t bits = 0;
    int32_t width = gather_dtype_bits(dtype);
    memcpy(&bits, element, (size_t)width / 8);
    uint64_t sign = UINT64_C(1) << (width - 1);
    return gather_dtype_is_signed(dtype) ? (int64_t)((bits ^ sign) - sign) : (int64_t)bits;
}

/* The numbers of all indices below a depth, from a cell on. */
static int64_t *copy(const struct signature *is, const char *base, int64_t cell, int32_t depth, int64_t *next)
{
    if (depth == is->rank) {
        *next = integer_at(is->dtype, base + cell * is->cell_bits / 8); /* bounded: a cell of the operand */
        return next + 1;
    }
    for (int64_t k = 0; k < is->sizes[depth]; k++)
        next = copy(is, base, cell + k * is->strides[depth], depth + 1, next); /* bounded: likewise */
    return next;
}

int64_t integer_list_count(const struct operand *indices)
{
    int64_t count = 1;
    for (int32_t d = 0; d < indices->is.rank; d++)
        count *= indices->is.sizes[d]; /* bounded: elements that are there, or none */
    return count;
}

static void lay_row_major(struct signature *is)
{
    int64_t step = 1;
    for (int32_t d = is->rank - 1; d >= 0; d--) {
        is->strides[d] = is->sizes[d] > 1 ? step : 0;
        step *= is->sizes[d]; /* bounded: as above */
    }
    is->dtype = is->dtype == GATHER_DTYPE_U64 ? GATHER_DTYPE_U64 : GATHER_DTYPE_I64;
    is->cell_bits = 64;
    is->offset = 0;
}

bool integer_list_of(struct module_state *state, struct operand *indices)
{
    struct signature *is = &indices->is;
    if (indices->numbers != NULL && is->dtype == GATHER_DTYPE_I64)
        return true;
    if (indices->layout != NULL || is->cell_bits % 8 != 0 ||
        (!gather_dtype_is_signed(is->dtype) && !gather_dtype_is_unsigned(is->dtype))) {
        const struct gather_error error = {.status = GATHER_STATUS_DTYPE,
                                           .has = indices->layout != NULL ? 0 : GATHER_ERROR_HAS_TYPE,
                                           .operand = "indices",
                                           .expected = "integers of whole bytes in strides",
                                           .value = is->dtype,
                                           .part = -1};
        return raise_error(state, &error) != NULL;
    }
    /* From here on what the object says of its memory is no longer asked: a fill value's own code may have moved it. */
    if (!operand_is_steady(state, indices))
        return false;
    int64_t count = integer_list_count(indices), *numbers = PyMem_Calloc((size_t)count + 1, sizeof *numbers);
    if (numbers == NULL)
        return raise_no_memory(state, "indices", (uint64_t)count + 1, sizeof *numbers) != NULL;
    if (count > 0)
        (void)copy(is, indices->buffer.data, is->offset, 0, numbers);
    if (indices->numbers != indices->few)
        PyMem_Free(indices->numbers); /* that had another type */
    indices->numbers = numbers;
    lay_row_major(is);
    indices->kind = OPERAND_NUMBERS;
    indices->mixed = 0;
    indices->buffer =
        (struct gather_buffer){indices->numbers, (uint64_t)count * sizeof(int64_t)}; /* bounded: allocated */
    return true;
}

static void tell_position(const struct operand *indices, int64_t k, struct gather_error *error)
{
    error->rank = indices->is.rank;
    for (int32_t d = indices->is.rank - 1; d >= 0; d--) {
        error->position[d] = k % indices->is.sizes[d];
        k /= indices->is.sizes[d];
    }
}

bool integer_list_refuse(struct module_state *state, const struct operand *indices, int64_t k,
                         struct indexed into, int64_t low)
{
    struct gather_error error = {.status = GATHER_STATUS_INDEX_RANGE,
                                 .has = GATHER_ERROR_HAS_AXIS | GATHER_ERROR_HAS_POSITION |
                                        GATHER_ERROR_HAS_VALUE | GATHER_ERROR_HAS_LIMITS |
                                        GATHER_ERROR_HAS_SIZE | (into.is_flat ? GATHER_ERROR_OF_FLAT : 0),
                                 .operand = "indices",
                                 .axis = into.axis,
                                 .value = indices->numbers[k],
                                 .value_is_unsigned = indices->is.dtype == GATHER_DTYPE_U64,
                                 .low = low,
                                 .high = into.size - 1,
                                 .size = into.size,
                                 .part = -1};
    tell_position(indices, k, &error);
    return raise_error(state, &error) != NULL;
}

/* As pandas names it. Returns: false with ValueError. */
static bool refuse_below(struct module_state *state, const struct operand *indices, int64_t k)
{
    struct gather_error error = {.status = GATHER_STATUS_ARGUMENT,
                                 .has = GATHER_ERROR_HAS_POSITION | GATHER_ERROR_HAS_VALUE,
                                 .operand = "indices",
                                 .value = indices->numbers[k],
                                 .part = -1};
    tell_position(indices, k, &error);
    PyObject *position = tuple_of(error.position, error.rank), *sentence = NULL;
    if (position != NULL)
        sentence = PyUnicode_FromFormat("'indices' contains values less than allowed (%lld < -1), at %R",
                                        (long long)error.value, position);
    if (sentence != NULL)
        raise_sentence(state, &error, sentence);
    Py_XDECREF(sentence);
    Py_XDECREF(position);
    return false;
}

bool integer_list_open_gaps(struct module_state *state, struct operand *indices, struct indexed into)
{
    const bool is_unsigned = indices->is.dtype == GATHER_DTYPE_U64;
    int64_t count = integer_list_count(indices), *numbers = indices->numbers, least = 0;
    for (int64_t k = 1; k < count && !is_unsigned; k++)
        least = numbers[k] < numbers[least] ? k : least;
    if (count > 0 && !is_unsigned && numbers[least] < -1)
        return refuse_below(state, indices, least);
    for (int64_t k = 0; k < count; k++)
        if (numbers[k] >= into.size || (is_unsigned && numbers[k] < 0))
            return integer_list_refuse(state, indices, k, into, -1);
    for (int64_t k = 0; k < count; k++)
        numbers[k] = numbers[k] == -1 ? into.size : numbers[k];
    return true;
}
