# SPDX-License-Identifier: Apache-2.0
# Layouts that do not go together, or are none: exit 3.
for words in 'f32[2,3] --to f32[3,2]' 'f32[2,3] --to s32[2,3]' 'f32[2,3] --to :(0,1)' 'f32[2,3] --to {0,0}' 'f32[2,3] --to f32[2,' \
    'f32[2,3 --to C' 'f32[2,3] --to x'; do
    # shellcheck disable=SC2086
    gather explain $words
    echo "exit $?"
done
