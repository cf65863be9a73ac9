// Part of the module: what nvmath.device's objects have for attributes.
#ifndef PYK2PTX_PYTHON_DEVICE_OBJECT_H
#define PYK2PTX_PYTHON_DEVICE_OBJECT_H

#include "python_api.h"

namespace pyk2ptx::python {

bool addDeviceObjects(PyObject *module);

} // namespace pyk2ptx::python

#endif
