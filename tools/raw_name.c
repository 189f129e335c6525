/* SPDX-License-Identifier: Apache-2.0 */
/* Names of files that hold raw bytes: raw_name.h says which. */
#include "raw_name.h"

#include <string.h>

const char *raw_name_ending(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path,
               *dot = strrchr(name, '.');
    return dot != NULL && dot > name && dot[1] != '\0' ? dot : NULL;
}

bool raw_name_is(const char *path)
{
    const char *ending = raw_name_ending(path);
    return ending == NULL || strcmp(ending, ".raw") == 0 || strcmp(ending, ".bin") == 0;
}
