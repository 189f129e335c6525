/* SPDX-License-Identifier: Apache-2.0 */
/* The SHA-256 of some bytes, as the 64 hexadecimal digits that cases have. */
#ifndef GATHER_STUDY_CASES_SHA256_H
#define GATHER_STUDY_CASES_SHA256_H

#include <stddef.h>

void gather__sha256(const void *bytes, size_t count, char text[65]);

#endif
