# SPDX-License-Identifier: Apache-2.0
# The example of a backend, numpy, passes what numpy does as its page says.
python3 -c 'import numpy.exceptions' 2>/dev/null || { echo 'no numpy' >&2; exit 77; }
gather test "$CASES/numpy.jsonl" --backend "$ROOT/examples/numpy_backend.py" --limit 60 \
    --only 'take_axis*' --only 'take_raise*' --only 'take_dtype_[iuf]*' --only 'along_axis*' --only 'getitem_*' 2>said
grep -c '^skipped, not answered: numpy getitem [0-9]*$' said
