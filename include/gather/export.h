/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a public function is declared: visible in the shared library, and its status must be looked at.
 */
#ifndef GATHER_EXPORT_H
#define GATHER_EXPORT_H

#if defined(_WIN32) && defined(GATHER_SHARED)
#ifdef GATHER_BUILDING
#define GATHER_API __declspec(dllexport)
#else
#define GATHER_API __declspec(dllimport)
#endif
#elif defined(__GNUC__) || defined(__clang__)
#define GATHER_API __attribute__((visibility("default")))
#else
#define GATHER_API
#endif

/* A status that nobody reads is a warning in every build. */
#if defined(__GNUC__) || defined(__clang__)
#define GATHER_MUST_CHECK __attribute__((warn_unused_result))
#else
#define GATHER_MUST_CHECK
#endif

#ifdef __cplusplus
#define GATHER_STATIC_ASSERT(condition, text) static_assert(condition, text)
#else
#define GATHER_STATIC_ASSERT(condition, text) _Static_assert(condition, text)
#endif

#endif
