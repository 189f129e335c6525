/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libgather_io: files of tensors. One is opened, lists its tensors, and gives the bytes of any part of them;
 * one that is written appears whole or not at all. A folder of files is opened as if it were one.
 *
 *     path ── open ──> file ── tensor ──> layout, place in the file ── read ──> bytes
 *                        └─ relayout, in bounded memory ──> target ── commit ──> path
 *
 * A file is input from a stranger: everything that it says of itself is judged when it is opened, nothing is
 * allocated that its length does not justify, and it is read by `pread`, so that a file that shrinks meanwhile
 * is an error and no signal; mapping is a choice of who opens it, for rows alone. No signal handler is
 * installed, no thread started.
 *
 * Errors are those of the library: IO with `reason`, what the system said; FORMAT with `at`, the byte of the
 * file where it stops being one, and `expected`.
 */
#ifndef GATHER_IO_H
#define GATHER_IO_H

#include "gather/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- formats ------------------------------------------------------------------------------------- */

/*
 * id, name, and the end of the names of such files. RAW is bytes without a word about them; TEXT is whole numbers,
 * a line each or several; FOLDER has the tensors of several files. Whether another was built in is the build's
 * choice, GATHER_FORMAT_<id>; PB goes with ONNX.
 */
#define GATHER_FILE_FORMAT_LIST(X)                                                                           \
    X(RAW, raw, ".raw")                                                                                      \
    X(NPY, npy, ".npy")                                                                                      \
    X(NPZ, npz, ".npz")                                                                                      \
    X(SAFETENSORS, safetensors, ".safetensors")                                                              \
    X(GGUF, gguf, ".gguf")                                                                                   \
    X(ONNX, onnx, ".onnx")                                                                                   \
    X(PB, pb, ".pb")                                                                                         \
    X(IR, ir, ".xml")                                                                                        \
    X(TEXT, text, ".txt")                                                                                    \
    X(FOLDER, folder, "")

enum gather_file_format {
    GATHER_FILE_ANY = 0, /* whichever the name tells; where it tells none, the first bytes */
#define GATHER_FILE_FORMAT_ENUM(id, name, extension) GATHER_FILE_##id,
    GATHER_FILE_FORMAT_LIST(GATHER_FILE_FORMAT_ENUM)
#undef GATHER_FILE_FORMAT_ENUM
        GATHER_FILE_FORMAT_COUNT
};

/* The format that a file's name tells; RAW where it tells none. */
GATHER_API int32_t gather_file_format_of(const char *path);

/* The name of a format ("npy"). Returns: a static string; NULL for no format, or one that was not built in. */
GATHER_API const char *gather_file_format_name(int32_t format);

/* Whether the library writes files of a format, not only reads them; not so of one that was not built in. */
GATHER_API bool gather_file_format_is_written(int32_t format);

/* ---- reading ------------------------------------------------------------------------------------- */

/* A tensor of a file. A view: texts belong to the file, everything else may be changed by the functions below. */
struct gather_tensor {
    const char *name; /* "" in a format of one tensor without a name */
    /* the file's own word for a type of blocks ("Q4_K"); NULL where the layout's says all */
    const char *type;
    /* elements of a block, 0 without blocks. The layout is then one of u8, and its last size counts bytes: */
    int32_t block;
    int32_t block_bytes; /* so many for a block */
    int32_t source;      /* where its bytes lie: 0 for the file itself, else see gather_file_source */
    int32_t swapped;     /* bytes of each number that is stored big-endian; 0 if none is */
    int32_t untyped;  /* not 0 if the file names no type; the layout's is then unsigned, of the same width */
    int32_t reserved; /* 0 */
    int64_t offset;   /* its first byte in the source */
    int64_t bytes;    /* how many of them are its own */
    /*
     * What would have to be so for its elements to be read, a static text; NULL where they are. It is there for
     * `unread` of the options alone: `type` is then the file's word for its type, and the layout one of u8, its bytes.
     */
    const char *unread;
    struct gather_layout layout; /* where the elements lie in its bytes */
};

/* What a file says beside its tensors: texts that belong to the file. */
struct gather_metadata {
    const char *key, *value;
};

