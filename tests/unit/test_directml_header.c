/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gather/directml.h: the numbers and the sample of docs/spec/directml.md, section 9, each error that only
 * descriptors can have, and their order.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "consumer/project/directml_page.h"
#include "gather/gather.h"

#define ITEMS(array) (sizeof(array) / sizeof((array)[0]))

static void test_numbers_and_sample(void **state)
{ /* COVERS(DML-100, DML-101, DML-102, DML-103) */
    (void)state;
    assert_int_equal(directml_page_fault(), 0);
}

/* ---- a call to spoil ----------------------------------------------------------------------------- */

enum { DATA, INDICES, OUTPUT, TENSORS };
static const char *const names[TENSORS] = {"data", "indices", "output"};

/* GATHER_ELEMENTS of [2,3] by [2,3] along dimension 0, all in place. Memory is aligned to 64 bytes. */
struct call {
    UINT sizes[TENSORS][8], strides[TENSORS][8];
    DML_BUFFER_TENSOR_DESC buffers[TENSORS];
    DML_TENSOR_DESC tensors[TENSORS];
    DML_GATHER_ELEMENTS_OPERATOR_DESC gather;
    DML_OPERATOR_DESC op;
    DML_FEATURE_LEVEL level;
    struct gather_buffer memory[TENSORS];
    _Alignas(64) uint8_t bytes[512];
};

static void begin(struct call *call)
{
    static const UINT sizes[] = {2, 3}, strides[] = {3, 1};
    static const float data[] = {0, 1, 2, 10, 11, 12};
    static const int32_t indices[] = {1, 0, 1, -1, -2, 5};
    memset(call, 0, sizeof *call);
    memset(call->bytes, 0x5a, sizeof call->bytes);
    for (int k = 0; k < TENSORS; k++) {
        memcpy(call->sizes[k], sizes, sizeof sizes);
        memcpy(call->strides[k], strides, sizeof strides);
        call->buffers[k] = (DML_BUFFER_TENSOR_DESC){
            DML_TENSOR_DATA_TYPE_FLOAT32, DML_TENSOR_FLAG_NONE, 2, call->sizes[k], call->strides[k], 24, 0};
        call->tensors[k] = (DML_TENSOR_DESC){DML_TENSOR_TYPE_BUFFER, &call->buffers[k]};
        call->memory[k] = (struct gather_buffer){call->bytes + (size_t)k * 64, 24};
    }
    call->buffers[INDICES].DataType = DML_TENSOR_DATA_TYPE_INT32;
    memcpy(call->memory[DATA].data, data, sizeof data);
    memcpy(call->memory[INDICES].data, indices, sizeof indices);
    call->gather = (DML_GATHER_ELEMENTS_OPERATOR_DESC){&call->tensors[DATA], &call->tensors[INDICES],
                                                       &call->tensors[OUTPUT], 0};
    call->op = (DML_OPERATOR_DESC){DML_OPERATOR_GATHER_ELEMENTS, &call->gather};
    call->level = DML_FEATURE_LEVEL_6_4;
}

static void check_runs(struct call *call)
{
    static const float answer[] = {10, 1, 12, 10, 1, 12};
    struct gather_error error = {0};
    char sentence[256];
    memset(call->memory[OUTPUT].data, 0x5a, 24);
    if (gather_directml_run(&call->op, call->level, call->memory, 2, call->memory[OUTPUT], NULL, &error) !=
        GATHER_STATUS_OK) {
        gather_error_format(&error, sentence, sizeof sentence);
        fail_msg("%s", sentence);
    }
    assert_memory_equal(call->memory[OUTPUT].data, answer, sizeof answer);
}

/* A run is refused, and writes nothing. */
static void check_run_refused(struct call *call, enum gather_status status, const char *operand)
{
    uint8_t before[sizeof call->bytes];
    struct gather_error error = {0};
    memcpy(before, call->bytes, sizeof before);
    assert_int_equal(
        gather_directml_run(&call->op, call->level, call->memory, 2, call->memory[OUTPUT], NULL, &error),
        status);
    assert_int_equal(error.status, status);
    assert_string_equal(error.operand, operand);
    assert_memory_equal(call->bytes, before, sizeof before);
    assert_int_equal(
        gather_directml_run(&call->op, call->level, call->memory, 2, call->memory[OUTPUT], NULL, NULL),
        status);
}

