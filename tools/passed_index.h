/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The indices of a folder that are passed over, for the files that they name are of a format that is not read:
 * pytorch_model.bin.index.json, or whose name tells none, as in model.index.json.
 */
#ifndef GATHER_TOOLS_PASSED_INDEX_H
#define GATHER_TOOLS_PASSED_INDEX_H

/* Tells each on stderr, as a note. */
void passed_index_tell(const char *command, const char *folder);

#endif
