// Functions as Python holds them -> CapturedProgram -> compiled kernels.
//
// The package (functions.py) finds a kernel's text and what its free names are,
// and hands both over as tuples and dicts; here they become captured.h's.
#include "compiled.h"

namespace pyk2ptx::python {

namespace {

bool readText(PyObject *object, std::string &text) {
  return toText(object, text);
}

// Calls read(item) for each item of a sequence. False with an exception set.
template <typename Read> bool readEach(PyObject *sequence, Read read) {
  Py_ssize_t count = PySequence_Size(sequence);
  for (Py_ssize_t i = 0; i < count; ++i) {
    Ref item(PySequence_GetItem(sequence, i));
    if (!item || !read(item.get()))
      return false;
  }
  return count >= 0;
}

bool readTexts(PyObject *sequence, std::vector<std::string> &texts) {
  return readEach(sequence, [&](PyObject *item) {
    return readText(item, texts.emplace_back());
  });
}

// ---- values ----

using Kind = CapturedValue::Kind;

struct NamedKind {
  const char *name;
  Kind kind;
};

constexpr NamedKind kinds[] = {
    {"unusable", Kind::Unusable},   {"none", Kind::None},
    {"bool", Kind::Bool},           {"int", Kind::Int},
    {"float", Kind::Float},         {"complex", Kind::Complex},
    {"string", Kind::String},       {"tuple", Kind::Tuple},
    {"namespace", Kind::Namespace}, {"array", Kind::Array},
    {"function", Kind::Function},   {"type", Kind::Type},
    {"library", Kind::Library},     {"external", Kind::External}};

bool readValue(PyObject *object, CapturedValue &value);

// The parts behind a value's kind, by what PyArg_ParseTuple calls them.
bool readNumber(PyObject *parts, CapturedValue &value) {
  const char *dtype = "";
  unsigned long long low = 0;
  long long high = 0;
  bool isRead = false;
  if (value.kind == Kind::Bool || value.kind == Kind::Int)
    isRead = PyArg_ParseTuple(parts, "sKLs", &dtype, &low, &high, &dtype) != 0;
  else
    isRead = PyArg_ParseTuple(parts, "sdds", &dtype, &value.real, &value.imag,
                              &dtype) != 0;
  value.low = low;
  value.high = high;
  value.dtype = isRead ? dtype : "";
  return isRead;
}

bool readElements(PyObject *parts, CapturedValue &value) {
  Ref elements(PySequence_GetItem(parts, 1));
  Ref names(PySequence_GetItem(parts, 2));
  return elements && names &&
         readEach(elements.get(),
                  [&](PyObject *item) {
                    return readValue(item, value.elements.emplace_back());
                  }) &&
         readTexts(names.get(), value.names);
}

bool readArray(PyObject *parts, CapturedValue &value) {
  const char *kind = nullptr;
  const char *dtype = nullptr;
  PyObject *shape = nullptr;
  const char *bytes = nullptr;
  Py_ssize_t size = 0;
  if (!PyArg_ParseTuple(parts, "ssOy#", &kind, &dtype, &shape, &bytes, &size))
    return false;
  value.dtype = dtype;
  const auto *first = reinterpret_cast<const std::byte *>(bytes);
  value.bytes.assign(first, first + size);
  return readEach(shape, [&](PyObject *item) {
    value.shape.push_back(PyLong_AsLongLong(item));
    return PyErr_Occurred() == nullptr;
  });
}

bool readExternal(PyObject *parts, CapturedValue &value) {
  const char *kind = nullptr;
  const char *name = nullptr;
  const char *signature = nullptr;
  PyObject *files = nullptr;
  int isC = 0;
  int isCooperative = 0;
  if (!PyArg_ParseTuple(parts, "sssOpp", &kind, &name, &signature, &files, &isC,
                        &isCooperative))
    return false;
  value.text = name;
  value.dtype = signature;
  value.low = isC != 0;
  value.high = isCooperative;
  return readTexts(files, value.names);
}

bool readValue(PyObject *object, CapturedValue &value) {
  Ref name(PySequence_GetItem(object, 0));
  std::string text;
  if (!name || !readText(name.get(), text))
    return false;
  bool isKnown = false;
  for (const NamedKind &row : kinds) {
    if (text != row.name)
      continue;
    value.kind = row.kind;
    isKnown = true;
  }
  if (!isKnown) {
    PyErr_Format(PyExc_SystemError, "no captured value is a `%s`",
                 text.c_str());
    return false;
  }
  switch (value.kind) {
  case Kind::None:
    return true;
  case Kind::Bool:
  case Kind::Int:
  case Kind::Float:
  case Kind::Complex:
    return readNumber(object, value);
  case Kind::Tuple:
  case Kind::Namespace:
    return readElements(object, value);
  case Kind::Array:
    return readArray(object, value);
  case Kind::External:
    return readExternal(object, value);
  case Kind::Function: {
    Ref index(PySequence_GetItem(object, 1));
    value.index =
        index ? static_cast<std::uint32_t>(PyLong_AsUnsignedLong(index.get()))
              : 0;
    return PyErr_Occurred() == nullptr;
  }
  default: {
    Ref spelled(PySequence_GetItem(object, 1));
    return spelled && readText(spelled.get(), value.text);
  }
  }
}

// ---- functions ----

bool readNames(PyObject *dict, CapturedNames &names) {
  PyObject *key = nullptr;
  PyObject *value = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(dict, &at, &key, &value)) {
    std::string name;
    if (!readText(key, name) || !readValue(value, names[name]))
      return false;
  }
  return true;
}

// (form, text, file, first line, name, names, typing, signatures, links,
// cluster)
bool readFunction(PyObject *object, CapturedFunction &function) {
  const char *form = nullptr;
  PyObject *text = nullptr;
  PyObject *file = nullptr;
  const char *name = nullptr;
  PyObject *names = nullptr;
  const char *typing = nullptr;
  PyObject *signatures = nullptr;
  PyObject *links = nullptr;
  if (!PyArg_ParseTuple(object, "sUUIsO!sOO(III)", &form, &text, &file,
                        &function.firstLine, &name, &PyDict_Type, &names,
                        &typing, &signatures, &links, &function.cluster[0],
                        &function.cluster[1], &function.cluster[2]))
    return false;
  function.form = std::string_view(form) == "lambda"
                      ? CapturedFunction::Form::Lambda
                      : CapturedFunction::Form::Function;
  function.name = name;
  function.typing = typing;
  return readText(text, function.text) && readText(file, function.file) &&
         readNames(names, function.names) &&
         readTexts(signatures, function.signatures) &&
         readTexts(links, function.links);
}

// ---- settings ----

// The settings that are one flag, by their names in Python.
bool *flagOf(JitSettings &settings, std::string_view name) {
  struct Row {
    std::string_view name;
    bool *flag;
  } rows[] = {{"debug", &settings.debug},
              {"lineinfo", &settings.lineInfo},
              {"debug_info", &settings.debugInfo},
              {"fmad", &settings.fmad},
              {"fastmath", &settings.fastMath},
              {"noalias", &settings.noAlias},
              {"check_bounds", &settings.checks.bounds},
              {"check_races", &settings.checks.races},
              {"check_barriers", &settings.checks.barriers},
              {"check_uninit", &settings.checks.uninit},
              {"keep_ir", &settings.keepIr},
              {"keep_llvm", &settings.keepLlvm},
              {"keep_optimized", &settings.keepOptimized},
              {"use_cache", &settings.useCache}};
  for (Row &row : rows)
    if (row.name == name)
      return row.flag;
  return nullptr;
}

std::uint32_t *numberOf(JitSettings &settings, std::string_view name) {
  if (name == "max_registers")
    return &settings.maxRegisters;
  if (name == "max_threads")
    return &settings.maxThreads;
  return name == "min_blocks" ? &settings.minBlocks : nullptr;
}

bool readSetting(JitSettings &settings, const std::string &name,
                 PyObject *value) {
  if (bool *flag = flagOf(settings, name)) {
    int truth = PyObject_IsTrue(value);
    *flag = truth > 0;
    return truth >= 0;
  }
  if (std::uint32_t *number = numberOf(settings, name)) {
    *number = static_cast<std::uint32_t>(PyLong_AsUnsignedLong(value));
    return PyErr_Occurred() == nullptr;
  }
  if (name == "opt_level") {
    settings.optLevel = static_cast<int>(PyLong_AsLong(value));
    return PyErr_Occurred() == nullptr;
  }
  if (name == "links")
    return readTexts(value, settings.links);
  std::string text;
  if (!readText(value, text))
    return false;
  if (name == "typing") {
    settings.typing = text;
  } else if (name == "libdevice") {
    settings.libdevice = text;
  } else if (name == "bounds") {
    settings.bounds = text == "raise"  ? BoundsMode::Raise
                      : text == "none" ? BoundsMode::None
                                       : BoundsMode::Guard;
  } else {
    PyErr_Format(PyExc_SystemError, "there is no setting `%s`", name.c_str());
    return false;
  }
  return true;
}

bool readSettings(PyObject *dict, JitSettings &settings) {
  PyObject *key = nullptr;
  PyObject *value = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(dict, &at, &key, &value)) {
    std::string name;
    if (!readText(key, name) || !readSetting(settings, name, value))
      return false;
  }
  return true;
}

