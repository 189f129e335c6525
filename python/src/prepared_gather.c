/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Plans, made and kept: prepared_gather.h says why. All of this happens under Python's lock; only the run itself, which
 * holds a reference, does not. Operands with tiles are planned anew each time.
 */
#include "prepared_gather.h"

#include <stdlib.h>
#include <string.h>

#include "threads_of.h"

/* ---- making ----------------------------------------------------------------------------------------------- */

bool output_agrees(const struct gather_layout *wanted, const struct gather_layout *given)
{
    if (gather_layout_compatible(wanted, given))
        return true;
    char texts[2][GATHER_LAYOUT_TEXT_SIZE];
    const struct gather_layout *layouts[] = {wanted, given};
    for (int k = 0; k < 2; k++) {
        struct gather_layout dense;
        texts[k][0] = '\0';
        if (gather_layout_init(&dense, layouts[k]->dtype, layouts[k]->rank, layouts[k]->sizes, NULL) ==
            GATHER_STATUS_OK)
            (void)!gather_layout_print(&dense, GATHER_SPELLING_XLA, texts[k], sizeof texts[k], NULL, NULL);
        texts[k][strcspn(texts[k], "{")] = '\0';
    }
    PyErr_Format(wanted->dtype != given->dtype ? PyExc_TypeError : PyExc_ValueError,
                 "out is %s; the result is %s", texts[1], texts[0]);
    return false;
}

/* The layout of the output: what the op infers, in the cells of the data; or that of `out`, if it is as large. */
static bool lay_output(struct module_state *state, const struct request *request, struct prepared *made,
                       struct gather_error *error)
{
    struct gather_layout inferred;
    if (gather_infer(&made->op, made->layouts, made->count, &inferred, error) != GATHER_STATUS_OK)
        return raise_error(state, error) != NULL;
    if (request->out == NULL) {
        made->output = request->to != NULL ? *request->to : inferred;
        if (request->to == NULL && inferred.dtype == request->inputs[request->data_at].is.dtype)
            made->output.cell_bits = request->inputs[request->data_at].is.cell_bits;
        return true;
    }
    if (operand_layout(request->out, &made->output, error) != GATHER_STATUS_OK)
        return raise_error(state, error) != NULL;
    return output_agrees(&inferred, &made->output);
}

/* Bytes that move. A bag's rows are read by its indices, of which there may be more than of bags. */
static uint64_t work_of(const struct prepared *made)
{
    const struct gather_layout *output = &made->output;
    uint64_t work = (uint64_t)gather_layout_bytes(output);
    if (made->count < PAIR)
        return work;
    const uint64_t indices = (uint64_t)gather_layout_elements(&made->layouts[1]);
    const bool is_bag = output->rank > 0 && output->sizes[0] > 0 &&
                        made->op.operation >= GATHER_OPERATION_OPENVINO_EMBEDDING_BAG_OFFSETS &&
                        made->op.operation <= GATHER_OPERATION_OPENVINO_EMBEDDING_BAG_PACKED_SUM;
    if (is_bag)
        work += indices * (work / (uint64_t)output->sizes[0]); /* bounded: unsigned, and a guess */
    return work + indices;                                     /* bounded: two sizes of memory */
}

static bool fill_in(struct module_state *state, const struct request *request, struct prepared *made)
{
    struct gather_error error = {0};
    made->references = 1;
    made->op = *request->op;
    made->count = request->count;
    for (size_t k = 0; k < request->count; k++) {
        made->inputs[k] = request->inputs[k].is;
        if (operand_layout(&request->inputs[k], &made->layouts[k], &error) != GATHER_STATUS_OK)
            return raise_error(state, &error) != NULL;
    }
    made->is_asked = request->to != NULL;
    if (request->out != NULL)
        made->out = request->out->is;
    if (!lay_output(state, request, made, &error))
        return false;
    if (gather_plan_create(&made->plan, &made->op, made->layouts, made->count, &made->output, NULL, &error) !=
        GATHER_STATUS_OK)
        return raise_error(state, &error) != NULL;
    made->has_use_for_room = gather_plan_room(made->plan, 1) > 0;
    made->work = work_of(made);
    return true;
}

struct prepared *prepared_make(struct module_state *state, const struct request *request)
{
    struct prepared *made = PyMem_Calloc(
        1, sizeof *made + request->count * (sizeof *made->inputs + sizeof *made->layouts)); /* bounded: few */
    if (made == NULL)
        return (struct prepared *)PyErr_NoMemory();
    made->layouts = (struct gather_layout *)(void *)(made->inputs + request->count);
    if (fill_in(state, request, made))
        return made;
    made->references = 1;
    prepared_release(made);
    return NULL;
}

void prepared_release(struct prepared *prepared)
{
    if (prepared == NULL || --prepared->references > 0)
        return;
    gather_plan_destroy(prepared->plan);
    PyMem_Free(prepared);
}

/* ---- keeping ---------------------------------------------------------------------------------------------- */

bool operand_fits(const struct signature *signature, const struct gather_layout *layout,
                  const struct operand *operand)
{
    if (signature->is_tiled || operand->is.is_tiled)
        return signature->is_tiled && operand->is.is_tiled &&
               memcmp(layout, operand->layout, sizeof *layout) == 0;
    return signature_equal(signature, &operand->is);
}

