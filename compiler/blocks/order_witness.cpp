// Whoever prints, reports, or asks for a place that the order decides about,
// shows it; so does an atomic, but the kernel's own (atomicsCommute), and what
// of other libraries nobody can look into.
#include "order_witness.h"

#include "frontend/ir/ir_walk.h"
#include "frontend/tables/builtins.h"

namespace pyk2ptx {

using namespace ir;

static bool shows(Builtin builtin) {
  Effect effect = effectOf(builtin);
  if (effect == Effect::OfThread || effect == Effect::OfBlock)
    return true;
  return !onlyGivesValue(effect) && effect != Effect::Reads;
}

bool OrderWitness::isIn(const Function &function) const {
  bool found = function.isExternal || function.isRecursive;
  forEachStmt(function.body, [&](const Stmt &stmt) {
    found = found || std::holds_alternative<Print>(stmt.node) ||
            std::holds_alternative<Raise>(stmt.node);
    forEachOperandOf(
        stmt, [&](const Expr &expr) { found = found || isIn(expr, function); });
  });
  forEachIndexIn(function.body,
                 [&](const Index &index, const Expr &, unsigned) {
                   found = found || index.bounds == Bounds::Raise;
                 });
  return found;
}

bool OrderWitness::isIn(const Expr &expr, const Function &function) const {
  if (isKnown_(expr, function))
    return false;
  if (const auto *call = std::get_if<CallFunction>(&expr.node);
      call && isIn(module_.functions[call->function]))
    return true;
  const auto *recast = std::get_if<Recast>(&expr.node);
  if (recast && recast->fits && recast->bounds == Bounds::Raise)
    return true;
  if (std::holds_alternative<Atomic>(expr.node) && !function.isKernel)
    return true;
  const auto *storage = std::get_if<ArrayStorage>(&expr.node);
  if (storage && function.arrays[storage->array].space == Space::Shared)
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

} // namespace pyk2ptx
