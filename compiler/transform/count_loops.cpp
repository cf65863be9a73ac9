// Grid-stride loops are written with while as often as with range. Made into
// one form they are all versioned and unrolled alike:
//
//   while i < n:          for c in range(i, n, step):
//     body                  i = c
//     i += step     ->      body, reading c for i
//                           i = c + step
//
// which leaves i with the same value after the loop, after a break, and when
// no iteration runs. Where i + step may be no int64, for nothing is known of n,
// the `while` goes on from the other end: that one stays beside the counted
// loop, for such n.
#include "count_loops.h"

#include "compiler/facts/loop_facts.h"
#include "compiler/facts/ranges.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"

#include <cstdint>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

class LoopCounter {
public:
  LoopCounter(Function &function, WrappingLoops wrapping)
      : function_(function), wrapping_(wrapping), ranges_(function) {}

  /// Inner loops first: Ranges knows nothing of slots made here, which appear
  /// in what is inside of a changed loop only.
  void run(Block &block) {
    for (Stmt &stmt : block) {
      forEachBlockOf(stmt, [&](Block &inner) { run(inner); });
      count(stmt);
    }
  }

private:
  /// The parts of a loop that can be counted; null pointers otherwise.
  struct Parts {
    SlotId slot = 0;
    ExprPtr *stop = nullptr, *step = nullptr;
  };
  const SlotId *int64Slot(const Expr &expr) const {
    const auto *value = std::get_if<SlotValue>(&expr.node);
    return value && expr.type.isScalar() && expr.type.scalar == Scalar::I64
               ? &value->slot
               : nullptr;
  }
  Parts match(While &loop) const {
    Parts parts;
    auto *compare = std::get_if<Compare>(&loop.condition->node);
    if (!compare || loop.body.empty())
      return {};
    bool isLess = compare->op == CompareOp::Less;
    if (!isLess && compare->op != CompareOp::Greater)
      return {};
    const SlotId *slot = int64Slot(isLess ? *compare->left : *compare->right);
    parts.stop = isLess ? &compare->right : &compare->left;
    auto *last = std::get_if<Assign>(&loop.body.back().node);
    if (!slot || (*parts.stop)->type.scalar != Scalar::I64 || !last ||
        last->slot != *slot)
      return {};
    auto *sum = std::get_if<Binary>(&last->value->node);
    if (!sum || sum->op != BinaryOp::Add)
      return {};
    auto isCounter = [&](const Expr &expr) {
      const SlotId *found = int64Slot(expr);
      return found && *found == *slot;
    };
    if (isCounter(*sum->left))
      parts.step = &sum->right;
    else if (isCounter(*sum->right))
      parts.step = &sum->left;
    else
      return {};
    parts.slot = *slot;
    return parts;
  }

  bool canCount(const While &loop, const Parts &parts) const {
    SlotSet assigned;
    for (std::size_t i = 0; i + 1 < loop.body.size(); ++i)
      addAssigned(loop.body[i], assigned);
    if (assigned.contains(parts.slot) || hasJumpIn<Continue>(loop.body))
      return false;
    assigned.insert(parts.slot);
    if (!isInvariant(**parts.stop, assigned) ||
        !isInvariant(**parts.step, assigned))
      return false;
    return ranges_.of(**parts.step).low >= 1;
  }

  bool mayWrap(const Parts &parts) const {
    return !staysInInt64(BinaryOp::Add, ranges_.of(**parts.stop),
                         ranges_.of(**parts.step));
  }

  /// Whether the loop is worth a second one.
  bool isSmall(const While &loop) const {
    constexpr unsigned most = 200;
    return wrapping_ == WrappingLoops::Beside && countNodes(loop.body) <= most;
  }

  /// stop <= the largest int64 - step, which is at least 1.
  static ExprPtr staysBelow(const Parts &parts) {
    SourceRange range = (*parts.stop)->range;
    Type type = (*parts.stop)->type;
    auto largest =
        makeExpr(range, type, Constant{static_cast<std::uint64_t>(INT64_MAX)});
    return makeExpr(range, Type::of(Scalar::Bool),
                    Compare{CompareOp::LessEqual, clone(*parts.stop),
                            makeExpr(range, type,
                                     Binary{BinaryOp::Sub, std::move(largest),
                                            clone(*parts.step)})});
  }

  void count(Stmt &stmt) {
    auto *loop = std::get_if<While>(&stmt.node);
    if (!loop)
      return;
    Parts parts = match(*loop);
    if (!parts.stop || !parts.step || !canCount(*loop, parts))
      return;
    if (!mayWrap(parts)) {
      becomeCounted(stmt, *loop, parts);
    } else if (isSmall(*loop)) {
      Block other;
      other.push_back(clone(stmt));
      ExprPtr condition = staysBelow(parts);
      becomeCounted(stmt, *loop, parts);
      SourceRange range = stmt.range;
      Block counted;
      counted.push_back(std::move(stmt));
      stmt = {range,
              If{std::move(condition), std::move(counted), std::move(other)}};
    }
  }

  void becomeCounted(Stmt &stmt, While &loop, const Parts &parts) {
    const Type type = (*parts.stop)->type;
    SourceRange range = loop.condition->range;
    auto counter = static_cast<SlotId>(function_.slots.size());
    function_.slots.push_back({function_.slots[parts.slot].name, type, false});

    ForRange counted;
    counted.slot = counter;
    counted.start = makeExpr(range, type, SlotValue{parts.slot});
    counted.stop = std::move(*parts.stop);
    counted.step = std::move(*parts.step);
    counted.orElse = std::move(loop.orElse);
    Stmt last = std::move(loop.body.back());
    loop.body.pop_back();
    forEachExprIn(loop.body, [&](Expr &expr) {
      auto *value = std::get_if<SlotValue>(&expr.node);
      if (value && value->slot == parts.slot)
        value->slot = counter;
    });
    counted.body.push_back(
        {stmt.range,
         Assign{parts.slot, makeExpr(range, type, SlotValue{counter})}});
    for (Stmt &inner : loop.body)
      counted.body.push_back(std::move(inner));
    auto &sum = std::get<Binary>(std::get<Assign>(last.node).value->node);
    discarded_.push_back(std::move(sum.left));
    discarded_.push_back(std::move(sum.right));
    sum.left = makeExpr(range, type, SlotValue{counter});
    sum.right = clone(counted.step);
    counted.body.push_back(std::move(last));
    discarded_.push_back(std::move(loop.condition));
    stmt.node = std::move(counted);
  }

  Function &function_;
  WrappingLoops wrapping_;
  Ranges ranges_;
  /// Ranges remembers expressions by address, so none may come again.
  std::vector<ExprPtr> discarded_;
};

} // namespace

void countLoops(Module &module, WrappingLoops wrapping) {
  for (Function &function : module.functions) {
    bool hasWhile = false;
    forEachStmt(function.body, [&](const Stmt &stmt) {
      hasWhile = hasWhile || std::holds_alternative<While>(stmt.node);
    });
    if (hasWhile)
      LoopCounter(function, wrapping).run(function.body);
  }
}

} // namespace pyk2ptx