/* How a file is opened. Zero is the default for every field but the first. */
struct gather_file_options {
    size_t size;      /* sizeof(struct gather_file_options) */
    int32_t format;   /* an `enum gather_file_format` */
    int32_t no_links; /* not 0: no symbolic link is followed, neither to the file nor to those it names */
    /*
     * Bytes for a tensor that has to be unpacked, at most; 0: GATHER_FILE_MEMORY. A deflated one that is larger is
     * read all the same, in its order as fast as any other. Out of its order up to a 256th of it, or 1 MiB, is unpacked
     * for each part, and up to 16 MiB beside `memory` are kept for that until the file is closed. Larger ones that are
     * packed in other ways are UNSUPPORTED.
     */
    int64_t memory;
    /*
     * Hears of each file of a folder before it is judged, and of one that a file names and that can't be opened, so
     * that it can be named where it fails; NULL: nobody.
     */
    void (*opening)(void *context, const char *path);
    void *context;
    /*
     * Hears of each broken rule behind which reading can go on, and of each file that can't be opened, of a folder
     * or named by another; what can't be read for it is then left out, and the file opens without it. tensor: NULL
     * where the rule is that of none, or of one whose name is not known. The file is the one that `opening` heard of
     * last. With `unread`, UNSUPPORTED of a tensor with a name says that it is there and not read: it is no broken
     * rule. NULL: the first broken rule is refused.
     */
    void (*broken)(void *context, const char *tensor, const struct gather_error *error);
    /*
     * Not 0: the file, and those that it names, are mapped for as long as it is open, and `gather_io_take` takes rows
     * from there: what it takes again, while the system has it in memory, costs what it costs in memory. A file that
     * is cut short while rows are taken, or a disk that fails, then ends the process by a signal (SIGBUS), which
     * nothing here catches: to be chosen for files that nobody changes in place.
     */
    int32_t map;
    /*
     * Not 0: a tensor of a type that is not read here, with which nothing else is wrong, is there all the same, so
     * that it can be told and keeps nobody from the others; who takes tensors must look at its `unread`. `broken`
     * hears of it too: with UNSUPPORTED, but FORMAT for a type that the format does not have. 0: it is refused.
     */
    int32_t unread;
    /*
     * Hears, after `broken` and where that hears, of each tensor that is left out for a file that can't be opened;
     * where `broken` is NULL, of what is refused although that could pass it. tensor: NULL where its name is not known,
     * or it is that of none. The file is the one that `opening` heard of last. NULL: nobody.
     */
    void (*lacks)(void *context, const char *tensor);
};

#define GATHER_FILE_MEMORY (INT64_C(2) << 30)

struct gather_file;

/*
 * Opens a file, or a folder of files, and judges everything it says.
 * format: an `enum gather_file_format`. options: NULL for the default.
 * Returns: OK; IO, also for what is no regular file; NO_MEMORY; UNSUPPORTED, also for a format that was not
 *   built in, and with `reason` and `expected` for one that is known and not read (HDF5, PyTorch's ..); FORMAT,
 *   OVERFLOW, RANK with `at`; ARGUMENT for options without a size, and for memory below 0. On failure: *file is
 *   untouched; `part` of the error is -1, or other than that where the file is meant that `opening` heard of last.
 * Owns: the caller closes the file.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_file_open(struct gather_file **file, const char *path,
                                                                 int32_t format, struct gather_error *error);
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_file_open_with(struct gather_file **file, const char *path, const struct gather_file_options *options,
                      struct gather_error *error);

/*
 * Likewise a regular file that is open to read, by a descriptor of the library's own: the caller may close his. Where
 * it stands is neither asked nor changed.
 * path: what it is called, in errors and by gather_file_source; its end tells the format, as that of a file's name
 *   does, and files that it names are looked for in the folder of this path.
 * Returns, on failure, owns: as gather_file_open_with; IO for what is no open file, a folder and a pipe too.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_file_open_descriptor(struct gather_file **file, int descriptor, const char *path,
                            const struct gather_file_options *options, struct gather_error *error);

/*
 * A file of all that comes through a descriptor, such as stdin, from where it stands: that file itself where it is a
 * regular one of which nothing was read; else a copy without a name, in the folder that TMPDIR names, or /tmp. It waits
 * for the end of what comes, however much that is, and signals do not end that.
 * kept: receives the descriptor, for gather_file_open_descriptor.
 * Returns: OK; IO, also for a full disk and for more than the process may write; NO_MEMORY. On failure: *kept is
 *   untouched, and what was read is gone.
 * Owns: the caller closes *kept; the copy is gone with the last descriptor.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_stream_keep(int stream, int *kept,
                                                                   struct gather_error *error);

/* Closes a file; NULL is allowed. Its tensors' names are gone then. */
GATHER_API void gather_file_close(struct gather_file *file);

/* The format of an open file, how many tensors it has, and the k-th of them, in the file's order; NULL if there is none. */
GATHER_API int32_t gather_file_format(const struct gather_file *file);
GATHER_API size_t gather_file_count(const struct gather_file *file);
GATHER_API const struct gather_tensor *gather_file_tensor(const struct gather_file *file, size_t k);

