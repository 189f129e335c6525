/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The grid of docs/goals.md as one table: what is measured, in two sizes. The full ones are those of the page; the
 * small ones take less than a tenth of a second and less than 300 MB, to see that everything runs.
 *
 * `goal` is the page's column "possible", in hundredths, with huge pages and with base ones. Where the page
 * gives a range it is the end that is easier to reach, but in row 12 the end that belongs to the index type.
 */
#include <stdlib.h>
#include <string.h>

#include "study/bench/bench_patterns.h"

enum { BOTH = GATHER_BENCH_WARM | GATHER_BENCH_COLD };

#define TAKE .family = GATHER_BENCH_TAKE
#define DRAWN(name) .distribution = GATHER_DISTRIBUTION_##name
#define OF_MEMCPY(huge, base) .goal = {GATHER_BENCH_OF_MEMCPY, huge, base, 0}
#define NS(huge, base) .goal = {GATHER_BENCH_BLOCK_NS, huge, base, 0}
#define GBPS(huge, base) .goal = {GATHER_BENCH_GBPS, huge, base, 0}

/* clang-format off */
static const struct gather_bench_row rows[] = {
    /* ---- rows of many lines ---- */
    {.id = "1", .name = "LLM prefill", .number = 1, TAKE, DRAWN(ZIPF), OF_MEMCPY(100, 100),
     .data = {"bf16[128256,4096]", "bf16[2048,4096]"}, .indices = {"i64[4,2048]", "i64[4,32]"}},
    {.id = "2.1", .name = "LLM decode, 1 row", .number = 2, TAKE, DRAWN(ZIPF), NS(5500, 5500), .is_small_call = 1,
     .data = {"bf16[128256,4096]", "bf16[2048,4096]"}, .indices = {"i64[1]", "i64[1]"}},
    {.id = "2.8", .name = "LLM decode, 8 rows", .number = 2, TAKE, DRAWN(ZIPF), NS(5500, 5500), .is_small_call = 1,
     .data = {"bf16[128256,4096]", "bf16[2048,4096]"}, .indices = {"i64[8]", "i64[8]"}},
    {.id = "3", .name = "BERT", .number = 3, TAKE, DRAWN(ZIPF), .states = BOTH,
     .goal = {GATHER_BENCH_OF_MEMCPY, 90, 75, 1},
     .data = {"f32[30522,768]", "f32[2048,768]"}, .indices = {"i32[32,128]", "i32[32,8]"}},
    {.id = "4U", .name = "DLRM, uniform", .number = 4, TAKE, DRAWN(UNIFORM), OF_MEMCPY(80, 30), .states = BOTH,
     .data = {"f32[4000000,64]", "f32[65536,64]"}, .indices = {"i64[65536]", "i64[4096]"}},
    {.id = "4Z", .name = "DLRM, Zipf", .number = 4, TAKE, DRAWN(ZIPF), OF_MEMCPY(80, 30), .states = BOTH,
     .data = {"f32[4000000,64]", "f32[65536,64]"}, .indices = {"i64[65536]", "i64[4096]"}},
    {.id = "5", .name = "26 tables", .number = 5, TAKE, DRAWN(UNIFORM), .states = BOTH, .tables = 26,
     .data = {"f32[10000,32]", "f32[256,32]"}, .indices = {"i64[2048]", "i64[256]"}},
    {.id = "6", .name = "rows of one line", .number = 6, TAKE, DRAWN(UNIFORM), GBPS(1200, 300),
     .data = {"f32[33554432,16]", "f32[262144,16]"}, .indices = {"i64[4194304]", "i64[32768]"}},
    {.id = "7U", .name = "graph, uniform", .number = 7, TAKE, DRAWN(UNIFORM), GBPS(1600, 630),
     .data = {"f16[8000000,128]", "f16[65536,128]"}, .indices = {"i64[1000000]", "i64[16384]"}},
    {.id = "7S", .name = "graph, sorted", .number = 7, TAKE, DRAWN(SORTED), GBPS(1500, 630),
     .data = {"f16[8000000,128]", "f16[65536,128]"}, .indices = {"i64[1000000]", "i64[16384]"}},
    {.id = "8P", .name = "MoE permute", .number = 8, TAKE, DRAWN(PERMUTATION), OF_MEMCPY(100, 75),
     .data = {"bf16[16384,5120]", "bf16[256,5120]"}, .indices = {"i64[16384]", "i64[256]"}},
    {.id = "8T", .name = "MoE top-8", .number = 8, TAKE, DRAWN(PERMUTATION), OF_MEMCPY(100, 75),
     .data = {"bf16[16384,5120]", "bf16[128,5120]"}, .indices = {"i64[131072]", "i64[1024]"}},
    {.id = "9", .name = "rerank", .number = 9, TAKE, DRAWN(UNIFORM), OF_MEMCPY(100, 80), .states = BOTH,
     .data = {"f32[1000000,1024]", "f32[4096,1024]"}, .indices = {"i64[10000]", "i64[1024]"}},
    /* ---- single elements ---- */
    {.id = "10i32", .name = "columnar i32, DRAM", .number = 10, TAKE, DRAWN(UNIFORM), NS(420, 700),
     .data = {"i32[268435456]", "i32[4194304]"}, .indices = {"i64[16777216]", "i64[262144]"}},
    {.id = "10f64", .name = "columnar f64, DRAM", .number = 10, TAKE, DRAWN(UNIFORM), NS(420, 700),
     .data = {"f64[268435456]", "f64[4194304]"}, .indices = {"i64[16777216]", "i64[262144]"}},
    {.id = "10u8", .name = "columnar u8, DRAM", .number = 10, TAKE, DRAWN(UNIFORM), NS(420, 700),
     .data = {"u8[268435456]", "u8[4194304]"}, .indices = {"i64[16777216]", "i64[262144]"}},
    {.id = "11U", .name = "columnar, L2, uniform", .number = 11, TAKE, DRAWN(UNIFORM), NS(47, 47),
     .data = {"i64[131072]", "i64[131072]"}, .indices = {"i64[1048576]", "i64[131072]"}},
    {.id = "11S", .name = "columnar, L2, sorted", .number = 11, TAKE, DRAWN(SORTED), NS(47, 47),
     .data = {"i64[131072]", "i64[131072]"}, .indices = {"i64[1048576]", "i64[131072]"}},
    {.id = "11C", .name = "columnar, L2, runs", .number = 11, TAKE, DRAWN(RUNS), NS(47, 47),
     .data = {"i64[131072]", "i64[131072]"}, .indices = {"i64[1048576]", "i64[131072]"}},
    {.id = "12u8/uint8", .name = "dictionary", .number = 12, TAKE, DRAWN(UNIFORM), NS(3, 3),
     .data = {"u8[256]", "u8[256]"}, .indices = {"u8[16777216]", "u8[262144]"}},
    {.id = "12u16/int16", .name = "dictionary", .number = 12, TAKE, DRAWN(UNIFORM), NS(28, 28),
     .data = {"u16[4096]", "u16[4096]"}, .indices = {"i16[16777216]", "i16[262144]"}},
    {.id = "12u32/int32", .name = "dictionary", .number = 12, TAKE, DRAWN(UNIFORM), NS(40, 40),
     .data = {"u32[4096]", "u32[4096]"}, .indices = {"i32[16777216]", "i32[262144]"}},
    {.id = "12u32/int64", .name = "dictionary", .number = 12, TAKE, DRAWN(UNIFORM), NS(40, 40),
     .data = {"u32[4096]", "u32[4096]"}, .indices = {"i64[16777216]", "i64[262144]"}},
    {.id = "12u64/int64", .name = "dictionary", .number = 12, TAKE, DRAWN(UNIFORM),
     .data = {"u64[4096]", "u64[4096]"}, .indices = {"i64[16777216]", "i64[262144]"}},
    {.id = "133B", .name = "rows of 3 bytes", .number = 13, TAKE, DRAWN(UNIFORM), NS(70, 70),
     .data = {"u8[1000000,3]", "u8[65536,3]"}, .indices = {"i64[1000000]", "i64[65536]"}},
    {.id = "1312B", .name = "rows of 12 bytes", .number = 13, TAKE, DRAWN(UNIFORM), NS(110, 110),
     .data = {"f32[1000000,3]", "f32[65536,3]"}, .indices = {"i64[1000000]", "i64[65536]"}},
    {.id = "1324B", .name = "rows of 24 bytes", .number = 13, TAKE, DRAWN(UNIFORM), NS(210, 210),
     .data = {"f64[1000000,3]", "f64[65536,3]"}, .indices = {"i64[1000000]", "i64[65536]"}},
    /* ---- other axes ---- */
    {.id = "14", .name = "last axis", .number = 14, TAKE, DRAWN(UNIFORM), NS(45, 52), .axis = 1,
     .data = {"f32[4096,4096]", "f32[512,512]"}, .indices = {"i64[1024]", "i64[128]"}},
    {.id = "15", .name = "transposed source", .number = 15, TAKE, DRAWN(PERMUTATION), NS(27, 39), .axis = 1,
     .data = {"f32[4096,4096]{0,1}", "f32[512,512]{0,1}"}, .indices = {"i64[4096]", "i64[512]"}},
    {.id = "16NCHW", .name = "channel shuffle NCHW", .number = 16, TAKE, DRAWN(PERMUTATION), OF_MEMCPY(140, 120),
     .axis = 1, .data = {"f32[32,256,56,56]", "f32[2,256,56,56]"}, .indices = {"i64[256]", "i64[256]"}},
    {.id = "16NHWC", .name = "channel shuffle NHWC", .number = 16, TAKE, DRAWN(PERMUTATION), NS(19, 22), .axis = 3,
     .data = {"f32[32,56,56,256]", "f32[2,56,56,256]"}, .indices = {"i64[256]", "i64[256]"}},
    {.id = "17resize", .name = "image, nearest resize", .number = 17, TAKE, DRAWN(SPREAD), .axis = 1,
     .second_distribution = GATHER_DISTRIBUTION_SPREAD,
     .data = {"u8[8,1080,1920,3]", "u8[2,540,960,3]"}, .indices = {"i64[224]", "i64[112]"}},
    {.id = "17cropflip", .name = "image, crop and flip", .number = 17, TAKE, DRAWN(ARANGE), .axis = 1,
     .second_distribution = GATHER_DISTRIBUTION_FLIP,
     .data = {"u8[8,1080,1920,3]", "u8[2,540,960,3]"}, .indices = {"i64[224]", "i64[112]"}},
    {.id = "18a0P", .name = "beams, permuted", .number = 18, TAKE, DRAWN(PERMUTATION), OF_MEMCPY(100, 0),
     .data = {"f16[32,32,2048,128]", "f16[32,4,128,128]"}, .indices = {"i64[32]", "i64[32]"}},
    {.id = "18a0D", .name = "beams, repeated", .number = 18, TAKE, DRAWN(DUPLICATES), OF_MEMCPY(100, 0),
     .data = {"f16[32,32,2048,128]", "f16[32,4,128,128]"}, .indices = {"i64[32]", "i64[32]"}},
    {.id = "18a2P", .name = "cache in pages of 16", .number = 18, TAKE, DRAWN(PERMUTATION), OF_MEMCPY(100, 0),
     .axis = 2, .data = {"f16[32,32,128,2048]", "f16[8,4,32,2048]"}, .indices = {"i64[128]", "i64[32]"}},
    {.id = "19", .name = "take_along_axis, top", .number = 19, .family = GATHER_BENCH_ELEMENTS, DRAWN(UNIFORM),
     .axis = 1, .states = BOTH,
     .data = {"f32[512,50257]", "f32[64,8192]"}, .indices = {"i64[512,64]", "i64[64,64]"}},
    {.id = "20a1", .name = "GatherElements axis 1", .number = 20, .family = GATHER_BENCH_ELEMENTS, DRAWN(UNIFORM),
     .axis = 1, NS(19, 19),
     .data = {"f32[1,4,353,128]", "f32[1,4,353,128]"}, .indices = {"i64[1,4,353,128]", "i64[1,4,353,128]"}},
    {.id = "20a2", .name = "GatherElements axis 2", .number = 20, .family = GATHER_BENCH_ELEMENTS, DRAWN(UNIFORM),
     .axis = 2, NS(45, 45),
     .data = {"f32[1,4,353,128]", "f32[1,4,353,128]"}, .indices = {"i64[1,4,353,128]", "i64[1,4,353,128]"}},
    {.id = "20a3", .name = "GatherElements axis 3", .number = 20, .family = GATHER_BENCH_ELEMENTS, DRAWN(UNIFORM),
     .axis = 3, NS(15, 15),
     .data = {"f32[1,4,353,128]", "f32[1,4,353,128]"}, .indices = {"i64[1,4,353,128]", "i64[1,4,353,128]"}},
    {.id = "21", .name = "boxes after NMS", .number = 21, TAKE, DRAWN(UNIFORM), NS(67, 67), .axis = 1,
     .batch_dims = 1, .states = BOTH,
     .data = {"f32[64,8400,4]", "f32[16,8400,4]"}, .indices = {"i64[64,300]", "i64[16,300]"}},
    {.id = "22a", .name = "points, elements", .number = 22, .family = GATHER_BENCH_TUPLES, DRAWN(UNIFORM),
     .batch_dims = 1, .data = {"f32[2,64,56,56]", "f32[2,64,56,56]"}, .indices = {"i64[2,16,16,3]", "i64[2,16,16,3]"}},
    {.id = "22r", .name = "points, 224-byte rows", .number = 22, .family = GATHER_BENCH_TUPLES, DRAWN(UNIFORM),
     .data = {"f32[2,64,56,56]", "f32[2,64,56,56]"}, .indices = {"i64[2,16,16,3]", "i64[2,16,16,3]"}},
    {.id = "22b", .name = "points, 128-byte rows", .number = 22, .family = GATHER_BENCH_TUPLES, DRAWN(UNIFORM),
     .batch_dims = 1,
     .data = {"f32[8,512,512,32]", "f32[2,128,128,32]"}, .indices = {"i64[8,65536,2]", "i64[2,4096,2]"}},
    {.id = "23", .name = "audio framing", .number = 23, TAKE, DRAWN(FRAMES), .axis = 1,
     .data = {"f32[1,72000,2]", "f32[1,72000,2]"}, .indices = {"i64[511,1024]", "i64[63,1024]"}},
    /* ---- numbers that are scaled on their way ---- */
    {.id = "25int4", .name = "int4, blocks of 32", .number = 25, .family = GATHER_BENCH_SCALED, DRAWN(ZIPF),
     .data = {"u8[128256,2048]", "u8[2048,2048]"}, .indices = {"i64[2048]", "i64[64]"},
     .scales = {"f32[128256,128]", "f32[2048,128]"}, .block = 32, .bits = 4},
    {.id = "25int8", .name = "int8, a scale a row", .number = 25, .family = GATHER_BENCH_SCALED, DRAWN(ZIPF),
     .data = {"u8[128256,4096]", "u8[2048,4096]"}, .indices = {"i64[2048]", "i64[64]"},
     .scales = {"f32[128256,1]", "f32[2048,1]"}, .block = 4096, .bits = 8},
    {.id = "25fp8", .name = "fp8, a scale a row", .number = 25, .family = GATHER_BENCH_SCALED, DRAWN(ZIPF),
     .data = {"f8e4m3fn[128256,4096]", "f8e4m3fn[2048,4096]"}, .indices = {"i64[2048]", "i64[64]"},
     .scales = {"f32[128256,1]", "f32[2048,1]"}, .block = 4096, .bits = 8},
    /* ---- small calls ---- */
    {.id = "24s", .name = "Gather(Shape), scalar", .number = 24, TAKE, DRAWN(EQUAL), NS(500, 500), .is_small_call = 1,
     .data = {"i64[4]", "i64[4]"}, .indices = {"i64[]", "i64[]"}},
    {.id = "24neg", .name = "Gather(Shape), -1", .number = 24, TAKE, DRAWN(LAST), NS(500, 500), .is_small_call = 1,
     .data = {"i64[4]", "i64[4]"}, .indices = {"i64[]", "i64[]"}},
    {.id = "24v2", .name = "Gather(Shape), 2 of 4", .number = 24, TAKE, DRAWN(ARANGE), NS(250, 250), .is_small_call = 1,
     .data = {"i64[4]", "i64[4]"}, .indices = {"i64[2]", "i64[2]"}},
    {.id = "24v4", .name = "Gather(Shape), 4 of 4", .number = 24, TAKE, DRAWN(PERMUTATION), NS(125, 125),
     .is_small_call = 1, .data = {"i64[4]", "i64[4]"}, .indices = {"i64[4]", "i64[4]"}},
    /* ---- indices that are none, in truth; and none at all ---- */
    {.id = "26arange", .name = "a slice", .number = 26, TAKE, DRAWN(ARANGE), OF_MEMCPY(100, 0),
     .data = {"f32[1000000,64]", "f32[65536,64]"}, .indices = {"i64[500000]", "i64[32768]"}},
    {.id = "26equal", .name = "one row, repeated", .number = 26, TAKE, DRAWN(EQUAL), OF_MEMCPY(100, 0),
     .data = {"f32[1000000,64]", "f32[65536,64]"}, .indices = {"i64[500000]", "i64[32768]"}},
    {.id = "Rf32", .name = "transpose f32", .family = GATHER_BENCH_RELAYOUT, OF_MEMCPY(80, 77),
     .data = {"f32[8192,8192]", "f32[1024,1024]"}, .to = "{0,1}"},
    {.id = "Ru8", .name = "transpose u8", .family = GATHER_BENCH_RELAYOUT, OF_MEMCPY(45, 50),
     .data = {"u8[8192,8192]", "u8[1024,1024]"}, .to = "{0,1}"},
    {.id = "Rnhwc", .name = "NCHW to NHWC", .family = GATHER_BENCH_RELAYOUT, OF_MEMCPY(110, 120),
     .data = {"f32[32,64,112,112]", "f32[2,64,112,112]"}, .to = "{1,3,2,0}"},
    {.id = "Rnchw", .name = "NHWC to NCHW", .family = GATHER_BENCH_RELAYOUT, OF_MEMCPY(100, 110),
     .data = {"f32[32,64,112,112]{1,3,2,0}", "f32[2,64,112,112]{1,3,2,0}"}, .to = "{3,2,1,0}"},
};
/* clang-format on */

