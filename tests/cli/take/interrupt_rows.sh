# SPDX-License-Identifier: Apache-2.0
# The same where rows are taken by indices, by an operator that is at work on all processors: once its file is begun.
exec 2>/dev/null # what this shell says of the signal
truncate -s 16M table.raw
truncate -s 64M ids.raw # all of them 0
echo old >b.npy
for signal in INT TERM; do # what runs beside a shell ignores INT, unless it is told not to
    env --default-signal=INT gather take 'table.raw@u8[65536,256]' -i 'ids.raw@s64[8388608]' -o b.npy &
    command=$!
    while kill -0 "$command" && ! ls -A | grep -q '^\.gather-'; do sleep 0.01; done
    kill -"$signal" "$command"
    wait "$command"
    echo "exit $?"
done
head -c 4 b.npy
ls -A
