// The extension module pyk2ptx._core: what the Python package cannot do itself,
// over runtime/ and runtime/jit. Written against CPython's stable ABI, so that
// one wheel serves every CPython from 3.11 on, but for free-threaded ones.
// Nothing here touches the GPU before it is called.
#include "device_object.h"
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
  const std::pair<PyObject **, const char *> wanted[] = {
      {&names.cudaArrayInterface, "__cuda_array_interface__"},
      {&names.cudaStream, "__cuda_stream__"},
      {&names.shape, "shape"},
      {&names.typestr, "typestr"},
      {&names.data, "data"},
      {&names.strides, "strides"},
      {&names.mask, "mask"},
      {&names.stream, "stream"},
      {&names.exchangeApi, "__dlpack_c_exchange_api__"}};
  for (const auto &[place, text] : wanted) {
    *place = PyUnicode_InternFromString(text);
    if (!*place)
      return -1;
  }
  bool filled = addErrors(module) && addDevices(module) && addArrays(module) &&
                addArguments(module) && addCurrentDevice(module) &&
                addLaunch(module) && addCompile(module) &&
                addOccupancy(module) && addDlpack(module) &&
                addDeviceObjects(module) && addCallbacks(module);
  return filled ? 0 : -1;
}

PyModuleDef_Slot slots[] = {{Py_mod_exec, reinterpret_cast<void *>(fillModule)},
#ifdef Py_GIL_DISABLED
                            {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
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
