# SPDX-License-Identifier: Apache-2.0
# The help, and what the command line itself may not say: exit code 2.
gather diff --help
printf 'abcd' >a.raw && gather convert 'a.raw@u8[4]' -o a.npy
for words in '' a.npy 'a.npy a.npy a.npy' 'a.npy a.npy --rtol' 'a.npy a.npy --rtol x' 'a.npy a.npy --atol -1' \
    'a.npy a.npy --ulp 1.5' 'a.npy a.npy --ulp -1' 'a.npy a.npy --equal_nan' 'a.raw a.npy' 'a.npy a.npy --rtol nan'; do
    # shellcheck disable=SC2086 # words are words
    gather diff $words
    echo "exit $?"
done
