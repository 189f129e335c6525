/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program for DirectML of somebody else's, as C11 and as C++17: the page's numbers and its sample.
 */
#include "directml_page.h"

int main(void) { return directml_page_fault(); }
