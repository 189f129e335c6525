/* SPDX-License-Identifier: Apache-2.0 */
/* `gather diff`: where two tensors, or two files of them, differ. */
#include "commands.h"
#include "diff_work.h"
#include "exit_code.h"

static int run(const struct arguments *arguments)
{
    struct diff_work work = {.arguments = arguments};
    if (arguments->operands != 2)
        return arguments_misused(arguments->command, "two tensors, files or folders are compared", NULL);
    int code = diff_ask(&work);
    if (code == EXIT_YES)
        code = work.a.all ? diff_files(&work) : diff_pair(&work);
    diff_end(&work);
    return code;
}

static const struct option options[] = {
    {'\0', "rtol", "R", "equal is what lies within R times the element of A, .."},
    {'\0', "atol", "A", ".. plus A; 0 for the one that is not given"},
    {'\0', "ulp", "N", "equal is also what lies at most N steps of the type away"},
    {'\0', "equal-nan", NULL, "NaN is equal to NaN, whatever its bits"},
    {'\0', "map", "OLD=NEW", "tensor OLD of A is NEW in B; a * in both is any text"},
    {'\0', "no-links", NULL, "follow no symbolic link, neither to the files nor from them"},
    {'q', "quiet", NULL, "show no progress on a terminal"},
    {'\0', "json", NULL, "tell everything as one JSON object"},
    {'\0', NULL, NULL, NULL},
};

static const char *const repeated[] = {"map", NULL};

const struct command command_diff = {
    .name = "diff",
    .summary = "say where two tensors, or two files of them, differ",
    .operands = "A[:TENSOR][@LAYOUT] B[:TENSOR][@LAYOUT]",
    .details = "Compares two tensors, whatever files and memory orders they are in: how many elements\n"
               "differ, the first of them, where it lies in both files, and the largest differences. Bit\n"
               "for bit, unless a tolerance is given. Says when B is A in another order, or shifted, and\n"
               "with which layout they are equal. Files of several tensors are compared by their names.\n"
               "Exit 0 if all is equal, 1 if anything differs. A or B of - is stdin.\n",
    .examples = "  gather diff a.npy b.npy\n"
                "  gather diff cpu.npy npu.npy --rtol 1e-3 --atol 1e-6\n"
                "  gather diff old.safetensors:h.0.w 'a.raw@f32[2,3]'\n"
                "  gather diff old.safetensors new.safetensors --map 'model.*=*'\n",
    .options = options,
    .repeated = repeated,
    .run = run,
};
