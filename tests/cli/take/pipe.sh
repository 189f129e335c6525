# SPDX-License-Identifier: Apache-2.0
# Who reads the output and goes is not complained of.
truncate -s 1M a.raw
gather take 'a.raw@u8[1048576]' --json | head -c 40
echo
gather ls a.raw | true
gather take --help | head -n 1
