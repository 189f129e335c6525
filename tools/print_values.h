/* SPDX-License-Identifier: Apache-2.0 */
/* The elements of a tensor, for a person and as JSON. */
#ifndef GATHER_TOOLS_PRINT_VALUES_H
#define GATHER_TOOLS_PRINT_VALUES_H

#include "gather/study.h"

/*
 * Prints type, sizes and elements; of a large tensor the corners alone, as numpy does.
 * layout: as `tensor_values_layout` makes it. drawing: how wide.
 */
void print_values(const struct gather_layout *layout, const void *values,
                  const struct gather_drawing *drawing, struct gather_writer *writer);

/* How many elements of each end of a dimension are printed: all of a small tensor, 3 as long as these are few. */
int64_t print_values_edge(const struct gather_layout *layout);

/*
 * Prints a tensor of which only the corners are in memory.
 * whole: its sizes. held: those in memory, twice `print_values_edge` where the whole one has more.
 */
void print_corners(const struct gather_layout *whole, const struct gather_layout *held, const void *values,
                   const struct gather_drawing *drawing, struct gather_writer *writer);

/* "dtype", "shape" and all "values", into a JSON object that is open. */
void print_values_json(const struct gather_layout *layout, const void *values, struct gather_json *json);

/*
 * The same piece by piece: the beginning, which leaves the array of values open, and elements in row-major order.
 * first: the number of the first of them.
 */
void print_values_json_begin(const struct gather_layout *layout, struct gather_json *json);
void print_values_json_add(const struct gather_layout *layout, const void *values, int64_t first,
                           int64_t count, struct gather_json *json);

#endif
