# SPDX-License-Identifier: Apache-2.0
# A name of kernels that none has is no error, and said where one looks.
GATHER_CPU=abacus gather --version | sed -n 's/^kernels: [a-z0-9]*//p'
GATHER_CPU=scalar gather --version | sed -n 's/^kernels: //p'
GATHER_CPU='' gather --version | sed -n 's/^kernels: [a-z0-9]*/any/p'
