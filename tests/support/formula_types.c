/* SPDX-License-Identifier: Apache-2.0 */
/* Which types each operator takes, from the tables of the pages: formula_random.h. */
#include "support/formula_random.h"

#define LIST(...)                                                                                            \
    static const int32_t list[] = {__VA_ARGS__};                                                             \
    *types = list;                                                                                           \
    return (int32_t)(sizeof list / sizeof list[0])
#define T(name) GATHER_DTYPE_##name

static bool is_between(const struct formula *formula, int32_t first, int32_t last)
{
    return formula->operation >= first && formula->operation <= last;
}

int32_t formula_data_types(const struct formula *formula, const int32_t **types)
{
    if (is_between(formula, GATHER_OPERATION_ONNX_GATHER, GATHER_OPERATION_ONNX_GATHER_ND)) {
        if (formula->strictness == GATHER_LOOSE) { /* ONNX-3 */
            LIST(T(U2), T(I4), T(F4E2M1), T(F8E5M2), T(BF16), T(F32), T(F64), T(C128));
        }
        LIST(T(U8), T(BOOL), T(I16), T(F16), T(F32), T(U32), T(I64), T(C64), T(C128)); /* ONNX-6 */
    }
    if (is_between(formula, GATHER_OPERATION_OPENVINO_GATHER,
                   GATHER_OPERATION_OPENVINO_GATHER_ND)) { /* OV-3 */
        LIST(T(U2), T(U4), T(I4), T(F4E2M1), T(BOOL), T(I8), T(F8E8M0), T(BF16), T(F32), T(I64));
    }
    if (is_between(formula, GATHER_OPERATION_DIRECTML_GATHER, GATHER_OPERATION_WEBNN_GATHER_ND)) { /* DML-3 */
        LIST(T(F32), T(F16), T(I64), T(U64), T(I32), T(U32), T(I8), T(U8));
    }
    if (is_between(formula, GATHER_OPERATION_XLA_GATHER,
                   GATHER_OPERATION_NUMPY_GETITEM)) { /* XLA-G-3, NP-2 */
        LIST(T(U2), T(I2), T(U4), T(F4E2M1), T(U8), T(F8E4M3FN), T(F16), T(F32), T(F64), T(C64), T(C128));
    }
    LIST(T(BOOL), T(U8), T(I16), T(BF16), T(F32), T(U64), T(C128), T(F8E5M2FNUZ)); /* TORCH-2 */
}

int32_t formula_index_types(const struct formula *formula, const int32_t **types)
{
    if (is_between(formula, GATHER_OPERATION_DIRECTML_GATHER,
                   GATHER_OPERATION_DIRECTML_GATHER_ND1)) { /* section 1 */
        LIST(T(I64), T(I32), T(U64), T(U32));
    }
    if (is_between(formula, GATHER_OPERATION_WEBNN_GATHER, GATHER_OPERATION_WEBNN_GATHER_ND)) { /* WEBNN-3 */
        LIST(T(I64), T(I32), T(U32));
    }
    if (is_between(formula, GATHER_OPERATION_XLA_GATHER,
                   GATHER_OPERATION_XLA_TORCH_INDEX_SELECT)) { /* XLA-G-4 */
        LIST(T(I64), T(I32), T(I16), T(I8), T(I4), T(I2), T(U64), T(U32), T(U16), T(U8), T(U4), T(U2));
    }
    if (is_between(formula, GATHER_OPERATION_NUMPY_TAKE, GATHER_OPERATION_NUMPY_GETITEM) || /* NP-3 */
        formula->operation == GATHER_OPERATION_OPENVINO_GATHER ||                           /* OV-4 */
        formula->operation == GATHER_OPERATION_OPENVINO_GATHER_ND || formula->strictness == GATHER_LOOSE) {
        LIST(T(I64), T(I32), T(I16), T(I8), T(U64), T(U32), T(U16), T(U8));
    }
    if (formula->operation == GATHER_OPERATION_ONNX_GATHER_ND || /* ONNX-8 */
        formula->operation == GATHER_OPERATION_TORCH_TAKE_ALONG_DIM) {
        LIST(T(I64));
    }
    LIST(T(I64), T(I32));
}
