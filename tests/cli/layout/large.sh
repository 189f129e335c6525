# SPDX-License-Identifier: Apache-2.0
# Large shapes are drawn at their corners, in at most 80 columns, whatever their size.
gather layout 'f32[1000,1000]{1,0:T(8,128)}' 'f32[8,32,7,7]nChw16c'
for text in 'u8[9223372036854775807]' 'f32[1000000000,1000000000]' 'f32[2,3,4,5,6,7,8,9,10]' 'f32[1000]:(0)' \
    'f32[100000,3]:(0,1)' 'bf16[512,512]{1,0:T(8,128)(2,1)}' 'f32[3,1000]{1,0:pad(3,100000)=one}' \
    'u8[1152921504606846976,2]:(1,1152921504606846976)'; do
    gather layout "$text" >got || echo "failed: $text"
    awk -v text="$text" 'length > 80 && !/^  [a-z]* +[^ ]/ && NR > 1 { print text ": " length " columns" } END { print NR, text }' got
done
