/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the gathers of a model do with their constant indices: whether their own world refuses any, by the table of
 * behaviours and, where no rows along an axis are taken, by the operator itself (check_worlds_own.c); and with `--for`
 * what other worlds make of them and of the types.
 *
 *     2 of 2 gathers are refused or behave otherwise there
 *     NODE  WORLD     INDICES  AT   INDEX  OWN    THERE
 *     emb   webnn           1  [1]      9  error  row 3
 *     wide  xla             1  [2]     -1  row 3  row 0
 *     wide: webnn takes no data of type f64; expected f32 f16 ..
 *
 * Where the size of the axis is not known, or nothing of the data but which axis it is, every index from 0 on counts as
 * inside, and one below 0 counts from the end where a world has it so.
 */
#include <stdlib.h>
#include <string.h>

#include "check_worlds.h"
#include "element_walk.h"
#include "exit_code.h"
#include "gather/model.h"
#include "output.h"
#include "world_name.h"

/* Indices below 0, and the others, are told apart. */
enum sign { BELOW_ZERO, FROM_ZERO_ON, SIGNS };

/* ---- which worlds -------------------------------------------------------------------------------- */

int check_worlds_judge(const struct arguments *arguments)
{
    const char *names = arguments_value(arguments, "for");
    return names != NULL ? world_names_judge(arguments, "--for", names) : EXIT_YES;
}

static void read_worlds(struct checked_worlds *worlds)
{
    const char *names = arguments_value(worlds->work->arguments, "for");
    const struct gather_behaviour *behaviour;
    for (size_t k = 0; (behaviour = gather_behaviour_at(k)) != NULL; k++)
        if (gather_behaviour_is_among(behaviour, names) && worlds->count < CHECKED_WORLDS_MOST)
            worlds->asked[worlds->count++] = behaviour;
}

/* ---- a gather ------------------------------------------------------------------------------------ */

/* The row of the model's own operator; NULL for one that does not take rows. */
static const struct gather_behaviour *own_behaviour(const struct gather_op *op)
{
    if (op->operation == GATHER_OPERATION_ONNX_GATHER)
        return gather_behaviour_find(op->version > 0 && op->version < 11 ? "onnx-1" : "onnx", false);
    if (op->operation == GATHER_OPERATION_OPENVINO_GATHER)
        return gather_behaviour_find("openvino", false);
    return NULL;
}

/*
 * How a world takes the constants of a node. OpenVINO's CPU plugin has a row of its own for the older Gathers, cuts
 * constants off at the ends of i32, so that none comes back inside, and past the end of a list of integers it reads on.
 */
static struct gather_behaviour taken_by(const struct gather_behaviour *world,
                                        const struct checked_gather *node)
{
    const struct gather_op *op = &node->gather.op;
    int32_t dtype = node->take.data.dtype;
    struct gather_behaviour taken = *world;
    if (strcmp(world->id, "openvino-cpu") != 0 && strcmp(world->id, "openvino-cpu-7") != 0)
        return taken;
    if (op->operation == GATHER_OPERATION_OPENVINO_GATHER && op->version > 0 && op->version < 8)
        taken = *gather_behaviour_find("openvino-cpu-7", false);
    taken.reading = GATHER_READING_VALUE;
    if (node->take.data.rank == 1 && gather_dtype_bits(dtype) >= 16 &&
        (gather_dtype_is_signed(dtype) || gather_dtype_is_unsigned(dtype)))
        taken.rule = GATHER_RULE_UNDEFINED;
    return taken;
}

/* The row that names the world of one that does not; what it does with indices its own rules say. */
static const struct gather_behaviour *own_world(const struct gather_model_node *about)
{
    return gather_behaviour_find(strcmp(about->domain, "openvino") == 0 ? "openvino" : "onnx", false);
}

static struct gather_layout with_sizes(const struct gather_layout *layout)
{
    struct gather_layout made = *layout;
    int64_t sizes[GATHER_MAX_RANK];
    for (int32_t d = 0; d < layout->rank; d++)
        sizes[d] = layout->sizes[d] < 0 ? 1 : layout->sizes[d];
    (void)!gather_layout_init(&made, layout->dtype, layout->rank, sizes, NULL);
    return made;
}

/* Data of which no sizes are known has as many as its axis asks for; where no type is known, one that all worlds take. */
static struct gather_layout stand_in(const struct checked_gather *node)
{
    struct gather_layout made = {.dtype = node->gather.data.layout.dtype};
    int64_t axis = node->gather.op.axis, before = axis < 0 ? -1 - axis : axis;
    if (made.dtype == GATHER_DTYPE_NONE)
        made.dtype = GATHER_DTYPE_F32;
    for (made.rank = 0; made.rank <= before && made.rank < GATHER_MAX_RANK; made.rank++)
        made.sizes[made.rank] = GATHER_SIZE_UNKNOWN;
    return made;
}

