// Which of a launch's arguments a kernel's parameters are.
#ifndef PYK2PTX_COMPILER_LAUNCH_KERNEL_ARGUMENTS_H
#define PYK2PTX_COMPILER_LAUNCH_KERNEL_ARGUMENTS_H

#include "frontend/ir/ir.h"

#include <cstddef>

namespace pyk2ptx {

/// How many arguments of the ABI a parameter of this type takes: a tuple one
/// for each of its elements, None none.
inline std::size_t countArguments(const Type &type) {
  if (type.isNone())
    return 0;
  if (!type.isTuple())
    return 1;
  std::size_t count = 0;
  for (const Type &element : *type.elements)
    count += countArguments(element);
  return count;
}

/// Calls `f` with each parameter of a kernel, in turn, and the number of its
/// first argument, if it takes any.
template <class F> void forEachParameter(const ir::Function &kernel, F &&f) {
  std::size_t argument = 0;
  for (ir::SlotId slot = 0; slot < kernel.paramCount; ++slot) {
    f(slot, argument);
    argument += countArguments(kernel.slots[slot].type);
  }
}

} // namespace pyk2ptx

#endif
