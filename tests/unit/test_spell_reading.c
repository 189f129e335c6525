/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which spelling a text is in, its tokens, its names of types: section 1 of docs/spec/layouts.md, and what
 * XLA's text shares with it.
 */
#include "unit/spell_check.h"

/* The kind and an unmistakable trait tell that the right reader was at work. COVERS(LAY-1, LAY-2) */
static void test_the_first_row_that_fits_decides(void **state)
{
    static const struct translation texts[] = {
        {"memref<3x5xf32, strided<[1, 3], offset: 2>>", GATHER_SPELLING_STRIDES, "f32[3,5]:(1,3)+2"},
        {"f32(3,5):(1,3)", GATHER_SPELLING_STRIDES, "f32[3,5]:(1,3)"},
        {"FLOAT32 sizes={1,2,3} strides={8,4,1} total=64", GATHER_SPELLING_STRIDES, "f32[1,2,3]:(8,4,1)"},
        {"f32[3,5]", GATHER_SPELLING_XLA, "f32[3,5]{1,0}"},
        {"f32[3,5]{0,1:T(2,2)}", GATHER_SPELLING_XLA, "f32[3,5]{0,1:T(2,2)}"},
        {"f32[3,5]:(1,3)", GATHER_SPELLING_STRIDES, "f32[3,5]:(1,3)"},
        {"f32[3,5]C", GATHER_SPELLING_XLA, "f32[3,5]{1,0}"},
        {"f32[3,5]F", GATHER_SPELLING_XLA, "f32[3,5]{0,1}"},
        {"f32[1,3,4,4]NHWC", GATHER_SPELLING_XLA, "f32[1,3,4,4]{1,3,2,0}"},
        {"f32[8,32,7,7]nChw16c", GATHER_SPELLING_XLA, "f32[8,32,7,7]{3,2,1,0:T(16,1,1)}"},
        {"f32[2,3]ba", GATHER_SPELLING_XLA, "f32[2,3]{0,1}"},
    };
    (void)state;
    check_all_print(texts, COUNT_OF(texts));
}

/* COVERS(LAY-2, LAY-3) */
static void test_a_text_that_fits_none_fails_where_it_stops_fitting(void **state)
{
    static const struct bad_text texts[] = {
        {"", GATHER_STATUS_FORMAT, 0},
        {"   ", GATHER_STATUS_FORMAT, 3},
        {"f32", GATHER_STATUS_FORMAT, 3},
        {"f32 ", GATHER_STATUS_FORMAT, 4},
        {"f32[3,5]=(1,3)", GATHER_STATUS_FORMAT, 8},
        {"f32[3]_", GATHER_STATUS_FORMAT, 6},
        {"f32[3]16c", GATHER_STATUS_FORMAT, 6},
        {"f32 size={3}", GATHER_STATUS_FORMAT, 4},
        {"[3]{0}", GATHER_STATUS_FORMAT, 0},
        {"3[3]{0}", GATHER_STATUS_FORMAT, 0},
        {"nothing[3]", GATHER_STATUS_FORMAT, 0},
        {"memref", GATHER_STATUS_FORMAT, 6},
        {"memref[3]C", GATHER_STATUS_FORMAT, 6},
        {"memrefs<3xf32>", GATHER_STATUS_FORMAT, 0},
        {"f32[3", GATHER_STATUS_FORMAT, 5},
        {"f32[3,", GATHER_STATUS_FORMAT, 6},
        {"f32[", GATHER_STATUS_FORMAT, 4},
        {"f32[3}", GATHER_STATUS_FORMAT, 5},
        {"f32[3]C C", GATHER_STATUS_FORMAT, 8},
        {"f32[3]C_", GATHER_STATUS_FORMAT, 7},
        {"f32[3]:(1)x", GATHER_STATUS_FORMAT, 10},
        {"f32[3]{0}{0}", GATHER_STATUS_FORMAT, 9},
        {"f32(3):(1)+2", GATHER_STATUS_FORMAT, 10},
        {"memref<3xf32>>", GATHER_STATUS_FORMAT, 13},
        {"f32[3]\xc3\xa4", GATHER_STATUS_FORMAT, 6},
    };
    (void)state;
    check_all_fail(texts, COUNT_OF(texts), GATHER_SPELLING_ANY);
}