/* The first tensor of a name of `length` bytes; NULL if there is none. Threads: any number at once. */
GATHER_API const struct gather_tensor *gather_file_find(const struct gather_file *file, const char *name,
                                                        size_t length);

/* What the file says beside its tensors, in the file's order; NULL if there is none. */
GATHER_API size_t gather_file_metadata_count(const struct gather_file *file);
GATHER_API const struct gather_metadata *gather_file_metadata(const struct gather_file *file, size_t k);

/*
 * The file in which bytes of tensors lie: the path that was opened for 0, that of another file for others.
 * Returns: a path that belongs to the file; NULL for bytes that lie in no file as they are (compressed ones).
 */
GATHER_API const char *gather_file_source(const struct gather_file *file, int32_t source);

/* Likewise the file that bytes come from, whether they lie in it as they are or not. */
GATHER_API const char *gather_file_origin(const struct gather_file *file, int32_t source);

/*
 * Reads `count` bytes of a tensor, from its byte `begin` on. Numbers stored big-endian come out
 * little-endian. memory: room for `count` bytes. Returns: OK; IO with `at`, also if the file has become
 * shorter since it was opened; BOUNDS for bytes outside the tensor; ARGUMENT for a part of a number stored
 * big-endian; what unpacking a compressed tensor refuses. A deflated one of more than 64 MiB, or than is allowed, is
 * unpacked as it is read, as long as that is in its order; FORMAT for its checksum comes with its last byte, or sooner
 * with what is read again. On failure: `memory` is unspecified. Threads: any number at once.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_file_read(const struct gather_file *file,
                                                                 const struct gather_tensor *tensor,
                                                                 int64_t begin, void *memory, size_t count,
                                                                 struct gather_error *error);

/*
 * Looks at a tensor's elements as another type of the same width. Returns: OK; DTYPE. On failure: it is as it
 * was.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_tensor_view(struct gather_tensor *tensor,
                                                                   int32_t dtype, struct gather_error *error);

/*
 * Looks at a tensor's bytes in another valid layout: what raw bytes need before they are anything.
 * Returns: OK; BOUNDS for a layout that reaches beyond them; DTYPE for one without bytes in a file (strings),
 *   or of another width than the numbers stored big-endian. On failure: it is as it was.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_tensor_lay(struct gather_tensor *tensor,
                                                                  const struct gather_layout *layout,
                                                                  struct gather_error *error);

/* ---- rows of a file ------------------------------------------------------------------------------ */

/* How rows are taken. Zero is the default for every field but the first. */
struct gather_take_options {
    size_t size;                          /* sizeof(struct gather_take_options) */
    const struct gather_threads *threads; /* NULL: one, which is enough for a disk */
    /* elements; other than 0 ends it. NULL: none */
    int (*progress)(void *context, int64_t done, int64_t total);
    void *context;
};

/* What it did. */
struct gather_take_summary {
    int64_t reads;      /* of the file; none of one that is mapped and lies in memory */
    int64_t bytes_read; /* small gaps between rows included */
};

/*
 * Reads rows of a tensor, each to its place in a buffer: row rows[k] of `axis` to index k of that axis. They are read
 * in the order of the file, those near each other together, one that is asked for several times once; many are asked
 * of the disk before the first is waited for. Small rows that are dense, or asked for again and again, are one read,
 * from the lowest to the highest, and gathered in memory. Memory beyond `rows` and the output: 32 bytes a row, and
 * less than 1 MiB a thread, or for dense rows GATHER_RELAYOUT_MEMORY at most. Of a file that is mapped (`map` of
 * gather_file_options) nothing is read, if the system has it in memory: a plan runs on the map. Numbers stored
 * big-endian and what has to be unpacked are read in any case.
 * tensor: its layout is one of strides, elements and cells of whole bytes. rows: row_count of them, which is
 *   output_layout->sizes[axis]; -1 is none, and leaves its place as it is. output_layout: likewise of strides, with
 *   the tensor's type and sizes but for the axis'.
 * options, summary: may be NULL.
 * Returns: OK; ARGUMENT; AXIS; SHAPE, RANK, DTYPE, OVERLAP (output); BOUNDS for an output shorter than its layout,
 *   or a layout beyond the tensor's bytes; UNSUPPORTED for tiles, for what is no whole bytes, and for an output that
 *   names what its padding holds; INDEX_RANGE with position, value, low, high; NO_MEMORY; IO with `at`, also if the
 *   file has become shorter; what unpacking a compressed tensor refuses; CANCELLED. On failure: the output is as it
 *   was if nothing had to be read to see it, else its rows are unspecified. Threads: any number at once.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_io_take(const struct gather_file *file, const struct gather_tensor *tensor, int32_t axis,
               const int64_t *rows, size_t row_count, const struct gather_layout *output_layout,
               struct gather_buffer output, const struct gather_take_options *options,
               struct gather_take_summary *summary, struct gather_error *error);

/* ---- writing ------------------------------------------------------------------------------------- */

