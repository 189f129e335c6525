# SPDX-License-Identifier: Apache-2.0
# Formats that are known and not read are refused by name, with a way out: by what the bytes say, then by the name.
# Where a layout says what all bytes are they are read as that.
printf '\211HDF\r\n\032\n........' >weights
printf 'PAR1....PAR1' >table
printf '\034\000\000\000TFL3....' >lite
printf '\200\002\212\012\154\374\234\106\371\040\152\250\120\031.' >old
printf 'PK\003\004\024\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\020\000\000\000archive/data.pkl' >pytorch_model.bin
printf 'ARROW1\000\000....ARROW1' >feather
printf '\037\213\010\000....' >gzip
printf '\3757zXZ\000....' >xz
printf '\050\265\057\375....' >zstd
printf 'BZh91AY....' >bzip2
mkdir array && touch array/.zarray && mkdir group && touch group/zarr.json && mkdir empty.zarr
for name in weights table lite old pytorch_model.bin feather gzip xz zstd bzip2 array group empty.zarr; do
    gather ls $name
    echo "exit $?"
done
for name in a.pt a.pth a.ckpt a.h5 a.hdf5 a.keras a.parquet a.tflite a.feather a.csv a.npy.gz a.npz.xz; do
    echo x >$name
    gather take "$name" -i 0 2>&1 | cut -c 1-70
done
gather take 'a.pt@u8[2]' && gather take 'table@u8[4]'
echo PAR1 >a.raw
gather take 'a.raw@u8[4]' && echo 'its name says what it is'
printf '\037\213\010\000....' | gather ls -
printf '\037\213\010\000' >ids && gather take 'table@u8[4]' -i ids
# Under the name of a format that is read too, where the bytes are none of it.
printf 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n' >pointer
for end in npy npz safetensors gguf onnx xml pb; do
    cp pointer "it.$end"
    gather ls "it.$end"
done
gather ls pointer
mkdir model && cp pointer model/model.safetensors && gather ls model
cp gzip it.npy && gather ls it.npy
gather run it.onnx -i a=it.npy
gather convert weights -o a.npy