/* COVERS(LAY-2, LAY-8, LAY-29, XLA-9, XLA-29) */
static void test_worlds_that_are_refused_by_name(void **state)
{
    static const struct bad_text texts[] = {
        {"(f32[2])", GATHER_STATUS_UNSUPPORTED, 0},
        {" (", GATHER_STATUS_UNSUPPORTED, 1},
        {"b(f32[2])", GATHER_STATUS_UNSUPPORTED, 0},
        {"b (f32[2])", GATHER_STATUS_UNSUPPORTED, 0},
        {"b[2]", GATHER_STATUS_FORMAT, 0},
        {"token", GATHER_STATUS_UNSUPPORTED, 0},
        {"token[]", GATHER_STATUS_UNSUPPORTED, 0},
        {"opaque[2]", GATHER_STATUS_UNSUPPORTED, 0},
        {"#ttg.linear<{register = [[0, 1]]}>", GATHER_STATUS_UNSUPPORTED, 0},
        {" #triton_gpu.blocked<{}>", GATHER_STATUS_UNSUPPORTED, 1},
        {"#tt.other", GATHER_STATUS_FORMAT, 0},
        {"Sw<3,4,3> o 0 o (8,64):(64,1)", GATHER_STATUS_UNSUPPORTED, 0},
        {"Swizzle<3,4,3>", GATHER_STATUS_UNSUPPORTED, 0},
        {"f32 Sw<3,4,3> o 0", GATHER_STATUS_UNSUPPORTED, 4},
        {"FLOAT32 Swizzle <3,4,3>", GATHER_STATUS_UNSUPPORTED, 8},
        {"Sw", GATHER_STATUS_FORMAT, 0},
        {"f32 Sw", GATHER_STATUS_FORMAT, 4},
        {"f32[<=5,3]", GATHER_STATUS_UNSUPPORTED, 4},
        {"f32[2, ?]{1,0}", GATHER_STATUS_UNSUPPORTED, 7},
        {"f32[<5]", GATHER_STATUS_FORMAT, 4},
    };
    (void)state;
    check_all_fail(texts, COUNT_OF(texts), GATHER_SPELLING_ANY);
}

/* COVERS(LAY-1, XLA-9, XLA-22, XLA-29) */
static void test_xla_alone_reads_nothing_else(void **state)
{
    static const struct bad_text texts[] = {
        {"f32[3,5]:(1,3)", GATHER_STATUS_FORMAT, 8}, {"f32[3,5]C", GATHER_STATUS_FORMAT, 8},
        {"f32[3,5]ab", GATHER_STATUS_FORMAT, 8},     {"f32(3,5):(1,3)", GATHER_STATUS_FORMAT, 3},
        {"memref<3xf32>", GATHER_STATUS_FORMAT, 0},  {"FLOAT32 sizes={2,3}", GATHER_STATUS_FORMAT, 0},
        {"i32[2]", GATHER_STATUS_FORMAT, 0},         {"F32[2]", GATHER_STATUS_FORMAT, 0},
        {"string[2]", GATHER_STATUS_FORMAT, 0},      {"index[2]", GATHER_STATUS_FORMAT, 0},
        {"Sw<3,4,3>", GATHER_STATUS_FORMAT, 0},      {"f32 Sw<3,4,3>", GATHER_STATUS_FORMAT, 4},
        {"#ttg.linear", GATHER_STATUS_FORMAT, 0},    {"(f32[2]{0}, s32[])", GATHER_STATUS_UNSUPPORTED, 0},
        {"b(f32[2])", GATHER_STATUS_UNSUPPORTED, 0}, {"token", GATHER_STATUS_UNSUPPORTED, 0},
        {"f8e4m3[2]", GATHER_STATUS_UNSUPPORTED, 0},
    };
    struct gather_layout layout;
    (void)state;
    check_all_fail(texts, COUNT_OF(texts), GATHER_SPELLING_XLA);
    assert_int_equal(gather_layout_parse(&layout, "s4[3]{0:E(4)}", 13, GATHER_SPELLING_XLA, NULL),
                     GATHER_STATUS_OK);
    assert_int_equal(layout.dtype, GATHER_DTYPE_I4);
}

