# SPDX-License-Identifier: Apache-2.0
# One object with a schema, whatever was asked and whatever went wrong.
gather layout --json 'f32[2,3]{0,1:pad(3,5)=zero}' 'f32[3,5]{1,0:T(2,2)}' --at 1,2 --cell 2 --at 9,9
echo "exit $?"
gather layout --json 'f32[2' "$(printf 'f32[\033\342\200\256"\134')"
