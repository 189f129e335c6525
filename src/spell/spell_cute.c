/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CuTe's trees, LAY-27: f32((2,2),4):((1,4),2). Each leaf is a dimension.
 *
 * The two trees must nest alike. Brackets may nest to any depth, but there are at most 16 leaves, and an
 * inner
 * `()` is malformed; so a tree is its leaves with the brackets opened before and closed behind each:
 *
 *     ( ( 2 , 2 ) , 4 )        leaf     2  2  4
 *                              opened   2  0  0
 *                              closed   0  1  1
 *
 * That is read by a loop, without a stack, and compared number by number.
 */
#include <string.h>

#include "core/fail.h"
#include "spell/spell.h"

struct tree {
    size_t at; /* of the outer bracket */
    size_t leaves;
    size_t opened[GATHER_MAX_RANK];
    size_t closed[GATHER_MAX_RANK];
};

bool gather__starts_cute(const struct gather__scan *scan) { return gather__scan_next(scan) == '('; }

/* LAY-27: `?` is a size known at run time alone, `@` a coordinate in place of an address. */
static enum gather_status refuse_coordinates(const struct gather__scan *scan)
{
    if (gather__scan_next(scan) != '@')
        return GATHER_STATUS_OK;
    return gather__scan_fail(scan, GATHER_STATUS_UNSUPPORTED, "a number: coordinates are no address");
}

/* ["_"] int, a size where `strides` is NULL. */
static enum gather_status read_leaf(struct gather__reading *reading, struct gather__numbers *strides)
{
    struct gather__scan *scan = &reading->scan;
    enum gather_status status = gather__refuse_dynamic(scan);
    if (status == GATHER_STATUS_OK)
        status = refuse_coordinates(scan);
    if (status != GATHER_STATUS_OK)
        return status;
    gather__scan_take(scan, '_');
    status = strides == NULL ? gather__read_size(reading, "a size or '('")
                             : gather__scan_integer_item(strides, "a stride or '('");
    return status == GATHER_STATUS_OK ? refuse_coordinates(scan) : status;
}

static void count_bracket(size_t *brackets, size_t leaf)
{
    if (leaf < GATHER_MAX_RANK)
        brackets[leaf]++;
}

static enum gather_status read_tree(struct gather__reading *reading, struct tree *tree,
                                    struct gather__numbers *strides)
{
    struct gather__scan *scan = &reading->scan;
    size_t depth = 1;
    memset(tree, 0, sizeof *tree);
    tree->at = scan->at;
    enum gather_status status = gather__scan_expect(scan, '(', "'('");
    if (status != GATHER_STATUS_OK || gather__scan_take(scan, ')'))
        return status;
    while (depth > 0 && status == GATHER_STATUS_OK) {
        for (; gather__scan_take(scan, '('); depth++)
            count_bracket(tree->opened, tree->leaves);
        status = read_leaf(reading, strides);
        for (; depth > 0 && status == GATHER_STATUS_OK && gather__scan_take(scan, ')'); depth--)
            count_bracket(tree->closed, tree->leaves);
        tree->leaves++;
        if (depth > 0 && status == GATHER_STATUS_OK)
            status = gather__scan_expect(scan, ',', "',' or ')'");
    }
    return status;
}

static bool nest_alike(const struct tree *a, const struct tree *b)
{
    return a->leaves == b->leaves && memcmp(a->opened, b->opened, sizeof a->opened) == 0 &&
           memcmp(a->closed, b->closed, sizeof a->closed) == 0;
}

enum gather_status gather__read_cute(struct gather__reading *reading)
{
    struct gather__scan *scan = &reading->scan;
    struct tree sizes, nested;
    struct gather__numbers strides = {0};
    strides.scan = scan;
    enum gather_status status = read_tree(reading, &sizes, NULL);
    if (status == GATHER_STATUS_OK)
        status = gather__scan_expect(scan, ':', "':' and the strides");
    if (status == GATHER_STATUS_OK)
        status = read_tree(reading, &nested, &strides);
    if (status == GATHER_STATUS_OK)
        status = gather__scan_end(scan, "the end");
    if (status != GATHER_STATUS_OK)
        return status;
    gather__set_strides(&reading->layout, &strides, 0);
    bool alike = nest_alike(&sizes, &nested);
    struct gather__part_at parts[] = {{NULL, nested.at, alike ? NULL : "strides nested as the sizes are"}};
    return gather__judge(reading, parts, 1);
}

enum gather_status gather__print_cute(struct gather__printing *printing)
{
    const struct gather_layout *layout = printing->layout;
    struct gather__strided strided;
    const char *lacks = gather__lacks_strides(layout, &strided);
    if (lacks == NULL && strided.offset != 0)
        lacks = "offset";
    if (lacks == NULL)
        lacks = gather__lacks_type(printing);
    if (lacks != NULL)
        return gather__fail_lacks(printing->error, lacks);
    gather__print_type(printing);
    gather__text_character(&printing->text, '(');
    gather__text_integers(&printing->text, layout->sizes, layout->rank, ",");
    gather__text_string(&printing->text, "):(");
    gather__text_integers(&printing->text, strided.strides, layout->rank, ",");
    gather__text_character(&printing->text, ')');
    return GATHER_STATUS_OK;
}
