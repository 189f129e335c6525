/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The embedding of a language model as it is shipped: numbers of 4 bits, two to a byte, low half first, and a scale for
 * every 32 of them. GatherBlockQuantized makes floats of the rows that tokens name, and of nothing else.
 */
#include <gather/gather.h>
#include <stdio.h>

enum { TOKENS = 1000, WIDTH = 64, BLOCK = 32, PROMPT = 4 };

/* A table: number c of token t is (t + c) mod 16 - 8, and its scale 1/4 in the first block of a row, 2 in the second. */
static uint8_t table[TOKENS][WIDTH / 2];
static float scales[TOKENS][WIDTH / BLOCK];

static void fill(void)
{
    for (int t = 0; t < TOKENS; t++) {
        for (int k = 0; k < WIDTH / 2; k++) {
            const int first = t + 2 * k, second = first + 1;
            table[t][k] = (uint8_t)(first % 16 | second % 16 << 4); /* 8 is taken off: the zero point */
        }
        scales[t][0] = 0.25F;
        scales[t][1] = 2;
    }
}

/* The layouts of data, indices, scales, and of what comes out. */
static enum gather_status describe(struct gather_layout *inputs, struct gather_layout *output,
                                   const struct gather_op *op, struct gather_error *error)
{
    static const int64_t table_sizes[] = {TOKENS, WIDTH / 2}, prompt_sizes[] = {PROMPT};
    static const int64_t scale_sizes[] = {TOKENS, WIDTH / BLOCK};
    enum gather_status status = gather_layout_init(&inputs[0], GATHER_DTYPE_U8, 2, table_sizes, error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_init(&inputs[1], GATHER_DTYPE_I32, 1, prompt_sizes, error);
    if (status == GATHER_STATUS_OK)
        status = gather_layout_init(&inputs[2], GATHER_DTYPE_F32, 2, scale_sizes, error);
    return status == GATHER_STATUS_OK ? gather_infer(op, inputs, 3, output, error) : status;
}

static int complain(const struct gather_error *error)
{
    char sentence[200];
    gather_error_format(error, sentence, sizeof sentence);
    printf("%s: %s\n", gather_status_name(error->status), sentence);
    return 1;
}

int main(void)
{
    static const int32_t prompt[PROMPT] = {999, 0, -1, 1000}; /* -1 is the last token; 1000 is none: zeros */
    float rows[PROMPT][WIDTH];
    const struct gather_op op = gather_onnx_gather_block_quantized(0, 1, BLOCK, 4);
    const struct gather_buffer buffers[] = {
        {table, sizeof table}, {(void *)prompt, sizeof prompt}, {scales, sizeof scales}};
    const struct gather_buffer out = {rows, sizeof rows};
    struct gather_layout inputs[3], output;
    struct gather_error error;
    fill();
    if (describe(inputs, &output, &op, &error) != GATHER_STATUS_OK ||
        gather_once(&op, inputs, buffers, 3, &output, out, NULL, &error) != GATHER_STATUS_OK)
        return complain(&error);
    printf("f32[%d,%d], out of a table of %d bytes\n", (int)output.sizes[0], (int)output.sizes[1], (int)sizeof table);
    for (int k = 0; k < PROMPT; k++)
        printf("token %4d: %g %g %g .. %g %g\n", (int)prompt[k], rows[k][0], rows[k][1], rows[k][2],
               rows[k][WIDTH - 2], rows[k][WIDTH - 1]);
    const struct gather_op odd = gather_onnx_gather_block_quantized(0, 1, 24, 4);
    return gather_infer(&odd, inputs, 3, &output, &error) == GATHER_STATUS_OK ? 1 : !complain(&error);
}
