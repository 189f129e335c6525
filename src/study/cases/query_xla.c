/* SPDX-License-Identifier: Apache-2.0 */
/* The utilities of XLA's shapes and layouts as queries: each reads its attributes and asks the library. */
#include "study/cases/attributes.h"
#include "study/cases/ops.h"
#include "study/refuse.h"
#include "study/text/bounded.h"

/* The layout and the number that many utilities take. */
static enum gather_status layout_and_number(const struct gather_query *query, const char *name,
                                            struct gather_layout *layout, int64_t *number,
                                            struct gather_error *error)
{
    const struct gather_attribute *attribute;
    enum gather_status status = gather__attribute_layout(query, "text", layout, error);
    if (status == GATHER_STATUS_OK)
        status = gather__attribute(query, name, GATHER_ATTRIBUTE_INTEGER, &attribute, error);
    if (status == GATHER_STATUS_OK)
        *number = attribute->integer;
    return status;
}

/* Lists longer than any rank are wrong whatever they hold: the count is all that the library looks at. */
static int32_t list_rank(const struct gather_attribute *list)
{
    return list->count > GATHER_MAX_RANK ? GATHER_MAX_RANK + 1 : (int32_t)list->count;
}

static enum gather_status layout_and_index(const struct gather_query *query, struct gather_layout *layout,
                                           const struct gather_attribute **index, struct gather_error *error)
{
    enum gather_status status = gather__attribute_layout(query, "text", layout, error);
    if (status == GATHER_STATUS_OK)
        status = gather__attribute(query, "index", GATHER_ATTRIBUTE_INTEGERS, index, error);
    return status;
}

static enum gather_status two_layouts(const struct gather_query *query, const char *first, const char *second,
                                      struct gather_layout layouts[2], struct gather_error *error)
{
    enum gather_status status = gather__attribute_layout(query, first, &layouts[0], error);
    if (status == GATHER_STATUS_OK)
        status = gather__attribute_layout(query, second, &layouts[1], error);
    return status;
}

enum gather_status gather__query_rank(const struct gather_query *query, struct gather_json *answer,
                                      struct gather_error *error)
{
    struct gather_layout layout;
    enum gather_status status = gather__attribute_layout(query, "text", &layout, error);
    if (status == GATHER_STATUS_OK)
        gather_json_integer(answer, NULL, layout.rank);
    return status;
}

enum gather_status gather__query_true_rank(const struct gather_query *query, struct gather_json *answer,
                                           struct gather_error *error)
{
    struct gather_layout layout;
    int64_t count = 0;
    enum gather_status status = gather__attribute_layout(query, "text", &layout, error);
    if (status != GATHER_STATUS_OK)
        return status;
    for (int32_t d = 0; d < layout.rank; d++)
        count += layout.sizes[d] > 1;
    gather_json_integer(answer, NULL, count);
    return status;
}

enum gather_status gather__query_element_count(const struct gather_query *query, struct gather_json *answer,
                                               struct gather_error *error)
{
    struct gather_layout layout;
    enum gather_status status = gather__attribute_layout(query, "text", &layout, error);
    if (status == GATHER_STATUS_OK)
        gather_json_integer(answer, NULL, gather_layout_elements(&layout));
    return status;
}

enum gather_status gather__query_byte_size(const struct gather_query *query, struct gather_json *answer,
                                           struct gather_error *error)
{
    struct gather_layout layout;
    enum gather_status status = gather__attribute_layout(query, "text", &layout, error);
    if (status == GATHER_STATUS_OK)
        gather_json_integer(answer, NULL, gather_layout_bytes(&layout));
    return status;
}

