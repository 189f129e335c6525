/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An operator as the command line asks for it: --dialect D[@VERSION], -a NAME=VALUE, --mode, --fill, --strict,
 * --loose. --fill alone means --mode fill.
 */
#ifndef GATHER_TOOLS_OP_ARGUMENTS_H
#define GATHER_TOOLS_OP_ARGUMENTS_H

#include "arguments.h"
#include "gather/names.h"

/* The dialect where none is said. */
#define OP_DIALECT "numpy"

struct op_request {
    char *dialect; /* owned; what stands before '@' */
    struct gather_attribute version;
    struct gather_attribute *attributes; /* owned; options too */
    size_t count;
    int64_t *integers; /* owned; of the attributes that are lists, one behind the other */
    size_t integer_count;
    char **names; /* owned, each */
    uint8_t fill[16];
};

/*
 * Reads what is asked for. op: the operator's own name. Returns: an exit code; what failed was said. To be ended in
 * any case.
 */
int op_request_read(struct op_request *request, const struct arguments *arguments, const char *op);

/* Reads `--fill`, which is a value of the data's type. Returns: an exit code. */
int op_request_fill(struct op_request *request, const struct arguments *arguments, int32_t dtype);

void op_request_fini(struct op_request *request);

#endif
