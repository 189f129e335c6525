# SPDX-License-Identifier: Apache-2.0
# A signal while a file is written: the command ends by it, the file is the old one or the whole new one, nothing is left
# beside it. The leak checker of a sanitized build can't work beside strace.
ASAN_OPTIONS=detect_leaks=0
export ASAN_OPTIONS
if ! strace -o trace -e trace=fsync true 2>/dev/null; then
    echo 'strace can not run here' >&2
    exit 77
fi
rm -f trace
echo old >old.svg
for signal in INT TERM HUP; do
    for call in write fsync; do
        strace -o /dev/null -e trace=$call -e inject=$call:signal=$signal:when=1 gather layout 'f32[3]' --svg old.svg 2>/dev/null
        echo "$signal at $call: exit $?"
        head -c 4 old.svg | head -n 1
        [ "$(cat old.svg)" = old ] || tail -n 1 old.svg
        ls -A
        echo old >old.svg
    done
done
(
    trap '' TERM
    strace -o /dev/null -e trace=fsync -e inject=fsync:signal=TERM:when=1 gather layout 'f32[3]' --svg new.svg
    echo "ignored: exit $?"
)
ls -A
