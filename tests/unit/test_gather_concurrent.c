/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One plan on many threads: 64 runs at once, each into an output of its own, give what one gives; and indices that
 * another thread changes all the while are refused or give elements in range, between guard pages.
 *
 * COVERS(CORE-12, CORE-17, CORE-18, CORE-20)
 */
#define _DEFAULT_SOURCE /* pthread_barrier_t */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/planned.h"
#include "gather/threads.h"
#include "support/by_hand.h"
#include "support/formula_op.h"
#include "support/formula_random.h"
#include "support/guard.h"
#include "support/operand_cells.h"
#include "support/sanitized.h"

enum { RUNNERS = 64, ROUNDS = 12, PLANS = 240, CHANGED_RUNS = 200, MOST_ELEMENTS = 600 };

/* ---- a gather of element numbers ----------------------------------------------------------------------- */

/* Data whose elements hold their own numbers, as i32; indices i64; all row-major but for the data, which may be tiled. */
struct gather_case {
    struct formula formula;
    struct formula_answer answer;
    struct gather_layout layouts[2], out; /* in the operator's own order */
    struct gather_buffer inputs[2];
    struct operand_cells data_cells;
    struct gather_plan *plan;
    int32_t data, indices; /* their numbers */
    bool is_tiled;         /* the data; every other one is not, and may be brief */
};

static void fill_data(struct gather_case *self, int32_t *cells)
{
    for (int32_t n = 0; n < self->data_cells.elements; n++)
        cells[self->data_cells.cell_of[n]] = n;
}

/* A call that its operator allows and whose output has elements. */
static void draw_call(struct randomness *randomness, struct gather_case *self)
{
    do {
        formula_draw(randomness, MOST_ELEMENTS, &self->formula);
        self->formula.data_type = GATHER_DTYPE_I32;
        self->formula.index_type = GATHER_DTYPE_I64;
        formula_judge(&self->formula, &self->answer);
        self->answer.count = 1;
        for (int32_t d = 0; d < self->answer.out.rank; d++)
            self->answer.count *= self->answer.out.sizes[d];
    } while (self->answer.status != GATHER_STATUS_OK || self->answer.count == 0);
    if (self->formula.policy == GATHER_POLICY_FILL || self->formula.policy == GATHER_POLICY_SKIP)
        self->formula.policy = GATHER_POLICY_ZERO;
}

static void lay(struct gather_case *self)
{
    struct formula *formula = &self->formula;
    struct gather_layout *data;
    self->data = formula->operation == GATHER_OPERATION_TORCH_EMBEDDING;
    self->indices = 1 - self->data;
    data = &self->layouts[self->data];
    *data = order_by_hand(GATHER_DTYPE_I32, formula->data.rank, formula->data.sizes, NULL);
    if (self->is_tiled)
        tile_by_hand(data, TILE(2, 3));
    operand_cells_find(&self->data_cells, data);
    self->layouts[self->indices] =
        order_by_hand(GATHER_DTYPE_I64, formula->indices.rank, formula->indices.sizes, NULL);
    self->out = order_by_hand(GATHER_DTYPE_I32, self->answer.out.rank, self->answer.out.sizes, NULL);
}

static void make_case(struct randomness *randomness, struct gather_case *self)
{
    struct gather_op op;
    draw_call(randomness, self);
    lay(self);
    assert_int_equal(formula_op(&self->formula, &op, NULL), GATHER_STATUS_OK);
    assert_int_equal(gather_plan_create(&self->plan, &op, self->layouts, 2, &self->out, NULL, NULL),
                     GATHER_STATUS_OK);
    for (int k = 0; k < 2; k++)
        self->inputs[k].bytes = (uint64_t)gather_layout_bytes(&self->layouts[k]);
}

static void end_case(struct gather_case *self)
{
    gather_plan_destroy(self->plan);
    operand_cells_end(&self->data_cells);
}

/* ---- 64 runs at once ----------------------------------------------------------------------------------- */

struct crowd {
    struct gather_case *gather;
    struct gather_threads pool;
    pthread_barrier_t start;
    atomic_int wrong;
};

struct runner {
    struct crowd *crowd;
    int number;
};

