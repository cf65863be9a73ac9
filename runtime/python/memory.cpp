// Memory of a device as a Python object: addresses, copies, and where the host
// can read it the buffer protocol, so that NumPy's views keep it alive. What
// makes it is in allocate.cpp.
//
// Freeing waits for the GPU, and may be put off (cuda.defer_cleanup): memory
// that is let go meanwhile is kept in one list.
#include "devices.h"

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <vector>

namespace pyk2ptx::python {

bool addMemory(PyObject *module);
bool addAllocation(PyObject *module);

namespace {

// What was let go while freeing is put off.
struct Deferred {
  std::mutex mutex;
  int depth = 0;
  std::vector<Buffer> buffers;
  std::vector<HostBuffer> hosts;
};

Deferred &deferred() {
  static auto *all = new Deferred();
  return *all;
}

// Whether it was kept for later.
bool putOff(std::optional<Buffer> &buffer, std::optional<HostBuffer> &pinned) {
  Deferred &later = deferred();
  std::lock_guard<std::mutex> lock(later.mutex);
  if (later.depth == 0)
    return false;
  if (buffer)
    later.buffers.push_back(std::move(*buffer));
  if (pinned)
    later.hosts.push_back(std::move(*pinned));
  return true;
}

} // namespace

void beginDeferral() {
  std::lock_guard<std::mutex> lock(deferred().mutex);
  ++deferred().depth;
}

void endDeferral() {
  bool isLast = false;
  {
    std::lock_guard<std::mutex> lock(deferred().mutex);
    isLast = --deferred().depth == 0;
  }
  if (isLast)
    freeDeferred();
}

void freeDeferred() {
  std::vector<Buffer> buffers;
  std::vector<HostBuffer> hosts;
  WithoutGil others;
  {
    std::lock_guard<std::mutex> lock(deferred().mutex);
    buffers.swap(deferred().buffers);
    hosts.swap(deferred().hosts);
  }
  // A view of pinned memory goes before what it is a view of.
  buffers.clear();
  hosts.clear();
}

std::shared_ptr<const void> keepObject(PyObject *object) {
  Py_INCREF(object);
  return {static_cast<const void *>(object), [object](const void *) {
            // Of what lives longer than the interpreter, nobody is left to ask.
            if (!Py_IsInitialized())
              return;
            PyGILState_STATE state = PyGILState_Ensure();
            Py_DECREF(object);
            PyGILState_Release(state);
          }};
}

Memory::Memory(Device device, Buffer buffer, std::byte *host)
    : device_(std::move(device)), gpu_(std::move(buffer)), host_(host),
      size_(gpu_->size()) {}

Memory::Memory(Device device, HostBuffer pinned, std::optional<Buffer> mapped)
    : device_(std::move(device)), gpu_(std::move(mapped)),
      pinned_(std::move(pinned)),
      host_(static_cast<std::byte *>(pinned_->data())), size_(pinned_->size()) {
}

Memory::Memory(void *host, std::size_t size)
    : heap_(host), host_(static_cast<std::byte *>(host)), size_(size) {}

Memory::Memory(std::byte *host, std::size_t size, Ref owner)
    : host_(host), size_(size), owner_(std::move(owner)) {}

Memory::~Memory() {
  std::free(heap_);
  if ((!gpu_ && !pinned_) || putOff(gpu_, pinned_))
    return;
  WithoutGil others;
  gpu_.reset();
  pinned_.reset();
}

void Memory::release() {
  host_ = nullptr;
  size_ = 0;
  WithoutGil others;
  gpu_.reset();
  pinned_.reset();
}

std::uint64_t Memory::address() const {
  return gpu_ ? gpu_->address() : reinterpret_cast<std::uintptr_t>(host_);
}

namespace {

PyObject *memoryAddress(PyObject *self, void *) {
  return PyLong_FromUnsignedLongLong(unbox<Memory>(self).address());
}

PyObject *memorySize(PyObject *self, void *) {
  return PyLong_FromSize_t(unbox<Memory>(self).size());
}

PyObject *memoryOnHost(PyObject *self, void *) {
  return PyBool_FromLong(unbox<Memory>(self).onHost() != nullptr);
}

PyObject *memoryHostAddress(PyObject *self, void *) {
  return PyLong_FromVoidPtr(unbox<Memory>(self).onHost());
}

// Whether [offset, offset + bytes) is inside; else an exception is set.
bool isInside(const Memory &memory, Py_ssize_t offset, Py_ssize_t bytes) {
  if (offset >= 0 && bytes >= 0 &&
      static_cast<std::size_t>(offset) <= memory.size() &&
      static_cast<std::size_t>(bytes) <=
          memory.size() - static_cast<std::size_t>(offset))
    return true;
  PyErr_SetString(PyExc_ValueError, "the copy leaves the memory");
  return false;
}

// One direction of copy(host buffer, offset, stream).
Result<void> copy(const Memory &memory, const Py_buffer &host,
                  std::size_t offset, const std::optional<Stream> &stream,
                  bool toHost) {
  auto bytes = static_cast<std::size_t>(host.len);
  if (!memory.gpu()) {
    std::byte *mine = memory.onHost();
    // Of no bytes, either pointer may be null.
    if (bytes != 0)
      std::memcpy(toHost ? host.buf : mine + offset,
                  toHost ? mine + offset : host.buf, bytes);
    return {};
  }
  const Buffer &buffer = *memory.gpu();
  WithoutGil others;
  if (!stream)
    return toHost ? buffer.download(host.buf, bytes, offset)
                  : buffer.upload(host.buf, bytes, offset);
  return toHost ? buffer.downloadAsync(*stream, host.buf, bytes, offset)
                : buffer.uploadAsync(*stream, host.buf, bytes, offset);
}

// A stream argument: ours or None.
std::optional<Stream> streamOf(PyObject *object) {
  bool isOurs = object != Py_None && isBox<StreamRef>(object);
  return isOurs ? unbox<StreamRef>(object).gpu : std::nullopt;
}

PyObject *transfer(PyObject *self, PyObject *args, bool toHost) {
  const Memory &memory = unbox<Memory>(self);
  Py_buffer host;
  Py_ssize_t offset = 0;
  PyObject *streamObject = Py_None;
  if (!PyArg_ParseTuple(args, toHost ? "w*|nO" : "y*|nO", &host, &offset,
                        &streamObject))
    return nullptr;
  PyObject *answer = nullptr;
  if (isInside(memory, offset, host.len))
    answer = noneOr(copy(memory, host, static_cast<std::size_t>(offset),
                         streamOf(streamObject), toHost));
  PyBuffer_Release(&host);
  return answer;
}

PyObject *memoryUpload(PyObject *self, PyObject *args) {
  return transfer(self, args, false);
}

PyObject *memoryDownload(PyObject *self, PyObject *args) {
  return transfer(self, args, true);
}

Result<void> copyBetween(const Memory &to, const Memory &from,
                         std::size_t bytes, std::size_t offset,
                         std::size_t fromOffset,
                         const std::optional<Stream> &stream) {
  if (!to.gpu() && !from.gpu()) {
    if (bytes != 0)
      std::memmove(to.onHost() + offset, from.onHost() + fromOffset, bytes);
    return {};
  }
  WithoutGil others;
  if (!from.gpu())
    return stream ? to.gpu()->uploadAsync(*stream, from.onHost() + fromOffset,
                                          bytes, offset)
                  : to.gpu()->upload(from.onHost() + fromOffset, bytes, offset);
  if (!to.gpu())
    return stream
               ? from.gpu()->downloadAsync(*stream, to.onHost() + offset, bytes,
                                           fromOffset)
               : from.gpu()->download(to.onHost() + offset, bytes, fromOffset);
  return to.gpu()->copyFromAsync(stream ? *stream
                                        : to.device()->defaultStream(),
                                 *from.gpu(), bytes, offset, fromOffset);
}

PyObject *memoryCopyFrom(PyObject *self, PyObject *args) {
  PyObject *source = nullptr;
  Py_ssize_t bytes = 0;
  Py_ssize_t offset = 0;
  Py_ssize_t fromOffset = 0;
  PyObject *stream = Py_None;
  if (!PyArg_ParseTuple(args, "O!nnn|O", boxType<Memory>, &source, &bytes,
                        &offset, &fromOffset, &stream) ||
      !isInside(unbox<Memory>(self), offset, bytes) ||
      !isInside(unbox<Memory>(source), fromOffset, bytes))
    return nullptr;
  return noneOr(copyBetween(
      unbox<Memory>(self), unbox<Memory>(source),
      static_cast<std::size_t>(bytes), static_cast<std::size_t>(offset),
      static_cast<std::size_t>(fromOffset), streamOf(stream)));
}

PyObject *memoryFill(PyObject *self, PyObject *args) {
  const Memory &memory = unbox<Memory>(self);
  unsigned char value = 0;
  Py_ssize_t bytes = 0;
  Py_ssize_t offset = 0;
  PyObject *stream = Py_None;
  if (!PyArg_ParseTuple(args, "bnn|O", &value, &bytes, &offset, &stream) ||
      !isInside(memory, offset, bytes))
    return nullptr;
  auto start = static_cast<std::size_t>(offset);
  auto count = static_cast<std::size_t>(bytes);
  if (!memory.gpu()) {
    if (count != 0)
      std::memset(memory.onHost() + start, value, count);
    Py_RETURN_NONE;
  }
  std::optional<Stream> queue = streamOf(stream);
  std::optional<Result<void>> done;
  {
    WithoutGil others;
    Result<Buffer> part = memory.gpu()->slice(start, count);
    if (!part)
      done.emplace(part.error());
    else
      done.emplace(queue ? part->fillAsync(*queue, value) : part->fill(value));
  }
  return noneOr(*done);
}

PyObject *memoryPrefetch(PyObject *self, PyObject *args) {
  const Memory &memory = unbox<Memory>(self);
  int isToHost = 0;
  PyObject *stream = Py_None;
  if (!PyArg_ParseTuple(args, "p|O", &isToHost, &stream))
    return nullptr;
  if (!memory.gpu())
    Py_RETURN_NONE;
  Stream queue = streamOf(stream).value_or(memory.device()->defaultStream());
  return noneOr(isToHost ? memory.gpu()->prefetchToHostAsync(queue)
                         : memory.gpu()->prefetchAsync(queue));
}

PyObject *memoryIpcHandle(PyObject *self, PyObject *) {
  const Memory &memory = unbox<Memory>(self);
  if (!memory.gpu()) {
    PyErr_SetString(PyExc_NotImplementedError,
                    "the CPU device's memory is not shared with other "
                    "processes");
    return nullptr;
  }
  Result<IpcHandle> handle = memory.gpu()->ipcHandle();
  if (!handle)
    return raiseError(handle.error());
  return Py_BuildValue("(y#KK)", handle->bytes.data(),
                       static_cast<Py_ssize_t>(handle->bytes.size()),
                       static_cast<unsigned long long>(handle->offset),
                       static_cast<unsigned long long>(handle->size));
}

int getBuffer(PyObject *self, Py_buffer *view, int flags) {
  const Memory &memory = unbox<Memory>(self);
  if (!memory.onHost()) {
    PyErr_SetString(PyExc_BufferError, "the memory is the GPU's");
    view->obj = nullptr;
    return -1;
  }
  return PyBuffer_FillInfo(view, self, memory.onHost(),
                           static_cast<Py_ssize_t>(memory.size()), 0, flags);
}

PyObject *memoryRelease(PyObject *self, PyObject *) {
  unbox<Memory>(self).release();
  Py_RETURN_NONE;
}

PyObject *memoryIsCpu(PyObject *self, void *) {
  return PyBool_FromLong(!unbox<Memory>(self).device());
}

PyObject *memoryDevice(PyObject *self, void *) {
  return makeBox<DeviceRef>(DeviceRef{unbox<Memory>(self).device()});
}

PyMethodDef memoryMethods[] = {
    {"upload", memoryUpload, METH_VARARGS,
     "upload(buffer, offset=0, stream=None)"},
    {"download", memoryDownload, METH_VARARGS,
     "download(buffer, offset=0, stream=None)"},
    {"copy_from", memoryCopyFrom, METH_VARARGS,
     "copy_from(memory, bytes, offset, its offset, "
     "stream=None)"},
    {"fill", memoryFill, METH_VARARGS,
     "fill(byte, bytes, offset, stream=None)"},
    {"prefetch", memoryPrefetch, METH_VARARGS,
     "prefetch(whether to the host, stream=None)"},
    {"release", memoryRelease, METH_NOARGS,
     "Gives it back now; of memory that was registered."},
    {"ipc_handle", memoryIpcHandle, METH_NOARGS,
     "(handle, offset, bytes) for open_ipc."},
    {nullptr, nullptr, 0, nullptr}};

PyGetSetDef memoryGetters[] = {
    {"address", memoryAddress, nullptr, "As the device sees it.", nullptr},
    {"size", memorySize, nullptr, "Bytes.", nullptr},
    {"on_host", memoryOnHost, nullptr, "Whether the host can read it.",
     nullptr},
    {"device", memoryDevice, nullptr, "Whose it is.", nullptr},
    {"is_cpu", memoryIsCpu, nullptr, "Whether it is the CPU device's.",
     nullptr},
    {"host_address", memoryHostAddress, nullptr, "As the host sees it, or 0.",
     nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyType_Slot memorySlots[] = {
    {Py_tp_doc, const_cast<char *>("Memory of a device.")},
    {Py_tp_dealloc, reinterpret_cast<void *>(deallocBox<Memory>)},
    {Py_tp_methods, memoryMethods},
    {Py_tp_getset, memoryGetters},
    {Py_bf_getbuffer, reinterpret_cast<void *>(getBuffer)},
    {0, nullptr}};

PyType_Spec memorySpec = {
    "pyk2ptx._core.Memory", sizeof(Box<Memory>), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, memorySlots};

} // namespace

bool addMemory(PyObject *module) {
  return addType<Memory>(module, "Memory", memorySpec) && addAllocation(module);
}

} // namespace pyk2ptx::python
