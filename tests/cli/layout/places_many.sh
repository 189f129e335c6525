# SPDX-License-Identifier: Apache-2.0
# Several layouts: each answer says which layout it is about; on stdin, complaints say the line.
gather layout 'f32[2,3]' 'f32[2,3]{0,1}' --at 1,2 --cell 1
printf 'f32[2,3]\n  \t \n\r\nf32[\nf32[4]\n' | gather layout - --cell 4
echo "exit $?"
printf '\nf32[2]\n' | gather layout - --at 1 --at 5 --at 1,1
