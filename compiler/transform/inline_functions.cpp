// LLVM inlines device functions, but late: by then each index has its test.
// What a caller knows, that i + 1 is inside, that n is not zero, that nobody
// else stores to an array, is known of the caller's own statements only; a
// stencil whose Laplacian is a function of its own has a third more
// instructions than one that spells it out. So small functions become
// statements of their callers before anything looks at indices.
//
// A call stands somewhere in an expression, statements stand before it: what
// the call does comes before what the expression evaluates first. That is the
// same where neither writes what the other reads (Effects), and where the call
// is evaluated at all: not in one side of a choice, nor in the condition of a
// loop.
//
// Who returns early has the rest of its statements in the other branch; on GPUs
// who returns from inside a loop leaves that first (the CPU device's loops in
// step would ask in each turn). What shares work among threads, has arrays of
// its own, or goes through one in a short loop, is called as before.
#include "inline_functions.h"

#include "compiler/facts/loop_facts.h"
#include "frontend/ir/early_ends.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/tables/builtins.h"
#include "guarded_indices.h"
#include "inlined_call.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Of nodes, for one call; for the only one, which makes no code longer.
constexpr unsigned mostNodesOfCall = 400, mostNodesOfOnlyCall = 1200;

// ---- what functions do ----

/// On memory. The greater includes the less.
enum class Effects : std::uint8_t { None, Reads, Writes };

/// Whether one that does `moved` may come before one that does `passed`.
bool mayPass(Effects moved, Effects passed) {
  if (moved == Effects::Writes)
    return passed == Effects::None;
  return moved == Effects::None || passed != Effects::Writes;
}

class FunctionEffects {
public:
  explicit FunctionEffects(const Module &module)
      : ofFunctions_(module.functions.size(), Effects::Writes) {
    // Callees stand before their callers, but for recursive ones.
    for (std::size_t i = 0; i < module.functions.size(); ++i)
      if (!module.functions[i].isExternal && !module.functions[i].isRecursive)
        ofFunctions_[i] = ofBlock(module.functions[i].body);
  }

  /// With all below it.
  Effects of(const Expr &expr) const {
    Effects effects = Effects::None;
    forEachExpr(expr, [&](const Expr &part) {
      effects = std::max(effects, ofNode(part));
    });
    return effects;
  }
  /// Without its operands.
  Effects ofNode(const Expr &expr) const {
    if (std::holds_alternative<Load>(expr.node))
      return Effects::Reads;
    if (const auto *call = std::get_if<CallFunction>(&expr.node))
      return ofFunctions_[call->function];
    if (const auto *call = std::get_if<CallBuiltin>(&expr.node)) {
      Effect effect = effectOf(call->builtin);
      return onlyGivesValue(effect)    ? Effects::None
             : effect == Effect::Reads ? Effects::Reads
                                       : Effects::Writes;
    }
    return std::holds_alternative<Atomic>(expr.node) ? Effects::Writes
                                                     : Effects::None;
  }

private:
  Effects ofBlock(const Block &block) const {
    Effects effects = Effects::None;
    forEachStmt(block, [&](const Stmt &stmt) {
      if (std::holds_alternative<Store>(stmt.node) ||
          std::holds_alternative<Print>(stmt.node) ||
          std::holds_alternative<Raise>(stmt.node))
        effects = Effects::Writes;
    });
    forEachExprIn(block, [&](const Expr &expr) {
      effects = std::max(effects, ofNode(expr));
    });
    return effects;
  }

  std::vector<Effects> ofFunctions_;
};

// ---- what can be inlined ----

bool hasImpureBuiltin(const Block &block) {
  bool found = false;
  forEachExprIn(block, [&](const Expr &expr) {
    const auto *call = std::get_if<CallBuiltin>(&expr.node);
    found = found || (call && !onlyGivesValue(effectOf(call->builtin)));
  });
  return found;
}

/// LLVM unrolls such loops function by function: its elements are in registers
/// before the function is part of a caller's loop, which then is short.
bool hasLocalArrayLoop(const Block &block) {
  bool found = false;
  forEachStmt(block, [&](const Stmt &stmt) {
    const auto *loop = std::get_if<ForRange>(&stmt.node);
    found = found || (loop && keepsLocalArray(*loop));
  });
  return found;
}

/// The body to put in place of calls; none: they stay. What it takes to return
/// from loops stays among the function's slots.
std::optional<Block> bodyToInline(Function &function, bool fromLoops,
                                  unsigned mostNodes) {
  bool startsAsZero = std::any_of(function.slots.begin(), function.slots.end(),
                                  [](const Slot &slot) { return slot.zero; });
  if (function.isKernel || function.isExternal || function.isRecursive ||
      function.isUnoptimized || function.lineInfo || !function.arrays.empty() ||
      startsAsZero || countNodes(function.body) > mostNodes ||
      hasImpureBuiltin(function.body) || hasLocalArrayLoop(function.body))
    return std::nullopt;
  if (!fromLoops)
    return bodyWithReturnsLast(function);
  Block own = clone(function.body);
  breakForReturns(function);
  std::optional<Block> body = bodyWithReturnsLast(function);
  function.body = std::move(own);
  return body;
}

