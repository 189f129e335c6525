/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A part of a test in a child process, for what would change or hang the test program itself. A child that
 * does not end is ended by a signal. No cmocka in there: its asserts would go on with the parent's other
 * tests.
 */
#ifndef GATHER_TESTS_CHILD_PROCESS_H
#define GATHER_TESTS_CHILD_PROCESS_H

#include <stdbool.h>

/* Returns: whether the child ended by itself and its function answered true. */
bool succeeds_in_child(bool (*function)(void *argument), void *argument);

/* Ends a forked child from where it is; does not return. */
void end_child(bool success);

/* Returns: whether a child that was forked ended by `end_child(true)`. */
bool child_succeeded(int pid);

#endif
