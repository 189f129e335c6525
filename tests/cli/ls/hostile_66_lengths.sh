# SPDX-License-Identifier: Apache-2.0
# A length of the header that the file does not back: exit 3, with byte, rule and value.
try() {
    printf "$1" >a.safetensors
    gather ls a.safetensors
    echo "exit $?"
}
try ''
try '1234567'
try '\000\000\000\000\000\000\000\000{}'
try '\007\000\000\000\000\000\000\000{}'
try '\000\000\000\000\000\000\000\200{}'
try '\377\377\377\377\377\377\377\377{}'
