// Memory of a device as a Python object: addresses, copies, and where the host
// can read it the buffer protocol, so that NumPy's views keep it alive.
#include "devices.h"

#include <cstdlib>
#include <cstring>

namespace pyk2ptx::python {

bool addMemory(PyObject *module);

Memory::~Memory() { std::free(host_); }

std::uint64_t Memory::address() const {
  if (gpu_)
    return gpu_->address();
  return reinterpret_cast<std::uintptr_t>(onHost());
}

std::size_t Memory::size() const {
  return gpu_ ? gpu_->size() : pinned_ ? pinned_->size() : size_;
}

std::byte *Memory::onHost() const {
  return static_cast<std::byte *>(pinned_ ? pinned_->data() : host_);
}

namespace {

PyObject *newMemory(PyTypeObject *type, PyObject *args, PyObject *) {
  PyObject *deviceObject = nullptr;
  Py_ssize_t size = 0;
  int onHost = 0;
  if (!PyArg_ParseTuple(args, "O!n|p", boxType<DeviceRef>, &deviceObject, &size,
                        &onHost))
    return nullptr;
  if (size < 0) {
    PyErr_SetString(PyExc_ValueError, "negative dimensions are not allowed");
    return nullptr;
  }
  auto bytes = static_cast<std::size_t>(size);
  const DeviceRef &device = unbox<DeviceRef>(deviceObject);
  if (!device.gpu) {
    // What a GPU gives is aligned to 256; here 64 lets every record be.
    void *host = std::aligned_alloc(64, (bytes + 64) / 64 * 64);
    return host ? makeBoxOf<Memory>(type, host, bytes) : PyErr_NoMemory();
  }
  if (onHost != 0) {
    Result<HostBuffer> buffer = device.gpu->allocateHost(bytes);
    if (!buffer)
      return raiseError(buffer.error());
    return makeBoxOf<Memory>(type, *buffer);
  }
  Result<Buffer> buffer = device.gpu->allocate(bytes);
  if (!buffer)
    return raiseError(buffer.error());
  return makeBoxOf<Memory>(type, *buffer);
}

PyObject *memoryAddress(PyObject *self, void *) {
  return PyLong_FromUnsignedLongLong(unbox<Memory>(self).address());
}

PyObject *memorySize(PyObject *self, void *) {
  return PyLong_FromSize_t(unbox<Memory>(self).size());
}

PyObject *memoryOnHost(PyObject *self, void *) {
  return PyBool_FromLong(!unbox<Memory>(self).gpu());
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
  if (std::byte *mine = memory.onHost(); !memory.gpu()) {
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

PyObject *transfer(PyObject *self, PyObject *args, bool toHost) {
  const Memory &memory = unbox<Memory>(self);
  Py_buffer host;
  Py_ssize_t offset = 0;
  PyObject *streamObject = Py_None;
  if (!PyArg_ParseTuple(args, toHost ? "w*|nO" : "y*|nO", &host, &offset,
                        &streamObject))
    return nullptr;
  PyObject *answer = nullptr;
  std::optional<Stream> stream;
  if (isInside(memory, offset, host.len)) {
    bool isAsync = streamObject != Py_None && isBox<StreamRef>(streamObject);
    if (isAsync)
      stream = unbox<StreamRef>(streamObject).gpu;
    answer = noneOr(
        copy(memory, host, static_cast<std::size_t>(offset), stream, toHost));
  }
  PyBuffer_Release(&host);
  return answer;
}

PyObject *memoryUpload(PyObject *self, PyObject *args) {
  return transfer(self, args, false);
}

PyObject *memoryDownload(PyObject *self, PyObject *args) {
  return transfer(self, args, true);
}

int getBuffer(PyObject *self, Py_buffer *view, int flags) {
  const Memory &memory = unbox<Memory>(self);
  if (memory.gpu()) {
    PyErr_SetString(PyExc_BufferError, "the memory is the GPU's");
    view->obj = nullptr;
    return -1;
  }
  return PyBuffer_FillInfo(view, self, memory.onHost(),
                           static_cast<Py_ssize_t>(memory.size()), 0, flags);
}

PyMethodDef memoryMethods[] = {{"upload", memoryUpload, METH_VARARGS,
                                "upload(buffer, offset=0, stream=None)"},
                               {"download", memoryDownload, METH_VARARGS,
                                "download(buffer, offset=0, stream=None)"},
                               {nullptr, nullptr, 0, nullptr}};

PyGetSetDef memoryGetters[] = {
    {"address", memoryAddress, nullptr, "As the device sees it.", nullptr},
    {"size", memorySize, nullptr, "Bytes.", nullptr},
    {"on_host", memoryOnHost, nullptr, "Whether the host can read it.",
     nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyType_Slot memorySlots[] = {
    {Py_tp_doc, const_cast<char *>("Memory(device, bytes, pinned=False)")},
    {Py_tp_new, reinterpret_cast<void *>(newMemory)},
    {Py_tp_dealloc, reinterpret_cast<void *>(deallocBox<Memory>)},
    {Py_tp_methods, memoryMethods},
    {Py_tp_getset, memoryGetters},
    {Py_bf_getbuffer, reinterpret_cast<void *>(getBuffer)},
    {0, nullptr}};

PyType_Spec memorySpec = {"pyk2ptx._core.Memory", sizeof(Box<Memory>), 0,
                          Py_TPFLAGS_DEFAULT, memorySlots};

} // namespace

bool addMemory(PyObject *module) {
  return addType<Memory>(module, "Memory", memorySpec);
}

} // namespace pyk2ptx::python
