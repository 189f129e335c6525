# SPDX-License-Identifier: Apache-2.0
# A model's data in a file whose name begins as the model's does: its name is told whole.
mkdir d
tensor() { printf '\010\002\020\002B\001%s' "$1"; } # u8[2], without its data
{
    printf '\010\010\072\060\052\013'; tensor a; printf 'J\002xy'
    printf '\052\041'; tensor b; printf 'j\026\012\010location\022\012model.datap\001'
} >d/model
printf zw >d/model.data
gather ls d/model
gather ls d/model b
gather take d/model:b
printf '\010\010\072\043\052\041' >d/other # all data lie there
tensor b >>d/other; printf 'j\026\012\010location\022\012model.datap\001' >>d/other
gather ls d/other
cp "$CASES/openvino_ir/bad_batch_dims.xml" "$CASES/openvino_ir/bad_batch_dims.bin" .
gather ls bad_batch_dims.xml
