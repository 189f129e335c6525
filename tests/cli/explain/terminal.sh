# SPDX-License-Identifier: Apache-2.0
# Colour on a terminal, unless NO_COLOR is set or the terminal is dumb; the words say the same.
script -qec true /dev/null >/dev/null 2>&1 || { echo 'script(1) can make no terminal here' >&2; exit 77; }
on_terminal() {
    env "$@" script -qec "gather explain 'f32[4,3]' -i 0,5,-1 --dialect onnx" /dev/null </dev/null | tr -d '\r' | head -n 5 | cat -v
}
on_terminal TERM=xterm
on_terminal TERM=xterm NO_COLOR=1
on_terminal TERM=dumb