/* What one run must leave: checked against the formula, element by element. */
static bool is_right(const struct gather_case *self, const int32_t *out)
{
    for (int64_t n = 0; n < self->answer.count && self->answer.status == GATHER_STATUS_OK; n++)
        if (out[n] != (self->answer.from[n] >= 0 ? self->answer.from[n] : 0))
            return false;
    return true;
}

static void *run_often(void *argument)
{
    const struct runner *runner = argument;
    struct crowd *crowd = runner->crowd;
    const struct gather_case *self = crowd->gather;
    size_t bytes = (size_t)self->answer.count * sizeof(int32_t);
    int32_t *out = malloc(bytes);
    pthread_barrier_wait(&crowd->start);
    for (int round = 0; round < ROUNDS; round++) {
        struct gather_run run = {.size = sizeof run, .check = (runner->number + round) % 3};
        struct gather_error error;
        if (runner->number % 8 == 0)
            run.threads = &crowd->pool;
        memset(out, 0x7B, bytes);
        enum gather_status status =
            gather_plan_run(self->plan, self->inputs, 2, (struct gather_buffer){out, bytes}, &run, &error);
        bool same_error = status != GATHER_STATUS_INDEX_RANGE ||
                          (error.value == self->answer.value &&
                           memcmp(error.position, self->answer.position,
                                  (size_t)self->formula.indices.rank * sizeof error.position[0]) == 0);
        if (status != self->answer.status || !same_error || !is_right(self, out))
            crowd->wrong++;
    }
    free(out);
    return NULL;
}

static void run_crowd(struct crowd *crowd)
{
    static pthread_t threads[RUNNERS];
    static struct runner runners[RUNNERS];
    assert_int_equal(pthread_barrier_init(&crowd->start, NULL, RUNNERS), 0);
    for (int k = 0; k < RUNNERS; k++) {
        runners[k] = (struct runner){crowd, k};
        assert_int_equal(pthread_create(&threads[k], NULL, run_often, &runners[k]), 0);
    }
    for (int k = 0; k < RUNNERS; k++)
        assert_int_equal(pthread_join(threads[k], NULL), 0);
    pthread_barrier_destroy(&crowd->start);
    if (crowd->wrong > 0)
        formula_print(&crowd->gather->formula);
    assert_int_equal(crowd->wrong, 0);
}

static void test_64_runs_of_one_plan(void **state)
{
    static struct gather_case self;
    static int64_t values[FORMULA_MAX_ELEMENTS];
    struct gather_pool *pool;
    struct randomness randomness = randomness_begin("gather_concurrent");
    (void)state;
    assert_int_equal(gather_pool_create(&pool, 3), GATHER_STATUS_OK);
    for (int k = 0; k < PLANS; k++) {
        struct crowd crowd = {.gather = &self, .pool = gather_pool_threads(pool)};
        self.is_tiled = k % 2 == 0;
        make_case(&randomness, &self);
        formula_draw_values(&randomness, &self.formula, values);
        formula_gather(&self.formula, values, &self.answer);
        self.inputs[self.indices].data = values;
        self.inputs[self.data].data = calloc(self.inputs[self.data].bytes + 1, 1);
        fill_data(&self, self.inputs[self.data].data);
        run_crowd(&crowd);
        free(self.inputs[self.data].data);
        end_case(&self);
    }
    gather_pool_destroy(pool);
}

/* ---- indices that change ------------------------------------------------------------------------------- */

struct change {
    const int64_t *legal; /* of each index */
    int64_t *values;
    int64_t count;
    atomic_bool stop;
};

/* Goes round, and makes each index legal or wild in turn, as fast as it can. */
static void *change_indices(void *argument)
{
    struct change *change = argument;
    struct randomness randomness = {11};
    while (!change->stop)
        for (int64_t n = 0; n < change->count; n++) {
            bool is_wild = random_below(&randomness, 64) == 0;
            int64_t value = is_wild ? (int64_t)random_bits(&randomness) : change->legal[n];
            __atomic_store_n(&change->values[n], value, __ATOMIC_RELAXED);
        }
    return NULL;
}

/* Whether an output element is one that some index in range gives: a number of the data that agrees where no
 * index is added. */
