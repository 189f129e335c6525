/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The one place where the version stands: the build, the packages and the command read it from here.
 */
#ifndef GATHER_VERSION_H
#define GATHER_VERSION_H

#define GATHER_VERSION_MAJOR 0
#define GATHER_VERSION_MINOR 1
#define GATHER_VERSION_PATCH 0

#endif
