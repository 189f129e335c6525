# SPDX-License-Identifier: Apache-2.0
# bash's function, asked as bash asks it: words are parted at ':' and '=' there, and only the last part is replaced.
command -v bash >/dev/null || { echo 'no bash' >&2; exit 77; }
header='{"h.0.w":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"a:b":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}}'
printf "$(printf '\\%03o' ${#header})\000\000\000\000\000\000\000%s1234" "$header" >m.safetensors
cat >asked.bash <<'BASH'
. "$ROOT/completions/gather.bash"
ask() {
    COMP_LINE=$1 COMP_POINT=${2-${#1}} COMPREPLY=(before)
    _gather
    echo "$1 ->$(printf ' %s' "${COMPREPLY[@]}")"
}
ask 'gather '
ask 'gather ta'
ask 'gather take --ax'
ask 'gather take m.safetensors:'
ask 'gather take m.safetensors:h.'
ask 'gather take m.safetensors:a:'
ask 'gather take m.safetensors h'
ask 'gather take m.safetensors:h.0.w --dialect=o'
ask 'gather take m.safetensors:h.0.w --dialect o'
ask 'gather tak m.safetensors' 10
ask 'gather take nothing.npz:'
cp m.safetensors 'm y.safetensors'
ask 'gather take m\ y.safetensors:h'
ask 'gather take m\ y.safetensors h'
ask "gather take 'm y.safetensors' h"
ask "gather take 'm y.safetensors:h"
ask 'gather take "m y.safetensors" --mode cl'
ask 'gather take  m.safetensors  '
complete -p gather
BASH
bash asked.bash | sed 's/ bench.* test/ (all subcommands)/'