/* What is wrong with the descriptors is refused by everything that reads them all. */
static void check_refused(struct call *call, enum gather_status status, const char *operand)
{
    struct gather_error error = {0};
    struct gather_op op = {0}, no_op = {0};
    struct gather_layout layouts[TENSORS] = {{0}};
    struct gather_plan *plan = NULL;
    check_run_refused(call, status, operand);
    assert_int_equal(gather_directml_plan_create(&plan, &call->op, call->level, NULL, &error), status);
    assert_string_equal(error.operand, operand);
    assert_null(plan);
    assert_int_equal(gather_directml_read(&call->op, call->level, &op, layouts, &error), status);
    assert_string_equal(error.operand, operand);
    assert_memory_equal(&op, &no_op, sizeof op);
}

/* ---- operators and levels ------------------------------------------------------------------------ */

static void test_operators(void **state) /* COVERS(DML-1, DML-108) */
{
    static const int others[] = {1, 66, 68, DML_OPERATOR_SCATTER, DML_OPERATOR_SCATTER_ND, 141, INT32_MAX};
    struct call call;
    struct gather_error error = {0};
    (void)state;
    begin(&call);
    check_runs(&call);
    for (size_t k = 0; k < ITEMS(others); k++) {
        call.op.Type = (DML_OPERATOR_TYPE)others[k];
        check_refused(&call, GATHER_STATUS_UNSUPPORTED, "op");
    }
    call.op.Type = DML_OPERATOR_INVALID;
    check_refused(&call, GATHER_STATUS_ARGUMENT, "op");
    begin(&call);
    call.op.Desc = NULL;
    check_refused(&call, GATHER_STATUS_ARGUMENT, "op");
    assert_int_equal(gather_directml_run(NULL, call.level, call.memory, 2, call.memory[OUTPUT], NULL, &error),
                     GATHER_STATUS_ARGUMENT);
    assert_string_equal(error.operand, "op");
    begin(&call);
    assert_int_equal(
        gather_directml_run(&call.op, call.level, call.memory, 1, call.memory[OUTPUT], NULL, &error),
        GATHER_STATUS_ARGUMENT);
    assert_string_equal(error.operand, "inputs");
}

static void test_levels(void **state) /* COVERS(DML-2, DML-110) */
{
    static const uint32_t none[] = {1,      0x0600, 0x1100,  0x2A00, 0x1F00,     0x6401,    0x6500,
                                    0x7000, 0xFFFF, 0x16400, 0x64,   0x80006400, UINT32_MAX};
    struct call call;
    (void)state;
    begin(&call);
    call.level = (DML_FEATURE_LEVEL)0;
    check_runs(&call);
    call.level = DML_FEATURE_LEVEL_2_0;
    check_refused(&call, GATHER_STATUS_ARGUMENT, "version");
    call.level = DML_FEATURE_LEVEL_2_1; /* four dimensions there; but types come before */
    check_refused(&call, GATHER_STATUS_DTYPE, "indices");
    call.buffers[INDICES].DataType = DML_TENSOR_DATA_TYPE_UINT32;
    check_refused(&call, GATHER_STATUS_RANK, "data");
    for (size_t k = 0; k < ITEMS(none); k++) {
        call.level = (DML_FEATURE_LEVEL)none[k];
        check_refused(&call, GATHER_STATUS_ARGUMENT, "version");
    }
}

