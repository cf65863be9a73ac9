// kernel[grid, block, stream, shared](*args), on the path that it takes every
// time: the arguments are read, their types' key finds the compiled kernel, and
// it is launched. What happens once (compiling), or is slow by nature (copying
// host arrays to a GPU and back, keywords), are methods of the Python class
// that derives from Dispatcher.
#include "arguments.h"
#include "compiled.h"

#include <unordered_map>

namespace pyk2ptx::python {

namespace {

// What a key was compiled to. The types keep a constant argument's object,
// whose address is part of the key, alive.
struct Compiled {
  Ref types;
  Ref kernel;
};

struct Dispatcher {
  std::unordered_map<std::string, Compiled> byKey;
  Py_ssize_t parameterCount = 0;
  /// Wait for each launch, so that what a kernel raises is raised there.
  bool isSynchronous = false;
};

struct Launcher {
  Ref dispatcher;
  LaunchConfig config;
  Ref stream;
};

// The device of this thread's launches
// ------------------------------------------

PyObject *deviceHook = nullptr;
thread_local PyObject *currentDevice = nullptr;

PyObject *current() {
  if (currentDevice)
    return currentDevice;
  if (!deviceHook) {
    PyErr_SetString(PyExc_RuntimeError, "there is no device");
    return nullptr;
  }
  PyObject *device = PyObject_CallNoArgs(deviceHook);
  if (device && !isBox<DeviceRef>(device)) {
    Py_DECREF(device);
    PyErr_SetString(PyExc_TypeError, "a device is wanted");
    return nullptr;
  }
  currentDevice = device;
  return device;
}

PyObject *getCurrent(PyObject *, PyObject *) { return Py_XNewRef(current()); }

PyObject *setCurrent(PyObject *, PyObject *device) {
  if (device != Py_None && !isBox<DeviceRef>(device)) {
    PyErr_SetString(PyExc_TypeError, "a device is wanted");
    return nullptr;
  }
  PyObject *before = currentDevice;
  currentDevice = device == Py_None ? nullptr : Py_NewRef(device);
  Py_XDECREF(before);
  Py_RETURN_NONE;
}

PyObject *setDeviceHook(PyObject *, PyObject *hook) {
  PyObject *before = std::exchange(deviceHook, Py_NewRef(hook));
  Py_XDECREF(before);
  Py_RETURN_NONE;
}

PyMethodDef functions[] = {
    {"current_device", getCurrent, METH_NOARGS, "This thread's device."},
    {"set_current_device", setCurrent, METH_O, "Sets it; None forgets it."},
    {"set_device_hook", setDeviceHook, METH_O,
     "Registers what chooses a thread's first device."},
    {nullptr, nullptr, 0, nullptr}};

// Geometry
// ------------------------------------------------------------------------

bool readExtent(PyObject *object, std::uint32_t &extent) {
  Ref number(PyNumber_Index(object));
  if (!number) {
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError,
                 "grid and block are ints, or tuples of up to three; not %R",
                 object);
    return false;
  }
  int overflow = 0;
  long long value = PyLong_AsLongLongAndOverflow(number.get(), &overflow);
  if (overflow != 0 || value < 0 || value > 0xffffffffLL) {
    PyErr_Format(PyExc_ValueError,
                 "%S is out of range for a grid's or a block's dimension",
                 number.get());
    return false;
  }
  extent = static_cast<std::uint32_t>(value);
  return true;
}

bool readDim(PyObject *object, Dim3 &dim) {
  if (!PyTuple_Check(object) && !PyList_Check(object))
    return readExtent(object, dim.x);
  Py_ssize_t count = PySequence_Size(object);
  if (count < 1 || count > 3) {
    PyErr_Format(PyExc_ValueError,
                 "grid and block have one to three dimensions, not %zd", count);
    return false;
  }
  std::uint32_t *axes[] = {&dim.x, &dim.y, &dim.z};
  for (Py_ssize_t i = 0; i < count; ++i) {
    Ref item(PySequence_GetItem(object, i));
    if (!item || !readExtent(item.get(), *axes[i]))
      return false;
  }
  return true;
}

// A stream argument that means the default one.
bool isDefaultStream(PyObject *stream) {
  return stream == Py_None ||
         (PyLong_Check(stream) && PyObject_IsTrue(stream) == 0);
}

bool readConfiguration(PyObject *key, Launcher &launcher) {
  if (!PyTuple_Check(key) || PyTuple_Size(key) < 2 || PyTuple_Size(key) > 4) {
    PyErr_SetString(PyExc_ValueError,
                    "a launch is kernel[grid, block](...), with a stream and "
                    "bytes of shared memory behind if needed");
    return false;
  }
  Py_ssize_t count = PyTuple_Size(key);
  LaunchConfig &config = launcher.config;
  if (!readDim(PyTuple_GetItem(key, 0), config.grid) ||
      !readDim(PyTuple_GetItem(key, 1), config.block))
    return false;
  if (count > 2)
    if (PyObject *stream = PyTuple_GetItem(key, 2); !isDefaultStream(stream))
      launcher.stream = Ref::share(stream);
  return count < 4 || readExtent(PyTuple_GetItem(key, 3), config.sharedBytes);
}

// Dispatcher
// ------------------------------------------------------------------------

PyObject *newDispatcher(PyTypeObject *type, PyObject *, PyObject *) {
  return makeBoxOf<Dispatcher>(type);
}

PyObject *subscript(PyObject *self, PyObject *key) {
  Launcher launcher;
  if (!readConfiguration(key, launcher))
    return nullptr;
  launcher.dispatcher = Ref::share(self);
  return makeBox<Launcher>(std::move(launcher));
}

PyObject *dispatcherSetup(PyObject *self, PyObject *args) {
  Dispatcher &dispatcher = unbox<Dispatcher>(self);
  int isSynchronous = 0;
  if (!PyArg_ParseTuple(args, "np", &dispatcher.parameterCount, &isSynchronous))
    return nullptr;
  dispatcher.isSynchronous = isSynchronous != 0;
  Py_RETURN_NONE;
}

PyObject *dispatcherTypes(PyObject *self, PyObject *args) {
  (void)self;
  PyObject *device = current();
  if (!device)
    return nullptr;
  ArgumentReader reader(unbox<DeviceRef>(device), PyTuple_Size(args));
  for (Py_ssize_t i = 0; i < PyTuple_Size(args); ++i) {
    ArgumentReader::Answer answer = reader.read(PyTuple_GetItem(args, i));
    if (answer == ArgumentReader::Answer::NeedsCopy)
      Py_RETURN_NONE;
    if (answer == ArgumentReader::Answer::Failed)
      return nullptr;
  }
  return typesOfKey(reader.key());
}

PyObject *dispatcherForget(PyObject *self, PyObject *) {
  unbox<Dispatcher>(self).byKey.clear();
  Py_RETURN_NONE;
}

// The kernel for the key: found, or made by Python's _compile_types(list). A
// new reference.
Ref findKernel(PyObject *self, const std::string &key) {
  auto &byKey = unbox<Dispatcher>(self).byKey;
  if (auto found = byKey.find(key); found != byKey.end())
    return Ref::share(found->second.kernel.get());
  Ref types(typesOfKey(key));
  if (!types)
    return Ref();
  Ref kernel(PyObject_CallMethod(self, "_compile_types", "O", types.get()));
  if (!kernel)
    return Ref();
  if (!isBox<KernelRef>(kernel.get())) {
    PyErr_SetString(PyExc_TypeError, "a kernel is wanted");
    return Ref();
  }
  Compiled compiled;
  compiled.types = std::move(types);
  compiled.kernel = Ref::share(kernel.get());
  unbox<Dispatcher>(self).byKey.insert_or_assign(key, std::move(compiled));
  return kernel;
}

// Launcher
// ---------------------------------------------------------------------------

// Waits for the streams that the arguments' owners name, but for those that the
// launch is behind anyway: its own, and for the default stream the legacy one.
Result<void> waitForOwners(const ArgumentReader &reader,
                           const DeviceRef &device, const Stream &stream) {
  auto *legacy = reinterpret_cast<void *>(std::uintptr_t(1));
  for (void *owner : reader.streams()) {
    bool isDefault = !stream.handle() || stream.handle() == legacy;
    if (owner == stream.handle() || (owner == legacy && isDefault))
      continue;
    if (Result<void> done = device.gpu->wrapStream(owner).synchronize(); !done)
      return done;
  }
  return {};
}

PyObject *launchRead(const Launcher &launcher, const DeviceRef &device,
                     const ArgumentReader &reader) {
  PyObject *dispatcher = launcher.dispatcher.get();
  Ref kernel = findKernel(dispatcher, reader.key());
  if (!kernel)
    return nullptr;
  std::optional<Stream> stream;
  if (!toStream(launcher.stream.get(), device, stream))
    return nullptr;
  const JitLauncher &jit = unbox<KernelRef>(kernel.get()).launcher;
  bool isSynchronous = unbox<Dispatcher>(dispatcher).isSynchronous;
  std::optional<Result<void>> done;
  {
    WithoutGil others;
    if (stream && !reader.streams().empty())
      done.emplace(waitForOwners(reader, device, *stream));
    if (!done || *done)
      done.emplace(jit.launchArguments(launcher.config, reader.arguments(),
                                       stream ? &*stream : nullptr));
    if (*done && isSynchronous && stream)
      done.emplace(stream->synchronize());
  }
  return noneOr(*done);
}

PyObject *call(PyObject *self, PyObject *args, PyObject *keywords) {
  const Launcher &launcher = unbox<Launcher>(self);
  PyObject *dispatcher = launcher.dispatcher.get();
  Ref bound;
  if ((keywords && PyDict_Size(keywords) != 0) ||
      PyTuple_Size(args) != unbox<Dispatcher>(dispatcher).parameterCount) {
    bound = Ref(PyObject_CallMethod(dispatcher, "_bind", "OO", args,
                                    keywords ? keywords : Py_None));
    if (!bound)
      return nullptr;
    args = bound.get();
  }
  PyObject *device = current();
  if (!device)
    return nullptr;
  Ref keptDevice = Ref::share(device);
  ArgumentReader reader(unbox<DeviceRef>(device), PyTuple_Size(args));
  Py_ssize_t count = PyTuple_Size(args);
  for (Py_ssize_t i = 0; i < count; ++i) {
    ArgumentReader::Answer answer = reader.read(PyTuple_GetItem(args, i));
    if (answer == ArgumentReader::Answer::Failed)
      return nullptr;
    if (answer == ArgumentReader::Answer::NeedsCopy)
      return PyObject_CallMethod(dispatcher, "_launch_copies", "OO", self,
                                 args);
  }
  return launchRead(launcher, unbox<DeviceRef>(device), reader);
}

// The same with arguments that need no binding and no copies any more.
PyObject *launchAgain(PyObject *self, PyObject *args) {
  const Launcher &launcher = unbox<Launcher>(self);
  PyObject *device = current();
  if (!device)
    return nullptr;
  Ref keptDevice = Ref::share(device);
  ArgumentReader reader(unbox<DeviceRef>(device), PyTuple_Size(args));
  Py_ssize_t count = PyTuple_Size(args);
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject *object = PyTuple_GetItem(args, i);
    ArgumentReader::Answer answer = reader.read(object);
    if (answer == ArgumentReader::Answer::NeedsCopy)
      PyErr_Format(PyExc_TypeError, "argument %zd, %R, cannot be passed", i + 1,
                   object);
    if (answer != ArgumentReader::Answer::Read)
      return nullptr;
  }
  return launchRead(launcher, unbox<DeviceRef>(device), reader);
}

