# SPDX-License-Identifier: Apache-2.0
# A line for every case that fails, with the difference; the summary last; exit 1.
cp "$ROOT/tests/cli/test/some_cases.jsonl" some.jsonl
gather test some.jsonl
