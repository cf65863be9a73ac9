// _core.device_object: what an object of nvmath.device has for attributes. The
// front end makes it of its arguments, as it does for a kernel; so host and
// kernel cannot differ.
#include "device_object.h"

#include "capture.h"

#include "frontend/evaluate/captured.h"
#include "frontend/evaluate/device_object.h"

namespace pyk2ptx::python {

namespace {

PyObject *valueToPython(const Value &value);

PyObject *elementsToPython(const Value &value) {
  auto count = static_cast<Py_ssize_t>(value.elements.size());
  Ref result(value.isList ? PyList_New(count) : PyTuple_New(count));
  for (Py_ssize_t i = 0; result && i < count; ++i) {
    PyObject *element =
        valueToPython(value.elements[static_cast<std::size_t>(i)]);
    if (!element)
      return nullptr;
    if (value.isList)
      PyList_SetItem(result.get(), i, element);
    else
      PyTuple_SetItem(result.get(), i, element);
  }
  return result.release();
}

// A type is NumPy's name of it.
PyObject *valueToPython(const Value &value) {
  switch (value.kind) {
  case Value::Kind::Number:
    if (value.number.type.isBool())
      return PyBool_FromLong(value.number.isTrue());
    if (value.number.type.isFloat())
      return PyFloat_FromDouble(value.number.number);
    return PyLong_FromLongLong(value.number.asInt());
  case Value::Kind::String:
    return toPython(value.text);
  case Value::Kind::Type:
    return toPython(value.type.isRecord()
                        ? value.type.record->name
                        : std::string(dtypeName(value.type.scalar)));
  case Value::Kind::Tuple:
    return elementsToPython(value);
  default:
    return Ref::share(Py_None).release();
  }
}

PyObject *deviceObject(PyObject *, PyObject *given) {
  CapturedValue captured;
  if (!readCaptured(given, captured))
    return nullptr;
  Value object = evaluateCaptured(captured, {});
  if (!isDeviceObject(object)) {
    PyErr_SetString(PyExc_ValueError, object.text.c_str());
    return nullptr;
  }
  Ref traits(PyDict_New());
  for (std::size_t i = 0; traits && i < object.elements.size(); ++i) {
    Ref value(valueToPython(object.elements[i]));
    if (!value ||
        PyDict_SetItemString(traits.get(), (*object.fields)[i].c_str(),
                             value.get()) != 0)
      return nullptr;
  }
  return traits.release();
}

PyObject *coopStorage(PyObject *, PyObject *given) {
  CapturedValue captured;
  if (!readCaptured(given, captured))
    return nullptr;
  Value made = evaluateCaptured(captured, {});
  std::optional<Value> bytes = coopAttribute(made, "temp_storage_bytes");
  if (!bytes) {
    // Of its arguments, or of one of their values.
    PyErr_SetString(made.text.starts_with("`coop.") ? PyExc_TypeError
                                                    : PyExc_ValueError,
                    made.text.c_str());
    return nullptr;
  }
  return PyLong_FromLongLong(bytes->number.asInt());
}

PyMethodDef functions[] = {
    {"coop_storage", coopStorage, METH_O,
     "coop_storage(captured): the bytes of scratch memory that a primitive of "
     "coop's makers takes; TypeError where there can be none."},
    {"device_object", deviceObject, METH_O,
     "device_object(captured): the attributes of one of nvmath.device's "
     "objects; ValueError where there can be none."},
    {nullptr, nullptr, 0, nullptr}};

} // namespace

bool addDeviceObjects(PyObject *module) {
  return PyModule_AddFunctions(module, functions) == 0;
}

} // namespace pyk2ptx::python
