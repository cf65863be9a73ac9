// The fake driver's memory, streams and events. Work that is queued runs at
// once, or becomes a node where its stream is captured.
#include "fake_state.h"

using namespace fake;

namespace {

void *pointer(DeviceAddress address) {
  return reinterpret_cast<void *>(static_cast<std::uintptr_t>(address));
}

int allocate(DeviceAddress *address, std::size_t bytes) {
  if (!currentContext)
    return 201;
  if (!bytes)
    return 1;
  if (bytes > std::size_t(1) << 30)
    return 2;
  void *memory = std::malloc(bytes);
  fake::fake().buffers[memory] = bytes;
  *address = reinterpret_cast<std::uintptr_t>(memory);
  return 0;
}

int copy(void *stream, void *to, const void *from, std::size_t bytes) {
  return queue(stream, [=] {
    std::memcpy(to, from, bytes);
    return 0;
  });
}

/// The buffer around an address, or the end.
auto bufferAt(DeviceAddress address) {
  auto &buffers = fake::fake().buffers;
  auto next = buffers.upper_bound(pointer(address));
  if (next == buffers.begin())
    return buffers.end();
  --next;
  auto *begin = static_cast<char *>(next->first);
  return static_cast<char *>(pointer(address)) < begin + next->second
             ? next
             : buffers.end();
}

template <typename Handle> Handle makeHandle(std::set<void *> &set) {
  static std::uintptr_t next = 0x1000;
  auto *handle = reinterpret_cast<Handle>(next += 16);
  set.insert(handle);
  return handle;
}

} // namespace

int fake::advise(DeviceAddress address, int advice, int kind, int id) {
  Fake &f = fake();
  if (!f.managed.count(pointer(address)) || kind < 0 || kind > 3 ||
      advice < 0 || advice > 6 || id < -1 || id >= maxDevices)
    return 1;
  int words[] = {advice, kind, id};
  std::memcpy(f.lastAdvice, words, sizeof(words));
  return 0;
}

