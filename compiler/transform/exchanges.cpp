// A thread that shuffles waits for its warp, which would make a coroutine of
// it. Where whole warps come to a shuffle together, it can be two pieces of
// thread loops instead: in one each thread says its value, in the next each
// reads another's.
//
//   if warp == 0:                  m = warp == 0
//     x = sum_of_warp(x)     ->    if m: s0 = x
//                                  if m: r0 = shfl_down(all, s0, 16)
//                                  if m: x = x + r0; s1 = x
//                                  if m: r1 = shfl_down(all, s1, 8) ...
//
// So functions that shuffle become part of the kernel, loops with shuffles that
// turn a few times are repeated, shuffles inside of expressions get statements
// of their own, and conditions around them become slots. That a condition is
// one for whole warps is ThreadLoopPlan's to prove.
#include "exchanges.h"

#include "compiler/analyze/integer_types.h"
#include "compiler/analyze/loop_facts.h"
#include "compiler/analyze/sync_threads.h"
#include "compiler/analyze/uniform.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"
#include "thread_loops.h"

#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

constexpr unsigned mostExchanges = 10;
constexpr std::size_t mostStatements = 400;

bool isShuffle(Builtin builtin) {
  return builtin == Builtin::ShflSync || builtin == Builtin::ShflUpSync ||
         builtin == Builtin::ShflDownSync || builtin == Builtin::ShflXorSync;
}

const CallBuiltin *shuffleOf(const Expr &expr) {
  const auto *call = std::get_if<CallBuiltin>(&expr.node);
  return call && isShuffle(call->builtin) ? call : nullptr;
}

bool isOfAllLanes(const CallBuiltin &call) {
  const auto *mask = std::get_if<Constant>(&call.args[0]->node);
  return call.args.size() == 3 && mask &&
         (mask->bits & 0xffffffff) == 0xffffffff;
}

ExprPtr valueOf(SlotId slot, const Type &type, SourceRange range) {
  return makeExpr(range, type, SlotValue{slot});
}

bool holdsShuffle(const Expr &root) {
  bool found = false;
  forEachExpr(root,
              [&](const Expr &expr) { found = found || shuffleOf(expr); });
  return found;
}

bool holdsShuffle(const Block &block) {
  bool found = false;
  forEachExprIn(block,
                [&](const Expr &expr) { found = found || shuffleOf(expr); });
  return found;
}

bool holdsShuffle(const Stmt &stmt) {
  bool found = false;
  forEachOperandOf(
      stmt, [&](const Expr &expr) { found = found || holdsShuffle(expr); });
  forEachBlockOf(
      stmt, [&](const Block &block) { found = found || holdsShuffle(block); });
  return found;
}

class ShuffleSetter {
public:
  ShuffleSetter(Module &module, Function &kernel, std::vector<bool> shuffling)
      : module_(module), kernel_(kernel), shuffling_(std::move(shuffling)) {}

  bool run() {
    constexpr int deepest = 4;
    // What has failed is half moved, and nobody's to look at.
    for (int depth = 0;
         depth < deepest && !failed_ && callsShuffle(kernel_.body); ++depth)
      inlineCalls(kernel_.body);
    if (failed_ || callsShuffle(kernel_.body))
      return false;
    endWhereOthersDo(kernel_.body);
    repeat(kernel_.body);
    hoist(kernel_.body);
    if (failed_)
      return false;
    Uniformity uniform(kernel_);
    uniform_ = &uniform;
    slots_ = kernel_.slots.size();
    kernel_.body = split(std::move(kernel_.body), {});
    std::size_t statements = 0;
    forEachStmt(kernel_.body, [&](const Stmt &) { ++statements; });
    return !failed_ && statements <= mostStatements;
  }

private:
  SlotId newSlot(const Type &type, bool zero = false) {
    kernel_.slots.push_back({"", type, zero});
    return static_cast<SlotId>(kernel_.slots.size() - 1);
  }

  // ---- functions ----

  bool callsShuffle(const Expr &expr) const {
    const auto *call = std::get_if<CallFunction>(&expr.node);
    return call && shuffling_[call->function];
  }
  bool callsShuffle(const Block &block) const {
    bool found = false;
    forEachExprIn(
        block, [&](const Expr &expr) { found = found || callsShuffle(expr); });
    return found;
  }

