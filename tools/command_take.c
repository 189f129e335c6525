/* SPDX-License-Identifier: Apache-2.0 */
/* `gather take`: rows of a file's tensor, by their indices, as any world has it; tensors whole, and slices. */
#include <stdlib.h>

#include "commands.h"
#include "exit_code.h"
#include "output.h"
#include "output_tensor.h"
#include "take_parts.h"
#include "take_work.h"
#include "tensor_list.h"

/* What `take` works with: tensors of a file, and the indices that are taken of each of them. */
struct takes {
    const struct arguments *arguments;
    struct tensor_list list;
    struct indices indices;
    struct take_work *works; /* owned, as the results */
    struct result *results;
};

/* All is judged before anything is read. */
static int take_all(struct takes *takes)
{
    size_t count = takes->list.count;
    int code = EXIT_YES;
    takes->works = calloc(count + 1, sizeof *takes->works);
    takes->results = calloc(count + 1, sizeof *takes->results);
    if (takes->works == NULL || takes->results == NULL)
        return complain_of_memory(takes->arguments->command->name);
    for (size_t k = 0; k < count && code == EXIT_YES; k++) {
        struct take_work *work = &takes->works[k];
        work->arguments = takes->arguments;
        work->indices = &takes->indices;
        work->input = takes->list.input;
        work->input.tensor = takes->list.tensors[k];
        work->about = count > 1 ? work->input.tensor.name : NULL;
        code = take_ask(work);
        if (code == EXIT_YES)
            code = take_check(work);
    }
    for (size_t k = 0; k < count && code == EXIT_YES; k++)
        code = take_begin(&takes->works[k], &takes->results[k]);
    return code == EXIT_YES ? result_make(takes->results, count) : code;
}

static int take_rows_of(const struct arguments *arguments)
{
    struct takes takes = {.arguments = arguments};
    const char *output = arguments_value(arguments, "output");
    int code = tensor_list_open(&takes.list, arguments, output, arguments_flag(arguments, "map"));
    if (code == EXIT_YES)
        code = indices_read(&takes.indices, arguments, arguments_value(arguments, "indices"));
    if (code == EXIT_YES)
        code = take_all(&takes);
    if (code == EXIT_YES)
        tensor_list_tell_blocks(&takes.list, arguments->command->name, "taken");
    for (size_t k = 0; k < takes.list.count && takes.works != NULL; k++)
        take_end(&takes.works[k]);
    free(takes.results);
    free(takes.works);
    indices_fini(&takes.indices);
    tensor_list_close(&takes.list);
    return code;
}

static int run(const struct arguments *arguments)
{
    if (arguments->operands == 0)
        return arguments_misused(arguments->command, "a file is missing", NULL);
    return arguments_value(arguments, "indices") == NULL ? take_parts(arguments) : take_rows_of(arguments);
}

static const struct option options[] = {
    {'i', "indices", "I", "0,5,-1 or 0:100:2, a file, or - for stdin"},
    {'s', "slice", "S", "a part of it, as numpy has it: 0:4,:,-1"},
    {'\0', "axis", "N", "the dimension to take along, 0 if nothing is said"},
    {'\0', "dialect", "D[@V]", "whose rules: numpy if nothing is said, onnx, openvino, torch, .."},
    {'\0', "mode", "P", "what an index outside does: raise, clip, wrap, zero, fill, skip"},
    {'\0', "fill", "V", "what an index outside gives; the same as --mode fill"},
    {'o', "output", "FILE", "the file to write, with @LAYOUT if it is not to be row-major (- is stdout)"},
    {'\0', "tensor", "NAME", "which tensor of the file: the same as FILE:NAME"},
    {'\0', "partial", NULL, "leave out what is broken, and take the rest"},
    {'\0', "no-links", NULL, "follow no symbolic link, neither to the file nor from it"},
    {'\0', "map", NULL, "map the file for -i; if it is cut short, a signal ends this"},
    {'\0', "layout", "LAYOUT", "what the file's bytes are: the same as @LAYOUT"},
    {'\0', "view", "T", "look at the elements as another type of the same width"},
    {'\0', "memory", "SIZE", "memory to take, as 64M or 2G; a quarter of the machine's if not said"},
    {'q', "quiet", NULL, "show no progress on a terminal"},
    {'\0', "json", NULL, "tell everything as one JSON object"},
    {'\0', NULL, NULL, NULL},
};

const struct command command_take = {
    .name = "take",
    .summary = "take rows, slices or whole tensors out of a file",
    .operands = "FILE[:TENSOR][@LAYOUT] [NAME|GLOB..] [-i INDICES]",
    .details = "Takes rows of a tensor along an axis, in the order of the indices, and prints them or\n"
               "writes them to a file. Only the rows that are asked for are read. An index that the\n"
               "dialect refuses ends it with exit code 4, and is named. Without indices the tensor\n"
               "itself, or its slice: its type, shape and corners; with -o all of it, or several. A FILE of\n"
               "- is stdin.\n",
    .examples = "  gather take a.npy -i 0,2,-1\n"
                "  gather take a.npy -i 0:3:2 -o b.npy\n"
                "  gather take a.npy -i indices.npy --axis 1\n"
                "  zcat a.npy.gz | gather take - -i 0,2\n"
                "  gather take model.safetensors:wte.weight -i 0,5\n"
                "  gather take a.npy -i 0,99 --dialect openvino\n"
                "  gather take a.npy -i 0,99 --fill -1 --json\n"
                "  gather take a.npy -s '0:2,::-1'\n"
                "  gather take model.safetensors 'wte.*' -s 0:2 -o part.npz\n",
    .options = options,
    .takes_numbers = true, /* to say where they stand */
    .run = run,
};
