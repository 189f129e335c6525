# SPDX-License-Identifier: Apache-2.0
# Two outputs of a model into one file: the second would write over the first, so it is refused before anything runs.
. "$ROOT/tests/cli/run_model/onnx_models"
echo kept >out.npy
ln -s out.npy link.npy
mkdir folder
try() {
    gather run embed.onnx -i ids=input_0.pb "$@"
    echo "exit $?"
}
try -o sizes=out.npy -o same=out.npy
try -o sizes=new.npy -o same=./folder/../new.npy
try -o sizes=out.npy -o same=link.npy@F
try -o same=out.npy@F -o 'same=out.npy@{0,1}'
try -o all.npz -o sizes=all.npz
try -o sizes=new/ -o same=new
try -o sizes=- -o same=-.txt
try -o sizes=new.npy -o same=- --json
try -o sizes=-.txt
try -o sizes=-txt
gather run embed.onnx -i ids=none.npy -o same=- --json
cat out.npy
ls
echo '$ in a folder that another one makes'
try -o sizes=dd/ -o same=dd/sizes.npy
try -o same=./dd//x/y.npy -o sizes=dd/
try -o sizes=out.npy -o same=out.npy.npy
ls