// ---- the module's functions ----

PyObject *compileFunctions(PyObject *, PyObject *args) {
  PyObject *functions = nullptr;
  const char *types = nullptr;
  const char *arch = nullptr;
  PyObject *settingsDict = nullptr;
  if (!PyArg_ParseTuple(args, "OssO!", &functions, &types, &arch, &PyDict_Type,
                        &settingsDict))
    return nullptr;
  CapturedProgram program;
  program.types = types;
  JitSettings settings;
  bool isRead = readEach(functions, [&](PyObject *item) {
    return readFunction(item, program.functions.emplace_back());
  });
  if (!isRead || !readSettings(settingsDict, settings))
    return nullptr;
  std::string target = arch;
  UnitRef made;
  {
    WithoutGil others;
    made.unit = compileCached(program, target, settings);
  }
  made.program = std::move(program);
  made.settings = std::move(settings);
  return makeBox<UnitRef>(std::move(made));
}

JitDevice jitDevice(const DeviceRef &device) {
  return device.gpu ? JitDevice(*device.gpu) : JitDevice::cpu();
}

PyObject *archOf(PyObject *, PyObject *object) {
  if (!isBox<DeviceRef>(object)) {
    PyErr_SetString(PyExc_TypeError, "a device is wanted");
    return nullptr;
  }
  Result<std::string> arch = jitDevice(unbox<DeviceRef>(object)).arch();
  return arch ? toPython(*arch) : raiseError(arch.error());
}

