/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gathers of rows that lie apart in the data, which are put in order in pieces. The output is as from a copy of the
 * data that is in order, whatever the loops, the policy and the rows that are asked for; and the first index that is
 * refused is named, before anything is written.
 */
#include "gather/numpy.h"
#include "gather/onnx.h"
#include "gather/threads.h"
#include "support/plan_check.h"
#include "support/randomness.h"

enum { ND = 1, TAKE };
enum { AS_IT_LIES, IN_PIECES };

/*
 * Data, indices of i64, output; of a take its axis, else the batch dimensions; policy.
 */
static const struct {
    const char *data, *indices, *out;
    int32_t op, axis, policy;
    int32_t without; /* room: what happens */
    uint64_t room;   /* that there is use for */
} cases[] = {
    {"u8[250,60]{0,1}", "i64[900,1]C", "u8[900,60]C", ND, 0, GATHER_POLICY_ERROR, IN_PIECES, 0},
    {"u8[250,60]{0,1}", "i64[900,1]C", "u8[900,60]C", ND, 0, GATHER_POLICY_ZERO, IN_PIECES, 0},
    {"u8[250,60]{0,1}", "i64[900,1]C", "u8[900,60]:(100,1)+3", ND, 0, GATHER_POLICY_SKIP, IN_PIECES, 0},
    {"u8[7,100,316]{1,2,0}", "i64[50]C", "u8[50,100,316]C", TAKE, 0, GATHER_POLICY_CLAMP, IN_PIECES, 221312},
    {"f16[94,2,100,5]{2,3,1,0}", "i64[1335,2]C", "f16[1335,100,5]C", ND, 0, GATHER_POLICY_ERROR, IN_PIECES,
     188096},
    {"f16[5,4,19]{0,2,1}", "i64[8000,2]C", "f16[8000,19]C", ND, 0, GATHER_POLICY_WRAP, IN_PIECES, 0},
    {"f32[2,60,15,2]{1,3,0,2}", "i64[261]C", "f32[2,261,15,2]C", TAKE, 1, GATHER_POLICY_ERROR, IN_PIECES, 0},
    {"f32[6,40,50]{0,1,2}", "i64[2000]C", "f32[6,2000,50]C", TAKE, 1, GATHER_POLICY_ZERO, IN_PIECES, 0},
    {"f32[6,40,50]{0,1,2}", "i64[200]C", "f32[6,200,50]{2,0,1}", TAKE, 1, GATHER_POLICY_ERROR, IN_PIECES,
     48064},
    {"f32[1500,64]{0,1}", "i64[9000,1]C", "f32[9000,64]C", ND, 0, GATHER_POLICY_ERROR, IN_PIECES, 384064},
    {"f32[500,64]{0,1}", "i64[600,1]C", "f32[600,64]:(-64,1)+38336", ND, 0, GATHER_POLICY_ERROR, IN_PIECES,
     128064},
    {"f32[9,30,20]{0,1,2}", "i64[9,100,1]C", "f32[9,100,20]C", ND, 1, GATHER_POLICY_ERROR, IN_PIECES, 0},
    {"f64[30,90]:(-180,-2)+5398", "i64[40,50]C", "f64[40,50,90]C", TAKE, 0, GATHER_POLICY_ERROR, IN_PIECES,
     0},
    {"f64[30,90]:(0,0)", "i64[40,5]C", "f64[40,5,90]C", TAKE, 0, GATHER_POLICY_ERROR, IN_PIECES, 0},
    {"u8[86,113]{0,1}", "i64[9000]C", "u8[9000,113]C", TAKE, 0, GATHER_POLICY_ERROR, IN_PIECES, 0},
    {"f32[250,2]{0,1}", "i64[2000]C", "f32[2000,2]C", TAKE, 0, GATHER_POLICY_ERROR, IN_PIECES, 0},
    {"f32[250,3]{0,1}", "i64[2000]C", "f32[2000,3]C", TAKE, 0, GATHER_POLICY_ERROR, IN_PIECES, 0},
    {"u8[250,6]{0,1}", "i64[2000,1]C", "u8[2000,6]C", ND, 0, GATHER_POLICY_ZERO, IN_PIECES, 0},
    {"u8[250,11]{0,1}", "i64[2000]C", "u8[2000,11]C", TAKE, 0, GATHER_POLICY_ERROR, IN_PIECES, 0},
    {"f64[4,20,2]:(40,2,-1)+1", "i64[700]C", "f64[4,700,2]C", TAKE, 1, GATHER_POLICY_ERROR, IN_PIECES, 0},
    {"c128[4,20,3]:(60,3,-1)+2", "i64[700]C", "c128[4,700,3]C", TAKE, 1, GATHER_POLICY_ERROR, IN_PIECES, 0},
    {"u8[4,6,5,15]{3,1,2,0}", "i64[900]C", "u8[4,900,5,15]C", TAKE, 1, GATHER_POLICY_ERROR, IN_PIECES, 0},
    {"f32[2,4,919]{1,2,0}", "i64[2,8,1]C", "f32[2,8,919]C", ND, 1, GATHER_POLICY_ERROR, IN_PIECES, 0},
    {"f32[2,64,512]{1,2,0}", "i64[2,40,1]C", "f32[2,40,512]C", ND, 1, GATHER_POLICY_ERROR, AS_IT_LIES,
     131136},
    {"f32[3000,200]{0,1}", "i64[1499]C", "f32[1499,200]C", TAKE, 0, GATHER_POLICY_ERROR, AS_IT_LIES, 0},
    {"f32[3000,200]{0,1}", "i64[1500]C", "f32[1500,200]C", TAKE, 0, GATHER_POLICY_ERROR, AS_IT_LIES, 1536064},
    {"f32[3000,15]{0,1}", "i64[2900]C", "f32[2900,15]C", TAKE, 0, GATHER_POLICY_ERROR, AS_IT_LIES, 0},
    {"f64[700,50]{0,1}", "i64[700]C", "f64[700,50]C", TAKE, 0, GATHER_POLICY_ERROR, AS_IT_LIES, 280064},
    {"f64[700,50]:(7,4900)", "i64[700]C", "f64[700,50]C", TAKE, 0, GATHER_POLICY_ERROR, AS_IT_LIES, 0},
    {"c128[300,40]{0,1}", "i64[450]C", "c128[450,40]C", TAKE, 0, GATHER_POLICY_ERROR, AS_IT_LIES, 192064},
    {"u8[40000,30]{0,1}", "i64[20000]C", "u8[20000,30]C", TAKE, 0, GATHER_POLICY_ERROR, AS_IT_LIES, 1200064},
    {"f32[1024,70]{0,1}", "i64[5000]C", "f32[5000,70]C", TAKE, 0, GATHER_POLICY_ERROR, IN_PIECES, 286784},
    {"u8[6000,40]{0,1}", "i64[9000,1]C", "u8[9000,40]C", ND, 0, GATHER_POLICY_SKIP, AS_IT_LIES, 240064},
    {"f64[3,900,50]{1,2,0}", "i64[2000]C", "f64[3,2000,50]C", TAKE, 1, GATHER_POLICY_WRAP, AS_IT_LIES,
     360064},
};

