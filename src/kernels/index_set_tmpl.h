/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The index readers of every type of whole bytes, for the instruction set that the including file has chosen.
 * ISA(name), ISA_TEXT(name): names for it. INDEX_ROWS lists them for a table.
 */
enum {
    FIND_BYTES = 1 << 16, /* of indices that are judged at once */
    WIDENED = 256         /* narrow indices at once */
};

#define TYPE int32_t
#define DTYPE GATHER_DTYPE_I32
#define READ ISA(read_i32)
#define FIND ISA(find_i32)
#include "kernels/index_tmpl.h"
#define TYPE int64_t
#define DTYPE GATHER_DTYPE_I64
#define READ ISA(read_i64)
#define FIND ISA(find_i64)
#include "kernels/index_tmpl.h"
#define TYPE uint32_t
#define DTYPE GATHER_DTYPE_U32
#define READ ISA(read_u32)
#define FIND ISA(find_u32)
#include "kernels/index_tmpl.h"
#define TYPE uint64_t
#define DTYPE GATHER_DTYPE_U64
#define READ ISA(read_u64)
#define FIND ISA(find_u64)
#include "kernels/index_tmpl.h"

#define READ_WIDE ISA(read_i32)
#define TYPE int8_t
#define DTYPE GATHER_DTYPE_I8
#define READ ISA(read_i8)
#define FIND ISA(find_i8)
#include "kernels/index_tmpl.h"
#define TYPE int16_t
#define DTYPE GATHER_DTYPE_I16
#define READ ISA(read_i16)
#define FIND ISA(find_i16)
#include "kernels/index_tmpl.h"
#define TYPE uint8_t
#define DTYPE GATHER_DTYPE_U8
#define READ ISA(read_u8)
#define FIND ISA(find_u8)
#include "kernels/index_tmpl.h"
#define TYPE uint16_t
#define DTYPE GATHER_DTYPE_U16
#define READ ISA(read_u16)
#define FIND ISA(find_u16)
#include "kernels/index_tmpl.h"
#undef READ_WIDE

/* What lies below a byte, or is true whatever its byte is, is read one by one. */
#define SINGLE_READER(name, type)                                                                            \
    static void ISA(read_##name)(int64_t * results, const struct gather__index_run *run,                     \
                                 const struct gather__rule *rule, struct gather__index_fate *fate)           \
    {                                                                                                        \
        gather__index_read_scalar(GATHER_DTYPE_##type, results, run, rule, fate);                            \
    }                                                                                                        \
    static bool ISA(find_##name)(const struct gather__index_run *run, const struct gather__rule *rule)       \
    {                                                                                                        \
        return gather__index_find_scalar(GATHER_DTYPE_##type, run, rule);                                    \
    }
SINGLE_READER(i2, I2)
SINGLE_READER(i4, I4)
SINGLE_READER(u2, U2)
SINGLE_READER(u4, U4)
SINGLE_READER(truth, BOOL)
#undef SINGLE_READER

#define INDEX_ROW(name, type, tuples)                                                                        \
    {                                                                                                        \
        ISA_TEXT(read_##name), GATHER_DTYPE_##type, ISA(find_##name), ISA(read_##name), tuples               \
    }
#define SINGLE_ROW(name, type)                                                                               \
    {                                                                                                        \
        "read_" #name "_scalar", GATHER_DTYPE_##type, ISA(find_##name), ISA(read_##name), NULL               \
    }
#define INDEX_ROWS                                                                                           \
    INDEX_ROW(i32, I32, gather__read_tuples_i32_scalar),                                                     \
        INDEX_ROW(i64, I64, gather__read_tuples_i64_scalar), INDEX_ROW(i8, I8, NULL),                        \
        INDEX_ROW(i16, I16, NULL), INDEX_ROW(u8, U8, NULL), INDEX_ROW(u16, U16, NULL),                       \
        INDEX_ROW(u32, U32, NULL), INDEX_ROW(u64, U64, NULL), SINGLE_ROW(truth, BOOL), SINGLE_ROW(i2, I2),   \
        SINGLE_ROW(i4, I4), SINGLE_ROW(u2, U2), SINGLE_ROW(u4, U4),                                          \
    {                                                                                                        \
        NULL, 0, NULL, NULL, NULL                                                                            \
    }
