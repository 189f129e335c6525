# SPDX-License-Identifier: Apache-2.0
# Hostile 43: NUL, controls, invalid and overlong UTF-8, marks of direction: an error, and nothing that reaches
# the terminal raw.
for bytes in '\000' '\033[31m' '\377\376' '\300\257' '\355\240\200' '\342\200\256' '\357\273\277' '\t\r' '\177' '\302\233'; do
    # shellcheck disable=SC2059
    printf "f32[2]$bytes{0}" | gather layout -
    echo "exit $?"
done 2>&1
