// grid and block are ints or tuples of up to three, whatever has __index__.
#include "configuration.h"

namespace pyk2ptx::python {

namespace {

// What was given as `name`, in a message that says what it must be. Always
// false.
bool refuse(PyObject *error, PyObject *given, const char *name,
            const char *wanted) {
  Ref list(PyList_Check(given) || PyTuple_Check(given)
               ? PySequence_List(given)
               : Py_BuildValue("[O]", given));
  if (list)
    PyErr_Format(error, "%s must be a sequence of %s, got %R", name, wanted,
                 list.get());
  return false;
}

bool readExtent(PyObject *object, std::uint32_t &extent, PyObject *given,
                const char *name) {
  Ref number(PyLong_CheckExact(object) ? Py_NewRef(object)
                                       : PyNumber_Index(object));
  if (!number) {
    PyErr_Clear();
    return refuse(PyExc_TypeError, given, name, "integers");
  }
  int overflow = 0;
  long long value = PyLong_AsLongLongAndOverflow(number.get(), &overflow);
  if (overflow != 0 || value < 0 || value > 0xffffffffLL) {
    PyErr_Format(PyExc_ValueError, "%S is out of range for %s", number.get(),
                 name);
    return false;
  }
  extent = static_cast<std::uint32_t>(value);
  return true;
}

bool readDim(PyObject *object, Dim3 &dim, const char *name) {
  if (!PyTuple_Check(object) && !PyList_Check(object))
    return readExtent(object, dim.x, object, name);
  Py_ssize_t count = PySequence_Size(object);
  if (count < 1 || count > 3)
    return refuse(PyExc_ValueError, object, name, "1, 2 or 3 integers");
  std::uint32_t *axes[] = {&dim.x, &dim.y, &dim.z};
  for (Py_ssize_t i = 0; i < count; ++i) {
    Ref item(PySequence_GetItem(object, i));
    if (!item || !readExtent(item.get(), *axes[i], object, name))
      return false;
  }
  return true;
}

// A stream argument that means the default one.
bool isDefaultStream(PyObject *stream) {
  return stream == Py_None ||
         (PyLong_Check(stream) && PyObject_IsTrue(stream) == 0);
}

} // namespace

bool readConfiguration(PyObject *key, LaunchConfig &config, Ref &stream) {
  if (!PyTuple_Check(key) || PyTuple_Size(key) < 2 || PyTuple_Size(key) > 4) {
    PyErr_SetString(PyExc_ValueError,
                    "a launch is kernel[grid, block](...), with a stream and "
                    "bytes of shared memory behind if needed");
    return false;
  }
  Py_ssize_t count = PyTuple_Size(key);
  if (!readDim(PyTuple_GetItem(key, 0), config.grid, "griddim") ||
      !readDim(PyTuple_GetItem(key, 1), config.block, "blockdim"))
    return false;
  if (count > 2)
    if (PyObject *object = PyTuple_GetItem(key, 2); !isDefaultStream(object))
      stream = Ref::share(object);
  if (count < 4)
    return true;
  PyObject *bytes = PyTuple_GetItem(key, 3);
  return readExtent(bytes, config.sharedBytes, bytes, "sharedmem");
}

bool isConstantConfiguration(PyObject *key) {
  for (Py_ssize_t i = 0; i < PyTuple_Size(key); ++i) {
    PyObject *item = PyTuple_GetItem(key, i);
    if (PyLong_CheckExact(item) || item == Py_None)
      continue;
    if (!PyTuple_CheckExact(item))
      return false;
    for (Py_ssize_t axis = 0; axis < PyTuple_Size(item); ++axis)
      if (!PyLong_CheckExact(PyTuple_GetItem(item, axis)))
        return false;
  }
  return PyTuple_CheckExact(key);
}

} // namespace pyk2ptx::python