PyObject *load(PyObject *, PyObject *args) {
  PyObject *device = nullptr;
  PyObject *unit = nullptr;
  if (!PyArg_ParseTuple(args, "O!O!", boxType<DeviceRef>, &device,
                        boxType<UnitRef>, &unit))
    return nullptr;
  const UnitRef &made = unbox<UnitRef>(unit);
  JitDevice place = jitDevice(unbox<DeviceRef>(device));
  std::optional<Result<JitKernel>> kernel;
  {
    WithoutGil others;
    kernel.emplace(JitKernel::load(place, made.unit));
  }
  if (!*kernel)
    return raiseError(kernel->error());
  return makeBox<KernelRef>(KernelRef{
      **kernel, JitLauncher(**kernel, place, made.program, made.settings)});
}

PyMethodDef functions[] = {
    {"compile", compileFunctions, METH_VARARGS,
     "compile(functions, types, arch, settings): a Unit, valid or not."},
    {"arch_of", archOf, METH_O, "What to compile for on a device."},
    {"load", load, METH_VARARGS, "load(device, unit): a Kernel."},
    {nullptr, nullptr, 0, nullptr}};

// ---- Unit ----

PyObject *unitText(PyObject *self, void *which) {
  const JitUnit &unit = *unbox<UnitRef>(self).unit;
  auto member = *static_cast<std::string JitUnit::**>(which);
  return toPython(unit.*member);
}