/* Rows that are not worth it: of a few blocks whose width has no kernel, or read too rarely. */
static const struct {
    const char *data, *indices, *out;
} others[] = {
    {"u8[250,7]{0,1}", "i64[2000]C", "u8[2000,7]C"},
    {"u8[250,11]{0,1}", "i64[100]C", "u8[100,11]C"},
    {"f64[250,1]{0,1}", "i64[2000]C", "f64[2000,1]C"},
};

struct operands {
    struct gather_layout data, indices, out, dense;
    struct gather_buffer inputs[2], ordered[2], output, expected;
    struct gather_op op;
};

/* Memory that ends where it ends. */
static struct gather_buffer take(const struct gather_layout *layout)
{
    struct gather_buffer buffer = {.bytes = (uint64_t)gather_layout_bytes(layout)};
    buffer.data = calloc((size_t)buffer.bytes, 1);
    assert_non_null(buffer.data);
    return buffer;
}

static void begin(struct operands *operands, size_t k, struct randomness *randomness)
{
    const struct gather_op relayout = gather_relayout();
    operands->data = layout_of(cases[k].data);
    operands->indices = layout_of(cases[k].indices);
    operands->out = layout_of(cases[k].out);
    operands->op = cases[k].op == ND ? gather_onnx_gather_nd(13, cases[k].axis)
                                     : gather_numpy_take(cases[k].axis, GATHER_POLICY_ERROR);
    operands->op.policy = cases[k].policy == GATHER_POLICY_ERROR ? GATHER_POLICY_OWN : cases[k].policy;
    assert_int_equal(gather_layout_init(&operands->dense, operands->data.dtype, operands->data.rank,
                                        operands->data.sizes, NULL),
                     GATHER_STATUS_OK);
    operands->inputs[0] = take(&operands->data);
    operands->ordered[0] = take(&operands->dense);
    operands->inputs[1] = operands->ordered[1] = take(&operands->indices);
    operands->output = take(&operands->out);
    operands->expected = take(&operands->out);
    for (uint64_t byte = 0; byte < operands->inputs[0].bytes; byte++)
        ((uint8_t *)operands->inputs[0].data)[byte] = (uint8_t)random_below(randomness, 256);
    assert_int_equal(gather_once(&relayout, &operands->data, operands->inputs, 1, &operands->dense,
                                 operands->ordered[0], NULL, NULL),
                     GATHER_STATUS_OK);
}

