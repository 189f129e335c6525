# SPDX-License-Identifier: Apache-2.0
# Of many dimensions fewer elements are shown at each end, so that a page stays one.
printf '\007' >a.raw
gather take 'a.raw@u8[7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7]:(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0)' >page
head -n 1 page
[ "$(wc -l <page)" -lt 70000 ] && echo short
gather take 'a.raw@u8[7,7,7,7]:(0,0,0,0)' | grep -o 7 | wc -l
