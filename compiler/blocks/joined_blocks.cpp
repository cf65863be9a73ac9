// A row of a block has 32 threads where blocks are planes or cubes, and what is
// asked where a row begins (which of its threads are at an edge, whether arrays
// overlap) takes as long as the row. But threads of most kernels know no more
// than their place in the grid: then blocks that stand beside each other along
// x may run as one whose rows are as many times longer, from a place that the
// runner says (HostBlock::rowBegin, rowExtent).
//
// Who asks for threadIdx.x or blockIdx.x alone, shares memory or work with
// others of its block, or would show in which order threads run (prints,
// reports, atomics that give what was there) stays in a block of its own.
#include "joined_blocks.h"

#include "compiler/analyze/loop_span.h"
#include "compiler/analyze/thread_places.h"
#include "compiler/facts/integer_types.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/tables/builtins.h"
#include "frontend/tables/registers.h"
#include "order_witness.h"
#include "thread_loops.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Whether the number is one of a thread's or a block's place or extent.
bool isRegister(const Expr &expr) {
  if (const auto *convert = std::get_if<Convert>(&expr.node))
    return isInt64(expr.type) && isRegister(*convert->operand);
  const auto *call = std::get_if<CallBuiltin>(&expr.node);
  return call &&
         (threadIdx.axisOf(call->builtin) || blockIdx.axisOf(call->builtin) ||
          blockDim.axisOf(call->builtin));
}

/// Whether a thread may know it and its block be any.
bool isOfGrid(const Expr &expr, const Function &function) {
  if (function.isKernel && PlaceNumbers(function).isGridX(expr))
    return true;
  const auto *call = std::get_if<CallBuiltin>(&expr.node);
  return call && (call->builtin == threadIdx.y ||
                  call->builtin == threadIdx.z || call->builtin == blockIdx.y ||
                  call->builtin == blockIdx.z || gridDim.axisOf(call->builtin));
}

} // namespace

bool joinsBlocks(const Module &module, const Function &kernel) {
  return atomicsCommute(kernel) && !OrderWitness(module, isOfGrid).isIn(kernel);
}

static void readRegisters(Function &kernel) {
  OnlyValues values(kernel);
  std::vector<ExprPtr> registers(kernel.slots.size());
  for (SlotId slot = 0; slot < kernel.slots.size(); ++slot)
    if (const Expr *value = values.of(slot); value && isRegister(*value))
      registers[slot] = clone(*value);
  forEachExprIn(kernel.body, [&](Expr &expr) {
    const auto *read = std::get_if<SlotValue>(&expr.node);
    if (read && registers[read->slot] &&
        registers[read->slot]->type == expr.type)
      expr.node = std::move(clone(*registers[read->slot])->node);
  });
  SlotSet read;
  forEachExprIn(kernel.body, [&](const Expr &expr) { addSlots(expr, read); });
  std::erase_if(kernel.body, [&](const Stmt &stmt) {
    const auto *assign = std::get_if<Assign>(&stmt.node);
    return assign && registers[assign->slot] && !read.contains(assign->slot);
  });
}

void readRegisters(Module &module) {
  for (Function &kernel : module.functions) {
    if (!kernel.isKernel || joinsBlocks(module, kernel))
      continue;
    BodyCopy before(kernel);
    readRegisters(kernel);
    if (!joinsBlocks(module, kernel))
      std::move(before).restore(kernel);
  }
}

} // namespace pyk2ptx
