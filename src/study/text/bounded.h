/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A writer into memory of a fixed size: what does not fit is dropped, and the text ends by NUL at any time.
 *
 *     struct gather__bounded room;
 *     struct gather_writer text = gather__bounded_writer(&room, name, sizeof name);
 *     gather_write_integer(&text, 7);
 */
#ifndef GATHER_STUDY_TEXT_BOUNDED_H
#define GATHER_STUDY_TEXT_BOUNDED_H

#include "gather/study.h"

struct gather__bounded {
    char *memory;
    size_t size;   /* at least 1 */
    size_t length; /* of the text, without NUL */
};

struct gather_writer gather__bounded_writer(struct gather__bounded *room, char *memory, size_t size);

#endif
