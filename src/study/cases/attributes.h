/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the queries take from their attributes. One that is missing or of another kind is ARGUMENT with its
 * name.
 */
#ifndef GATHER_STUDY_CASES_ATTRIBUTES_H
#define GATHER_STUDY_CASES_ATTRIBUTES_H

#include "gather/study.h"

/* The attribute of a name and kind. `name` is a static string, for the error. Returns: OK; ARGUMENT. */
enum gather_status gather__attribute(const struct gather_query *query, const char *name, int32_t kind,
                                     const struct gather_attribute **attribute, struct gather_error *error);

/* The same for one that may be null; *attribute is then NULL. */
enum gather_status gather__attribute_or_null(const struct gather_query *query, const char *name, int32_t kind,
                                             const struct gather_attribute **attribute,
                                             struct gather_error *error);

/*
 * The layout that an attribute's text spells: in dialect `xla` XLA's alone. Returns: also the text's
 * errors.
 */
enum gather_status gather__attribute_layout(const struct gather_query *query, const char *name,
                                            struct gather_layout *layout, struct gather_error *error);

#endif