  void inlineCalls(Block &block) {
    Block result;
    for (Stmt &stmt : block) {
      forEachBlockOf(stmt, [&](Block &inner) {
        if (!failed_)
          inlineCalls(inner);
      });
      if (failed_)
        return;
      ExprPtr *value = nullptr;
      if (auto *assign = std::get_if<Assign>(&stmt.node))
        value = &assign->value;
      else if (auto *evaluate = std::get_if<Evaluate>(&stmt.node))
        value = &evaluate->value;
      if (!value || !callsShuffle(**value)) {
        result.push_back(std::move(stmt));
        continue;
      }
      auto call = std::move(std::get<CallFunction>((*value)->node));
      ExprPtr got = inlineCall(call, result);
      if (failed_)
        return;
      if (auto *assign = std::get_if<Assign>(&stmt.node); assign && got)
        result.push_back({stmt.range, Assign{assign->slot, std::move(got)}});
    }
    block = std::move(result);
  }

  /// Appends what the call does; what it gives, if anything.
  ExprPtr inlineCall(CallFunction &call, Block &to) {
    const Function &callee = module_.functions[call.function];
    const Stmt *last = callee.body.empty() ? nullptr : &callee.body.back();
    const auto *end = last ? std::get_if<Return>(&last->node) : nullptr;
    unsigned returns = 0;
    forEachStmt(callee.body, [&](const Stmt &stmt) {
      returns += std::holds_alternative<Return>(stmt.node);
      failed_ = failed_ || std::holds_alternative<Raise>(stmt.node);
    });
    if (failed_ || callee.isRecursive || callee.isExternal ||
        !callee.arrays.empty() || returns != (end ? 1u : 0u)) {
      failed_ = true;
      return nullptr;
    }
    auto first = static_cast<SlotId>(kernel_.slots.size());
    for (SlotId i = 0; i < callee.slots.size(); ++i) {
      const Slot &slot = callee.slots[i];
      failed_ = failed_ || !slot.type.isScalar();
      newSlot(slot.type);
      if (i < callee.paramCount)
        to.push_back(
            {call.args[i]->range, Assign{first + i, std::move(call.args[i])}});
      else if (slot.zero && slot.type.isScalar())
        to.push_back(
            {callee.range,
             Assign{first + i, makeExpr(callee.range, slot.type, Constant{})}});
      else
        failed_ = failed_ || slot.zero;
    }
    Block body = clone(callee.body);
    moveSlots(body, first);
    ExprPtr result;
    if (end) {
      result = std::move(std::get<Return>(body.back().node).value);
      body.pop_back();
    }
    for (Stmt &stmt : body)
      to.push_back(std::move(stmt));
    return result;
  }

  static void moveSlots(Block &block, SlotId by) {
    forEachStmt(block, [&](Stmt &stmt) {
      if (auto *assign = std::get_if<Assign>(&stmt.node))
        assign->slot += by;
      else if (auto *range = std::get_if<ForRange>(&stmt.node))
        range->slot += by;
    });
    forEachExprIn(block, [&](Expr &expr) {
      if (auto *value = std::get_if<SlotValue>(&expr.node))
        value->slot += by;
      else if (auto *let = std::get_if<Let>(&expr.node))
        let->slot += by;
    });
  }

  // ---- ends ----

  /// `if c: return` before the rest becomes `if not c: the rest`.
  static void endWhereOthersDo(Block &body) {
    for (std::size_t i = 0; i + 1 < body.size(); ++i) {
      auto *choice = std::get_if<If>(&body[i].node);
      if (!choice || !choice->orElse.empty() || choice->body.empty() ||
          !std::holds_alternative<Return>(choice->body.back().node))
        continue;
      choice->body.pop_back();
      Block rest(std::make_move_iterator(body.begin() +
                                         static_cast<std::ptrdiff_t>(i) + 1),
                 std::make_move_iterator(body.end()));
      body.erase(body.begin() + static_cast<std::ptrdiff_t>(i) + 1, body.end());
      endWhereOthersDo(rest);
      if (choice->body.empty()) {
        SourceRange range = choice->condition->range;
        choice->condition =
            makeExpr(range, boolType(),
                     Unary{UnaryOp::Not, std::move(choice->condition)});
        choice->body = std::move(rest);
      } else {
        choice->orElse = std::move(rest);
      }
      return;
    }
  }

  // ---- loops ----

  static const Constant *constantOf(const Expr &expr) {
    return std::get_if<Constant>(&expr.node);
  }

  static bool isPlain(const Block &body) {
    bool plain = true;
    forEachStmt(body, [&](const Stmt &stmt) {
      plain = plain && !std::holds_alternative<Break>(stmt.node) &&
              !std::holds_alternative<Continue>(stmt.node) &&
              !std::holds_alternative<Return>(stmt.node);
    });
    return plain;
  }