/* COVERS(LAY-4, XLA-23) */
static void test_blanks_and_comments_between_tokens(void **state)
{
    static const struct translation texts[] = {
        {" f32 [ 3 , 2 ] : /* column-major */ ( 1 , 3 ) + 1 // end", GATHER_SPELLING_STRIDES,
         "f32[3,2]:(1,3)+1"},
        {"f32\t[\r\n2\n,3]\n{1,//minor\n0}", GATHER_SPELLING_XLA, "f32[2,3]{1,0}"},
        {"f32[2,3]{1,0:T /*two tokens*/ (2,2)}", GATHER_SPELLING_XLA, "f32[2,3]{1,0:T(2,2)}"},
        {"f32[2]{0:pad ( 3 ) = zero // it is\r}", GATHER_SPELLING_XLA, "f32[2]{0:pad(3)=zero}"},
        {"/**/f32/***/[2]/*/*/C/* // */", GATHER_SPELLING_NUMPY, "f32[2]C"},
        {"f32 ( _ 2 , ( 3 ) ) : ( 3 , ( _1 ) )", GATHER_SPELLING_CUTE, "f32(2,3):(3,1)"},
        {"FLOAT32 sizes = { 2 } /*x*/ strides = null total = 8", GATHER_SPELLING_DIRECTML,
         "FLOAT32 sizes={2} strides={1} total=8"},
        {"memref < 2 x 1 x complex < f32 > , strided < [ 1 , 2 ] , offset : 1 > >", GATHER_SPELLING_MEMREF,
         "memref<2x1xcomplex<f32>, strided<[1, 2], offset: 1>>"},
        {"f32[2,3] // b a\n ba", GATHER_SPELLING_ONEDNN, "f32[2,3]ba"},
    };
    static const struct bad_text bad[] = {
        {"f32[3] /* C", GATHER_STATUS_FORMAT, 7},
        {"/*", GATHER_STATUS_FORMAT, 0},
        {"f32[3]C/*/", GATHER_STATUS_FORMAT, 7},
        {"f32[3] / C", GATHER_STATUS_FORMAT, 7},
        {"f32[2/*", GATHER_STATUS_FORMAT, 5},
        {"f32[3]C /", GATHER_STATUS_FORMAT, 8},
        {"f32[2,3]{1,0:T(2,2}/*", GATHER_STATUS_FORMAT, 18},
        {"f32[1 2]C", GATHER_STATUS_FORMAT, 6},
        {"f 32[1]C", GATHER_STATUS_FORMAT, 0},
        {"f32[2]\fC", GATHER_STATUS_FORMAT, 6},
        {"f32[2,3]b a", GATHER_STATUS_FORMAT, 10},
        {"UINT8sizes={2}", GATHER_STATUS_FORMAT, 0},
    };
    (void)state;
    check_all_print(texts, COUNT_OF(texts));
    check_all_fail(bad, COUNT_OF(bad), GATHER_SPELLING_ANY);
}