static void end(struct operands *operands)
{
    free(operands->inputs[0].data);
    free(operands->inputs[1].data);
    free(operands->ordered[0].data);
    free(operands->output.data);
    free(operands->expected.data);
}

/* Where the policy allows it, some are outside. */
static void draw_indices(const struct operands *operands, size_t k, struct randomness *randomness)
{
    const int64_t batch = cases[k].op == ND ? cases[k].axis : 0;
    const int64_t parts = cases[k].op == ND ? operands->indices.sizes[operands->indices.rank - 1] : 1;
    int64_t *indices = operands->inputs[1].data;
    for (int64_t at = 0; at < gather_layout_elements(&operands->indices); at++) {
        const int64_t axis = cases[k].op == ND ? batch + at % parts : cases[k].axis;
        const int64_t size = operands->data.sizes[axis];
        indices[at] = random_below(randomness, 2 * size) - size;
        if (cases[k].policy != GATHER_POLICY_ERROR && at % 50 == 7)
            indices[at] += 2 * size;
    }
}

static struct gather_plan *plan_from(const struct operands *operands, const struct gather_layout *data)
{
    const struct gather_layout inputs[] = {*data, operands->indices};
    struct gather_plan *plan;
    assert_int_equal(gather_plan_create(&plan, &operands->op, inputs, 2, &operands->out, NULL, NULL),
                     GATHER_STATUS_OK);
    return plan;
}

enum { BEFORE = 1, BEHIND = 64, UNTOUCHED = 0x5A };

/* Room of so many bytes, at an odd address, with others around it. */
static struct gather_buffer take_room(uint64_t bytes)
{
    uint8_t *memory = malloc((size_t)bytes + BEFORE + BEHIND);
    assert_non_null(memory);
    memset(memory, UNTOUCHED, (size_t)bytes + BEFORE + BEHIND);
    return (struct gather_buffer){memory + BEFORE, bytes};
}

static bool is_untouched(const uint8_t *bytes, uint64_t count)
{
    for (uint64_t k = 0; k < count; k++)
        if (bytes[k] != UNTOUCHED)
            return false;
    return true;
}

/* Returns: whether it was used. Nothing around it was. */
static bool give_room(struct gather_buffer room)
{
    uint8_t *bytes = room.data;
    const bool is_used = !is_untouched(bytes, room.bytes);
    assert_true(is_untouched(bytes - BEFORE, BEFORE) && is_untouched(bytes + room.bytes, BEHIND));
    free(bytes - BEFORE);
    return is_used;
}

/* All rows with so much room, on so many threads. Returns: whether it was used. */
static bool check_room(const struct gather_plan *plan, const struct operands *operands, uint64_t bytes,
                       const struct gather_threads *threads)
{
    struct gather_run run = {.size = sizeof run, .threads = threads, .room = take_room(bytes)};
    for (run.check = GATHER_CHECK_FIRST; run.check <= GATHER_CHECK_EARLIER; run.check++) {
        memset(operands->output.data, 0xA5, (size_t)operands->output.bytes);
        assert_int_equal(gather_plan_run(plan, operands->inputs, 2, operands->output, &run, NULL),
                         GATHER_STATUS_OK);
        assert_memory_equal(operands->output.data, operands->expected.data, (size_t)operands->output.bytes);
    }
    return give_room(run.room);
}

