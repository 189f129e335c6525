/* SPDX-License-Identifier: Apache-2.0 */
/* Operators that compute, tried: computed_trial.h. */
#include "support/computed_trial.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gather/threads.h"
#include "support/element_image.h"
#include "support/padding_by_hand.h"

/* ---- numbers --------------------------------------------------------------------------------------- */

/* A float type: a sign, so many bits of exponent and mantissa, a bias. */
struct format {
    int32_t dtype, exponent, mantissa, bias;
    enum { IEEE, NO_INFINITY, NO_MINUS_ZERO, FINITE } kind;
};

static const struct format formats[] = {
    {GATHER_DTYPE_F16, 5, 10, 15, IEEE},
    {GATHER_DTYPE_BF16, 8, 7, 127, IEEE},
    {GATHER_DTYPE_F32, 8, 23, 127, IEEE},
    {GATHER_DTYPE_F64, 11, 52, 1023, IEEE},
    {GATHER_DTYPE_F8E5M2, 5, 2, 15, IEEE},
    {GATHER_DTYPE_F8E4M3FN, 4, 3, 7, NO_INFINITY},
    {GATHER_DTYPE_F8E4M3FNUZ, 4, 3, 8, NO_MINUS_ZERO},
    {GATHER_DTYPE_F8E5M2FNUZ, 5, 2, 16, NO_MINUS_ZERO},
    {GATHER_DTYPE_F4E2M1, 2, 1, 1, FINITE},
};

static const struct format *format_of(int32_t dtype)
{
    for (size_t k = 0; k < sizeof formats / sizeof formats[0]; k++)
        if (formats[k].dtype == dtype)
            return &formats[k];
    return NULL;
}

bool is_float_type(int32_t dtype) { return format_of(dtype) != NULL; }

static bool is_unsigned_type(int32_t dtype)
{
    char name[16];
    gather_dtype_name(dtype, GATHER_WORLD_OWN, name, sizeof name);
    return name[0] == 'u';
}

int64_t integer_of_bits(int32_t dtype, uint64_t bits)
{
    const int32_t width = gather_dtype_bits(dtype);
    if (width < 64 && !is_unsigned_type(dtype) && (bits >> (width - 1) & 1) != 0)
        bits |= UINT64_MAX << width;
    return (int64_t)bits;
}

static double power_of_two(int32_t power)
{
    double value = 1;
    for (; power > 0; power--)
        value *= 2;
    for (; power < 0; power++)
        value /= 2;
    return value;
}

double float_of_bits(int32_t dtype, uint64_t bits)
{
    const struct format *format = format_of(dtype);
    const uint64_t all = (UINT64_C(1) << format->exponent) - 1,
                   sign = bits >> (format->exponent + format->mantissa);
    const uint64_t exponent = bits >> format->mantissa & all,
                   mantissa = bits & ((UINT64_C(1) << format->mantissa) - 1);
    const double zero = 0, none = zero / zero;
    double value = (double)mantissa;
    if (format->kind == IEEE && exponent == all)
        value = mantissa != 0 ? none : 1 / zero;
    else if (format->kind == NO_INFINITY && exponent == all && mantissa == 7)
        value = none;
    else if (format->kind == NO_MINUS_ZERO && sign != 0 && exponent == 0 && mantissa == 0)
        value = none;
    else if (exponent == 0)
        value *= power_of_two(1 - format->bias - format->mantissa);
    else
        value = (value + (double)(UINT64_C(1) << format->mantissa)) *
                power_of_two((int32_t)exponent - format->bias - format->mantissa);
    return sign != 0 ? -value : value;
}

/* A number that is neither 0 nor infinite, by its size, in units of its last place. */
static uint64_t nearest_bits(const struct format *format, double size)
{
    int32_t exponent = 1; /* as it is stored */
    double unit = power_of_two(1 - format->bias - format->mantissa);
    const double half_beyond = (double)(UINT64_C(2) << format->mantissa);
    const int32_t greatest = (1 << format->exponent) - 2;
    while (size / unit >= half_beyond && exponent <= greatest) {
        unit *= 2;
        exponent++;
    }
    if (exponent > greatest)
        return (uint64_t)(greatest + 1) << format->mantissa;
    uint64_t places = (uint64_t)(size / unit);
    const double rest = size / unit - (double)places;
    places += rest > 0.5 || (rest == 0.5 && places % 2 == 1);
    /* without the leading one that is not stored; what is rounded up to the next power of two carries over */
    return places + ((uint64_t)(exponent - 1) << format->mantissa);
}

