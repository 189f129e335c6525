# SPDX-License-Identifier: Apache-2.0
# A spelling that has no word for the end of the buffer describes fewer bytes: it says so.
for text in 'FLOAT32 sizes={2,3} total=32' 'f32[2,3]{1,0:pad(4,3)}' 'f32[2,3]{1,0:pad(2,5)}' 'f32[3]'; do
    gather layout "$text" | sed -n '/^  logical/,$p'
done
gather layout --json 'FLOAT32 sizes={2,3} total=32' | grep -o '"spellings".*'
