// What the compiler made, as Python objects.
#ifndef PYK2PTX_PYTHON_COMPILED_H
#define PYK2PTX_PYTHON_COMPILED_H

#include "devices.h"

#include <pyk2ptx/jit.h>

#include <memory>

namespace pyk2ptx::python {

/// A program compiled for one architecture.
struct UnitRef {
  std::shared_ptr<const JitUnit> unit;
};

/// A kernel on a device.
struct KernelRef {
  JitKernel kernel;
};

} // namespace pyk2ptx::python

#endif
