# SPDX-License-Identifier: Apache-2.0
# What the system refuses: exit code 5, and no half of a JSON object.
mkfifo pipe.npy
gather check missing.npy
echo "exit $?"
gather check pipe.npy --json
echo "exit $?"
ln -s missing.npy link.npy
gather check link.npy --no-links
echo "exit $?"
