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
#define PYK2PTX_API_VERSION 3
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
/* Since version 2. */
typedef struct Pyk2ptxHostBuffer Pyk2ptxHostBuffer;
typedef struct Pyk2ptxLibrary Pyk2ptxLibrary;
typedef struct Pyk2ptxGraph Pyk2ptxGraph;
typedef struct Pyk2ptxGraphExec Pyk2ptxGraphExec;

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
  /* All blocks run at once, so that the grid can synchronise: 0 or 1. Since
   * version 3 also PYK2PTX_LAUNCH_CLUSTERS, alone or with 1 added. */
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

/* ==== Since version 2. Flags are 0 or 1; as above, a NULL stream is the
 * device's default. ==== */

/* ---- devices ---- */
/* The device in a CUcontext made elsewhere, which must outlive all handles. */
Pyk2ptxStatus pyk2ptxDeviceWrapContext(void *cucontext, Pyk2ptxDevice **device);
/* Its CUcontext. */
Pyk2ptxStatus pyk2ptxDeviceContext(const Pyk2ptxDevice *device,
                                   void **cucontext);
/* A CUdevice_attribute, by number or by name ("WARP_SIZE"). */
Pyk2ptxStatus pyk2ptxDeviceAttribute(const Pyk2ptxDevice *device, int attribute,
                                     int *value);
Pyk2ptxStatus pyk2ptxDeviceAttributeNamed(const Pyk2ptxDevice *device,
                                          const char *name, int *value);
Pyk2ptxStatus pyk2ptxDeviceUuid(const Pyk2ptxDevice *device, uint8_t uuid[16]);
/* As pyk2ptxDeviceName: "0000:01:00.0". */
Pyk2ptxStatus pyk2ptxDevicePciBusId(const Pyk2ptxDevice *device, char *id,
                                    size_t size);
Pyk2ptxStatus pyk2ptxDeviceMemory(const Pyk2ptxDevice *device, size_t *free,
                                  size_t *total);
Pyk2ptxStatus pyk2ptxDeviceCanAccess(const Pyk2ptxDevice *device,
                                     const Pyk2ptxDevice *other, int *can);
Pyk2ptxStatus pyk2ptxDeviceEnablePeerAccess(const Pyk2ptxDevice *device,
                                            const Pyk2ptxDevice *other);
Pyk2ptxStatus pyk2ptxDeviceDisablePeerAccess(const Pyk2ptxDevice *device,
                                             const Pyk2ptxDevice *other);
Pyk2ptxStatus pyk2ptxProfilerStart(const Pyk2ptxDevice *device);
Pyk2ptxStatus pyk2ptxProfilerStop(const Pyk2ptxDevice *device);

/* ---- streams and events ---- */
Pyk2ptxStatus pyk2ptxStreamPriorities(const Pyk2ptxDevice *device, int *least,
                                      int *greatest);
Pyk2ptxStatus pyk2ptxStreamCreateWith(const Pyk2ptxDevice *device,
                                      int nonBlocking, int priority,
                                      Pyk2ptxStream **stream);
/* The default stream of the calling thread. */
Pyk2ptxStatus pyk2ptxStreamPerThread(const Pyk2ptxDevice *device,
                                     Pyk2ptxStream **stream);
/* The CUstream. */
void *pyk2ptxStreamHandle(const Pyk2ptxStream *stream);
Pyk2ptxStatus pyk2ptxStreamIsDone(const Pyk2ptxStream *stream, int *done);
/* Lets later work of the stream wait for the event. */
Pyk2ptxStatus pyk2ptxStreamWait(const Pyk2ptxStream *stream,
                                const Pyk2ptxEvent *event);
/* Calls `function`, which must not call CUDA, once the work queued so far has
 * run. */
Pyk2ptxStatus pyk2ptxStreamCallback(const Pyk2ptxStream *stream,
                                    void (*function)(void *), void *data);
Pyk2ptxStatus pyk2ptxEventCreateWith(const Pyk2ptxDevice *device, int timing,
                                     int blocking, int interprocess,
                                     Pyk2ptxEvent **event);
