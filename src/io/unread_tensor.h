/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors of types that are not read, and that keep nobody from the others of their file. */
#ifndef GATHER_IO_UNREAD_TENSOR_H
#define GATHER_IO_UNREAD_TENSOR_H

#include "io/file.h"

enum { GATHER__UNREAD_WORD_BYTES = 32 };

/*
 * Adds a tensor although its type was refused, where the file was opened so (`unread` of its options).
 * tensor: all but its type, layout and blocks is set. type: the file's word for its type; one that is no short word
 * of ASCII is told as "unknown". sizes: `rank` of them. error: not NULL; what was refused, with `expected`.
 * Returns: OK; the status of the error, where such tensors are refused; NO_MEMORY; RANK, OVERFLOW with the error's
 *   `at`.
 */
enum gather_status gather__file_add_unread(struct gather_file *file, struct gather_tensor *tensor,
                                           const char *type, int32_t rank, const int64_t *sizes,
                                           struct gather_error *error);

/* The word for a type that the file tells by its number: "type99"; "unknown" for one below 0. word: room for it. */
const char *gather__unread_word(int64_t number, char word[GATHER__UNREAD_WORD_BYTES]);

/* Lays a tensor out as such, once its bytes are known. Returns: OK; RANK, OVERFLOW for sizes that no tensor has. */
enum gather_status gather__unread_lay(struct gather_tensor *tensor, int32_t rank, const int64_t *sizes,
                                      struct gather_error *error);

#endif
