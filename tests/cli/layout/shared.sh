# SPDX-License-Identifier: Apache-2.0
# A cell that several elements share: one is named, and how many there are beside it.
gather layout 'f32[2,3]:(0,1)' --cell 1 --at 1,1
gather layout 'f32[3,2]:(1,1)' --cell 0 --cell 1 --cell 3
gather layout 'f32[1000]:(0)' --cell 0
gather layout 'f32[65536]:(0)' --cell 0
gather layout 'f32[65537]:(0)' --cell 0
gather layout 'f32[100000]:(2)' --cell 4
gather layout 'f32[2,3]:(5,1)' --cell 3
gather layout --json 'f32[2,3]:(0,1)' --cell 1 | grep -o '"places".*'
gather layout --json 'f32[65537]:(0)' --cell 0 | grep -o '"places".*'
gather layout --json 'f32[2,3]:(5,1)' --cell 0 --cell 3 | grep -o '"places".*'
