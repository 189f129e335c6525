/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One gather as StableHLO writes it (XLA-G-20):
 *
 *     "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], ..>,
 *         slice_sizes = array<i64: 1, 3>}> : (tensor<3x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
 */
#include "core/extent.h"
#include "core/fail.h"
#include "core/geometry.h"
#include "spell/hlo_text.h"
#include "spell/spell.h"

enum { DIMENSION_NUMBERS = GATHER__HLO_ATTRIBUTES }; /* one more bit of what was seen */

/* ---- attributes ---------------------------------------------------------------------------------- */

/* name = [..], or index_vector_dim = n */
static enum gather_status take_field(struct gather__hlo_reading *reading)
{
    struct gather__scan *scan = &reading->scan;
    struct gather__word name = gather__hlo_word(scan);
    enum gather__hlo_attribute attribute = gather__hlo_find(scan, name);
    if (attribute == GATHER__HLO_ATTRIBUTES || attribute == GATHER__HLO_SLICE_SIZES ||
        attribute == GATHER__HLO_INDICES_ARE_SORTED)
        return gather__scan_fail(scan, GATHER_STATUS_FORMAT, "a field of dimension numbers");
    enum gather_status status = gather__hlo_note(reading, attribute, name.at);
    gather__scan_pass(scan, name);
    if (status == GATHER_STATUS_OK)
        status = gather__scan_expect(scan, '=', "'='");
    return status == GATHER_STATUS_OK ? gather__hlo_take_value(reading, attribute, '[', ']') : status;
}

static enum gather_status take_field_item(void *context, const char *expected)
{
    (void)expected;
    return take_field(context);
}

/* #stablehlo.gather<field, ..> */
static enum gather_status take_dimension_numbers(struct gather__hlo_reading *reading)
{
    static const struct gather__list list = {'<',
                                             '>',
                                             "'<' and the dimension numbers",
                                             "a field or '>'",
                                             "a field",
                                             "',' or '>'",
                                             take_field_item};
    struct gather__scan *scan = &reading->scan;
    enum gather_status status = gather__scan_expect(scan, '#', "#stablehlo.gather");
    struct gather__word word = gather__hlo_word(scan);
    if (status == GATHER_STATUS_OK && !gather__scan_is(scan, word, "stablehlo.gather"))
        status = gather__scan_fail(scan, GATHER_STATUS_FORMAT, "#stablehlo.gather");
    if (status != GATHER_STATUS_OK)
        return status;
    gather__scan_pass(scan, word);
    return gather__scan_list(scan, &list, reading);
}

/* array<i64: n, ..>, or array<i64> */
static enum gather_status take_array(struct gather__hlo_reading *reading)
{
    static const struct gather__list list = {
        ':', '>', "':' or '>'", "a number", "a number", "',' or '>'", gather__scan_number_item};
    struct gather__scan *scan = &reading->scan;
    struct gather__numbers numbers = {.scan = scan, .at = scan->at};
    enum gather_status status = gather__scan_expect_word(scan, "array", "array<i64: ..>");
    if (status == GATHER_STATUS_OK)
        status = gather__scan_expect(scan, '<', "'<'");
    if (status == GATHER_STATUS_OK)
        status = gather__scan_expect_word(scan, "i64", "i64");
    if (status == GATHER_STATUS_OK && !gather__scan_take(scan, '>')) {
        status = gather__scan_numbers(scan, &list, &numbers);
        if (status == GATHER_STATUS_OK && numbers.count == 0)
            status = gather__scan_fail_at(scan, numbers.at, GATHER_STATUS_FORMAT, "a number behind ':'");
    }
    return status == GATHER_STATUS_OK ? gather__hlo_keep(reading, GATHER__HLO_SLICE_SIZES, &numbers) : status;
}

static enum gather_status take_entry(void *context, const char *expected)
{
    struct gather__hlo_reading *reading = context;
    struct gather__scan *scan = &reading->scan;
    struct gather__word name = gather__hlo_word(scan);
    enum gather__hlo_attribute attribute = gather__hlo_find(scan, name);
    bool has_fields = gather__scan_is(scan, name, "dimension_numbers");
    if (has_fields)
        attribute = (enum gather__hlo_attribute)DIMENSION_NUMBERS;
    else if (attribute != GATHER__HLO_SLICE_SIZES && attribute != GATHER__HLO_INDICES_ARE_SORTED)
        return gather__scan_fail(scan, GATHER_STATUS_FORMAT, expected);
    enum gather_status status = gather__hlo_note(reading, attribute, name.at);
    gather__scan_pass(scan, name);
    if (status == GATHER_STATUS_OK)
        status = gather__scan_expect(scan, '=', "'='");
    if (status != GATHER_STATUS_OK)
        return status;
    if (has_fields)
        return take_dimension_numbers(reading);
    return attribute == GATHER__HLO_SLICE_SIZES ? take_array(reading)
                                                : gather__hlo_take_value(reading, attribute, '[', ']');
}

/* <{entry, ..}>, or {entry, ..} */
static enum gather_status take_entries(struct gather__hlo_reading *reading)
{
    static const char entry[] = "dimension_numbers, slice_sizes or indices_are_sorted";
    static const struct gather__list list = {'{',          '}',       "'{' and the attributes", entry, entry,
                                             "',' or '}'", take_entry};
    bool has_angles = gather__scan_take(&reading->scan, '<');
    enum gather_status status = gather__scan_list(&reading->scan, &list, reading);
    if (status == GATHER_STATUS_OK && has_angles)
        status = gather__scan_expect(&reading->scan, '>', "'>'");
    if (status == GATHER_STATUS_OK && !(reading->seen >> DIMENSION_NUMBERS & 1))
        status = gather__scan_fail(&reading->scan, GATHER_STATUS_FORMAT, "dimension_numbers");
    return status == GATHER_STATUS_OK ? gather__hlo_need(reading, 1U << GATHER__HLO_SLICE_SIZES) : status;
}

/* ---- shapes -------------------------------------------------------------------------------------- */

/* XLA's default layout of a type and sizes: that of "f32[2,3]" (XLA-11). */
static enum gather_status set_default(struct gather__reading *tensor, size_t at)
{
    struct gather_layout *layout = &tensor->layout;
    gather__set_row_major(layout);
    layout->cell_bits = gather__natural_bits(layout->dtype);
    const struct gather__part_at parts[] = {{gather__part_extent, at, NULL}};
    enum gather_status status = gather__judge(tensor, parts, 1);
    if (status == GATHER_STATUS_OK && !gather__fits_xla(layout))
        status = gather__scan_fail_at(&tensor->scan, at, GATHER_STATUS_OVERFLOW,
                                      "fewer than 2^63 bytes, sizes of 0 counted as 1");
    return status;
}

/* tensor<2x3xf32> */
static enum gather_status take_tensor(struct gather__scan *scan, struct gather_layout *layout, int32_t *has)
{
    struct gather__reading tensor = {.scan = *scan, .world = GATHER_WORLD_MLIR};
    enum gather_status status = gather__scan_expect_word(&tensor.scan, "tensor", "tensor<..>");
    if (status == GATHER_STATUS_OK)
        status = gather__scan_expect(&tensor.scan, '<', "'<'");
    if (status == GATHER_STATUS_OK)
        status = gather__read_mlir_shape(&tensor);
    if (status == GATHER_STATUS_OK && gather__scan_next(&tensor.scan) == ',')
        status = gather__scan_fail(&tensor.scan, GATHER_STATUS_UNSUPPORTED, "'>': no encoding is read");
    if (status == GATHER_STATUS_OK)
        status = gather__scan_expect(&tensor.scan, '>', "'>'");
    if (status == GATHER_STATUS_OK)
        status = set_default(&tensor, scan->at);
    if (status != GATHER_STATUS_OK)
        return status;
    *layout = tensor.layout;
    *has = 1;
    *scan = tensor.scan;
    return status;
}

/* : (tensor, tensor) -> tensor */
static enum gather_status take_types(struct gather__hlo_reading *reading)
{
    struct gather__scan *scan = &reading->scan;
    struct gather_xla_text *read = &reading->read;
    enum gather_status status = gather__scan_expect(scan, ':', "':' and the types");
    if (status == GATHER_STATUS_OK)
        status = gather__scan_expect(scan, '(', "'('");
    if (status == GATHER_STATUS_OK)
        status = take_tensor(scan, &read->operand, &read->has_operand);
    if (status == GATHER_STATUS_OK)
        status = gather__scan_expect(scan, ',', "','");
    if (status == GATHER_STATUS_OK)
        status = take_tensor(scan, &read->indices, &read->has_indices);
    if (status == GATHER_STATUS_OK)
        status = gather__scan_expect(scan, ')', "')'");
    if (status == GATHER_STATUS_OK && !gather__scan_has_pair(scan, scan->at, '-', '>'))
        status = gather__scan_fail(scan, GATHER_STATUS_FORMAT, "'->'");
    if (status != GATHER_STATUS_OK)
        return status;
    struct gather__word arrow = {scan->at, 2};
    gather__scan_pass(scan, arrow);
    return take_tensor(scan, &read->result, &read->has_result);
}

/* ---- the operation ------------------------------------------------------------------------------- */

/* (%a, %b) */
static enum gather_status take_operands(struct gather__scan *scan)
{
    enum gather_status status = gather__scan_expect(scan, '(', "'('");
    if (status == GATHER_STATUS_OK)
        status = gather__hlo_take_name(scan, true);
    if (status == GATHER_STATUS_OK)
        status = gather__scan_expect(scan, ',', "','");
    if (status == GATHER_STATUS_OK)
        status = gather__hlo_take_name(scan, true);
    return status == GATHER_STATUS_OK ? gather__scan_expect(scan, ')', "')'") : status;
}

enum gather_status gather__read_stablehlo(struct gather__hlo_reading *reading)
{
    struct gather__scan *scan = &reading->scan;
    struct gather__word name = {0, 0};
    size_t at = scan->at;
    enum gather_status status = gather__hlo_take_string(scan, &name);
    if (status == GATHER_STATUS_OK && !gather__scan_is(scan, name, "stablehlo.gather"))
        status = gather__scan_fail_at(scan, at, GATHER_STATUS_FORMAT, "the operation stablehlo.gather");
    if (status == GATHER_STATUS_OK)
        status = take_operands(scan);
    if (status == GATHER_STATUS_OK)
        status = take_entries(reading);
    if (status == GATHER_STATUS_OK)
        status = take_types(reading);
    return status == GATHER_STATUS_OK ? gather__scan_end(scan, "the end") : status;
}
