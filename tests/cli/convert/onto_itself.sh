# SPDX-License-Identifier: Apache-2.0
# The input may be the output: it is read to its end before it is replaced.
printf '\001\002\003\004\005\006' >a.raw
gather convert 'a.raw@u8[2,3]' -o a.raw@F && od -An -tu1 a.raw
gather convert 'a.raw@u8[2,3]F' -o a.raw@C && od -An -tu1 a.raw
