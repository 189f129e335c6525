# SPDX-License-Identifier: Apache-2.0
# Hostile 70: 10 MB of brackets, in every spelling's place for one: an error, in no time.
for head in '' 'f32[' 'f32[2]{' 'f32[2]{0:T' 'f32' 'f32[2]:' 'memref<' 'f32(2):' 'FLOAT32 sizes=' 'f32[2]{0:T(2)'; do
    for bracket in '[' '(' '{' '<' '(1)' '/*'; do
        { printf '%s' "$head"; yes "$bracket" | tr -d '\n' | head -c 10000000; } | timeout 20 gather layout - 2>said
        code=$?
        if [ $code -ne 3 ] || [ "$(wc -c <said)" -ge 400 ]; then
            echo "exit $code: '$head' '$bracket'"
            head -c 400 said
        fi
    done
done
yes '[' | tr -d '\n' | head -c 20000000 | gather layout -
echo "exit $?"