static void test_every_operator(void **state) /* COVERS(DML-102, DML-110) */
{
    struct call call;
    struct gather_op op;
    struct gather_layout layouts[TENSORS];
    (void)state;
    begin(&call);
    DML_GATHER_OPERATOR_DESC gather = {&call.tensors[DATA], &call.tensors[INDICES], &call.tensors[OUTPUT], 1,
                                       2};
    DML_GATHER_ND_OPERATOR_DESC nd = {&call.tensors[DATA], &call.tensors[INDICES], &call.tensors[OUTPUT], 2,
                                      1};
    DML_GATHER_ND1_OPERATOR_DESC nd1 = {
        &call.tensors[DATA], &call.tensors[INDICES], &call.tensors[OUTPUT], 2, 2, 1};
    call.sizes[DATA][0] = 1;
    call.op = (DML_OPERATOR_DESC){DML_OPERATOR_GATHER, &gather};
    assert_int_equal(gather_directml_read(&call.op, call.level, &op, layouts, NULL), GATHER_STATUS_OK);
    assert_int_equal(op.operation, GATHER_OPERATION_DIRECTML_GATHER);
    assert_true(op.version == 64 && op.axis == 1 && op.indices_count == 2);
    call.sizes[INDICES][0] = call.sizes[OUTPUT][0] = call.sizes[OUTPUT][1] = 1;
    call.sizes[INDICES][1] = 2;
    call.op = (DML_OPERATOR_DESC){DML_OPERATOR_GATHER_ND, &nd};
    assert_int_equal(gather_directml_read(&call.op, call.level, &op, layouts, NULL), GATHER_STATUS_OK);
    assert_int_equal(op.operation, GATHER_OPERATION_DIRECTML_GATHER_ND);
    assert_true(op.data_count == 2 && op.indices_count == 1 && op.batch_dims == 0);
    call.sizes[INDICES][1] = 1;
    call.op = (DML_OPERATOR_DESC){DML_OPERATOR_GATHER_ND1, &nd1};
    assert_int_equal(gather_directml_read(&call.op, call.level, &op, layouts, NULL), GATHER_STATUS_OK);
    assert_int_equal(op.operation, GATHER_OPERATION_DIRECTML_GATHER_ND1);
    assert_true(op.data_count == 2 && op.indices_count == 2 && op.batch_dims == 1);
    assert_true(layouts[DATA].place[0] == 3 && layouts[DATA].total_bytes == 24 && layouts[DATA].rank == 2);
}

/* ---- descriptors --------------------------------------------------------------------------------- */

static void test_flags(void **state) /* COVERS(DML-104) */
{
    struct call call;
    (void)state;
    begin(&call);
    call.buffers[DATA].Flags = call.buffers[INDICES].Flags = DML_TENSOR_FLAG_OWNED_BY_DML;
    check_runs(&call);
    call.buffers[OUTPUT].Flags = DML_TENSOR_FLAG_OWNED_BY_DML;
    check_refused(&call, GATHER_STATUS_ARGUMENT, "output");
    for (int k = 0; k < TENSORS; k++) {
        begin(&call);
        call.buffers[k].Flags = (DML_TENSOR_FLAGS)2;
        check_refused(&call, GATHER_STATUS_ARGUMENT, names[k]);
        call.buffers[k].Flags = (DML_TENSOR_FLAGS)0x80000001;
        check_refused(&call, GATHER_STATUS_ARGUMENT, names[k]);
    }
}

static void test_pointers(void **state) /* COVERS(DML-105) */
{
    struct call call;
    (void)state;
    for (int k = 0; k < TENSORS; k++) {
        begin(&call);
        const DML_TENSOR_DESC **const tensors[] = {&call.gather.InputTensor, &call.gather.IndicesTensor,
                                                   &call.gather.OutputTensor};
        *tensors[k] = NULL;
        check_refused(&call, GATHER_STATUS_ARGUMENT, names[k]);
        begin(&call);
        call.tensors[k].Type = DML_TENSOR_TYPE_INVALID;
        check_refused(&call, GATHER_STATUS_ARGUMENT, names[k]);
        call.tensors[k].Type = (DML_TENSOR_TYPE)2;
        check_refused(&call, GATHER_STATUS_ARGUMENT, names[k]);
        begin(&call);
        call.tensors[k].Desc = NULL;
        check_refused(&call, GATHER_STATUS_ARGUMENT, names[k]);
        begin(&call);
        call.buffers[k].Sizes = NULL;
        check_refused(&call, GATHER_STATUS_ARGUMENT, names[k]);
        begin(&call);
        call.buffers[k].Strides = NULL; /* packed */
        check_runs(&call);
    }
}

