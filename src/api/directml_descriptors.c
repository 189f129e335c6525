/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DirectML's descriptors as ops and layouts, judged step by step as DML-90 orders it:
 *
 *     read_operator    steps 1 and 2    level, operator; pointers, flags, numbers of dimensions
 *     judge_operator   steps 3 to 6     by the operator's lowering, over layouts of sizes alone
 *     lay_tensor       step 7           strides and total, alignment, and the buffer if there is one
 *
 * What is left, overlap and index values, is the plan's.
 */
#include "gather/directml.h"

#include <string.h>

#include "core/directml_size.h"
#include "core/fail.h"
#include "core/geometry.h"
#include "dialects/known_versions.h"
#include "dialects/lower.h"
#include "gather/directml_op.h"

enum { DATA, INDICES, OUTPUT, TENSORS };

/* A descriptor as far as it has been read. */
struct descriptor {
    struct gather_op op;
    GATHER__LOWER((*lower));
    const DML_TENSOR_DESC *tensors[TENSORS];
    int32_t count; /* of tensors that are looked at: 2 where only a shape is asked for */
    struct gather_layout layouts[TENSORS];
};

static const char *const names[TENSORS] = {"data", "indices", "output"};

/* ---- step 1 -------------------------------------------------------------------------------------- */

/* 0x6400 is 64. Returns: 0 for 0, -1 for what is no level whatever the table says. */
static int32_t version_of(DML_FEATURE_LEVEL level)
{
    uint32_t number = (uint32_t)level, major = number >> 12, minor = number >> 8 & 15;
    if (number == 0)
        return 0;
    return (number & 255) != 0 || major > 9 || minor > 9 ? -1 : (int32_t)(major * 10 + minor);
}

static void set_tensors(struct descriptor *self, const DML_TENSOR_DESC *input, const DML_TENSOR_DESC *indices,
                        const DML_TENSOR_DESC *output)
{
    self->tensors[DATA] = input;
    self->tensors[INDICES] = indices;
    self->tensors[OUTPUT] = output;
}

static void read_gather(struct descriptor *self, int32_t level, const void *desc)
{
    const DML_GATHER_OPERATOR_DESC *fields = desc;
    set_tensors(self, fields->InputTensor, fields->IndicesTensor, fields->OutputTensor);
    self->op = gather_directml_gather(level, fields->Axis, fields->IndexDimensions);
}

static void read_gather_elements(struct descriptor *self, int32_t level, const void *desc)
{
    const DML_GATHER_ELEMENTS_OPERATOR_DESC *fields = desc;
    set_tensors(self, fields->InputTensor, fields->IndicesTensor, fields->OutputTensor);
    self->op = gather_directml_gather_elements(level, fields->Axis);
}

static void read_gather_nd(struct descriptor *self, int32_t level, const void *desc)
{
    const DML_GATHER_ND_OPERATOR_DESC *fields = desc;
    set_tensors(self, fields->InputTensor, fields->IndicesTensor, fields->OutputTensor);
    self->op = gather_directml_gather_nd(level, fields->InputDimensionCount, fields->IndicesDimensionCount);
}

static void read_gather_nd1(struct descriptor *self, int32_t level, const void *desc)
{
    const DML_GATHER_ND1_OPERATOR_DESC *fields = desc;
    set_tensors(self, fields->InputTensor, fields->IndicesTensor, fields->OutputTensor);
    self->op = gather_directml_gather_nd1(level, fields->InputDimensionCount, fields->IndicesDimensionCount,
                                          fields->BatchDimensionCount);
}