uint64_t bits_of_float(int32_t dtype, double value)
{
    const struct format *format = format_of(dtype);
    uint64_t whole, sign;
    memcpy(&whole, &value, sizeof whole);
    if (dtype == GATHER_DTYPE_F64)
        return whole;
    sign = (whole >> 63) << (format->exponent + format->mantissa);
    const uint64_t infinite = ((UINT64_C(1) << format->exponent) - 1) << format->mantissa;
    if (value != value)
        return sign | infinite | 1;
    if (value == 0)
        return sign;
    if (value - value != 0)
        return sign | infinite;
    return sign | nearest_bits(format, value < 0 ? -value : value);
}

/* ---- operands -------------------------------------------------------------------------------------- */

static struct gather_layout dense(int32_t dtype, int32_t rank, const int64_t *sizes)
{
    struct gather_layout layout = {.kind = GATHER_LAYOUT_STRIDES,
                                   .dtype = dtype,
                                   .rank = rank,
                                   .tail = 1,
                                   .cell_bits = gather_dtype_bits(dtype)};
    int64_t stride = 1;
    for (int32_t d = rank - 1; d >= 0; d--) {
        layout.sizes[d] = sizes[d];
        layout.place[d] = stride;
        stride *= sizes[d];
    }
    return layout;
}

void trial_place(struct trial_tensor *tensor, struct randomness *randomness, int32_t dtype, int32_t rank,
                 const int64_t *sizes, enum random_use use)
{
    const uint64_t turn = random_bits(randomness);
    tensor->layout =
        turn % 3 == 0 ? dense(dtype, rank, sizes) : random_layout(randomness, dtype, rank, sizes, use);
    operand_cells_find(&tensor->cells, &tensor->layout);
    tensor->buffer.bytes = operand_bytes(&tensor->cells, &tensor->layout);
    tensor->buffer.data =
        guard_place(&tensor->guard, (size_t)tensor->buffer.bytes, turn & 8 ? GUARD_LOW : GUARD_HIGH,
                    turn & 16 ? 0 : (size_t)(turn / 32 % GUARD_GAPS));
    fill_with_noise(tensor->buffer.data, (size_t)tensor->buffer.bytes, turn >> 40);
}

static int64_t bit_of(const struct trial_tensor *tensor, int64_t element)
{
    return (int64_t)tensor->cells.cell_of[element] * tensor->layout.cell_bits;
}

uint64_t trial_bits(const struct trial_tensor *tensor, int64_t element)
{
    const int32_t width = gather_dtype_bits(tensor->layout.dtype);
    uint8_t bytes[8] = {0};
    uint64_t bits = 0;
    copy_bits(bytes, 0, tensor->buffer.data, bit_of(tensor, element), width);
    for (int k = 7; k >= 0; k--)
        bits = bits << 8 | bytes[k];
    return bits;
}

void trial_set(struct trial_tensor *tensor, int64_t element, uint64_t bits)
{
    uint8_t bytes[8];
    for (int k = 0; k < 8; k++)
        bytes[k] = (uint8_t)(bits >> 8 * k);
    copy_bits(tensor->buffer.data, bit_of(tensor, element), bytes, 0,
              gather_dtype_bits(tensor->layout.dtype));
}

int64_t trial_integer(const struct trial_tensor *tensor, int64_t element)
{
    return integer_of_bits(tensor->layout.dtype, trial_bits(tensor, element));
}

double trial_float(const struct trial_tensor *tensor, int64_t element)
{
    return float_of_bits(tensor->layout.dtype, trial_bits(tensor, element));
}

void trial_tensor_end(struct trial_tensor *tensor)
{
    operand_cells_end(&tensor->cells);
    guard_end(&tensor->guard);
}

/* ---- judging --------------------------------------------------------------------------------------- */

/* Two elements; a NaN is as good as another. */
static bool are_alike(int32_t dtype, uint64_t a, uint64_t b)
{
    if (a == b || !is_float_type(dtype))
        return a == b;
    const double first = float_of_bits(dtype, a), second = float_of_bits(dtype, b);
    return first != first && second != second;
}

/* Elements of rows begin..end-1 are as wanted, all others as before. */
static const char *judge_elements(const struct computed_trial *trial, const uint8_t *before, int64_t begin,
                                  int64_t end)
{
    const struct gather_layout *out = &trial->out.layout;
    struct trial_tensor old = trial->out;
    uint8_t *bytes = malloc((size_t)old.buffer.bytes + 1);
    const int64_t rows = out->rank > 0 ? out->sizes[0] : 1, elements = trial->out.cells.elements;
    const char *fault = NULL;
    memcpy(bytes, before, (size_t)old.buffer.bytes);
    old.buffer.data = bytes;
    for (int64_t n = 0; n < elements && fault == NULL; n++) {
        const int64_t row = n * rows / elements;
        const bool is_made = row >= begin && row < end;
        if (!are_alike(out->dtype, trial_bits(&trial->out, n),
                       is_made ? trial->wanted[n] : trial_bits(&old, n)))
            fault =
                is_made ? "an element is not what it should be" : "an element of a row that is not asked for";
    }
    free(bytes);
    return fault;
}