static void test_dimension_counts(void **state) /* COVERS(DML-6, DML-90) */
{
    static const UINT counts[] = {0, 9, 16, 17, UINT32_MAX};
    struct call call;
    (void)state;
    for (int k = 0; k < TENSORS; k++)
        for (size_t n = 0; n < ITEMS(counts); n++) {
            begin(&call);
            call.buffers[k].DimensionCount = counts[n];
            check_refused(&call, GATHER_STATUS_RANK, names[k]);
        }
}

/* The sentence of what is refused. */
static void check_says(const struct call *call, const char *expected)
{
    struct gather_op op;
    struct gather_layout layouts[TENSORS];
    struct gather_error error = {0};
    char sentence[256];
    assert_int_not_equal(gather_directml_read(&call->op, call->level, &op, layouts, &error),
                         GATHER_STATUS_OK);
    gather_error_format(&error, sentence, sizeof sentence);
    assert_string_equal(sentence, expected);
}

/* A number that is no type's is told as it was given; a type that is not allowed by its name. */
static void test_types_are_named(void **state) /* COVERS(DML-109) */
{
    struct call call;
    UINT sizes[DML_TENSOR_DIMENSION_COUNT_MAX1];
    struct gather_error error = {0};
    (void)state;
    begin(&call);
    call.buffers[OUTPUT].DataType = (DML_TENSOR_DATA_TYPE)15;
    check_says(&call, "type of output = 15: no DataType that is known; expected the type of the data");
    call.buffers[INDICES].DataType = (DML_TENSOR_DATA_TYPE)-1;
    check_says(&call, "type of indices = -1: no DataType that is known; expected i64 i32 u64 u32");
    call.buffers[DATA].DataType = (DML_TENSOR_DATA_TYPE)77;
    check_says(&call,
               "type of data = 77: no DataType that is known; expected f64 f32 f16 i64 i32 i16 i8 u64 u32 "
               "u16 u8");
    assert_int_equal(gather_directml_infer(&call.op, call.level, sizes, &error), GATHER_STATUS_DTYPE);
    assert_int_equal(error.has, GATHER_ERROR_HAS_VALUE);
    assert_int_equal(error.value, 77);
    call.buffers[DATA].DataType = DML_TENSOR_DATA_TYPE_UINT4;
    check_says(&call,
               "type of data = u4 is not allowed here; expected f64 f32 f16 i64 i32 i16 i8 u64 u32 u16 u8");
}

/* Levels are told in tenths, what is none in any way as it was given. */
static void test_levels_are_named(void **state) /* COVERS(DML-2) */
{
    struct call call;
    (void)state;
    begin(&call);
    call.level = (DML_FEATURE_LEVEL)0x6500;
    check_says(&call,
               "version = 65 is outside 10..64; expected a feature level that has the operator, from 1.0 "
               "to 6.4");
    call.level = DML_FEATURE_LEVEL_2_0;
    check_says(&call,
               "version = 20 is outside 21..64; expected a feature level that has the operator, from 2.1 "
               "to 6.4");
    call.level = (DML_FEATURE_LEVEL)64;
    check_says(&call,
               "version = 64 is not allowed here; expected a feature level that has the operator, from "
               "1.0 to 6.4");
}

static void test_types(void **state) /* COVERS(DML-109) */
{
    static const int none[] = {DML_TENSOR_DATA_TYPE_UNKNOWN,
                               DML_TENSOR_DATA_TYPE_UINT4,
                               DML_TENSOR_DATA_TYPE_INT4,
                               14,
                               1000,
                               INT32_MAX};
    struct call call;
    (void)state;
    for (int k = 0; k < TENSORS; k++)
        for (size_t n = 0; n < ITEMS(none); n++) {
            begin(&call);
            call.buffers[k].DataType = (DML_TENSOR_DATA_TYPE)none[n];
            check_refused(&call, GATHER_STATUS_DTYPE, names[k]);
            call.gather.Axis = 2; /* comes before */
            check_refused(&call, GATHER_STATUS_AXIS, "Axis");
        }
}

