# SPDX-License-Identifier: Apache-2.0
#
# Completion of `gather` for bash: subcommands, options, names of tensors inside files. The command itself knows the
# words (gather --complete); this hands over what was typed, whole: bash parts words at ':' and '=', and replaces only
# what stands behind the last of these.

_gather() {
    local line=${COMP_LINE:0:COMP_POINT} words typed before candidate
    read -ra words <<<"$line"
    [[ $line == *[[:blank:]] ]] && words+=('')
    typed=${words[${#words[@]} - 1]}
    before=${typed%"${typed##*[:=]}"}
    COMPREPLY=()
    while IFS= read -r candidate; do
        COMPREPLY+=("${candidate#"$before"}")
    done < <("${words[0]}" --complete "${words[@]:1}" 2>/dev/null)
    return 0
}
complete -o default -F _gather gather
