# SPDX-License-Identifier: Apache-2.0
# The picture of the document on XLA's layouts: a d 0 b e 0 c f 0 0 0 0 0 0 0, which is
# a b c 0 0 / d e f 0 0 / 0 0 0 0 0.
gather layout 'f32[2,3]{0,1:pad(3,5)=zero}'
