/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A model as a graph: values, and nodes that make values of others. Every format of models fills the same one, and
 * graph_run.c runs it; neither knows of the other.
 *
 *     values   0 1 2 3 │ 4 │ 5 6 │ 7        inputs and constants first, where the format has them so;
 *     nodes            │ 0 │  1  │ 2        then what each node gives, in an order in which each node stands
 *     links              0,3   4      5,6   behind those that feed it: the numbers of the values it takes
 *
 * So a node takes values of smaller numbers alone, and there is no cycle.
 */
#ifndef GATHER_IO_GRAPH_H
#define GATHER_IO_GRAPH_H

#include "gather/model.h"
#include "gather/names.h"
#include "io/file.h"

/* Of nodes, values, inputs and attributes of a graph each, at most: what a stranger's file makes of memory is 100 MB. */
enum { GATHER__GRAPH_MOST = 1 << 17 };
#define GATHER__GRAPH_MOST_TEXT "a graph of at most 131072 nodes, and as many values, inputs and attributes"

enum gather__node_kind {
    GATHER__NODE_OTHER, /* not built */
    GATHER__NODE_GATHER,
    GATHER__NODE_IDENTITY,
    GATHER__NODE_SHAPE
};

struct gather__graph_value {
    const char *name;                     /* NULL for one that can't be asked for */
    int64_t at;                           /* where the file says it */
    const struct gather_tensor *constant; /* NULL if it is none; of an input, what it is if it is not given */
    const struct gather_tensor *handed_on; /* the same, of what an Identity takes whose output it is */
    int32_t node;                          /* that gives it; -1 for none */
    bool is_input, is_known;
    bool is_declared;    /* what is known rests on what the file declares of values, not on operators alone */
    int64_t declared_at; /* where the file declares it, if a node gives it; 0: it does not */
    struct gather_layout layout; /* if it is known: type, rank and sizes are set */
};

struct gather__graph_node {
    struct gather_model_node about;
    enum gather__node_kind kind;
    size_t first_input, first_output, first_attribute;
    int32_t inputs, outputs, attributes;
};

/* What leaves the graph: a value under a name. */
struct gather__graph_output {
    const char *name;
    int64_t at; /* where the file says it */
    int32_t value;
    int32_t dtype; /* declared; NONE: nothing is */
    bool is_shaped;
    int32_t rank;                   /* declared, if it is shaped */
    int64_t sizes[GATHER_MAX_RANK]; /* GATHER_SIZE_UNKNOWN for any */
};

struct gather__graph {
    struct gather_file *file;
    const struct gather_model_options *options;
    struct gather_error *error; /* while it is built */
    const char *dialect;        /* whose operators */
    bool doubts_types; /* a wrong type of a value that is declared between nodes is told as wrong sizes are */
    int64_t outputs_at; /* where the file should say an output; 0 where none is asked for */
    struct gather__graph_value *values;
    struct gather__graph_node *nodes;
    int32_t *links; /* -1: an input that a node leaves out */
    struct gather_attribute *attributes;
    struct gather__graph_output *outputs;
    int32_t *inputs; /* values that are given, in their order, once all are there */
    size_t value_count, node_count, link_count, attribute_count, output_count, input_count;
    size_t value_room, node_room, link_room, attribute_room, output_room;
};

/*
 * Fill an empty graph from a file of their format. Returns: OK; NO_MEMORY; IO; FORMAT, UNSUPPORTED with `at`; what
 * operators refuse.
 */
enum gather_status gather__graph_of_onnx(struct gather__graph *graph);
enum gather_status gather__graph_of_ir(struct gather__graph *graph);

void gather__graph_fini(struct gather__graph *graph);

/* Finds the inputs of a graph that is filled. Returns: OK; NO_MEMORY. */
enum gather_status gather__graph_list_inputs(struct gather__graph *graph);

/* ---- filling it: graph.c ------------------------------------------------------------------------- */

/* Each adds to the end. Returns: OK; NO_MEMORY; UNSUPPORTED, at the place given, for one too many. */
enum gather_status gather__graph_add_value(struct gather__graph *graph,
                                           const struct gather__graph_value *value);
enum gather_status gather__graph_add_node(struct gather__graph *graph, const struct gather__graph_node *node);
enum gather_status gather__graph_add_link(struct gather__graph *graph, int32_t value, int64_t at);
enum gather_status gather__graph_add_attribute(struct gather__graph *graph,
                                               const struct gather_attribute *attribute, int64_t at);
enum gather_status gather__graph_add_output(struct gather__graph *graph,
                                            const struct gather__graph_output *output);

/* Values by name. */
struct gather__graph_name {
    const char *name;
    int32_t value;
};

/*
 * Sorts the names of all values that have one. Returns: OK; NO_MEMORY; FORMAT with `at` for a name that is given
 * twice. Owns: the caller frees *names, in any case.
 */
