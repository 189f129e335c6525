# SPDX-License-Identifier: Apache-2.0
# --svg takes one layout, wherever it stands: with more of them nothing is written.
printf 'f32[2]\nf32[3]\n' | gather layout - --svg two.svg
echo "exit $?"
echo 'f32[2]' | gather layout 'f32[3]' - --svg two.svg
echo "exit $?"
echo 'f32[2]' | gather layout - f32[3] --json --at 0 --svg two.svg
echo "exit $?"
gather layout f32[2] f32[3] --svg two.svg
echo "exit $?"
printf 'f32[2]\nf32[3]\n' | gather layout - --svg -
echo "exit $?"
printf '\n \t\nf32[2]\n\n' | gather layout - --svg one.svg
echo "exit $?"
gather layout - --svg none.svg </dev/null
echo "exit $?"
printf '\nf32[2\n' | gather layout - --svg wrong.svg
echo "exit $?"
ls -A
