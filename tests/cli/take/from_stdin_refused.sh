# SPDX-License-Identifier: Apache-2.0
# What can't be read through stdin, and why.
printf 'abcdef' >a.raw
gather convert 'a.raw@u8[3,2]' -o a.npy
gather take - -i 0 </dev/null
gather take - -i 0 <.
gather take - -i 0 <&-
gather take - -i 0 0>closed
printf 'abc' | gather take - -i 0
printf 'abc' | gather take '-@f32[1]' -i 0
printf 'abc' | gather take -.npy -i 0
cat a.npy | TMPDIR=/nowhere gather take - -i 0
echo '--- named twice, before anything is read' >&2
gather take - -i - <a.npy
gather diff - -.npy <a.npy
gather explain a.npy -i - --got - <a.npy
gather run m.onnx -i a=- -i b=-.npy <a.npy
echo '--- no stdin' >&2
gather take a.npy -i -.5 <a.npy
gather take -.foo -i 0 <a.npy
mkfifo pipe
timeout 5 gather take pipe -i 0
gather run - <a.npy
gather convert a.npy -o -.npz | gather take a.npy -i -
gather take -x -i 0 <a.npy
gather take -. -i 0 <a.npy
gather take -./a.npy -i 0 <a.npy
ls -A
