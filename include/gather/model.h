/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Models, of libgather_io: a graph of operators out of an .onnx, or out of an OpenVINO IR (.xml beside .bin),
 * opened, looked at and run.
 *
 *     path ── open ──> model ──> inputs, outputs, nodes
 *                        └────── run(values of inputs) ──> values of outputs, dense and row-major
 *
 * What is built: the operators of gather/names.h, each as its world defines it in the version that the model asks for,
 * GatherBlockQuantized in the domain com.microsoft; Identity; ONNX's Shape and OpenVINO's ShapeOf; constants and
 * initializers, whose bytes are read as by gather/io.h. Any other node is read without an error, and refused when an
 * output that is asked for needs it.
 *
 * A model is input from a stranger: all of it is judged when it is opened. What concerns a node is told to
 * `blames` before the error returns, for an error holds no names.
 */
#ifndef GATHER_MODEL_H
#define GATHER_MODEL_H

#include <stdbool.h>

#include "gather/io.h"

#ifdef __cplusplus
extern "C" {
#endif

struct gather_model;

/* One node. A view: its texts belong to the model. */
struct gather_model_node {
    const char *name;   /* where the model gives it none, that of its first output */
    const char *type;   /* "Gather" */
    const char *domain; /* "onnx", "openvino"; of operators of other sets the model's own word */
    int64_t at;         /* the byte of the file at which it begins */
    int32_t version;    /* of its operators: an opset; 0: the model says none */
    int32_t is_built;
    int32_t graphs; /* inside of it, as the bodies of loops are: nothing is known of their nodes */
};

/* How a model is opened. Zero is the default for every field but the first. */
struct gather_model_options {
    size_t size;      /* sizeof(struct gather_model_options) */
    int32_t format;   /* GATHER_FILE_ONNX, GATHER_FILE_IR, or ANY */
    int32_t no_links; /* not 0: no symbolic link is followed */
    /*
     * Bytes that the values of a run may hold at a time, at most, and a constant that has to be unpacked; the numbers
     * of the rows of a constant that is not read whole count as values. 0: GATHER_FILE_MEMORY.
     */
    int64_t memory;
    /* Hears of the node that an error is about, in the call that fails. NULL: nobody. */
    void (*blames)(void *context, const struct gather_model_node *node);
    void *context;
    /* Hears of a file that the model names and that can't be opened: as `opening` of gather_file_options. */
    void (*opening)(void *context, const char *path);
    /*
     * Hears of an output, or another value, by its name or its node's, that is declared to have other sizes than it
     * has; of the types and sizes that ports of an IR declare; and of a node that would refuse what is only declared of
     * what it takes. The model is opened all the same: runtimes take no notice. NULL: nobody.
     */
    void (*doubts)(void *context, const char *name, const struct gather_error *error);
};

/*
 * Opens a model and derives the shape of every value, as far as it is known. Of what a node gives of which nothing is
 * derived, as one that is not built, it is what the model declares: value_info of an .onnx, the ports of an IR.
 * options: NULL for the default. Returns: as gather_file_open_with; UNSUPPORTED for a file of another format;
 *   FORMAT with `at` for a name that is given twice or that nothing before gives, for an initializer, an output or, in
 *   an .onnx, another value of another type than is declared, and for an .onnx without outputs; what a node's operator refuses that is known now.
 *   On failure: *model is untouched.
 * Owns: the caller closes the model.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_model_open(struct gather_model **model,
                                                                  const char *path,
                                                                  const struct gather_model_options *options,
                                                                  struct gather_error *error);

/* Likewise of a file that is open, as gather_file_open_descriptor has it. */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_model_open_descriptor(struct gather_model **model, int descriptor, const char *path,
                             const struct gather_model_options *options, struct gather_error *error);
GATHER_API void gather_model_close(struct gather_model *model); /* NULL is allowed */

/* An input or an output. A view. */
struct gather_model_value {
    const char *name;
    int32_t is_known;            /* type and rank are; else at most the type, which is NONE for no tensor */
    int32_t is_optional;         /* an input that has a value if none is given */
    struct gather_layout layout; /* type, rank and sizes alone; GATHER_SIZE_UNKNOWN for some sizes */
};

/* The k-th input, output, node, in the model's order. Returns: false behind the last. */
GATHER_API bool gather_model_input_at(const struct gather_model *model, size_t k,
                                      struct gather_model_value *value);
GATHER_API bool gather_model_output_at(const struct gather_model *model, size_t k,
                                       struct gather_model_value *value);
GATHER_API bool gather_model_node_at(const struct gather_model *model, size_t k,
                                     struct gather_model_node *node);

/* The first node that some output needs and that is not built. Returns: false if there is none. */
GATHER_API bool gather_model_unbuilt(const struct gather_model *model, struct gather_model_node *node);

/* A node that is a gather. */
struct gather_model_gather {
    struct gather_op op; /* of operation 0 where its axis is known in a run alone */
    /* Its first two inputs, and what comes out; their names may be NULL. */
    struct gather_model_value data, indices, output;
    /* The indices, of the model's file: a constant, or what an input is if it is not given; NULL if they are neither. */
    const struct gather_tensor *constant;
};

/* Returns: false where the k-th node is no gather. */
GATHER_API bool gather_model_gather_at(const struct gather_model *model, size_t k,
                                       struct gather_model_gather *gather);

/* The file of a model, with its constants. */
GATHER_API const struct gather_file *gather_model_file(const struct gather_model *model);

/* A value that is given or asked for. */
struct gather_model_operand {
    const char *name;
    struct gather_layout layout; /* given: any valid one */
    struct gather_buffer buffer;
};

/*
 * Runs what the outputs asked for need.
 * inputs: of those that are needed, each by its name; others are not looked at. outputs: `name` is read, the rest
 *   is set: a dense, row-major value. The texts of strings belong to the model, or to who gave them.
 * Returns: OK; UNSUPPORTED for a node that is not built, and for values beyond the memory allowed; ARGUMENT for an
 *   output that there is not and an input that is not given; DTYPE, RANK, SHAPE for one that is given otherwise
 *   than the model says; what the operators refuse; NO_MEMORY; IO. On failure: no output holds anything; where
 *   `operand` of the error is "input", `part` is its number, as of gather_model_input_at.
 * Owns: the caller ends each output by gather_model_operand_free. Threads: any number at once.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_model_run(const struct gather_model *model, const struct gather_model_operand *inputs,
                 size_t input_count, struct gather_model_operand *outputs, size_t output_count,
                 struct gather_error *error);
GATHER_API void gather_model_operand_free(struct gather_model_operand *operand);

#ifdef __cplusplus
}
#endif

#endif
