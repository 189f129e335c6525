/* SPDX-License-Identifier: Apache-2.0 */
/* The subcommands: the one list of them, from which the front page, the dispatch and the hints are made. */
#ifndef GATHER_TOOLS_COMMANDS_H
#define GATHER_TOOLS_COMMANDS_H

#include "arguments.h"

#define COMMAND_LIST(X)                                                                                      \
    X(command_bench)                                                                                         \
    X(command_check)                                                                                         \
    X(command_convert)                                                                                       \
    X(command_diff)                                                                                          \
    X(command_explain)                                                                                       \
    X(command_layout)                                                                                        \
    X(command_ls)                                                                                            \
    X(command_run)                                                                                           \
    X(command_take)                                                                                          \
    X(command_test)

#define COMMAND_DECLARE(name) extern const struct command name;
COMMAND_LIST(COMMAND_DECLARE)
#undef COMMAND_DECLARE

#endif
