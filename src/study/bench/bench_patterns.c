/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the inner loops of simulations gather: the patterns of the benchmark Spatter's standard suite, uniform strides
 * and those traced in AMG, LULESH, Nekbone and PENNANT; each that is there twice, once. In its words a pattern of
 * indices is used `count` times, `delta` elements farther on each time. In ours that is no list of indices but a
 * layout: rows that begin `delta` elements apart and overlap, and one take of the pattern along the other axis.
 *
 *     for i < count, k < length:   out[i][k] = in[i * delta + pattern[k]]
 *
 * Spatter throws away what it gathers and counts the bytes read; here they are written too. Where a count would make
 * more than 512 MiB of data or output, a million stands in its place.
 */
#include "study/bench/bench_patterns.h"

#define PATTERN                                                                                              \
    .number = -1, .family = GATHER_BENCH_TAKE, .distribution = GATHER_DISTRIBUTION_PATTERN, .axis = 1

/* clang-format off */
static const struct gather_bench_row rows[] = {
    {.id = "S1", .name = "stride 1", PATTERN,
     .pattern = "0,1,2,3,4,5,6,7",
     .data = {"f64[8388608,8]:(8,1)", "f64[8192,8]:(8,1)"}, .indices = {"i64[8]", "i64[8]"}},
    {.id = "S2", .name = "stride 2", PATTERN,
     .pattern = "0,2,4,6,8,10,12,14",
     .data = {"f64[4194304,15]:(16,1)", "f64[8192,15]:(16,1)"}, .indices = {"i64[8]", "i64[8]"}},
    {.id = "S4", .name = "stride 4", PATTERN,
     .pattern = "0,4,8,12,16,20,24,28",
     .data = {"f64[2097152,29]:(32,1)", "f64[8192,29]:(32,1)"}, .indices = {"i64[8]", "i64[8]"}},
    {.id = "S8", .name = "stride 8", PATTERN,
     .pattern = "0,8,16,24,32,40,48,56",
     .data = {"f64[1048576,57]:(64,1)", "f64[8192,57]:(64,1)"}, .indices = {"i64[8]", "i64[8]"}},
    {.id = "S16", .name = "stride 16", PATTERN,
     .pattern = "0,16,32,48,64,80,96,112",
     .data = {"f64[524288,113]:(128,1)", "f64[8192,113]:(128,1)"}, .indices = {"i64[8]", "i64[8]"}},
    {.id = "S32", .name = "stride 32", PATTERN,
     .pattern = "0,32,64,96,128,160,192,224",
     .data = {"f64[262144,225]:(256,1)", "f64[4096,225]:(256,1)"}, .indices = {"i64[8]", "i64[8]"}},
    {.id = "S64", .name = "stride 64", PATTERN,
     .pattern = "0,64,128,192,256,320,384,448",
     .data = {"f64[131072,449]:(512,1)", "f64[2048,449]:(512,1)"}, .indices = {"i64[8]", "i64[8]"}},
    {.id = "S128", .name = "stride 128", PATTERN,
     .pattern = "0,128,256,384,512,640,768,896",
     .data = {"f64[65536,897]:(1024,1)", "f64[1024,897]:(1024,1)"}, .indices = {"i64[8]", "i64[8]"}},
    {.id = "Samg1", .name = "stencil, by 1", PATTERN,
     .pattern = "1333,0,1,2,36,37,38,72,73,74,1296,1297,1298,1332,1334,1368",
     .data = {"f64[1454647,1369]:(1,1)", "f64[8192,1369]:(1,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Samg2", .name = "wider stencil, by 1", PATTERN,
     .pattern = "1333,0,1,36,37,72,73,1296,1297,1332,1368,1369,2592,2593,2628,2629",
     .data = {"f64[1454647,2630]:(1,1)", "f64[8192,2630]:(1,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Slulesh1", .name = "stride 8, by 1", PATTERN,
     .pattern = "0,8,16,24,32,40,48,56,64,72,80,88,96,104,112,120",
     .data = {"f64[231198,121]:(1,1)", "f64[8192,121]:(1,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Slulesh2", .name = "stride 24, by 4", PATTERN,
     .pattern = "0,24,48,72,96,120,144,168,192,216,240,264,288,312,336,360",
     .data = {"f64[96360,361]:(4,1)", "f64[8192,361]:(4,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Slulesh3", .name = "stride 24, by 8", PATTERN,
     .pattern = "0,24,48,72,96,120,144,168,192,216,240,264,288,312,336,360",
     .data = {"f64[96360,361]:(8,1)", "f64[8192,361]:(8,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Slulesh4", .name = "stride 24, by 1", PATTERN,
     .pattern = "0,24,48,72,96,120,144,168,192,216,240,264,288,312,336,360",
     .data = {"f64[72270,361]:(1,1)", "f64[8192,361]:(1,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Slulesh5", .name = "run, by 8", PATTERN,
     .pattern = "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15",
     .data = {"f64[76794,16]:(8,1)", "f64[8192,16]:(8,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Slulesh6", .name = "run, by 41", PATTERN,
     .pattern = "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15",
     .data = {"f64[76794,16]:(41,1)", "f64[8192,16]:(41,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Slulesh7", .name = "run, by 1", PATTERN,
     .pattern = "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15",
     .data = {"f64[76794,16]:(1,1)", "f64[8192,16]:(1,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Snekbone1", .name = "stride 6, by 3", PATTERN,
     .pattern = "0,6,12,18,24,30,36,42,48,54,60,66,72,78,84,90",
     .data = {"f64[982980,91]:(3,1)", "f64[8192,91]:(3,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Snekbone2", .name = "stride 6, by 8", PATTERN,
     .pattern = "0,6,12,18,24,30,36,42,48,54,60,66,72,78,84,90",
     .data = {"f64[982980,91]:(8,1)", "f64[8192,91]:(8,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Spennant1", .name = "stride 4, by 2", PATTERN,
     .pattern = "0,4,8,12,16,20,24,28,32,36,40,44,48,52,56,60",
     .data = {"f64[1000000,61]:(2,1)", "f64[8192,61]:(2,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Spennant2", .name = "stride 4 turned, by 2", PATTERN,
     .pattern = "4,8,12,0,20,24,28,16,36,40,44,32,52,56,60,48",
     .data = {"f64[1000000,61]:(2,1)", "f64[8192,61]:(2,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Spennant3", .name = "stride 4 turned, by 4", PATTERN,
     .pattern = "4,8,12,0,20,24,28,16,36,40,44,32,52,56,60,48",
     .data = {"f64[1000000,61]:(4,1)", "f64[8192,61]:(4,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Spennant4", .name = "quads, by 2", PATTERN,
     .pattern = "2,484,482,0,4,486,484,2,6,488,486,4,8,490,488,6",
     .data = {"f64[1000000,491]:(2,1)", "f64[8192,491]:(2,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Spennant5", .name = "quads turned, by 2", PATTERN,
     .pattern = "0,2,484,482,2,4,486,484,4,6,488,486,6,8,490,488",
     .data = {"f64[1000000,491]:(2,1)", "f64[8192,491]:(2,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Spennant6", .name = "quads, by 480", PATTERN,
     .pattern = "482,0,2,484,484,2,4,486,486,4,6,488,488,6,8,490",
     .data = {"f64[519750,491]:(480,1)", "f64[2184,491]:(480,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Spennant7", .name = "quads, by 482", PATTERN,
     .pattern = "482,0,2,484,484,2,4,486,486,4,6,488,488,6,8,490",
     .data = {"f64[517598,491]:(482,1)", "f64[2175,491]:(482,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Spennant8", .name = "fourfold, by 4", PATTERN,
     .pattern = "0,0,0,0,1,1,1,1,2,2,2,2,3,3,3,3",
     .data = {"f64[1000000,4]:(4,1)", "f64[8192,4]:(4,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Spennant9", .name = "fourfold, by 388848", PATTERN,
     .pattern = "0,0,0,0,1,1,1,1,2,2,2,2,3,3,3,3",
     .data = {"f64[642,4]:(388848,1)", "f64[2,4]:(388848,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Spennant10", .name = "fourfold, by 388852", PATTERN,
     .pattern = "0,0,0,0,1,1,1,1,2,2,2,2,3,3,3,3",
     .data = {"f64[642,4]:(388852,1)", "f64[2,4]:(388852,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Spennant11", .name = "fourfold, by 1882384", PATTERN,
     .pattern = "0,0,0,0,1,1,1,1,2,2,2,2,3,3,3,3",
     .data = {"f64[132,4]:(1882384,1)", "f64[2,4]:(1882384,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Spennant12", .name = "pairs, by 518408", PATTERN,
     .pattern = "6,0,2,4,14,8,10,12,22,16,18,20,30,24,26,28",
     .data = {"f64[482,31]:(518408,1)", "f64[2,31]:(518408,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Spennant13", .name = "pairs, by 1036816", PATTERN,
     .pattern = "6,0,2,4,14,8,10,12,22,16,18,20,30,24,26,28",
     .data = {"f64[241,31]:(1036816,1)", "f64[2,31]:(1036816,1)"}, .indices = {"i64[16]", "i64[16]"}},
    {.id = "Spennant14", .name = "one of two, by 129608", PATTERN,
     .pattern = "2,0,0,0,2,0,0,0,2,0,0,0,2,0,0,0",
     .data = {"f64[1928,3]:(129608,1)", "f64[8,3]:(129608,1)"}, .indices = {"i64[16]", "i64[16]"}},
};
/* clang-format on */

const struct gather_bench_row *gather__bench_pattern_at(size_t position)
{
    return position < sizeof rows / sizeof *rows ? &rows[position] : NULL;
}
