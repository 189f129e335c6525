/* SPDX-License-Identifier: Apache-2.0 */
/* IS_TSAN: whether the thread sanitizer looks on, for tests that race on purpose. */
#ifndef GATHER_TESTS_SANITIZED_H
#define GATHER_TESTS_SANITIZED_H

#if defined(__SANITIZE_THREAD__)
#define IS_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define IS_TSAN 1
#endif
#endif

#endif
