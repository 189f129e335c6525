# SPDX-License-Identifier: Apache-2.0
# One operator of each kind, by the names of its own world.
printf '\001\002\003\004\005\006\007\010\011\012\013\014' >a.raw
printf '\001\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000' >i.raw
run() {
    echo "\$ $*"
    gather run "$@"
}
data='a.raw@u8[4,3]'
run --op take -a axis=0 "$data" 'i.raw@s64[2]'
run --op take "$data" 'i.raw@s64[2]'
run --op take -a axis=1 -a mode=wrap "$data" 'i.raw@s64[1,2]'
run --op take_along_axis -a axis=1 "$data" 'i.raw@s8[4,4]'
run --op getitem "$data" 'i.raw@s64[2]'
run --op Gather --dialect onnx@13 -a axis=1 "$data" 'i.raw@s32[4]'
run --op GatherElements --dialect onnx -a axis=0 "$data" 'i.raw@s64[1,2]'
run --op GatherND --dialect onnx@12 -a batch_dims=0 "$data" 'i.raw@s64[1,2]'
run --op Gather --dialect openvino@8 -a axis=1 -a batch_dims=0 "$data" 'i.raw@s64[2]'
run --op GATHER --dialect directml@6.4 -a Axis=0 -a IndexDimensions=1 "$data" 'i.raw@u32[1,4]'
run --op gather --dialect webnn -a axis=1 "$data" 'i.raw@s64[2]'
run --op gather --dialect xla -a offset_dims=1 -a offset_dims=[1] "$data" 'i.raw@s64[2]'
run --op gather --dialect xla -a slice_sizes=2,3 -a offset_dims=1,2 -a collapsed_slice_dims=[] -a start_index_map=[0] \
    -a index_vector_dim=1 -a indices_are_sorted=false "$data" 'i.raw@s64[2]'
run --op dynamic_slice --dialect xla -a "slice_sizes=[2,2]" "$data" 'i.raw@s64[2]'
run --op copy --dialect xla "$data"
run --op index_select --dialect torch -a dim=0 "$data" 'i.raw@s64[2]'
run --op gather --dialect torch -a dim=0 -a sparse_grad=true "$data" 'i.raw@s64[1,2]'
run --op take_along_dim --dialect torch -a dim=null "$data" 'i.raw@s64[2]'
run --op embedding --dialect torch -a padding_idx=-1 -a norm_type=2.0 'i.raw@s64[2]' 'a.raw@f16[3,2]'
