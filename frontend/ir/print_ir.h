// The kernel IR as text: `--emit=ir`.
#ifndef PYK2PTX_FRONTEND_IR_PRINT_IR_H
#define PYK2PTX_FRONTEND_IR_PRINT_IR_H

#include "ir.h"

#include <string>

namespace pyk2ptx {

/// In the shape of the source, conversions and bounds checks visible:
///
///   kernel saxpy(a: f32, x: f32[::1], y: f32[::1])
///     i: i64 = i64(cuda.threadIdx.x) + ...
///     if i < x.size
///       y[guard i] = a * x[guard i] + y[guard i]
///
/// An index that may be negative prints as `wrap(i)`; the word before it says
/// how it is checked: guard, raise, or nothing.
std::string printIr(const ir::Module &module);

} // namespace pyk2ptx

#endif
