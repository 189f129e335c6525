# SPDX-License-Identifier: Apache-2.0
# On a terminal: lines and dots if the locale is UTF-8, colours unless NO_COLOR or a terminal that has none.
on_terminal() {
    script -qec "gather layout 'f32[2,3]{0,1:pad(3,5)=zero}'" /dev/null | tr -d '\r' | head -n 16
}
script -qec true /dev/null >/dev/null 2>&1 || { echo 'script(1) can make no terminal here' >&2; exit 77; }
TERM=xterm
export TERM
LC_ALL=C.UTF-8 NO_COLOR=1 on_terminal
LC_ALL=C.UTF-8 on_terminal | head -n 7 | cat -v
LC_ALL=C NO_COLOR=1 on_terminal | head -n 7
LC_ALL=C TERM=dumb on_terminal | head -n 7 | cat -v
