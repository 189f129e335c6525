# SPDX-License-Identifier: Apache-2.0
# The same of what ports of an IR declare, of which runtimes take no notice.
for sizes in '' '4 3' '-1 3' '4'; do
    # shellcheck disable=SC2086
    sh "$ROOT/tests/cli/check/support/ir.sh" hidden $sizes
    echo "$sizes:"
    gather check model.xml
    echo "exit $?"
done
sh "$ROOT/tests/cli/check/support/ir.sh" parts
sed "s|<port id='2'/></output>|<port id='2' precision='FP32'><dim>4</dim></port></output>|" model.xml >sizes.xml
sed "s|<port id='2'/></output>|<port id='2' precision='I32'><dim>1</dim><dim>3</dim></port></output>|" model.xml >types.xml
cp model.bin sizes.bin
cp model.bin types.bin
gather check sizes.xml
echo "exit $?"
gather check types.xml
echo "exit $?"
