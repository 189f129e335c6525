/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DirectML GATHER by its own descriptors: channels of an image that lies as NHWC, written as NCHW. Sizes are
 * always N C H W; strides say how it lies.
 */
#include <gather/directml.h>
#include <stdio.h>

enum { CHANNELS = 3, HEIGHT = 2, WIDTH = 4, PIXELS = HEIGHT * WIDTH };

int main(void)
{
    static const UINT image_sizes[] = {1, CHANNELS, HEIGHT, WIDTH}, index_sizes[] = {1, 1, 1, CHANNELS};
    static const UINT nhwc[] = {PIXELS * CHANNELS, 1, WIDTH * CHANNELS, CHANNELS};
    uint8_t image[PIXELS * CHANNELS], planes[CHANNELS * PIXELS];
    uint32_t order[CHANNELS] = {2, 1, 0}; /* RGB to BGR */
    const DML_BUFFER_TENSOR_DESC image_buffer = {
        DML_TENSOR_DATA_TYPE_UINT8, DML_TENSOR_FLAG_NONE, 4, image_sizes, nhwc, sizeof image, 0};
    const DML_BUFFER_TENSOR_DESC order_buffer = {
        DML_TENSOR_DATA_TYPE_UINT32, DML_TENSOR_FLAG_NONE, 4, index_sizes, NULL, sizeof order, 0};
    const DML_BUFFER_TENSOR_DESC planes_buffer = {
        DML_TENSOR_DATA_TYPE_UINT8, DML_TENSOR_FLAG_NONE, 4, image_sizes, NULL, sizeof planes, 0};
    const DML_TENSOR_DESC input = {DML_TENSOR_TYPE_BUFFER, &image_buffer};
    const DML_TENSOR_DESC indices = {DML_TENSOR_TYPE_BUFFER, &order_buffer};
    const DML_TENSOR_DESC output = {DML_TENSOR_TYPE_BUFFER, &planes_buffer};
    const DML_GATHER_OPERATOR_DESC gather = {&input, &indices, &output, 1, 1};
    const DML_OPERATOR_DESC op = {DML_OPERATOR_GATHER, &gather};
    for (int pixel = 0; pixel < PIXELS; pixel++)
        for (int channel = 0; channel < CHANNELS; channel++)
            image[pixel * CHANNELS + channel] = (uint8_t)(100 * (channel + 1) % 256 + pixel);

    const struct gather_buffer inputs[] = {{image, sizeof image}, {order, sizeof order}};
    const struct gather_buffer out = {planes, sizeof planes};
    struct gather_error error;
    char sentence[200];
    if (gather_directml_run(&op, DML_FEATURE_LEVEL_6_4, inputs, 2, out, NULL, &error) != GATHER_STATUS_OK) {
        gather_error_format(&error, sentence, sizeof sentence);
        puts(sentence);
        return 1;
    }
    for (int k = 0; k < CHANNELS * PIXELS; k++)
        printf("%s%4d%s", k % PIXELS == 0 ? "plane:" : "", planes[k], k % PIXELS == PIXELS - 1 ? "\n" : "");
    return 0;
}