void *pyk2ptxEventHandle(const Pyk2ptxEvent *event);
Pyk2ptxStatus pyk2ptxEventIsDone(const Pyk2ptxEvent *event, int *done);

/* Bytes to be sent to another process of the same machine. */
typedef struct Pyk2ptxIpcHandle {
  char bytes[64];
  uint64_t offset;
  uint64_t size;
} Pyk2ptxIpcHandle;
Pyk2ptxStatus pyk2ptxEventIpcHandle(const Pyk2ptxEvent *event,
                                    Pyk2ptxIpcHandle *handle);
Pyk2ptxStatus pyk2ptxEventOpenIpc(const Pyk2ptxDevice *device,
                                  const Pyk2ptxIpcHandle *handle,
                                  Pyk2ptxEvent **event);

/* ---- memory ---- */
/* Used by the host and the device by one address. */
Pyk2ptxStatus pyk2ptxBufferCreateManaged(const Pyk2ptxDevice *device,
                                         size_t bytes, Pyk2ptxBuffer **buffer);
/* From the pool, in the stream's order; it is freed in that of this stream, or
 * of the one of pyk2ptxBufferFreeOn. */
Pyk2ptxStatus pyk2ptxBufferCreateAsync(const Pyk2ptxDevice *device,
                                       const Pyk2ptxStream *stream,
                                       size_t bytes, Pyk2ptxBuffer **buffer);
Pyk2ptxStatus pyk2ptxBufferFreeOn(const Pyk2ptxBuffer *buffer,
                                  const Pyk2ptxStream *stream);
/* Somebody else's memory, which must outlive the handle. */
Pyk2ptxStatus pyk2ptxBufferWrap(const Pyk2ptxDevice *device, uint64_t address,
                                size_t bytes, Pyk2ptxBuffer **buffer);
Pyk2ptxStatus pyk2ptxBufferSlice(const Pyk2ptxBuffer *buffer, size_t offset,
                                 size_t bytes, Pyk2ptxBuffer **slice);
Pyk2ptxStatus pyk2ptxBufferUploadAsync(const Pyk2ptxBuffer *buffer,
                                       const Pyk2ptxStream *stream,
                                       const void *from, size_t bytes,
                                       size_t offset);
Pyk2ptxStatus pyk2ptxBufferDownloadAsync(const Pyk2ptxBuffer *buffer,
                                         const Pyk2ptxStream *stream, void *to,
                                         size_t bytes, size_t offset);
Pyk2ptxStatus pyk2ptxBufferFillAsync(const Pyk2ptxBuffer *buffer,
                                     const Pyk2ptxStream *stream,
                                     uint8_t value);
/* From another buffer, of another device too. */
Pyk2ptxStatus pyk2ptxBufferCopyAsync(const Pyk2ptxBuffer *to, size_t offset,
                                     const Pyk2ptxBuffer *from,
                                     size_t fromOffset, size_t bytes,
                                     const Pyk2ptxStream *stream);
/* Moves managed memory to the stream's device, or to the host. */
Pyk2ptxStatus pyk2ptxBufferPrefetch(const Pyk2ptxBuffer *buffer,
                                    const Pyk2ptxStream *stream, int toHost);
Pyk2ptxStatus pyk2ptxBufferIpcHandle(const Pyk2ptxBuffer *buffer,
                                     Pyk2ptxIpcHandle *handle);
Pyk2ptxStatus pyk2ptxBufferOpenIpc(const Pyk2ptxDevice *device,
                                   const Pyk2ptxIpcHandle *handle,
                                   Pyk2ptxBuffer **buffer);

enum {
  PYK2PTX_HOST_PORTABLE = 1,
  PYK2PTX_HOST_MAPPED = 2,
  PYK2PTX_HOST_WRITE_COMBINED = 4
};
/* Pinned host memory: new, or the caller's as long as the handle lives. */
Pyk2ptxStatus pyk2ptxHostBufferCreate(const Pyk2ptxDevice *device, size_t bytes,
                                      unsigned flags,
                                      Pyk2ptxHostBuffer **buffer);
