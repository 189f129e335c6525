/* SPDX-License-Identifier: Apache-2.0 */
/* Indices that are passed over: passed_index.h says which. */
#define _POSIX_C_SOURCE 200809L
#include "passed_index.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "gather/io.h"
#include "output.h"

/* Whether a name is that of an index, and what stands before ".index.json" ends as no file of tensors does. */
static bool is_passed(const char *name)
{
    static const char end[] = ".index.json";
    const size_t length = strlen(name), count = sizeof end - 1;
    if (name[0] == '.' || length <= count || strcmp(name + length - count, end) != 0)
        return false;
    char *stem = output_copy(name);
    if (stem == NULL)
        return false;
    stem[length - count] = '\0';
    const int32_t format = gather_file_format_of(stem);
    free(stem);
    return format == GATHER_FILE_RAW || format == GATHER_FILE_TEXT || gather_file_format_name(format) == NULL;
}

void passed_index_tell(const char *command, const char *folder)
{
    DIR *entries = opendir(folder);
    const struct dirent *entry;
    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        if (!is_passed(entry->d_name))
            continue;
        talk_begin_note(command);
        talk_safe(folder, strlen(folder));
        talk(": ");
        talk_safe(entry->d_name, strlen(entry->d_name));
        talk(" is passed over: an index is read whose name ends as in model.safetensors.index.json\n");
    }
    if (entries != NULL)
        (void)closedir(entries);
}