/* What is no element is as before, but padding that has a value. */
static const char *judge_rest(const struct computed_trial *trial, const uint8_t *before)
{
    const struct gather_layout *out = &trial->out.layout;
    const size_t size = (size_t)trial->out.buffer.bytes;
    static const uint8_t zeros[16] = {0};
    uint8_t *image = malloc(size + 1), *made = malloc(size + 1), padding[16];
    memcpy(image, before, size);
    memcpy(made, trial->out.buffer.data, size);
    for (int64_t n = 0; n < trial->out.cells.elements; n++) {
        put_element(out, image, trial->out.cells.cell_of[n], zeros, 0);
        put_element(out, made, trial->out.cells.cell_of[n], zeros, 0);
    }
    if (out->padding != GATHER_PADDING_UNKNOWN) {
        padding_by_hand(out->dtype, out->padding, padding);
        for (int64_t k = 0; k < trial->out.cells.padding; k++)
            put_element(out, image, trial->out.cells.padding_at[k], padding, 0);
    }
    const bool is_same = memcmp(image, made, size) == 0;
    free(image);
    free(made);
    return is_same ? NULL : "a byte between the elements";
}

static const char *judge_error(const struct gather_error *error, const struct gather_error *expected)
{
    if (error->operand == NULL || strcmp(error->operand, expected->operand) != 0)
        return "another operand is named";
    if (error->has != expected->has || error->axis != expected->axis || error->value != expected->value ||
        error->low != expected->low || error->high != expected->high || error->size != expected->size ||
        error->value_is_unsigned != expected->value_is_unsigned)
        return "numbers of the error";
    if (error->rank != expected->rank ||
        memcmp(error->position, expected->position, sizeof error->position) != 0)
        return "the position of the error";
    return NULL;
}

/* ---- runs ------------------------------------------------------------------------------------------ */

static struct gather_pool *pools[9];

/* NULL for one thread. */
static const struct gather_threads *threads_of(uint32_t count)
{
    static struct gather_threads threads[9];
    if (count == 1)
        return NULL;
    if (pools[count] == NULL) {
        if (gather_pool_create(&pools[count], count) != GATHER_STATUS_OK)
            exit(1);
        threads[count] = gather_pool_threads(pools[count]);
    }
    return &threads[count];
}

void computed_trials_end(void)
{
    for (size_t k = 0; k < sizeof pools / sizeof pools[0]; k++) {
        gather_pool_destroy(pools[k]);
        pools[k] = NULL;
    }
}

struct called {
    struct gather_layout layouts[TRIAL_INPUTS];
    struct gather_buffer buffers[TRIAL_INPUTS];
};

static void call_of(const struct computed_trial *trial, struct called *called)
{
    for (int32_t k = 0; k < trial->input_count; k++) {
        called->layouts[k] = trial->inputs[k].layout;
        called->buffers[k] = trial->inputs[k].buffer;
    }
}

/* All rows, in one run or in two, the later one first. */
static enum gather_status run_rows(const struct computed_trial *trial, const struct called *called,
                                   const struct gather_plan *plan, struct gather_run run, int64_t cut,
                                   struct gather_error *error)
{
    const size_t count = (size_t)trial->input_count;
    const int64_t rows = trial->out.layout.rank > 0 ? trial->out.layout.sizes[0] : 1;
    enum gather_status status = GATHER_STATUS_OK;
    if (cut <= 0 || cut >= rows)
        return gather_plan_run(plan, called->buffers, count, trial->out.buffer, &run, error);
    run.begin = cut;
    run.end = rows;
    status = gather_plan_run(plan, called->buffers, count, trial->out.buffer, &run, error);
    run.begin = 0;
    run.end = cut;
    if (status == GATHER_STATUS_OK)
        status = gather_plan_run(plan, called->buffers, count, trial->out.buffer, &run, error);
    return status;
}

