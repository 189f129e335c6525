# SPDX-License-Identifier: Apache-2.0
# A foreign program is judged by the cases: a line in, a line out. What hangs, dies or says too much fails its case,
# and is started again.
cat >some.jsonl <<'END'
{"name":"a","source":"s","dialect":"numpy","op":"take","inputs":[{"dtype":"u8","shape":[2],"values":[7,8]},{"dtype":"i8","shape":[1],"values":[1]}],"expect":{"outputs":[{"dtype":"u8","shape":[1],"values":[8]}]}}
{"name":"b","source":"s","dialect":"numpy","op":"take","inputs":[{"dtype":"u8","shape":[2],"values":[7,8]},{"dtype":"i8","shape":[1],"values":[2]}],"expect":{"error":{"code":"INDEX_RANGE","position":[0],"value":2}}}
{"name":"c","source":"s","dialect":"xla","op":"rank","attrs":{"text":"f32[2]"},"expect":{"value":1}}
END
limit=60
program() {
    { printf '#!/bin/sh\n' && cat; } >program
    chmod +x program
    echo "\$ $1"
    gather test --limit $limit --backend ./program some.jsonl
    echo "exit $?"
}
program right <<'END'
while read -r line; do
    case $line in
    *'"name":"a"'*) echo '{"outputs":[{"dtype":"u8","shape":[1],"hex":"08"}]}' ;;
    *'"name":"b"'*) echo '{"error":{"code":"INDEX_RANGE","value":2}}' ;;
    *) echo '{"skip":true}' ;;
    esac
    case $line in *expect*) echo told >&2 ;; esac
done
END
program wrong <<'END'
while read -r line; do
    case $line in
    *'"name":"a"'*) echo '{"outputs":[{"dtype":"u8","shape":[1],"values":[7]}]}' ;;
    *'"name":"b"'*) echo '{"error":{"code":"INDEX_RANGE","value":3}}' ;;
    *) echo 'none' ;;
    esac
done
END
limit=1
program 'hangs once' <<'END'
while read -r line; do
    case $line in
    *'"name":"a"'*) sleep 1000 ;;
    *) echo '{"skip":true}' ;;
    esac
done
END
limit=60
program 'dies' <<'END'
read -r line
exit 3
END
program 'is killed' <<'END'
while read -r line; do
    case $line in
    *'"name":"b"'*) kill -9 $$ ;;
    *) echo '{"skip":true}' ;;
    esac
done
END
program 'two lines' <<'END'
while read -r line; do
    printf '{"skip":true}\n{"skip":true}\n'
done
END
program 'no end of the line' <<'END'
read -r line
exec head -c 100000000 /dev/zero
END
gather test --backend ./none some.jsonl
echo "exit $?"
: >text
gather test --backend ./text some.jsonl
echo "exit $?"
gather test --backend ./none.so some.jsonl 2>&1 | sed 's/:.*//'
gather test --backend ./program --limit 0 some.jsonl
echo "exit $?"
gather test --backend ./program --limit x some.jsonl
echo "exit $?"