/* All that there is use for is used, and less as far as it goes. Returns: whether threads used theirs. */
static bool check_rooms(const struct gather_plan *plan, const struct operands *operands,
                        const struct gather_threads *threads)
{
    const uint64_t room = gather_plan_room(plan, 1);
    for (uint64_t bytes = 1; bytes < 2 * room + 2; bytes *= 5)
        check_room(plan, operands, bytes, NULL);
    assert_true(check_room(plan, operands, room, NULL) == (room > 0));
    check_room(plan, operands, 3 * room / 2, threads);
    return check_room(plan, operands, gather_plan_room(plan, threads->count), threads);
}

static void check_rows(const struct gather_plan *plan, const struct operands *operands, int64_t rows)
{
    run_by_rows(plan, operands->inputs, operands->output, operands->out.sizes[0], rows);
    assert_memory_equal(operands->output.data, operands->expected.data, (size_t)operands->output.bytes);
}

/* The first of two indices that are refused is found, and nothing is written. */
static void check_refused(const struct gather_plan *plan, const struct operands *operands)
{
    int64_t *indices = operands->inputs[1].data;
    const int64_t count = gather_layout_elements(&operands->indices);
    const int64_t kept[] = {indices[count / 2], indices[count - 1]};
    struct gather_error error;
    memset(operands->output.data, 0xA5, (size_t)operands->output.bytes);
    memset(operands->expected.data, 0xA5, (size_t)operands->output.bytes);
    indices[count / 2] = 100000;
    indices[count - 1] = 100001;
    assert_int_equal(gather_plan_run(plan, operands->inputs, 2, operands->output, NULL, &error),
                     GATHER_STATUS_INDEX_RANGE);
    assert_int_equal(error.value, 100000);
    assert_memory_equal(operands->output.data, operands->expected.data, (size_t)operands->output.bytes);
    struct gather_run run = {.size = sizeof run, .room = take_room(gather_plan_room(plan, 1))};
    assert_int_equal(gather_plan_run(plan, operands->inputs, 2, operands->output, &run, &error),
                     GATHER_STATUS_INDEX_RANGE);
    assert_int_equal(error.value, 100000);
    assert_memory_equal(operands->output.data, operands->expected.data, (size_t)operands->output.bytes);
    run.check = GATHER_CHECK_FUSED;
    assert_int_equal(gather_plan_run(plan, operands->inputs, 2, operands->output, &run, &error),
                     GATHER_STATUS_INDEX_RANGE);
    assert_int_equal(error.value, 100000);
    give_room(run.room);
    indices[count / 2] = kept[0];
    indices[count - 1] = kept[1];
}

static void test_pieces(void **state) /* COVERS(CORE-7) */
{
    struct randomness randomness = randomness_begin("test_plan_pieces");
    struct gather_pool *pool;
    int shared = 0; /* cases whose room several threads used */
    (void)state;
    assert_int_equal(gather_pool_create(&pool, 3), GATHER_STATUS_OK);
    const struct gather_threads threads = gather_pool_threads(pool);
    for (size_t k = 0; k < ITEMS(cases); k++) {
        struct operands operands = {0};
        struct gather_plan_description description;
        begin(&operands, k, &randomness);
        draw_indices(&operands, k, &randomness);
        struct gather_plan *plan = plan_from(&operands, &operands.data);
        struct gather_plan *plain = plan_from(&operands, &operands.dense);
        gather_plan_describe(plan, &description);
        if ((strstr(description.reason, "put in order in pieces") != NULL) != (cases[k].without == IN_PIECES))
            fail_msg("%s: %s", cases[k].data, description.reason);
        if (gather_plan_room(plan, 1) != cases[k].room || gather_plan_room(plain, 1) > 0)
            fail_msg("%s: room of %llu bytes (case %zu)", cases[k].data,
                     (unsigned long long)gather_plan_room(plan, 1), k);
        gather_plan_describe(plain, &description);
        assert_null(strstr(description.reason, "put in order in pieces"));
        memset(operands.expected.data, 0xA5, (size_t)operands.expected.bytes);
        assert_int_equal(gather_plan_run(plain, operands.ordered, 2, operands.expected, NULL, NULL),
                         GATHER_STATUS_OK);
        for (int64_t rows = operands.out.sizes[0]; rows > 6; rows /= 3)
            check_rows(plan, &operands, rows);
        shared += check_rooms(plan, &operands, &threads);
        if (cases[k].policy == GATHER_POLICY_ERROR)
            check_refused(plan, &operands);
        gather_plan_destroy(plan);
        gather_plan_destroy(plain);
        end(&operands);
    }
    assert_true(shared > 5);
    gather_pool_destroy(pool);
}

