# SPDX-License-Identifier: Apache-2.0
# Texts from stdin, one a line; blank lines are none, a wrong one does not stop the others.
printf 'f32[2,3]\n\nf32[2\r\nf32[1]:(1)' | gather layout - --cell 0
echo "exit $?"
gather layout - <"$ROOT"
