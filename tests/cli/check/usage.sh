# SPDX-License-Identifier: Apache-2.0
# The help, and what the command line itself may not say: exit code 2.
gather check --help
printf 'abcd' >a.raw && gather convert 'a.raw@u8[4]' -o a.npy
for words in '' 'a.npy 0' 'a.npy --axis 0' 'a.npy --dialect onnx' 'a.npy -i 0 --dialect onxn' 'a.npy -i 0 --dialect all' 'a.npy --for onxn' 'a.npy --vlaues' \
    'a.npy --for' 'a.npy -i 0 --axis one' 'a.npy -i x,y'; do
    # shellcheck disable=SC2086 # words are words
    gather check $words
    echo "exit $?"
done