/* Whether operands are those that it was made for. */
static bool fits(const struct prepared *prepared, const struct operand *inputs, size_t count,
                 const struct operand *out)
{
    if (prepared->count != count || (prepared->out.dtype != GATHER_DTYPE_NONE) != (out != NULL))
        return false;
    for (size_t k = 0; k < count; k++)
        if (!operand_fits(&prepared->inputs[k], &prepared->layouts[k], &inputs[k]))
            return false;
    return out == NULL || operand_fits(&prepared->out, &prepared->output, out);
}

/* Returns: 0 for what is not kept. */
static uint64_t hash_of(const struct request *request)
{
    uint64_t hash =
        request->key != 0 ? request->key : hash_mix((uint64_t)request->op->operation, request->op->axis);
    if (request->out != NULL && request->out->is.is_tiled)
        return 0;
    for (int32_t d = 0; request->to != NULL && d < request->to->rank; d++)
        hash = hash_mix(hash, request->to->place[d]);
    for (size_t k = 0; k < request->count; k++) {
        if (request->inputs[k].is.is_tiled)
            return 0;
        hash = signature_hash(&request->inputs[k].is, hash);
    }
    return hash | 1;
}

static struct prepared **place_of(struct module_state *state, uint64_t hash)
{
    return &state->kept[(hash >> 32) % PREPARED_KEPT];
}

static bool is_op(const struct prepared *prepared, const struct request *request)
{
    if (request->key != 0)
        return prepared->key == request->key;
    return memcmp(&prepared->op, request->op, sizeof prepared->op) == 0;
}

/* Whether it has the layout that is asked for, if one is. */
static bool is_laid_so(const struct prepared *prepared, const struct gather_layout *to)
{
    return prepared->is_asked == (to != NULL) &&
           (to == NULL || memcmp(&prepared->output, to, sizeof *to) == 0);
}

static struct prepared *find(struct module_state *state, const struct request *request, uint64_t hash)
{
    struct prepared *found = *place_of(state, hash);
    if (hash == 0 || found == NULL || found->hash != hash || !is_op(found, request) ||
        !is_laid_so(found, request->to) || !fits(found, request->inputs, request->count, request->out))
        return NULL;
    found->references++;
    return found;
}

struct prepared *prepared_find(struct module_state *state, const struct request *request)
{
    return find(state, request, hash_of(request));
}

struct prepared *prepared_get(struct module_state *state, const struct request *request)
{
    const uint64_t hash = hash_of(request);
    struct prepared *made = find(state, request, hash);
    if (made != NULL)
        return made;
    made = prepared_make(state, request);
    if (made != NULL && hash != 0) {
        struct prepared **place = place_of(state, hash);
        made->hash = hash;
        made->key = request->key;
        made->references++;
        prepared_release(*place);
        *place = made;
    }
    return made;
}

void prepared_forget(struct module_state *state)
{
    for (size_t k = 0; k < PREPARED_KEPT; k++) {
        prepared_release(state->kept[k]);
        state->kept[k] = NULL;
    }
}

/* ---- running ---------------------------------------------------------------------------------------------- */

/* Room for so many threads; none where there is none to be had, or no use for it. Freed by the caller. */
static struct gather_buffer take_room(const struct prepared *prepared, uint32_t threads)
{
    const uint64_t bytes = prepared->has_use_for_room ? gather_plan_room(prepared->plan, threads) : 0;
    void *memory = bytes > 0 ? malloc((size_t)bytes) : NULL;
    return (struct gather_buffer){memory, memory != NULL ? bytes : 0};
}

/* On the pool, if there is one, and without Python's lock. */
static bool run_unlocked(struct module_state *state, const struct prepared *prepared,
                         const struct gather_buffer *buffers, struct gather_buffer output, PyObject *threads,
                         bool is_new)
{
    struct gather_run run = {
        .size = sizeof run, .check = is_new ? GATHER_CHECK_FUSED : prepared->check, .is_read_soon = is_new};
    struct gather_threads hook;
    struct gather_error error;
    PyObject *pool;
    if (!threads_get(state, threads, &pool, &hook))
        return false;
    if (pool != NULL)
        run.threads = &hook;
    PyThreadState *saved = PyEval_SaveThread();
    run.room = take_room(prepared, pool != NULL ? hook.count : 1);
    enum gather_status status =
        gather_plan_run(prepared->plan, buffers, prepared->count, output, &run, &error);
    free(run.room.data);
    PyEval_RestoreThread(saved);
    Py_XDECREF(pool);
    return status == GATHER_STATUS_OK || raise_error(state, &error) != NULL;
}

bool prepared_run(struct module_state *state, const struct prepared *prepared,
                  const struct gather_buffer *inputs, struct gather_buffer output, PyObject *threads,
                  bool is_new)
{
    struct gather_error error;
    if (prepared->work > WORTH_UNLOCKING || threads != Py_None)
        return run_unlocked(state, prepared, inputs, output, threads, is_new);
    /* A plain run is the library's shortest way, and to check a few indices first costs nothing. */
    if (gather_plan_run(prepared->plan, inputs, prepared->count, output, NULL, &error) == GATHER_STATUS_OK)
        return true;
    return raise_error(state, &error) != NULL;
}
