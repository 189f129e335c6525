# SPDX-License-Identifier: Apache-2.0
# Files that are no .npy: exit 3, the byte where it went wrong, and what was expected there.
header() {
    printf '\223NUMPY\001\000\166\000%-117s\n' "$1"
}
try() {
    gather convert a.npy -o b.raw
    echo "exit $?"
}
printf '' >a.npy && try
printf 'PK\003\004' >a.npy && try
printf '\223NUMPY\004\000' >a.npy && try
printf '\223NUMPY\002\000\360\377\377\377{}' >a.npy && try
header "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }" >a.npy && try
{ header "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }" && printf '12345678'; } >a.npy && try
header "{'descr': '|O', 'fortran_order': False, 'shape': (0,), }" >a.npy && try
header "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (0,), }" >a.npy && try
header "{'descr': '<M8[ns]', 'fortran_order': False, 'shape': (0,), }" >a.npy && try
header "{'descr': '<U5', 'fortran_order': False, 'shape': (0,), }" >a.npy && try
header "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }" >a.npy && try
header "{'descr': '<f4', 'fortran_order': False, 'shape': (5l,), }" >a.npy && try
header "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }" >a.npy && try
header "{'descr': '<f4', 'fortran_order': False, 'shape': (0,), 'descr': '<f4'}" >a.npy && try
header "import os" >a.npy && try
ls -A