/* COVERS(LAY-5, XLA-24) */
static void test_numbers(void **state)
{
    static const struct strided_text texts[] = {
        {"f32[03,2]:(02,-01)+001", 2, {3, 2}, {2, -1}, 1},
        {"f32[2]:(-0)+0000000000000000000000000000000007", 1, {2}, {0}, 7},
        {"u8[1]:(9223372036854775807)", 1, {1}, {INT64_MAX}, 0},
        {"u8[1]:(-9223372036854775807)", 1, {1}, {-INT64_MAX}, 0},
    };
    static const struct bad_text bad[] = {
        {"f32[+3]C", GATHER_STATUS_FORMAT, 4},
        {"f32[-3]C", GATHER_STATUS_FORMAT, 4},
        {"f32[-0]C", GATHER_STATUS_FORMAT, 4},
        {"f32[3]:(+1)", GATHER_STATUS_FORMAT, 8},
        {"f32[3]:(1)-1", GATHER_STATUS_FORMAT, 10},
        {"f32[3]:(1)+-1", GATHER_STATUS_FORMAT, 11},
        {"f32[3]:(1)++1", GATHER_STATUS_FORMAT, 11},
        {"f32[3]:(- 1)", GATHER_STATUS_FORMAT, 8},
        {"f32[3]:(--1)", GATHER_STATUS_FORMAT, 8},
        {"f32[3]:(-)", GATHER_STATUS_FORMAT, 8},
        {"f32(2):(-_1)", GATHER_STATUS_FORMAT, 8},
        {"f32[0x2]", GATHER_STATUS_FORMAT, 5},
        {"f32[2.0]C", GATHER_STATUS_FORMAT, 5},
        {"f32[1e3]C", GATHER_STATUS_FORMAT, 5},
        {"f32[,3]C", GATHER_STATUS_FORMAT, 4},
        {"f32[3,,2]C", GATHER_STATUS_FORMAT, 6},
        {"f32[9223372036854775808]C", GATHER_STATUS_OVERFLOW, 4},
        {"f32[2,00018446744073709551616]C", GATHER_STATUS_OVERFLOW, 6},
        {"u8[1]:(-9223372036854775808)", GATHER_STATUS_OVERFLOW, 7},
        {"u8[1]:(1)+9223372036854775808", GATHER_STATUS_OVERFLOW, 10},
        {"f32[2]{0:S(9223372036854775808)}", GATHER_STATUS_OVERFLOW, 11},
        {"f32[4]A9223372036854775808a", GATHER_STATUS_OVERFLOW, 7},
        {"f32[-1]C", GATHER_STATUS_FORMAT, 4},
        {"FLOAT32 sizes={-1}", GATHER_STATUS_FORMAT, 15},
        {"FLOAT32 sizes={1} strides={-1}", GATHER_STATUS_FORMAT, 27},
        {"FLOAT32 sizes={1} total=-4", GATHER_STATUS_FORMAT, 24},
        {"memref<-3xf32>", GATHER_STATUS_FORMAT, 7},
        {"f32(-3):(1)", GATHER_STATUS_FORMAT, 4},
    };
    (void)state;
    check_all_strided(texts, COUNT_OF(texts));
    check_all_fail(bad, COUNT_OF(bad), GATHER_SPELLING_ANY);
}

/* COVERS(LAY-6) */
static void test_sixteen_sizes_and_no_more(void **state)
{
    static const struct bad_text bad[] = {
        {"f32[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]C", GATHER_STATUS_RANK, 36},
        {"f32[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1, 99999999999999999999]C", GATHER_STATUS_RANK, 37},
        {"f32[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,]C", GATHER_STATUS_FORMAT, 36},
        {"f32(1,1,1,1,1,1,1,1,(1,1,1,1,1,1,1,(1,(1))))", GATHER_STATUS_RANK, 39},
        {"memref<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>", GATHER_STATUS_RANK, 39},
        {"FLOAT32 sizes={1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}", GATHER_STATUS_RANK, 47},
    };
    (void)state;
    check_all_fail(bad, COUNT_OF(bad), GATHER_SPELLING_ANY);
    assert_int_equal(read_layout("f32[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]C").rank, 16);
    assert_int_equal(read_layout("f32(1,1,1,1,1,1,1,1,(1,1,1,1,1,1,1,(1))):"
                                 "(1,1,1,1,1,1,1,1,(1,1,1,1,1,1,1,(1)))")
                         .rank,
                     16);
}

