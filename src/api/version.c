/* SPDX-License-Identifier: Apache-2.0 */
/* What the library says of itself: its version, and the sizes of its structs for other languages. */
#include <string.h>

#include "gather/gather.h"

#define TEXT_OF(number) #number
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

/* Every struct that gather/gather.h brings; scripts/check_symbols compares. */
#define PUBLIC_STRUCTS(X)                                                                                    \
    X(error)                                                                                                 \
    X(layout)                                                                                                \
    X(layout_summary)                                                                                        \
    X(numbers)                                                                                               \
    X(op)                                                                                                    \
    X(attribute)                                                                                             \
    X(op_operands)                                                                                           \
    X(op_name)                                                                                               \
    X(buffer)                                                                                                \
    X(allocator)                                                                                             \
    X(options)                                                                                               \
    X(tuning)                                                                                                \
    X(threads)                                                                                               \
    X(run)                                                                                                   \
    X(plan_loop)                                                                                             \
    X(plan_component)                                                                                        \
    X(plan_description)                                                                                      \
    X(axis_indices)                                                                                          \
    X(xla_dimension_numbers)                                                                                 \
    X(xla_text)

const char *gather_version(void)
{
    return VERSION_TEXT(GATHER_VERSION_MAJOR, GATHER_VERSION_MINOR, GATHER_VERSION_PATCH);
}

size_t gather_abi_size(const char *name)
{
    static const struct {
        const char *name;
        size_t size;
    } structs[] = {
#define STRUCT_ROW(name) {#name, sizeof(struct gather_##name)},
        PUBLIC_STRUCTS(STRUCT_ROW)
#undef STRUCT_ROW
    };
    for (size_t k = 0; k < sizeof structs / sizeof structs[0]; k++)
        if (strcmp(structs[k].name, name) == 0)
            return structs[k].size;
    return 0;
}
