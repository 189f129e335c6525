# SPDX-License-Identifier: Apache-2.0
# Command lines that make no sense, and indices that are none.
for words in '' '-i 5 --to F' '--shape --to F' '--got x --to F' '-i x' '-i 1,,2' '-i 1,' '-i [1' '-i 1]' '-i [1]]' '-i 5 -i 6' '-i 1:2:0' '-i 0:' '-i 99999999999999999999' '-i 1,-99999999999999999999,5' '-i [1,0:9223372036854775808]' '-i 0:-9:-99999999999999999999' \
    '-i 18446744073709551615,-1' '-i -9223372036854775809' '-i none.npy' '-i'; do
    # shellcheck disable=SC2086
    gather explain 'f32[4,3]' $words
    echo "exit $?"
done
printf '5 x' | gather explain 'f32[4,3]' -i -
echo "exit $?"
printf '5\0006' | gather explain 'f32[4,3]' -i -
echo "exit $?"
gather explain 'f32[4,3' -i 5
echo "exit $?"
gather explain none.npy -i 5
echo "exit $?"
gather explain 'f32[4,3]' -i -9223372036854775808,9223372036854775807 | head -n 5
echo '0 5' >indices.csv
gather explain 'f32[4,3]' -i indices.csv
echo "exit $?"
gather explain 'f32[4,3]' -i - <indices.csv | head -n 1
tr '\0' , </dev/zero | gather explain 'f32[4]' -i -
echo "exit $?"
gather explain 'f32[4,3]' -i 9223372036854775807 | head -n 1
gather explain 'i32[9223372036854775807]' -i 0
echo "exit $?"