static void test_totals_and_alignments(void **state) /* COVERS(DML-18, DML-19, DML-106) */
{
    static const UINT wrong[] = {1, 2, 3, 12, 24, UINT32_MAX};
    struct call call;
    (void)state;
    for (int k = 0; k < TENSORS; k++) {
        begin(&call);
        call.buffers[k].TotalTensorSizeInBytes = 0;
        check_refused(&call, GATHER_STATUS_BOUNDS, names[k]);
        call.buffers[k].TotalTensorSizeInBytes = 26;
        check_refused(&call, GATHER_STATUS_LAYOUT, names[k]);
        call.buffers[k].TotalTensorSizeInBytes = UINT64_C(1) << 63;
        check_refused(&call, GATHER_STATUS_OVERFLOW, names[k]);
        begin(&call);
        for (size_t n = 0; n < ITEMS(wrong); n++) {
            call.buffers[k].GuaranteedBaseOffsetAlignment = wrong[n];
            check_refused(&call, GATHER_STATUS_LAYOUT, names[k]);
        }
        for (UINT right = 4; right <= 64; right *= 2) {
            call.buffers[k].GuaranteedBaseOffsetAlignment = right;
            check_runs(&call);
        }
        call.memory[k].data = call.bytes + 256 + 32;
        check_run_refused(&call, GATHER_STATUS_LAYOUT, names[k]);
    }
    begin(&call);
    call.memory[DATA].data = memcpy(call.bytes + 257, call.memory[DATA].data, 24); /* any address will do */
    check_runs(&call);
}

/* ---- memory -------------------------------------------------------------------------------------- */

static void test_buffers(void **state) /* COVERS(DML-107) */
{
    struct call call;
    (void)state;
    for (int k = 0; k < TENSORS; k++) {
        begin(&call);
        call.memory[k].bytes = 23;
        check_run_refused(&call, GATHER_STATUS_BOUNDS, names[k]);
        call.memory[k].bytes = 25;
        check_runs(&call);
        call.buffers[k].TotalTensorSizeInBytes = 28;
        check_run_refused(&call, GATHER_STATUS_BOUNDS, names[k]);
        begin(&call);
        call.memory[k].data = NULL;
        check_run_refused(&call, GATHER_STATUS_BOUNDS, names[k]);
    }
}

/* The output's total against those of the inputs, from both sides; the inputs may be one. */
static void test_overlap(void **state) /* COVERS(DML-107) */
{
    struct call call;
    (void)state;
    for (int k = 0; k < OUTPUT; k++)
        for (int offset = -24; offset <= 24; offset++) {
            begin(&call);
            memcpy(call.bytes + 256, call.memory[k].data, 24);
            call.memory[k].data = call.bytes + 256;
            call.memory[OUTPUT].data = call.bytes + 256 + offset;
            if (offset == -24 || offset == 24)
                check_runs(&call);
            else
                check_run_refused(&call, GATHER_STATUS_OVERLAP, "output");
        }
    begin(&call); /* dead cells at the end count */
    call.memory[OUTPUT].bytes = 256;
    call.memory[INDICES].bytes = call.buffers[INDICES].TotalTensorSizeInBytes = 68;
    check_run_refused(&call, GATHER_STATUS_OVERLAP, "output");
    begin(&call);
    call.buffers[DATA].DataType = call.buffers[OUTPUT].DataType = DML_TENSOR_DATA_TYPE_INT32;
    call.memory[DATA].data = call.memory[INDICES].data;
    assert_int_equal(
        gather_directml_run(&call.op, call.level, call.memory, 2, call.memory[OUTPUT], NULL, NULL),
        GATHER_STATUS_OK);
}

/* ---- order, and what a descriptor becomes -------------------------------------------------------- */