struct name {
    const char *name;
    int32_t dtype;
};

/* Every name of the page's table that the library's own texts read. COVERS(LAY-7) */
static void test_own_texts_read_the_names_of_every_world(void **state)
{
    static const struct name names[] = {
        {"bool pred BOOL boolean", GATHER_DTYPE_BOOL},
        {"i2 s2 INT2 int2 si2", GATHER_DTYPE_I2},
        {"u2 UINT2 uint2 ui2", GATHER_DTYPE_U2},
        {"i4 s4 INT4 int4 si4", GATHER_DTYPE_I4},
        {"u4 UINT4 uint4 ui4", GATHER_DTYPE_U4},
        {"i8 s8 INT8 int8 I8 si8", GATHER_DTYPE_I8},
        {"i16 s16 INT16 int16 I16 si16", GATHER_DTYPE_I16},
        {"i32 s32 INT32 int32 I32 si32", GATHER_DTYPE_I32},
        {"i64 s64 INT64 int64 I64 si64", GATHER_DTYPE_I64},
        {"u8 UINT8 uint8 U8 ui8", GATHER_DTYPE_U8},
        {"u16 UINT16 uint16 U16 ui16", GATHER_DTYPE_U16},
        {"u32 UINT32 uint32 U32 ui32", GATHER_DTYPE_U32},
        {"u64 UINT64 uint64 U64 ui64", GATHER_DTYPE_U64},
        {"f4e2m1 f4e2m1fn FLOAT4E2M1 float4_e2m1fn F4 f4_e2m1 f4E2M1FN", GATHER_DTYPE_F4E2M1},
        {"f8e4m3fn FLOAT8E4M3FN float8_e4m3fn F8_E4M3 f8_e4m3 f8E4M3FN", GATHER_DTYPE_F8E4M3FN},
        {"f8e4m3fnuz FLOAT8E4M3FNUZ float8_e4m3fnuz f8E4M3FNUZ", GATHER_DTYPE_F8E4M3FNUZ},
        {"f8e5m2 FLOAT8E5M2 float8_e5m2 F8_E5M2 f8_e5m2 f8E5M2", GATHER_DTYPE_F8E5M2},
        {"f8e5m2fnuz FLOAT8E5M2FNUZ float8_e5m2fnuz f8E5M2FNUZ", GATHER_DTYPE_F8E5M2FNUZ},
        {"f8e8m0 f8e8m0fnu FLOAT8E8M0 float8_e8m0fnu F8_E8M0 e8m0 f8E8M0FNU", GATHER_DTYPE_F8E8M0},
        {"f16 FLOAT16 float16 FP16 F16", GATHER_DTYPE_F16},
        {"bf16 BFLOAT16 bfloat16 BF16", GATHER_DTYPE_BF16},
        {"f32 FLOAT32 FLOAT float32 FP32 F32", GATHER_DTYPE_F32},
        {"f64 FLOAT64 DOUBLE float64 FP64 F64", GATHER_DTYPE_F64},
        {"c64 COMPLEX64 complex64 C64", GATHER_DTYPE_C64},
        {"c128 COMPLEX128 complex128", GATHER_DTYPE_C128},
    };
    (void)state;
    for (size_t k = 0; k < COUNT_OF(names); k++) {
        char name[32], text[64];
        for (const char *at = names[k].name; *at != '\0';) {
            size_t length = strcspn(at, " ");
            memcpy(name, at, length);
            name[length] = '\0';
            join(text, sizeof text, name, "[3]C", "");
            if (read_layout(text).dtype != names[k].dtype)
                fail_msg("\"%s\" is another type", text);
            if (at == names[k].name) { /* FORMAT.md's name is the first, and the one printed */
                check_prints(text, GATHER_SPELLING_NUMPY, text);
                join(text, sizeof text, name, "(3):(1)", "");
                check_prints(text, GATHER_SPELLING_CUTE, text);
            }
            at += length + (at[length] == ' ');
        }
    }
}

