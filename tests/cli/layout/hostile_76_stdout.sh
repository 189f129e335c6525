# SPDX-License-Identifier: Apache-2.0
# Hostile 76: stdout full, closed, gone. Exit 5 and a sentence; a reader who has gone is nobody to tell.
gather layout 'f32[2]' >/dev/full
echo "exit $?"
gather layout 'f32[2]' >&-
echo "exit $?"
gather layout 'f32[2]' --svg kept.svg >&-
echo "exit $?"
head -c 4 kept.svg
echo
gather layout 'f32[2]' --at 0 >&- 2>&-
echo "exit $?"
gather layout - --at 0 <&-
echo "exit $?"
# shellcheck disable=SC2046
{ gather layout $(printf 'f32[%d,9] ' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20) $(yes 'f32[9,9,9]' | head -n 100); echo "exit $?" >&2; } 2>said | head -n 1
grep -v '^exit \(141\|5\)$' said
exit 0