// ---- one caller ----

class Inliner {
public:
  Inliner(Module &module, Function &caller, const FunctionEffects &effects,
          const std::vector<std::optional<Block>> &bodies)
      : module_(module), caller_(caller), effects_(effects), bodies_(bodies),
        growth_(mostGrowth(caller)) {}

  void run() {
    run(caller_.body);
    if (!results_.empty())
      forwardTuples(caller_, results_);
  }

private:
  void run(Block &block) {
    Block result;
    for (Stmt &stmt : block) {
      // A loop's condition is evaluated in every turn.
      if (!std::holds_alternative<While>(stmt.node)) {
        passed_ = Effects::None;
        lets_.clear();
        forEachOperandOf(stmt, [&](Expr &expr) { visit(expr, result); });
      }
      forEachBlockOf(stmt, [&](Block &inner) { run(inner); });
      if (!isInlined(stmt))
        result.push_back(std::move(stmt));
    }
    block = std::move(result);
  }

  /// In the order of evaluation, as far as all is evaluated.
  void visit(Expr &expr, Block &out) {
    if (auto *select = std::get_if<Select>(&expr.node)) {
      visit(*select->condition, out);
      passPart(*select->body);
      passPart(*select->orElse);
      return;
    }
    if (auto *logical = std::get_if<Logical>(&expr.node)) {
      visit(*logical->left, out);
      passPart(*logical->right);
      return;
    }
    if (auto *let = std::get_if<Let>(&expr.node)) {
      visit(*let->value, out);
      lets_.insert(let->slot);
      visit(*let->body, out);
      return;
    }
    Effects before = passed_;
    forEachOperand(expr, [&](Expr &operand) { visit(operand, out); });
    if (std::holds_alternative<CallFunction>(expr.node) &&
        canMove(expr, before)) {
      inlineCall(expr, out);
      return;
    }
    pass(effects_.ofNode(expr));
  }

  void pass(Effects effects) { passed_ = std::max(passed_, effects); }
  /// What is not evaluated in any case.
  void passPart(const Expr &expr) { pass(effects_.of(expr)); }

  /// Whether the call may stand before all that is evaluated before it.
  bool canMove(const Expr &expr, Effects before) const {
    const auto &call = std::get<CallFunction>(expr.node);
    const Function &callee = module_.functions[call.function];
    if (!bodies_[call.function] || !isAlike(caller_, callee) ||
        caller_.indicesAreInside || callee.indicesAreInside ||
        countNodes(*bodies_[call.function]) > growth_ ||
        !mayPass(effects_.of(expr), before))
      return false;
    bool readsLet = false;
    forEachExpr(expr, [&](const Expr &part) {
      const auto *value = std::get_if<SlotValue>(&part.node);
      readsLet = readsLet || (value && lets_.contains(value->slot));
    });
    return !readsLet;
  }

  void inlineCall(Expr &expr, Block &out) {
    std::uint32_t number = std::get<CallFunction>(expr.node).function;
    const Block &body = *bodies_[number];
    growth_ -= countNodes(body);
    InlinedArrays none;
    pyk2ptx::inlineCall(caller_, module_.functions[number], body, expr, none,
                        results_, out);
  }

  Module &module_;
  Function &caller_;
  const FunctionEffects &effects_;
  const std::vector<std::optional<Block>> &bodies_;
  unsigned growth_;
  /// The slots of elements that calls give.
  std::unordered_set<SlotId> results_;
  /// What the statement evaluates before the place that is visited.
  Effects passed_ = Effects::None;
  std::unordered_set<SlotId> lets_;
};

/// Where each function is called.
std::vector<unsigned> countCalls(const Module &module) {
  std::vector<unsigned> calls(module.functions.size());
  for (const Function &function : module.functions)
    forEachExprIn(function.body, [&](const Expr &expr) {
      if (const auto *call = std::get_if<CallFunction>(&expr.node))
        ++calls[call->function];
    });
  return calls;
}

} // namespace

void inlineFunctions(Module &module, bool fromLoops) {
  if (std::ranges::all_of(module.functions, &Function::isKernel))
    return;
  const FunctionEffects effects(module);
  const std::vector<unsigned> calls = countCalls(module);
  std::vector<std::optional<Block>> bodies(module.functions.size());
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    Inliner(module, module.functions[i], effects, bodies).run();
    bodies[i] =
        bodyToInline(module.functions[i], fromLoops,
                     calls[i] == 1 ? mostNodesOfOnlyCall : mostNodesOfCall);
  }
}

} // namespace pyk2ptx