/* Everything is at fault at first; what is told is mended, and the next fault of DML-90 is told. */
static void test_order(void **state) /* COVERS(DML-90) */
{
    struct call call;
    (void)state;
    begin(&call);
    call.level = (DML_FEATURE_LEVEL)0x6500;
    call.op.Type = DML_OPERATOR_SCATTER;
    call.gather.InputTensor = NULL;
    call.buffers[INDICES].Flags = (DML_TENSOR_FLAGS)4;
    call.buffers[OUTPUT].DimensionCount = 0;
    call.gather.Axis = 2;
    check_refused(&call, GATHER_STATUS_ARGUMENT, "version");
    call.level = DML_FEATURE_LEVEL_2_0;
    check_refused(&call, GATHER_STATUS_UNSUPPORTED, "op");
    call.op.Type = DML_OPERATOR_GATHER_ELEMENTS;
    call.op.Desc = NULL;
    check_refused(&call, GATHER_STATUS_ARGUMENT, "version");
    call.level = DML_FEATURE_LEVEL_6_4;
    check_refused(&call, GATHER_STATUS_ARGUMENT, "op");
    call.op.Desc = &call.gather;
    check_refused(&call, GATHER_STATUS_RANK, "output");
    call.buffers[OUTPUT].DimensionCount = 2;
    check_refused(&call, GATHER_STATUS_ARGUMENT, "indices");
    call.buffers[INDICES].Flags = DML_TENSOR_FLAG_NONE;
    check_refused(&call, GATHER_STATUS_ARGUMENT, "data");
    call.gather.InputTensor = &call.tensors[DATA];
    check_refused(&call, GATHER_STATUS_AXIS, "Axis");
}

static void test_order_of_memory(void **state) /* COVERS(DML-90) */
{
    struct call call;
    (void)state;
    begin(&call);
    call.sizes[OUTPUT][1] = 2;
    call.strides[DATA][0] = UINT32_MAX;
    call.memory[DATA].bytes = 23;
    call.buffers[INDICES].TotalTensorSizeInBytes = 20;
    call.strides[OUTPUT][0] = 0;
    call.memory[OUTPUT].bytes = 23;
    check_run_refused(&call, GATHER_STATUS_SHAPE, "output");
    call.sizes[OUTPUT][1] = 3;
    check_run_refused(&call, GATHER_STATUS_BOUNDS, "data"); /* the total */
    call.strides[DATA][0] = 3;
    call.buffers[DATA].TotalTensorSizeInBytes = 26;
    check_run_refused(&call, GATHER_STATUS_LAYOUT, "data");
    call.buffers[DATA].TotalTensorSizeInBytes = 24;
    call.buffers[DATA].GuaranteedBaseOffsetAlignment = 3;
    check_run_refused(&call, GATHER_STATUS_LAYOUT, "data");
    call.buffers[DATA].GuaranteedBaseOffsetAlignment = 0;
    check_run_refused(&call, GATHER_STATUS_BOUNDS, "data"); /* the buffer */
    call.memory[DATA].bytes = 24;
    check_run_refused(&call, GATHER_STATUS_BOUNDS, "indices");
    call.buffers[INDICES].TotalTensorSizeInBytes = 24;
    check_run_refused(&call, GATHER_STATUS_BOUNDS, "output");
    call.memory[OUTPUT].bytes = 24;
    check_run_refused(&call, GATHER_STATUS_OVERLAP, "output");
    call.strides[OUTPUT][0] = 3;
    check_runs(&call);
}