/*
 * A file that appears under its name when it is committed, and not before: until then it lies under another
 * name in the same folder, and what was there is as it was. A link is followed, and what it points to
 * replaced.
 *
 *     create ──> write, write, ..               ──> commit      a file of any content
 *            └─> hold: head, room ──> buffers   ──> commit      a file of tensors
 *
 * What is no regular file (a device, a pipe) can't be replaced: it is written as it comes. Tensors for it lie in a
 * file without a name in the folder that TMPDIR names, or /tmp, and are written at commit. The memory of those held
 * is the file itself: a disk that breaks down under it ends the process, as with any file that is mapped.
 */
struct gather_target;

/* Returns: OK; IO; NO_MEMORY. On failure: *target is untouched. Owns: the caller destroys the target. */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_target_create(struct gather_target **target, const char *path, struct gather_error *error);

/*
 * Likewise of what is open already, such as stdout: whatever it is, it is written from where it stands, as a device is,
 * by a descriptor of the target's own. Growing a regular file beyond the process's limit is SIGXFSZ there.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_target_stream(struct gather_target **target, int descriptor, struct gather_error *error);

/* Writes bytes behind those written before. Returns: OK; IO; ARGUMENT for a target that holds tensors. */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_target_write(struct gather_target *target,
                                                                    const void *bytes, size_t count,
                                                                    struct gather_error *error);

/*
 * Makes the target a file of tensors: writes its head and takes all its room on the disk, which begins as
 * zeros. Once, instead of writing.
 * format: other than ANY. tensors: name and layout are read, offset and bytes set.
 * Returns: OK; IO, a full disk too; NO_MEMORY, also where address space lacks, for all of it is mapped; UNSUPPORTED for
 * a layout or type that the format can't say; ARGUMENT for a number of tensors that the format has not, and for a
 * target that holds or was written something. On failure: `part` of the error is the number of the tensor that it is
 * about, -1 for none.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_target_hold(struct gather_target *target,
                                                                   int32_t format,
                                                                   struct gather_tensor *tensors,
                                                                   size_t count, struct gather_error *error);

/* Where the bytes of a tensor are written, until commit. tensor: one that the target holds. */
GATHER_API struct gather_buffer gather_target_buffer(const struct gather_target *target,
                                                     const struct gather_tensor *tensor);

/*
 * Brings everything to the disk and gives the file its name; writes what is held for a device.
 * Returns: OK; IO; ARGUMENT after a write or hold that failed. On failure: what was there is as it was, but a device
 * may have got a part. In both cases only destroy is left to do.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status gather_target_commit(struct gather_target *target,
                                                                     struct gather_error *error);

/* Ends a target; without commit nothing of it is left, but what was written to a device. NULL is allowed. */
GATHER_API void gather_target_destroy(struct gather_target *target);

/* ---- from file to file --------------------------------------------------------------------------- */

enum { GATHER_RELAYOUT_MEMORY = 32 << 20 };

/* How a file is relaid. Zero is the default for every field but the first. */
struct gather_relayout_options {
    size_t size;    /* sizeof(struct gather_relayout_options) */
    int64_t memory; /* bytes for what is read at a time, at most; 0: GATHER_RELAYOUT_MEMORY */
    const struct gather_threads *threads; /* NULL: one */
    /* elements; other than 0 ends it. NULL: none */
    int (*progress)(void *context, int64_t done, int64_t total);
    void *context;
};

/* What it did. */
struct gather_relayout_summary {
    int64_t slabs;      /* how many times it moved what it had read */
    int64_t pieces;     /* how many times it read */
    int64_t bytes_read; /* of the file, what lies between elements included */
    int64_t buffer;     /* bytes of memory for what was read at a time */
};

/*
 * Moves a tensor of a file into a buffer of another layout, slab by slab: memory stays within the options,
 * however large the file is. Padding is filled where the output's layout names a value. summary: may be NULL.
 * Returns: OK; what reading and planning refuse; ARGUMENT for options without a size, and for memory below 0;
 *   UNSUPPORTED for tiles of which not even one fits the memory allowed; NO_MEMORY; CANCELLED by `progress`.
 *   On failure: the output is unspecified.
 */
GATHER_API GATHER_MUST_CHECK enum gather_status
gather_io_relayout(const struct gather_file *file, const struct gather_tensor *tensor,
                   const struct gather_layout *output_layout, struct gather_buffer output,
                   const struct gather_relayout_options *options, struct gather_relayout_summary *summary,
                   struct gather_error *error);

#ifdef __cplusplus
}
#endif

#endif
