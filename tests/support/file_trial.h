/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A file of tensors tried as a whole: refused with a place and a reason, or all of it keeps what io.h says of
 * it. What does not hold ends the program, in tests and fuzz targets alike.
 */
#ifndef GATHER_TESTS_FILE_TRIAL_H
#define GATHER_TESTS_FILE_TRIAL_H

#include <stddef.h>
#include <stdint.h>

#include "gather/io.h"

/*
 * Opens what is there, looks at every tensor, reads all of them, takes rows, read and mapped, closes it. Returns: the
 * status of the first failure.
 */
enum gather_status file_trial(const char *path, int32_t format, struct gather_error *error);

/* The same with bytes; a refusal on opening is malformed input, and says where in it. */
enum gather_status file_trial_bytes(const uint8_t *bytes, size_t count, int32_t format,
                                    struct gather_error *error);

/* Every prefix of a file, and the file with every single bit turned. Returns: how many of them could be opened. */
size_t file_trial_prefixes(const uint8_t *bytes, size_t count, int32_t format);
size_t file_trial_bit_flips(const uint8_t *bytes, size_t count, int32_t format);

#endif
