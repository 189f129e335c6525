# SPDX-License-Identifier: Apache-2.0
#
# Completion of `gather` for bash: subcommands, options, names of tensors inside files. The command itself knows the
# words (gather --complete); this hands over what was typed, whole: bash parts words at ':' and '=', and replaces only
# what stands behind the last of these. Quotes and backslashes are taken off first, for names with blanks.

_gather() {
    local line=${COMP_LINE:0:COMP_POINT} words=() typed='' quote='' before candidate character k
    for ((k = 0; k < ${#line}; k++)); do
        character=${line:k:1}
        if [[ $character == "\\" && $quote != "'" ]]; then
            typed+=${line:$((++k)):1}
        elif [[ -n $quote && $character != "$quote" || -z $quote && $character != [\'\"[:blank:]] ]]; then
            typed+=$character
        elif [[ $character == [\'\"] ]]; then
            [[ -n $quote ]] && quote='' || quote=$character
        elif [[ -n $typed ]]; then
            words+=("$typed")
            typed=''
        fi
    done
    words+=("$typed")
    [[ -n $quote ]] || before=${typed%"${typed##*[:=]}"} # inside of quotes words are not parted
    COMPREPLY=()
    while IFS= read -r candidate; do
        candidate=${candidate#"$before"}
        [[ -n $quote ]] || printf -v candidate %q "$candidate"
        COMPREPLY+=("$candidate")
    done < <("${words[0]}" --complete "${words[@]:1}" 2>/dev/null)
    return 0
}
complete -o default -F _gather gather
