// A block can run a kernel as loops over its threads where these wait for each
// other between the kernel's statements. They often do it elsewhere: in a
// function, which then becomes part of the kernel, and inside of an expression,
// what comes before being evaluated first:
//
//   x = a[i] + sum_of(x)   ->   t = a[i]
//                               s = x; r = shfl_down(all, s, 16)
//                               x = t + (s + r)
//
// A choice between two values one of which is waited for becomes an `if`. The
// condition of a `while`, evaluated in every turn, has no place for statements.
#include "waits_apart.h"

#include "compiler/analyze/sync_threads.h"
#include "compiler/analyze/warp_calls.h"
#include "compiler/facts/loop_facts.h"
#include "compiler/transform/inlined_call.h"
#include "exchanges.h"
#include "frontend/ir/early_ends.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"
#include "frontend/tables/builtin_enum.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Of all that becomes part of one kernel.
constexpr unsigned mostInlined = 20'000;

/// Whether threads wait for each other in the expression itself.
bool waitsHere(const Expr &expr, const std::vector<bool> &waiting) {
  const auto *call = std::get_if<CallFunction>(&expr.node);
  return isTogetherCall(expr) || (call && waiting[call->function]);
}

class WaitSetter {
public:
  WaitSetter(const Module &module, Function &kernel,
             const std::vector<bool> &waiting)
      : module_(module), kernel_(kernel), waiting_(waiting) {}

  bool run() {
    run(kernel_.body);
    if (!failed_ && !tuples_.empty())
      forwardTuples(kernel_, tuples_);
    return !failed_;
  }

private:
  SlotId newSlot(const Type &type) { return addSlot(kernel_, type); }
  static ExprPtr valueOf(SlotId slot, const Type &type, SourceRange range) {
    return makeExpr(range, type, SlotValue{slot});
  }
  /// The expression's value now; the expression becomes a read of it.
  SlotId keep(Expr &expr, Block &out) {
    SlotId slot = newSlot(expr.type);
    SourceRange range = expr.range;
    out.push_back({range, Assign{slot, makeExpr(range, expr.type,
                                                std::move(expr.node))}});
    expr.node = SlotValue{slot};
    return slot;
  }

  bool waits(const Expr &root) const {
    bool found = false;
    forEachExpr(root, [&](const Expr &expr) {
      found = found || waitsHere(expr, waiting_);
    });
    return found;
  }

  void run(Block &block) {
    Block result;
    for (Stmt &stmt : block) {
      if (failed_)
        return;
      if (auto *loop = std::get_if<While>(&stmt.node))
        failed_ = failed_ || waits(*loop->condition);
      else
        setOperandsApart(operandsOf(stmt), result);
      forEachBlockOf(stmt, [&](Block &inner) { run(inner); });
      if (!isInlined(stmt))
        result.push_back(std::move(stmt));
    }
    block = std::move(result);
  }

  // ---- expressions ----

  static std::vector<Expr *> operandsOf(Stmt &stmt) {
    std::vector<Expr *> operands;
    forEachOperandOf(stmt, [&](Expr &expr) { operands.push_back(&expr); });
    return operands;
  }

  /// Nothing that another operand does changes it.
  static bool isSettled(const Expr &expr) {
    if (const auto *convert = std::get_if<Convert>(&expr.node))
      return isSettled(*convert->operand);
    return std::holds_alternative<Constant>(expr.node) ||
           std::holds_alternative<SlotValue>(expr.node) ||
           std::holds_alternative<ArrayStorage>(expr.node);
  }

  /// Operands that are evaluated one after the other.
  void setOperandsApart(const std::vector<Expr *> &operands, Block &out) {
    std::size_t end = operands.size();
    while (end > 0 && !waits(*operands[end - 1]))
      --end;
    for (std::size_t i = 0; i < end && !failed_; ++i) {
      setApart(*operands[i], out);
      if (i + 1 < end && !isSettled(*operands[i]))
        keep(*operands[i], out);
    }
  }

  void setApart(Expr &expr, Block &out) {
    if (failed_ || !waits(expr))
      return;
    if (auto *let = std::get_if<Let>(&expr.node)) {
      setApart(*let->value, out);
      out.push_back({expr.range, Assign{let->slot, std::move(let->value)}});
      ExprPtr body = std::move(let->body);
      expr = std::move(*body);
      setApart(expr, out);
    } else if (auto *select = std::get_if<Select>(&expr.node)) {
      setApart(*select->condition, out);
      choose(expr, std::move(select->condition), std::move(select->body),
             std::move(select->orElse), out);
    } else if (auto *logical = std::get_if<Logical>(&expr.node)) {
      setApart(*logical->left, out);
      SourceRange range = expr.range;
      SlotId left = keep(*logical->left, out);
      ExprPtr right = std::move(logical->right);
      ExprPtr same = valueOf(left, expr.type, range);
      if (!logical->isAnd)
        std::swap(right, same);
      choose(expr, valueOf(left, expr.type, range), std::move(right),
             std::move(same), out);
    } else {
      std::vector<Expr *> operands;
      forEachOperand(expr, [&](Expr &each) { operands.push_back(&each); });
      setOperandsApart(operands, out);
      setNodeApart(expr, out);
    }
  }

