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

#include "compiler/analyze/integer_types.h"
#include "compiler/analyze/loop_span.h"
#include "compiler/analyze/thread_places.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/tables/builtins.h"
#include "frontend/tables/registers.h"
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

/// Looks for what makes a block a block.
class BlockWitness {
public:
  explicit BlockWitness(const Module &module) : module_(module) {}

  bool isIn(const Function &function) {
    if (function.isExternal || function.isRecursive ||
        std::ranges::any_of(function.arrays, [](const ArrayDeclaration &array) {
          return array.space == Space::Shared;
        }))
      return true;
    bool found = false;
    forEachStmt(function.body, [&](const Stmt &stmt) {
      found = found || std::holds_alternative<Print>(stmt.node) ||
              std::holds_alternative<Raise>(stmt.node);
      forEachOperandOf(stmt, [&](const Expr &expr) {
        found = found || isIn(expr, function);
      });
    });
    forEachIndexIn(function.body,
                   [&](const Index &index, const Expr &, unsigned) {
                     found = found || index.bounds == Bounds::Raise;
                   });
    return found;
  }

private:
  bool isIn(const Expr &expr, const Function &function) {
    if (function.isKernel && PlaceNumbers(function).isGridX(expr))
      return false;
    if (const auto *call = std::get_if<CallFunction>(&expr.node);
        call && isIn(module_.functions[call->function]))
      return true;
    const auto *recast = std::get_if<Recast>(&expr.node);
    if (recast && recast->fits && recast->bounds == Bounds::Raise)
      return true;
    if (std::holds_alternative<Atomic>(expr.node) && !function.isKernel)
      return true;
    if (const auto *call = std::get_if<CallBuiltin>(&expr.node);
        call && shows(call->builtin))
      return true;
    bool found = false;
    forEachOperand(expr, [&](const Expr &operand) {
      found = found || isIn(operand, function);
    });
    return found;
  }

  static bool shows(Builtin builtin) {
    Effect effect = effectOf(builtin);
    if (effect == Effect::OfThread)
      return builtin != threadIdx.y && builtin != threadIdx.z;
    if (effect == Effect::OfBlock)
      return builtin != blockIdx.y && builtin != blockIdx.z &&
             !gridDim.axisOf(builtin);
    return !onlyGivesValue(effect) && effect != Effect::Reads;
  }

  const Module &module_;
};

} // namespace

bool joinsBlocks(const Module &module, const Function &kernel) {
  return atomicsCommute(kernel) && !BlockWitness(module).isIn(kernel);
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