std::string JitUnit::*archText = &JitUnit::arch;
std::string JitUnit::*ptxText = &JitUnit::ptx;
std::string JitUnit::*irText = &JitUnit::ir;
std::string JitUnit::*llvmText = &JitUnit::llvm;
std::string JitUnit::*optimizedText = &JitUnit::optimized;
std::string JitUnit::*libdeviceText = &JitUnit::libdevice;

PyObject *unitValid(PyObject *self, void *) {
  return PyBool_FromLong(unbox<UnitRef>(self).unit->valid);
}

PyObject *unitReport(PyObject *self, void *) {
  return toPython(unbox<UnitRef>(self).unit->report.text);
}

PyObject *listOfDiagnostics(const JitReport &report) {
  Ref list(PyList_New(0));
  for (const JitDiagnostic &row : report.diagnostics) {
    Ref item(list ? Py_BuildValue("(sssNII)", row.severity.c_str(),
                                  row.kind.c_str(), row.text.c_str(),
                                  toPython(row.place.file), row.place.line,
                                  row.place.column)
                  : nullptr);
    if (!item || PyList_Append(list.get(), item.get()) != 0)
      return nullptr;
  }
  return list.release();
}

PyObject *unitDiagnostics(PyObject *self, void *) {
  return listOfDiagnostics(unbox<UnitRef>(self).unit->report);
}

PyObject *unitTimes(PyObject *self, void *) {
  Ref list(PyList_New(0));
  for (const PhaseTime &time : unbox<UnitRef>(self).unit->times) {
    Ref item(list ? Py_BuildValue("(sd)", time.phase.c_str(), time.milliseconds)
                  : nullptr);
    if (!item || PyList_Append(list.get(), item.get()) != 0)
      return nullptr;
  }
  return list.release();
}

