// Programs -> compiled kernels: the module's functions, and what Python sees of
// units and kernels.
#include "capture.h"
#include "compiled.h"

#include "runtime/jit/device_link.h"

namespace pyk2ptx::python {

namespace {

// ---- the module's functions ----

PyObject *compileFunctions(PyObject *, PyObject *args) {
  PyObject *functions = nullptr;
  const char *types = nullptr;
  const char *arch = nullptr;
  PyObject *settingsDict = nullptr;
  PyObject *use = nullptr;
  if (!PyArg_ParseTuple(args, "OssO!|O!", &functions, &types, &arch,
                        &PyDict_Type, &settingsDict, &PyDict_Type, &use))
    return nullptr;
  CapturedProgram program;
  program.types = types;
  JitSettings settings;
  if (!readProgram(functions, use, program) ||
      !readSettings(settingsDict, settings))
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

PyObject *checkFunctions(PyObject *, PyObject *args) {
  PyObject *functions = nullptr;
  PyObject *settingsDict = nullptr;
  CapturedProgram program;
  JitSettings settings;
  const char *types = nullptr;
  if (!PyArg_ParseTuple(args, "OsO!", &functions, &types, &PyDict_Type,
                        &settingsDict) ||
      !readProgram(functions, nullptr, program) ||
      !readSettings(settingsDict, settings))
    return nullptr;
  program.types = types;
  UnitRef made;
  {
    WithoutGil others;
    made.unit = checkProgram(program, settings);
  }
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

PyObject *link(PyObject *, PyObject *args) {
  PyObject *object = nullptr;
  int lineInfo = 0;
  if (!PyArg_ParseTuple(args, "O!p", boxType<UnitRef>, &object, &lineInfo))
    return nullptr;
  std::shared_ptr<const JitUnit> unit = unbox<UnitRef>(object).unit;
  std::optional<Result<std::string>> cubin;
  {
    WithoutGil others;
    cubin.emplace(linkCubin(unit->ptx, unit->links,
                            {unit->arch, 3, lineInfo != 0, false}));
  }
  if (!*cubin)
    return raiseError(cubin->error());
  return PyBytes_FromStringAndSize((*cubin)->data(),
                                   static_cast<Py_ssize_t>((*cubin)->size()));
}

PyMethodDef functions[] = {
    {"compile", compileFunctions, METH_VARARGS,
     "compile(functions, types, arch, settings, use={}): a Unit, valid or "
     "not."},
    {"check", checkFunctions, METH_VARARGS,
     "check(functions, types, settings): a Unit without code, valid or not."},
    {"arch_of", archOf, METH_O, "What to compile for on a device."},
    {"load", load, METH_VARARGS, "load(device, unit): a Kernel."},
    {"link", link, METH_VARARGS,
     "link(unit, lineinfo): the machine code of its PTX, a cubin."},
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

PyObject *unitExports(PyObject *self, void *) {
  Ref list(PyList_New(0));
  for (const ExportedFunction &each : unbox<UnitRef>(self).unit->exports) {
    Ref item(list ? Py_BuildValue("(sss)", each.name.c_str(),
                                  each.symbol.c_str(), each.result.c_str())
                  : nullptr);
    if (!item || PyList_Append(list.get(), item.get()) != 0)
      return nullptr;
  }
  return list.release();
}

PyObject *unitWrittenRecords(PyObject *self, void *) {
  Ref list(PyList_New(0));
  for (std::uint32_t each : unbox<UnitRef>(self).unit->writtenRecords) {
    Ref item(list ? PyLong_FromUnsignedLong(each) : nullptr);
    if (!item || PyList_Append(list.get(), item.get()) != 0)
      return nullptr;
  }
  return list.release();
}

PyObject *unitFromDisk(PyObject *self, void *) {
  return PyBool_FromLong(unbox<UnitRef>(self).unit->fromDisk);
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
    {"exports", unitExports, nullptr,
     "[(Python's name, symbol, result's type)]", nullptr},
    {"written_records", unitWrittenRecords, nullptr,
     "Parameters that are records, and may be stored to.", nullptr},
    {"from_disk", unitFromDisk, nullptr, "Whether it was kept there.", nullptr},
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

PyObject *kernelIsCooperative(PyObject *self, void *) {
  return PyBool_FromLong(unbox<KernelRef>(self).kernel.info().cooperative);
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
    {"is_cooperative", kernelIsCooperative, nullptr,
     "Whether all blocks must run at once.", nullptr},
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
