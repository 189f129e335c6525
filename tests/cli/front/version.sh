# SPDX-License-Identifier: Apache-2.0
# The version is that of the header.
version=$(sed -n 's/#define GATHER_VERSION_[MP][A-Z]* //p' "$ROOT/include/gather/version.h" | paste -sd .)
[ "$(gather --version | head -n 1)" = "gather $version" ] && echo same
