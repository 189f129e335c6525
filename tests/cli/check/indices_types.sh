# SPDX-License-Identifier: Apache-2.0
# A type of indices that the dialect does not take is a finding.
printf '0123456789ab' >t.raw && gather convert 't.raw@u8[4,3]' -o t.npy

printf '\000\001' >i.raw
gather check t.npy -i 'i.raw@u8[2]' --dialect onnx
echo "exit $?"
gather check t.npy -i 0,1 --dialect onnx
echo "exit $?"
