# SPDX-License-Identifier: Apache-2.0
# The front page, and the help of every subcommand.
gather --help
for command in bench convert explain layout ls test; do
    echo
    gather $command --help
done
