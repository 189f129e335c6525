/* SPDX-License-Identifier: Apache-2.0 */
/* Being written. */
#include "io/formats.h"
#include "io/io_error.h"

static enum gather_status list(struct gather_file *file, struct gather_error *error)
{
    (void)file;
    return gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, "folder", "another format");
}

const struct gather__format gather__format_folder = {list, NULL, NULL};
