/* SPDX-License-Identifier: Apache-2.0 */
/* The tests of models that lie in a folder, at any depth. */
#ifndef GATHER_TOOLS_TEST_DIR_H
#define GATHER_TOOLS_TEST_DIR_H

#include "gather/study.h"

/*
 * Walks a folder by name: one with a model.onnx is a test, one with an expect.json a list of them. A test's name is
 * its way from `path`. Links to folders are not followed.
 * Returns: an exit code; what failed was said.
 */
int test_dir_run(const char *command, const char *path, const struct gather_case_listener *listener);

#endif