  void repeat(Block &block) {
    Block result;
    for (Stmt &stmt : block) {
      forEachBlockOf(stmt, [&](Block &inner) { repeat(inner); });
      bool isDone = false;
      if (auto *loop = std::get_if<While>(&stmt.node);
          loop && holdsShuffle(loop->body))
        isDone = repeatWhile(*loop, result);
      else if (auto *range = std::get_if<ForRange>(&stmt.node);
               range && holdsShuffle(range->body))
        isDone = repeatRange(*range, result);
      if (!isDone)
        result.push_back(std::move(stmt));
    }
    block = std::move(result);
  }

  /// What the slot holds behind `before`, if that is a constant that its last
  /// statements say.
  static std::optional<std::int64_t> knownAt(const Block &before, SlotId slot) {
    for (std::size_t i = before.size(); i-- > 0;) {
      SlotSet assigned;
      addAssigned(before[i], assigned);
      if (!assigned.contains(slot))
        continue;
      const auto *assign = std::get_if<Assign>(&before[i].node);
      const Constant *value =
          assign && assign->slot == slot ? constantOf(*assign->value) : nullptr;
      if (!value)
        return std::nullopt;
      return static_cast<std::int64_t>(value->bits);
    }
    return std::nullopt;
  }

  static bool holds(CompareOp op, std::int64_t a, std::int64_t b) {
    switch (op) {
    case CompareOp::Less:
      return a < b;
    case CompareOp::LessEqual:
      return a <= b;
    case CompareOp::Greater:
      return a > b;
    case CompareOp::GreaterEqual:
      return a >= b;
    case CompareOp::Equal:
      return a == b;
    default:
      return a != b;
    }
  }

  /// Of numbers that are small and not negative.
  static std::optional<std::int64_t> applied(BinaryOp op, std::int64_t a,
                                             std::int64_t b) {
    constexpr std::int64_t small = 1 << 20;
    if (a < 0 || a > small || b < 0 || b > small)
      return std::nullopt;
    switch (op) {
    case BinaryOp::Add:
      return a + b;
    case BinaryOp::Sub:
      return a - b;
    case BinaryOp::Mul:
      return a * b;
    case BinaryOp::FloorDiv:
      return b ? std::optional(a / b) : std::nullopt;
    case BinaryOp::RightShift:
      return b < 20 ? std::optional(a >> b) : std::nullopt;
    case BinaryOp::LeftShift:
      return b < 20 ? std::optional(a << b) : std::nullopt;
    default:
      return std::nullopt;
    }
  }

  static void replaceBy(Block &block, SlotId slot, std::int64_t value) {
    forEachExprIn(block, [&](Expr &expr) {
      const auto *read = std::get_if<SlotValue>(&expr.node);
      if (read && read->slot == slot)
        expr.node = Constant{static_cast<std::uint64_t>(value)};
    });
  }

  bool repeatWhile(While &loop, Block &result) {
    const auto *test = std::get_if<Compare>(&loop.condition->node);
    const auto *counter =
        test ? std::get_if<SlotValue>(&test->left->node) : nullptr;
    const Constant *limit = test ? constantOf(*test->right) : nullptr;
    const auto *last = loop.body.empty()
                           ? nullptr
                           : std::get_if<Assign>(&loop.body.back().node);
    if (!counter || !limit || !isInt64(test->left->type) ||
        !isInt64(test->right->type) || !last || last->slot != counter->slot ||
        !loop.orElse.empty() || !isPlain(loop.body))
      return false;
    SlotId slot = counter->slot;
    const auto *update = std::get_if<Binary>(&last->value->node);
    const auto *old =
        update ? std::get_if<SlotValue>(&update->left->node) : nullptr;
    const Constant *by = update ? constantOf(*update->right) : nullptr;
    std::optional<std::int64_t> value = knownAt(result, slot);
    SlotSet assigned;
    for (std::size_t i = 0; i + 1 < loop.body.size(); ++i)
      addAssigned(loop.body[i], assigned);
    if (!value || !old || old->slot != slot || !by || assigned.contains(slot))
      return false;
    std::vector<std::int64_t> turns;
    while (holds(test->op, *value, static_cast<std::int64_t>(limit->bits))) {
      turns.push_back(*value);
      value = applied(update->op, *value, static_cast<std::int64_t>(by->bits));
      if (!value || turns.size() > mostExchanges)
        return false;
    }
    SourceRange range = loop.condition->range;
    Type type = test->left->type;
    loop.body.pop_back();
    for (std::int64_t turn : turns) {
      Block body = clone(loop.body);
      replaceBy(body, slot, turn);
      for (Stmt &stmt : body)
        result.push_back(std::move(stmt));
    }
    result.push_back(
        {range,
         Assign{slot, makeExpr(range, type,
                               Constant{static_cast<std::uint64_t>(*value)})}});
    return true;
  }