static void test_no_pieces(void **state) /* COVERS(CORE-7) */
{
    const struct gather_op op = gather_numpy_take(0, GATHER_POLICY_ERROR);
    (void)state;
    for (size_t k = 0; k < ITEMS(others); k++) {
        const struct gather_layout inputs[] = {layout_of(others[k].data), layout_of(others[k].indices)};
        const struct gather_layout out = layout_of(others[k].out);
        struct gather_plan_description description;
        struct gather_plan *plan;
        assert_int_equal(gather_plan_create(&plan, &op, inputs, 2, &out, NULL, NULL), GATHER_STATUS_OK);
        gather_plan_describe(plan, &description);
        if (strstr(description.reason, "put in order in pieces") != NULL)
            fail_msg("%s: %s", others[k].data, description.reason);
        gather_plan_destroy(plan);
    }
}

/* Room that is none, or another's, is refused before anything is written. */
static void test_room_is_judged(void **state) /* COVERS(CORE-11) */
{
    struct randomness randomness = randomness_begin("test_plan_pieces");
    struct operands operands = {0};
    const size_t k = ITEMS(cases) - 1;
    (void)state;
    begin(&operands, k, &randomness);
    draw_indices(&operands, k, &randomness);
    struct gather_plan *plan = plan_from(&operands, &operands.data);
    uint8_t *out = operands.output.data, *data = operands.inputs[0].data, *indices = operands.inputs[1].data;
    const struct {
        struct gather_buffer room;
        enum gather_status status;
        const char *reason;
    } rooms[] = {
        {{NULL, 64}, GATHER_STATUS_BOUNDS, "so many bytes at no address"},
        {{out + operands.output.bytes - 1, UINT64_MAX},
         GATHER_STATUS_BOUNDS,
         "more bytes than there are addresses"},
        {{out, 1}, GATHER_STATUS_OVERLAP, "it shares bytes with the output"},
        {{out + operands.output.bytes - 1, 64}, GATHER_STATUS_OVERLAP, "it shares bytes with the output"},
        {{data + 100, 64}, GATHER_STATUS_OVERLAP, "it shares bytes with the data"},
        {{indices - 63, 64}, GATHER_STATUS_OVERLAP, "it shares bytes with the indices"},
        {{out + operands.output.bytes, 1}, GATHER_STATUS_OK, NULL},
        {{out, 0}, GATHER_STATUS_OK, NULL},
    };
    for (size_t n = 0; n < ITEMS(rooms); n++) {
        struct gather_error error;
        const struct gather_run run = {.size = sizeof run, .room = rooms[n].room};
        memset(operands.output.data, 0xA5, (size_t)operands.output.bytes);
        memset(operands.expected.data, 0xA5, (size_t)operands.expected.bytes);
        assert_int_equal(gather_plan_run(plan, operands.inputs, 2, operands.output, &run, &error),
                         rooms[n].status);
        if (rooms[n].status == GATHER_STATUS_OK)
            continue;
        assert_string_equal(error.operand, "room");
        assert_string_equal(error.reason, rooms[n].reason);
        if (rooms[n].status == GATHER_STATUS_BOUNDS)
            assert_true((uint64_t)error.value == rooms[n].room.bytes);
        assert_memory_equal(operands.output.data, operands.expected.data, (size_t)operands.output.bytes);
    }
    gather_plan_destroy(plan);
    end(&operands);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pieces), cmocka_unit_test(test_no_pieces),
                                       cmocka_unit_test(test_room_is_judged)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
