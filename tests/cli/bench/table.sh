# SPDX-License-Identifier: Apache-2.0
# The table without its numbers: a head, a line a row and state, lines of small calls and of patterns, a foot.
# Every line but the first, which has the processor's name, fits into 80 columns.
gather bench --scale small --rounds 1 --rows 3,24s,S8,Rf32 >table
echo "exit $?"
sed -e 's/^libgather .* on .*/HEAD/' -e '2s/.*/CACHES/' -e 's/ thread of [0-9]*/ thread of N/' -e 's/pages of [0-9]* KiB/pages of N KiB/' \
    -e 's/  *[0-9][0-9.]* [nmu]*s\b/ TIME/g' -e '/warm\|cold/s/  *[-0-9][0-9.]*\b/ NUMBER/g' -e '/warm\|cold/s/  *-/ -/g' \
    -e '/^S8/s/  *[0-9][0-9.]*\b/ NUMBER/g' table | sed -e '/warm\|cold/s/ NUMBER.*/ NUMBERS/'
awk 'length($0) > 80 && NR > 1 { print "wide: " $0 }' table
