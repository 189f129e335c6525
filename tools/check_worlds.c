/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the gathers of a model do with their constant indices, by the table of behaviours: whether their own world
 * refuses any, and with `--for` what other worlds make of them and of the types.
 *
 *     1 of 2 gathers behaves otherwise in another world
 *     NODE  WORLD     INDICES  AT   INDEX  OWN    THERE
 *     emb   webnn           1  [1]      9  error  row 3
 *     emb   xla             2  [0]     -1  row 3  row 0
 *     pos: webnn: data: expected f32, f16, ..
 *
 * Where the size of the axis is not known, every index from 0 on counts as inside, and one below 0 counts from the
 * end where a world has it so.
 */
#include <stdlib.h>
#include <string.h>

#include "check_work.h"
#include "element_walk.h"
#include "exit_code.h"
#include "gather/model.h"
#include "output.h"
#include "text_table.h"
#include "world_name.h"

enum { MOST_WORLDS = 64, NAME_BYTES = 64 };

static const int64_t unknown_size = INT64_MAX / 2;

/* Indices below 0, and the others, are told apart. */
enum sign { BELOW_ZERO, FROM_ZERO_ON, SIGNS };

/* How the indices of a node fare in a world. */
struct fate {
    int64_t differing, place, value; /* the first that differs; read as uint64_t where the type has no sign */
    struct gather_outcome own, there;
};

struct worlds {
    struct check_work *work;
    const struct gather_model *model;
    const struct gather_behaviour *asked[MOST_WORLDS];
    int32_t count;
    bool own; /* none is asked for: each gather by its own */
    struct text_table table;
    struct gather_memory types; /* lines about types, each ended by NUL */
    uint8_t *elements;          /* owned; a piece */
    int64_t gathers, differing, passed;
};

/* One gather. */
struct node {
    struct gather_model_node about;
    struct gather_model_gather gather;
    const struct gather_behaviour *own;
    struct gather_take take; /* sizes that are not known are 1 */
    int64_t size;            /* of the axis */
};

/* ---- which worlds -------------------------------------------------------------------------------- */

static bool is_meant(const struct gather_behaviour *behaviour, const char *name)
{
    return strcmp(name, "all") == 0 || gather_behaviour_is(behaviour, name);
}

static void add_worlds(struct worlds *worlds, const char *name)
{
    const struct gather_behaviour *behaviour;
    for (size_t k = 0; (behaviour = gather_behaviour_at(k)) != NULL; k++)
        if (is_meant(behaviour, name) && worlds->count < MOST_WORLDS)
            worlds->asked[worlds->count++] = behaviour;
}

/* The next of names that commas part. Returns: false behind the last. name: room for NAME_BYTES. */
static bool next_name(const char **text, char *name)
{
    size_t length = strcspn(*text, ","), kept = length < NAME_BYTES - 1 ? length : NAME_BYTES - 1;
    if (**text == '\0')
        return false;
    memcpy(name, *text, kept);
    name[kept] = '\0';
    *text += length + ((*text)[length] == ',');
    return true;
}

int check_worlds_judge(const struct arguments *arguments)
{
    const char *text = arguments_value(arguments, "for");
    char name[NAME_BYTES];
    if (text == NULL)
        return EXIT_YES;
    if (*text == '\0')
        return arguments_misused(arguments->command, "no world is named behind", "--for");
    while (next_name(&text, name))
        if (strcmp(name, "all") != 0 && !world_is(name))
            return world_unknown(arguments->command->name, name);
    return EXIT_YES;
}

static void read_worlds(struct worlds *worlds)
{
    const char *text = arguments_value(worlds->work->arguments, "for");
    char name[NAME_BYTES];
    while (next_name(&text, name))
        add_worlds(worlds, name);
}

/* ---- a gather ------------------------------------------------------------------------------------ */

