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
// Who returns early has the rest of its statements in the other branch; who
// returns from inside a loop is called as before. So is what shares work among
// threads, has arrays of its own, or goes through one in a short loop.
#include "inline_functions.h"

#include "compiler/analyze/loop_facts.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/tables/builtins.h"
#include "guarded_indices.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Of nodes, for one call.
constexpr unsigned mostNodes = 400;

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

/// Whether nothing comes behind it.
bool alwaysLeaves(const Block &block) {
  return std::any_of(block.begin(), block.end(), [](const Stmt &stmt) {
    const auto *choice = std::get_if<If>(&stmt.node);
    return std::holds_alternative<Return>(stmt.node) ||
           std::holds_alternative<Raise>(stmt.node) ||
           (choice && alwaysLeaves(choice->body) &&
            alwaysLeaves(choice->orElse));
  });
}

void moveBehind(Block &block, Block &&rest) {
  block.insert(block.end(), std::make_move_iterator(rest.begin()),
               std::make_move_iterator(rest.end()));
}

/// Lets no statement stand behind one that may return. False where one returns
/// from inside a loop, or where both ways of a choice may go on behind it.
bool makeReturnsLast(Block &block) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    Stmt &stmt = block[i];
    auto next = block.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    if (std::holds_alternative<Return>(stmt.node)) {
      block.erase(next, block.end());
      return true;
    }
    auto *choice = std::get_if<If>(&stmt.node);
    bool returns = false;
    forEachBlockOf(
        stmt, [&](Block &inner) { returns = returns || hasReturn(inner); });
    if (!returns)
      continue;
    if (!choice)
      return false;
    Block rest(std::make_move_iterator(next),
               std::make_move_iterator(block.end()));
    block.erase(next, block.end());
    bool bodyLeaves = alwaysLeaves(choice->body),
         elseLeaves = alwaysLeaves(choice->orElse);
    if (!rest.empty() && !bodyLeaves && !elseLeaves)
      return false;
    if (!bodyLeaves || !elseLeaves)
      moveBehind(bodyLeaves ? choice->orElse : choice->body, std::move(rest));
    return makeReturnsLast(choice->body) && makeReturnsLast(choice->orElse);
  }
  return true;
}

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

/// The body to put in place of calls; none: they stay.
std::optional<Block> bodyToInline(const Function &function) {
  bool startsAsZero = std::any_of(function.slots.begin(), function.slots.end(),
                                  [](const Slot &slot) { return slot.zero; });
  if (function.isKernel || function.isExternal || function.isRecursive ||
      function.isUnoptimized || function.lineInfo || !function.arrays.empty() ||
      startsAsZero || countNodes(function.body) > mostNodes ||
      hasImpureBuiltin(function.body) || hasLocalArrayLoop(function.body))
    return std::nullopt;
  Block body = clone(function.body);
  bool givesValue = !function.returnType.isNone();
  if (!makeReturnsLast(body) || (givesValue && !alwaysLeaves(body)))
    return std::nullopt;
  return body;
}

/// Whether both mean the same by what they say.
bool isAlike(const Function &caller, const Function &callee) {
  return caller.floats == callee.floats && !caller.isUnoptimized &&
         !caller.lineInfo && !caller.indicesAreInside &&
         !callee.indicesAreInside;
}

/// Worth no slot: as short as one, and the same all the time.
bool isTrivial(const Expr &arg) {
  if (const auto *convert = std::get_if<Convert>(&arg.node))
    return arg.type.isArray() && isTrivial(*convert->operand);
  return std::holds_alternative<Constant>(arg.node) ||
         std::holds_alternative<SlotValue>(arg.node);
}

// ---- one call ----

/// Makes the statements of a callee's body the caller's.
class InlinedCall {
public:
  InlinedCall(Function &caller, const Function &callee, const Block &body)
      : caller_(caller), callee_(callee), statements_(clone(body)) {}