  bool repeatRange(ForRange &loop, Block &result) {
    const Constant *start = constantOf(*loop.start),
                   *stop = constantOf(*loop.stop),
                   *step = constantOf(*loop.step);
    SlotSet assigned;
    addAssigned(loop.body, assigned);
    if (!start || !stop || !step || step->bits == 0 || !loop.orElse.empty() ||
        !isPlain(loop.body) || assigned.contains(loop.slot))
      return false;
    constexpr std::int64_t small = 1 << 20;
    auto value = static_cast<std::int64_t>(start->bits),
         end = static_cast<std::int64_t>(stop->bits),
         by = static_cast<std::int64_t>(step->bits);
    for (std::int64_t each : {value, end, by})
      if (each < -small || each > small)
        return false;
    std::vector<std::int64_t> turns;
    for (; by > 0 ? value < end : value > end; value += by) {
      turns.push_back(value);
      if (turns.size() > mostExchanges)
        return false;
    }
    for (std::int64_t turn : turns) {
      SourceRange range = loop.start->range;
      result.push_back(
          {range,
           Assign{loop.slot,
                  makeExpr(range, loop.start->type,
                           Constant{static_cast<std::uint64_t>(turn)})}});
      Block body = clone(loop.body);
      replaceBy(body, loop.slot, turn);
      for (Stmt &stmt : body)
        result.push_back(std::move(stmt));
    }
    return true;
  }

  // ---- expressions ----

  void hoist(Block &block) {
    Block result;
    for (Stmt &stmt : block) {
      forEachBlockOf(stmt, [&](Block &inner) { hoist(inner); });
      bool isLoop = std::holds_alternative<While>(stmt.node);
      forEachOperandOf(stmt, [&](Expr &expr) {
        if (!holdsShuffle(expr))
          return;
        // Evaluated again and again; or after what it may change.
        failed_ = failed_ || isLoop || std::holds_alternative<Print>(stmt.node);
        forEachExpr(expr, [&](const Expr &each) {
          failed_ = failed_ || std::holds_alternative<Let>(each.node) ||
                    std::holds_alternative<Atomic>(each.node) ||
                    std::holds_alternative<CallFunction>(each.node);
        });
        hoist(expr, result, false);
      });
      // Its value went to the new slot.
      const auto *alone = std::get_if<Evaluate>(&stmt.node);
      if (!alone || !std::holds_alternative<SlotValue>(alone->value->node))
        result.push_back(std::move(stmt));
    }
    block = std::move(result);
  }

  void hoist(Expr &expr, Block &to, bool isConditional) {
    bool isChoice = std::holds_alternative<Select>(expr.node) ||
                    std::holds_alternative<Logical>(expr.node);
    bool isFirst = true;
    forEachOperand(expr, [&](Expr &operand) {
      hoist(operand, to, isConditional || (isChoice && !isFirst));
      isFirst = false;
    });
    const CallBuiltin *call = shuffleOf(expr);
    if (!call)
      return;
    if (isConditional || !isOfAllLanes(*call)) {
      failed_ = true;
      return;
    }
    auto node = std::move(std::get<CallBuiltin>(expr.node));
    SourceRange range = expr.range;
    Type type = node.args[1]->type;
    SlotId said = newSlot(type), got = newSlot(expr.type);
    to.push_back({range, Assign{said, std::move(node.args[1])}});
    node.args[1] = valueOf(said, type, range);
    to.push_back(
        {range, Assign{got, makeExpr(range, expr.type, std::move(node))}});
    expr.node = SlotValue{got};
  }

  // ---- conditions ----

  static Type boolType() { return Type::of(Scalar::Bool); }

  static Stmt under(SlotId mask, Block body) {
    SourceRange range = body.front().range;
    return {range, If{valueOf(mask, boolType(), range), std::move(body), {}}};
  }

  bool isForAll(const Expr &expr) const {
    bool isOld = true;
    forEachExpr(expr, [&](const Expr &each) {
      const auto *slot = std::get_if<SlotValue>(&each.node);
      isOld = isOld && (!slot || slot->slot < slots_);
    });
    return isOld && uniform_->of(expr);
  }

