/* SPDX-License-Identifier: Apache-2.0 */
/* Formats that people have their tensors in and that are not read: they are refused by name, with a way out. */
#ifndef GATHER_IO_UNREAD_H
#define GATHER_IO_UNREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gather/io.h"

/*
 * Judges a file by its first bytes.
 * Returns: OK if they tell none of these formats; UNSUPPORTED with `reason` and `expected`.
 */
enum gather_status gather__unread_start(const uint8_t *start, size_t count, struct gather_error *error);

/* The same of a file whose name tells no format that is read: by its first bytes, then by its name. */
enum gather_status gather__unread_file(const char *path, const uint8_t *start, size_t count,
                                       struct gather_error *error);

/* The same of a folder. */
enum gather_status gather__unread_folder(const char *path, struct gather_error *error);

#endif
