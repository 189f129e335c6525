/* SPDX-License-Identifier: Apache-2.0 */
/* What `--partial` leaves out: left_out.h says for whom it is kept. */
#include "left_out.h"

#include <stdlib.h>
#include <string.h>

#include "complaint.h"
#include "output.h"

static struct left_out {
    char *file, *tensor; /* owned; tensor: NULL for none */
    struct gather_error error;
} * list;

static size_t count, capacity;

static bool reserve(void)
{
    if (count < capacity)
        return true;
    size_t wanted = capacity == 0 ? 16 : 2 * capacity;              /* bounded: they are in memory */
    struct left_out *grown = realloc(list, wanted * sizeof *grown); /* bounded: as above */
    if (grown == NULL) {
        complaint_lose();
        return false;
    }
    list = grown;
    capacity = wanted;
    return true;
}

void left_out_keep(const char *file, const char *tensor, const struct gather_error *error)
{
    if (!reserve())
        return;
    const bool is_named = tensor != NULL && *tensor != '\0';
    struct left_out kept = {output_copy(file), is_named ? output_copy(tensor) : NULL, *error};
    if (kept.file != NULL)
        list[count++] = kept;
    else
        free(kept.tensor);
}

void left_out_write_json(const struct arguments *arguments, struct gather_json *json)
{
    if (!command_takes(arguments->command, "partial") || !arguments_flag(arguments, "partial"))
        return;
    gather_json_array(json, "left_out");
    for (size_t k = 0; k < count; k++) {
        gather_json_object(json, NULL);
        gather_json_string(json, "file", list[k].file, strlen(list[k].file));
        if (list[k].tensor != NULL)
            gather_json_string(json, "tensor", list[k].tensor, strlen(list[k].tensor));
        output_json_error(json, &list[k].error);
        gather_json_end(json);
    }
    gather_json_end(json);
}

void left_out_forget(void)
{
    while (count > 0) {
        free(list[--count].file);
        free(list[count].tensor);
    }
    free(list);
    list = NULL;
    capacity = 0;
}
