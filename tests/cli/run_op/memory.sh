# SPDX-License-Identifier: Apache-2.0
# What is held in memory stays within --memory: inputs, and a result that is printed.
head -c 1200 /dev/zero >a.raw
printf '\001\002' >rows.raw
gather run --op take -a axis=0 'a.raw@u8[3,400]' 'rows.raw@u8[2]' --memory 1K
echo "exit $?"
gather run --op take -a axis=0 'a.raw@u8[3,400]' 'rows.raw@u8[2]' --memory 1300
echo "exit $?"
gather run --op take -a axis=0 'a.raw@u8[3,400]' 'rows.raw@u8[2]' --memory 1300 -o b.npy && gather ls b.npy
gather run --op take -a axis=0 'a.raw@u8[3,400]' 'rows.raw@u8[2]' --memory 3K | head -1
gather run --op take -a axis=0 'a.raw@u8[3,400]' 'rows.raw@u8[2]' --memory much
echo "exit $?"
cp "$CASES/openvino_ir/gather8_const.xml" "$CASES/openvino_ir/gather8_const.bin" .
gather run gather8_const.xml --memory 8
echo "exit $?"
