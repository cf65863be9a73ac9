// `while i < n: ...; i += step` becomes a counted loop.
#ifndef PYK2PTX_COMPILER_TRANSFORM_COUNT_LOOPS_H
#define PYK2PTX_COMPILER_TRANSFORM_COUNT_LOOPS_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Loops in which i + step may be no int64.
enum class WrappingLoops {
  Stay,
  /// Small ones are counted where that does not happen, behind a test.
  Beside
};

/// Every `while i < n` whose last statement is its only assignment to i,
/// `i += step` with a positive step, whose n and step do not change in it, and
/// that has no `continue`, becomes a ForRange over a new slot. What i is in the
/// loop and after it stays the same.
void countLoops(ir::Module &module,
                WrappingLoops wrapping = WrappingLoops::Stay);

} // namespace pyk2ptx

#endif
