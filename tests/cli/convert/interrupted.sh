# SPDX-License-Identifier: Apache-2.0
# Whatever ends the command, what it writes appears whole or not at all.
exec 2>/dev/null # what this shell says of the signal
truncate -s 500M in.raw
for name in TERM PIPE ALRM USR1 XCPU PROF; do
    gather convert in.raw@u8[20000,26214]F -o out.raw &
    command=$!
    while kill -0 "$command" && ! ls -A | grep -q '^\.gather-'; do sleep 0.01; done
    kill -"$name" "$command"
    wait "$command"
    echo "$name: ended by $(kill -l $?)"
done
ls -A
