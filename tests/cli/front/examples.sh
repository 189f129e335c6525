# SPDX-License-Identifier: Apache-2.0
# The examples of the help are true: each runs, and what stands behind it is what it prints.
gather layout --help >help
sed -n '/^examples:/,$p' help | grep '^  gather' >examples
wc -l <examples
while read -r example; do
    promised=$(printf '%s\n' "$example" | sed -n 's/^.*  \(cell .*\)$/\1/p')
    printf '%s\n' "$example" | sed 's/  *cell .*$//' >script
    sh ./script >got || echo "failed: $example"
    [ -z "$promised" ] || [ "$promised" = "$(cat got)" ] || echo "untrue: $example"
done <examples
ls -- *.svg

cd "$ROOT" || exit
gather test --help | sed -n '/^examples:/,$p' | grep '^  gather' | sed "s,results.xml,$OLDPWD/results.xml," >"$OLDPWD/examples"
wc -l <"$OLDPWD/examples"
while read -r example; do
    printf '%s\n' "$example" | sh >"$OLDPWD/got" 2>"$OLDPWD/talk" || echo "failed: $example"
    grep -c '^[1-9][0-9]* passed, 0 failed' "$OLDPWD/got"
done <"$OLDPWD/examples"
