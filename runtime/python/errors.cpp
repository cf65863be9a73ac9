// Error -> Python exception.
//
// The classes are the package's (errors.py), which registers one function that
// makes an exception of an error's parts: its sort, its status and its words.
#include "python_api.h"

namespace pyk2ptx::python {

namespace {

PyObject *exceptionMaker = nullptr;

PyObject *setExceptionMaker(PyObject *, PyObject *maker) {
  Py_XINCREF(maker);
  std::swap(exceptionMaker, maker);
  Py_XDECREF(maker);
  Py_RETURN_NONE;
}

PyMethodDef functions[] = {
    {"set_exception_maker", setExceptionMaker, METH_O,
     "Registers the function that makes an exception of (name, code, text)."},
    {nullptr, nullptr, 0, nullptr}};

} // namespace

PyObject *raiseError(const Error &error) {
  // The signal's handler raises; one of the user's that does not has been asked
  // twice.
  if (error.name == "Interrupted") {
    if (PyErr_CheckSignals() == 0)
      PyErr_SetString(PyExc_KeyboardInterrupt, error.what().c_str());
    return nullptr;
  }
  if (!exceptionMaker) {
    PyErr_SetString(PyExc_RuntimeError, error.what().c_str());
    return nullptr;
  }
  // The checks' report is in itself whole; its first message is `text`, too.
  Ref text(toPython(error.name == "CheckError" && !error.detail.empty()
                        ? error.detail
                        : error.what()));
  if (!text)
    return nullptr;
  Ref exception(PyObject_CallFunction(exceptionMaker, "siO", error.name.c_str(),
                                      error.code, text.get()));
  if (exception)
    PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(exception.get())),
                    exception.get());
  return nullptr;
}

PyObject *noneOr(const Result<void> &result) {
  if (!result)
    return raiseError(const_cast<Result<void> &>(result).error());
  Py_RETURN_NONE;
}

bool addErrors(PyObject *module) {
  return PyModule_AddFunctions(module, functions) == 0;
}

} // namespace pyk2ptx::python
