/* SPDX-License-Identifier: Apache-2.0 */
/* Checked arithmetic by the compiler's builtins: the checks stand in arith_checks.h. */
#include "support/arith_checks.h"

#ifdef GATHER_PORTABLE_ARITH
#error "this program is for the builtins; test_core_arith_portable.c is for the other half"
#endif

int main(void) { return run_arith_checks(); /* COVERS(CORE-4) */ }