extern "C" {

// Memory --------------------------------------------------------------------

int cuMemGetInfo_v2(std::size_t *free, std::size_t *total) {
  ENTER("cuMemGetInfo");
  *free = *total = std::size_t(1) << 30;
  return 0;
}

int cuMemAlloc_v2(DeviceAddress *address, std::size_t bytes) {
  LOCK;
  int status = enterUncaptured("cuMemAlloc");
  return status ? status : allocate(address, bytes);
}

int cuMemAllocManaged(DeviceAddress *address, std::size_t bytes,
                      unsigned flags) {
  LOCK;
  int status = enterUncaptured("cuMemAllocManaged");
  if (!status)
    status = flags == attachGlobal || flags == attachHost
                 ? allocate(address, bytes)
                 : 1;
  if (!status)
    fake::fake().managed.insert(pointer(*address));
  return status;
}

// The default streams are nobody's alone.
int cuStreamAttachMemAsync(StreamHandle stream, DeviceAddress address,
                           std::size_t length, unsigned flags) {
  ENTER("cuStreamAttachMemAsync");
  bool isManaged = fake::fake().managed.count(pointer(address)) != 0;
  return isManaged && stream && !length && flags == attachSingle ? 0 : 1;
}

// What drivers before CUDA 12.2 have.
int cuMemPrefetchAsync(DeviceAddress address, std::size_t, DeviceHandle device,
                       StreamHandle) {
  ENTER("cuMemPrefetchAsync");
  return advise(address, 0, 0, device);
}

int cuMemAdvise(DeviceAddress address, std::size_t, int advice,
                DeviceHandle device) {
  ENTER("cuMemAdvise");
  return advise(address, advice, 0, device);
}

int cuMemFree_v2(DeviceAddress address) {
  LOCK;
  void *memory = pointer(address);
  bool known = fake::fake().buffers.count(memory) != 0;
  int status = release("cuMemFree", fake::fake().buffers, memory);
  fake::fake().managed.erase(memory);
  if (known)
    std::free(memory);
  return status;
}

int cuMemHostAlloc(void **memory, std::size_t bytes, unsigned) {
  ENTER("cuMemHostAlloc");
  *memory = std::malloc(bytes);
  fake::fake().hosts.insert(*memory);
  return 0;
}

int cuMemFreeHost(void *memory) {
  LOCK;
  int status = release("cuMemFreeHost", fake::fake().hosts, memory);
  std::free(memory);
  return status;
}

int cuMemHostRegister_v2(void *memory, std::size_t, unsigned) {
  ENTER("cuMemHostRegister");
  return fake::fake().registered.insert(memory).second ? 0 : 712;
}

int cuMemHostUnregister(void *memory) {
  LOCK;
  return release("cuMemHostUnregister", fake::fake().registered, memory);
}

int cuMemHostGetDevicePointer_v2(DeviceAddress *address, void *memory,
                                 unsigned) {
  ENTER("cuMemHostGetDevicePointer");
  *address = reinterpret_cast<std::uintptr_t>(memory);
  return 0;
}

int cuMemGetAddressRange_v2(DeviceAddress *base, std::size_t *bytes,
                            DeviceAddress address) {
  ENTER("cuMemGetAddressRange");
  auto found = bufferAt(address);
  if (found == fake::fake().buffers.end())
    return 500;
  *base = reinterpret_cast<std::uintptr_t>(found->first);
  *bytes = found->second;
  return 0;
}

int cuPointerGetAttributes(unsigned count, int *attributes, void **values,
                           DeviceAddress address) {
  ENTER("cuPointerGetAttributes");
  Fake &f = fake::fake();
  auto found = bufferAt(address);
  bool isHost = f.hosts.count(pointer(address)) != 0;
  bool isDevice = found != f.buffers.end();
  for (unsigned i = 0; i < count; ++i)
    switch (attributes[i]) {
    case pointerMemoryType:
      *static_cast<int *>(values[i]) = isDevice ? memoryDevice
                                       : isHost ? memoryHost
                                                : 0;
      break;
    case pointerIsManaged:
      *static_cast<int *>(values[i]) =
          isDevice && f.managed.count(found->first) != 0;
      break;
    case pointerDeviceOrdinal:
      *static_cast<int *>(values[i]) = isDevice || isHost ? 0 : -2;
      break;
    case pointerRangeStart:
      *static_cast<DeviceAddress *>(values[i]) =
          isDevice ? reinterpret_cast<std::uintptr_t>(found->first) : address;
      break;
    case pointerRangeSize:
      *static_cast<std::size_t *>(values[i]) = isDevice ? found->second : 0;
      break;
    default:
      return 1;
    }
  return 0;
}

int cuMemcpyHtoDAsync_v2(DeviceAddress to, const void *from, std::size_t bytes,
                         StreamHandle stream) {
  ENTER("cuMemcpyHtoDAsync");
  return copy(stream, pointer(to), from, bytes);
}

int cuMemcpyDtoHAsync_v2(void *to, DeviceAddress from, std::size_t bytes,
                         StreamHandle stream) {
  ENTER("cuMemcpyDtoHAsync");
  return copy(stream, to, pointer(from), bytes);
}

int cuMemcpyDtoDAsync_v2(DeviceAddress to, DeviceAddress from,
                         std::size_t bytes, StreamHandle stream) {
  ENTER("cuMemcpyDtoDAsync");
  return copy(stream, pointer(to), pointer(from), bytes);
}

int cuMemcpyPeerAsync(DeviceAddress to, ContextHandle toContext,
                      DeviceAddress from, ContextHandle fromContext,
                      std::size_t bytes, StreamHandle stream) {
  ENTER("cuMemcpyPeerAsync");
  if (!toContext || !fromContext || toContext == fromContext)
    return 201;
  return copy(stream, pointer(to), pointer(from), bytes);
}

int cuMemsetD8Async(DeviceAddress to, unsigned char value, std::size_t bytes,
                    StreamHandle stream) {
  ENTER("cuMemsetD8Async");
  return queue(stream, [=] {
    std::memset(pointer(to), value, bytes);
    return 0;
  });
}

// Other processes -----------------------------------------------------------

// The handle holds the address; this process is the other one, too.
int cuIpcGetMemHandle(IpcBytes *handle, DeviceAddress address) {
  ENTER("cuIpcGetMemHandle");
  auto found = bufferAt(address);
  if (found == fake::fake().buffers.end())
    return 1;
  std::memcpy(handle->bytes, &found->first, sizeof(void *));
  return 0;
}

int cuIpcOpenMemHandle_v2(DeviceAddress *address, IpcBytes handle,
                          unsigned flags) {
  ENTER("cuIpcOpenMemHandle");
  void *memory = nullptr;
  std::memcpy(&memory, handle.bytes, sizeof(memory));
  if (!memory || flags != ipcLazyPeerAccess)
    return 201;
  fake::fake().mapped.insert(memory);
  *address = reinterpret_cast<std::uintptr_t>(memory);
  return 0;
}

int cuIpcCloseMemHandle(DeviceAddress address) {
  LOCK;
  return release("cuIpcCloseMemHandle", fake::fake().mapped, pointer(address));
}

int cuIpcGetEventHandle(IpcBytes *handle, EventHandle event) {
  ENTER("cuIpcGetEventHandle");
  std::memcpy(handle->bytes, &event, sizeof(event));
  return 0;
}

int cuIpcOpenEventHandle(EventHandle *event, IpcBytes) {
  ENTER("cuIpcOpenEventHandle");
  *event = makeHandle<EventHandle>(fake::fake().events);
  return 0;
}

// Streams and events --------------------------------------------------------

int cuStreamCreateWithPriority(StreamHandle *stream, unsigned flags,
                               int priority) {
  ENTER("cuStreamCreateWithPriority");
  if (flags > 1 || priority > 0 || priority < -5)
    return 1;
  *stream = makeHandle<StreamHandle>(fake::fake().streams);
  return 0;
}

int cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  ENTER("cuCtxGetStreamPriorityRange");
  *least = 0;
  *greatest = -5;
  return 0;
}