static bool is_in_range(const struct gather_case *self, const int64_t *o, int32_t number)
{
    static struct formula_place place;
    const struct formula_tensor *data = &self->formula.data;
    if (number == 0) /* also what a policy puts in place, of no element */
        return true;
    if (self->formula.is_flat || data->rank == 0)
        return number > 0 && number < self->data_cells.elements;
    formula_place(&self->formula, o, &place);
    for (int32_t k = 0; k < place.count; k++)
        place.data[place.dimension[k]] = -1;
    if (number < 0 || number >= self->data_cells.elements)
        return false;
    for (int32_t d = data->rank - 1; d >= 0; d--) {
        if (place.data[d] >= 0 && place.data[d] != number % data->sizes[d])
            return false;
        number = (int32_t)(number / data->sizes[d]);
    }
    return true;
}

static void check_in_range(const struct gather_case *self, const int32_t *out)
{
    int64_t o[GATHER_MAX_RANK] = {0};
    for (int64_t n = 0; n < self->answer.count; n++) {
        if (!is_in_range(self, o, out[n]))
            formula_print(&self->formula);
        assert_true(is_in_range(self, o, out[n]));
        for (int32_t d = self->answer.out.rank - 1; d >= 0 && ++o[d] == self->answer.out.sizes[d]; d--)
            o[d] = 0;
    }
}

static void run_while_changing(struct gather_case *self, struct change *change)
{
    static struct guard guard;
    pthread_t changer;
    size_t bytes = (size_t)self->answer.count * sizeof(int32_t);
    assert_int_equal(pthread_create(&changer, NULL, change_indices, change), 0);
    for (int k = 0; k < CHANGED_RUNS; k++) {
        struct gather_run run = {.size = sizeof run, .check = k % 3};
        int32_t *out = (int32_t *)(void *)guard_place(&guard, bytes, k % 2 == 0 ? GUARD_LOW : GUARD_HIGH, 0);
        memset(out, 0, bytes);
        enum gather_status status =
            gather_plan_run(self->plan, self->inputs, 2, (struct gather_buffer){out, bytes}, &run, NULL);
        assert_true(status == GATHER_STATUS_OK || status == GATHER_STATUS_INDEX_RANGE);
        if (status == GATHER_STATUS_OK)
            check_in_range(self, out);
        assert_true(guard_holds(&guard));
    }
    change->stop = true;
    assert_int_equal(pthread_join(changer, NULL), 0);
    guard_end(&guard);
}

/* Hostile 12. The change is a race on purpose: nothing for the thread sanitizer. */
static void test_hostile_12_indices_change(void **state)
{
    static struct gather_case self;
    static struct guard guards[2];
    static int64_t legal[FORMULA_MAX_ELEMENTS];
    struct randomness randomness = randomness_begin("gather_concurrent");
    int briefs = 0, tinies = 0, fews = 0;
    (void)state;
#ifdef IS_TSAN
    skip();
#endif
    for (int k = 0; k < PLANS; k++) {
        self.is_tiled = k % 2 == 0;
        make_case(&randomness, &self);
        for (int input = 0; input < 2; input++)
            self.inputs[input].data =
                guard_place(&guards[input], (size_t)self.inputs[input].bytes, GUARD_HIGH, 0);
        memset(self.inputs[self.data].data, 0, (size_t)self.inputs[self.data].bytes);
        fill_data(&self, self.inputs[self.data].data);
        formula_legal_values(&self.formula, 3, legal);
        struct change change = {.legal = legal,
                                .values = self.inputs[self.indices].data,
                                .count = (int64_t)self.inputs[self.indices].bytes / (int64_t)sizeof(int64_t)};
        memcpy(change.values, legal, (size_t)self.inputs[self.indices].bytes);
        briefs += self.plan->brief.count > 0 && self.plan->brief.is_tiny == 0;
        tinies += self.plan->brief.count > 0 && self.plan->brief.is_tiny != 0;
        fews += self.plan->brief.count > 1 && self.plan->brief.few != GATHER__NOT_FEW;
        run_while_changing(&self, &change);
        end_case(&self);
    }
    guard_end(&guards[0]);
    guard_end(&guards[1]);
    assert_true(briefs > 0 && tinies > 0 && fews > 0); /* these go a way of their own */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_64_runs_of_one_plan),
        cmocka_unit_test(test_hostile_12_indices_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
