// The extension module pyk2ptx._core: what the Python package cannot do itself,
// over runtime/ and runtime/jit. Written against CPython's stable ABI, so that
// one wheel serves every CPython from 3.11 on. Nothing here touches the GPU
// before it is called.
#include "python_api.h"

namespace pyk2ptx::python {

Names names;

bool toText(PyObject *object, std::string &text) {
  Py_ssize_t size = 0;
  const char *data = PyUnicode_AsUTF8AndSize(object, &size);
  if (!data)
    return false;
  text.assign(data, static_cast<std::size_t>(size));
  return true;
}

namespace {

int fillModule(PyObject *module) {
  names.cudaArrayInterface =
      PyUnicode_InternFromString("__cuda_array_interface__");
  names.cudaStream = PyUnicode_InternFromString("__cuda_stream__");
  bool filled = names.cudaArrayInterface && names.cudaStream &&
                addErrors(module) && addDevices(module) && addArrays(module) &&
                addArguments(module) && addLaunch(module) &&
                addCompile(module) && addOccupancy(module) &&
                addDlpack(module) && addCallbacks(module);
  return filled ? 0 : -1;
}

PyModuleDef_Slot slots[] = {{Py_mod_exec, reinterpret_cast<void *>(fillModule)},
                            {0, nullptr}};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "pyk2ptx._core",
    "The compiler and the runtime; the package's private part.",
    0,
    nullptr,
    slots,
    nullptr,
    nullptr,
    nullptr};

} // namespace

} // namespace pyk2ptx::python

// NOLINTNEXTLINE(*-identifier-naming, *-reserved-identifier): CPython's name.
PyMODINIT_FUNC PyInit__core() {
  return PyModuleDef_Init(&pyk2ptx::python::definition);
}