/* Descriptors are gone when the plan runs; a policy goes through the op. */
static void test_plan_and_read(void **state) /* COVERS(DML-83, DML-92, DML-110) */
{
    static const float answer[] = {10, 1, 12, 10, 1, 12};
    struct call call;
    struct gather_plan *plan = NULL;
    struct gather_op op;
    struct gather_layout layouts[TENSORS];
    struct gather_error error = {0};
    (void)state;
    begin(&call);
    assert_int_equal(gather_directml_plan_create(&plan, &call.op, call.level, NULL, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_directml_read(&call.op, call.level, &op, layouts, NULL), GATHER_STATUS_OK);
    memset(call.sizes, 0xff, offsetof(struct call, memory));
    assert_int_equal(gather_plan_run(plan, call.memory, 2, call.memory[OUTPUT], NULL, NULL),
                     GATHER_STATUS_OK);
    assert_memory_equal(call.memory[OUTPUT].data, answer, sizeof answer);
    gather_plan_destroy(plan);
    memset(call.memory[OUTPUT].data, 0x5a, 24);
    op.strictness = GATHER_STRICT;
    assert_int_equal(
        gather_once(&op, layouts, call.memory, 2, &layouts[OUTPUT], call.memory[OUTPUT], NULL, &error),
        GATHER_STATUS_INDEX_RANGE);
    assert_true(error.rank == 2 && error.position[0] == 1 && error.position[1] == 2 && error.value == 5);
    assert_int_equal(call.bytes[2 * 64], 0x5a);
}

static void test_infer(void **state) /* COVERS(DML-93) */
{
    static const UINT answer[] = {2, 3};
    UINT sizes[8], untouched[8];
    struct call call;
    struct gather_error error = {0};
    (void)state;
    begin(&call);
    call.gather.OutputTensor = NULL;
    call.buffers[DATA].TotalTensorSizeInBytes = 1;
    call.strides[INDICES][0] = UINT32_MAX;
    assert_int_equal(gather_directml_infer(&call.op, call.level, sizes, NULL), GATHER_STATUS_OK);
    assert_memory_equal(sizes, answer, sizeof answer);
    memset(sizes, 0x5a, sizeof sizes);
    memcpy(untouched, sizes, sizeof sizes);
    call.sizes[INDICES][1] = 4;
    assert_int_equal(gather_directml_infer(&call.op, call.level, sizes, &error), GATHER_STATUS_SHAPE);
    assert_string_equal(error.operand, "indices");
    assert_memory_equal(sizes, untouched, sizeof sizes);
}

/* ---- the helper ---------------------------------------------------------------------------------- */

static void test_tensor_size(void **state) /* COVERS(DML-103) */
{
    static const UINT two[] = {2, 3}, wide[] = {5, 1}, zero[] = {2, 0}, far[] = {65536, 2},
                      steps[] = {65536, 65536}, huge[] = {UINT32_MAX}, many[] = {65536, 65536, 65536, 65536};
    static const struct {
        int type;
        UINT count;
        const UINT *sizes, *strides;
        UINT64 bytes;
    } rows[] = {
        {DML_TENSOR_DATA_TYPE_FLOAT32, 2, two, NULL, 24},
        {DML_TENSOR_DATA_TYPE_FLOAT32, 2, two, wide, 32},
        {DML_TENSOR_DATA_TYPE_FLOAT64, 2, two, NULL, 48},
        {DML_TENSOR_DATA_TYPE_INT8, 2, two, NULL, 8},
        {DML_TENSOR_DATA_TYPE_UINT4, 2, two, NULL, 4},
        {DML_TENSOR_DATA_TYPE_FLOAT32, 2, far, steps, UINT64_C(17179869188)},
        {DML_TENSOR_DATA_TYPE_UINT8, 1, huge, huge, UINT64_C(18446744060824649732)},
        {DML_TENSOR_DATA_TYPE_FLOAT16, 1, huge, huge, 0},
        {DML_TENSOR_DATA_TYPE_UINT8, 4, many, NULL, 0},
        {DML_TENSOR_DATA_TYPE_UINT4, 4, many, NULL, UINT64_C(1) << 63},
        {DML_TENSOR_DATA_TYPE_FLOAT32, 2, zero, NULL, 0},
        {DML_TENSOR_DATA_TYPE_FLOAT32, 2, zero, wide, 0},
        {DML_TENSOR_DATA_TYPE_FLOAT32, 0, two, NULL, 0},
        {DML_TENSOR_DATA_TYPE_FLOAT32, 2, NULL, NULL, 0},
        {DML_TENSOR_DATA_TYPE_UNKNOWN, 2, two, NULL, 0},
        {14, 2, two, NULL, 0},
    };
    (void)state;
    for (size_t k = 0; k < ITEMS(rows); k++)
        assert_true(DMLCalcBufferTensorSize((DML_TENSOR_DATA_TYPE)rows[k].type, rows[k].count, rows[k].sizes,
                                            rows[k].strides) == rows[k].bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_and_sample),
        cmocka_unit_test(test_operators),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_every_operator),
        cmocka_unit_test(test_flags),
        cmocka_unit_test(test_pointers),
        cmocka_unit_test(test_dimension_counts),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_types_are_named),
        cmocka_unit_test(test_levels_are_named),
        cmocka_unit_test(test_totals_and_alignments),
        cmocka_unit_test(test_buffers),
        cmocka_unit_test(test_overlap),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_order_of_memory),
        cmocka_unit_test(test_plan_and_read),
        cmocka_unit_test(test_infer),
        cmocka_unit_test(test_tensor_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