int cuStreamGetPriority(StreamHandle, int *priority) {
  ENTER("cuStreamGetPriority");
  *priority = -1;
  return 0;
}

int cuStreamDestroy_v2(StreamHandle stream) {
  LOCK;
  return release("cuStreamDestroy", fake::fake().streams, stream);
}

int cuStreamSynchronize(StreamHandle stream) {
  LOCK;
  return synchronize("cuStreamSynchronize", stream);
}

int cuStreamQuery(StreamHandle) {
  ENTER("cuStreamQuery");
  return 0;
}

int cuStreamWaitEvent(StreamHandle, EventHandle, unsigned) {
  ENTER("cuStreamWaitEvent");
  return 0;
}

int cuLaunchHostFunc(StreamHandle stream, HostFunction function, void *data) {
  ENTER("cuLaunchHostFunc");
  return queue(stream, [=] {
    function(data);
    return 0;
  });
}

int cuEventCreate(EventHandle *event, unsigned flags) {
  ENTER("cuEventCreate");
  // An interprocess event has no timing.
  if ((flags & eventInterprocess) && !(flags & eventDisableTiming))
    return 1;
  *event = makeHandle<EventHandle>(fake::fake().events);
  return 0;
}

int cuEventDestroy_v2(EventHandle event) {
  LOCK;
  return release("cuEventDestroy", fake::fake().events, event);
}

int cuEventRecord(EventHandle, StreamHandle) {
  ENTER("cuEventRecord");
  return 0;
}

int cuEventQuery(EventHandle) {
  ENTER("cuEventQuery");
  return 0;
}

int cuEventSynchronize(EventHandle) {
  LOCK;
  return synchronize("cuEventSynchronize", &fake::fake());
}

int cuEventElapsedTime(float *milliseconds, EventHandle, EventHandle) {
  ENTER("cuEventElapsedTime");
  *milliseconds = 1.5f;
  return 0;
}

} // extern "C"