/* The row of the model's own operator; NULL for one that does not take rows. */
static const struct gather_behaviour *own_behaviour(const struct gather_op *op)
{
    if (op->operation == GATHER_OPERATION_ONNX_GATHER)
        return gather_behaviour_find(op->version > 0 && op->version < 11 ? "onnx-1" : "onnx", false);
    if (op->operation == GATHER_OPERATION_OPENVINO_GATHER)
        return gather_behaviour_find(op->version > 0 && op->version < 8 ? "openvino-cpu-7" : "openvino",
                                     false);
    return NULL;
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

/* Returns: false for a node about which nothing can be said. */
static bool describe_node(const struct worlds *worlds, size_t k, struct node *node)
{
    const struct gather_layout *data = &node->gather.data.layout;
    int32_t axis;
    if (!gather_model_gather(worlds->model, k, &node->gather) || !node->gather.data.is_known ||
        !node->gather.indices.is_known)
        return false;
    node->own = own_behaviour(&node->gather.op);
    if (node->own == NULL ||
        gather_layout_dimension(data, node->gather.op.axis, &axis, NULL) != GATHER_STATUS_OK)
        return false;
    node->size = data->sizes[axis] < 0 ? unknown_size : data->sizes[axis];
    node->take = (struct gather_take){
        .data = with_sizes(data), .indices = with_sizes(&node->gather.indices.layout), .axis = axis};
    return gather_dtype_bits(node->take.indices.dtype) >= 8;
}

/* ---- its indices --------------------------------------------------------------------------------- */

/* An index that the model's own world refuses is one to tell of, whatever others do with it. */
static bool is_finding(struct gather_outcome own, struct gather_outcome there)
{
    return own.kind != there.kind || own.row != there.row || own.kind == GATHER_OUTCOME_ERROR;
}

static bool is_unsigned(const struct node *node)
{
    return gather_dtype_is_unsigned(node->take.indices.dtype);
}

static void judge_index(const struct worlds *worlds, const struct node *node, int64_t place, int64_t value,
                        struct fate (*fates)[SIGNS])
{
    int32_t dtype = node->take.indices.dtype;
    struct gather_outcome own = gather_behaviour_outcome(node->own, dtype, value, node->size);
    for (int32_t w = 0; w < worlds->count; w++) {
        struct fate *fate = &fates[w][value < 0 && !is_unsigned(node) ? BELOW_ZERO : FROM_ZERO_ON];
        struct gather_outcome there = gather_behaviour_outcome(worlds->asked[w], dtype, value, node->size);
        if (is_finding(own, there) && fate->differing++ == 0)
            *fate = (struct fate){1, place, value, own, there};
    }
}

static enum gather_status judge_indices(struct worlds *worlds, const struct node *node,
                                        struct fate (*fates)[SIGNS], struct gather_error *error)
{
    struct element_reader reader;
    struct gather_take piece_of = node->take;
    enum gather_status status =
        element_reader_begin(&reader, gather_model_file(worlds->model), node->gather.constant, error);
    bool more = status == GATHER_STATUS_OK && gather_layout_elements(&reader.dense) > 0;
    int64_t most = element_reader_piece(&reader);
    struct element_piece piece = element_piece_first(&reader.dense, most);
    piece_of.values = worlds->elements;
    while (more && status == GATHER_STATUS_OK) {
        status = element_reader_read(&reader, &piece, worlds->elements, error);
        for (int64_t k = 0; k < piece.count && status == GATHER_STATUS_OK; k++)
            judge_index(worlds, node, piece.first + k, gather_take_index(&piece_of, k), fates);
        more = element_piece_next(&reader.dense, most, &piece);
    }
    element_reader_end(&reader);
    return status;
}

/* ---- telling ------------------------------------------------------------------------------------- */

static void write_outcome(struct gather_writer *writer, const struct node *node,
                          struct gather_outcome outcome)
{
    if (outcome.kind == GATHER_OUTCOME_ROW && node->size == unknown_size && outcome.row > unknown_size / 2) {
        gather_write_text(writer, outcome.row == unknown_size - 1 ? "last row" : "from the end");
        return;
    }
    gather_outcome_write(writer, outcome);
}

static void put_fate(struct worlds *worlds, const struct node *node, const struct gather_behaviour *world,
                     const struct fate *fate)
{
    int64_t index[GATHER_MAX_RANK];
    struct gather_writer writer = text_table_cell(&worlds->table);
    output_write_safe(&writer, node->about.name);
    text_table_put(&worlds->table, world->id);
    writer = text_table_cell(&worlds->table);
    gather_write_integer(&writer, fate->differing);
    writer = text_table_cell(&worlds->table);
    element_index(&node->take.indices, fate->place, index);
    gather_write_text(&writer, "[");
    gather_write_integers(&writer, index, node->take.indices.rank, ",");
    gather_write_text(&writer, "]");
    writer = text_table_cell(&worlds->table);
    if (is_unsigned(node))
        gather_write_unsigned(&writer, (uint64_t)fate->value);
    else
        gather_write_integer(&writer, fate->value);
    writer = text_table_cell(&worlds->table);
    write_outcome(&writer, node, fate->own);
    if (worlds->own)
        return;
    writer = text_table_cell(&worlds->table);
    write_outcome(&writer, node, fate->there);
}

static void outcome_json(struct gather_json *json, const char *key, const struct node *node,
                         struct gather_outcome outcome)
{
    struct gather_memory text = {0};
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&text));
    write_outcome(&writer, node, outcome);
    gather_json_string(json, key, text.bytes != NULL ? text.bytes : "", text.count);
    gather_memory_fini(&text);
}

