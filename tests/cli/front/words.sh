# SPDX-License-Identifier: Apache-2.0
# Every way to write an option; "--" ends them.
gather layout --at 1,2 'f32[2,3]'
gather layout --at=1,2 'f32[2,3]'
gather layout 'f32[2,3]' --at 1,2 --at 0,0
gather layout --at=-1,0 -- 'f32[2,3]'
echo "exit $?"
gather layout -- --at
echo "exit $?"
gather layout -h | head -n 1
gather -h | head -n 1
