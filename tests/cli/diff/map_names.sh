# SPDX-License-Identifier: Apache-2.0
# Names are those of files, also of files of one tensor: --map with one tensor of a file is refused. A map that is about
# nothing is told.
printf 'abcd' >a.raw
gather convert 'a.raw@u8[4]' -o a.npy
gather convert a.npy -o old/ && mv old/tensor.npy old/w.npy && gather convert old -o old.safetensors
gather convert a.npy -o new/ && mv new/tensor.npy new/m.w.npy && gather convert new -o new.safetensors
try() {
    gather diff "$@"
    echo "exit $?"
}
try old.safetensors new.safetensors
try old.safetensors new.safetensors --map '*=m.*'
try old.safetensors new.safetensors --map 'x=m.w' --map 'v*=*'
try old.safetensors new.safetensors:m.w --map 'w=m.w'
try old.safetensors:w new.safetensors --map 'w=m.w'
try 'a.raw@u8[4]' a.npy --map 'w=m.w'
try none.npy a.npy --map w