/* A run of some rows, and of all of them. */
static const char *fault_of_runs(const struct computed_trial *trial, const struct called *called,
                                 const struct gather_plan *plan, const uint8_t *before, struct gather_run run,
                                 struct randomness *randomness)
{
    const struct gather_error *expected = &trial->expected;
    const int64_t rows = trial->out.layout.rank > 0 ? trial->out.layout.sizes[0] : 1;
    const size_t bytes = (size_t)trial->out.buffer.bytes;
    struct gather_error error = {0};
    const int64_t begin = random_below(randomness, rows + 1),
                  end = begin + random_below(randomness, rows - begin + 1);
    struct gather_run some = run;
    some.begin = begin;
    some.end = end;
    memcpy(trial->out.buffer.data, before, bytes);
    if (expected->status == GATHER_STATUS_OK && (end > 0 || rows == 0)) {
        if (gather_plan_run(plan, called->buffers, (size_t)trial->input_count, trial->out.buffer, &some,
                            &error) != GATHER_STATUS_OK)
            return "a range of rows is refused";
        const char *fault = judge_elements(trial, before, begin, end);
        if (fault != NULL)
            return fault;
    }
    memcpy(trial->out.buffer.data, before, bytes);
    const enum gather_status status =
        run_rows(trial, called, plan, run, random_below(randomness, rows + 1), &error);
    if (status != (enum gather_status)expected->status)
        return run.check == GATHER_CHECK_EARLIER && status == GATHER_STATUS_OK && trial->may_pass
                   ? NULL
                   : "another status";
    if (status != GATHER_STATUS_OK)
        return run.check != GATHER_CHECK_EARLIER && memcmp(before, trial->out.buffer.data, bytes) != 0
                   ? "the output is written after all"
                   : judge_error(&error, expected);
    const char *fault = judge_elements(trial, before, 0, rows);
    return fault != NULL ? fault : judge_rest(trial, before);
}

static const char *fault_of_once(const struct computed_trial *trial, const struct called *called,
                                 const uint8_t *before)
{
    struct gather_error error = {0};
    memcpy(trial->out.buffer.data, before, (size_t)trial->out.buffer.bytes);
    const enum gather_status status =
        gather_once(&trial->op, called->layouts, called->buffers, (size_t)trial->input_count,
                    &trial->out.layout, trial->out.buffer, NULL, &error);
    if (status != (enum gather_status)trial->expected.status)
        return "another status of gather_once";
    if (status != GATHER_STATUS_OK)
        return judge_error(&error, &trial->expected);
    const struct gather_layout *out = &trial->out.layout;
    return judge_elements(trial, before, 0, out->rank > 0 ? out->sizes[0] : 1);
}

static bool guards_hold(const struct computed_trial *trial)
{
    bool holds = guard_holds(&trial->out.guard);
    for (int32_t k = 0; k < trial->input_count; k++)
        holds = holds && guard_holds(&trial->inputs[k].guard);
    return holds;
}

const char *fault_of_computed(struct computed_trial *trial, struct randomness *randomness)
{
    static const uint32_t counts[] = {1, 1, 2, 3, 8};
    const size_t bytes = (size_t)trial->out.buffer.bytes;
    uint8_t *before = malloc(bytes + 1);
    struct gather_plan *plan = NULL;
    struct called called;
    const char *fault = NULL;
    memcpy(before, trial->out.buffer.data, bytes);
    call_of(trial, &called);
    if (gather_plan_create(&plan, &trial->op, called.layouts, (size_t)trial->input_count, &trial->out.layout,
                           NULL, NULL) != GATHER_STATUS_OK)
        fault = "no plan is made";
    for (int32_t check = GATHER_CHECK_FIRST; check <= GATHER_CHECK_EARLIER && fault == NULL; check++) {
        struct gather_run run = {.size = sizeof run, .check = check};
        run.threads = threads_of(counts[random_below(randomness, 5)]);
        fault = fault_of_runs(trial, &called, plan, before, run, randomness);
    }
    if (fault == NULL)
        fault = fault_of_once(trial, &called, before);
    if (fault == NULL && !guards_hold(trial))
        fault = "a byte outside of an operand";
    gather_plan_destroy(plan);
    free(before);
    return fault;
}

void print_computed(const struct computed_trial *trial, const char *fault)
{
    printf("%s: operation %" PRId32 "\n", fault, trial->op.operation);
    for (int32_t k = 0; k < trial->input_count; k++)
        print_operand("input ", &trial->inputs[k].layout);
    print_operand("output", &trial->out.layout);
    if (trial->expected.status != GATHER_STATUS_OK)
        printf("  refused: %s = %" PRId64 "\n", trial->expected.operand, trial->expected.value);
    fflush(stdout);
}

void computed_trial_end(struct computed_trial *trial)
{
    for (int32_t k = 0; k < TRIAL_INPUTS; k++)
        trial_tensor_end(&trial->inputs[k]);
    trial_tensor_end(&trial->out);
    free(trial->wanted);
    memset(trial, 0, sizeof *trial);
}
