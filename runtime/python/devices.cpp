// Devices, streams and events as Python objects.
#include "devices.h"

#include <cstdlib>
#include <mutex>

namespace pyk2ptx::python {

bool addMemory(PyObject *module);

namespace {

// The driver is loaded by the first call that needs it, and stays. A failure is
// tried again: PYK2PTX_LIBCUDA may be set later.
std::mutex driverMutex;
Driver *loadedDriver = nullptr;

Result<Driver> theDriver() {
  std::lock_guard<std::mutex> lock(driverMutex);
  if (loadedDriver)
    return *loadedDriver;
  Result<Driver> driver = initialize();
  if (driver)
    loadedDriver = new Driver(*driver);
  return driver;
}

// In a forked process: the parent's driver is left where it is, and whoever
// wants one hears why there is none.
PyObject *forgetDriver(PyObject *, PyObject *) {
  new (&driverMutex) std::mutex();
  loadedDriver = nullptr;
  Py_RETURN_NONE;
}

template <typename T> PyObject *toObject(Result<T> result) {
  if (!result)
    return raiseError(result.error());
  if constexpr (std::is_same_v<T, std::string>)
    return toPython(*result);
  else if constexpr (std::is_same_v<T, bool>)
    return PyBool_FromLong(*result);
  else if constexpr (std::is_floating_point_v<T>)
    return PyFloat_FromDouble(static_cast<double>(*result));
  else
    return PyLong_FromLongLong(static_cast<long long>(*result));
}

// Functions of the module ----------------------------------------------------

PyObject *gpuCount(PyObject *, PyObject *) {
  Result<Driver> driver = theDriver();
  if (!driver)
    return raiseError(driver.error());
  return PyLong_FromLong(driver->deviceCount());
}

PyObject *driverVersion(PyObject *, PyObject *) {
  Result<Driver> driver = theDriver();
  return driver ? toObject(driver->version()) : raiseError(driver.error());
}

PyObject *driverPath(PyObject *, PyObject *) {
  Result<Driver> driver = theDriver();
  return driver ? toPython(driver->path()) : raiseError(driver.error());
}

PyObject *gpu(PyObject *, PyObject *ordinal) {
  long number = PyLong_AsLong(ordinal);
  if (number == -1 && PyErr_Occurred())
    return nullptr;
  Result<Driver> driver = theDriver();
  if (!driver)
    return raiseError(driver.error());
  Result<Device> device = driver->device(static_cast<int>(number));
  if (!device)
    return raiseError(device.error());
  return makeBox<DeviceRef>(DeviceRef{*device});
}

PyObject *cpu(PyObject *, PyObject *) {
  return makeBox<DeviceRef>(DeviceRef{});
}

PyMethodDef functions[] = {
    {"gpu_count", gpuCount, METH_NOARGS, "How many GPUs the driver has."},
    {"driver_version", driverVersion, METH_NOARGS, "13000 for CUDA 13.0."},
    {"driver_path", driverPath, METH_NOARGS, "The driver's file."},
    {"gpu", gpu, METH_O, "The GPU of that ordinal."},
    {"forget_driver", forgetDriver, METH_NOARGS,
     "To be called in a process that was forked."},
    {"cpu", cpu, METH_NOARGS, "The CPU device."},
    {nullptr, nullptr, 0, nullptr}};

// Device ---------------------------------------------------------------------

PyObject *deviceName(PyObject *self, PyObject *) {
  const DeviceRef &device = unbox<DeviceRef>(self);
  return device.gpu ? toObject(device.gpu->name())
                    : PyUnicode_FromString("CPU device of pyk2ptx");
}

PyObject *deviceCapability(PyObject *self, PyObject *) {
  const DeviceRef &device = unbox<DeviceRef>(self);
  if (!device.gpu)
    return Py_BuildValue("(ii)", 7, 5);
  Result<ComputeCapability> capability = device.gpu->computeCapability();
  if (!capability)
    return raiseError(capability.error());
  return Py_BuildValue("(ii)", capability->major, capability->minor);
}

PyObject *deviceAttribute(PyObject *self, PyObject *number) {
  const DeviceRef &device = unbox<DeviceRef>(self);
  if (!device.gpu) {
    PyErr_SetString(PyExc_ValueError, "the CPU device has no attributes");
    return nullptr;
  }
  if (PyUnicode_Check(number)) {
    std::string name;
    return toText(number, name) ? toObject(device.gpu->attribute(name))
                                : nullptr;
  }
  long which = PyLong_AsLong(number);
  if (which == -1 && PyErr_Occurred())
    return nullptr;
  return toObject(device.gpu->attribute(static_cast<int>(which)));
}

PyObject *deviceMemory(PyObject *self, PyObject *) {
  const DeviceRef &device = unbox<DeviceRef>(self);
  if (!device.gpu)
    Py_RETURN_NONE;
  Result<MemoryInfo> memory = device.gpu->memory();
  if (!memory)
    return raiseError(memory.error());
  return Py_BuildValue("(KK)", static_cast<unsigned long long>(memory->free),
                       static_cast<unsigned long long>(memory->total));
}

PyObject *deviceLimit(PyObject *self, PyObject *which) {
  const DeviceRef &device = unbox<DeviceRef>(self);
  long limit = PyLong_AsLong(which);
  if (limit == -1 && PyErr_Occurred())
    return nullptr;
  if (!device.gpu)
    Py_RETURN_NONE;
  Result<std::size_t> bytes =
      device.gpu->limit(static_cast<DeviceLimit>(limit));
  return bytes ? PyLong_FromSize_t(*bytes) : raiseError(bytes.error());
}

PyObject *deviceSetLimit(PyObject *self, PyObject *args) {
  const DeviceRef &device = unbox<DeviceRef>(self);
  int limit = 0;
  Py_ssize_t bytes = 0;
  if (!PyArg_ParseTuple(args, "in", &limit, &bytes))
    return nullptr;
  if (device.gpu)
    if (Result<void> done = device.gpu->setLimit(
            static_cast<DeviceLimit>(limit), static_cast<std::size_t>(bytes));
        !done)
      return raiseError(done.error());
  Py_RETURN_NONE;
}

PyObject *deviceSynchronize(PyObject *self, PyObject *) {
  const DeviceRef &device = unbox<DeviceRef>(self);
  if (!device.gpu)
    Py_RETURN_NONE;
  std::optional<Result<void>> done;
  {
    WithoutGil others;
    done.emplace(device.gpu->synchronize());
  }
  return noneOr(*done);
}

PyObject *deviceUuid(PyObject *self, PyObject *) {
  const DeviceRef &device = unbox<DeviceRef>(self);
  if (!device.gpu)
    Py_RETURN_NONE;
  Result<std::array<std::uint8_t, 16>> uuid = device.gpu->uuid();
  if (!uuid)
    return raiseError(uuid.error());
  return PyBytes_FromStringAndSize(reinterpret_cast<const char *>(uuid->data()),
                                   static_cast<Py_ssize_t>(uuid->size()));
}

PyObject *devicePciBusId(PyObject *self, PyObject *) {
  const DeviceRef &device = unbox<DeviceRef>(self);
  if (!device.gpu)
    Py_RETURN_NONE;
  return toObject(device.gpu->pciBusId());
}

PyObject *deviceExtentOf(PyObject *self, PyObject *object) {
  const DeviceRef &device = unbox<DeviceRef>(self);
  unsigned long long address = PyLong_AsUnsignedLongLong(object);
  if (PyErr_Occurred())
    return nullptr;
  if (!device.gpu)
    Py_RETURN_NONE;
  Result<PointerInfo> info = device.gpu->pointerInfo(address);
  if (!info)
    return raiseError(info.error());
  return Py_BuildValue("(KK)", static_cast<unsigned long long>(info->base),
                       static_cast<unsigned long long>(info->size));
}

PyObject *deviceContext(PyObject *self, PyObject *) {
  const DeviceRef &device = unbox<DeviceRef>(self);
  if (!device.gpu)
    return PyLong_FromLong(0);
  Result<void *> context = device.gpu->context();
  return context ? PyLong_FromVoidPtr(*context) : raiseError(context.error());
}

// The other device of a question about two GPUs; null for a CPU device, or with
// an exception set.
const Device *otherGpu(PyObject *object) {
  if (isBox<DeviceRef>(object)) {
    const DeviceRef &other = unbox<DeviceRef>(object);
    return other.gpu ? &*other.gpu : nullptr;
  }
  PyErr_SetString(PyExc_TypeError, "a device is wanted");
  return nullptr;
}

PyObject *deviceCanAccess(PyObject *self, PyObject *object) {
  const DeviceRef &device = unbox<DeviceRef>(self);
  const Device *other = otherGpu(object);
  if (PyErr_Occurred())
    return nullptr;
  if (!device.gpu || !other)
    Py_RETURN_FALSE;
  return toObject(device.gpu->canAccess(*other));
}

PyObject *deviceEnablePeer(PyObject *self, PyObject *object) {
  const DeviceRef &device = unbox<DeviceRef>(self);
  const Device *other = otherGpu(object);
  if (PyErr_Occurred())
    return nullptr;
  if (!device.gpu || !other) {
    PyErr_SetString(PyExc_ValueError, "the CPU device has no peers");
    return nullptr;
  }
  return noneOr(device.gpu->enablePeerAccess(*other));
}

PyObject *deviceProfile(PyObject *self, PyObject *isStart) {
  const DeviceRef &device = unbox<DeviceRef>(self);
  if (!device.gpu)
    Py_RETURN_NONE;
  return noneOr(PyObject_IsTrue(isStart) == 1 ? device.gpu->startProfiler()
                                              : device.gpu->stopProfiler());
}

PyObject *deviceIsCpu(PyObject *self, void *) {
  return PyBool_FromLong(unbox<DeviceRef>(self).isCpu());
}

PyObject *deviceOrdinal(PyObject *self, void *) {
  const DeviceRef &device = unbox<DeviceRef>(self);
  return PyLong_FromLong(device.gpu ? device.gpu->ordinal() : 0);
}

PyMethodDef deviceMethods[] = {
    {"name", deviceName, METH_NOARGS, "What the driver calls it."},
    {"compute_capability", deviceCapability, METH_NOARGS, "(major, minor)"},
    {"attribute", deviceAttribute, METH_O,
     "A CUdevice_attribute by number, or by name without its prefix."},
    {"uuid", deviceUuid, METH_NOARGS, "16 bytes, or None."},
    {"pci_bus_id", devicePciBusId, METH_NOARGS, "'0000:01:00.0', or None."},
    {"extent_of", deviceExtentOf, METH_O,
     "(address, bytes) of the allocation around an address, or None."},
    {"context", deviceContext, METH_NOARGS, "The CUcontext as an int, or 0."},
    {"can_access", deviceCanAccess, METH_O,
     "Whether kernels here can use another device's memory."},
    {"enable_peer_access", deviceEnablePeer, METH_O, "Lets them."},
    {"profile", deviceProfile, METH_O,
     "Begins (True) or ends what a profiler that waits for it records."},
    {"memory", deviceMemory, METH_NOARGS, "(free, total) bytes, or None."},
    {"limit", deviceLimit, METH_O, "A CUlimit in bytes, or None."},
    {"set_limit", deviceSetLimit, METH_VARARGS, "Sets a CUlimit."},
    {"synchronize", deviceSynchronize, METH_NOARGS, "Waits for all streams."},
    {nullptr, nullptr, 0, nullptr}};

PyGetSetDef deviceGetters[] = {
    {"is_cpu", deviceIsCpu, nullptr, "Whether it is the CPU device.", nullptr},
    {"ordinal", deviceOrdinal, nullptr, "Its number.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyType_Slot deviceSlots[] = {
    {Py_tp_doc, const_cast<char *>("A GPU, or the CPU device.")},
    {Py_tp_dealloc, reinterpret_cast<void *>(deallocBox<DeviceRef>)},
    {Py_tp_methods, deviceMethods},
    {Py_tp_getset, deviceGetters},
    {0, nullptr}};

PyType_Spec deviceSpec = {
    "pyk2ptx._core.Device", sizeof(Box<DeviceRef>), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, deviceSlots};

// Stream ---------------------------------------------------------------------

PyObject *newStream(PyTypeObject *type, PyObject *args, PyObject *) {
  PyObject *deviceObject = nullptr;
  PyObject *handle = Py_None;
  if (!PyArg_ParseTuple(args, "O!|O", boxType<DeviceRef>, &deviceObject,
                        &handle))
    return nullptr;
  const DeviceRef &device = unbox<DeviceRef>(deviceObject);
  StreamRef stream{device, {}};
  if (device.gpu && handle == Py_None) {
    Result<Stream> created = device.gpu->createStream();
    if (!created)
      return raiseError(created.error());
    stream.gpu = *created;
  } else if (device.gpu) {
    void *pointer = PyLong_AsVoidPtr(handle);
    if (PyErr_Occurred())
      return nullptr;
    stream.gpu = device.gpu->wrapStream(pointer);
  }
  return makeBoxOf<StreamRef>(type, std::move(stream));
}

PyObject *streamSynchronize(PyObject *self, PyObject *) {
  const StreamRef &stream = unbox<StreamRef>(self);
  if (!stream.gpu)
    Py_RETURN_NONE;
  std::optional<Result<void>> done;
  {
    WithoutGil others;
    done.emplace(stream.gpu->synchronize());
  }
  return noneOr(*done);
}

PyObject *streamIsDone(PyObject *self, PyObject *) {
  const StreamRef &stream = unbox<StreamRef>(self);
  if (!stream.gpu)
    Py_RETURN_TRUE;
  return toObject(stream.gpu->isDone());
}

PyObject *streamWait(PyObject *self, PyObject *object) {
  const StreamRef &stream = unbox<StreamRef>(self);
  if (!isBox<EventRef>(object)) {
    PyErr_SetString(PyExc_TypeError, "a stream waits for an event");
    return nullptr;
  }
  const EventRef &event = unbox<EventRef>(object);
  if (!stream.gpu || !event.gpu)
    Py_RETURN_NONE;
  return noneOr(stream.gpu->wait(*event.gpu));
}

PyObject *streamHandle(PyObject *self, void *) {
  const StreamRef &stream = unbox<StreamRef>(self);
  return PyLong_FromVoidPtr(stream.gpu ? stream.gpu->handle() : nullptr);
}

PyObject *streamProtocol(PyObject *self, PyObject *) {
  const StreamRef &stream = unbox<StreamRef>(self);
  return Py_BuildValue(
      "(iN)", 0,
      PyLong_FromVoidPtr(stream.gpu ? stream.gpu->handle() : nullptr));
}

PyMethodDef streamMethods[] = {
    {"synchronize", streamSynchronize, METH_NOARGS,
     "Waits for all work queued so far; raises what went wrong in it."},
    {"query", streamIsDone, METH_NOARGS,
     "Whether all work queued so far has run."},
    {"wait", streamWait, METH_O, "Lets later work wait for an event."},
    {"__cuda_stream__", streamProtocol, METH_NOARGS, "(0, CUstream)"},
    {nullptr, nullptr, 0, nullptr}};

PyObject *streamDevice(PyObject *self, void *) {
  return makeBox<DeviceRef>(unbox<StreamRef>(self).device);
}

PyGetSetDef streamGetters[] = {
    {"device", streamDevice, nullptr, "Whose work it queues.", nullptr},
    {"ptr", streamHandle, nullptr, "The CUstream as an int.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyType_Slot streamSlots[] = {
    {Py_tp_doc, const_cast<char *>("Stream(device, handle=None): a new stream, "
                                   "or somebody else's CUstream.")},
    {Py_tp_new, reinterpret_cast<void *>(newStream)},
    {Py_tp_dealloc, reinterpret_cast<void *>(deallocBox<StreamRef>)},
    {Py_tp_methods, streamMethods},
    {Py_tp_getset, streamGetters},
    {0, nullptr}};

PyType_Spec streamSpec = {"pyk2ptx._core.Stream", sizeof(Box<StreamRef>), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                          streamSlots};

// Event ----------------------------------------------------------------------

PyObject *newEvent(PyTypeObject *type, PyObject *args, PyObject *) {
  PyObject *deviceObject = nullptr;
  int timing = 1;
  if (!PyArg_ParseTuple(args, "O!|p", boxType<DeviceRef>, &deviceObject,
                        &timing))
    return nullptr;
  EventRef event;
  event.device = unbox<DeviceRef>(deviceObject);
  if (event.device.gpu) {
    Result<Event> created = event.device.gpu->createEvent(timing != 0);
    if (!created)
      return raiseError(created.error());
    event.gpu = *created;
  }
  return makeBoxOf<EventRef>(type, std::move(event));
}

PyObject *eventRecord(PyObject *self, PyObject *args) {
  EventRef &event = unbox<EventRef>(self);
  PyObject *streamObject = Py_None;
  if (!PyArg_ParseTuple(args, "|O", &streamObject))
    return nullptr;
  {
    ObjectLock lock(self);
    event.isRecorded = true;
    event.moment = std::chrono::steady_clock::now();
  }
  if (!event.gpu)
    Py_RETURN_NONE;
  std::optional<Stream> stream;
  if (!toStream(streamObject, event.device, stream))
    return nullptr;
  return noneOr(event.gpu->record(*stream));
}

PyObject *eventSynchronize(PyObject *self, PyObject *) {
  const EventRef &event = unbox<EventRef>(self);
  if (!event.gpu)
    Py_RETURN_NONE;
  std::optional<Result<void>> done;
  {
    WithoutGil others;
    done.emplace(event.gpu->synchronize());
  }
  return noneOr(*done);
}

PyObject *eventIsDone(PyObject *self, PyObject *) {
  const EventRef &event = unbox<EventRef>(self);
  if (!event.gpu)
    Py_RETURN_TRUE;
  return toObject(event.gpu->isDone());
}

PyObject *eventElapsed(PyObject *self, PyObject *object) {
  const EventRef &event = unbox<EventRef>(self);
  if (!isBox<EventRef>(object)) {
    PyErr_SetString(PyExc_TypeError, "the time between two events");
    return nullptr;
  }
  const EventRef &end = unbox<EventRef>(object);
  if (!event.isRecorded || !end.isRecorded) {
    PyErr_SetString(PyExc_ValueError, "the event was not recorded");
    return nullptr;
  }
  if (event.gpu && end.gpu)
    return toObject(end.gpu->elapsedMs(*event.gpu));
  std::chrono::duration<double, std::milli> took = end.moment - event.moment;
  return PyFloat_FromDouble(took.count());
}

PyObject *eventHandle(PyObject *self, void *) {
  const EventRef &event = unbox<EventRef>(self);
  return PyLong_FromVoidPtr(event.gpu ? event.gpu->handle() : nullptr);
}

PyMethodDef eventMethods[] = {
    {"record", eventRecord, METH_VARARGS,
     "record(stream=0): marks the moment when what is queued has run."},
    {"synchronize", eventSynchronize, METH_NOARGS, "Waits for that moment."},
    {"query", eventIsDone, METH_NOARGS, "Whether that moment has come."},
    {"elapsed_time", eventElapsed, METH_O,
     "Milliseconds from this event to the other."},
    {nullptr, nullptr, 0, nullptr}};

PyGetSetDef eventGetters[] = {
    {"ptr", eventHandle, nullptr, "The CUevent as an int.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyType_Slot eventSlots[] = {
    {Py_tp_doc, const_cast<char *>("Event(device, timing=True)")},
    {Py_tp_new, reinterpret_cast<void *>(newEvent)},
    {Py_tp_dealloc, reinterpret_cast<void *>(deallocBox<EventRef>)},
    {Py_tp_methods, eventMethods},
    {Py_tp_getset, eventGetters},
    {0, nullptr}};

PyType_Spec eventSpec = {"pyk2ptx._core.Event", sizeof(Box<EventRef>), 0,
                         Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, eventSlots};

} // namespace

// NUMBA_CUDA_PER_THREAD_DEFAULT_STREAM: what the default stream is.
bool isDefaultPerThread() {
  static const bool isOn = [] {
    const char *text = std::getenv("NUMBA_CUDA_PER_THREAD_DEFAULT_STREAM");
    return text && *text && *text != '0';
  }();
  return isOn;
}

bool toStream(PyObject *object, const DeviceRef &device,
              std::optional<Stream> &stream) {
  if (!device.gpu)
    return true;
  if (object == nullptr || object == Py_None) {
    stream = isDefaultPerThread() ? device.gpu->perThreadStream()
                                  : device.gpu->defaultStream();
    return true;
  }
  if (isBox<StreamRef>(object)) {
    stream = unbox<StreamRef>(object).gpu;
    if (stream)
      return true;
    PyErr_SetString(PyExc_ValueError, "the stream is the CPU device's");
    return false;
  }
  Ref number;
  if (PyLong_Check(object)) {
    number = Ref::share(object);
  } else {
    Ref answer(PyObject_CallMethodObjArgs(object, names.cudaStream, nullptr));
    if (!answer)
      return false;
    number = Ref(PySequence_GetItem(answer.get(), 1));
    if (!number)
      return false;
  }
  void *handle = PyLong_AsVoidPtr(number.get());
  if (!handle && PyErr_Occurred())
    return false;
  stream = device.gpu->wrapStream(handle);
  return true;
}

bool addDevices(PyObject *module) {
  return PyModule_AddFunctions(module, functions) == 0 &&
         addType<DeviceRef>(module, "Device", deviceSpec) &&
         addType<StreamRef>(module, "Stream", streamSpec) &&
         addType<EventRef>(module, "Event", eventSpec) && addMemory(module);
}

} // namespace pyk2ptx::python