enum gather_status gather__graph_sort_names(const struct gather__graph *graph,
                                            struct gather__graph_name **names, size_t *count);

/* The value of a name; -1 for none. */
int32_t gather__graph_find(const struct gather__graph_name *names, size_t count, const char *name);

/* Sets the shape of a value from a constant of the file, where it is one that gathers have. */
void gather__graph_know_constant(struct gather__graph_value *value, const struct gather_tensor *tensor);

/*
 * Says what is declared of a value, whose `at` and layout count, and `is_known` if it has sizes: before anything is
 * derived, and known where nothing is. What contradicts it is judged as what outputs are declared to be.
 * Returns: OK; FORMAT with `at`.
 */
enum gather_status gather__graph_declare(struct gather__graph *graph, int32_t value,
                                         const struct gather__graph_value *declared);

/*
 * Derives the shapes of what all nodes give, in their order, when everything is there.
 * Returns: OK; what the operators refuse; FORMAT with `at` for a node that lacks an input. What they refuse of values
 * that are only declared is told to `doubts` alone.
 */
enum gather_status gather__graph_derive(struct gather__graph *graph);

/*
 * Judges what the outputs are declared to be by what is derived. Returns: OK; FORMAT with `at`. Sizes, and all of a
 * value that is only declared itself, are told to `doubts` alone.
 */
enum gather_status gather__graph_judge_outputs(const struct gather__graph *graph);

/*
 * Judges sizes that are declared of a value, GATHER_SIZE_UNKNOWN for any, by those that it has. Returns: OK; FORMAT
 * with `at`.
 */
enum gather_status gather__graph_judge_sizes(const int64_t *sizes, int32_t rank,
                                             const struct gather_layout *layout, int64_t at,
                                             struct gather_error *error);

/*
 * The operator of a gather, known: whether its axis is, without which there is none.
 * Returns: OK; what the operator refuses; IO.
 */
enum gather_status gather__graph_known_op(const struct gather__graph *graph,
                                          const struct gather__graph_node *node, struct gather_op *op,
                                          bool *known, struct gather_error *error);

/* Says that an error is about a node, and where that is. Returns: the status. */
enum gather_status gather__graph_blame(const struct gather__graph *graph,
                                       const struct gather__graph_node *node, enum gather_status status,
                                       struct gather_error *error);

/* ---- operators of it: graph_op.c ----------------------------------------------------------------- */

/* Whether a world has a gather of this type in a domain; NULL: the world's own. */
bool gather__graph_has(const char *dialect, const char *domain, const char *type);

/* What a node is, by its domain, likewise, its type and its version; OTHER where that is 0. */
enum gather__node_kind gather__graph_kind(const struct gather__graph *graph, const char *domain,
                                          const char *type, int32_t version);

/* The position of the input that is a node's axis, behind all others; -1 where it is an attribute. */
int32_t gather__graph_axis_input(const struct gather__graph *graph, const struct gather__graph_node *node);

/* How many inputs a gather gives its operator: the first of the node's, without the axis and what is left out. */
int32_t gather__graph_operands(const struct gather__graph *graph, const struct gather__graph_node *node);

/* Judges how many inputs and outputs a node that is built has. Returns: OK; FORMAT. */
enum gather_status gather__graph_judge_links(const struct gather__graph *graph,
                                             const struct gather__graph_node *node);

/* The operator of a gather. axis: NULL where it is an attribute. Returns: as gather_op_from_names. */
enum gather_status gather__graph_op(const struct gather__graph *graph, const struct gather__graph_node *node,
                                    const int64_t *axis, struct gather_op *op, struct gather_error *error);

/* Reads an axis of shape [] or [1]. Returns: OK; UNSUPPORTED, DTYPE, SHAPE of `axis`. */
enum gather_status gather__graph_axis(const struct gather_layout *layout, const uint8_t *bytes, int64_t *axis,
                                      struct gather_error *error);

/*
 * What a node that tells a shape gives of a value of this rank: its layout, and the dimensions begin .. end - 1.
 * Returns: OK; ARGUMENT.
 */
enum gather_status gather__graph_shape(const struct gather__graph *graph,
                                       const struct gather__graph_node *node, int32_t rank,
                                       struct gather_layout *layout, int32_t *begin,
                                       struct gather_error *error);

/* ---- running it: graph_run.c --------------------------------------------------------------------- */

/* Marks what some outputs need. needed: one for each value, all zero. */
void gather__graph_mark(const struct gather__graph *graph, bool *needed);

enum gather_status gather__graph_run(const struct gather__graph *graph,
                                     const struct gather_model_operand *inputs, size_t input_count,
                                     struct gather_model_operand *outputs, size_t output_count,
                                     struct gather_error *error);

#endif
