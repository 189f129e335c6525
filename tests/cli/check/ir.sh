# SPDX-License-Identifier: Apache-2.0
# Constants of an IR, each by itself.
cat >a.xml <<'END'
<net name="n" version="11"><layers>
<layer id="0" name="good" type="Const" version="opset1"><data element_type="u8" shape="4" offset="0" size="4"/><output><port id="0"/></output></layer>
<layer id="1" name="far" type="Const" version="opset1"><data element_type="u8" shape="4" offset="9" size="4"/><output><port id="0"/></output></layer>
<layer id="2" name="odd" type="Const" version="opset1"><data element_type="z8" shape="4" offset="0" size="4"/><output><port id="0"/></output></layer>
</layers><edges/></net>
END
printf 'abcdefgh' >a.bin
gather check a.xml
echo "exit $?"
