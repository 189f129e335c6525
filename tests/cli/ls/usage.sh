# SPDX-License-Identifier: Apache-2.0
# What the command line has to say.
gather ls
gather ls a b c
gather ls none.safetensors
gather ls --nope x
gather --version | sed 1d | tr ' ' '\n' | grep -x -e npy -e npz -e safetensors -e raw