Pyk2ptxStatus pyk2ptxHostBufferRegister(const Pyk2ptxDevice *device, void *data,
                                        size_t bytes, unsigned flags,
                                        Pyk2ptxHostBuffer **buffer);
void pyk2ptxHostBufferDestroy(Pyk2ptxHostBuffer *buffer);
void *pyk2ptxHostBufferData(const Pyk2ptxHostBuffer *buffer);
/* Where kernels find mapped memory. */
Pyk2ptxStatus pyk2ptxHostBufferAddress(const Pyk2ptxHostBuffer *buffer,
                                       uint64_t *address);

Pyk2ptxStatus pyk2ptxPoolTrim(const Pyk2ptxDevice *device, size_t keepBytes);
Pyk2ptxStatus pyk2ptxPoolSetReleaseThreshold(const Pyk2ptxDevice *device,
                                             uint64_t bytes);
Pyk2ptxStatus pyk2ptxPoolUsage(const Pyk2ptxDevice *device, uint64_t *reserved,
                               uint64_t *used);

typedef enum Pyk2ptxPointerKind {
  PYK2PTX_POINTER_UNKNOWN,
  PYK2PTX_POINTER_HOST,
  PYK2PTX_POINTER_DEVICE,
  PYK2PTX_POINTER_MANAGED
} Pyk2ptxPointerKind;
typedef struct Pyk2ptxPointerInfo {
  /* A Pyk2ptxPointerKind. */
  int kind;
  /* -1 where it is not known. */
  int device;
  uint64_t base;
  uint64_t size;
} Pyk2ptxPointerInfo;
Pyk2ptxStatus pyk2ptxPointerInfo(const Pyk2ptxDevice *device, uint64_t address,
                                 Pyk2ptxPointerInfo *info);

/* DLPack: a DLManagedTensor, or a DLManagedTensorVersioned. Import takes the
 * tensor over, which the last handle of `buffer` deletes; on an error it is
 * still the caller's. Export makes one that keeps the buffer alive. */
Pyk2ptxStatus pyk2ptxDlpackImport(const Pyk2ptxDevice *device, void *tensor,
                                  int versioned, Pyk2ptxBuffer **buffer,
                                  Pyk2ptxArray *array, int *readOnly);
Pyk2ptxStatus pyk2ptxDlpackExport(const Pyk2ptxBuffer *buffer,
                                  const Pyk2ptxArray *array, int versioned,
                                  void **tensor);

/* ---- modules and kernels ---- */
/* Loaded once, for every device that it is then used on. */
Pyk2ptxStatus pyk2ptxLibraryLoad(const void *image, size_t bytes,
                                 Pyk2ptxLibrary **library);
void pyk2ptxLibraryDestroy(Pyk2ptxLibrary *library);
Pyk2ptxStatus pyk2ptxLibraryModule(const Pyk2ptxLibrary *library,
                                   const Pyk2ptxDevice *device,
                                   Pyk2ptxModule **module);
/* PTX linked with files (.ptx, .cubin, .fatbin, .o, .a); at most `maxRegisters`
 * a thread unless that is 0. */
Pyk2ptxStatus pyk2ptxModuleLoadLinked(const Pyk2ptxDevice *device,
                                      const void *ptx, size_t bytes,
                                      const char *const *files, size_t count,
                                      unsigned maxRegisters,
                                      Pyk2ptxModule **module);
/* Does now what the first launches would do. */
Pyk2ptxStatus pyk2ptxModulePreload(const Pyk2ptxModule *module);
Pyk2ptxStatus pyk2ptxKernelPreload(const Pyk2ptxKernel *kernel,
                                   uint32_t sharedBytes);
/* A module variable as memory; it keeps the module alive. */
Pyk2ptxStatus pyk2ptxModuleGlobal(const Pyk2ptxModule *module, const char *name,
                                  Pyk2ptxBuffer **buffer);
