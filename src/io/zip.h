/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The directory of a ZIP archive: what its members are called and where their bytes lie, so that those which are
 * stored can be read in place. Nothing is unpacked here.
 *
 *     local header, name, extra, bytes of a member      one for each
 *     entry of a member                                 one for each: the directory
 *     (ZIP64: end record, locator)
 *     end record, comment                               ends the file
 */
#ifndef GATHER_IO_ZIP_H
#define GATHER_IO_ZIP_H

#include "io/file.h"

enum { GATHER__ZIP_STORED = 0, GATHER__ZIP_DEFLATED = 8 };

struct gather__zip_member {
    const char *name; /* not ended by NUL; valid as long as the directory */
    size_t name_length;
    int32_t method;     /* one of the two above, where it is read */
    uint32_t check;     /* CRC-32 of what is unpacked */
    int64_t entry;      /* where its entry begins in the file */
    int64_t header;     /* where its local header begins */
    int64_t data;       /* where its bytes begin */
    int64_t packed;     /* how many they are */
    int64_t bytes;      /* and unpacked */
    const char *unread; /* what a member would have to be to be read; NULL if it is */
};

struct gather__zip {
    struct gather__zip_member *members;
    size_t count;
    char *bytes; /* of the directory */
};

/*
 * Reads the directory and judges it: every member lies in the file, apart from the others, and is what its local
 * header says. zip: zeroed. Returns: OK; NO_MEMORY; IO; FORMAT, UNSUPPORTED with `at`. To be ended in any case.
 */
enum gather_status gather__zip_read(struct gather__zip *zip, struct gather_file *file,
                                    struct gather_error *error);
void gather__zip_end(struct gather__zip *zip);

#endif