static void begin_finding_json(struct worlds *worlds, const struct node *node,
                               const struct gather_behaviour *world)
{
    struct gather_json *json = &worlds->work->json;
    gather_json_object(json, NULL);
    gather_json_string(json, "node", node->about.name, strlen(node->about.name));
    gather_json_integer(json, "byte", node->about.at);
    gather_json_text(json, "world", world->id);
}

static void fate_json(struct worlds *worlds, const struct node *node, const struct gather_behaviour *world,
                      const struct fate *fate)
{
    struct gather_json *json = &worlds->work->json;
    int64_t index[GATHER_MAX_RANK];
    element_index(&node->take.indices, fate->place, index);
    begin_finding_json(worlds, node, world);
    gather_json_integer(json, "indices", fate->differing);
    gather_json_integers(json, "at", index, node->take.indices.rank);
    if (is_unsigned(node))
        gather_json_unsigned(json, "index", (uint64_t)fate->value);
    else
        gather_json_integer(json, "index", fate->value);
    outcome_json(json, "own", node, fate->own);
    if (!worlds->own)
        outcome_json(json, "there", node, fate->there);
    gather_json_end(json);
}

/* "takes no data of type f64; expected f32 f16 .." */
static void write_type(struct gather_writer *writer, const struct node *node,
                       const struct gather_error *error)
{
    char type[32];
    bool is_data = error->operand != NULL && strcmp(error->operand, "data") == 0;
    const struct gather_layout *layout = is_data ? &node->take.data : &node->take.indices;
    gather_dtype_name(layout->dtype, GATHER_WORLD_OWN, type, sizeof type);
    gather_write_text(writer, is_data ? "takes no data of type " : "takes no indices of type ");
    gather_write_text(writer, type);
    if (error->expected != NULL) {
        gather_write_text(writer, "; expected ");
        gather_write_text(writer, error->expected);
    }
}

static void tell_type(struct worlds *worlds, const struct node *node, const struct gather_behaviour *world,
                      const struct gather_error *error)
{
    struct gather_memory sentence = {0};
    struct gather_writer writer = gather_writer_to(gather_memory_sink(&sentence));
    if (worlds->work->is_json) {
        write_type(&writer, node, error);
        begin_finding_json(worlds, node, world);
        gather_json_string(&worlds->work->json, "type", sentence.bytes != NULL ? sentence.bytes : "",
                           sentence.count);
        gather_json_end(&worlds->work->json);
        gather_memory_fini(&sentence);
        return;
    }
    writer = gather_writer_to(gather_memory_sink(&worlds->types));
    output_write_safe(&writer, node->about.name);
    gather_write_text(&writer, ": ");
    gather_write_text(&writer, world->id);
    gather_write_text(&writer, " ");
    write_type(&writer, node, error);
    gather_write(&writer, "", 1);
}

/* ---- its types ----------------------------------------------------------------------------------- */

/* Whether a world takes the types of data and indices; where the library has no operator of it, those of indices. */
static bool judge_types(struct worlds *worlds, const struct node *node, const struct gather_behaviour *world)
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
    tell_type(worlds, node, world, &error);
    return false;
}

/* ---- node by node -------------------------------------------------------------------------------- */

static void tell_fate(struct worlds *worlds, const struct node *node, const struct gather_behaviour *world,
                      const struct fate *fate)
{
    if (fate->differing == 0)
        return;
    if (worlds->work->is_json)
        fate_json(worlds, node, world, fate);
    else
        put_fate(worlds, node, world, fate);
}

static int look_at_node(struct worlds *worlds, struct node *node)
{
    struct fate fates[MOST_WORLDS][SIGNS];
    struct gather_error error = {0};
    bool differs = false;
    memset(fates, 0, sizeof fates);
    if (worlds->own)
        worlds->asked[0] = node->own;
    if (node->gather.constant != NULL && judge_indices(worlds, node, fates, &error) != GATHER_STATUS_OK) {
        talk_failure(worlds->work->arguments->command->name, worlds->work->input.path, &error);
        return exit_of_status((enum gather_status)error.status);
    }
    for (int32_t w = 0; w < worlds->count; w++) {
        bool takes = worlds->own || judge_types(worlds, node, worlds->asked[w]);
        differs |= !takes || fates[w][BELOW_ZERO].differing > 0 || fates[w][FROM_ZERO_ON].differing > 0;
        tell_fate(worlds, node, worlds->asked[w], &fates[w][BELOW_ZERO]);
        tell_fate(worlds, node, worlds->asked[w], &fates[w][FROM_ZERO_ON]);
    }
    worlds->differing += differs;
    return EXIT_YES;
}

