# SPDX-License-Identifier: Apache-2.0
# --partial leaves out members whose type nobody says, where they are not named; --view says it.
printf 'abcdef' >a.raw
gather convert 'a.raw@f8e5m2[6]' -o a.npy # without a name of its own in an .npy
gather convert 'a.raw@u8[6]' -o b.npy
mkdir both && mv a.npy b.npy both
gather convert both -o both.npz
gather convert both -o both.npz --partial && gather ls both.npz
gather take both -o both.safetensors --partial --view f8e5m2 && gather ls both.safetensors
gather take both 'a*' --partial -s 0:2