  /// The statements go to `out`; the result is the call's value, null for none.
  ExprPtr run(CallFunction &call, SourceRange range, Block &out) {
    bindParameters(call, out);
    for (SlotId slot = callee_.paramCount; slot < callee_.slots.size(); ++slot)
      slots_[slot] = addOwn(slot);
    renameSlots();
    ExprPtr result = bindResult(range);
    moveBehind(out, std::move(statements_));
    return result;
  }

private:
  SlotId addSlot(Slot slot) {
    caller_.slots.push_back(std::move(slot));
    return static_cast<SlotId>(caller_.slots.size() - 1);
  }

  SlotId addOwn(SlotId slot) {
    Slot own = callee_.slots[slot];
    if (!own.name.empty())
      own.name = callee_.name + "." + own.name;
    return addSlot(std::move(own));
  }

  void bindParameters(CallFunction &call, Block &out) {
    std::unordered_set<SlotId> assigned;
    forEachStmt(statements_, [&](const Stmt &stmt) {
      forEachSlotSetBy(stmt, [&](SlotId slot) { assigned.insert(slot); });
    });
    for (SlotId slot = 0; slot < callee_.paramCount; ++slot) {
      ExprPtr &arg = call.args[slot];
      if (!assigned.contains(slot) && isTrivial(*arg)) {
        arguments_[slot] = std::move(arg);
        continue;
      }
      slots_[slot] = addOwn(slot);
      SourceRange range = arg->range;
      out.push_back({range, Assign{slots_[slot], std::move(arg)}});
    }
  }

  void renameSlots() {
    forEachStmt(statements_, [&](Stmt &stmt) {
      if (auto *assign = std::get_if<Assign>(&stmt.node))
        assign->slot = slots_.at(assign->slot);
      else if (auto *range = std::get_if<ForRange>(&stmt.node))
        range->slot = slots_.at(range->slot);
    });
    forEachExprIn(statements_, [&](Expr &expr) {
      if (auto *let = std::get_if<Let>(&expr.node))
        let->slot = slots_.at(let->slot);
      auto *value = std::get_if<SlotValue>(&expr.node);
      if (!value)
        return;
      if (auto argument = arguments_.find(value->slot);
          argument != arguments_.end())
        expr.node = std::move(clone(argument->second)->node);
      else
        value->slot = slots_.at(value->slot);
    });
  }

  /// The elements of a tuple have a slot each, where they are known as such.
  ExprPtr bindResult(SourceRange range) {
    const Type &type = callee_.returnType;
    if (type.isNone()) {
      replaceReturns(statements_, [](ExprPtr, Block &) {});
      return nullptr;
    }
    bool isSplit = type.isTuple();
    forEachStmt(statements_, [&](const Stmt &stmt) {
      const auto *result = std::get_if<Return>(&stmt.node);
      isSplit =
          isSplit &&
          (!result || std::holds_alternative<MakeTuple>(result->value->node));
    });
    std::vector<SlotId> results;
    auto add = [&](const Type &part) {
      results.push_back(addSlot({callee_.name, part}));
    };
    if (!isSplit)
      add(type);
    else
      for (const Type &element : *type.elements)
        add(element);
    replaceReturns(statements_, [&](ExprPtr value, Block &block) {
      SourceRange place = value->range;
      if (!isSplit) {
        block.push_back({place, Assign{results[0], std::move(value)}});
        return;
      }
      auto &elements = std::get<MakeTuple>(value->node).elements;
      for (std::size_t i = 0; i < elements.size(); ++i)
        block.push_back({place, Assign{results[i], std::move(elements[i])}});
    });
    if (!isSplit)
      return slotValue(results[0], range);
    MakeTuple tuple;
    for (SlotId slot : results)
      tuple.elements.push_back(slotValue(slot, range));
    return makeExpr(range, type, std::move(tuple));
  }

  ExprPtr slotValue(SlotId slot, SourceRange range) const {
    return makeExpr(range, caller_.slots[slot].type, SlotValue{slot});
  }

  /// Returns are last everywhere.
  template <class F> static void replaceReturns(Block &block, const F &put) {
    if (block.empty())
      return;
    if (auto *result = std::get_if<Return>(&block.back().node)) {
      ExprPtr value = std::move(result->value);
      block.pop_back();
      if (value)
        put(std::move(value), block);
    } else if (auto *choice = std::get_if<If>(&block.back().node)) {
      replaceReturns(choice->body, put);
      replaceReturns(choice->orElse, put);
    }
  }