PyGetSetDef unitGetters[] = {
    {"valid", unitValid, nullptr, "Whether there is code.", nullptr},
    {"report", unitReport, nullptr, "The compiler's messages.", nullptr},
    {"diagnostics", unitDiagnostics, nullptr,
     "[(severity, kind, text, file, line, column)]", nullptr},
    {"times", unitTimes, nullptr, "[(phase, milliseconds)]", nullptr},
    {"arch", unitText, nullptr, "\"sm_90\", \"cpu\"", &archText},
    {"ptx", unitText, nullptr, "PTX with its ABI in the head.", &ptxText},
    {"ir", unitText, nullptr, "The typed IR, if kept.", &irText},
    {"llvm", unitText, nullptr, "LLVM's IR, if kept.", &llvmText},
    {"optimized", unitText, nullptr, "And after optimization.", &optimizedText},
    {"libdevice", unitText, nullptr, "Its file, where needed.", &libdeviceText},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyType_Slot unitSlots[] = {
    {Py_tp_doc, const_cast<char *>("A compiled program.")},
    {Py_tp_dealloc, reinterpret_cast<void *>(deallocBox<UnitRef>)},
    {Py_tp_getset, unitGetters},
    {0, nullptr}};

PyType_Spec unitSpec = {"pyk2ptx._core.Unit", sizeof(Box<UnitRef>), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                        unitSlots};

// ---- Kernel ----

PyObject *kernelUnit(PyObject *self, void *) {
  return makeBox<UnitRef>(
      UnitRef{unbox<KernelRef>(self).kernel.unit(), {}, {}});
}

PyObject *kernelName(PyObject *self, void *) {
  return toPython(unbox<KernelRef>(self).kernel.info().name);
}

PyObject *kernelEntry(PyObject *self, void *) {
  return toPython(unbox<KernelRef>(self).kernel.info().entry);
}

PyObject *kernelHandle(PyObject *self, void *) {
  const Kernel *gpu = unbox<KernelRef>(self).kernel.gpu();
  return PyLong_FromVoidPtr(gpu ? gpu->handle() : nullptr);
}

PyObject *kernelShared(PyObject *self, void *) {
  return PyLong_FromUnsignedLong(
      unbox<KernelRef>(self).kernel.info().staticShared);
}

PyObject *kernelArguments(PyObject *self, void *) {
  Ref list(PyList_New(0));
  for (const ArgInfo &arg : unbox<KernelRef>(self).kernel.info().args) {
    Ref item(list ? Py_BuildValue("(ss)", arg.name.c_str(), arg.dtype.c_str())
                  : nullptr);
    if (!item || PyList_Append(list.get(), item.get()) != 0)
      return nullptr;
  }
  return list.release();
}

PyObject *kernelAttributes(PyObject *self, PyObject *) {
  const Kernel *gpu = unbox<KernelRef>(self).kernel.gpu();
  if (!gpu)
    Py_RETURN_NONE;
  Result<KernelAttributes> found = gpu->attributes();
  if (!found)
    return raiseError(found.error());
  return Py_BuildValue("(iiiii)", found->registers, found->maxThreadsPerBlock,
                       found->staticSharedBytes, found->localBytes,
                       found->constantBytes);
}

PyObject *kernelCooperative(PyObject *self, PyObject *args) {
  Dim3 block;
  unsigned int shared = 0;
  if (!PyArg_ParseTuple(args, "III|I", &block.x, &block.y, &block.z, &shared))
    return nullptr;
  const Kernel *gpu = unbox<KernelRef>(self).kernel.gpu();
  // The CPU device begins all blocks of such a launch, whatever their number.
  if (!gpu)
    return PyLong_FromLong(2147483647);
  Result<std::uint32_t> count = gpu->maxCooperativeBlocks(block, shared);
  return count ? PyLong_FromUnsignedLong(*count) : raiseError(count.error());
}

PyMethodDef kernelMethods[] = {
    {"attributes", kernelAttributes, METH_NOARGS,
     "(registers, threads a block, shared, local, constant bytes); None on the "
     "CPU device."},
    {"max_cooperative_blocks", kernelCooperative, METH_VARARGS,
     "max_cooperative_blocks(x, y, z, shared=0)"},
    {nullptr, nullptr, 0, nullptr}};

PyGetSetDef kernelGetters[] = {
    {"unit", kernelUnit, nullptr, "What it was loaded from.", nullptr},
    {"name", kernelName, nullptr, "The function's name.", nullptr},
    {"entry", kernelEntry, nullptr, "The PTX entry's name.", nullptr},
    {"handle", kernelHandle, nullptr, "The CUfunction; 0 on the CPU device.",
     nullptr},
    {"static_shared", kernelShared, nullptr, "Bytes.", nullptr},
    {"arguments", kernelArguments, nullptr, "[(name, dtype)]", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyType_Slot kernelSlots[] = {
    {Py_tp_doc, const_cast<char *>("A compiled kernel on a device.")},
    {Py_tp_dealloc, reinterpret_cast<void *>(deallocBox<KernelRef>)},
    {Py_tp_methods, kernelMethods},
    {Py_tp_getset, kernelGetters},
    {0, nullptr}};

PyType_Spec kernelSpec = {
    "pyk2ptx._core.Kernel", sizeof(Box<KernelRef>), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, kernelSlots};

} // namespace

bool addCompile(PyObject *module) {
  return PyModule_AddFunctions(module, functions) == 0 &&
         addType<UnitRef>(module, "Unit", unitSpec) &&
         addType<KernelRef>(module, "Kernel", kernelSpec);
}

} // namespace pyk2ptx::python
