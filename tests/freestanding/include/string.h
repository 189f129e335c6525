/* SPDX-License-Identifier: Apache-2.0 */
/* What the library takes of <string.h>; where there is no C library, somebody brings the first four. */
#ifndef GATHER_FREESTANDING_STRING_H
#define GATHER_FREESTANDING_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t count);
void *memset(void *to, int value, size_t count);
void *memmove(void *to, const void *from, size_t count);
int memcmp(const void *a, const void *b, size_t count);
int strcmp(const char *a, const char *b);
size_t strlen(const char *text);
size_t strspn(const char *text, const char *accepted);
size_t strcspn(const char *text, const char *refused);

#endif
