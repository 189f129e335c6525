/* SPDX-License-Identifier: Apache-2.0 */
/* Layouts as the command line says them, for a tensor that is known, and as answers say them. */
#ifndef GATHER_TOOLS_LAYOUT_TEXT_H
#define GATHER_TOOLS_LAYOUT_TEXT_H

#include "gather/layout.h"
#include "gather/study.h"

/*
 * Reads a layout: a whole one, or what stands behind "]" in it ("{0,1}") for the type and sizes of another; NULL:
 * there are none. Returns: as `gather_layout_parse`.
 */
enum gather_status layout_text_read(const char *text, const struct gather_layout *known,
                                    struct gather_layout *layout, struct gather_error *error);

/* Reads a layout or complains, with a mark where it went wrong. Returns: an exit code. */
int layout_text_get(const char *command, const char *text, const struct gather_layout *known,
                    struct gather_layout *layout);

/* Says what a text that is no layout may mean, if its type has another name in XLA's: "did you mean 's32[2,3]'?" */
void layout_text_suggest(const char *text, size_t length, const struct gather_error *error);

/* The type of a name in any world; NONE if there is none. */
int32_t layout_text_dtype(const char *name, size_t length);

/* The shortest common text of a layout: XLA's, or strides; "" if neither has a word. text: GATHER_LAYOUT_TEXT_SIZE bytes. */
void layout_text_print(const struct gather_layout *layout, char *text);

/* The same as the member "layout" of an object; null if there is no word. */
void layout_text_json(const struct gather_layout *layout, struct gather_json *json);

/* "3145728 bytes (3.0 MiB)". */
void layout_text_bytes(struct gather_writer *writer, int64_t bytes);

#endif
