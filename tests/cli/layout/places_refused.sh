# SPDX-License-Identifier: Apache-2.0
# An index or a cell that is none: exit 4; one of another rank: exit 3.
for question in '--at 2,0' '--at 0,-1' '--at 9223372036854775807,0' '--cell 6' '--cell -1' '--at 1' '--at 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0'; do
    # shellcheck disable=SC2086
    gather layout 'f32[2,3]' $question
    echo "exit $?"
done
gather layout 'f32[2,3]' --at 5,5 --at 1,1
