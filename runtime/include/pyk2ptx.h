/* clang-format off */
/* pyk2ptx's runtime for C, and for every language that calls C: load PTX (or a
 * cubin or fatbin) that pyk2ptx made, and launch its kernels.
 *
 *   Pyk2ptxDevice *device;
 *   Pyk2ptxModule *module;
 *   Pyk2ptxKernel *saxpy;
 *   if (pyk2ptxDeviceOpen(0, &device) ||
 *       pyk2ptxModuleLoadFile(device, "k.ptx", &module) ||
 *       pyk2ptxKernelGet(module, "saxpy", &saxpy))
 *     return fail(pyk2ptxLastError());
 *   Pyk2ptxArgument args[] = {pyk2ptxFloat(2.0),
 *                             pyk2ptxVector(address, "float32", 4, n)};
 *   Pyk2ptxLaunch launch = {{blocks, 1, 1}, {256, 1, 1}, 0, 0};
 *   if (pyk2ptxKernelLaunch(saxpy, NULL, &launch, args, 2)) ...
 *
 * Every function that can fail returns a status; its text is pyk2ptxLastError()
 * until the thread's next call that fails. No function throws, exits or
 * prints. All may be called from any thread. A handle is released with its
 * Close or Destroy function, in any order; NULL is allowed there. */
/* clang-format on */
#ifndef PYK2PTX_C_API_H
#define PYK2PTX_C_API_H

/* C's spelling of constants: they have no scope. */
/* NOLINTBEGIN(readability-identifier-naming) */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Grows when functions are added; those that exist keep their meaning. */
#define PYK2PTX_API_VERSION 1
/* PYK2PTX_API_VERSION of the library. */
int pyk2ptxApiVersion(void);
/* The kernel ABI that it launches. */
int pyk2ptxAbiVersion(void);

typedef enum Pyk2ptxStatus {
  PYK2PTX_OK = 0,
  /* The driver's: pyk2ptxLastDriverStatus() is its CUresult. */
  PYK2PTX_DRIVER_ERROR = 1,
  /* No driver, no such kernel, no such file. */
  PYK2PTX_NOT_FOUND = 2,
  /* An argument's type, value or range. */
  PYK2PTX_BAD_ARGUMENT = 3,
  /* A file that cannot be read. */
  PYK2PTX_SYSTEM_ERROR = 4,
  /* A kernel raised: IndexError and so on, seen at a synchronisation. */
  PYK2PTX_KERNEL_RAISED = 5
} Pyk2ptxStatus;

/* Of this thread's last call that failed: a sentence; "" before the first. */
const char *pyk2ptxLastError(void);
/* Its name: "CUDA_ERROR_INVALID_VALUE", "TypeError", "IndexError". */
const char *pyk2ptxLastErrorName(void);
/* Its CUresult, 0 when it is not the driver's. */
int pyk2ptxLastDriverStatus(void);
/* Whether the device is lost to this process by it. */
int pyk2ptxLastErrorIsSticky(void);

typedef struct Pyk2ptxDevice Pyk2ptxDevice;
typedef struct Pyk2ptxStream Pyk2ptxStream;
typedef struct Pyk2ptxEvent Pyk2ptxEvent;
typedef struct Pyk2ptxBuffer Pyk2ptxBuffer;
typedef struct Pyk2ptxModule Pyk2ptxModule;
typedef struct Pyk2ptxKernel Pyk2ptxKernel;

/* ---- devices ---- */
Pyk2ptxStatus pyk2ptxDeviceCount(int *count);
Pyk2ptxStatus pyk2ptxDeviceOpen(int ordinal, Pyk2ptxDevice **device);
void pyk2ptxDeviceClose(Pyk2ptxDevice *device);
/* Writes at most `size` bytes, the closing 0 included. */
Pyk2ptxStatus pyk2ptxDeviceName(const Pyk2ptxDevice *device, char *name,
                                size_t size);
Pyk2ptxStatus pyk2ptxDeviceCapability(const Pyk2ptxDevice *device, int *major,
                                      int *minor);
/* Waits for all streams; returns what kernels raised. */
Pyk2ptxStatus pyk2ptxDeviceSynchronize(const Pyk2ptxDevice *device);

/* ---- streams and events; a NULL stream is the device's default ---- */
Pyk2ptxStatus pyk2ptxStreamCreate(const Pyk2ptxDevice *device,
                                  Pyk2ptxStream **stream);
/* Somebody else's CUstream, which must outlive the handle. */
Pyk2ptxStatus pyk2ptxStreamWrap(const Pyk2ptxDevice *device, void *custream,
                                Pyk2ptxStream **stream);
void pyk2ptxStreamDestroy(Pyk2ptxStream *stream);
Pyk2ptxStatus pyk2ptxStreamSynchronize(const Pyk2ptxStream *stream);
Pyk2ptxStatus pyk2ptxEventCreate(const Pyk2ptxDevice *device,
                                 Pyk2ptxEvent **event);
void pyk2ptxEventDestroy(Pyk2ptxEvent *event);
Pyk2ptxStatus pyk2ptxEventRecord(const Pyk2ptxEvent *event,
                                 const Pyk2ptxStream *stream);
Pyk2ptxStatus pyk2ptxEventSynchronize(const Pyk2ptxEvent *event);
Pyk2ptxStatus pyk2ptxEventElapsed(const Pyk2ptxEvent *start,
                                  const Pyk2ptxEvent *end, float *milliseconds);

