# SPDX-License-Identifier: Apache-2.0
# Lines from a stranger: refused in bounded time and memory, with the line.
try() {
    printf '%s: ' "$1"
    timeout 20 gather test cases.jsonl
    echo "exit $?"
}
{ echo; yes '[' | tr -d '\n' | head -c 1000000; } >cases.jsonl
try 'deep nesting'
yes '[1,' | tr -d '\n' | head -c 10000000 >cases.jsonl
try '10 MB in a line'
{ printf '{"name":"'; yes x | tr -d '\n' | head -c 10000000; printf '"}\n'; } >cases.jsonl
try 'a name of 10 MB'
head -c 3000000 /dev/zero >cases.jsonl
try 'zeros without an end of line'
printf '{"name":"a\000b"}\n' >cases.jsonl
try 'NUL'
printf '{"name":"a\\u0000b"}\n' >cases.jsonl
try 'NUL, escaped'
printf '{"name":"\377"}\n' >cases.jsonl
try 'invalid UTF-8'
printf '{"name":"\\ud800"}\n' >cases.jsonl
try 'half a surrogate'
printf '{"name":"a","name":"b"}\n' >cases.jsonl
try 'a key twice'
printf '{"name":"a","attrs":{"dim":9223372036854775808}}\n' >cases.jsonl
try 'an integer beyond 64 bits'
printf '{"name":"a","attrs":{"dim":1e400}}\n' >cases.jsonl
try 'a number beyond all bounds'
printf '\357\273\277{}\n' >cases.jsonl
try 'a byte order mark'
: >cases.jsonl
try 'nothing'
printf '{"name":"a","source":"s","dialect":"\033[31m","op":"\342\200\256","attrs":{"\033":1},"expect":{"value":"\033[31m"}}\n' >cases.jsonl
try 'controls'
printf '{"name":"a","source":"s","dialect":"\\u001b[31m","op":"\342\200\256","expect":{"value":"\\u001b[31m"}}\n' >cases.jsonl
try 'controls, escaped'
printf '{"name":"a","source":"s","dialect":"layout","op":"translate","attrs":{"text":"f32[2]","to":"xla"},"expect":{"value":"\\u001b[31m\342\200\256"}}\n' >cases.jsonl
try 'controls in a difference'
{ printf '{"name":"a","source":"s","dialect":"layout","op":"describe","attrs":{"text":"f32[2]"},"expect":{"value":['; yes 1, | tr -d '\n' | head -c 900000; printf '1]}}\n'; } >cases.jsonl
try 'a long expectation'