/* XLA's, DirectML's and MLIR's texts read and print their own column. COVERS(LAY-7, XLA-8) */
static void test_worlds_read_and_print_their_own_names(void **state)
{
    static const struct translation same[] = {
        {"pred[2]{0}", GATHER_SPELLING_XLA, "pred[2]{0}"},
        {"s2[2]{0}", GATHER_SPELLING_XLA, "s2[2]{0}"},
        {"u4[2]{0}", GATHER_SPELLING_XLA, "u4[2]{0}"},
        {"f4e2m1fn[2]{0}", GATHER_SPELLING_XLA, "f4e2m1fn[2]{0}"},
        {"f8e4m3fnuz[2]{0}", GATHER_SPELLING_XLA, "f8e4m3fnuz[2]{0}"},
        {"c128[2]{0}", GATHER_SPELLING_XLA, "c128[2]{0}"},
        {"bool[2]C", GATHER_SPELLING_XLA, "pred[2]{0}"},
        {"F8_E8M0[2]C", GATHER_SPELLING_XLA, "f8e8m0fnu[2]{0}"},
        {"s4[2]{0:E(4)}", GATHER_SPELLING_DIRECTML, "INT4 sizes={2} strides={1} total=4"},
        {" i64[2] ", GATHER_SPELLING_XLA, "s64[2]{0}"},
        {"bool[]", GATHER_SPELLING_XLA, "pred[]"},
        {"i32[2,3]{0,1}", GATHER_SPELLING_XLA, "s32[2,3]{0,1}"},
        {"i4[3]", GATHER_SPELLING_XLA, "s4[3]{0}"},
        {"f16[2]C", GATHER_SPELLING_DIRECTML, "FLOAT16 sizes={2} strides={1} total=4"},
        {"u64[2]C", GATHER_SPELLING_DIRECTML, "UINT64 sizes={2} strides={1} total=16"},
        {"memref<2xsi16>", GATHER_SPELLING_MEMREF, "memref<2xi16>"},
        {"memref<2xi1>", GATHER_SPELLING_MEMREF, "memref<2xi1>"},
        {"memref<2xi1>", GATHER_SPELLING_NUMPY, "bool[2]C"},
        {"c128[2]C", GATHER_SPELLING_MEMREF, "memref<2xcomplex<f64>>"},
        {"f8e8m0[2]C", GATHER_SPELLING_MEMREF, "memref<2xf8E8M0FNU>"},
    };
    static const struct bad_text bad[] = {
        {"float32[3,5]{1,0}", GATHER_STATUS_FORMAT, 0},
        {"float32[3]", GATHER_STATUS_FORMAT, 0},
        {"F32[3]", GATHER_STATUS_FORMAT, 0},
        {"i32[3", GATHER_STATUS_FORMAT, 5},
        {"i32[3]{0:Q}", GATHER_STATUS_FORMAT, 9},
        {"i32[9223372036854775808]{0}", GATHER_STATUS_OVERFLOW, 4},
        {"f32 sizes={2,3}", GATHER_STATUS_FORMAT, 0},
        {"FLOAT sizes={2,3}", GATHER_STATUS_FORMAT, 0},
        {"memref<3xfloat32>", GATHER_STATUS_FORMAT, 9},
        {"memref<3xs8>", GATHER_STATUS_FORMAT, 9},
        {"memref<3xpred>", GATHER_STATUS_FORMAT, 9},
        {"i1[3]C", GATHER_STATUS_FORMAT, 0},
        {"complex<f32>[3]C", GATHER_STATUS_FORMAT, 0},
        {"complex[3]C", GATHER_STATUS_FORMAT, 0},
        {"float[3]C", GATHER_STATUS_FORMAT, 0},
        {"STRING[3]C", GATHER_STATUS_FORMAT, 0},
        {"Float32[3]C", GATHER_STATUS_FORMAT, 0},
    };
    (void)state;
    check_all_print(same, COUNT_OF(same));
    check_all_fail(bad, COUNT_OF(bad), GATHER_SPELLING_ANY);
}

