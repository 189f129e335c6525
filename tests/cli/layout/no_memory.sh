# SPDX-License-Identifier: Apache-2.0
# Without memory, wherever it runs out: exit 5 and the reason, never a drawing that lacks something unsaid.
if ! strace -o trace -e trace=brk true 2>/dev/null || grep -qe __asan_init -e 'by an emulator' "$(command -v gather)"; then
    echo 'strace can not run here, or memory is that of a sanitizer or an emulator' >&2
    exit 77
fi
# What the loader maps is left alone.
strace -o trace -e trace=mmap gather --version >/dev/null
mapped=$(($(grep -c '^mmap' trace) + 1))
for way in '--at 0,0,0' '--svg new.svg' '--svg -' ''; do
    # shellcheck disable=SC2086
    gather layout 'f32[40,40,2]' $way >whole
    refused=0
    for call in 2 3 4 5 6; do
        # shellcheck disable=SC2086
        strace -o /dev/null -e trace=brk,mmap -e inject=brk:retval=0:when=$call+ -e inject=mmap:error=ENOMEM:when=$mapped+ \
            gather layout 'f32[40,40,2]' $way >got 2>said
        code=$?
        case $code in
        0) cmp whole got ;;
        5)
            grep -q 'out of memory' said || { echo "unsaid at $call:"; cat said; }
            refused=$((refused + 1))
            ;;
        *) echo "exit $code at $call" ;;
        esac
    done
    [ $refused -gt 0 ] && echo "refused: $way"
done
