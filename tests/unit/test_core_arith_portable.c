/* SPDX-License-Identifier: Apache-2.0 */
/* Checked arithmetic as compilers without builtins get it: the checks stand in arith_checks.h. */
#define GATHER_PORTABLE_ARITH
#include "support/arith_checks.h"

int main(void) { return run_arith_checks(); /* COVERS(CORE-4) */ }