/* The CUmodule, the CUfunction. */
Pyk2ptxStatus pyk2ptxModuleHandle(const Pyk2ptxModule *module, void **cumodule);
void *pyk2ptxKernelHandle(const Pyk2ptxKernel *kernel);
typedef struct Pyk2ptxKernelAttributes {
  int registers;
  int maxThreadsPerBlock;
  int staticSharedBytes;
  int localBytes;
  int constantBytes;
} Pyk2ptxKernelAttributes;
Pyk2ptxStatus pyk2ptxKernelAttributes(const Pyk2ptxKernel *kernel,
                                      Pyk2ptxKernelAttributes *attributes);
/* How many blocks of that size a multiprocessor runs at once. */
Pyk2ptxStatus pyk2ptxKernelMaxActiveBlocks(const Pyk2ptxKernel *kernel,
                                           uint32_t threads,
                                           uint32_t sharedBytes,
                                           uint32_t *blocks);
/* And the whole device, which is a cooperative launch's largest grid. */
Pyk2ptxStatus pyk2ptxKernelMaxCooperativeBlocks(const Pyk2ptxKernel *kernel,
                                                const uint32_t block[3],
                                                uint32_t sharedBytes,
                                                uint32_t *blocks);
/* The block that keeps the device busiest, of at most `maxThreads` (0: any),
 * and the grid that fills it. */
Pyk2ptxStatus pyk2ptxKernelSuggestBlock(const Pyk2ptxKernel *kernel,
                                        uint32_t sharedBytes,
                                        uint32_t maxThreads, uint32_t *block,
                                        uint32_t *minGrid);

/* ---- graphs: pyk2ptx/graph.h says more ---- */
typedef enum Pyk2ptxCaptureMode {
  PYK2PTX_CAPTURE_GLOBAL,
  PYK2PTX_CAPTURE_THREAD_LOCAL,
  PYK2PTX_CAPTURE_RELAXED
} Pyk2ptxCaptureMode;
Pyk2ptxStatus pyk2ptxStreamBeginCapture(const Pyk2ptxStream *stream,
                                        Pyk2ptxCaptureMode mode);
Pyk2ptxStatus pyk2ptxStreamEndCapture(const Pyk2ptxStream *stream,
                                      Pyk2ptxGraph **graph);
Pyk2ptxStatus pyk2ptxStreamIsCapturing(const Pyk2ptxStream *stream,
                                       int *capturing);

/* A CUgraphNode of a graph. */
typedef void *Pyk2ptxGraphNode;
/* Nodes that must have run before another. */
typedef struct Pyk2ptxAfter {
  const Pyk2ptxGraphNode *nodes;
  size_t count;
} Pyk2ptxAfter;
Pyk2ptxStatus pyk2ptxGraphCreate(const Pyk2ptxDevice *device,
                                 Pyk2ptxGraph **graph);
void pyk2ptxGraphDestroy(Pyk2ptxGraph *graph);
Pyk2ptxStatus pyk2ptxGraphAddKernel(const Pyk2ptxGraph *graph,
                                    Pyk2ptxAfter after,
                                    const Pyk2ptxKernel *kernel,
                                    const Pyk2ptxLaunch *launch,
                                    const Pyk2ptxArgument *arguments,
                                    size_t count, Pyk2ptxGraphNode *node);
Pyk2ptxStatus pyk2ptxGraphAddUpload(const Pyk2ptxGraph *graph,
                                    Pyk2ptxAfter after, const Pyk2ptxBuffer *to,
                                    const void *from, size_t bytes,
                                    size_t offset, Pyk2ptxGraphNode *node);
Pyk2ptxStatus pyk2ptxGraphAddDownload(const Pyk2ptxGraph *graph,
                                      Pyk2ptxAfter after, void *to,
                                      const Pyk2ptxBuffer *from, size_t bytes,
                                      size_t offset, Pyk2ptxGraphNode *node);
