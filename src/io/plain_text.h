/* SPDX-License-Identifier: Apache-2.0 */
/* Whether bytes of a file can be a text: a name, a key, a value that is shown. */
#ifndef GATHER_IO_PLAIN_TEXT_H
#define GATHER_IO_PLAIN_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* UTF-8 as the standard has it, nothing overlong, no surrogate, and no NUL. */
bool gather__is_plain_text(const char *bytes, size_t count);

#endif
