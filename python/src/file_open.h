/* SPDX-License-Identifier: Apache-2.0 */
/* Opening files for Python: without its lock, with its exceptions. */
#ifndef GATHER_PYTHON_FILE_OPEN_H
#define GATHER_PYTHON_FILE_OPEN_H

#include "gather/io.h"
#include "module.h"

/*
 * Opens a file or folder.
 * broken: a list that receives an exception for each rule that is broken, and what can't be read is left out; NULL: the
 *   first one is raised.
 * Returns: false with an exception that names the file that it is about.
 */
bool file_open(struct module_state *state, struct gather_file **opened, const char *path, bool map,
               PyObject *broken);

#endif
