/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DLPack's structs, the older and the versioned, by our own declaration of their ABI; and tensors in and out.
 *
 *     capsule "dltensor"            struct dlpack_managed      no version, no flags
 *     capsule "dltensor_versioned"  struct dlpack_versioned    major 1
 *
 * Who takes the tensor out of a capsule renames it to "used_..", and calls the deleter in the end.
 */
#ifndef GATHER_PYTHON_DLPACK_H
#define GATHER_PYTHON_DLPACK_H

#include "module.h"

enum { DLPACK_MAJOR = 1, DLPACK_MINOR = 1 };
/* flags; PADDED: sub-byte types in bytes */
enum { DLPACK_READ_ONLY = 1, DLPACK_COPIED = 2, DLPACK_PADDED = 4 };
enum { DLPACK_INT, DLPACK_UINT, DLPACK_COMPLEX = 5, DLPACK_BOOL }; /* codes of types */
/* Devices whose memory is the processor's, and some of those whose is not. */
enum { DLPACK_CPU = 1, DLPACK_CUDA_HOST = 3, DLPACK_ROCM_HOST = 11 };
enum { DLPACK_CUDA = 2, DLPACK_METAL = 8, DLPACK_ROCM = 10, DLPACK_CUDA_MANAGED = 13 };

struct dlpack_type {
    uint8_t code, bits;
    uint16_t lanes;
};

struct dlpack_tensor {
    void *data;
    int32_t device_type, device_id;
    int32_t rank;
    struct dlpack_type type;
    int64_t *sizes, *strides; /* in elements; strides NULL: row-major */
    uint64_t byte_offset;
};

struct dlpack_managed {
    struct dlpack_tensor tensor;
    void *context;
    void (*deleter)(struct dlpack_managed *self); /* may be NULL */
};

struct dlpack_versioned {
    uint32_t major, minor;
    void *context;
    void (*deleter)(struct dlpack_versioned *self); /* may be NULL */
    uint64_t flags;
    struct dlpack_tensor tensor;
};

/*
 * What a type whose __dlpack_c_exchange_api__ is a capsule of this can do without Python between, of DLPack 1.3, in
 * nanoseconds where __dlpack__ takes microseconds. Of torch it does not judge what __dlpack__ refuses, gradients and
 * conjugates that are none in memory, nor what that loses in silence, negatives that are none: these are asked before.
 */
struct dlpack_exchange {
    uint32_t major, minor;
    const struct dlpack_exchange *previous; /* of another major version; may be NULL */
    void (*unused[2])(void);
    /* takes the tensor over, whatever it answers; NULL in a table that is not whole */
    int (*make_object)(struct dlpack_versioned *tensor, void **object);
    /* while the object is there; may be NULL */
    int (*lend_tensor)(void *object, struct dlpack_tensor *tensor);
};

/* A tensor taken out of a capsule: one of the two, or none. */
struct dlpack_taken {
    struct dlpack_managed *managed;
    struct dlpack_versioned *versioned;
};

/* Asks an object for its tensor. Returns: false with BufferError, TypeError or what the object raised. */
bool dlpack_take(PyObject *object, struct dlpack_taken *taken);
void dlpack_release(struct dlpack_taken *taken);
/* For Python's collector: the array that a tensor of this module holds, which came back from another object. */
int dlpack_traverse(const struct dlpack_taken *taken, visitproc visit, void *arg);

const struct dlpack_tensor *dlpack_tensor_of(const struct dlpack_taken *taken);
uint64_t dlpack_flags_of(const struct dlpack_taken *taken);

/* The library's type of DLPack's, NONE for one that it has not; and back. */
int32_t dlpack_read_type(struct dlpack_type type);
bool dlpack_write_type(int32_t dtype, struct dlpack_type *type);

/*
 * A capsule around an array of ours: `owner` is held until its consumer is done.
 * flags: DLPACK_*. is_versioned: else the older struct.
 */
PyObject *dlpack_export(PyObject *owner, const struct gather_layout *layout, struct gather_buffer buffer,
                        uint64_t flags, bool is_versioned);

/* The table of a type, which is remembered; NULL where it has none. */
const struct dlpack_exchange *dlpack_exchange_of(struct module_state *state, PyTypeObject *type);

/* The object that such a type makes of an array of ours, which it holds. Returns: NULL, maybe with an exception. */
PyObject *dlpack_hand_over(const struct dlpack_exchange *exchange, PyObject *owner,
                           const struct gather_layout *layout, struct gather_buffer buffer);

#endif
