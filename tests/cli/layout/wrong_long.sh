# SPDX-License-Identifier: Apache-2.0
# A long text is cut around the caret; the caret stands where the byte is.
ones=$(printf '1,%.0s' 1 2 3 4 5 6 7 8 9 10 11 12)
gather layout "f32[$ones$ones]"
gather layout "$(printf 'f32[2,3] /* %060d */ {0,1:T(2,2)Q /* %060d */}' 7 7)"
gather layout "$(printf 'f32[2,3] /* a\303\244\344\270\255\tb */ Q')"
