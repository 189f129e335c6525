/* SPDX-License-Identifier: Apache-2.0 */
/* Thresholds, told: tuning_text.h says how. */
#include "tuning_text.h"

#include <stdlib.h>

#include "gather/plan.h"

void tuning_text_write(struct gather_writer *writer)
{
    struct gather_tuning here;
    gather_tuning_here(&here);
    gather_write_text(writer, here.text);
    gather_write_text(writer, ": ");
    gather_write_text(writer, here.family);
    gather_write_text(writer, here.measured != NULL ? ", measured on " : ", unmeasured");
    gather_write_text(writer, here.measured != NULL ? here.measured : "");
    const char *asked = getenv("GATHER_TUNE");
    if (here.is_asked)
        gather_write_text(writer, ", but for what GATHER_TUNE says");
    else if (asked != NULL && *asked != '\0')
        gather_write_text(writer, "; GATHER_TUNE is malformed and has no effect");
}
