# SPDX-License-Identifier: Apache-2.0
# An index or a cell that is none: exit 4; one of another rank: exit 3.
for question in '--at 2,0' '--at 0,-1' '--at 9223372036854775807,0' '--cell 6' '--cell -1' '--at 1' '--at 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0'; do
    # shellcheck disable=SC2086
    gather layout 'f32[2,3]' $question
    echo "exit $?"
done
gather layout 'f32[2,3]' --at 5,5 --at 1,1
gather layout 'f32[3,5]{0,1:T(2,2)}' --cell 23 --cell 24
gather layout 'f32[2]' --cell 9 --json | tail -c 200
gather layout 'f32[2]' --cell 9223372036854775808
gather layout 'f32[2]' --at 9223372036854775808
gather layout 'f32[1000000,1000,1000]:(-5,13,7)+4999995' --cell 123456
echo "exit $?"