Pyk2ptxStatus pyk2ptxGraphAddCopy(const Pyk2ptxGraph *graph, Pyk2ptxAfter after,
                                  const Pyk2ptxBuffer *to, size_t offset,
                                  const Pyk2ptxBuffer *from, size_t fromOffset,
                                  size_t bytes, Pyk2ptxGraphNode *node);
Pyk2ptxStatus pyk2ptxGraphAddFill(const Pyk2ptxGraph *graph, Pyk2ptxAfter after,
                                  const Pyk2ptxBuffer *buffer, uint8_t value,
                                  size_t bytes, size_t offset,
                                  Pyk2ptxGraphNode *node);
Pyk2ptxStatus pyk2ptxGraphAddHost(const Pyk2ptxGraph *graph, Pyk2ptxAfter after,
                                  void (*function)(void *), void *data,
                                  Pyk2ptxGraphNode *node);
Pyk2ptxStatus pyk2ptxGraphAddEmpty(const Pyk2ptxGraph *graph,
                                   Pyk2ptxAfter after, Pyk2ptxGraphNode *node);
Pyk2ptxStatus pyk2ptxGraphAddGraph(const Pyk2ptxGraph *graph,
                                   Pyk2ptxAfter after,
                                   const Pyk2ptxGraph *child,
                                   Pyk2ptxGraphNode *node);
Pyk2ptxStatus pyk2ptxGraphNodeCount(const Pyk2ptxGraph *graph, size_t *count);
Pyk2ptxStatus pyk2ptxGraphInstantiate(const Pyk2ptxGraph *graph,
                                      Pyk2ptxGraphExec **exec);
void pyk2ptxGraphExecDestroy(Pyk2ptxGraphExec *exec);
Pyk2ptxStatus pyk2ptxGraphExecLaunch(const Pyk2ptxGraphExec *exec,
                                     const Pyk2ptxStream *stream);
Pyk2ptxStatus pyk2ptxGraphExecUpload(const Pyk2ptxGraphExec *exec,
                                     const Pyk2ptxStream *stream);
/* Other arguments or another geometry for a kernel's node. */
Pyk2ptxStatus pyk2ptxGraphExecSetKernel(const Pyk2ptxGraphExec *exec,
                                        Pyk2ptxGraphNode node,
                                        const Pyk2ptxKernel *kernel,
                                        const Pyk2ptxLaunch *launch,
                                        const Pyk2ptxArgument *arguments,
                                        size_t count);
/* All parameters of a graph of the same shape. */
Pyk2ptxStatus pyk2ptxGraphExecUpdate(const Pyk2ptxGraphExec *exec,
                                     const Pyk2ptxGraph *graph);

/* ==== Since version 3. ==== */

/* ---- errors: more of the thread's last one ---- */
/* The kernel that was launched, or launched last before the error was seen, and
 * where it is written ("k.py:7"); "" where it is not known. */
const char *pyk2ptxLastErrorKernel(void);
const char *pyk2ptxLastErrorSource(void);
/* Writes that launch's geometry and returns 1, or returns 0. */
int pyk2ptxLastErrorLaunch(Pyk2ptxLaunch *launch);
/* Whether it is an earlier, sticky error that a later call returns again. */
int pyk2ptxLastErrorIsRepeated(void);
/* PYK2PTX_OK, or the error that has lost the device. */
Pyk2ptxStatus pyk2ptxDeviceStatus(const Pyk2ptxDevice *device);
/* 13000 for CUDA 13.0. */
Pyk2ptxStatus pyk2ptxDriverVersion(int *version);

/* ---- clusters ---- */
/* A launch with clusters of so many blocks, for every function that takes a
 * Pyk2ptxLaunch: pass the address of `launch`, with PYK2PTX_LAUNCH_CLUSTERS in
 * its `cooperative`. A kernel that was compiled with cluster_dims needs none,
 * and takes no others. */
typedef struct Pyk2ptxClusterLaunch {
  Pyk2ptxLaunch launch;
  uint32_t cluster[3];
} Pyk2ptxClusterLaunch;
enum { PYK2PTX_LAUNCH_CLUSTERS = 0x10000 };
/* The most blocks that a cluster can have. */
Pyk2ptxStatus pyk2ptxKernelMaxClusterSize(const Pyk2ptxKernel *kernel,
                                          const uint32_t block[3],
                                          uint32_t sharedBytes,
                                          uint32_t *blocks);
/* How many clusters of the launch run at once. */
Pyk2ptxStatus pyk2ptxKernelMaxActiveClusters(const Pyk2ptxKernel *kernel,
                                             const Pyk2ptxLaunch *launch,
                                             uint32_t *clusters);

/* ---- managed memory ---- */
typedef enum Pyk2ptxPlaceKind {
  PYK2PTX_PLACE_DEVICE = 1,
  PYK2PTX_PLACE_HOST = 2,
  /* A NUMA node of the host's. */
  PYK2PTX_PLACE_HOST_NODE = 3
} Pyk2ptxPlaceKind;
typedef struct Pyk2ptxPlace {
  /* A Pyk2ptxPlaceKind. */
  int kind;
  /* The device's ordinal, or the node's number. */
  int id;
} Pyk2ptxPlace;
typedef enum Pyk2ptxAdvice {
  PYK2PTX_SET_READ_MOSTLY = 1,
  PYK2PTX_UNSET_READ_MOSTLY = 2,
  PYK2PTX_SET_PREFERRED_LOCATION = 3,
  PYK2PTX_UNSET_PREFERRED_LOCATION = 4,
  PYK2PTX_SET_ACCESSED_BY = 5,
  PYK2PTX_UNSET_ACCESSED_BY = 6
} Pyk2ptxAdvice;
Pyk2ptxStatus pyk2ptxBufferAdvise(const Pyk2ptxBuffer *buffer,
                                  Pyk2ptxAdvice advice, Pyk2ptxPlace place);
Pyk2ptxStatus pyk2ptxBufferPrefetchTo(const Pyk2ptxBuffer *buffer,
                                      const Pyk2ptxStream *stream,
                                      Pyk2ptxPlace place);
/* Managed memory for the host, until it is attached to a stream. */
Pyk2ptxStatus pyk2ptxBufferCreateManagedForHost(const Pyk2ptxDevice *device,
                                                size_t bytes,
                                                Pyk2ptxBuffer **buffer);
Pyk2ptxStatus pyk2ptxBufferAttach(const Pyk2ptxBuffer *buffer,
                                  const Pyk2ptxStream *stream);
Pyk2ptxStatus pyk2ptxPoolReleaseThreshold(const Pyk2ptxDevice *device,
                                          uint64_t *bytes);
/* The most that was in use since the last reset. */
Pyk2ptxStatus pyk2ptxPoolUsedHigh(const Pyk2ptxDevice *device, uint64_t *bytes);
Pyk2ptxStatus pyk2ptxPoolResetUsedHigh(const Pyk2ptxDevice *device);

/* ---- modules, kernels, streams ---- */
typedef struct Pyk2ptxLoadOptions {
  /* Linked with the PTX: .ptx, .cubin, .fatbin, .o, .a. */
  const char *const *files;
  size_t fileCount;
  /* At most so many a thread, unless 0. */
  unsigned maxRegisters;
  /* Called with the CUmodule when it has been loaded; anything but 0 unloads it
   * and is an error. May be NULL, as the next. */
  int (*onLoad)(void *cumodule, void *data);
  /* Called before it is unloaded. */
  void (*onUnload)(void *cumodule, void *data);
  void *data;
} Pyk2ptxLoadOptions;
Pyk2ptxStatus pyk2ptxModuleLoadWith(const Pyk2ptxDevice *device,
                                    const void *image, size_t bytes,
                                    const Pyk2ptxLoadOptions *options,
                                    Pyk2ptxModule **module);
/* A CUfunction_attribute by its number. */
Pyk2ptxStatus pyk2ptxKernelAttribute(const Pyk2ptxKernel *kernel, int attribute,
                                     int *value);
Pyk2ptxStatus pyk2ptxStreamPriority(const Pyk2ptxStream *stream, int *priority);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif
