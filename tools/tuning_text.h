/* SPDX-License-Identifier: Apache-2.0 */
/* The thresholds that the library goes by in this process, told to a person. */
#ifndef GATHER_TOOLS_TUNING_TEXT_H
#define GATHER_TOOLS_TUNING_TEXT_H

#include "gather/study.h"

/*
 * "near=16M,ask=1K,stream=8M,gathers=1,bin=40: intel, measured on Emerald Rapids", with what GATHER_TUNE has to do with
 * it, without the end of a line.
 */
void tuning_text_write(struct gather_writer *writer);

#endif