enum gather_status gather__query_dimension(const struct gather_query *query, struct gather_json *answer,
                                           struct gather_error *error)
{
    struct gather_layout layout;
    int64_t number;
    int32_t dimension;
    enum gather_status status = layout_and_number(query, "dim", &layout, &number, error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_dimension(&layout, number, &dimension, error);
    if (status == GATHER_STATUS_OK)
        gather_json_integer(answer, NULL, layout.sizes[dimension]);
    return status;
}

enum gather_status gather__query_dimension_stride(const struct gather_query *query,
                                                  struct gather_json *answer, struct gather_error *error)
{
    struct gather_layout layout;
    int64_t number, cells;
    enum gather_status status = layout_and_number(query, "dim", &layout, &number, error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_stride(&layout, number, &cells, error);
    if (status == GATHER_STATUS_OK)
        gather_json_integer(answer, NULL, cells);
    return status;
}

enum gather_status gather__query_dimension_letter(const struct gather_query *query,
                                                  struct gather_json *answer, struct gather_error *error)
{
    static const char letters[] = "pzyx"; /* of the last dimensions, whatever the rank */
    struct gather_layout layout;
    int64_t number;
    int32_t dimension;
    enum gather_status status = layout_and_number(query, "dim", &layout, &number, error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_dimension(&layout, number, &dimension, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (layout.rank < 2 || layout.rank > 4)
        return gather__refuse(error, GATHER_STATUS_UNSUPPORTED, "rank", "2, 3 or 4 dimensions");
    gather_json_string(answer, NULL, letters + 4 - layout.rank + dimension, 1);
    return status;
}

/* Entry `k` of the memory order, counted from its minor or its major end. */
static enum gather_status order_entry(const struct gather_query *query, bool from_major,
                                      struct gather_json *answer, struct gather_error *error)
{
    struct gather_layout layout;
    int64_t k;
    enum gather_status status = layout_and_number(query, "k", &layout, &k, error);
    if (status != GATHER_STATUS_OK)
        return status;
    if (k < 0 || k >= layout.rank)
        return gather__refuse(error, GATHER_STATUS_AXIS, "k", "a position in the memory order");
    gather_json_integer(answer, NULL, layout.minor_to_major[from_major ? layout.rank - 1 - k : k]);
    return status;
}

enum gather_status gather__query_minor(const struct gather_query *query, struct gather_json *answer,
                                       struct gather_error *error)
{
    return order_entry(query, false, answer, error);
}

enum gather_status gather__query_major(const struct gather_query *query, struct gather_json *answer,
                                       struct gather_error *error)
{
    return order_entry(query, true, answer, error);
}

/*
 * Entry p of physical_to_logical is the dimension at position p, 0 the most major; the other is its
 * inverse.
 */
static enum gather_status order_list(const struct gather_query *query, bool inverse,
                                     struct gather_json *answer, struct gather_error *error)
{
    struct gather_layout layout;
    int64_t list[GATHER_MAX_RANK];
    enum gather_status status = gather__attribute_layout(query, "text", &layout, error);
    if (status != GATHER_STATUS_OK)
        return status;
    for (int32_t p = 0; p < layout.rank; p++) {
        int32_t dimension = layout.minor_to_major[layout.rank - 1 - p];
        list[inverse ? dimension : p] = inverse ? p : dimension;
    }
    gather_json_integers(answer, NULL, list, layout.rank);
    return status;
}

enum gather_status gather__query_physical_to_logical(const struct gather_query *query,
                                                     struct gather_json *answer, struct gather_error *error)
{
    return order_list(query, false, answer, error);
}

enum gather_status gather__query_logical_to_physical(const struct gather_query *query,
                                                     struct gather_json *answer, struct gather_error *error)
{
    return order_list(query, true, answer, error);
}

enum gather_status gather__query_is_padded(const struct gather_query *query, struct gather_json *answer,
                                           struct gather_error *error)
{
    struct gather_layout layout;
    struct gather_layout_summary summary;
    enum gather_status status = gather__attribute_layout(query, "text", &layout, error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_describe(&layout, &summary, error);
    if (status == GATHER_STATUS_OK)
        gather_json_boolean(answer, NULL, summary.padded);
    return status;
}

/* Whether the memory order rises (dimension 0 is minor) or falls all the way. */
static enum gather_status is_monotonic(const struct gather_query *query, bool rising,
                                       struct gather_json *answer, struct gather_error *error)
{
    struct gather_layout layout;
    bool monotonic = true;
    enum gather_status status = gather__attribute_layout(query, "text", &layout, error);
    if (status != GATHER_STATUS_OK)
        return status;
    for (int32_t k = 0; k < layout.rank; k++)
        monotonic = monotonic && layout.minor_to_major[k] == (rising ? k : layout.rank - 1 - k);
    gather_json_boolean(answer, NULL, monotonic);
    return status;
}

enum gather_status gather__query_is_monotonic_with_dim0_minor(const struct gather_query *query,
                                                              struct gather_json *answer,
                                                              struct gather_error *error)
{
    return is_monotonic(query, true, answer, error);
}

enum gather_status gather__query_is_monotonic_with_dim0_major(const struct gather_query *query,
                                                              struct gather_json *answer,
                                                              struct gather_error *error)
{
    return is_monotonic(query, false, answer, error);
}

enum gather_status gather__query_linear_index(const struct gather_query *query, struct gather_json *answer,
                                              struct gather_error *error)
{
    struct gather_layout layout;
    const struct gather_attribute *index;
    int64_t cell;
    enum gather_status status = layout_and_index(query, &layout, &index, error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_cell(&layout, index->integers, list_rank(index), &cell, error);
    if (status == GATHER_STATUS_OK)
        gather_json_integer(answer, NULL, cell);
    return status;
}

enum gather_status gather__query_multi_index(const struct gather_query *query, struct gather_json *answer,
                                             struct gather_error *error)
{
    struct gather_layout layout;
    int64_t linear, index[GATHER_MAX_RANK];
    enum gather_status status = layout_and_number(query, "linear", &layout, &linear, error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_index(&layout, linear, index, error);
    if (status == GATHER_STATUS_OK)
        gather_json_integers(answer, NULL, index, layout.rank);
    return status;
}

enum gather_status gather__query_bump(const struct gather_query *query, struct gather_json *answer,
                                      struct gather_error *error)
{
    struct gather_layout layout;
    const struct gather_attribute *list;
    int64_t index[GATHER_MAX_RANK] = {0};
    bool more;
    enum gather_status status = layout_and_index(query, &layout, &list, error);
    if (status != GATHER_STATUS_OK)
        return status;
    for (size_t d = 0; d < list->count && d < GATHER_MAX_RANK; d++)
        index[d] = list->integers[d];
    status = gather_layout_bump(&layout, index, list_rank(list), &more, error);
    if (status != GATHER_STATUS_OK)
        return status;
    gather_json_object(answer, NULL);
    gather_json_integers(answer, "index", index, layout.rank);
    gather_json_boolean(answer, "more", more);
    gather_json_end(answer);
    return status;
}

enum gather_status gather__query_index_in_bounds(const struct gather_query *query, struct gather_json *answer,
                                                 struct gather_error *error)
{
    struct gather_layout layout;
    const struct gather_attribute *index;
    enum gather_status status = layout_and_index(query, &layout, &index, error);
    if (status == GATHER_STATUS_OK)
        gather_json_boolean(answer, NULL, gather_layout_holds(&layout, index->integers, list_rank(index)));
    return status;
}

enum gather_status gather__query_reshape_is_bitcast(const struct gather_query *query,
                                                    struct gather_json *answer, struct gather_error *error)
{
    struct gather_layout layouts[2];
    bool same;
    enum gather_status status = two_layouts(query, "from", "to", layouts, error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_reshape_is_bitcast(&layouts[0], &layouts[1], &same, error);
    if (status == GATHER_STATUS_OK)
        gather_json_boolean(answer, NULL, same);
    return status;
}

enum gather_status gather__query_transpose_is_bitcast(const struct gather_query *query,
                                                      struct gather_json *answer, struct gather_error *error)
{
    struct gather_layout layouts[2];
    const struct gather_attribute *perm;
    bool same;
    enum gather_status status = two_layouts(query, "from", "to", layouts, error);
    if (status == GATHER_STATUS_OK)
        status = gather__attribute(query, "perm", GATHER_ATTRIBUTE_INTEGERS, &perm, error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_transpose_is_bitcast(&layouts[0], &layouts[1], perm->integers, list_rank(perm),
                                                    &same, error);
    if (status == GATHER_STATUS_OK)
        gather_json_boolean(answer, NULL, same);
    return status;
}

enum gather_status gather__query_equal(const struct gather_query *query, struct gather_json *answer,
                                       struct gather_error *error)
{
    struct gather_layout layouts[2];
    enum gather_status status = two_layouts(query, "a", "b", layouts, error);
    if (status == GATHER_STATUS_OK)
        gather_json_boolean(answer, NULL, gather_layout_equal(&layouts[0], &layouts[1]));
    return status;
}

enum gather_status gather__query_compatible(const struct gather_query *query, struct gather_json *answer,
                                            struct gather_error *error)
{
    struct gather_layout layouts[2];
    enum gather_status status = two_layouts(query, "a", "b", layouts, error);
    if (status == GATHER_STATUS_OK)
        gather_json_boolean(answer, NULL, gather_layout_compatible(&layouts[0], &layouts[1]));
    return status;
}

enum gather_status gather__query_validate(const struct gather_query *query, struct gather_json *answer,
                                          struct gather_error *error)
{
    struct gather_layout layout;
    enum gather_status status = gather__attribute_layout(query, "text", &layout, error);
    if (status == GATHER_STATUS_OK)
        gather_json_boolean(answer, NULL, true);
    return status;
}

/* XLA's text of a type and sizes, without a layout. Returns: its length. */
static size_t write_shape(const struct gather_layout *layout, char *memory, size_t size)
{
    char name[32];
    struct gather__bounded room;
    struct gather_writer text = gather__bounded_writer(&room, memory, size);
    gather_dtype_name(layout->dtype, GATHER_WORLD_XLA, name, sizeof name);
    gather_write_text(&text, name);
    gather_write_text(&text, "[");
    gather_write_integers(&text, layout->sizes, layout->rank, ",");
    gather_write_text(&text, "]");
    return room.length;
}

/* The type of a name; a name that is none has the errors of a text that begins with it. */
static enum gather_status type_of_name(const struct gather_attribute *name, int32_t *dtype,
                                       struct gather_error *error)
{
    struct gather_layout layout;
    *dtype = gather_dtype_from_name(GATHER_WORLD_XLA, name->text, name->count);
    if (*dtype != GATHER_DTYPE_NONE)
        return GATHER_STATUS_OK;
    enum gather_status status =
        gather_layout_parse(&layout, name->text, name->count, GATHER_SPELLING_XLA, error);
    return status != GATHER_STATUS_OK ? status
                                      : gather__refuse(error, GATHER_STATUS_FORMAT, "type", "a type alone");
}

/* The default layout is the one that XLA reads where none is written: f32[2,3] is made, read and printed. */
enum gather_status gather__query_make_shape(const struct gather_query *query, struct gather_json *answer,
                                            struct gather_error *error)
{
    const struct gather_attribute *type, *sizes;
    struct gather_layout layout;
    char text[GATHER_LAYOUT_TEXT_SIZE];
    size_t length;
    int32_t dtype;
    enum gather_status status = gather__attribute(query, "type", GATHER_ATTRIBUTE_TEXT, &type, error);
    if (status == GATHER_STATUS_OK)
        status = gather__attribute(query, "sizes", GATHER_ATTRIBUTE_INTEGERS, &sizes, error);
    if (status == GATHER_STATUS_OK)
        status = type_of_name(type, &dtype, error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_init(&layout, dtype, list_rank(sizes), sizes->integers, error);
    if (status != GATHER_STATUS_OK)
        return status;
    status = gather_layout_parse(&layout, text, write_shape(&layout, text, sizeof text), GATHER_SPELLING_XLA,
                                 error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_print(&layout, GATHER_SPELLING_XLA, text, sizeof text, &length, error);
    if (status == GATHER_STATUS_OK)
        gather_json_string(answer, NULL, text, length);
    return status;
}
