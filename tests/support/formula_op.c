/* SPDX-License-Identifier: Apache-2.0 */
/* Names, attributes and options of a formula, as each page spells them: formula_op.h. */
#include "support/formula_op.h"

#include <inttypes.h>
#include <stdio.h>

enum { MOST_ATTRIBUTES = 12 };

struct attributes {
    struct gather_attribute list[MOST_ATTRIBUTES];
    size_t count;
};

struct formula_name formula_name(const struct formula *formula)
{
    static const struct formula_name names[] = {
        [GATHER_OPERATION_ONNX_GATHER] = {"onnx", "Gather"},
        [GATHER_OPERATION_ONNX_GATHER_ELEMENTS] = {"onnx", "GatherElements"},
        [GATHER_OPERATION_ONNX_GATHER_ND] = {"onnx", "GatherND"},
        [GATHER_OPERATION_OPENVINO_GATHER] = {"openvino", "Gather"},
        [GATHER_OPERATION_OPENVINO_GATHER_ELEMENTS] = {"openvino", "GatherElements"},
        [GATHER_OPERATION_OPENVINO_GATHER_ND] = {"openvino", "GatherND"},
        [GATHER_OPERATION_DIRECTML_GATHER] = {"directml", "GATHER"},
        [GATHER_OPERATION_DIRECTML_GATHER_ELEMENTS] = {"directml", "GATHER_ELEMENTS"},
        [GATHER_OPERATION_DIRECTML_GATHER_ND] = {"directml", "GATHER_ND"},
        [GATHER_OPERATION_DIRECTML_GATHER_ND1] = {"directml", "GATHER_ND1"},
        [GATHER_OPERATION_WEBNN_GATHER] = {"webnn", "gather"},
        [GATHER_OPERATION_WEBNN_GATHER_ELEMENTS] = {"webnn", "gatherElements"},
        [GATHER_OPERATION_WEBNN_GATHER_ND] = {"webnn", "gatherND"},
        [GATHER_OPERATION_XLA_GATHER] = {"xla", "gather"},
        [GATHER_OPERATION_XLA_DYNAMIC_SLICE] = {"xla", "dynamic_slice"},
        [GATHER_OPERATION_XLA_TORCH_INDEX_SELECT] = {"xla", "torch_index_select"},
        [GATHER_OPERATION_NUMPY_TAKE] = {"numpy", "take"},
        [GATHER_OPERATION_NUMPY_TAKE_ALONG_AXIS] = {"numpy", "take_along_axis"},
        [GATHER_OPERATION_NUMPY_GETITEM] = {"numpy", "getitem"},
        [GATHER_OPERATION_TORCH_INDEX_SELECT] = {"torch", "index_select"},
        [GATHER_OPERATION_TORCH_GATHER] = {"torch", "gather"},
        [GATHER_OPERATION_TORCH_TAKE_ALONG_DIM] = {"torch", "take_along_dim"},
        [GATHER_OPERATION_TORCH_EMBEDDING] = {"torch", "embedding"},
    };
    return names[formula->operation];
}

/* ---- attributes ---------------------------------------------------------------------------------------- */

static struct gather_attribute *add(struct attributes *attributes, const char *name, int32_t kind)
{
    struct gather_attribute *attribute = &attributes->list[attributes->count++];
    *attribute = (struct gather_attribute){.name = name, .kind = kind};
    return attribute;
}

static void add_integer(struct attributes *attributes, const char *name, int64_t value)
{
    add(attributes, name, GATHER_ATTRIBUTE_INTEGER)->integer = value;
}

static void add_text(struct attributes *attributes, const char *name, const char *text)
{
    add(attributes, name, GATHER_ATTRIBUTE_TEXT)->text = text;
}

static void add_list(struct attributes *attributes, const char *name, const struct gather_numbers *list)
{
    struct gather_attribute *attribute = add(attributes, name, GATHER_ATTRIBUTE_INTEGERS);
    attribute->integers = list->at;
    attribute->count = (size_t)list->count;
}

