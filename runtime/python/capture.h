// What the package says of a kernel, for the compiler.
#ifndef PYK2PTX_PYTHON_CAPTURE_H
#define PYK2PTX_PYTHON_CAPTURE_H

#include "python_api.h"

#include <pyk2ptx/jit.h>

namespace pyk2ptx::python {

/// `functions` is a list of _functions.Program's tuples; `use` null, or a dict
/// of "constants" {parameter: value}, "places" [parameter] and "export". False
/// with an exception set.
bool readProgram(PyObject *functions, PyObject *use, CapturedProgram &program);

/// A value, as _functions captures it.
bool readCaptured(PyObject *object, CapturedValue &value);

/// Of Options.settings().
bool readSettings(PyObject *dict, JitSettings &settings);

} // namespace pyk2ptx::python

#endif
