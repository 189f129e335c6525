# SPDX-License-Identifier: Apache-2.0
# Blocks have no name in other formats: their bytes are written, and that is said.
header='{"w":{"dtype":"F6_E2M3","shape":[3,4],"data_offsets":[0,9]},"x":{"dtype":"F6_E3M2","shape":[4],"data_offsets":[9,12]}}'
printf "$(printf '\\%03o' ${#header})\000\000\000\000\000\000\000%s123456789abc" "$header" >m.safetensors
gather convert m.safetensors -o m.npz && gather take m.npz w
gather convert m.safetensors:x -o x.npy && gather take x.npy
