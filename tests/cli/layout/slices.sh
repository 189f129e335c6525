# SPDX-License-Identifier: Apache-2.0
# More than two dimensions: slices.
gather layout 'f32[2,2,3]' 'f32[1,3,4,4]NHWC'
