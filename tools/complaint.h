/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What was complained of, for who asked for JSON: the first line of it that went to stderr, and the numbers of the
 * error, where the library failed. Of several complaints it is the worst, whose exit code the command ends with, and
 * of those that are as bad the first, but that there was no memory before any other. Notes, which set no exit code, are none.
 *
 *     {"schema":"gather.take/1","error":{"code":"INDEX_RANGE",..,"message":"a.npy: indices[0] = 9 is outside -4..3"}}
 */
#ifndef GATHER_TOOLS_COMPLAINT_H
#define GATHER_TOOLS_COMPLAINT_H

#include <stdbool.h>

#include "gather/study.h"

void complaint_begin(void);

/* What goes to stderr from here on is a part of none. */
void complaint_begin_note(void);

/* What goes to stderr is a part of it, up to the end of the line. */
void complaint_add(const char *bytes, size_t count);

/* The error that it is about; of one that is none of the library's what kind it is. */
void complaint_note(const struct gather_error *error);
void complaint_note_status(enum gather_status status);

/* Something that was to be told found no memory: whatever else comes of the command, it fails. */
void complaint_lose(void);

/* Whether anything was lost so, or complained of for want of memory. */
bool complaint_lacks_memory(void);

/* Whether it is still to be complained of. */
bool complaint_is_due(void);

/* Forgets all, for the command may run several times in one process. */
void complaint_init(void);

/* The member "error" of an object that is open; nothing where the exit code is EXIT_YES and memory sufficed. */
void complaint_write_json(struct gather_json *json, int code);

/* Writes an object of the schema gather.COMMAND/1 that holds nothing else. */
void complaint_write_object(const char *command, int code, struct gather_sink sink);

#endif
