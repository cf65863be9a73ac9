// kernel[grid, block, stream, shared](*args).
//
// A program that launches a kernel again passes the same types, most often with
// the same configuration: the kernel keeps its last Launcher, and the plans of
// its last two launches, by which arguments go straight into the parameter
// block. Where no plan fits, the arguments are read one by one, their types'
// key finds the compiled kernel, and the launch leaves a plan. What happens
// once (compiling), or is slow by nature (copying host arrays to a GPU and
// back, keywords), are methods of the Python class that derives from
// Dispatcher.
#include "arguments.h"
#include "compiled.h"
#include "configuration.h"
#include "plan.h"

#include "runtime/jit/cpu/device.h"

#include <structmember.h>

#include <atomic>
#include <csignal>
#include <unordered_map>

namespace pyk2ptx::python {

namespace {

// CPython 3.12's headers have these for the stable ABI; 3.11 does the same.
using Vectorcall = PyObject *(*)(PyObject *, PyObject *const *, std::size_t,
                                 PyObject *);
constexpr unsigned long hasVectorcall = 1ul << 11;
constexpr std::size_t offsetFlag = std::size_t(1)
                                   << (8 * sizeof(std::size_t) - 1);

// What a key was compiled to. The types keep a constant argument's object,
// whose address is part of the key, alive.
struct Compiled {
  Ref types;
  Ref kernel;
};

// A launch that may come again. Never changes; a Python object, as a launch
// needs its plan while other Python code may run.
struct Planned {
  Ref device;
  Ref kernel;
  LaunchPlan plan;
};

// ObjectLock guards all but the first two. What a lock's holder lets go must go
// behind it: it may run any code.
struct Dispatcher {
  Py_ssize_t parameterCount = 0;
  /// Wait for each launch, so that what a kernel raises is raised there.
  bool isSynchronous = false;
  std::unordered_map<std::string, Compiled> byKey;
  /// Of Planned, the last first.
  Ref recent[2];
  /// Plans that were made since one was used: there is no end to that where
  /// types alternate.
  std::atomic<int> unusedPlans = 0;
  /// The last configuration without a stream, and the key that it came of.
  Ref lastKey;
  Ref lastLauncher;
};

// Never changes.
struct Launcher {
  Vectorcall vectorcall = nullptr;
  Ref dispatcher;
  LaunchConfig config;
  Ref stream;
};

// What is called with the number of blocks of each new configuration, or null.
PyObject *configurationHook = nullptr;

// Dispatcher
// ------------------------------------------------------------------------

PyObject *newDispatcher(PyTypeObject *type, PyObject *, PyObject *) {
  return makeBoxOf<Dispatcher>(type);
}

PyObject *vectorcall(PyObject *self, PyObject *const *args, std::size_t flags,
                     PyObject *names);

PyObject *subscript(PyObject *self, PyObject *key) {
  Dispatcher &dispatcher = unbox<Dispatcher>(self);
  {
    ObjectLock lock(self);
    if (key == dispatcher.lastKey.get())
      return Py_NewRef(dispatcher.lastLauncher.get());
  }
  Launcher launcher;
  if (!readConfiguration(key, launcher.config, launcher.stream))
    return nullptr;
  if (configurationHook) {
    const Dim3 &grid = launcher.config.grid;
    Ref hook = Ref::share(configurationHook);
    Ref done(PyObject_CallFunction(hook.get(), "K",
                                   1ull * grid.x * grid.y * grid.z));
    if (!done)
      return nullptr;
  }
  bool isKept = !launcher.stream && isConstantConfiguration(key);
  launcher.vectorcall = vectorcall;
  launcher.dispatcher = Ref::share(self);
  PyObject *made = makeBox<Launcher>(std::move(launcher));
  if (!made || !isKept)
    return made;
  Ref before = Ref::share(made), keyBefore = Ref::share(key);
  ObjectLock lock(self);
  std::swap(dispatcher.lastLauncher, before);
  std::swap(dispatcher.lastKey, keyBefore);
  return made;
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
  PyObject *device = currentDevice();
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
  Dispatcher &dispatcher = unbox<Dispatcher>(self);
  std::unordered_map<std::string, Compiled> byKey;
  Ref recent[2];
  ObjectLock lock(self);
  std::swap(dispatcher.byKey, byKey);
  std::swap(dispatcher.recent, recent);
  Py_RETURN_NONE;
}

// The kernel for the key: found, or made by Python's _compile_types(list), or
// None where records are to be launched with as places. A new reference.
Ref findKernel(PyObject *self, const std::string &key,
               const LaunchConfig &config) {
  Dispatcher &dispatcher = unbox<Dispatcher>(self);
  {
    ObjectLock lock(self);
    if (auto found = dispatcher.byKey.find(key);
        found != dispatcher.byKey.end())
      return Ref::share(found->second.kernel.get());
  }
  Ref types(typesOfKey(key));
  if (!types)
    return Ref();
  Dim3 block = config.block;
  std::uint64_t threads = std::uint64_t(block.x) * block.y * block.z;
  Ref kernel(PyObject_CallMethod(self, "_compile_types", "OK", types.get(),
                                 static_cast<unsigned long long>(threads)));
  if (!kernel)
    return Ref();
  if (kernel.get() != Py_None && !isBox<KernelRef>(kernel.get())) {
    PyErr_SetString(PyExc_TypeError, "a kernel is wanted");
    return Ref();
  }
  Compiled compiled;
  compiled.types = std::move(types);
  compiled.kernel = Ref::share(kernel.get());
  // What was there goes when the lock is gone.
  ObjectLock lock(self);
  std::swap(dispatcher.byKey[key], compiled);
  return kernel;
}

// Launching
// --------------------------------------------------------------------------

// Waits for the streams that the arguments' owners name, but for those that the
// launch is behind anyway: its own, and for the default stream the legacy one.
Result<void> waitForOwners(const OwnerStreams &owners, const DeviceRef &device,
                           const Stream *stream) {
  auto *legacy = reinterpret_cast<void *>(std::uintptr_t(1));
  void *handle = stream ? stream->handle() : nullptr;
  for (void *owner : owners) {
    bool isDefault = !handle || handle == legacy;
    if (owner == handle || (owner == legacy && isDefault))
      continue;
    if (Result<void> done = device.gpu->wrapStream(owner).synchronize(); !done)
      return done;
  }
  return {};
}

// Which SIGINT of a launch shall end it: the first where the interpreter's
// handler would raise KeyboardInterrupt, the second where it is the user's own,
// which may only want to hear of it.
int endingInterrupt() {
  static PyObject *ask = nullptr, *usual = nullptr;
  if (!ask) {
    Ref module(PyImport_ImportModule("_signal"));
    if (module) {
      usual = PyObject_GetAttrString(module.get(), "default_int_handler");
      ask = PyObject_GetAttrString(module.get(), "getsignal");
    }
  }
  Ref handler(ask && usual ? PyObject_CallFunction(ask, "i", SIGINT) : nullptr);
  if (!handler) {
    PyErr_Clear();
    return 0;
  }
  return handler.get() == usual ? 1 : 2;
}

// launch(stream or null for the default one) without the interpreter's lock:
// the driver waits where its queue is full.
template <typename Launch>
bool launchOn(const Launcher &launcher, const DeviceRef &device,
              const OwnerStreams &owners, Launch launch) {
  std::optional<Stream> own;
  PyObject *object = launcher.stream.get();
  if ((object || isDefaultPerThread()) && !toStream(object, device, own))
    return false;
  const Stream *stream = own ? &*own : nullptr;
  bool isSynchronous =
      unbox<Dispatcher>(launcher.dispatcher.get()).isSynchronous;
  Result<void> done;
  if (!device.gpu)
    CpuDevice::endLaunchesAt(endingInterrupt());
  {
    WithoutGil others;
    if (!owners.empty())
      done = waitForOwners(owners, device, stream);
    if (done)
      done = launch(stream);
    if (done && isSynchronous && device.gpu)
      done = stream ? stream->synchronize()
                    : device.gpu->defaultStream().synchronize();
  }
  if (!done)
    raiseError(done.error());
  return bool(done);
}

/// The arguments of a call; somebody else keeps them.
struct Arguments {
  PyObject *const *objects = nullptr;
  Py_ssize_t count = 0;
};

PyObject *tupleOf(const Arguments &arguments) {
  PyObject *tuple = PyTuple_New(arguments.count);
  for (Py_ssize_t i = 0; tuple && i < arguments.count; ++i)
    PyTuple_SetItem(tuple, i, Py_NewRef(arguments.objects[i]));
  return tuple;
}

enum class Done : std::uint8_t {
  Launched,
  /// An exception is set.
  Failed,
  /// No plan fits.
  NotPlanned
};

// Two objects may be the same GPU.
const void *placeOf(PyObject *device) {
  const std::optional<Device> &gpu = unbox<DeviceRef>(device).gpu;
  return gpu ? gpu->state().get() : nullptr;
}

Done launchPlanned(const Launcher &launcher, PyObject *device,
                   const Arguments &arguments) {
  PyObject *self = launcher.dispatcher.get();
  Dispatcher &dispatcher = unbox<Dispatcher>(self);
  const void *place = placeOf(device);
  alignas(16) std::byte block[LaunchPlan::mostBytes];
  for (int i = 0; i < 2; ++i) {
    Ref kept;
    {
      ObjectLock lock(self);
      kept = Ref::share(dispatcher.recent[i].get());
    }
    if (!kept)
      break;
    const Planned &planned = unbox<Planned>(kept.get());
    OwnerStreams owners;
    if (placeOf(planned.device.get()) != place ||
        !planned.plan.pack(arguments.objects, arguments.count, block, owners))
      continue;
    if (dispatcher.unusedPlans.load(std::memory_order_relaxed) != 0)
      dispatcher.unusedPlans.store(0, std::memory_order_relaxed);
    if (i != 0) {
      ObjectLock lock(self);
      std::swap(dispatcher.recent[0], dispatcher.recent[1]);
    }
    const JitLauncher &kernel = unbox<KernelRef>(planned.kernel.get()).launcher;
    Span<const std::byte> bytes(block, planned.plan.bytes());
    bool isLaunched = launchOn(
        launcher, unbox<DeviceRef>(device), owners, [&](const Stream *stream) {
          return kernel.launchPacked(launcher.config, bytes, stream);
        });
    return isLaunched ? Done::Launched : Done::Failed;
  }
  return Done::NotPlanned;
}

// After a launch: the next one may be the same.
void planNext(PyObject *self, PyObject *device, Ref kernel,
              const Arguments &arguments) {
  constexpr int mostUnused = 16;
  Dispatcher &dispatcher = unbox<Dispatcher>(self);
  if (dispatcher.unusedPlans >= mostUnused)
    return;
  const DeviceRef &place = unbox<DeviceRef>(device);
  std::optional<LaunchPlan> plan = LaunchPlan::make(
      unbox<KernelRef>(kernel.get()).kernel.info(), arguments.objects,
      arguments.count, place.gpu ? place.gpu->ordinal() : -1);
  if (!plan)
    return;
  Ref made(makeBox<Planned>(
      Planned{Ref::share(device), std::move(kernel), std::move(*plan)}));
  if (!made) {
    PyErr_Clear();
    return;
  }
  ObjectLock lock(self);
  ++dispatcher.unusedPlans;
  std::swap(dispatcher.recent[1], made);
  std::swap(dispatcher.recent[0], dispatcher.recent[1]);
}

// Host arrays are copied if they may be.
PyObject *launch(PyObject *self, const Arguments &arguments, bool mayCopy) {
  const Launcher &launcher = unbox<Launcher>(self);
  PyObject *dispatcher = launcher.dispatcher.get();
  Ref device = Ref::share(currentDevice());
  if (!device)
    return nullptr;
  if (Done done = launchPlanned(launcher, device.get(), arguments);
      done != Done::NotPlanned)
    return done == Done::Launched ? Py_NewRef(Py_None) : nullptr;
  const DeviceRef &place = unbox<DeviceRef>(device.get());
  ArgumentReader reader(place, arguments.count);
  for (Py_ssize_t i = 0; i < arguments.count; ++i) {
    PyObject *object = arguments.objects[i];
    ArgumentReader::Answer answer = reader.read(object);
    if (answer == ArgumentReader::Answer::Read)
      continue;
    if (answer == ArgumentReader::Answer::NeedsCopy && mayCopy) {
      Ref tuple(tupleOf(arguments));
      return tuple ? PyObject_CallMethod(dispatcher, "_launch_copies", "OO",
                                         self, tuple.get())
                   : nullptr;
    }
    if (answer == ArgumentReader::Answer::NeedsCopy)
      PyErr_Format(PyExc_TypeError, "argument %zd, %R, cannot be passed", i + 1,
                   object);
    return nullptr;
  }
  Ref kernel = findKernel(dispatcher, reader.key(), launcher.config);
  if (!kernel)
    return nullptr;
  if (kernel.get() == Py_None) {
    Ref tuple(tupleOf(arguments));
    return tuple ? PyObject_CallMethod(dispatcher, "_launch_places", "OO", self,
                                       tuple.get())
                 : nullptr;
  }
  const JitLauncher &jit = unbox<KernelRef>(kernel.get()).launcher;
  if (!launchOn(launcher, place, reader.streams(), [&](const Stream *stream) {
        return jit.launchArguments(launcher.config, reader.arguments(), stream);
      }))
    return nullptr;
  planNext(dispatcher, device.get(), std::move(kernel), arguments);
  Py_RETURN_NONE;
}

// The items of a tuple that somebody keeps.
std::vector<PyObject *> itemsOf(PyObject *tuple) {
  std::vector<PyObject *> items;
  for (Py_ssize_t i = 0; i < PyTuple_Size(tuple); ++i)
    items.push_back(PyTuple_GetItem(tuple, i));
  return items;
}

PyObject *launchTuple(PyObject *self, PyObject *tuple, bool mayCopy) {
  std::vector<PyObject *> items = itemsOf(tuple);
  return launch(self, {items.data(), PyTuple_Size(tuple)}, mayCopy);
}

bool takes(PyObject *self, Py_ssize_t count) {
  return count == unbox<Dispatcher>(unbox<Launcher>(self).dispatcher.get())
                      .parameterCount;
}

PyObject *bindAndLaunch(PyObject *self, PyObject *args, PyObject *keywords) {
  Ref bound(PyObject_CallMethod(unbox<Launcher>(self).dispatcher.get(), "_bind",
                                "OO", args, keywords ? keywords : Py_None));
  return bound ? launchTuple(self, bound.get(), true) : nullptr;
}

PyObject *call(PyObject *self, PyObject *args, PyObject *keywords) {
  if ((keywords && PyDict_Size(keywords) != 0) ||
      !takes(self, PyTuple_Size(args)))
    return bindAndLaunch(self, args, keywords);
  return launchTuple(self, args, true);
}

PyObject *vectorcall(PyObject *self, PyObject *const *args, std::size_t flags,
                     PyObject *names) {
  auto count = static_cast<Py_ssize_t>(flags & ~offsetFlag);
  Py_ssize_t named = names ? PyTuple_Size(names) : 0;
  if (named == 0 && takes(self, count))
    return launch(self, {args, count}, true);
  Ref tuple(PyTuple_New(count));
  Ref keywords(PyDict_New());
  for (Py_ssize_t i = 0; tuple && i < count; ++i)
    PyTuple_SetItem(tuple.get(), i, Py_NewRef(args[i]));
  for (Py_ssize_t i = 0; keywords && i < named; ++i)
    if (PyDict_SetItem(keywords.get(), PyTuple_GetItem(names, i),
                       args[count + i]) != 0)
      return nullptr;
  return tuple && keywords ? bindAndLaunch(self, tuple.get(), keywords.get())
                           : nullptr;
}

// The same with arguments that need no binding and no copies any more.
PyObject *launchAgain(PyObject *self, PyObject *args) {
  return launchTuple(self, args, false);
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

// By kernel[grid, block, 0, shared], of the kernel as that is pickled.
PyObject *reduceLauncher(PyObject *self, PyObject *) {
  const Launcher &launcher = unbox<Launcher>(self);
  if (launcher.stream) {
    PyErr_SetString(PyExc_TypeError,
                    "a launch in a stream cannot be pickled: the stream is "
                    "this process's");
    return nullptr;
  }
  Ref module(PyImport_ImportModule("operator"));
  Ref function(module ? PyObject_GetAttrString(module.get(), "getitem")
                      : nullptr);
  if (!function)
    return nullptr;
  return Py_BuildValue("O(O(NNiN))", function.get(), launcher.dispatcher.get(),
                       launcherGrid(self, nullptr),
                       launcherBlock(self, nullptr), 0,
                       launcherShared(self, nullptr));
}

PyObject *setConfigurationHook(PyObject *, PyObject *hook) {
  PyObject *before = configurationHook;
  configurationHook = hook == Py_None ? nullptr : Py_NewRef(hook);
  Py_XDECREF(before);
  Py_RETURN_NONE;
}

PyMethodDef functions[] = {
    {"set_configuration_hook", setConfigurationHook, METH_O,
     "Registers what is told the blocks of each new configuration; None for "
     "nothing."},
    {nullptr, nullptr, 0, nullptr}};

// A kernel and its last Launcher refer to each other.

int traverseDispatcher(PyObject *self, visitproc visit, void *arg) {
  Dispatcher &dispatcher = unbox<Dispatcher>(self);
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(dispatcher.lastLauncher.get());
  return 0;
}

int clearDispatcher(PyObject *self) {
  Dispatcher &dispatcher = unbox<Dispatcher>(self);
  Ref launcher = std::move(dispatcher.lastLauncher);
  Ref key = std::move(dispatcher.lastKey);
  return 0;
}

int traverseLauncher(PyObject *self, visitproc visit, void *arg) {
  const Launcher &launcher = unbox<Launcher>(self);
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(launcher.dispatcher.get());
  Py_VISIT(launcher.stream.get());
  return 0;
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
    {Py_tp_dealloc, reinterpret_cast<void *>(deallocTrackedBox<Dispatcher>)},
    {Py_tp_traverse, reinterpret_cast<void *>(traverseDispatcher)},
    {Py_tp_clear, reinterpret_cast<void *>(clearDispatcher)},
    {Py_tp_methods, dispatcherMethods},
    {Py_mp_subscript, reinterpret_cast<void *>(subscript)},
    {0, nullptr}};

PyType_Spec dispatcherSpec = {
    "pyk2ptx._core.Dispatcher", sizeof(Box<Dispatcher>), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    dispatcherSlots};

PyMethodDef launcherMethods[] = {
    {"_launch", launchAgain, METH_VARARGS,
     "Launches with arguments that are on the device."},
    {"__reduce__", reduceLauncher, METH_NOARGS, "For pickle."},
    {nullptr, nullptr, 0, nullptr}};

PyMemberDef launcherMembers[] = {{"__vectorcalloffset__", T_PYSSIZET,
                                  offsetof(Box<Launcher>, value), READONLY,
                                  nullptr},
                                 {nullptr, 0, 0, 0, nullptr}};

PyGetSetDef launcherGetters[] = {
    {"stream", launcherStream, nullptr, "None is the default.", nullptr},
    {"dispatcher", launcherDispatcher, nullptr, "The kernel.", nullptr},
    {"griddim", launcherGrid, nullptr, "(x, y, z)", nullptr},
    {"blockdim", launcherBlock, nullptr, "(x, y, z)", nullptr},
    {"sharedmem", launcherShared, nullptr, "Bytes.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyType_Slot launcherSlots[] = {
    {Py_tp_doc, const_cast<char *>("kernel[grid, block, stream, shared]")},
    {Py_tp_dealloc, reinterpret_cast<void *>(deallocTrackedBox<Launcher>)},
    {Py_tp_traverse, reinterpret_cast<void *>(traverseLauncher)},
    {Py_tp_call, reinterpret_cast<void *>(call)},
    {Py_tp_methods, launcherMethods},
    {Py_tp_members, launcherMembers},
    {Py_tp_getset, launcherGetters},
    {0, nullptr}};

PyType_Spec launcherSpec = {"pyk2ptx._core.Launcher", sizeof(Box<Launcher>), 0,
                            Py_TPFLAGS_DEFAULT |
                                Py_TPFLAGS_DISALLOW_INSTANTIATION |
                                Py_TPFLAGS_HAVE_GC | hasVectorcall,
                            launcherSlots};

PyType_Slot plannedSlots[] = {
    {Py_tp_doc, const_cast<char *>("What a launch left for the next one.")},
    {Py_tp_dealloc, reinterpret_cast<void *>(deallocBox<Planned>)},
    {0, nullptr}};

PyType_Spec plannedSpec = {
    "pyk2ptx._core.Planned", sizeof(Box<Planned>), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, plannedSlots};

} // namespace

bool addLaunch(PyObject *module) {
  return PyModule_AddFunctions(module, functions) == 0 &&
         addType<Dispatcher>(module, "Dispatcher", dispatcherSpec) &&
         addType<Launcher>(module, "Launcher", launcherSpec) &&
         addType<Planned>(module, "_Planned", plannedSpec);
}

} // namespace pyk2ptx::python