/* COVERS(LAY-8, XLA-9) */
static void test_types_that_are_known_and_not_built(void **state)
{
    static const char *const everywhere[] = {"s1",       "u1",       "f8e4m3", "f8e3m4", "f8e4m3b11fnuz",
                                             "f6e2m3fn", "f6e3m2fn", "token",  "opaque", "string"};
    static const char *const mlir_alone[] = {"index", "vector", "tensor", "memref"};
    char text[64];
    (void)state;
    for (size_t k = 0; k < COUNT_OF(everywhere); k++) {
        size_t length = join(text, sizeof text, everywhere[k], "[3]C", "");
        check_fails(text, length, GATHER_SPELLING_ANY, GATHER_STATUS_UNSUPPORTED, 0);
        length = join(text, sizeof text, "memref<3x", everywhere[k], ">");
        check_fails(text, length, GATHER_SPELLING_ANY, GATHER_STATUS_UNSUPPORTED, 9);
    }
    for (size_t k = 0; k < COUNT_OF(mlir_alone); k++) {
        size_t length = join(text, sizeof text, "memref<3x", mlir_alone[k], ">");
        check_fails(text, length, GATHER_SPELLING_ANY, GATHER_STATUS_UNSUPPORTED, 9);
    }
    check_fails("index[3]C", 9, GATHER_SPELLING_ANY, GATHER_STATUS_FORMAT, 0);
}

/* COVERS(LAY-9, XLA-28, XLA-37) */
static void test_a_layout_alone(void **state)
{
    static const int64_t sizes[] = {3, 5};
    static const struct {
        const char *text, *whole;
    } texts[] = {
        {"", "i4[3,5]C"},
        {" // nothing", "i4[3,5]C"},
        {"{0,1}", "s4[3,5]{0,1}"},
        {"{1,0:E(4)}", "i4[3,5]C"},
        {"{0,1:T(2,2)pad(4,6)=one}", "s4[3,5]{0,1:T(2,2)pad(4,6)=one}"},
        {":(1,3)+2", "i4[3,5]:(1,3)+2"},
        {"F", "i4[3,5]F"},
        {"ba", "i4[3,5]ba"},
        {" AB2a2b ", "i4[3,5]AB2a2b"},
    };
    static const struct bad_text bad[] = {
        {"{0}", GATHER_STATUS_LAYOUT, 0},        {" {0}", GATHER_STATUS_LAYOUT, 1},
        {"{0,1:Q}", GATHER_STATUS_FORMAT, 5},    {":(1)", GATHER_STATUS_LAYOUT, 1},
        {":(1,3", GATHER_STATUS_FORMAT, 5},      {":(-1,1)", GATHER_STATUS_LAYOUT, 0},
        {"NCHW", GATHER_STATUS_LAYOUT, 0},       {"(1,3)", GATHER_STATUS_FORMAT, 0},
        {"[3,5]{1,0}", GATHER_STATUS_FORMAT, 0}, {"C F", GATHER_STATUS_FORMAT, 2},
        {" /*", GATHER_STATUS_FORMAT, 1},        {"\"{1,0}\"", GATHER_STATUS_FORMAT, 0},
    };
    struct gather_layout layout, whole;
    struct gather_error error;
    (void)state;
    for (size_t k = 0; k < COUNT_OF(texts); k++) {
        memset(&layout, 0xa5, sizeof layout);
        layout.dtype = GATHER_DTYPE_I4;
        layout.rank = 2;
        memcpy(layout.sizes, sizes, sizeof sizes);
        assert_int_equal(gather_layout_parse_suffix(&layout, texts[k].text, strlen(texts[k].text), &error),
                         GATHER_STATUS_OK);
        whole = read_layout(texts[k].whole);
        assert_memory_equal(&layout, &whole, sizeof layout);
    }
    for (size_t k = 0; k < COUNT_OF(bad); k++) {
        assert_int_equal(gather_layout_init(&layout, GATHER_DTYPE_F32, 2, sizes, NULL), GATHER_STATUS_OK);
        whole = layout;
        assert_int_equal(gather_layout_parse_suffix(&layout, bad[k].text, strlen(bad[k].text), &error),
                         bad[k].status);
        assert_int_equal(error.at, bad[k].at);
        assert_memory_equal(&layout, &whole, sizeof layout);
    }
}