  Block split(Block block, std::optional<SlotId> mask) {
    Block result, open;
    auto close = [&] {
      if (!open.empty())
        result.push_back(under(*mask, std::exchange(open, {})));
    };
    for (Stmt &stmt : block) {
      bool isExchange = exchangeOf(stmt).has_value();
      if (!holdsShuffle(stmt)) {
        (mask ? open : result).push_back(std::move(stmt));
        continue;
      }
      close();
      if (isExchange) {
        Block one;
        one.push_back(std::move(stmt));
        result.push_back(mask ? under(*mask, std::move(one))
                              : std::move(one.front()));
        continue;
      }
      auto *choice = std::get_if<If>(&stmt.node);
      if (choice && (mask || !isForAll(*choice->condition))) {
        splitIf(*choice, mask, result);
        continue;
      }
      failed_ = failed_ || mask;
      forEachBlockOf(
          stmt, [&](Block &inner) { inner = split(std::move(inner), {}); });
      result.push_back(std::move(stmt));
    }
    close();
    return result;
  }

  void splitIf(If &choice, std::optional<SlotId> mask, Block &result) {
    SourceRange range = choice.condition->range;
    SlotId both = newSlot(boolType());
    ExprPtr condition = std::move(choice.condition);
    if (mask)
      condition = makeExpr(range, boolType(),
                           Logical{true, valueOf(*mask, boolType(), range),
                                   std::move(condition)});
    result.push_back({range, Assign{both, std::move(condition)}});
    for (Stmt &stmt : split(std::move(choice.body), both))
      result.push_back(std::move(stmt));
    if (choice.orElse.empty())
      return;
    SlotId other = newSlot(boolType());
    ExprPtr opposite =
        makeExpr(range, boolType(),
                 Unary{UnaryOp::Not, valueOf(both, boolType(), range)});
    if (mask)
      opposite = makeExpr(range, boolType(),
                          Logical{true, valueOf(*mask, boolType(), range),
                                  std::move(opposite)});
    result.push_back({range, Assign{other, std::move(opposite)}});
    for (Stmt &stmt : split(std::move(choice.orElse), other))
      result.push_back(std::move(stmt));
  }

  Module &module_;
  Function &kernel_;
  std::vector<bool> shuffling_;
  const Uniformity *uniform_ = nullptr;
  /// How many slots `uniform_` knows.
  std::size_t slots_ = 0;
  bool failed_ = false;
};

/// Of every function, whether it or a callee shuffles.
std::vector<bool> findShuffling(const Module &module) {
  std::vector<bool> result;
  for (const Function &function : module.functions) {
    bool found = holdsShuffle(function.body);
    forEachExprIn(function.body, [&](const Expr &expr) {
      const auto *call = std::get_if<CallFunction>(&expr.node);
      found = found || (call && call->function < result.size() &&
                        result[call->function]);
    });
    result.push_back(found);
  }
  return result;
}

} // namespace

std::optional<Exchange> exchangeOf(const Stmt &stmt) {
  if (const auto *choice = std::get_if<If>(&stmt.node)) {
    if (choice->body.size() != 1 || !choice->orElse.empty() ||
        !std::holds_alternative<SlotValue>(choice->condition->node))
      return std::nullopt;
    std::optional<Exchange> inner = exchangeOf(choice->body[0]);
    if (!inner || inner->condition)
      return std::nullopt;
    inner->condition = choice->condition.get();
    return inner;
  }
  const auto *assign = std::get_if<Assign>(&stmt.node);
  const CallBuiltin *call = assign ? shuffleOf(*assign->value) : nullptr;
  if (!call || !isOfAllLanes(*call) || holdsShuffle(*call->args[2]))
    return std::nullopt;
  const auto *from = std::get_if<SlotValue>(&call->args[1]->node);
  bool isScalar = assign->value->type.isScalar() &&
                  call->args[1]->type.isScalar() &&
                  assign->value->type.scalar == call->args[1]->type.scalar;
  if (!from || from->slot == assign->slot || !isScalar)
    return std::nullopt;
  return Exchange{nullptr, assign->slot, from->slot, call};
}

void setShufflesApart(Module &module) {
  std::vector<bool> shuffling = findShuffling(module);
  std::vector<bool> barriers = findBarriers(module);
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    Function &kernel = module.functions[i];
    if (!kernel.isKernel || !shuffling[i])
      continue;
    Block before = clone(kernel.body);
    std::size_t slots = kernel.slots.size();
    if (ShuffleSetter(module, kernel, shuffling).run() &&
        ThreadLoopPlan::make(module, kernel, barriers))
      continue;
    kernel.body = std::move(before);
    kernel.slots.resize(slots);
  }
}

} // namespace pyk2ptx
