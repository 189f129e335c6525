/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The text of an IR, met element by element as expat reads it, piece by piece. Elements that this table does not
 * name are passed with everything inside them. A document type declaration ends the reading where it begins,
 * so there are no entities but those that XML has of its own, and nothing else is fetched.
 */
#include "io/formats.h"

#if GATHER_FORMAT_IR

#include <expat.h>
#include <stdlib.h>
#include <string.h>

#include "io/io_error.h"
#include "io/ir.h"

enum place { DOCUMENT, NET, LAYERS, LAYER, DATA, INPUT, OUTPUT, INPUT_PORT, OUTPUT_PORT, DIM, EDGES, EDGE };

enum {
    PLACES_DEEP = 8,
    PIECE_BYTES = 1 << 16,
    MOST_PIECE_BYTES = 1 << 28,
    MOST_DEPTH = 256,
    DIM_BYTES = 24,
    MOST_LAYERS = INT32_MAX / 2
};

/* Where each element may stand. */
static const struct step {
    const char *name;
    enum place from, to;
} steps[] = {
    {"net", DOCUMENT, NET},    {"layers", NET, LAYERS},     {"edges", NET, EDGES},
    {"layer", LAYERS, LAYER},  {"data", LAYER, DATA},       {"input", LAYER, INPUT},
    {"output", LAYER, OUTPUT}, {"port", INPUT, INPUT_PORT}, {"port", OUTPUT, OUTPUT_PORT},
    {"dim", INPUT_PORT, DIM},  {"dim", OUTPUT_PORT, DIM},   {"edge", EDGES, EDGE},
};

struct reader {
    XML_Parser parser;
    struct gather_file *file;
    struct gather__ir *ir;
    struct gather_error *error;
    enum gather_status status;
    enum place places[PLACES_DEEP];
    int deep;   /* of `places` */
    int passed; /* elements that are open and not named by the table */
    char dim[DIM_BYTES];
    size_t dim_length;
    int64_t dim_at;
};

/* ---- failing ------------------------------------------------------------------------------------- */

static int64_t here(const struct reader *reader) { return (int64_t)XML_GetCurrentByteIndex(reader->parser); }

static void stop(struct reader *reader, enum gather_status status)
{
    if (reader->status == GATHER_STATUS_OK)
        reader->status = status;
    XML_StopParser(reader->parser, XML_FALSE);
}

static void malformed(struct reader *reader, int64_t at, const char *expected)
{
    if (reader->status == GATHER_STATUS_OK)
        stop(reader, gather__io_malformed(reader->error, at, expected));
}

static void no_memory(struct reader *reader)
{
    if (reader->status == GATHER_STATUS_OK)
        stop(reader, gather__io_fail(reader->error, GATHER_STATUS_NO_MEMORY, NULL, NULL));
}

/* ---- lists --------------------------------------------------------------------------------------- */

/* Room for one more item of a list. */
static bool make_room(struct reader *reader, void **items, size_t count, size_t *capacity, size_t bytes)
{
    if (count < *capacity)
        return true;
    size_t grown = *capacity == 0 ? 16 : 2 * *capacity; /* bounded: items are in memory */
    void *moved = count < MOST_LAYERS ? realloc(*items, grown * bytes) : NULL; /* bounded: as above */
    if (moved == NULL) {
        no_memory(reader);
        return false;
    }
    *items = moved;
    *capacity = grown;
    return true;
}

static const char *keep(struct reader *reader, const char *text)
{
    const char *kept = "";
    enum gather_status status = gather__file_text(reader->file, text, strlen(text), &kept, reader->error);
    if (status != GATHER_STATUS_OK)
        stop(reader, status);
    return kept;
}

/* ---- attributes ---------------------------------------------------------------------------------- */