PyObject *launcherStream(PyObject *self, void *) {
  PyObject *stream = unbox<Launcher>(self).stream.get();
  return Py_NewRef(stream ? stream : Py_None);
}

PyObject *launcherDispatcher(PyObject *self, void *) {
  return Py_NewRef(unbox<Launcher>(self).dispatcher.get());
}

PyObject *toTuple(Dim3 dim) {
  return Py_BuildValue("(III)", dim.x, dim.y, dim.z);
}

PyObject *launcherGrid(PyObject *self, void *) {
  return toTuple(unbox<Launcher>(self).config.grid);
}

PyObject *launcherBlock(PyObject *self, void *) {
  return toTuple(unbox<Launcher>(self).config.block);
}

PyObject *launcherShared(PyObject *self, void *) {
  return PyLong_FromUnsignedLong(unbox<Launcher>(self).config.sharedBytes);
}

PyMethodDef dispatcherMethods[] = {
    {"_setup", dispatcherSetup, METH_VARARGS,
     "_setup(number of parameters, whether each launch is waited for)"},
    {"_types_of", dispatcherTypes, METH_VARARGS,
     "The types of arguments as signatures spell them; None if they need "
     "copies."},
    {"_forget", dispatcherForget, METH_NOARGS, "Forgets what was compiled."},
    {nullptr, nullptr, 0, nullptr}};

