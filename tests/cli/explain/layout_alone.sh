# SPDX-License-Identifier: Apache-2.0
# Options about a file are refused where the data are a layout alone.
for words in '--tensor x' '--layout f32[4]' '--view u8'; do
    # shellcheck disable=SC2086
    gather explain 'f32[4]' -i 0 $words
    echo "exit $?"
    # shellcheck disable=SC2086
    gather explain 'f32[4]' --to C $words
    echo "exit $?"
done
for words in '--axis 0' '--plan' '--svg a.svg'; do
    # shellcheck disable=SC2086
    gather explain 'f32[4]' --to C $words
    echo "exit $?"
done
