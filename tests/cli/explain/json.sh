# SPDX-License-Identifier: Apache-2.0
# One JSON object.
gather explain 'f32[2,3]' --to '{0,1:pad(3,5)=zero}' --json | sed 's/"kernel":"[^"]*"/"kernel":"K"/; s/"plan_bytes":[0-9]*/"plan_bytes":N/'
gather explain 's4[3,9]' --to '{1,0:T(2,4)E(4)}' --json | sed 's/"kernel":"[^"]*"/"kernel":"K"/; s/"plan_bytes":[0-9]*/"plan_bytes":N/'