PyType_Slot dispatcherSlots[] = {
    {Py_tp_doc, const_cast<char *>("The base of cuda.jit's kernels.")},
    {Py_tp_new, reinterpret_cast<void *>(newDispatcher)},
    {Py_tp_dealloc, reinterpret_cast<void *>(deallocBox<Dispatcher>)},
    {Py_tp_methods, dispatcherMethods},
    {Py_mp_subscript, reinterpret_cast<void *>(subscript)},
    {0, nullptr}};

PyType_Spec dispatcherSpec = {
    "pyk2ptx._core.Dispatcher", sizeof(Box<Dispatcher>), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, dispatcherSlots};

PyMethodDef launcherMethods[] = {
    {"_launch", launchAgain, METH_VARARGS,
     "Launches with arguments that are on the device."},
    {nullptr, nullptr, 0, nullptr}};

PyGetSetDef launcherGetters[] = {
    {"stream", launcherStream, nullptr, "None is the default.", nullptr},
    {"dispatcher", launcherDispatcher, nullptr, "The kernel.", nullptr},
    {"griddim", launcherGrid, nullptr, "(x, y, z)", nullptr},
    {"blockdim", launcherBlock, nullptr, "(x, y, z)", nullptr},
    {"sharedmem", launcherShared, nullptr, "Bytes.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyType_Slot launcherSlots[] = {
    {Py_tp_doc, const_cast<char *>("kernel[grid, block, stream, shared]")},
    {Py_tp_dealloc, reinterpret_cast<void *>(deallocBox<Launcher>)},
    {Py_tp_call, reinterpret_cast<void *>(call)},
    {Py_tp_methods, launcherMethods},
    {Py_tp_getset, launcherGetters},
    {0, nullptr}};

PyType_Spec launcherSpec = {
    "pyk2ptx._core.Launcher", sizeof(Box<Launcher>), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, launcherSlots};

} // namespace

bool addLaunch(PyObject *module) {
  return PyModule_AddFunctions(module, functions) == 0 &&
         addType<Dispatcher>(module, "Dispatcher", dispatcherSpec) &&
         addType<Launcher>(module, "Launcher", launcherSpec);
}

} // namespace pyk2ptx::python
