/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Distributions compile static libraries for programs, not for shared objects: in one, jansson's mention of `stdin`
 * can't be linked. With the linker's --wrap=stdin it means the variable below, and so does every other; it is set
 * before any of them is looked at.
 */
#include <stdio.h>

extern FILE *__real_stdin;
FILE *__wrap_stdin;

__attribute__((constructor)) static void set_standard_input(void) { __wrap_stdin = __real_stdin; }
