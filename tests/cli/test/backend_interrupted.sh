# SPDX-License-Identifier: Apache-2.0
# A signal that ends the command ends the foreign program too, and what that has started.
exec 2>/dev/null # what this shell says of the signal
echo '{"name":"a","source":"s","dialect":"xla","op":"rank","attrs":{"text":"f32[2]"},"expect":{"value":1}}' >some.jsonl
cat >program <<'END'
#!/bin/sh
(sleep 2; echo 'it still runs' >late) &
echo started >started
read -r line
wait
END
chmod +x program
gather test --limit 600 --backend ./program some.jsonl >said &
command=$!
while [ ! -s started ]; do sleep 0.1; done
kill -TERM "$command"
wait "$command"
echo "exit $?"
sleep 2.5
cat late said
ls
