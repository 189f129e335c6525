# SPDX-License-Identifier: Apache-2.0
# A terminal gets text, and no bytes.
script -qec true /dev/null >/dev/null 2>&1 || { echo 'script(1) can make no terminal here' >&2; exit 77; }
on_terminal() {
    script -qec "gather take 'a.raw@u8[3,2]' -i 1 -o $1; echo \"exit \$?\"" /dev/null | tr -d '\r'
}
printf '\001\002\003\004\005\006' >a.raw
on_terminal -
on_terminal -@C
on_terminal -.npz
on_terminal -.txt
on_terminal -.json