/* attributes: name, value, name, value, .., NULL */
static const char *find(const XML_Char **attributes, const char *name)
{
    for (; attributes[0] != NULL; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

static int64_t need_number(struct reader *reader, const XML_Char **attributes, const char *name,
                           const char *expected)
{
    int64_t number = 0;
    const char *text = find(attributes, name);
    if (text == NULL || !gather__ir_number(text, &number))
        malformed(reader, here(reader), expected);
    return number;
}

static const char *need_text(struct reader *reader, const XML_Char **attributes, const char *name,
                             const char *expected)
{
    const char *text = find(attributes, name);
    if (text == NULL)
        malformed(reader, here(reader), expected);
    return text != NULL && reader->status == GATHER_STATUS_OK ? keep(reader, text) : "";
}

/* ---- elements ------------------------------------------------------------------------------------ */

/* A version of any length is a number: one beyond 64 bits is unknown too, not malformed (OV-IR-1). */
static void begin_net(struct reader *reader, const XML_Char **attributes)
{
    const char *version = find(attributes, "version");
    if (version == NULL || version[0] == '\0' || version[strspn(version, "0123456789")] != '\0') {
        malformed(reader, here(reader), "a net of version 10 or 11");
        return;
    }
    version += strspn(version, "0");
    if (strcmp(version, "10") == 0 || strcmp(version, "11") == 0) {
        reader->ir->version = version[1] == '0' ? 10 : 11;
        return;
    }
    stop(reader, gather__io_fail(reader->error, GATHER_STATUS_UNSUPPORTED, "version", "version 10 or 11"));
    gather__io_fail_at(reader->error, reader->status, here(reader));
}

static void begin_layer(struct reader *reader, const XML_Char **attributes)
{
    struct gather__ir *ir = reader->ir;
    struct gather__ir_layer layer = {.at = here(reader), .data_at = here(reader)};
    void *items = ir->layers;
    layer.id = need_number(reader, attributes, "id", "a layer with an id, a number from 0 on");
    layer.name = need_text(reader, attributes, "name", "a layer with a name");
    layer.type = need_text(reader, attributes, "type", "a layer with a type");
    layer.version = need_text(reader, attributes, "version", "a layer with a version");
    if (reader->status != GATHER_STATUS_OK ||
        !make_room(reader, &items, ir->layer_count, &ir->layer_capacity, sizeof layer))
        return;
    ir->layers = items;
    ir->layers[ir->layer_count++] = layer;
}

static void begin_data(struct reader *reader, const XML_Char **attributes)
{
    struct gather__ir_layer *layer = &reader->ir->layers[reader->ir->layer_count - 1];
    size_t count = 0;
    while (attributes[2 * count] != NULL) /* bounded: they are in memory */
        count++;
    if (layer->attributes != NULL)
        malformed(reader, here(reader), "one element data of a layer");
    else
        layer->attributes = calloc(count + 1, sizeof *layer->attributes);
    if (layer->attributes == NULL)
        no_memory(reader);
    layer->data_at = here(reader);
    for (size_t k = 0; k < count && reader->status == GATHER_STATUS_OK; k++) {
        layer->attributes[k].name = keep(reader, attributes[2 * k]);
        layer->attributes[k].value = keep(reader, attributes[2 * k + 1]);
    }
}

/* Bodies of a loop or of a condition are passed as all that the table does not name, but they are counted. */
static void count_body(struct reader *reader, const char *name)
{
    struct gather__ir_layer *layer = &reader->ir->layers[reader->ir->layer_count - 1];
    if ((strcmp(name, "body") == 0 || strcmp(name, "then_body") == 0 || strcmp(name, "else_body") == 0) &&
        layer->graphs < INT32_MAX)
        layer->graphs++;
}

static void begin_port(struct reader *reader, const XML_Char **attributes, enum gather__ir_side side)
{
    struct gather__ir *ir = reader->ir;
    struct gather__ir_layer *layer = &ir->layers[ir->layer_count - 1];
    const char *precision = find(attributes, "precision");
    struct gather__ir_port port = {.layer = (int32_t)(ir->layer_count - 1),
                                   .side = (int32_t)side,
                                   .position = layer->counts[side],
                                   .at = here(reader),
                                   .first_size = ir->size_count};
    const struct gather__ir_type *type =
        side == GATHER__IR_OUTPUT && precision != NULL ? gather__ir_type_find(precision) : NULL;
    void *items = ir->ports;
    port.id = need_number(reader, attributes, "id", "a port with an id, a number from 0 on");
    port.dtype = type != NULL ? type->dtype : GATHER_DTYPE_NONE;
    if (side == GATHER__IR_OUTPUT && precision != NULL && type == NULL)
        malformed(reader, here(reader), "a port with a precision that is an element type");
    if (reader->status != GATHER_STATUS_OK ||
        !make_room(reader, &items, ir->port_count, &ir->port_capacity, sizeof port))
        return;
    ir->ports = items;
    ir->ports[ir->port_count++] = port;
    layer->counts[side]++;
}

static void begin_edge(struct reader *reader, const XML_Char **attributes)
{
    static const char expected[] =
        "an edge with from-layer, from-port, to-layer and to-port, numbers from 0 on";
    struct gather__ir *ir = reader->ir;
    struct gather__ir_edge edge = {.at = here(reader)};
    void *items = ir->edges;
    edge.from_layer = need_number(reader, attributes, "from-layer", expected);
    edge.from_port = need_number(reader, attributes, "from-port", expected);
    edge.to_layer = need_number(reader, attributes, "to-layer", expected);
    edge.to_port = need_number(reader, attributes, "to-port", expected);
    if (reader->status != GATHER_STATUS_OK ||
        !make_room(reader, &items, ir->edge_count, &ir->edge_capacity, sizeof edge))
        return;
    ir->edges = items;
    ir->edges[ir->edge_count++] = edge;
}

static void begin_place(struct reader *reader, enum place place, const XML_Char **attributes)
{
    reader->places[++reader->deep] = place;
    if (place == NET)
        begin_net(reader, attributes);
    else if (place == LAYER)
        begin_layer(reader, attributes);
    else if (place == DATA)
        begin_data(reader, attributes);
    else if (place == INPUT_PORT || place == OUTPUT_PORT)
        begin_port(reader, attributes, place == OUTPUT_PORT ? GATHER__IR_OUTPUT : GATHER__IR_INPUT);
    else if (place == EDGE)
        begin_edge(reader, attributes);
    reader->dim_length = 0;
    reader->dim_at = here(reader);
}

static void add_size(struct reader *reader, int64_t size)
{
    struct gather__ir *ir = reader->ir;
    void *items = ir->sizes;
    if (!make_room(reader, &items, ir->size_count, &ir->size_capacity, sizeof size))
        return;
    ir->sizes = items;
    ir->sizes[ir->size_count++] = size;
    ir->ports[ir->port_count - 1].rank++;
}

static void end_dim(struct reader *reader)
{
    int64_t size;
    reader->dim[reader->dim_length] = '\0';
    if (!gather__ir_size(reader->dim, &size))
        malformed(reader, reader->dim_at, "a size in digits, or -1");
    else if (reader->places[reader->deep] == OUTPUT_PORT)
        add_size(reader, size);
}

/* ---- what expat calls ---------------------------------------------------------------------------- */

static void XMLCALL on_start(void *context, const XML_Char *name, const XML_Char **attributes)
{
    struct reader *reader = context;
    enum place from = reader->places[reader->deep];
    if (reader->status != GATHER_STATUS_OK)
        return;
    for (size_t k = 0; reader->passed == 0 && k < sizeof steps / sizeof steps[0]; k++)
        if (steps[k].from == from && strcmp(steps[k].name, name) == 0) {
            begin_place(reader, steps[k].to, attributes);
            return;
        }
    if (from == LAYER && reader->passed == 0)
        count_body(reader, name);
    if (from == DOCUMENT)
        malformed(reader, here(reader), "a net at the root");
    else if (++reader->passed > MOST_DEPTH)
        malformed(reader, here(reader), "elements at most 256 deep");
}

static void XMLCALL on_end(void *context, const XML_Char *name)
{
    struct reader *reader = context;
    (void)name;
    if (reader->status != GATHER_STATUS_OK)
        return;
    if (reader->passed > 0) {
        reader->passed--;
        return;
    }
    if (reader->places[reader->deep--] == DIM)
        end_dim(reader);
}

static void XMLCALL on_text(void *context, const XML_Char *text, int length)
{
    struct reader *reader = context;
    if (reader->status != GATHER_STATUS_OK || reader->passed > 0 || reader->places[reader->deep] != DIM)
        return;
    if ((size_t)length >= DIM_BYTES - reader->dim_length) {
        malformed(reader, reader->dim_at, "a size in digits, or -1");
        return;
    }
    memcpy(reader->dim + reader->dim_length, text, (size_t)length);
    reader->dim_length += (size_t)length;
}

static void XMLCALL on_doctype(void *context, const XML_Char *name, const XML_Char *system,
                               const XML_Char *public_name, int has_subset)
{
    struct reader *reader = context;
    (void)name;
    (void)system;
    (void)public_name;
    (void)has_subset;
    malformed(reader, here(reader), "no document type declaration");
}

/* ---- the text ------------------------------------------------------------------------------------ */

/* What expat found, if nothing else was found before. */
static void judge_xml(struct reader *reader)
{
    enum XML_Error found = XML_GetErrorCode(reader->parser);
    int64_t at = here(reader);
    if (reader->status != GATHER_STATUS_OK)
        return;
    if (found == XML_ERROR_NO_MEMORY)
        no_memory(reader);
    else
        malformed(reader,
                  at < 0                     ? 0
                  : at > reader->file->bytes ? reader->file->bytes
                                             : at,
                  "well-formed XML in UTF-8");
}

/*
 * Some versions of expat look at what is not complete again from its beginning, with each piece: so pieces double until
 * something was.
 */
static void read_pieces(struct reader *reader)
{
    int64_t place = 0, left = reader->file->bytes;
    XML_Index last = -2; /* no place: there is -1 before the first */
    int most = PIECE_BYTES;
    do {
        const XML_Index begun = XML_GetCurrentByteIndex(reader->parser);
        most = begun != last ? PIECE_BYTES : most < MOST_PIECE_BYTES ? 2 * most : most;
        last = begun;
        int piece = left < most ? (int)left : most;
        void *memory = XML_GetBuffer(reader->parser, piece > 0 ? piece : 1);
        if (memory == NULL) {
            no_memory(reader);
            return;
        }
        enum gather_status status =
            gather__file_read_at(reader->file, place, memory, (size_t)piece, reader->error);
        if (status != GATHER_STATUS_OK) {
            reader->status = status;
            return;
        }
        place += piece;
        left -= piece;
        if (XML_ParseBuffer(reader->parser, piece, left == 0) != XML_STATUS_OK)
            judge_xml(reader);
    } while (left > 0 && reader->status == GATHER_STATUS_OK);
}

enum gather_status gather__ir_read_xml(struct gather_file *file, struct gather__ir *ir,
                                       struct gather_error *error)
{
    struct reader reader = {.file = file, .ir = ir, .error = error, .status = GATHER_STATUS_OK};
    reader.parser = XML_ParserCreate("UTF-8");
    if (reader.parser == NULL)
        return gather__io_fail(error, GATHER_STATUS_NO_MEMORY, NULL, NULL);
    XML_SetUserData(reader.parser, &reader);
    XML_SetElementHandler(reader.parser, on_start, on_end);
    XML_SetCharacterDataHandler(reader.parser, on_text);
    XML_SetStartDoctypeDeclHandler(reader.parser, on_doctype);
    read_pieces(&reader);
    XML_ParserFree(reader.parser);
    return reader.status;
}

#endif
