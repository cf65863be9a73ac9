// Threads that neither talk to each other nor wait for each other but at
// barriers may run in any order between those. What speaks against it: warps
// that exchange values, atomics whose old value is asked for in an order that
// shows, prints and raises, and loops that wait for what another thread writes.
//
// A `while` may wait where its condition comes from memory, or where something
// inside leaves it.
#include "threads_in_turn.h"

#include "compiler/facts/loop_facts.h"
#include "sync_threads.h"

#include "frontend/ir/ir_walk.h"
#include "frontend/tables/registers.h"

#include <algorithm>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Functions of numbers, and where the block is in the grid.
bool isFree(Builtin builtin) {
  Effect effect = effectOf(builtin);
  return effect == Effect::Pure || effect == Effect::OfBlock;
}

bool isPlainUpdate(const Atomic &atomic) {
  return atomic.op <= AtomicOp::Xor && atomic.order == AtomicOrder::Relaxed;
}

bool readsMemory(const Expr &expr) {
  bool reads = false;
  forEachExpr(expr, [&](const Expr &part) {
    reads = reads || std::holds_alternative<Load>(part.node) ||
            std::holds_alternative<Atomic>(part.node) ||
            std::holds_alternative<CallFunction>(part.node) ||
            std::holds_alternative<CallLibdevice>(part.node);
  });
  return reads;
}

/// Whether an assignment to one of `slots` in `block`, or a condition that it
/// stands under, reads memory. Adds to `slots` what they are computed from.
bool isFedByMemory(const Block &block, SlotSet &slots) {
  bool isFed = false;
  for (const Stmt &stmt : block) {
    SlotSet assigned;
    addAssigned(stmt, assigned);
    if (std::none_of(assigned.begin(), assigned.end(),
                     [&](SlotId slot) { return slots.contains(slot); }))
      continue;
    forEachOperandOf(stmt, [&](const Expr &expr) {
      isFed = isFed || readsMemory(expr);
      addSlots(expr, slots);
    });
    forEachBlockOf(stmt, [&](const Block &inner) {
      isFed = isFedByMemory(inner, slots) || isFed;
    });
  }
  return isFed;
}

} // namespace

bool mayWait(const While &loop) {
  bool leaves = false;
  forEachStmt(loop.body, [&](const Stmt &stmt) {
    leaves = leaves || std::holds_alternative<Break>(stmt.node) ||
             std::holds_alternative<Return>(stmt.node);
  });
  SlotSet slots;
  addSlots(*loop.condition, slots);
  bool isFed = leaves || readsMemory(*loop.condition);
  for (std::size_t known = 0; !isFed && known != slots.size();) {
    known = slots.size();
    isFed = isFedByMemory(loop.body, slots);
  }
  return isFed;
}

bool mayGoInTurn(const Module &module, const Function &function) {
  if (function.isExternal || function.isRecursive || function.isUnoptimized ||
      function.maxCluster || function.clusterDims[0] || function.cooperative)
    return false;
  bool isFine = true;
  forEachExprIn(function.body, [&](const Expr &expr) {
    if (const auto *atomic = std::get_if<Atomic>(&expr.node))
      isFine = isFine && isPlainUpdate(*atomic);
    else if (const auto *call = std::get_if<CallFunction>(&expr.node))
      isFine = isFine && !module.functions[call->function].isKernel &&
               mayGoInTurn(module, module.functions[call->function]);
    else if (const auto *builtin = std::get_if<CallBuiltin>(&expr.node))
      isFine = isFine &&
               (isFree(builtin->builtin) ||
                (function.isKernel &&
                 (threadIdx.axisOf(builtin->builtin) || isSyncThreads(expr))));
  });
  forEachStmt(function.body, [&](const Stmt &stmt) {
    const auto *loop = std::get_if<While>(&stmt.node);
    isFine = isFine && !std::holds_alternative<Raise>(stmt.node) &&
             !std::holds_alternative<Print>(stmt.node) &&
             !(loop && mayWait(*loop));
  });
  return isFine;
}

} // namespace pyk2ptx
