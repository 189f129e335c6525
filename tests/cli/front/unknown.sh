# SPDX-License-Identifier: Apache-2.0
# What is no command, no option: exit 2, and what may have been meant.
gather
echo "exit $?"
for words in 'layuot f32[2]' 'lay f32[2]' 'xyzzy' 'layout --jsn f32[2]' 'layout --at' 'layout --json=yes f32[2]' 'layout -x f32[2]' \
    'layout' 'test' 'test --ony x' 'layout --at 1,a f32[2]' 'layout --cell 1,2 f32[2]' 'layout --at 9223372036854775808 f32[2]' 'layout --at 99999999999999999999 f32[2]' \
    'layout --svg - --json f32[2]' 'layout f32[2] --svg --json' 'take a.npy -o --quiet' 'layout --svg x.svg f32[2] f32[3]' \
    'layout --svg a.svg --svg=b.svg f32[2]' 'explain a.npy -i 1 --got=x --got y' 'convert a.npy -o b -ob' 'take a.npy -i 1 -i2' '--jsn' 'explain' 'explain a b'; do
    # shellcheck disable=SC2086
    gather $words
    echo "exit $?"
done
