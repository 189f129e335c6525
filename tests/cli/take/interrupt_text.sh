# SPDX-License-Identifier: Apache-2.0
# A signal ends it also where elements become text, which takes longer than to read them.
printf '\007' >a.raw
echo old >b.txt
for output in b.txt b.json; do
    timeout --preserve-status -s INT 1 gather take 'a.raw@u8[200000000]:(0)' -o $output
    echo "exit $?"
done
cat b.txt
ls -A
