# SPDX-License-Identifier: Apache-2.0
# No help is wider than 80 columns, and none is empty: every subcommand that the front page names.
gather --help >front
awk 'length > 80' front
sed -n '/^commands:/,/^$/p' front | sed -n 's/^  \([a-z]*\) .*/\1/p' >commands
[ "$(wc -l <commands)" -ge 8 ] || echo 'too few'
while read -r command; do
    gather "$command" --help >help || echo "$command: exit $?"
    [ "$(wc -l <help)" -ge 10 ] || echo "$command: too short"
    awk -v command="$command" 'length > 80 { print command ": " $0 }' help
done <commands