static int look_at_all(struct worlds *worlds)
{
    struct node node;
    int code = EXIT_YES;
    for (size_t k = 0; code == EXIT_YES && gather_model_node(worlds->model, k, &node.about); k++) {
        if (strncmp(node.about.type, "Gather", 6) != 0)
            continue;
        worlds->gathers++;
        if (describe_node(worlds, k, &node))
            code = look_at_node(worlds, &node);
        else
            worlds->passed++;
    }
    return code;
}

static void tell_count(const struct worlds *worlds, const char *none, const char *one, const char *several)
{
    struct gather_writer *writer = &worlds->work->writer;
    if (worlds->differing > 0) {
        gather_write_integer(writer, worlds->differing);
        gather_write_text(writer, " of ");
    }
    check_write_count(writer, worlds->gathers - worlds->passed, "gather", "gathers");
    gather_write_text(writer, worlds->differing == 0 ? none : worlds->differing == 1 ? one : several);
}

static void tell_passed(const struct worlds *worlds)
{
    struct gather_writer *writer = &worlds->work->writer;
    if (worlds->passed == 0)
        return;
    gather_write_text(writer, "; not looked at: ");
    gather_write_integer(writer, worlds->passed);
    gather_write_text(writer, worlds->passed == 1 ? " of another kind or of unknown shape"
                                                  : " of other kinds or of unknown shapes");
}

static enum gather_status tell_text(const struct worlds *worlds)
{
    enum gather_status status = GATHER_STATUS_OK;
    struct gather_writer *writer = &worlds->work->writer;
    if (worlds->own && worlds->differing == 0)
        return status;
    if (worlds->own) {
        tell_count(worlds, "", " refuses indices of its own", " refuse indices of their own");
    } else {
        tell_count(worlds, ", none behaves otherwise there", " is refused or behaves otherwise there",
                   " are refused or behave otherwise there");
        tell_passed(worlds);
    }
    gather_write_text(writer, "\n");
    if (worlds->table.count > worlds->table.columns || worlds->table.status != GATHER_STATUS_OK)
        status = text_table_write(&worlds->table, writer);
    for (size_t at = 0; at < worlds->types.count; at += strlen(worlds->types.bytes + at) + 1)
        gather_write_wrapped(writer, worlds->types.bytes + at, 0, 2, output_columns());
    return status;
}

static void begin(struct worlds *worlds)
{
    enum { OWN = 5 };
    static const char *const titles[] = {"NODE", "WORLD", "INDICES", "AT", "INDEX", "OWN", "THERE"};
    worlds->table = (struct text_table){.columns = sizeof titles / sizeof *titles - worlds->own,
                                        .numbers = 1 << 2 | 1 << 4};
    for (size_t c = 0; c < worlds->table.columns; c++)
        text_table_put(&worlds->table, worlds->own && c == OWN ? "GIVES" : titles[c]);
    if (worlds->work->is_json)
        gather_json_array(&worlds->work->json, worlds->own ? "gathers" : "worlds");
}

/* Whether there is a graph to look at; where one is asked for and there is none, why. Returns: an exit code. */
static int judge_model(const struct check_work *work, bool asked)
{
    int32_t format = gather_file_format(work->input.file);
    if (asked && format != GATHER_FILE_ONNX && format != GATHER_FILE_IR)
        return arguments_misused(work->arguments->command, "--for is about models, .onnx or .xml, not",
                                 work->input.path);
    return asked && !work->found ? EXIT_LIBRARY : EXIT_YES; /* which was said */
}

int check_worlds(struct check_work *work)
{
    bool asked = arguments_flag(work->arguments, "for");
    struct worlds worlds = {.work = work, .model = work->model, .own = !asked, .count = !asked};
    size_t room = ELEMENT_WALK_MOST;
    if (work->model == NULL)
        return judge_model(work, asked);
    if (asked)
        read_worlds(&worlds);
    begin(&worlds);
    worlds.elements = malloc(room * ELEMENT_WALK_BYTES);
    int code =
        worlds.elements != NULL ? look_at_all(&worlds) : complain_of_memory(work->arguments->command->name);
    if (code == EXIT_YES && !work->is_json && tell_text(&worlds) != GATHER_STATUS_OK)
        code = complain_of_memory(work->arguments->command->name);
    if (work->is_json)
        gather_json_end(&work->json);
    work->found |= worlds.differing > 0;
    text_table_fini(&worlds.table);
    gather_memory_fini(&worlds.types);
    free(worlds.elements);
    return code;
}
