/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every operator with its lowering. A program that is linked statically and wants few of them puts a table of
 * its own in the place of this file: then nothing else is linked (tests/freestanding does so).
 */
#include "dialects/lower.h"

const struct gather__operation gather__operations[] = {
    {GATHER_OPERATION_RELAYOUT, gather__relayout_lower},
    {GATHER_OPERATION_PLACE, gather__place_lower},
    {GATHER_OPERATION_ONNX_GATHER, gather__onnx_gather_lower},
    {GATHER_OPERATION_ONNX_GATHER_ELEMENTS, gather__onnx_gather_elements_lower},
    {GATHER_OPERATION_ONNX_GATHER_ND, gather__onnx_gather_nd_lower},
    {GATHER_OPERATION_OPENVINO_GATHER, gather__openvino_gather_lower},
    {GATHER_OPERATION_OPENVINO_GATHER_ELEMENTS, gather__openvino_gather_elements_lower},
    {GATHER_OPERATION_OPENVINO_GATHER_ND, gather__openvino_gather_nd_lower},
    {GATHER_OPERATION_DIRECTML_GATHER, gather__directml_gather_lower},
    {GATHER_OPERATION_DIRECTML_GATHER_ELEMENTS, gather__directml_gather_elements_lower},
    {GATHER_OPERATION_DIRECTML_GATHER_ND, gather__directml_gather_nd_lower},
    {GATHER_OPERATION_DIRECTML_GATHER_ND1, gather__directml_gather_nd_lower},
    {GATHER_OPERATION_WEBNN_GATHER, gather__webnn_gather_lower},
    {GATHER_OPERATION_WEBNN_GATHER_ELEMENTS, gather__webnn_gather_elements_lower},
    {GATHER_OPERATION_WEBNN_GATHER_ND, gather__webnn_gather_nd_lower},
    {GATHER_OPERATION_XLA_GATHER, gather__xla_gather_lower},
    {GATHER_OPERATION_XLA_DYNAMIC_SLICE, gather__xla_dynamic_slice_lower},
    {GATHER_OPERATION_XLA_TORCH_INDEX_SELECT, gather__xla_torch_index_select_lower},
    {GATHER_OPERATION_NUMPY_TAKE, gather__numpy_take_lower},
    {GATHER_OPERATION_NUMPY_TAKE_ALONG_AXIS, gather__numpy_take_along_axis_lower},
    {GATHER_OPERATION_NUMPY_GETITEM, gather__numpy_getitem_lower},
    {GATHER_OPERATION_TORCH_INDEX_SELECT, gather__torch_index_select_lower},
    {GATHER_OPERATION_TORCH_GATHER, gather__torch_gather_lower},
    {GATHER_OPERATION_TORCH_TAKE_ALONG_DIM, gather__torch_take_along_dim_lower},
    {GATHER_OPERATION_TORCH_EMBEDDING, gather__torch_embedding_lower},
    {GATHER_OPERATION_NONE, NULL},
};