  Function &caller_;
  const Function &callee_;
  Block statements_;
  /// What the callee's slots are to the caller.
  std::unordered_map<SlotId, SlotId> slots_;
  std::unordered_map<SlotId, ExprPtr> arguments_;
};

// ---- one caller ----

/// Of a slot that is assigned once, a tuple of `results` of calls, the elements
/// are these: they are assigned where it is, and nowhere else.
void forwardTuples(Function &function,
                   const std::unordered_set<SlotId> &results) {
  std::unordered_map<SlotId, const MakeTuple *> tuples;
  std::unordered_set<SlotId> others;
  auto isResult = [&](const ExprPtr &element) {
    const auto *slot = std::get_if<SlotValue>(&element->node);
    return slot && results.contains(slot->slot);
  };
  forEachAssigned(function.body, [&](SlotId slot, const Expr &value) {
    const auto *tuple = std::get_if<MakeTuple>(&value.node);
    if (slot < function.paramCount || function.slots[slot].zero || !tuple ||
        !std::ranges::all_of(tuple->elements, isResult) ||
        !tuples.emplace(slot, tuple).second)
      others.insert(slot);
  });
  forEachExprIn(function.body, [&](Expr &expr) {
    const auto *element = std::get_if<TupleElement>(&expr.node);
    const auto *slot =
        element ? std::get_if<SlotValue>(&element->tuple->node) : nullptr;
    if (!slot || others.contains(slot->slot))
      return;
    if (auto tuple = tuples.find(slot->slot); tuple != tuples.end())
      expr.node = SlotValue{
          std::get<SlotValue>(tuple->second->elements[element->index]->node)};
  });
}

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
      if (!isDone(stmt))
        result.push_back(std::move(stmt));
    }
    block = std::move(result);
  }

  /// An evaluation of which nothing is left but the result.
  static bool isDone(const Stmt &stmt) {
    const auto *eval = std::get_if<Evaluate>(&stmt.node);
    return eval && (std::holds_alternative<MakeTuple>(eval->value->node) ||
                    std::holds_alternative<SlotValue>(eval->value->node));
  }

  /// In the order of evaluation, as far as all is evaluated.
  void visit(Expr &expr, Block &out) {
    if (auto *select = std::get_if<Select>(&expr.node)) {
      visit(*select->condition, out);
      pass(effects_.of(*select->body));
      pass(effects_.of(*select->orElse));
      return;
    }
    if (auto *logical = std::get_if<Logical>(&expr.node)) {
      visit(*logical->left, out);
      pass(effects_.of(*logical->right));
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

  /// Whether the call may stand before all that is evaluated before it.
  bool canMove(const Expr &expr, Effects before) const {
    const auto &call = std::get<CallFunction>(expr.node);
    const Function &callee = module_.functions[call.function];
    if (!bodies_[call.function] || !isAlike(caller_, callee) ||
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
    CallFunction call = std::move(std::get<CallFunction>(expr.node));
    const Function &callee = module_.functions[call.function];
    const Block &body = *bodies_[call.function];
    growth_ -= countNodes(body);
    caller_.asksForBlock = caller_.asksForBlock || callee.asksForBlock;
    ExprPtr result =
        InlinedCall(caller_, callee, body).run(call, expr.range, out);
    if (!result) {
      expr.node = MakeTuple{};
      return;
    }
    expr.node = std::move(result->node);
    if (const auto *tuple = std::get_if<MakeTuple>(&expr.node))
      for (const ExprPtr &element : tuple->elements)
        results_.insert(std::get<SlotValue>(element->node).slot);
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

} // namespace

void inlineFunctions(Module &module) {
  if (std::ranges::all_of(module.functions, &Function::isKernel))
    return;
  const FunctionEffects effects(module);
  std::vector<std::optional<Block>> bodies(module.functions.size());
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    Inliner(module, module.functions[i], effects, bodies).run();
    bodies[i] = bodyToInline(module.functions[i]);
  }
}

} // namespace pyk2ptx
