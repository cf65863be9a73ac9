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
  /// What it was made of, for variants of it.
  CapturedProgram program = {};
  JitSettings settings = {};
};

/// A kernel on a device.
struct KernelRef {
  JitKernel kernel;
  /// The kernel, and what large launches take in its place.
  JitLauncher launcher;
};

} // namespace pyk2ptx::python

#endif
