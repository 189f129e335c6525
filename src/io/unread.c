/* SPDX-License-Identifier: Apache-2.0 */
/* Formats that are not read: unread.h says what becomes of them. What the bytes say goes before the name. */
#define _POSIX_C_SOURCE 200809L
#include "io/unread.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "io/io_error.h"

enum { MOST_NAMES = 6 };

static const struct unread {
    size_t at; /* where the mark stands */
    const char *mark;
    size_t mark_bytes;               /* 0: no mark tells it */
    const char *names[MOST_NAMES];   /* ends of them */
    const char *entries[MOST_NAMES]; /* of a folder that is one */
    const char *what, *way_out;
} rows[] = {
    {0,
     "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19",
     14,
     {".pt", ".pth", ".ckpt", ".pkl"},
     {NULL},
     "it is a checkpoint of PyTorch or a pickle, which only Python can run",
     "a .safetensors: safetensors.torch.save_file(torch.load(file, weights_only=True), ..) makes one of it"},
    {0,
     "\x89HDF\r\n\x1a\n",
     8,
     {".h5", ".hdf5", ".he5", ".keras"},
     {NULL},
     "it is a file of HDF5",
     "an .npy or .npz: numpy.save(.., h5py.File(file)[name][:]) makes one of it"},
    {0,
     "PAR1",
     4,
     {".parquet"},
     {NULL},
     "it is a table of Parquet",
     "an .npy: numpy.save(.., pandas.read_parquet(file)[column].to_numpy()) makes one of it"},
    {4,
     "TFL3",
     4,
     {".tflite"},
     {NULL},
     "it is a model of TensorFlow Lite",
     "an .npy: numpy.save(.., tf.lite.Interpreter(file).get_tensor(k)) makes one of a constant of it"},
    {0,
     "",
     0,
     {".zarr"},
     {".zarray", ".zgroup", "zarr.json"},
     "it is an array of Zarr",
     "an .npy: numpy.save(.., zarr.open(folder)[:]) makes one of it"},
    {0,
     "ARROW1",
     6,
     {".arrow", ".feather"},
     {NULL},
     "it is a table of Arrow",
     "an .npy: numpy.save(.., pandas.read_feather(file)[column].to_numpy()) makes one of it"},
    {0,
     "",
     0,
     {".csv", ".tsv"},
     {NULL},
     "it is a table of text",
     "a .txt of whole numbers, or an .npy: numpy.save(.., numpy.loadtxt(file, delimiter=\",\")) makes one of "
     "it"},
    {0,
     "\x1f\x8b\x08",
     3,
     {".gz"},
     {NULL},
     "it is compressed by gzip",
     "what is in it: gzip -dc file | gather ls - reads it"},
    {0,
     "\xfd\x37zXZ\0",
     6,
     {".xz"},
     {NULL},
     "it is compressed by xz",
     "what is in it: xz -dc file | gather ls - reads it"},
    {0,
     "\x28\xb5\x2f\xfd",
     4,
     {".zst"},
     {NULL},
     "it is compressed by zstd",
     "what is in it: zstd -dc file | gather ls - reads it"},
    {0,
     "BZh",
     3,
     {".bz2"},
     {NULL},
     "it is compressed by bzip2",
     "what is in it: bzip2 -dc file | gather ls - reads it"},
    {0,
     "version https://git-lfs.github.com/spec/",
     40,
     {NULL},
     {NULL},
     "it is a pointer of Git LFS, not the file itself",
     "what it points to: git lfs pull fetches it"},
    {0, "", 0, {".index.json"}, {NULL}, "it is an index of other files", "the folder that it lies in"},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static enum gather_status refuse(const struct unread *row, struct gather_error *error)
{
    gather__io_fail(error, GATHER_STATUS_UNSUPPORTED, NULL, row->way_out);
    if (error != NULL)
        error->reason = row->what;
    return GATHER_STATUS_UNSUPPORTED;
}

/* PyTorch's newer files are archives, whose first member is NAME/data.pkl. */
static bool is_archive_of_pickle(const uint8_t *start, size_t count)
{
    static const char member[] = "/data.pkl";
    size_t length = sizeof member - 1;
    if (count < 30 + length || memcmp(start, "PK\x03\x04", 4) != 0)
        return false;
    size_t end = 30 + (size_t)start[26] + ((size_t)start[27] << 8);
    return end >= 30 + length && end <= count && memcmp(start + end - length, member, length) == 0;
}

static bool ends_with(const char *path, const char *end)
{
    size_t length = strlen(path), count = strlen(end);
    while (length > 1 && path[length - 1] == '/')
        length--;
    return length >= count && memcmp(path + length - count, end, count) == 0;
}

static enum gather_status judge_name(const char *path, struct gather_error *error)
{
    for (size_t k = 0; k < ROWS; k++)
        for (size_t n = 0; n < MOST_NAMES && rows[k].names[n] != NULL; n++)
            if (ends_with(path, rows[k].names[n]))
                return refuse(&rows[k], error);
    return GATHER_STATUS_OK;
}

enum gather_status gather__unread_start(const uint8_t *start, size_t count, struct gather_error *error)
{
    if (is_archive_of_pickle(start, count))
        return refuse(&rows[0], error);
    for (size_t k = 0; k < ROWS; k++)
        if (rows[k].mark_bytes > 0 && count >= rows[k].at + rows[k].mark_bytes &&
            memcmp(start + rows[k].at, rows[k].mark, rows[k].mark_bytes) == 0)
            return refuse(&rows[k], error);
    return GATHER_STATUS_OK;
}

enum gather_status gather__unread_file(const char *path, const uint8_t *start, size_t count,
                                       struct gather_error *error)
{
    enum gather_status status = gather__unread_start(start, count, error);
    return status == GATHER_STATUS_OK ? judge_name(path, error) : status;
}

enum gather_status gather__unread_folder(const char *path, struct gather_error *error)
{
    char entry[PATH_MAX];
    for (size_t k = 0; k < ROWS; k++)
        for (size_t n = 0; n < MOST_NAMES && rows[k].entries[n] != NULL; n++) {
            int length = snprintf(entry, sizeof entry, "%s/%s", path, rows[k].entries[n]);
            if (length > 0 && (size_t)length < sizeof entry && access(entry, F_OK) == 0)
                return refuse(&rows[k], error);
        }
    return judge_name(path, error);
}
