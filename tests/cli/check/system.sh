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
mkdir folder
ln -s folder way
gather check way/missing.npy --no-links
echo "exit $?"
gather check folder/missing.npy --no-links
echo "exit $?"
gather check pipe.npy/missing.npy --no-links
echo "exit $?"
