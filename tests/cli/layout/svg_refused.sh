# SPDX-License-Identifier: Apache-2.0
# A target that can't be written: exit 5, the target as it was, nothing left beside it.
echo old >old.svg
gather layout 'f32[2]' --svg none/new.svg
echo "exit $?"
gather layout 'f32[2]' --svg .
echo "exit $?"
gather layout 'f32[2]' --svg old.svg/new.svg
echo "exit $?"
gather layout 'f32[2' --svg old.svg
echo "exit $?"
gather layout 'f32[2]' --svg "$(printf '%0300d' 0)" 2>/dev/null
echo "exit $?"
cat old.svg
ls -A
