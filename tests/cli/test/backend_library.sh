# SPDX-License-Identifier: Apache-2.0
# A shared object with the runner's table of functions.
if ! command -v cc >/dev/null || grep -q 'by an emulator' "$(command -v gather)"; then
    echo "no compiler for the command's processor" >&2
    exit 77
fi
cat >some.jsonl <<'END'
{"name":"a","source":"s","dialect":"numpy","op":"take","inputs":[{"dtype":"u8","shape":[2],"values":[7,8]},{"dtype":"i8","shape":[1],"values":[1]}],"expect":{"outputs":[{"dtype":"u8","shape":[1],"values":[8]}]}}
{"name":"b","source":"s","dialect":"numpy","op":"take","inputs":[{"dtype":"u8","shape":[2],"values":[7,8]},{"dtype":"i8","shape":[1],"values":[0]}],"expect":{"outputs":[{"dtype":"u8","shape":[1],"values":[7]}]}}
{"name":"c","source":"s","dialect":"numpy","op":"getitem","inputs":[],"expect":{"error":{"code":"RANK"}}}
END
cat >mine.c <<'END'
/* Takes the last element, whatever is asked. */
#include <string.h>
#include "gather/study.h"

static bool answers(void *context, const char *dialect, const char *op)
{
    (void)context;
    return strcmp(dialect, "numpy") == 0 && strcmp(op, "take") == 0;
}

static enum gather_status infer(void *context, const struct gather_query *query, const struct gather_layout *inputs,
                                size_t count, struct gather_layout *output, struct gather_error *error)
{
    (void)context, (void)query, (void)count, (void)error;
    *output = inputs[1];
    output->dtype = inputs[0].dtype;
    return GATHER_STATUS_OK;
}

static enum gather_status run(void *context, const struct gather_query *query,
                              const struct gather_operands *operands, struct gather_error *error)
{
    (void)context, (void)query, (void)error;
    const unsigned char *data = operands->inputs[0].data;
    *(unsigned char *)operands->output.data = data[operands->inputs[0].bytes - 1];
    return GATHER_STATUS_OK;
}

const struct gather_backend gather_backend = {
    .size = sizeof gather_backend, .name = "mine", .answers = answers, .infer = infer, .run = run};
END
cc -std=c11 -fPIC -shared -I"$ROOT/include" -o mine.so mine.c || exit 77
gather test --backend mine.so some.jsonl
echo "exit $?"
echo 'int gather_nothing;' >none.c
cc -fPIC -shared -o none.so none.c
gather test --backend ./none.so some.jsonl
echo "exit $?"
echo 'long gather_backend[20];' >zero.c
cc -fPIC -shared -o zero.so zero.c
gather test --backend ./zero.so some.jsonl
echo "exit $?"