/* An axis, or none. */
static void add_axis(struct attributes *attributes, const char *name, const struct formula *formula)
{
    if (formula->is_flat)
        add(attributes, name, GATHER_ATTRIBUTE_NONE);
    else
        add_integer(attributes, name, formula->axis);
}

static void add_xla_lists(struct attributes *attributes, const struct formula *formula)
{
    add_list(attributes, "offset_dims", &formula->offset_dims);
    add_list(attributes, "collapsed_slice_dims", &formula->collapsed_slice_dims);
    add_list(attributes, "start_index_map", &formula->start_index_map);
    add_list(attributes, "operand_batching_dims", &formula->operand_batching_dims);
    add_list(attributes, "start_indices_batching_dims", &formula->start_indices_batching_dims);
    add_integer(attributes, "index_vector_dim", formula->index_vector_dim);
    add_list(attributes, "slice_sizes", &formula->slice_sizes);
}

static const char *mode_of(const struct formula *formula)
{
    if (formula->mode == GATHER_POLICY_WRAP)
        return "wrap";
    return formula->mode == GATHER_POLICY_CLAMP ? "clip" : "raise";
}

/* In ONNX GatherND gained its batch dimensions with version 12, OpenVINO's Gather with 7. */
static bool has_batch(const struct formula *formula)
{
    if (formula->operation == GATHER_OPERATION_ONNX_GATHER_ND)
        return formula->version == 0 || formula->version >= 12 || formula->strictness == GATHER_LOOSE;
    return formula->version == 0 || formula->version >= 7 ||
           formula->operation != GATHER_OPERATION_OPENVINO_GATHER;
}

static void add_own(struct attributes *attributes, const struct formula *formula)
{
    switch ((enum gather_operation)formula->operation) {
    case GATHER_OPERATION_OPENVINO_GATHER:
        if (has_batch(formula))
            add_integer(attributes, "batch_dims", formula->batch_dims);
        add_axis(attributes, "axis", formula);
        return;
    case GATHER_OPERATION_ONNX_GATHER_ND:
    case GATHER_OPERATION_OPENVINO_GATHER_ND:
        if (has_batch(formula))
            add_integer(attributes, "batch_dims", formula->batch_dims);
        return;
    case GATHER_OPERATION_DIRECTML_GATHER:
        add_integer(attributes, "Axis", formula->axis);
        add_integer(attributes, "IndexDimensions", formula->indices_count);
        return;
    case GATHER_OPERATION_DIRECTML_GATHER_ELEMENTS:
        add_integer(attributes, "Axis", formula->axis);
        return;
    case GATHER_OPERATION_DIRECTML_GATHER_ND1:
        add_integer(attributes, "BatchDimensionCount", formula->batch_dims); /* fall through */
    case GATHER_OPERATION_DIRECTML_GATHER_ND:
        add_integer(attributes, "InputDimensionCount", formula->data_count);
        add_integer(attributes, "IndicesDimensionCount", formula->indices_count);
        return;
    case GATHER_OPERATION_WEBNN_GATHER_ND:
    case GATHER_OPERATION_TORCH_EMBEDDING:
        return;
    case GATHER_OPERATION_XLA_GATHER:
        add_xla_lists(attributes, formula);
        return;
    case GATHER_OPERATION_XLA_DYNAMIC_SLICE:
        add_list(attributes, "slice_sizes", &formula->slice_sizes);
        return;
    case GATHER_OPERATION_XLA_TORCH_INDEX_SELECT:
        add_integer(attributes, "batch_dims", formula->batch_dims);
        add_axis(attributes, "dim", formula);
        return;
    case GATHER_OPERATION_TORCH_INDEX_SELECT:
    case GATHER_OPERATION_TORCH_GATHER:
    case GATHER_OPERATION_TORCH_TAKE_ALONG_DIM:
        add_axis(attributes, "dim", formula);
        return;
    case GATHER_OPERATION_NUMPY_TAKE:
        add_text(attributes, "mode", mode_of(formula)); /* fall through */
    default:
        add_axis(attributes, "axis", formula);
        return;
    }
}