  void choose(Expr &expr, ExprPtr condition, ExprPtr body, ExprPtr orElse,
              Block &out) {
    SlotId chosen = newSlot(expr.type);
    auto assign = [&](ExprPtr value) {
      Block block;
      setApart(*value, block);
      SourceRange range = value->range;
      block.push_back({range, Assign{chosen, std::move(value)}});
      return block;
    };
    If choice{std::move(condition), assign(std::move(body)),
              assign(std::move(orElse))};
    out.push_back({expr.range, std::move(choice)});
    expr.node = SlotValue{chosen};
  }

  /// Of an expression whose operands wait for nobody.
  void setNodeApart(Expr &expr, Block &out) {
    if (const auto *called = std::get_if<CallFunction>(&expr.node)) {
      if (!failed_ && waiting_[called->function])
        setCallApart(expr, out);
      return;
    }
    auto *call = std::get_if<CallBuiltin>(&expr.node);
    if (!call)
      return;
    if (isExchange(*call) && call->builtin != Builtin::SyncWarp) {
      keep(*call->args[1], out);
      keep(expr, out);
    } else if (call->builtin == Builtin::CoopAddBelow) {
      addBelow(expr, out);
    }
  }

  /// own + that of the lane so far below, where there is one.
  void addBelow(Expr &expr, Block &out) {
    auto &call = std::get<CallBuiltin>(expr.node);
    SourceRange range = expr.range;
    const Type type = expr.type, number = Type::of(Scalar::I64);
    auto asNumber = [&](ExprPtr value) {
      return makeExpr(range, number, Convert{std::move(value)});
    };
    SlotId own = keep(*call.args[1], out);
    ExprPtr lane = asNumber(makeExpr(range, Type::of(Scalar::U32),
                                     CallBuiltin{Builtin::LaneId, {}}));
    ExprPtr isThere = makeExpr(range, Type::of(Scalar::Bool),
                               Compare{CompareOp::GreaterEqual, std::move(lane),
                                       asNumber(clone(call.args[2]))});
    call.builtin = Builtin::ShflUpSync;
    if (!isExchange(call)) {
      failed_ = true;
      return;
    }
    SlotId other = keep(expr, out);
    auto operand = [&](SlotId slot) {
      ExprPtr value = valueOf(slot, type, range);
      return type.isFloat() ? std::move(value) : asNumber(std::move(value));
    };
    ExprPtr sum = makeExpr(range, type.isFloat() ? type : number,
                           Binary{BinaryOp::Add, operand(other), operand(own)});
    if (!type.isFloat())
      sum = makeExpr(range, type, Convert{std::move(sum)});
    expr.node =
        Select{std::move(isThere), std::move(sum), valueOf(own, type, range)};
  }

  // ---- functions ----

  /// Null: it has to be called.
  const Block *bodyOf(std::uint32_t number) {
    auto [known, isNew] = bodies_.try_emplace(number);
    const Function &function = module_.functions[number];
    bool startsAsZero = std::ranges::any_of(function.slots, [](const Slot &s) {
      return s.zero && !s.type.isScalar();
    });
    if (isNew && !function.isExternal && !function.isRecursive &&
        !startsAsZero && isAlike(kernel_, function))
      known->second = bodyWithReturnsLast(function);
    return known->second ? &*known->second : nullptr;
  }

  void setCallApart(Expr &expr, Block &out) {
    std::uint32_t number = std::get<CallFunction>(expr.node).function;
    const Block *body = bodyOf(number);
    nodes_ += body ? countNodes(*body) : 0;
    if (!body || nodes_ > mostInlined) {
      failed_ = true;
      return;
    }
    Block own;
    inlineCall(kernel_, module_.functions[number], *body, expr, arrays_,
               tuples_, own);
    run(own);
    out.insert(out.end(), std::make_move_iterator(own.begin()),
               std::make_move_iterator(own.end()));
  }

  const Module &module_;
  Function &kernel_;
  const std::vector<bool> &waiting_;
  std::unordered_map<std::uint32_t, std::optional<Block>> bodies_;
  InlinedArrays arrays_;
  /// The slots of elements that calls give.
  std::unordered_set<SlotId> tuples_;
  unsigned nodes_ = 0;
  bool failed_ = false;
};

} // namespace

std::vector<bool> findCalling(const Module &module,
                              const std::function<bool(const Expr &)> &isIt,
                              bool ofUnknown) {
  // Callees stand before their callers, but for recursive ones.
  std::vector<bool> found;
  for (const Function &function : module.functions)
    found.push_back(ofUnknown && (function.isRecursive || function.isExternal));
  for (std::size_t i = 0; i < found.size(); ++i)
    forEachExprIn(module.functions[i].body, [&](const Expr &expr) {
      const auto *call = std::get_if<CallFunction>(&expr.node);
      found[i] = found[i] || isIt(expr) || (call && found[call->function]);
    });
  return found;
}

std::vector<bool> findWaiting(const Module &module) {
  return findCalling(module, isTogetherCall, true);
}

bool setWaitsApart(const Module &module, Function &kernel,
                   const std::vector<bool> &waiting) {
  return WaitSetter(module, kernel, waiting).run();
}

} // namespace pyk2ptx
