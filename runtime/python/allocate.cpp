// Where Memory comes from: a device's allocations, pinned and managed memory of
// the host, memory of other libraries and of other processes. On the CPU device
// all of it is the host's.
#include "devices.h"

#include <cstdlib>
#include <cstring>

namespace pyk2ptx::python {

bool addAllocation(PyObject *module);

namespace {

// A new Memory of what `make()` gives, which may wait for the GPU.
template <typename Make> PyObject *newFrom(const Device &device, Make make) {
  std::optional<decltype(make())> made;
  {
    WithoutGil others;
    made.emplace(make());
  }
  if (!*made)
    return raiseError(made->error());
  return makeBox<Memory>(device, std::move(**made));
}

PyObject *newOnHost(std::size_t bytes) {
  // What a GPU gives is aligned to 256; here 64 lets every record be.
  void *host = std::aligned_alloc(64, (bytes + 64) / 64 * 64);
  return host ? makeBox<Memory>(host, bytes)
              : PyErr_Format(PyExc_MemoryError,
                             "the CPU device has no %zu bytes for an array",
                             bytes);
}

bool isNegative(Py_ssize_t size) {
  if (size < 0)
    PyErr_SetString(PyExc_ValueError, "negative dimensions are not allowed");
  return size < 0;
}

PyObject *allocate(PyObject *, PyObject *args) {
  PyObject *deviceObject = nullptr;
  Py_ssize_t size = 0;
  if (!PyArg_ParseTuple(args, "O!n", boxType<DeviceRef>, &deviceObject,
                        &size) ||
      isNegative(size))
    return nullptr;
  auto bytes = static_cast<std::size_t>(size);
  const DeviceRef &device = unbox<DeviceRef>(deviceObject);
  if (!device.gpu)
    return newOnHost(bytes);
  return newFrom(*device.gpu, [&] { return device.gpu->allocate(bytes); });
}

// Pinned host memory, and where kernels find it.
struct Pinned {
  HostBuffer host;
  std::optional<Buffer> mapped;
};

Result<Pinned> mapIf(const Device &device, Result<HostBuffer> host,
                     bool isMapped) {
  if (!host)
    return host.error();
  if (!isMapped)
    return Pinned{*host, {}};
  Result<std::uint64_t> address = host->deviceAddress();
  if (!address)
    return address.error();
  return Pinned{*host, device.wrapMemory(*address, host->size())};
}

template <typename Make>
PyObject *newPinned(const Device &device, bool isMapped, Make make) {
  std::optional<Result<Pinned>> made;
  {
    WithoutGil others;
    made.emplace(mapIf(device, make(), isMapped));
  }
  if (!*made)
    return raiseError(made->error());
  return makeBox<Memory>(device, (*made)->host, (*made)->mapped);
}

PyObject *allocateHost(PyObject *, PyObject *args) {
  PyObject *deviceObject = nullptr;
  Py_ssize_t size = 0;
  int isMapped = 0;
  int isPortable = 0;
  int isWriteCombined = 0;
  if (!PyArg_ParseTuple(args, "O!n|ppp", boxType<DeviceRef>, &deviceObject,
                        &size, &isMapped, &isPortable, &isWriteCombined) ||
      isNegative(size))
    return nullptr;
  auto bytes = static_cast<std::size_t>(size);
  const DeviceRef &device = unbox<DeviceRef>(deviceObject);
  if (!device.gpu)
    return newOnHost(bytes);
  HostOptions options;
  options.mapped = isMapped != 0;
  options.portable = isPortable != 0;
  options.writeCombined = isWriteCombined != 0;
  return newPinned(*device.gpu, options.mapped,
                   [&] { return device.gpu->allocateHost(bytes, options); });
}

PyObject *registerHost(PyObject *, PyObject *args) {
  PyObject *deviceObject = nullptr;
  unsigned long long address = 0;
  Py_ssize_t size = 0;
  int isMapped = 0;
  int isPortable = 0;
  if (!PyArg_ParseTuple(args, "O!Kn|pp", boxType<DeviceRef>, &deviceObject,
                        &address, &size, &isMapped, &isPortable) ||
      isNegative(size))
    return nullptr;
  auto bytes = static_cast<std::size_t>(size);
  auto *data = reinterpret_cast<std::byte *>(address);
  const DeviceRef &device = unbox<DeviceRef>(deviceObject);
  if (!device.gpu)
    return makeBox<Memory>(data, bytes, Ref());
  HostOptions options;
  options.mapped = isMapped != 0;
  options.portable = isPortable != 0;
  return newPinned(*device.gpu, options.mapped, [&] {
    return device.gpu->registerHost(data, bytes, options);
  });
}

PyObject *allocateManaged(PyObject *, PyObject *args) {
  PyObject *deviceObject = nullptr;
  Py_ssize_t size = 0;
  int isGlobal = 1;
  if (!PyArg_ParseTuple(args, "O!n|p", boxType<DeviceRef>, &deviceObject, &size,
                        &isGlobal) ||
      isNegative(size))
    return nullptr;
  auto bytes = static_cast<std::size_t>(size);
  const DeviceRef &device = unbox<DeviceRef>(deviceObject);
  if (!device.gpu)
    return newOnHost(bytes);
  std::optional<Result<Buffer>> made;
  {
    WithoutGil others;
    made.emplace(device.gpu->allocateManaged(bytes, isGlobal == 0));
  }
  if (!*made)
    return raiseError(made->error());
  return makeBox<Memory>(*device.gpu, **made, (*made)->as<std::byte>());
}

PyObject *wrapMemory(PyObject *, PyObject *args) {
  PyObject *deviceObject = nullptr;
  unsigned long long address = 0;
  Py_ssize_t size = 0;
  PyObject *owner = nullptr;
  if (!PyArg_ParseTuple(args, "O!KnO", boxType<DeviceRef>, &deviceObject,
                        &address, &size, &owner) ||
      isNegative(size))
    return nullptr;
  auto bytes = static_cast<std::size_t>(size);
  const DeviceRef &device = unbox<DeviceRef>(deviceObject);
  if (!device.gpu)
    return makeBox<Memory>(reinterpret_cast<std::byte *>(address), bytes,
                           Ref::share(owner));
  return makeBox<Memory>(
      *device.gpu, device.gpu->wrapMemory(address, bytes, keepObject(owner)));
}

PyObject *openIpc(PyObject *, PyObject *args) {
  PyObject *deviceObject = nullptr;
  const char *bytes = nullptr;
  Py_ssize_t count = 0;
  unsigned long long offset = 0;
  unsigned long long size = 0;
  if (!PyArg_ParseTuple(args, "O!y#KK", boxType<DeviceRef>, &deviceObject,
                        &bytes, &count, &offset, &size))
    return nullptr;
  IpcHandle handle;
  const DeviceRef &device = unbox<DeviceRef>(deviceObject);
  if (static_cast<std::size_t>(count) != handle.bytes.size() || !device.gpu) {
    PyErr_SetString(PyExc_ValueError,
                    device.gpu ? "a handle of memory has 64 bytes"
                               : "the CPU device opens no handles of memory");
    return nullptr;
  }
  std::memcpy(handle.bytes.data(), bytes, handle.bytes.size());
  handle.offset = offset;
  handle.size = size;
  return newFrom(*device.gpu, [&] { return device.gpu->openIpc(handle); });
}

PyObject *deferFreeing(PyObject *, PyObject *isBegin) {
  if (PyObject_IsTrue(isBegin) == 1)
    beginDeferral();
  else
    endDeferral();
  Py_RETURN_NONE;
}

PyObject *freeNow(PyObject *, PyObject *) {
  freeDeferred();
  Py_RETURN_NONE;
}

PyMethodDef functions[] = {
    {"allocate", allocate, METH_VARARGS, "allocate(device, bytes)"},
    {"allocate_host", allocateHost, METH_VARARGS,
     "allocate_host(device, bytes, mapped, portable, wc)"},
    {"register_host", registerHost, METH_VARARGS,
     "register_host(device, address, bytes, mapped, portable): pins memory "
     "that "
     "the caller keeps."},
    {"allocate_managed", allocateManaged, METH_VARARGS,
     "allocate_managed(device, bytes, attach_global=True)"},
    {"wrap_memory", wrapMemory, METH_VARARGS,
     "wrap_memory(device, address, bytes, owner)"},
    {"open_ipc", openIpc, METH_VARARGS,
     "open_ipc(device, handle, offset, bytes)"},
    {"defer_freeing", deferFreeing, METH_O,
     "True: memory that is let go is kept; False ends that."},
    {"free_deferred", freeNow, METH_NOARGS, "Frees what was kept."},
    {nullptr, nullptr, 0, nullptr}};

} // namespace

bool addAllocation(PyObject *module) {
  return PyModule_AddFunctions(module, functions) == 0;
}

} // namespace pyk2ptx::python
