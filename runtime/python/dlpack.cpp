// DLPack capsules: other libraries' arrays taken, and ours given.
//
// A capsule is named after the struct in it, and renamed by who takes it over.
#include "arrays.h"
#include "devices.h"

#include <pyk2ptx/dlpack.h>

namespace pyk2ptx::python {

namespace {

constexpr const char *capsuleNames[] = {"dltensor", "dltensor_versioned"};
constexpr const char *usedNames[] = {"used_dltensor",
                                     "used_dltensor_versioned"};

const char *nameOf(DlpackKind kind) {
  return capsuleNames[kind == DlpackKind::Versioned];
}

PyObject *takeCapsule(PyObject *, PyObject *args) {
  PyObject *deviceObject = nullptr;
  PyObject *capsule = nullptr;
  if (!PyArg_ParseTuple(args, "O!O", boxType<DeviceRef>, &deviceObject,
                        &capsule))
    return nullptr;
  const DeviceRef &device = unbox<DeviceRef>(deviceObject);
  DlpackKind kind = PyCapsule_IsValid(capsule, nameOf(DlpackKind::Versioned))
                        ? DlpackKind::Versioned
                        : DlpackKind::Unversioned;
  void *tensor = PyCapsule_GetPointer(capsule, nameOf(kind));
  if (!tensor)
    return nullptr;
  if (!device.gpu) {
    PyErr_SetString(PyExc_ValueError, "the CPU device takes NumPy's arrays");
    return nullptr;
  }
  Result<DlpackArray> array = fromDlpack(*device.gpu, tensor, kind);
  if (!array)
    return raiseError(array.error());
  if (PyCapsule_SetName(capsule, usedNames[kind == DlpackKind::Versioned]) != 0)
    return nullptr;
  Ref memory(makeBox<Memory>(*device.gpu, array->buffer));
  Ref shape(axesTuple(array->view.shape, array->view.ndim));
  Ref strides(axesTuple(array->view.strides, array->view.ndim));
  if (!memory || !shape || !strides)
    return nullptr;
  return Py_BuildValue("(OKs#IOOO)", memory.get(),
                       static_cast<unsigned long long>(array->view.address),
                       array->view.dtype.data(),
                       static_cast<Py_ssize_t>(array->view.dtype.size()),
                       static_cast<unsigned int>(array->view.itemSize),
                       shape.get(), strides.get(),
                       array->readOnly ? Py_True : Py_False);
}

// Of a capsule that nobody took.
void dropCapsule(PyObject *capsule) {
  for (DlpackKind kind : {DlpackKind::Unversioned, DlpackKind::Versioned})
    if (PyCapsule_IsValid(capsule, nameOf(kind)))
      deleteDlpack(PyCapsule_GetPointer(capsule, nameOf(kind)), kind);
}

PyObject *giveCapsule(PyObject *, PyObject *args) {
  PyObject *memoryObject = nullptr;
  PyObject *arrayObject = nullptr;
  int isVersioned = 0;
  if (!PyArg_ParseTuple(args, "O!O!p", boxType<Memory>, &memoryObject,
                        boxType<ArrayRef>, &arrayObject, &isVersioned))
    return nullptr;
  const Memory &memory = unbox<Memory>(memoryObject);
  if (!memory.gpu()) {
    PyErr_SetString(PyExc_BufferError, "the memory is not a GPU's");
    return nullptr;
  }
  // The tensor keeps the Memory, whose Buffer may be a manager's or a view's.
  Buffer kept = memory.device()->wrapMemory(memory.address(), memory.size(),
                                            keepObject(memoryObject));
  DlpackKind kind =
      isVersioned ? DlpackKind::Versioned : DlpackKind::Unversioned;
  Result<void *> tensor =
      toDlpack(kept, unbox<ArrayRef>(arrayObject).view, kind);
  if (!tensor)
    return raiseError(tensor.error());
  PyObject *capsule = PyCapsule_New(*tensor, nameOf(kind), dropCapsule);
  if (!capsule)
    deleteDlpack(*tensor, kind);
  return capsule;
}

PyMethodDef functions[] = {{"from_dlpack", takeCapsule, METH_VARARGS,
                            "from_dlpack(device, capsule): (memory, address, "
                            "type, itemsize, shape, strides, "
                            "readonly)"},
                           {"to_dlpack", giveCapsule, METH_VARARGS,
                            "to_dlpack(memory, array, versioned): a capsule."},
                           {nullptr, nullptr, 0, nullptr}};

} // namespace

bool addDlpack(PyObject *module) {
  return PyModule_AddFunctions(module, functions) == 0;
}

} // namespace pyk2ptx::python
