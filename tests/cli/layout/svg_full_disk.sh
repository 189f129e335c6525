# SPDX-License-Identifier: Apache-2.0
# Full disks: a device is written as it comes; a file as large as allowed leaves the old one.
gather layout 'f32[2]' --svg /dev/full
echo "exit $?"
[ -c /dev/full ] && echo 'still a device'
echo old >old.svg
(
    ulimit -f 1
    gather layout 'f32[30,30]' --svg old.svg
    echo "exit $?"
    gather layout 'f32[30,30]' --svg - >large.svg
    echo "exit $?"
)
cat old.svg
ls -A
