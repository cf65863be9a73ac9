// The device of this thread's launches: what the program chose, or the
// package's hook when it is first asked for.
#include "devices.h"

namespace pyk2ptx::python {

namespace {

PyObject *deviceHook = nullptr;
thread_local PyObject *chosen = nullptr;

} // namespace

PyObject *currentDevice() {
  if (chosen)
    return chosen;
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
  chosen = device;
  return device;
}

namespace {

PyObject *getCurrent(PyObject *, PyObject *) {
  return Py_XNewRef(currentDevice());
}

PyObject *setCurrent(PyObject *, PyObject *device) {
  if (device != Py_None && !isBox<DeviceRef>(device)) {
    PyErr_SetString(PyExc_TypeError, "a device is wanted");
    return nullptr;
  }
  PyObject *before = chosen;
  chosen = device == Py_None ? nullptr : Py_NewRef(device);
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

} // namespace

bool addCurrentDevice(PyObject *module) {
  return PyModule_AddFunctions(module, functions) == 0;
}

} // namespace pyk2ptx::python
