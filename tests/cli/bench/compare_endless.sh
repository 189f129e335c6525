# SPDX-License-Identifier: Apache-2.0
# A file of results is read up to a length that none has.
gather bench --rows 2.1 --scale small --compare /dev/zero
gather bench --rows 2.1 --scale small --peers /dev/zero --svg a.svg
