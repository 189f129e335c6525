# SPDX-License-Identifier: Apache-2.0
# A line that is no case: exit 3, with its number; what came before it counts.
head='{"name":"x","source":"s","dialect":"xla","op":"rank","attrs":{"text":"f32[]"}'
try() {
    { echo '# a remark'; printf '%s,"expect":{"value":0}}\n' "$head"; printf '%s\n' "$1"; } >cases.jsonl
    gather test cases.jsonl
    echo "exit $?"
}
tail=',"expect":{"value":0}}'
try '{"name":"y"'
try '[1,2]'
try '7'
try "$head$tail"
try '{"name":"Y","source":"s","dialect":"xla","op":"rank"'"$tail"
try '{"name":"","source":"s","dialect":"xla","op":"rank"'"$tail"
try '{"name":"y","dialect":"xla","op":"rank"'"$tail"
try '{"name":"y","source":"s","dialect":1,"op":"rank"'"$tail"
try '{"name":"y","source":"s","dialect":"xla","op":"rank","attrs":[]'"$tail"
try '{"name":"y","source":"s","dialect":"xla","op":"rank","atrs":{}'"$tail"
try '{"name":"y","source":"s","dialect":"xla","op":"rank","infer":1'"$tail"
try '{"name":"y","source":"s","dialect":"xla","op":"rank","version":[]'"$tail"
try '{"name":"y","source":"s","dialect":"xla","op":"rank"}'
try '{"name":"y","source":"s","dialect":"xla","op":"rank","expect":{}}'
try '{"name":"y","source":"s","dialect":"xla","op":"rank","expect":{"value":1,"unspecified":true}}'
try '{"name":"y","source":"s","dialect":"xla","op":"rank","expect":{"unspecified":false}}'
try '{"name":"y","source":"s","dialect":"xla","op":"rank","expect":{"outputs":1}}'
try '{"name":"y","source":"s","dialect":"xla","op":"rank","expect":{"error":{"code":"OOPS"}}}'
try '{"name":"y","source":"s","dialect":"xla","op":"rank","expect":{"error":{"code":"OK"}}}'
try '{"name":"y","source":"s","dialect":"xla","op":"rank","expect":{"error":{"code":"RANK","oparand":"x"}}}'
try '{"name":"y","source":"s","dialect":"xla","op":"rank","expect":{"error":{"at":1}}}'
head='{"name":"y","source":"s","dialect":"xla","op":"copy","inputs":[{"name":"operand","dtype":"u8","shape":[2]'
tail=']}],"expect":{"outputs":[{"dtype":"u8","shape":[2],"values":[1,2]}]}}'
try_tensor() {
    printf '%s\n' "$head,$1$tail" >cases.jsonl
    gather test cases.jsonl
    echo "exit $?"
}
try_tensor '"values":[1,2,3'
try_tensor '"values":[1,-2'
try_tensor '"values":[1,2],"storage":[1,2'
try_tensor '"storage":[1,2'
try_tensor '"layout":"{0}","storage":[1,2,3'
try_tensor '"value":[1,2'
