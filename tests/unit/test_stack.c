/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How much of a thread's stack the calls of gather/plan.h take: what that header says to callers whose threads have
 * little. In builds with sanitizers, or without optimisation, frames are larger, and nothing is said.
 */
#define _XOPEN_SOURCE 700 /* pthread_attr_setstack */
#include <pthread.h>

#include "gather/gather.h"
#include "support/plan_check.h"

enum { STACK = 1 << 20, PAINT = 0xA5, RUNNING = 96 << 10, PLANNING = 32 << 10, PLANNING_TILES = 136 << 10 };

struct call {
    const char *data, *indices, *out; /* indices: NULL for a relayout */
    int64_t axis;
    bool is_constant; /* the plan is made with the indices */
    struct gather_plan *plan;
    struct gather_buffer inputs[2], output;
};

static struct gather_op op_of(const struct call *call)
{
    return call->indices == NULL ? gather_relayout() : gather_numpy_take(call->axis, GATHER_POLICY_ERROR);
}

static void *make_plan(void *argument)
{
    struct call *call = argument;
    struct gather_error error;
    const struct gather_op op = op_of(call);
    const struct gather_layout out = layout_of(call->out);
    const struct gather_options constant = {.size = sizeof constant, .indices = &call->inputs[1]};
    struct gather_layout inputs[2] = {layout_of(call->data)};
    if (call->indices != NULL)
        inputs[1] = layout_of(call->indices);
    return gather_plan_create(&call->plan, &op, inputs, call->indices != NULL ? 2 : 1, &out,
                              call->is_constant ? &constant : NULL, &error) == GATHER_STATUS_OK
               ? call
               : NULL;
}

static void *run_plan(void *argument)
{
    struct call *call = argument;
    struct gather_error error;
    return gather_plan_run(call->plan, call->inputs, call->indices != NULL ? 2 : 1, call->output, NULL,
                           &error) == GATHER_STATUS_OK
               ? call
               : NULL;
}

/* Bytes of its stack that a thread has used for a job that succeeds. */
static size_t stack_of(void *(*job)(void *argument), struct call *call)
{
    pthread_attr_t attributes;
    pthread_t thread;
    void *answer = NULL;
    size_t free_bytes = 0;
    uint8_t *stack = aligned_alloc(4096, STACK);
    assert_non_null(stack);
    memset(stack, PAINT, STACK);
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, stack, STACK), 0);
    assert_int_equal(pthread_create(&thread, &attributes, job, call), 0);
    assert_int_equal(pthread_join(thread, &answer), 0);
    assert_ptr_equal(answer, call);
    while (free_bytes < STACK && stack[free_bytes] == PAINT)
        free_bytes++;
    (void)pthread_attr_destroy(&attributes);
    free(stack);
    return STACK - free_bytes;
}

static struct gather_buffer memory_of(const char *text)
{
    const struct gather_layout layout = layout_of(text);
    const size_t bytes = (size_t)gather_layout_bytes(&layout);
    return (struct gather_buffer){calloc(1, bytes), bytes};
}

static void check_call(struct call call, size_t planning)
{
    call.inputs[0] = memory_of(call.data);
    if (call.indices != NULL)
        call.inputs[1] = memory_of(call.indices);
    if (call.is_constant)
        *(int64_t *)call.inputs[1].data = 1; /* the others are 0: no slice */
    const size_t planned = stack_of(make_plan, &call);
    call.output = memory_of(call.out);
    const size_t run = stack_of(run_plan, &call);
    if (planned > planning || run > RUNNING)
        fail_msg("%s to %s: %zu bytes of stack to plan, %zu to run", call.data, call.out, planned, run);
    gather_plan_destroy(call.plan);
    free(call.inputs[0].data);
    free(call.inputs[1].data);
    free(call.output.data);
}

static void test_little_stack_is_taken(void **state)
{
    (void)state;
#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
    skip();
#endif
    check_call((struct call){.data = "f32[100,64]C", .indices = "i64[300]C", .out = "f32[300,64]C"},
               PLANNING);
    check_call((struct call){.data = "f32[100,64]{0,1}", .indices = "i64[300]C", .out = "f32[300,64]C"},
               PLANNING);
    check_call((struct call){.data = "f32[700,900]{0,1}", .out = "f32[700,900]C"}, PLANNING);
    check_call(
        (struct call){.data = "f32[20,30,40]C", .indices = "i64[99]C", .out = "f32[20,99,40]C", .axis = 1},
        PLANNING);
    check_call((struct call){.data = "bf16[63,257]{1,0:T(8,128)(2,1)}",
                             .indices = "i64[33]C",
                             .out = "bf16[33,257]{0,1:T(4,4)}"},
               PLANNING_TILES);
    check_call((struct call){.data = "f32[63,257]{1,0:T(8,128)(2,1)}", .out = "f32[63,257]{0,1:T(4,4)}"},
               PLANNING_TILES);
    check_call(
        (struct call){
            .data = "f32[100,64]C", .indices = "i64[300]C", .out = "f32[300,64]C", .is_constant = true},
        PLANNING);
    check_call((struct call){.data = "f32[64,256]{1,0:T(8,128)}",
                             .indices = "s64[9,9]{1,0:T(2,2)}",
                             .out = "f32[9,9,256]C",
                             .is_constant = true},
               PLANNING_TILES);
    check_call((struct call){.data = "f32[64,96]{1,0:T(8,128)}",
                             .indices = "s64[9,9]C",
                             .out = "f32[9,9,96]C",
                             .is_constant = true},
               PLANNING_TILES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_little_stack_is_taken)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