/* What was given is judged too, before the text. COVERS(LAY-9) */
static void test_a_layout_alone_of_a_bad_shape(void **state)
{
    struct gather_layout layout = read_layout("f32[3,5]");
    (void)state;
    layout.rank = GATHER_MAX_RANK + 1;
    assert_int_equal(gather_layout_parse_suffix(&layout, "{1,0}", 5, NULL), GATHER_STATUS_RANK);
    layout.rank = -1;
    assert_int_equal(gather_layout_parse_suffix(&layout, "{1,0}", 5, NULL), GATHER_STATUS_RANK);
    layout.rank = 2;
    layout.sizes[1] = -5;
    assert_int_equal(gather_layout_parse_suffix(&layout, "Ab16a", 5, NULL), GATHER_STATUS_SHAPE);
    layout.dtype = GATHER_DTYPE_NONE;
    assert_int_equal(gather_layout_parse_suffix(&layout, "{1,0}", 5, NULL), GATHER_STATUS_DTYPE);
}

static void test_arguments_and_names(void **state)
{
    static const char *const names[] = {"xla",   "strides", "numpy",  "directml",
                                        "order", "onednn",  "memref", "cute"};
    struct gather_layout layout;
    struct gather_error error;
    (void)state;
    assert_int_equal(gather_layout_parse(&layout, NULL, 0, GATHER_SPELLING_ANY, &error),
                     GATHER_STATUS_FORMAT);
    assert_int_equal(gather_layout_parse(&layout, "f32[3]F", 7, GATHER_SPELLING_NUMPY, &error),
                     GATHER_STATUS_ARGUMENT);
    assert_string_equal(error.operand, "spelling");
    assert_int_equal(gather_layout_parse(&layout, "f32[3]F", 7, -1, NULL), GATHER_STATUS_ARGUMENT);
    assert_int_equal(COUNT_OF(names), GATHER_SPELLING_COUNT);
    for (size_t k = 0; k < COUNT_OF(names); k++) {
        int32_t spelling = gather_spelling_from_name(names[k], strlen(names[k]));
        assert_string_equal(gather_spelling_name(spelling), names[k]);
    }
    assert_int_equal(gather_spelling_from_name("xlas", 4), -1);
    assert_int_equal(gather_spelling_from_name("xlas", 3), GATHER_SPELLING_XLA);
    assert_int_equal(gather_spelling_from_name("", 0), -1);
    assert_null(gather_spelling_name(-1));
    assert_null(gather_spelling_name(GATHER_SPELLING_ANY));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_first_row_that_fits_decides),
        cmocka_unit_test(test_a_text_that_fits_none_fails_where_it_stops_fitting),
        cmocka_unit_test(test_worlds_that_are_refused_by_name),
        cmocka_unit_test(test_xla_alone_reads_nothing_else),
        cmocka_unit_test(test_blanks_and_comments_between_tokens),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_sixteen_sizes_and_no_more),
        cmocka_unit_test(test_own_texts_read_the_names_of_every_world),
        cmocka_unit_test(test_worlds_read_and_print_their_own_names),
        cmocka_unit_test(test_types_that_are_known_and_not_built),
        cmocka_unit_test(test_a_layout_alone),
        cmocka_unit_test(test_a_layout_alone_of_a_bad_shape),
        cmocka_unit_test(test_arguments_and_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