/* Along an axis. Returns: false for one about which nothing can be said. */
static bool describe_take(struct checked_gather *node)
{
    struct gather_layout data = node->gather.data.is_known ? node->gather.data.layout : stand_in(node);
    int32_t axis;
    if (gather_layout_dimension(&data, node->gather.op.axis, &axis, NULL) != GATHER_STATUS_OK)
        return false;
    node->size = data.sizes[axis] < 0 ? CHECKED_SIZE_UNKNOWN : data.sizes[axis];
    node->take.data = with_sizes(&data);
    node->take.axis = axis;
    return true;
}

/* *said: whether anything can be said about a node. Returns: OK; NO_MEMORY. */
static enum gather_status describe_node(const struct checked_worlds *worlds, size_t k,
                                        struct checked_gather *node, bool *said)
{
    enum gather_status status = GATHER_STATUS_OK;
    *said = false;
    if (!gather_model_gather_at(worlds->model, k, &node->gather) || !node->gather.indices.is_known ||
        gather_dtype_bits(node->gather.indices.layout.dtype) < 8)
        return status;
    node->take = (struct gather_take){.indices = with_sizes(&node->gather.indices.layout)};
    node->own = own_behaviour(&node->gather.op);
    node->rule_count = 0;
    if (node->own != NULL) {
        *said = describe_take(node);
    } else if (worlds->own && node->gather.data.is_known) {
        node->own = own_world(&node->about);
        status = node->gather.constant != NULL ? checked_rules_find(node) : GATHER_STATUS_OK;
        *said = node->rule_count > 0 || node->gather.constant == NULL;
    }
    return status;
}

/* ---- its indices --------------------------------------------------------------------------------- */

/* An index that the model's own world refuses is one to tell of, whatever others do with it. */
static bool is_finding(struct gather_outcome own, struct gather_outcome there)
{
    return own.kind != there.kind || own.row != there.row || own.kind == GATHER_OUTCOME_ERROR;
}

static void judge_index(const struct checked_worlds *worlds, const struct checked_gather *node, int64_t place,
                        int64_t value, struct checked_fate (*fates)[SIGNS])
{
    int32_t dtype = node->take.indices.dtype;
    int sign = value < 0 && !gather_dtype_is_unsigned(dtype) ? BELOW_ZERO : FROM_ZERO_ON;
    struct gather_outcome own = gather_behaviour_outcome(node->own, dtype, value, node->size);
    for (int32_t w = 0; w < worlds->count; w++) {
        struct checked_fate *fate = &fates[w][sign];
        struct gather_outcome there = gather_behaviour_outcome(&worlds->taken[w], dtype, value, node->size);
        if (is_finding(own, there) && fate->differing++ == 0)
            *fate = (struct checked_fate){1, place, value, own, there};
    }
}

/* The same by the rules of an operator that takes no rows along an axis. */
static void judge_component(const struct checked_gather *node, int64_t place, int64_t value,
                            struct checked_fate *fates)
{
    static const struct gather_outcome refused = {.kind = GATHER_OUTCOME_ERROR, .row = -1};
    int32_t dtype = node->take.indices.dtype;
    struct checked_fate *fate =
        &fates[value < 0 && !gather_dtype_is_unsigned(dtype) ? BELOW_ZERO : FROM_ZERO_ON];
    if (checked_rule_refuses(&node->rules[place % node->rule_count], dtype, value) && fate->differing++ == 0)
        *fate = (struct checked_fate){1, place, value, refused, refused};
}

/* The pieces of constant indices, the first of which is the largest. */
static enum gather_status judge_pieces(const struct checked_worlds *worlds, const struct checked_gather *node,
                                       const struct element_reader *reader,
                                       struct checked_fate (*fates)[SIGNS], struct gather_error *error)
{
    struct gather_take piece_of = node->take;
    int64_t most = element_reader_piece(reader), width = reader->dense.cell_bits / 8;
    struct element_piece piece = element_piece_first(&reader->dense, most);
    enum gather_status status = GATHER_STATUS_OK;
    bool more = true;
    uint8_t *elements = malloc((size_t)(piece.count * width)); /* bounded: ELEMENT_WALK_MOST elements */
    if (elements == NULL) {
        *error = (struct gather_error){.status = GATHER_STATUS_NO_MEMORY, .part = -1};
        return GATHER_STATUS_NO_MEMORY;
    }
    piece_of.values = elements;
    while (more && status == GATHER_STATUS_OK) {
        status = element_reader_read(reader, &piece, elements, error);
        for (int64_t k = 0; k < piece.count && status == GATHER_STATUS_OK; k++) {
            int64_t value = gather_take_index(&piece_of, k);
            if (node->rule_count > 0)
                judge_component(node, piece.first + k, value, fates[0]);
            else
                judge_index(worlds, node, piece.first + k, value, fates);
        }
        more = element_piece_next(&reader->dense, most, &piece);
    }
    free(elements);
    return status;
}

