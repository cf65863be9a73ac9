// A JIT knows the launch that it compiles for. What pays is said in few places:
// a constant in place of a register, and facts of functions that ranges.h and
// the lowering of parameters read.
//
// A kernel's views of its arrays are never larger than these, counted in bytes;
// an array that it makes of a pointer may be, so a module with one keeps the
// ordinary limit.
#include "launch_facts.h"

#include "compiler/analyze/loop_span.h"
#include "compiler/analyze/memory_order.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/tables/registers.h"
#include "kernel_arguments.h"
#include "last_extents.h"

#include <algorithm>

namespace pyk2ptx {

/// The axis of a block's dimension, or -1.
static int blockAxis(const ir::Expr &expr) {
  const auto *call = std::get_if<ir::CallBuiltin>(&expr.node);
  std::optional<unsigned> axis =
      call ? blockDim.axisOf(call->builtin) : std::nullopt;
  return axis ? static_cast<int>(*axis) : -1;
}

/// Whether what it calls may reach memory through pointers of its own.
static bool isOpaque(const ir::Expr &expr) {
  const auto *call = std::get_if<ir::CallBuiltin>(&expr.node);
  return std::holds_alternative<ir::ArrayAt>(expr.node) ||
         (call && effectOf(call->builtin) == Effect::Anything);
}

/// Whatever the kernel assigns to such an integer later its ranges include
/// (compiler/facts/ranges.h); extents are not looked after so.
static void setSizeBits(ir::Function &kernel, const LaunchFacts &facts) {
  const OnlyValues values(kernel);
  kernel.sizeBits.assign(kernel.paramCount, 0);
  forEachParameter(kernel, [&](ir::SlotId slot, std::size_t argument) {
    const Type &type = kernel.slots[slot].type;
    bool isWideInteger = type.isScalar() && isInteger(type.scalar) &&
                         bitWidth(type.scalar) >= 32;
    bool isTable = type.isArray() && type.ndim > 1 && values.isParameter(slot);
    if (argument < facts.sizeBits.size() && (isWideInteger || isTable))
      kernel.sizeBits[slot] = facts.sizeBits[argument];
  });
}

void applyFacts(ir::Module &module, const LaunchFacts &facts) {
  bool isBlockKnown = facts.block[0] && facts.block[1] && facts.block[2];
  for (ir::Function &function : module.functions) {
    if (function.isKernel && facts.hasLastExtents())
      setLastExtents(function, facts);
    if (function.isKernel && facts.hasSizeBits())
      setSizeBits(function, facts);
  }
  if (!facts.noAlias && !facts.smallArrays && !facts.alignment && !isBlockKnown)
    return;
  bool usesPointers = false;
  for (ir::Function &function : module.functions) {
    usesPointers |= function.isExternal;
    forEachExprIn(function.body, [&](ir::Expr &expr) {
      usesPointers |= isOpaque(expr);
      int axis = isBlockKnown ? blockAxis(expr) : -1;
      if (axis >= 0)
        expr.node = ir::Constant{facts.block[axis]};
    });
  }
  // What is in an array is then said to change by the kernel alone.
  bool areApart = facts.noAlias && !usesPointers && !ordersMemory(module);
  for (ir::Function &function : module.functions) {
    function.smallArrays = facts.smallArrays && !usesPointers;
    // Bounds that the user states are the launch's limits.
    function.smallGrid = facts.smallGrid;
    if (isBlockKnown && function.maxThreads == 0)
      std::copy(std::begin(facts.block), std::end(facts.block), function.block);
    if (!function.isKernel)
      continue;
    function.pointerAlignment = facts.alignment;
    function.noAlias |= areApart;
  }
}

} // namespace pyk2ptx
