# SPDX-License-Identifier: Apache-2.0
# A whole file; one that is cut in its header, in its data, or goes on behind them.
printf '0123456789ab' >a.raw && gather convert 'a.raw@u8[4,3]' -o a.npy
gather check a.npy
head -c 100 a.npy >header.npy && gather check header.npy
echo "exit $?"
head -c 135 a.npy >data.npy && gather check data.npy
echo "exit $?"
{ cat a.npy; echo; } >behind.npy && gather check behind.npy
echo "exit $?"
: >empty.npy && gather check empty.npy
echo "exit $?"