static const struct operator_row {
    int32_t type, operation;
    GATHER__LOWER((*lower));
    void (*read)(struct descriptor *self, int32_t level, const void *desc);
} rows[] = {
    {DML_OPERATOR_GATHER, GATHER_OPERATION_DIRECTML_GATHER, gather__directml_gather_lower, read_gather},
    {DML_OPERATOR_GATHER_ELEMENTS, GATHER_OPERATION_DIRECTML_GATHER_ELEMENTS,
     gather__directml_gather_elements_lower, read_gather_elements},
    {DML_OPERATOR_GATHER_ND, GATHER_OPERATION_DIRECTML_GATHER_ND, gather__directml_gather_nd_lower,
     read_gather_nd},
    {DML_OPERATOR_GATHER_ND1, GATHER_OPERATION_DIRECTML_GATHER_ND1, gather__directml_gather_nd_lower,
     read_gather_nd1},
};

static const struct operator_row *find_row(const DML_OPERATOR_DESC *desc)
{
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k].type == (int32_t)desc->Type)
            return &rows[k];
    return NULL;
}

/* The level by itself, then as one that has the operator. The oldest operator has every level. */
static enum gather_status check_level(DML_FEATURE_LEVEL level, int32_t operation, struct gather_error *error)
{
    const struct gather_op op = {.operation = operation, .version = version_of(level)};
    const enum gather_status status = gather__version_check(&op, error);
    if (status != GATHER_STATUS_OK && error != NULL && op.version < 0) { /* as the caller wrote it */
        error->has &= ~(uint32_t)GATHER_ERROR_HAS_LIMITS;
        error->value = (int32_t)level;
    }
    return status;
}

/* ---- step 2 -------------------------------------------------------------------------------------- */

/* Returns: NULL where there is nothing to read. */
static const DML_BUFFER_TENSOR_DESC *buffer_desc(const struct descriptor *self, int32_t k)
{
    const DML_TENSOR_DESC *tensor = self->tensors[k];
    return tensor == NULL || tensor->Type != DML_TENSOR_TYPE_BUFFER ? NULL : tensor->Desc;
}

static enum gather_status check_dimensions(const struct descriptor *self, struct gather_error *error)
{
    for (int32_t k = 0; k < self->count; k++) {
        const DML_BUFFER_TENSOR_DESC *desc = buffer_desc(self, k);
        if (desc == NULL ||
            (desc->DimensionCount >= 1 && desc->DimensionCount <= DML_TENSOR_DIMENSION_COUNT_MAX1))
            continue;
        gather__fail(error, GATHER_STATUS_RANK, names[k], NULL);
        return gather__fail_value(error, GATHER_STATUS_RANK, desc->DimensionCount, 1,
                                  DML_TENSOR_DIMENSION_COUNT_MAX1);
    }
    return GATHER_STATUS_OK;
}

static enum gather_status check_flags(const struct descriptor *self, struct gather_error *error)
{
    for (int32_t k = 0; k < self->count; k++) {
        const DML_BUFFER_TENSOR_DESC *desc = buffer_desc(self, k);
        uint32_t allowed = k == OUTPUT ? DML_TENSOR_FLAG_NONE : DML_TENSOR_FLAG_OWNED_BY_DML;
        if (desc != NULL && ((uint32_t)desc->Flags & ~allowed) != 0)
            return gather__fail(error, GATHER_STATUS_ARGUMENT, names[k],
                                "flags that a tensor of its part has");
    }
    return GATHER_STATUS_OK;
}

static enum gather_status check_pointers(const struct descriptor *self, struct gather_error *error)
{
    for (int32_t k = 0; k < self->count; k++) {
        const DML_BUFFER_TENSOR_DESC *desc = buffer_desc(self, k);
        if (desc == NULL || desc->Sizes == NULL)
            return gather__fail(error, GATHER_STATUS_ARGUMENT, names[k], "a buffer tensor with its sizes");
    }
    return GATHER_STATUS_OK;
}

