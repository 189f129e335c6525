/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gather/directml.h behind Windows' headers and the real DirectML.h, of which a few lines stand here: it declares
 * none of their names again, and its functions take theirs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#define _WINDEF_
#define DIRECTML_H
#define UINT windows_uint
#define UINT64 windows_uint64
typedef unsigned int UINT;
typedef uint64_t UINT64;
typedef enum { DML_TENSOR_DATA_TYPE_FLOAT32 = 1 } DML_TENSOR_DATA_TYPE;
typedef enum { DML_FEATURE_LEVEL_6_4 = 0x6400 } DML_FEATURE_LEVEL;
typedef struct DML_OPERATOR_DESC {
    int Type;
    const void *Desc;
} DML_OPERATOR_DESC;

#define GATHER_DIRECTML_NO_HELPERS
#include "gather/directml.h"

/* Free to be anything, for the header left them alone. */
enum { DMLCalcBufferTensorSize, DML_TENSOR_FLAG_NONE, DML_OPERATOR_GATHER };

#if defined(DML_TARGET_VERSION) || defined(DML_TENSOR_DIMENSION_COUNT_MAX)
#error "gather/directml.h defined what the real header has"
#endif

static void test_nothing_is_declared_again(void **state) /* COVERS(DML-100, DML-103) */
{
    const DML_OPERATOR_DESC op = {67, NULL};
    struct gather_error error = {0};
    UINT sizes[8];
    (void)state;
    assert_int_equal(gather_directml_infer(&op, DML_FEATURE_LEVEL_6_4, sizes, &error),
                     GATHER_STATUS_ARGUMENT);
    assert_string_equal(error.operand, "op");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing_is_declared_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
