// What is between the brackets of kernel[grid, block, stream, shared].
#ifndef PYK2PTX_PYTHON_CONFIGURATION_H
#define PYK2PTX_PYTHON_CONFIGURATION_H

#include "python_api.h"

#include <pyk2ptx/runtime.h>

namespace pyk2ptx::python {

/// `stream` stays empty for the default one. False with an exception set.
bool readConfiguration(PyObject *key, LaunchConfig &config, Ref &stream);
/// Whether a key means the same whenever it is read.
bool isConstantConfiguration(PyObject *key);

} // namespace pyk2ptx::python

#endif