static enum gather_status judge_indices(const struct checked_worlds *worlds,
                                        const struct checked_gather *node,
                                        struct checked_fate (*fates)[SIGNS], struct gather_error *error)
{
    struct element_reader reader;
    enum gather_status status =
        element_reader_begin(&reader, gather_model_file(worlds->model), node->gather.constant, error);
    if (status == GATHER_STATUS_OK && gather_layout_elements(&reader.dense) > 0)
        status = judge_pieces(worlds, node, &reader, fates, error);
    element_reader_end(&reader);
    return status;
}

/* ---- its types ----------------------------------------------------------------------------------- */

/* Whether a world takes the types of data and indices; where the library has no operator of it, those of indices. */
static bool judge_types(struct checked_worlds *worlds, const struct checked_gather *node,
                        const struct gather_behaviour *world)
{
    struct gather_op op;
    struct gather_layout operands[2], output;
    struct gather_error error = {.operand = "indices"};
    if (world->dialect == NULL && (world->index_types & UINT32_C(1) << node->take.indices.dtype) != 0)
        return true;
    if (world->dialect != NULL) {
        enum gather_status status = gather_behaviour_op(world, NULL, &node->take, &op, operands, &error);
        if (status == GATHER_STATUS_OK)
            status = gather_infer(&op, operands, 2, &output, &error);
        if (status != GATHER_STATUS_DTYPE)
            return true;
    }
    checked_type_tell(worlds, node, world, &error);
    return false;
}

/* ---- node by node -------------------------------------------------------------------------------- */

static int look_at_node(struct checked_worlds *worlds, struct checked_gather *node)
{
    struct checked_fate fates[CHECKED_WORLDS_MOST][SIGNS];
    struct gather_error error = {0};
    bool differs = false;
    memset(fates, 0, sizeof fates);
    if (worlds->own)
        worlds->asked[0] = node->own;
    for (int32_t w = 0; w < worlds->count; w++)
        worlds->taken[w] = taken_by(worlds->asked[w], node);
    if (node->gather.constant != NULL && judge_indices(worlds, node, fates, &error) != GATHER_STATUS_OK) {
        talk_failure(worlds->work->arguments->command->name, worlds->work->input.path, &error);
        return exit_of_status((enum gather_status)error.status);
    }
    for (int32_t w = 0; w < worlds->count; w++) {
        bool takes = worlds->own || judge_types(worlds, node, worlds->asked[w]);
        differs |= !takes || fates[w][BELOW_ZERO].differing > 0 || fates[w][FROM_ZERO_ON].differing > 0;
        checked_fate_tell(worlds, node, worlds->asked[w], &fates[w][BELOW_ZERO]);
        checked_fate_tell(worlds, node, worlds->asked[w], &fates[w][FROM_ZERO_ON]);
    }
    worlds->differing += differs;
    worlds->running += node->gather.constant == NULL;
    return EXIT_YES;
}

static int look_at_all(struct checked_worlds *worlds)
{
    struct checked_gather node;
    int code = EXIT_YES;
    bool said;
    for (size_t k = 0; code == EXIT_YES && gather_model_node_at(worlds->model, k, &node.about); k++) {
        worlds->graphs += node.about.graphs;
        if (strncmp(node.about.type, "Gather", 6) != 0 &&
            !gather_model_gather_at(worlds->model, k, &node.gather))
            continue;
        worlds->gathers++;
        if (describe_node(worlds, k, &node, &said) != GATHER_STATUS_OK)
            code = complain_of_memory(worlds->work->arguments->command->name);
        else if (said)
            code = look_at_node(worlds, &node);
        else
            worlds->passed++;
    }
    return code;
}

int check_worlds_fit(const struct check_work *work)
{
    int32_t format = gather_file_format(work->input.file);
    if (!arguments_flag(work->arguments, "for") || format == GATHER_FILE_ONNX || format == GATHER_FILE_IR)
        return EXIT_YES;
    return arguments_misused(work->arguments->command,
                             "--for is about the operators of a model, .onnx or .xml, not", work->input.path);
}

int check_worlds(struct check_work *work)
{
    bool asked = arguments_flag(work->arguments, "for");
    struct checked_worlds worlds = {.work = work, .model = work->model, .own = !asked, .count = !asked};
    if (work->model == NULL)
        return (asked || work->is_unjudged) && !work->found ? EXIT_LIBRARY : EXIT_YES; /* why was said */
    if (asked)
        read_worlds(&worlds);
    checked_worlds_begin(&worlds);
    int code = look_at_all(&worlds);
    if (code == EXIT_YES && !work->is_json && checked_worlds_tell(&worlds) != GATHER_STATUS_OK)
        code = complain_of_memory(work->arguments->command->name);
    if (work->is_json)
        checked_worlds_end_json(&worlds);
    work->found |= worlds.differing > 0;
    text_table_fini(&worlds.table);
    gather_memory_fini(&worlds.types);
    return code;
}