static const char *const family_words[] = {
#define FAMILY_WORD(id, word) word,
    GATHER_BENCH_FAMILY_LIST(FAMILY_WORD)
#undef FAMILY_WORD
};

const char *gather_bench_family_word(int32_t family)
{
    return family >= 0 && family < GATHER_BENCH_FAMILY_COUNT ? family_words[family] : NULL;
}

int32_t gather_bench_family_from_word(const char *word)
{
    for (int32_t k = 0; k < GATHER_BENCH_FAMILY_COUNT; k++)
        if (strcmp(family_words[k], word) == 0)
            return k;
    return -1;
}

const struct gather_bench_row *gather_bench_row_at(size_t position)
{
    const size_t of_grid = sizeof rows / sizeof *rows;
    return position < of_grid ? &rows[position] : gather__bench_pattern_at(position - of_grid);
}

bool gather_bench_row_is(const struct gather_bench_row *row, const char *name)
{
    char *end;
    if (strcmp(row->id, name) == 0)
        return true;
    if (strcmp(name, "R") == 0 || strcmp(name, "S") == 0)
        return row->number == (*name == 'R' ? 0 : -1);
    if (*name < '1' || *name > '9')
        return false;
    long number = strtol(name, &end, 10);
    return *end == '\0' && number > 0 && number == row->number;
}