static void add_options(struct attributes *attributes, const struct formula *formula)
{
    static const char *const policies[] = {NULL, "error", "zero", "fill", "clamp", "wrap", "skip"};
    size_t first = attributes->count;
    if (formula->policy != GATHER_POLICY_OWN)
        add_text(attributes, "policy", policies[formula->policy]);
    if (formula->policy == GATHER_POLICY_FILL) {
        struct gather_attribute *fill = add(attributes, "fill", GATHER_ATTRIBUTE_BYTES);
        fill->text = (const char *)formula->fill;
        fill->count = ((size_t)gather_dtype_bits(formula->data_type) + 7) / 8;
    }
    if (formula->strictness != GATHER_STRICTNESS_OWN)
        add(attributes, "strict", GATHER_ATTRIBUTE_BOOLEAN)->integer = formula->strictness == GATHER_STRICT;
    for (size_t k = first; k < attributes->count; k++)
        attributes->list[k].is_option = 1;
}

/* DirectML's levels are texts: 64 is "6.4". */
static struct gather_attribute version_of(const struct formula *formula, char text[4])
{
    struct gather_attribute version = {.name = "version", .kind = GATHER_ATTRIBUTE_NONE};
    bool is_level = formula->operation >= GATHER_OPERATION_DIRECTML_GATHER &&
                    formula->operation <= GATHER_OPERATION_DIRECTML_GATHER_ND1;
    if (formula->version == 0)
        return version;
    version.kind = is_level ? GATHER_ATTRIBUTE_TEXT : GATHER_ATTRIBUTE_INTEGER;
    version.integer = formula->version;
    version.text = text;
    text[0] = (char)('0' + formula->version / 10 % 10);
    text[1] = '.';
    text[2] = (char)('0' + formula->version % 10);
    text[3] = '\0';
    return version;
}

enum gather_status formula_op(const struct formula *formula, struct gather_op *op, struct gather_error *error)
{
    struct attributes attributes = {.count = 0};
    char text[4];
    struct formula_name name = formula_name(formula);
    struct gather_attribute version = version_of(formula, text);
    add_own(&attributes, formula);
    add_options(&attributes, formula);
    return gather_op_from_names(op, name.dialect, name.name, &version, attributes.list, attributes.count,
                                error);
}

/* ---- printing ------------------------------------------------------------------------------------------ */

static void print_numbers(const int64_t *numbers, int64_t count)
{
    printf("[");
    for (int64_t k = 0; k < count; k++)
        printf("%s%" PRId64, k > 0 ? "," : "", numbers[k]);
    printf("]");
}

static void print_attribute(const struct gather_attribute *attribute)
{
    printf(" %s=", attribute->name);
    if (attribute->kind == GATHER_ATTRIBUTE_TEXT)
        printf("%s", attribute->text);
    else if (attribute->kind == GATHER_ATTRIBUTE_INTEGERS)
        print_numbers(attribute->integers, (int64_t)attribute->count);
    else if (attribute->kind == GATHER_ATTRIBUTE_INTEGER || attribute->kind == GATHER_ATTRIBUTE_BOOLEAN)
        printf("%" PRId64, attribute->integer);
    else
        printf(attribute->kind == GATHER_ATTRIBUTE_NONE ? "null" : "..");
}

static void print_tensor(const char *name, int32_t dtype, const struct formula_tensor *tensor)
{
    char type[20];
    gather_dtype_name(dtype, GATHER_WORLD_OWN, type, sizeof type);
    printf(" %s %s", name, type);
    print_numbers(tensor->sizes, tensor->rank);
}

void formula_print(const struct formula *formula)
{
    struct attributes attributes = {.count = 0};
    struct formula_name name = formula_name(formula);
    add_own(&attributes, formula);
    add_options(&attributes, formula);
    printf("%s %s", name.dialect, name.name);
    if (formula->version != 0)
        printf(" version %" PRId32, formula->version);
    for (size_t k = 0; k < attributes.count; k++)
        print_attribute(&attributes.list[k]);
    print_tensor("data", formula->data_type, &formula->data);
    print_tensor("indices", formula->index_type, &formula->indices);
    printf("\n");
}
