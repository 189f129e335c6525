# SPDX-License-Identifier: Apache-2.0
# The command line's own grammar: exit 2, and nothing is written.
printf '\001\002\003\004' >a.raw
for words in '' 'a.raw' 'a.raw@u8[4]' 'a.raw@u8[4] b.raw -o c.raw' 'a.raw -o b.raw' 'a.raw@u8[4] -o' \
    'a.raw@u8[4] --outptu b.raw'; do
    # shellcheck disable=SC2086
    gather convert $words
    echo "exit $?"
done
ls
