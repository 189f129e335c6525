# SPDX-License-Identifier: Apache-2.0
# A folder that fails in its middle is not there, nor anything of it.
header='{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"F4","shape":[4],"data_offsets":[2,4]},"c":{"dtype":"U8","shape":[2],"data_offsets":[4,6]}}'
printf "$(printf '\\%03o' ${#header})\000\000\000\000\000\000\000%s123456" "$header" >m.safetensors
gather convert m.safetensors -o out/
echo "exit $?"
ls -A