/* ---- device memory ---- */
Pyk2ptxStatus pyk2ptxBufferCreate(const Pyk2ptxDevice *device, size_t bytes,
                                  Pyk2ptxBuffer **buffer);
void pyk2ptxBufferDestroy(Pyk2ptxBuffer *buffer);
uint64_t pyk2ptxBufferAddress(const Pyk2ptxBuffer *buffer);
size_t pyk2ptxBufferSize(const Pyk2ptxBuffer *buffer);
/* On the default stream; they return when done. */
Pyk2ptxStatus pyk2ptxBufferUpload(const Pyk2ptxBuffer *buffer, const void *from,
                                  size_t bytes, size_t offset);
Pyk2ptxStatus pyk2ptxBufferDownload(const Pyk2ptxBuffer *buffer, void *to,
                                    size_t bytes, size_t offset);
Pyk2ptxStatus pyk2ptxBufferFill(const Pyk2ptxBuffer *buffer, uint8_t value);

/* ---- modules and kernels ---- */
/* PTX, or a cubin or fatbin with its head, as pyk2ptx writes them. */
Pyk2ptxStatus pyk2ptxModuleLoad(const Pyk2ptxDevice *device, const void *image,
                                size_t bytes, Pyk2ptxModule **module);
Pyk2ptxStatus pyk2ptxModuleLoadFile(const Pyk2ptxDevice *device,
                                    const char *path, Pyk2ptxModule **module);
void pyk2ptxModuleDestroy(Pyk2ptxModule *module);
/* By its entry's name or its Python name. */
Pyk2ptxStatus pyk2ptxKernelGet(const Pyk2ptxModule *module, const char *name,
                               Pyk2ptxKernel **kernel);
void pyk2ptxKernelDestroy(Pyk2ptxKernel *kernel);
/* The number of the Python function's parameters. */
size_t pyk2ptxKernelArgumentCount(const Pyk2ptxKernel *kernel);

/* ---- launches ---- */
enum { PYK2PTX_MAX_RANK = 8 };

typedef enum Pyk2ptxArgumentKind {
  PYK2PTX_BOOL,
  PYK2PTX_INT,
  PYK2PTX_UINT,
  PYK2PTX_FLOAT,
  PYK2PTX_COMPLEX,
  PYK2PTX_ARRAY,
  PYK2PTX_RECORD
} Pyk2ptxArgumentKind;

typedef struct Pyk2ptxArray {
  uint64_t address;
  /* NumPy's name: "float32". */
  const char *dtype;
  uint32_t itemSize;
  int32_t ndim;
  int64_t shape[PYK2PTX_MAX_RANK];
  /* In bytes. */
  int64_t strides[PYK2PTX_MAX_RANK];
} Pyk2ptxArray;

typedef struct Pyk2ptxArgument {
  /* A Pyk2ptxArgumentKind. */
  int kind;
  union {
    int32_t asBool;
    int64_t asInt;
    uint64_t asUint;
    double asFloat;
    double asComplex[2];
    Pyk2ptxArray asArray;
    struct {
      const void *data;
      size_t size;
    } asRecord;
  } value;
} Pyk2ptxArgument;

typedef struct Pyk2ptxLaunch {
  uint32_t grid[3];
  uint32_t block[3];
  /* Dynamic shared memory. */
  uint32_t sharedBytes;
  /* All blocks run at once, so that the grid can synchronise. */
  int32_t cooperative;
} Pyk2ptxLaunch;

/* Queues the kernel. `arguments` are checked against its parameters and read
 * before the call returns. */
Pyk2ptxStatus pyk2ptxKernelLaunch(const Pyk2ptxKernel *kernel,
                                  const Pyk2ptxStream *stream,
                                  const Pyk2ptxLaunch *launch,
                                  const Pyk2ptxArgument *arguments,
                                  size_t count);

/* ---- arguments ---- */
static inline Pyk2ptxArgument pyk2ptxInt(int64_t value) {
  Pyk2ptxArgument argument;
  argument.kind = PYK2PTX_INT;
  argument.value.asInt = value;
  return argument;
}
static inline Pyk2ptxArgument pyk2ptxFloat(double value) {
  Pyk2ptxArgument argument;
  argument.kind = PYK2PTX_FLOAT;
  argument.value.asFloat = value;
  return argument;
}
/* A C-contiguous array of `ndim` axes. */
static inline Pyk2ptxArgument pyk2ptxContiguous(uint64_t address,
                                                const char *dtype,
                                                uint32_t itemSize, int32_t ndim,
                                                const int64_t *shape) {
  Pyk2ptxArgument argument;
  Pyk2ptxArray *array = &argument.value.asArray;
  int64_t stride = itemSize;
  argument.kind = PYK2PTX_ARRAY;
  array->address = address;
  array->dtype = dtype;
  array->itemSize = itemSize;
  array->ndim = ndim;
  for (int32_t axis = ndim - 1; axis >= 0 && ndim <= PYK2PTX_MAX_RANK; --axis) {
    array->shape[axis] = shape[axis];
    array->strides[axis] = stride;
    stride *= shape[axis];
  }
  return argument;
}
static inline Pyk2ptxArgument pyk2ptxVector(uint64_t address, const char *dtype,
                                            uint32_t itemSize, int64_t length) {
  return pyk2ptxContiguous(address, dtype, itemSize, 1, &length);
}

#ifdef __cplusplus
}
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif
