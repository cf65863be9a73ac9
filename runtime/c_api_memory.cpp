// The C API's memory of every sort, DLPack and handles for other processes.
#include "c_api_internal.h"
#include "pyk2ptx/dlpack.h"

#include <cstring>

using namespace pyk2ptx::c_api;
using pyk2ptx::Result;

namespace {

Pyk2ptxStatus giveHandle(const Result<pyk2ptx::IpcHandle> &from,
                         Pyk2ptxIpcHandle *to) {
  if (!from)
    return fail(from.error());
  std::memcpy(to->bytes, from->bytes.data(), sizeof(to->bytes));
  to->offset = from->offset;
  to->size = from->size;
  return PYK2PTX_OK;
}

pyk2ptx::IpcHandle handleOf(const Pyk2ptxIpcHandle &from) {
  pyk2ptx::IpcHandle to;
  std::memcpy(to.bytes.data(), from.bytes, sizeof(from.bytes));
  to.offset = from.offset;
  to.size = from.size;
  return to;
}

pyk2ptx::HostOptions optionsOf(unsigned flags) {
  pyk2ptx::HostOptions options;
  options.portable = (flags & PYK2PTX_HOST_PORTABLE) != 0;
  options.mapped = (flags & PYK2PTX_HOST_MAPPED) != 0;
  options.writeCombined = (flags & PYK2PTX_HOST_WRITE_COMBINED) != 0;
  return options;
}

/// False, with the error left, when the place is none.
bool readPlace(Pyk2ptxPlace from, pyk2ptx::MemoryPlace &to) {
  if (from.kind < PYK2PTX_PLACE_DEVICE || from.kind > PYK2PTX_PLACE_HOST_NODE) {
    fail(pyk2ptx::Error::make("ValueError", "there is no place of kind " +
                                                std::to_string(from.kind)));
    return false;
  }
  to = {static_cast<pyk2ptx::MemoryPlace::Kind>(from.kind), from.id};
  return true;
}

pyk2ptx::DlpackKind kindOf(int versioned) {
  return versioned ? pyk2ptx::DlpackKind::Versioned
                   : pyk2ptx::DlpackKind::Unversioned;
}

} // namespace

// ---- buffers ----

Pyk2ptxStatus pyk2ptxBufferCreateManaged(const Pyk2ptxDevice *device,
                                         size_t bytes, Pyk2ptxBuffer **buffer) {
  if (!device || !buffer)
    return missing("device or buffer");
  return give(device->device.allocateManaged(bytes), buffer, device->device);
}

Pyk2ptxStatus pyk2ptxBufferCreateAsync(const Pyk2ptxDevice *device,
                                       const Pyk2ptxStream *stream,
                                       size_t bytes, Pyk2ptxBuffer **buffer) {
  if (!device || !buffer)
    return missing("device or buffer");
  return give(device->device.allocateAsync(streamOf(stream, device), bytes),
              buffer, device->device);
}

Pyk2ptxStatus pyk2ptxBufferFreeOn(const Pyk2ptxBuffer *buffer,
                                  const Pyk2ptxStream *stream) {
  return buffer ? done(buffer->buffer.freeOn(streamOf(stream, buffer)))
                : missing("buffer");
}

Pyk2ptxStatus pyk2ptxBufferWrap(const Pyk2ptxDevice *device, uint64_t address,
                                size_t bytes, Pyk2ptxBuffer **buffer) {
  if (!device || !buffer)
    return missing("device or buffer");
  *buffer = new Pyk2ptxBuffer{device->device.wrapMemory(address, bytes),
                              device->device};
  return PYK2PTX_OK;
}

Pyk2ptxStatus pyk2ptxBufferSlice(const Pyk2ptxBuffer *buffer, size_t offset,
                                 size_t bytes, Pyk2ptxBuffer **slice) {
  if (!buffer || !slice)
    return missing("buffer or slice");
  return give(buffer->buffer.slice(offset, bytes), slice, buffer->device);
}

Pyk2ptxStatus pyk2ptxBufferUploadAsync(const Pyk2ptxBuffer *buffer,
                                       const Pyk2ptxStream *stream,
                                       const void *from, size_t bytes,
                                       size_t offset) {
  if (!buffer || (!from && bytes))
    return missing("buffer or from");
  return done(buffer->buffer.uploadAsync(streamOf(stream, buffer), from, bytes,
                                         offset));
}

Pyk2ptxStatus pyk2ptxBufferDownloadAsync(const Pyk2ptxBuffer *buffer,
                                         const Pyk2ptxStream *stream, void *to,
                                         size_t bytes, size_t offset) {
  if (!buffer || (!to && bytes))
    return missing("buffer or to");
  return done(buffer->buffer.downloadAsync(streamOf(stream, buffer), to, bytes,
                                           offset));
}

Pyk2ptxStatus pyk2ptxBufferFillAsync(const Pyk2ptxBuffer *buffer,
                                     const Pyk2ptxStream *stream,
                                     uint8_t value) {
  return buffer
             ? done(buffer->buffer.fillAsync(streamOf(stream, buffer), value))
             : missing("buffer");
}

Pyk2ptxStatus pyk2ptxBufferCopyAsync(const Pyk2ptxBuffer *to, size_t offset,
                                     const Pyk2ptxBuffer *from,
                                     size_t fromOffset, size_t bytes,
                                     const Pyk2ptxStream *stream) {
  if (!to || !from)
    return missing("to or from");
  return done(to->buffer.copyFromAsync(streamOf(stream, to), from->buffer,
                                       bytes, offset, fromOffset));
}

Pyk2ptxStatus pyk2ptxBufferPrefetch(const Pyk2ptxBuffer *buffer,
                                    const Pyk2ptxStream *stream, int toHost) {
  if (!buffer)
    return missing("buffer");
  pyk2ptx::Stream queue = streamOf(stream, buffer);
  return done(toHost ? buffer->buffer.prefetchToHostAsync(queue)
                     : buffer->buffer.prefetchAsync(queue));
}

Pyk2ptxStatus pyk2ptxBufferPrefetchTo(const Pyk2ptxBuffer *buffer,
                                      const Pyk2ptxStream *stream,
                                      Pyk2ptxPlace place) {
  if (!buffer)
    return missing("buffer");
  pyk2ptx::MemoryPlace there;
  if (!readPlace(place, there))
    return PYK2PTX_BAD_ARGUMENT;
  return done(buffer->buffer.prefetchAsync(streamOf(stream, buffer), there));
}

Pyk2ptxStatus pyk2ptxBufferAdvise(const Pyk2ptxBuffer *buffer,
                                  Pyk2ptxAdvice advice, Pyk2ptxPlace place) {
  if (!buffer)
    return missing("buffer");
  pyk2ptx::MemoryPlace there;
  if (!readPlace(place, there))
    return PYK2PTX_BAD_ARGUMENT;
  if (advice < PYK2PTX_SET_READ_MOSTLY || advice > PYK2PTX_UNSET_ACCESSED_BY)
    return fail(pyk2ptx::Error::make(
        "ValueError",
        "there is no advice " + std::to_string(static_cast<int>(advice))));
  return done(
      buffer->buffer.advise(static_cast<pyk2ptx::MemoryAdvice>(advice), there));
}

Pyk2ptxStatus pyk2ptxBufferCreateManagedForHost(const Pyk2ptxDevice *device,
                                                size_t bytes,
                                                Pyk2ptxBuffer **buffer) {
  if (!device || !buffer)
    return missing("device or buffer");
  return give(device->device.allocateManaged(bytes, true), buffer,
              device->device);
}

Pyk2ptxStatus pyk2ptxBufferAttach(const Pyk2ptxBuffer *buffer,
                                  const Pyk2ptxStream *stream) {
  return buffer ? done(buffer->buffer.attach(streamOf(stream, buffer)))
                : missing("buffer");
}

// ---- other processes ----

Pyk2ptxStatus pyk2ptxBufferIpcHandle(const Pyk2ptxBuffer *buffer,
                                     Pyk2ptxIpcHandle *handle) {
  return buffer && handle ? giveHandle(buffer->buffer.ipcHandle(), handle)
                          : missing("buffer or handle");
}

Pyk2ptxStatus pyk2ptxBufferOpenIpc(const Pyk2ptxDevice *device,
                                   const Pyk2ptxIpcHandle *handle,
                                   Pyk2ptxBuffer **buffer) {
  if (!device || !handle || !buffer)
    return missing("device, handle or buffer");
  return give(device->device.openIpc(handleOf(*handle)), buffer,
              device->device);
}

Pyk2ptxStatus pyk2ptxEventIpcHandle(const Pyk2ptxEvent *event,
                                    Pyk2ptxIpcHandle *handle) {
  return event && handle ? giveHandle(event->event.ipcHandle(), handle)
                         : missing("event or handle");
}

Pyk2ptxStatus pyk2ptxEventOpenIpc(const Pyk2ptxDevice *device,
                                  const Pyk2ptxIpcHandle *handle,
                                  Pyk2ptxEvent **event) {
  if (!device || !handle || !event)
    return missing("device, handle or event");
  return give(device->device.openIpcEvent(handleOf(*handle)), event,
              device->device);
}

// ---- host memory, the pool, addresses ----

Pyk2ptxStatus pyk2ptxHostBufferCreate(const Pyk2ptxDevice *device, size_t bytes,
                                      unsigned flags,
                                      Pyk2ptxHostBuffer **buffer) {
  if (!device || !buffer)
    return missing("device or buffer");
  return give(device->device.allocateHost(bytes, optionsOf(flags)), buffer);
}

Pyk2ptxStatus pyk2ptxHostBufferRegister(const Pyk2ptxDevice *device, void *data,
                                        size_t bytes, unsigned flags,
                                        Pyk2ptxHostBuffer **buffer) {
  if (!device || !buffer || (!data && bytes))
    return missing("device, data or buffer");
  return give(device->device.registerHost(data, bytes, optionsOf(flags)),
              buffer);
}

void pyk2ptxHostBufferDestroy(Pyk2ptxHostBuffer *buffer) { delete buffer; }

void *pyk2ptxHostBufferData(const Pyk2ptxHostBuffer *buffer) {
  return buffer ? buffer->buffer.data() : nullptr;
}

Pyk2ptxStatus pyk2ptxHostBufferAddress(const Pyk2ptxHostBuffer *buffer,
                                       uint64_t *address) {
  if (!buffer || !address)
    return missing("buffer or address");
  return assign(buffer->buffer.deviceAddress(), address);
}

Pyk2ptxStatus pyk2ptxPoolTrim(const Pyk2ptxDevice *device, size_t keepBytes) {
  if (!device)
    return missing("device");
  Result<pyk2ptx::MemoryPool> pool = device->device.pool();
  return pool ? done(pool->trim(keepBytes)) : fail(pool.error());
}

Pyk2ptxStatus pyk2ptxPoolSetReleaseThreshold(const Pyk2ptxDevice *device,
                                             uint64_t bytes) {
  if (!device)
    return missing("device");
  Result<pyk2ptx::MemoryPool> pool = device->device.pool();
  return pool ? done(pool->setReleaseThreshold(bytes)) : fail(pool.error());
}

Pyk2ptxStatus pyk2ptxPoolUsage(const Pyk2ptxDevice *device, uint64_t *reserved,
                               uint64_t *used) {
  if (!device || !reserved || !used)
    return missing("device, reserved or used");
  Result<pyk2ptx::MemoryPool> pool = device->device.pool();
  if (!pool)
    return fail(pool.error());
  Pyk2ptxStatus status = assign(pool->reservedBytes(), reserved);
  return status ? status : assign(pool->usedBytes(), used);
}

Pyk2ptxStatus pyk2ptxPoolReleaseThreshold(const Pyk2ptxDevice *device,
                                          uint64_t *bytes) {
  if (!device || !bytes)
    return missing("device or bytes");
  Result<pyk2ptx::MemoryPool> pool = device->device.pool();
  return pool ? assign(pool->releaseThreshold(), bytes) : fail(pool.error());
}

Pyk2ptxStatus pyk2ptxPoolUsedHigh(const Pyk2ptxDevice *device,
                                  uint64_t *bytes) {
  if (!device || !bytes)
    return missing("device or bytes");
  Result<pyk2ptx::MemoryPool> pool = device->device.pool();
  return pool ? assign(pool->usedHighBytes(), bytes) : fail(pool.error());
}

Pyk2ptxStatus pyk2ptxPoolResetUsedHigh(const Pyk2ptxDevice *device) {
  if (!device)
    return missing("device");
  Result<pyk2ptx::MemoryPool> pool = device->device.pool();
  return pool ? done(pool->resetUsedHigh()) : fail(pool.error());
}

Pyk2ptxStatus pyk2ptxPointerInfo(const Pyk2ptxDevice *device, uint64_t address,
                                 struct Pyk2ptxPointerInfo *info) {
  if (!device || !info)
    return missing("device or info");
  Result<pyk2ptx::PointerInfo> found = device->device.pointerInfo(address);
  if (!found)
    return fail(found.error());
  info->kind = static_cast<int>(found->kind);
  info->device = found->device;
  info->base = found->base;
  info->size = found->size;
  return PYK2PTX_OK;
}

// ---- DLPack ----

Pyk2ptxStatus pyk2ptxDlpackImport(const Pyk2ptxDevice *device, void *tensor,
                                  int versioned, Pyk2ptxBuffer **buffer,
                                  Pyk2ptxArray *array, int *readOnly) {
  if (!device || !tensor || !buffer || !array)
    return missing("device, tensor, buffer or array");
  Result<pyk2ptx::DlpackArray> taken =
      pyk2ptx::fromDlpack(device->device, tensor, kindOf(versioned));
  if (!taken)
    return fail(taken.error());
  const pyk2ptx::ArrayView &view = taken->view;
  *array = Pyk2ptxArray();
  array->address = view.address;
  // A literal of the runtime's, which ends in 0.
  array->dtype = view.dtype.data();
  array->itemSize = static_cast<uint32_t>(view.itemSize);
  array->ndim = view.ndim;
  for (int axis = 0; axis < view.ndim; ++axis) {
    array->shape[axis] = view.shape[static_cast<std::size_t>(axis)];
    array->strides[axis] = view.strides[static_cast<std::size_t>(axis)];
  }
  if (readOnly)
    *readOnly = taken->readOnly ? 1 : 0;
  *buffer = new Pyk2ptxBuffer{std::move(taken->buffer), device->device};
  return PYK2PTX_OK;
}

Pyk2ptxStatus pyk2ptxDlpackExport(const Pyk2ptxBuffer *buffer,
                                  const Pyk2ptxArray *array, int versioned,
                                  void **tensor) {
  if (!buffer || !array || !tensor)
    return missing("buffer, array or tensor");
  return assign(
      pyk2ptx::toDlpack(buffer->buffer, viewOf(*array), kindOf(versioned)),
      tensor);
}
