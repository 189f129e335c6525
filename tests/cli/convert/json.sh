# SPDX-License-Identifier: Apache-2.0
# One JSON object on stdout; with --stats what it took; otherwise stdout stays empty.
printf '\001\002\003\004\005\006' >a.raw
gather convert 'a.raw@u8[2,3]' -o 'b.raw@{0,1:T(2,2)}' --json
gather convert 'a.raw@u8[2,3]' -o b.npy --json --stats | sed 's/"microseconds":[0-9]*/"microseconds":N/; s/"peak_memory":[0-9-]*/"peak_memory":N/'
gather convert 'a.raw@u8[2,3]' -o b.npy
gather convert 'a.raw@u8[2,3]' -o b.npy --stats 2>&1 | sed 's/ in .*: / in N s: /; s/: [0-9]* MB/: N MB/; s/; .*/; N/'
gather convert 'a.raw@u8[2,3]' -o b.npy --json >/dev/full
echo "exit $?"
