# SPDX-License-Identifier: Apache-2.0
# Hostile 43: names of files that would do something to a terminal, or are very long, are shown harmless.
for name in 'a\033[31m.npy' 'a\342\200\256yvn.npy' 'a\377.npy' 'a\300\257.npy' 'a\nb.npy'; do
    # shellcheck disable=SC2059
    gather convert "$(printf "$name")" -o b.raw
    echo "exit $?"
done
gather convert "$(printf '%05000d' 0).npy" -o b.raw 2>&1 | tail -c 22
printf '\001' >a.raw
gather convert 'a.raw@u8[1]' -o "$(printf '%0300d' 0)" 2>&1 | tail -c 22
gather convert 'a.raw@u8[1]' -o "$(printf 'x\033]0;y\007')/z"
echo "exit $?"
ls