static enum gather_status read_operator(struct descriptor *self, const DML_OPERATOR_DESC *desc,
                                        DML_FEATURE_LEVEL level, int32_t count, struct gather_error *error)
{
    enum gather_status status = check_level(level, GATHER_OPERATION_DIRECTML_GATHER, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (desc == NULL || desc->Type == DML_OPERATOR_INVALID)
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "op", "the descriptor of an operator");
    const struct operator_row *row = find_row(desc);
    if (row == NULL)
        return gather__fail(error, GATHER_STATUS_UNSUPPORTED, "op", "a gather operator");
    status = check_level(level, row->operation, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (desc->Desc == NULL)
        return gather__fail(error, GATHER_STATUS_ARGUMENT, "op", "the operator's own descriptor");
    row->read(self, version_of(level), desc->Desc);
    self->lower = row->lower;
    self->count = count;
    status = check_dimensions(self, error);
    if (status == GATHER_STATUS_OK)
        status = check_flags(self, error);
    if (status == GATHER_STATUS_OK)
        status = check_pointers(self, error);
    return status;
}

/* ---- steps 3 to 6 -------------------------------------------------------------------------------- */

/* A bool, which no operator of DirectML takes, stands for what is no type: it is refused when it is its turn. */
static int32_t dtype_of(uint32_t type)
{
    static const int32_t types[] = {
        GATHER_DTYPE_BOOL, GATHER_DTYPE_F32, GATHER_DTYPE_F16, GATHER_DTYPE_U32, GATHER_DTYPE_U16,
        GATHER_DTYPE_U8,   GATHER_DTYPE_I32, GATHER_DTYPE_I16, GATHER_DTYPE_I8,  GATHER_DTYPE_F64,
        GATHER_DTYPE_U64,  GATHER_DTYPE_I64, GATHER_DTYPE_U4,  GATHER_DTYPE_I4,
    };
    return type < sizeof types / sizeof *types ? types[type] : GATHER_DTYPE_BOOL;
}

/* Type and sizes alone. */
static void lay_sizes(struct gather_layout *layout, const DML_BUFFER_TENSOR_DESC *desc)
{
    memset(layout, 0, sizeof *layout);
    layout->kind = GATHER_LAYOUT_STRIDES;
    layout->dtype = dtype_of((uint32_t)desc->DataType);
    layout->rank = (int32_t)desc->DimensionCount;
    layout->cell_bits = gather_dtype_bits(layout->dtype);
    layout->tail = 1;
    for (int32_t d = 0; d < layout->rank; d++)
        layout->sizes[d] = desc->Sizes[d];
}

/* Where the bool that was refused stands for what is no type: the number that was given instead. */
static enum gather_status tell_data_type(const struct descriptor *self, enum gather_status status,
                                         struct gather_error *error)
{
    for (int32_t k = 0; k < self->count && error != NULL && status == GATHER_STATUS_DTYPE; k++) {
        const int32_t given = (int32_t)buffer_desc(self, k)->DataType;
        if (strcmp(error->operand, names[k]) != 0 || dtype_of((uint32_t)given) != GATHER_DTYPE_BOOL)
            continue;
        gather__fail_given(error, gather__fail(error, status, names[k], error->expected), given);
        error->reason = "no DataType that is known";
    }
    return status;
}

static enum gather_status judge_operator(struct descriptor *self, struct gather__shape *shape,
                                         struct gather_error *error)
{
    struct gather__nest nest;
    struct gather__call call = {&self->op, self->layouts, 2,
                                self->count > OUTPUT ? &self->layouts[OUTPUT] : NULL};
    for (int32_t k = 0; k < self->count; k++)
        lay_sizes(&self->layouts[k], buffer_desc(self, k));
    shape->rank = 0;
    gather__nest_begin(&nest, &call);
    return tell_data_type(self, self->lower(&call, shape, &nest, error), error);
}

/* ---- step 7 -------------------------------------------------------------------------------------- */

static enum gather_status judge_total(struct gather_layout *layout, const DML_BUFFER_TENSOR_DESC *desc,
                                      const int64_t *strides, struct gather_error *error)
{
    int64_t total = (int64_t)desc->TotalTensorSizeInBytes, implied;
    bool fits = desc->TotalTensorSizeInBytes <= INT64_MAX;
    enum gather_status status = gather__directml_judge(layout->dtype, layout->rank, layout->sizes, strides,
                                                       fits ? &total : NULL, &implied, error);
    if (status == GATHER_STATUS_OK && !fits)
        status = gather__fail(error, GATHER_STATUS_OVERFLOW, NULL, "a total below 2^63");
    layout->total_bytes = total;
    return status;
}

/* DML-106. */
static enum gather_status check_alignment(const struct gather_layout *layout, uint32_t alignment,
                                          const struct gather_buffer *buffer, struct gather_error *error)
{
    if (alignment == 0)
        return GATHER_STATUS_OK;
    if ((alignment & (alignment - 1)) != 0 || alignment < (uint32_t)layout->cell_bits / 8)
        return gather__fail(error, GATHER_STATUS_LAYOUT, NULL,
                            "an alignment that is a power of two, and not below the element's size");
    if (buffer != NULL && (uintptr_t)buffer->data % alignment != 0)
        return gather__fail(error, GATHER_STATUS_LAYOUT, NULL, "an address that keeps the alignment");
    return GATHER_STATUS_OK;
}

/* DML-107, for one buffer. */
static enum gather_status check_length(const struct gather_layout *layout, const struct gather_buffer *buffer,
                                       struct gather_error *error)
{
    uint64_t bytes = buffer == NULL ? UINT64_MAX : buffer->data == NULL ? 0 : buffer->bytes;
    if (bytes >= (uint64_t)layout->total_bytes)
        return GATHER_STATUS_OK;
    gather__fail(error, GATHER_STATUS_BOUNDS, NULL, NULL);
    return gather__fail_value(error, GATHER_STATUS_BOUNDS, (int64_t)bytes, layout->total_bytes, INT64_MAX);
}

/* buffer: NULL where there is none yet. */
static enum gather_status lay_tensor(struct descriptor *self, int32_t k, const struct gather_buffer *buffer,
                                     struct gather_error *error)
{
    struct gather_layout *layout = &self->layouts[k];
    const DML_BUFFER_TENSOR_DESC *desc = buffer_desc(self, k);
    for (int32_t d = 0; desc->Strides != NULL && d < layout->rank; d++)
        layout->place[d] = desc->Strides[d];
    enum gather_status status =
        judge_total(layout, desc, desc->Strides == NULL ? NULL : layout->place, error);
    if (status == GATHER_STATUS_OK && desc->Strides == NULL &&
        !gather__row_major_strides(layout->rank, layout->sizes, layout->place))
        status = gather__fail(error, GATHER_STATUS_OVERFLOW, NULL, "strides below 2^63");
    if (status == GATHER_STATUS_OK)
        status = check_alignment(layout, desc->GuaranteedBaseOffsetAlignment, buffer, error);
    if (status == GATHER_STATUS_OK)
        status = check_length(layout, buffer, error);
    if (status != GATHER_STATUS_OK && error != NULL)
        error->operand = names[k];
    return status;
}

/* Whether two ranges of bytes share one. */
static bool meet(const struct gather_buffer *a, int64_t a_bytes, const struct gather_buffer *b,
                 int64_t b_bytes)
{
    uintptr_t first = (uintptr_t)a->data, second = (uintptr_t)b->data;
    return first <= second ? second - first < (uint64_t)a_bytes : first - second < (uint64_t)b_bytes;
}

/* DML-107, for the output against the inputs. */
static enum gather_status check_apart(const struct descriptor *self, const struct gather_buffer *inputs,
                                      const struct gather_buffer *output, struct gather_error *error)
{
    for (int32_t k = 0; k < OUTPUT; k++)
        if (meet(&inputs[k], self->layouts[k].total_bytes, output, self->layouts[OUTPUT].total_bytes))
            return gather__fail(error, GATHER_STATUS_OVERLAP, "output",
                                "memory apart from that of the inputs");
    return GATHER_STATUS_OK;
}

/* ---- the functions ------------------------------------------------------------------------------- */

/* Steps 1 to 7. buffers: those of the three tensors; NULL where there are none yet. */
static enum gather_status read_all(struct descriptor *self, const DML_OPERATOR_DESC *desc,
                                   DML_FEATURE_LEVEL level, const struct gather_buffer *buffers,
                                   struct gather_error *error)
{
    struct gather__shape shape;
    enum gather_status status = read_operator(self, desc, level, TENSORS, error);
    if (status == GATHER_STATUS_OK)
        status = judge_operator(self, &shape, error);
    for (int32_t k = 0; k < TENSORS && status == GATHER_STATUS_OK; k++)
        status = lay_tensor(self, k, buffers == NULL ? NULL : &buffers[k], error);
    return status;
}

enum gather_status gather_directml_read(const DML_OPERATOR_DESC *op, DML_FEATURE_LEVEL level,
                                        struct gather_op *made, struct gather_layout *layouts,
                                        struct gather_error *error)
{
    struct descriptor self;
    enum gather_status status = read_all(&self, op, level, NULL, error);
    if (status != GATHER_STATUS_OK)
        return status;
    *made = self.op;
    memcpy(layouts, self.layouts, sizeof self.layouts);
    return GATHER_STATUS_OK;
}

enum gather_status gather_directml_infer(const DML_OPERATOR_DESC *op, DML_FEATURE_LEVEL level, UINT *sizes,
                                         struct gather_error *error)
{
    struct descriptor self;
    struct gather__shape shape;
    enum gather_status status = read_operator(&self, op, level, OUTPUT, error);
    if (status == GATHER_STATUS_OK)
        status = judge_operator(&self, &shape, error);
    if (status != GATHER_STATUS_OK)
        return status;
    for (int32_t d = 0; d < shape.rank; d++)
        sizes[d] = (UINT)shape.sizes[d];
    return GATHER_STATUS_OK;
}

enum gather_status gather_directml_plan_create(struct gather_plan **plan, const DML_OPERATOR_DESC *op,
                                               DML_FEATURE_LEVEL level, const struct gather_options *options,
                                               struct gather_error *error)
{
    struct descriptor self;
    enum gather_status status = read_all(&self, op, level, NULL, error);
    if (status != GATHER_STATUS_OK)
        return status;
    return gather_plan_create(plan, &self.op, self.layouts, 2, &self.layouts[OUTPUT], options, error);
}

enum gather_status gather_directml_run(const DML_OPERATOR_DESC *op, DML_FEATURE_LEVEL level,
                                       const struct gather_buffer *inputs, size_t input_count,
                                       struct gather_buffer output, const struct gather_run *run,
                                       struct gather_error *error)
{
    struct descriptor self;
    if (input_count != 2) {
        gather__fail(error, GATHER_STATUS_ARGUMENT, "inputs", NULL);
        return gather__fail_value(error, GATHER_STATUS_ARGUMENT, (int64_t)input_count, 2, 2);
    }
    const struct gather_buffer buffers[TENSORS] = {inputs[0], inputs[1], output};
    enum gather_status status = read_all(&self, op, level, buffers, error);
    if (status == GATHER_STATUS_OK)
        status = check_apart(&self, inputs, &output, error);
    if (status != GATHER_STATUS_OK)
        return status;
    return gather_once(&self.op, self.layouts, inputs, 2, &self.layouts[OUTPUT], output, run, error);
}

uint64_t gather_directml_buffer_size(int32_t data_type, uint32_t dimension_count, const uint32_t *sizes,
                                     const uint32_t *strides)
{
    return gather__directml_size_of_uints(dtype_of((uint32_t)data_type), dimension_count, sizes, strides);
}
